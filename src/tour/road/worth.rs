//! The worth of a function as a station: a place where the work of a program is done or directed.

use super::code::is_code;
use super::source::Sources;
use super::verbs::of_name;
use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind};

/// Exponents of what a function controls, of its load, and of the number of its calls.
const OF_HUB: f64 = 1.0;
const OF_LOAD: f64 = 0.45;
const OF_CALLS: f64 = 0.35;
/// The logarithms of the factors for what else was found to mark stations: a doc comment, a receiver, and a callee that
/// controls nearly as much as all its callees together.
const DOCUMENTED: f64 = 0.3;
const METHOD: f64 = 0.4;
const LEADS_ON: f64 = 0.5;
/// The same for goroutines, channels and endless loops.
const CONCURRENT: f64 = 0.75;

/// The worth of a function as a station, greater than 0. Only comparisons between functions of one graph have a meaning.
pub(in crate::tour) fn worth(graph: &Graph<'_>, id: SymbolId) -> f64 {
    let symbol = graph.symbol(id);
    let callees: Vec<f64> = {
        let calls = graph.outgoing(id).filter(|edge| {
            matches!(edge.kind, EdgeKind::Calls | EdgeKind::Runs | EdgeKind::Uses)
                && is_code(graph.symbol(edge.to))
                && !graph.symbol(edge.to).is_test()
        });
        let mut callees: Vec<SymbolId> = calls.map(|edge| edge.to).collect();
        callees.dedup();
        callees.into_iter().map(|callee| graph.hub(callee)).collect()
    };
    let all: f64 = callees.iter().sum();
    let leads_on = callees.iter().copied().fold(0.0, f64::max) / all.max(f64::MIN_POSITIVE);
    let positive = |value: f64| value.max(f64::MIN_POSITIVE).ln();
    let mut log = OF_HUB * positive(graph.hub(id))
        + OF_LOAD * positive(graph.load(id))
        + OF_CALLS * (1.0 + callees.len() as f64).ln()
        + LEADS_ON * leads_on
        + of_name(symbol.name());
    if graph.symbol_doc_start[id.ix()] < graph.symbol_doc_end[id.ix()] {
        log += DOCUMENTED;
    }
    if symbol.kind() == SymbolKind::Method {
        log += METHOD;
    }
    log.exp()
}

/// The largest factor of [`concurrency()`].
pub(super) fn highest_concurrency() -> f64 {
    CONCURRENT.exp()
}

/// A factor for code that starts goroutines, uses channels or loops without end. It needs the text of the function.
pub(super) fn concurrency(graph: &Graph<'_>, sources: &Sources<'_>, id: SymbolId) -> f64 {
    if sources.outline(graph, id).is_concurrent() { highest_concurrency() } else { 1.0 }
}
