//! The share of the truth in packs, and the worth of their levels and places, chosen on other repositories.

use codegraph_tui::search::pack::{PackStyle, Worth};

use super::measure::{Held, Measured};
use super::options::Options;
use super::tasks::Kind;

/// The kinds of tasks that are packed for.
const PACKED: [Kind; 3] = [Kind::Commit, Kind::Short, Kind::Question];

/// Reports the share of the truth in packs of each style and budget, means over the repositories.
pub(crate) fn report(measured: &[Measured], options: &Options) {
    if !options.packed {
        return;
    }
    let budgets = options.budgets();
    for kind in PACKED {
        let all: Vec<&Measured> =
            measured.iter().filter(|one| one.asked.iter().any(|asked| asked.kind == kind)).collect();
        for (nth, style) in options.styles().iter().enumerate() {
            for (at, budget) in budgets.iter().enumerate().filter(|_| !all.is_empty()) {
                let held = mean(&all, &[kind], nth * budgets.len() + at);
                println!("{kind:?} {budget}: {}  {}", in_words(held), written(style));
            }
        }
    }
    if options.grid {
        folds(measured, &options.styles(), budgets.len());
    }
}

/// Chooses the style by all repositories but one, in turn, and reports what it holds of that one.
fn folds(measured: &[Measured], styles: &[PackStyle], budgets: usize) {
    let mut names: Vec<&str> = measured.iter().map(|one| one.repo.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let mut left_out = [0.0; 3];
    for name in &names {
        let (held, others): (Vec<&Measured>, Vec<&Measured>) =
            measured.iter().partition(|one| one.repo == *name);
        // Shown and whole count alike, and so do questions and commits, whatever their numbers.
        let worth = |nth: usize| -> f64 {
            let of = |kinds: &[Kind], at: usize| mean(&others, kinds, nth * budgets + at);
            let each = (0..budgets).flat_map(|at| [of(&PACKED[..2], at), of(&PACKED[2..], at)]);
            each.map(|held| held[0] + held[1]).sum()
        };
        let best = (0..styles.len()).max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap_or(0);
        let found = mean(&held, &PACKED, best * budgets);
        println!("without {name:24} {}  {}", in_words(found), written(&styles[best]));
        for (sum, part) in left_out.iter_mut().zip(found) {
            *sum += part / names.len() as f64;
        }
    }
    println!("held out: {}", in_words(left_out));
}

/// Means over the repositories that have tasks of these kinds.
fn mean(measured: &[&Measured], kinds: &[Kind], nth: usize) -> Held {
    let asked = |one: &&Measured| one.asked.iter().any(|asked| kinds.contains(&asked.kind));
    let having: Vec<&&Measured> = measured.iter().filter(|one| asked(one)).collect();
    let mut sum = [0.0; 3];
    for one in &having {
        let asked: Vec<_> = one.asked.iter().filter(|asked| kinds.contains(&asked.kind)).collect();
        let part = 100.0 / (asked.len() * having.len()) as f64;
        for held in asked.iter().filter_map(|asked| asked.packed.get(nth)) {
            sum.iter_mut().zip(held).for_each(|(sum, held)| *sum += held * part);
        }
    }
    sum
}

fn in_words([whole, shown, named]: Held) -> String {
    format!("whole {whole:.1}, shown {shown:.1}, named {named:.1}")
}

fn written(PackStyle { worth, curve, .. }: &PackStyle) -> String {
    let Worth { signature, excerpt, .. } = worth;
    format!("signature {signature} excerpt {excerpt} half {} size {}", curve.half, curve.size)
}
