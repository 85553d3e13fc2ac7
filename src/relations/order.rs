//! The order of ends in a list.

use std::borrow::Cow;
use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::ends::{Certainty, End};
use super::kind::RelationKind;
use crate::golang::module::passed_over;
use crate::model::{Graph, SymbolId, symbol_flag};

/// Returns whether a symbol lies in test data, which no build takes in.
pub fn is_data(graph: &Graph<'_>, id: SymbolId) -> bool {
    passed_over(graph.symbol(id).path()).is_some()
}

/// Returns whether all are one symbol, or variants of one under build constraints.
pub fn is_one(graph: &Graph<'_>, symbols: &[SymbolId]) -> bool {
    let called = |id: SymbolId| (graph.symbol(id).package(), graph.symbol(id).qualified());
    symbols.windows(2).all(|pair| called(pair[0]) == called(pair[1]))
}

/// Joins the ends of each symbol: the surest of them, with the lines of all that are as sure, in the order in which symbols
/// come first.
pub fn by_symbol<'g>(ends: &[End<'g>]) -> Vec<End<'g>> {
    let mut place: FxHashMap<SymbolId, usize> = FxHashMap::default();
    let mut joined: Vec<End<'g>> = Vec::new();
    for end in ends {
        let Some(&at) = place.get(&end.symbol) else {
            place.insert(end.symbol, joined.len());
            joined.push(end.clone());
            continue;
        };
        let known = &mut joined[at];
        let is_possible = |end: &End<'_>| end.certainty == Certainty::Possible;
        match (is_possible(known), is_possible(end)) {
            (true, false) => *known = end.clone(),
            (false, true) => {}
            _ if !end.lines.is_empty() => {
                let lines = known.lines.to_mut();
                lines.extend_from_slice(&end.lines);
                lines.sort_unstable();
                lines.dedup();
                known.edge = known.edge.filter(|&edge| end.edge == Some(edge));
                known.certainty = known.certainty.min(end.certainty);
            }
            _ => known.certainty = known.certainty.min(end.certainty),
        }
    }
    joined
}

/// Puts ends in order: the nearer first, code before tests, test data and what the host's build leaves out, then the more important. Values
/// keep the order of their declaration. O(n log n).
pub fn in_order(graph: &Graph<'_>, kind: RelationKind, ends: &mut [End<'_>]) {
    ends.sort_by_cached_key(|end| {
        let symbol = graph.symbol(end.symbol);
        // Ranks are not negative, so their bits sort like their values.
        let by_rank = match kind {
            RelationKind::Values => None,
            // Callees that everything calls say least about the caller, so hubs come first.
            RelationKind::Callees => Some(Reverse(graph.hub(end.symbol).to_bits())),
            _ => Some(Reverse(graph.authority(end.symbol).to_bits())),
        };
        let is_left_out = symbol.has(symbol_flag::CONSTRAINED);
        (end.steps, symbol.is_test(), is_data(graph, end.symbol), is_left_out, by_rank, end.symbol)
    });
}

/// Owned lines of an end that has none of its own.
pub(super) fn no_lines<'g>() -> Cow<'g, [u32]> {
    Cow::Borrowed(&[])
}
