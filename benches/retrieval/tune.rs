//! Weighing what was found: figures, climbing, folds.

use codegraph_tui::search::{SIGNALS, Signal, Weights};
use rayon::prelude::*;

use super::measure::{Asked, Measured};
use super::tasks::Kind;

/// Rows of a ranked list.
const ROWS: usize = 100;
const BUDGETS: [u32; 3] = [2000, 4000, 8000];

/// Means over questions: MRR, then the parts of the truth within each budget.
type Figures = [f64; 4];

/// Figures by kind of task.
type ByKind = [Figures; 4];

fn order(asked: &Asked, weights: &Weights) -> Vec<usize> {
    let score = |ix: usize| {
        let found = &asked.found[ix];
        let sum: f32 = (0..SIGNALS).map(|signal| weights.signals[signal] * found.values[signal]).sum();
        let factor = |is: bool, factor: f32| if is { factor } else { 1.0 };
        sum * factor(found.is_test, weights.tests)
            * factor(found.is_generated, weights.generated)
            * weights.of_part(found.part)
    };
    let mut scored: Vec<(f32, usize)> = (0..asked.found.len()).map(|ix| (score(ix), ix)).collect();
    scored.sort_unstable_by(|a, b| {
        b.0.total_cmp(&a.0).then(asked.found[a.1].order.cmp(&asked.found[b.1].order))
    });
    scored.truncate(ROWS);
    scored.into_iter().filter(|(score, _)| *score > 0.0).map(|(_, ix)| ix).collect()
}

fn figures(asked: &Asked, weights: &Weights) -> Figures {
    let order = order(asked, weights);
    let first = order.iter().position(|&ix| asked.found[ix].truth.is_some());
    let mut figures = [first.map_or(0.0, |rank| 1.0 / (rank + 1) as f64), 0.0, 0.0, 0.0];
    for (slot, budget) in figures[1..].iter_mut().zip(BUDGETS) {
        let (mut left, mut held) = (budget, 0_u32);
        for found in order.iter().map(|&ix| &asked.found[ix]) {
            if found.tokens <= left {
                left -= found.tokens;
                held += u32::from(found.truth.is_some());
            }
        }
        *slot = f64::from(held).min(asked.truths as f64) / asked.truths as f64;
    }
    figures
}

fn of_repository(measured: &Measured, weights: &Weights) -> ByKind {
    let mut sums = ByKind::default();
    for (sum, kind) in sums.iter_mut().zip(Kind::ALL) {
        let mut n = 0;
        for asked in measured.asked.iter().filter(|asked| asked.kind == kind) {
            n += 1;
            for (slot, figure) in sum.iter_mut().zip(figures(asked, weights)) {
                *slot += figure;
            }
        }
        for slot in sum.iter_mut() {
            *slot *= 100.0 / f64::from(n.max(1));
        }
    }
    sums
}

fn mean(all: &[ByKind]) -> ByKind {
    let mut mean = ByKind::default();
    for one in all {
        for (sums, figures) in mean.iter_mut().zip(one) {
            sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure / all.len() as f64);
        }
    }
    mean
}

fn over(measured: &[&Measured], weights: &Weights) -> ByKind {
    mean(&measured.par_iter().map(|one| of_repository(one, weights)).collect::<Vec<_>>())
}

/// What is climbed: packs of commits and subjects, their first hits, and look-ups of docs and names, which must not
/// fall far for the others' sake.
fn worth(figures: &ByKind) -> f64 {
    let [commit, short, doc, typo] = figures;
    let look_up = |mrr: f64| mrr.min(95.0) - 3.0 * (92.5 - mrr).max(0.0);
    commit[2] + 0.6 * commit[0] + short[2] + 0.2 * short[0] + 0.25 * (look_up(doc[0]) + look_up(typo[0]))
}

/// Changes one weight at a time for as long as that helps.
pub(crate) fn climb(measured: &[&Measured], from: &Weights) -> Weights {
    let mut best = from.clone();
    let mut most = worth(&over(measured, &best));
    for step in [2.0_f32, 1.4, 1.2] {
        loop {
            let before = most;
            for slot in 1..SIGNALS + 3 {
                for factor in [step, 1.0 / step, 0.0] {
                    let mut tried = best.clone();
                    let value = slot_of(&mut tried, slot);
                    // What is off is tried at a tenth.
                    *value = if *value == 0.0 { 0.1 * factor } else { *value * factor };
                    if slot >= SIGNALS {
                        *value = value.min(1.0);
                    }
                    let now = worth(&over(measured, &tried));
                    if now > most + 0.01 {
                        (best, most) = (tried, now);
                    }
                }
            }
            if most - before < 0.1 {
                break;
            }
        }
    }
    best
}

