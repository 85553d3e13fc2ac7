//! Weighing what was found: figures, climbing, folds.

use codegraph_tui::search::{SIGNALS, Signal, Weights};
use rayon::prelude::*;

use super::measure::{Asked, Measured};
use super::questions::beginning_of;
use super::tasks::Kind;

/// Rows of a ranked list.
const ROWS: usize = 100;
const BUDGETS: [u32; 3] = [2000, 4000, 8000];

/// Means over questions: MRR, then the parts of the truth within each budget; of plain questions how good the beginnings
/// of their answers are.
type Figures = [f64; 4];

/// Figures by kind of task; `None` where there is none of that kind.
type ByKind = [Option<Figures>; Kind::ALL.len()];

/// The figures that are reported: kind, number and name.
const COLUMNS: [(Kind, usize, &str); 12] = [
    (Kind::Commit, 0, "commit MRR"),
    (Kind::Commit, 1, "t2k"),
    (Kind::Commit, 2, "t4k"),
    (Kind::Commit, 3, "t8k"),
    (Kind::Short, 0, "short MRR"),
    (Kind::Short, 2, "t4k"),
    (Kind::Doc, 0, "doc MRR"),
    (Kind::Typo, 0, "typo MRR"),
    (Kind::Question, 0, "question nDCG@10"),
    (Kind::Question, 1, "hit@1"),
    (Kind::Question, 2, "hit@5"),
    (Kind::Question, 3, "recall@20"),
];

