//! Probability that a change is noticed one step on, by kind of step and of change: the share of a changed symbol's
//! dependants that change in the same commit. Then the same from those dependants on, by the change of the symbol at
//! the beginning.

use std::collections::{BTreeMap, BTreeSet};

use codegraph_tui::impact::{ChangeKind, SURE, Steps};
use codegraph_tui::model::{EdgeKind, Graph, SymbolId, symbol_flag};

/// Changes, and the sum of the parts of their dependants that changed, by kind of step and of change.
type Table = BTreeMap<(u8, ChangeKind), (u32, f64)>;

/// Counts of all commits.
#[derive(Default)]
pub(crate) struct Transmission {
    first: Table,
    onward: Table,
}

impl Transmission {
    /// Adds what one commit changed. Tests and generated code follow whatever changes, and are left out.
    pub(crate) fn count(&mut self, graph: &Graph<'_>, steps: &Steps, changed: &[(SymbolId, ChangeKind)]) {
        let all: BTreeSet<SymbolId> = changed.iter().map(|changed| changed.0).collect();
        for &(root, change) in changed.iter().filter(|changed| is_written(graph, changed.0)) {
            for (kind, others) in dependants(graph, steps, root, root) {
                let noticed: Vec<SymbolId> = others.intersection(&all).copied().collect();
                add(self.first.entry((kind, change)).or_default(), &others, noticed.len());
                for next in noticed {
                    for (kind, others) in dependants(graph, steps, next, root) {
                        let noticed = others.intersection(&all).count();
                        add(self.onward.entry((kind, change)).or_default(), &others, noticed);
                    }
                }
            }
        }
    }

    pub(crate) fn report(&self) {
        for (what, table) in [("noticed one step on", &self.first), ("noticed from there on", &self.onward)] {
            println!(
                "{what}: kind of step, what happened at first, changes, part of the dependants that changed"
            );
            for (&(kind, change), (changes, parts)) in table {
                let (kind, part) = (EdgeKind::ALL[usize::from(kind)].name(), parts / f64::from(*changes));
                println!("  {kind:<12} {:<10} {changes:>6}  {part:.3}", change.name());
            }
        }
    }
}

/// Finds the dependants of a symbol by sure steps, by their kind; without `root` itself.
fn dependants(
    graph: &Graph<'_>,
    steps: &Steps,
    symbol: SymbolId,
    root: SymbolId,
) -> BTreeMap<u8, BTreeSet<SymbolId>> {
    let mut by_kind: BTreeMap<u8, BTreeSet<SymbolId>> = BTreeMap::new();
    let sure = steps.from(symbol).iter().filter(|step| step.strength >= SURE);
    for step in sure.filter(|step| step.to != root && is_written(graph, step.to)) {
        by_kind.entry(step.kind as u8).or_default().insert(step.to);
    }
    by_kind
}

fn is_written(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    let symbol = graph.symbol(symbol);
    !symbol.is_test() && !symbol.has(symbol_flag::GENERATED)
}

fn add((changes, parts): &mut (u32, f64), others: &BTreeSet<SymbolId>, noticed: usize) {
    *changes += 1;
    *parts += noticed as f64 / others.len() as f64;
}
