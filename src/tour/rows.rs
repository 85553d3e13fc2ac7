//! The tour of rows that a view shows: the steps of a path, an answer, what a change affects.

use rustc_hash::FxHashSet;

use super::MAX_STEPS;
use super::names::named;
use super::phrase::verb;
use super::plan::Plan;
use super::step::Stop;
use crate::model::{EdgeRef, Graph, SymbolId, SymbolKind};

/// Plans a tour of `rows` in their order, each symbol once, without files, and at most [`MAX_STEPS`] of them. What
/// links a row to one before it is the reason of its step. `None` if nothing is left. O(edges of the rows).
#[must_use]
pub fn of_rows(graph: &Graph<'_>, title: &str, rows: &[SymbolId]) -> Option<Plan> {
    let mut known = FxHashSet::default();
    let mut readable: Vec<SymbolId> = rows
        .iter()
        .copied()
        .filter(|&row| graph.symbol(row).kind() != SymbolKind::File && known.insert(row))
        .collect();
    let is_cut = readable.len() > MAX_STEPS;
    readable.truncate(MAX_STEPS);
    let why = |at: usize| {
        // The nearest row before it that it is linked to, so along a path the step before.
        readable[..at].iter().rev().find_map(|&before| link(graph, before, readable[at])).unwrap_or_default()
    };
    let stops: Vec<Stop> =
        readable.iter().enumerate().map(|(at, &symbol)| Stop { symbol, why: why(at) }).collect();
    let description = if is_cut {
        format!("The first {MAX_STEPS} rows of the explorer, in their order; there are more.")
    } else {
        "Rows of the explorer, in their order.".to_owned()
    };
    (!stops.is_empty()).then(|| Plan {
        title: title.to_owned(),
        description,
        preface: String::new(),
        name: format!("rows-{}", super::slug(title)),
        kind: "rows",
        stops,
        pairs: 0,
        back: 0,
    })
}

/// Describes the link of a symbol to one before it, in a sentence: by the surest edge between them, in either
/// direction.
fn link(graph: &Graph<'_>, before: SymbolId, symbol: SymbolId) -> Option<String> {
    let surest = |edges: &mut dyn Iterator<Item = EdgeRef<'_>>| {
        edges.max_by(|a, b| a.strength().total_cmp(&b.strength())).map(|edge| verb(&edge))
    };
    let name = named(graph.symbol(before)).replace('`', "'");
    if let Some(verb) = surest(&mut graph.outgoing(before).filter(|edge| edge.to == symbol)) {
        return Some(format!("`{name}` {verb} it."));
    }
    let verb = surest(&mut graph.outgoing(symbol).filter(|edge| edge.to == before))?;
    Some(format!("It {verb} `{name}`."))
}