fn order(asked: &Asked, weights: &Weights) -> Vec<usize> {
    let column = weights.column(asked.is_plain);
    let score = |ix: usize| {
        let found = &asked.found[ix];
        let sum: f32 = (0..SIGNALS).map(|signal| column[signal] * found.values[signal]).sum();
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
    if asked.kind == Kind::Question {
        let rows = order.iter().map(|&ix| asked.found[ix].truth.map(usize::from));
        return beginning_of(rows, &asked.grades);
    }
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
    Kind::ALL.map(|kind| {
        let of_kind = measured.asked.iter().filter(|asked| asked.kind == kind);
        let all: Vec<Figures> =
            of_kind.map(|asked| figures(asked, weights).map(|part| 100.0 * part)).collect();
        mean_of(&all)
    })
}

/// Means over the repositories that have tasks of a kind.
fn mean(all: &[ByKind]) -> ByKind {
    std::array::from_fn(|kind| mean_of(&all.iter().filter_map(|one| one[kind]).collect::<Vec<_>>()))
}

fn mean_of(all: &[Figures]) -> Option<Figures> {
    let sum = |at: usize| all.iter().map(|figures| figures[at]).sum::<f64>();
    (!all.is_empty()).then(|| std::array::from_fn(|at| sum(at) / all.len() as f64))
}

fn over(measured: &[&Measured], weights: &Weights) -> ByKind {
    mean(&measured.par_iter().map(|one| of_repository(one, weights)).collect::<Vec<_>>())
}

/// The figure to climb: packs of commits and subjects, their first hits, the beginnings of answers to plain questions,
/// and look-ups of docs and names, which must not fall far for the others' sake.
fn worth(figures: &ByKind) -> f64 {
    let look_up = |figures: Option<Figures>| {
        figures.map_or(0.0, |[mrr, ..]| mrr.min(95.0) - 3.0 * (92.5 - mrr).max(0.0))
    };
    let [commit, short, doc, typo, question] = *figures;
    let packed =
        |figures: Option<Figures>, first: f64| figures.map_or(0.0, |[mrr, _, t4k, _]| t4k + first * mrr);
    let begun = question.map_or(0.0, |[ndcg, first, _, recall]| 2.0 * ndcg + 0.2 * first + recall);
    packed(commit, 0.6) + packed(short, 0.2) + 0.25 * (look_up(doc) + look_up(typo)) + begun
}

/// Changes one weight at a time for as long as that helps.
pub(crate) fn climb(measured: &[&Measured], from: &Weights) -> Weights {
    let mut best = from.clone();
    let mut most = worth(&over(measured, &best));
    for step in [2.0_f32, 1.4, 1.2] {
        loop {
            let before = most;
            // The first of each column is what the others are measured by.
            for slot in (1..SLOTS).filter(|&slot| slot != SIGNALS) {
                for factor in [step, 1.0 / step, 0.0] {
                    let mut tried = best.clone();
                    let value = slot_of(&mut tried, slot);
                    // A signal that is off is tried at a tenth.
                    *value = if *value == 0.0 { 0.1 * factor } else { *value * factor };
                    if slot >= 2 * SIGNALS {
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

/// Weights that are tuned: of signals, of signals in plain questions, and [`FACTORS`].
const SLOTS: usize = 2 * SIGNALS + FACTORS.len();

const FACTORS: [&str; 3] = ["tests", "generated", "parts"];

fn slot_of(weights: &mut Weights, slot: usize) -> &mut f32 {
    match slot.checked_sub(2 * SIGNALS) {
        None if slot < SIGNALS => &mut weights.signals[slot],
        None => &mut weights.plain[slot - SIGNALS],
        Some(0) => &mut weights.tests,
        Some(1) => &mut weights.generated,
        Some(_) => &mut weights.parts,
    }
}

fn name_of(slot: usize) -> String {
    match slot.checked_sub(2 * SIGNALS) {
        None if slot < SIGNALS => Signal::ALL[slot].name().to_owned(),
        None => format!("asked.{}", Signal::ALL[slot - SIGNALS].name()),
        Some(factor) => FACTORS[factor].to_owned(),
    }
}

/// Weights as `--weights` takes them.
pub(crate) fn written(weights: &Weights) -> String {
    let mut weights = weights.clone();
    let each = (0..SLOTS).map(|slot| format!("{}={:.3}", name_of(slot), *slot_of(&mut weights, slot)));
    each.collect::<Vec<_>>().join(",")
}

pub(crate) fn report(what: &str, measured: &[Measured], weights: &Weights) {
    let all: Vec<ByKind> = measured.par_iter().map(|one| of_repository(one, weights)).collect();
    table(what, measured, &all);
}

/// Prints a line for each repository and one for their mean, without the kinds that none has.
fn table(what: &str, measured: &[Measured], all: &[ByKind]) {
    let macro_mean = mean(all);
    let columns = || COLUMNS.iter().filter(|(kind, ..)| macro_mean[*kind as usize].is_some());
    print!("\n{what:24}");
    columns().for_each(|(.., name)| print!(" {name:>9}"));
    println!();
    for (repo, figures) in
        measured.iter().map(|one| one.repo.as_str()).zip(all).chain([("macro", &macro_mean)])
    {
        print!("{repo:24}");
        for (kind, at, name) in columns() {
            let figure =
                figures[*kind as usize].map_or("-".to_owned(), |figures| format!("{:.1}", figures[*at]));
            print!(" {figure:>width$}", width = name.len().max(9));
        }
        println!();
    }
}

/// Takes each signal away in turn, and reports what that changes.
pub(crate) fn ablate(measured: &[Measured], weights: &Weights) {
    let all: Vec<&Measured> = measured.iter().collect();
    let whole = over(&all, weights);
    println!("\nwithout:");
    for slot in 0..SLOTS {
        let mut without = weights.clone();
        let value = slot_of(&mut without, slot);
        // A factor that changes nothing is 1.
        *value = if slot < 2 * SIGNALS { 0.0 } else { 1.0 };
        let lesser = over(&all, &without);
        let name = name_of(slot);
        print!("{name:20} worth {:+.2}", worth(&lesser) - worth(&whole));
        for (kind, at, name) in COLUMNS {
            if let (Some(less), Some(before)) = (lesser[kind as usize], whole[kind as usize]) {
                print!(" | {name} {:+.2}", less[at] - before[at]);
            }
        }
        println!();
    }
}

/// Tunes without each repository in turn, and reports how that one fares.
pub(crate) fn folds(measured: &[Measured], from: &Weights) {
    let mut left_out = Vec::new();
    for held in measured {
        let others: Vec<&Measured> = measured.iter().filter(|one| one.repo != held.repo).collect();
        let tuned = climb(&others, from);
        println!("without {:24} {}", held.repo, written(&tuned));
        left_out.push(of_repository(held, &tuned));
    }
    table("held out", measured, &left_out);
}