fn slot_of(weights: &mut Weights, slot: usize) -> &mut f32 {
    match slot.checked_sub(SIGNALS) {
        None => &mut weights.signals[slot],
        Some(0) => &mut weights.tests,
        Some(1) => &mut weights.generated,
        Some(_) => &mut weights.parts,
    }
}

pub(crate) fn written(weights: &Weights) -> String {
    let signals = Signal::ALL
        .iter()
        .zip(weights.signals)
        .map(|(signal, weight)| format!("{}={weight:.3}", signal.name()));
    let factors = [("tests", weights.tests), ("generated", weights.generated), ("parts", weights.parts)];
    let factors = factors.map(|(name, weight)| format!("{name}={weight:.2}"));
    signals.chain(factors).collect::<Vec<_>>().join(",")
}

pub(crate) fn report(what: &str, measured: &[Measured], weights: &Weights) {
    println!(
        "\n{what}{:width$}   commit MRR   t2k   t4k   t8k | short MRR   t4k | doc MRR | typo MRR",
        "",
        width = 22 - what.len()
    );
    let all: Vec<ByKind> = measured.par_iter().map(|one| of_repository(one, weights)).collect();
    let names = measured.iter().map(|one| one.repo.as_str());
    for (name, figures) in names.zip(&all).chain([("macro", &mean(&all))]) {
        let [commit, short, doc, typo] = figures;
        println!(
            "{name:24} {:11.1} {:5.1} {:5.1} {:5.1} | {:9.1} {:5.1} | {:7.1} | {:8.1}",
            commit[0], commit[1], commit[2], commit[3], short[0], short[2], doc[0], typo[0]
        );
    }
}

/// Takes each signal away in turn, and reports what that changes and in how many repositories it costs or gains commits'
/// t4k by more than a tenth.
pub(crate) fn ablate(measured: &[Measured], weights: &Weights) {
    let figures = |weights: &Weights| -> Vec<ByKind> {
        measured.par_iter().map(|one| of_repository(one, weights)).collect()
    };
    let whole = figures(weights);
    println!("\nwithout:");
    for slot in 0..SIGNALS + 3 {
        let mut without = weights.clone();
        let value = slot_of(&mut without, slot);
        // A factor that changes nothing is 1.
        *value = if slot < SIGNALS { 0.0 } else { 1.0 };
        let lesser = figures(&without);
        let mut change = mean(&lesser);
        for (kind, before) in change.iter_mut().zip(mean(&whole)) {
            kind.iter_mut().zip(before).for_each(|(now, before)| *now -= before);
        }
        let by = |sign: f64| {
            let pairs = lesser.iter().zip(&whole);
            pairs.filter(|(less, all)| sign * (less[0][2] - all[0][2]) > 0.1).count()
        };
        let name = Signal::ALL
            .get(slot)
            .map_or_else(|| ["tests", "generated", "parts"][slot - SIGNALS], |signal| signal.name());
        let [commit, short, doc, typo] = change;
        println!(
            "{name:14} commit MRR {:+.2} t4k {:+.2} ({} worse, {} better) | short MRR {:+.2} t4k {:+.2} | doc MRR {:+.2} | typo MRR {:+.2} | worth {:+.2}",
            commit[0],
            commit[2],
            by(-1.0),
            by(1.0),
            short[0],
            short[2],
            doc[0],
            typo[0],
            worth(&mean(&lesser)) - worth(&mean(&whole)),
        );
    }
}

/// Tunes without each repository in turn, and reports how that one fares.
pub(crate) fn folds(measured: &[Measured], from: &Weights) {
    let mut left_out = Vec::new();
    for held in measured {
        let others: Vec<&Measured> = measured.iter().filter(|one| one.repo != held.repo).collect();
        let tuned = climb(&others, from);
        let figures = of_repository(held, &tuned);
        println!("without {:24} {}", held.repo, written(&tuned));
        left_out.push(figures);
    }
    println!("\nheld out:");
    for (held, figures) in measured.iter().zip(&left_out) {
        line(&held.repo, figures);
    }
    line("macro", &mean(&left_out));
}

fn line(name: &str, [commit, short, doc, typo]: &ByKind) {
    println!(
        "{name:24} commit MRR {:.1} t4k {:.1} | short t4k {:.1} | doc MRR {:.1} | typo MRR {:.1}",
        commit[0], commit[2], short[2], doc[0], typo[0]
    );
}
