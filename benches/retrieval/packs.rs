//! What packs hold of the truth, and what their levels and places are worth by repositories that did not choose it.

use codegraph_tui::search::pack::PackStyle;

use super::measure::Measured;
use super::options::Options;
use super::tasks::Kind;

/// The parts of the truth that are whole and that are named, in percent.
type IncrementalState = [f64; 2];

/// What packs of each style and budget hold, means over the repositories.
pub(crate) fn report(measured: &[Measured], options: &Options) {
    if !options.packed {
        return;
    }
    let all: Vec<&Measured> = measured.iter().collect();
    for kind in [Kind::Commit, Kind::Short] {
        let mut nth = 0;
        for style in options.styles() {
            for budget in options.budgets() {
                let [whole, named] = mean(&all, &[kind], nth);
                println!("{kind:?} {budget}: whole {whole:.1}, named {named:.1}  {}", written(&style));
                nth += 1;
            }
        }
    }
    if options.grid {
        folds(measured, &options.styles());
    }
}

/// Chooses the style by all repositories but one, in turn, and reports what it holds of that one.
fn folds(measured: &[Measured], styles: &[PackStyle]) {
    let kinds = [Kind::Commit, Kind::Short];
    let mut left_out = [0.0; 2];
    for held in measured {
        let others: Vec<&Measured> = measured.iter().filter(|one| one.repo != held.repo).collect();
        let worth = |nth: usize| mean(&others, &kinds, nth).iter().sum::<f64>();
        let best = (0..styles.len()).max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap_or(0);
        let [whole, named] = mean(&[held], &[Kind::Commit], best);
        println!("without {:24} whole {whole:.1}, named {named:.1}  {}", held.repo, written(&styles[best]));
        left_out[0] += whole / measured.len() as f64;
        left_out[1] += named / measured.len() as f64;
    }
    println!("held out: whole {:.1}, named {:.1}", left_out[0], left_out[1]);
}

fn mean(measured: &[&Measured], kinds: &[Kind], nth: usize) -> IncrementalState {
    let mut sum = [0.0; 2];
    for one in measured {
        let asked: Vec<_> = one.asked.iter().filter(|asked| kinds.contains(&asked.kind)).collect();
        let part = 100.0 / (asked.len().max(1) * measured.len()) as f64;
        for (whole, named) in asked.iter().filter_map(|asked| asked.packed.get(nth)) {
            sum[0] += whole * part;
            sum[1] += named * part;
        }
    }
    sum
}

fn written(PackStyle { worth, curve, .. }: &PackStyle) -> String {
    format!("name {} signature {} power {} half {}", worth.name, worth.signature, curve.power, curve.half)
}
