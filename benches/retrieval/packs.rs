//! The share of the truth that packs hold.

use super::measure::{BUDGETS, Held, Measured};
use super::options::Options;
use super::tasks::Kind;

/// The kinds of tasks that are packed for.
const PACKED: [Kind; 3] = [Kind::Commit, Kind::Short, Kind::Question];

/// Reports the share of the truth in packs of each budget, means over the repositories.
pub(crate) fn report(measured: &[Measured], options: &Options) {
    if !options.packed {
        return;
    }
    for kind in PACKED {
        let all: Vec<&Measured> =
            measured.iter().filter(|one| one.asked.iter().any(|asked| asked.kind == kind)).collect();
        for (at, budget) in BUDGETS.iter().enumerate().filter(|_| !all.is_empty()) {
            let [whole, shown, named] = mean(&all, kind, at);
            println!("{kind:?} {budget}: whole {whole:.1}, shown {shown:.1}, named {named:.1}");
        }
    }
}

/// Means over repositories.
fn mean(measured: &[&Measured], kind: Kind, at: usize) -> Held {
    let mut sum = [0.0; 3];
    for one in measured {
        let asked: Vec<_> = one.asked.iter().filter(|asked| asked.kind == kind).collect();
        let part = 100.0 / (asked.len() * measured.len()) as f64;
        for held in asked.iter().filter_map(|asked| asked.packed.get(at)) {
            sum.iter_mut().zip(held).for_each(|(sum, held)| *sum += held * part);
        }
    }
    sum
}
