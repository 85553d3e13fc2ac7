//! The tour of rows that a view shows: the steps of a path, an answer, what a change affects.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::MAX_STEPS;
use super::names::named;
use super::phrase::verb;
use super::plan::Plan;
use super::road::{Road, Station, paths};
use super::stop::Stop;
use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind};

/// Plans a tour of `rows` in their order, each symbol once, without files, and at most [`MAX_STEPS`] of them. What
/// links a row to one before it is the reason of its step. `None` if nothing is left. O(edges of the rows).
pub fn of_rows(graph: &Graph<'_>, title: &str, rows: &[SymbolId]) -> Option<Plan> {
    let mut known = FxHashSet::default();
    let mut readable: Vec<SymbolId> = rows
        .iter()
        .copied()
        .filter(|&row| graph.symbol(row).kind() != SymbolKind::File && known.insert(row))
        .collect();
    let is_cut = readable.len() > MAX_STEPS;
    readable.truncate(MAX_STEPS);
    let stops = linked(graph, &readable);
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

/// The rows as a road on which each is reached from the nearest row before it that refers to it, or else that leads to it over
/// others. One that only refers to another says so in its reason.
fn linked(graph: &Graph<'_>, rows: &[SymbolId]) -> Vec<Stop> {
    let refers = |from: SymbolId, to| graph.outgoing(from).any(|edge| edge.to == to && is_told(edge.kind));
    let led = OnceCell::new();
    let station = |at: usize| {
        let before = rows[..at].iter().rev().find(|&&before| refers(before, rows[at]));
        let over = || {
            let led = led.get_or_init(|| paths(graph, rows));
            led[..at].iter().rev().find_map(|led| led.get(&rows[at]).cloned())
        };
        let path = before.map(|&before| vec![before, rows[at]]).or_else(over).unwrap_or_default();
        Station { symbol: rows[at], path }
    };
    let road = Road { stations: (0..rows.len()).map(station).collect() };
    let mut stops = road.stops();
    for (at, stop) in stops.iter_mut().enumerate().filter(|(_, stop)| stop.links.from.is_empty()) {
        let Some(&to) = rows[..at].iter().rev().find(|&&before| refers(rows[at], before)) else { continue };
        let surest = graph.outgoing(rows[at]).filter(|edge| edge.to == to && is_told(edge.kind));
        let surest = surest.max_by(|a, b| a.strength().total_cmp(&b.strength()));
        let name = named(graph.symbol(to)).replace('`', "'");
        stop.why = surest.map_or_else(String::new, |edge| format!("It {} `{name}`.", verb(&edge)));
    }
    stops
}

/// Returns whether an edge of a kind says something about what runs, or what a type is made of.
fn is_told(kind: EdgeKind) -> bool {
    !matches!(kind, EdgeKind::Imports | EdgeKind::MemberOf)
}
