//! The tours of what carries the load and of what controls the rest.

use super::phrase::counted;
use super::plan::{Direction, Plan, assembled, circles, highest};
use super::step::Kind;
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, grouped};
use crate::rank::{from_others, kits};

/// The place of a symbol by a score in a list of all symbols, from 1, and the length of that list, which has no files.
/// As in lists the more important of equals comes first. O(symbols).
#[must_use]
pub fn place(graph: &Graph<'_>, scores: &[f64], id: SymbolId) -> (usize, usize) {
    let before = |ix: usize| {
        let other = SymbolId(ix as u32);
        let authority = |id: SymbolId| graph.symbol_authority[id.ix()];
        let order = scores[ix].total_cmp(&scores[id.ix()]).then(authority(other).total_cmp(&authority(id)));
        order.then(id.cmp(&other)).is_gt() && graph.symbol(other).kind() != SymbolKind::File
    };
    // Few have as high a score: the rest is not looked at closely.
    let near = scores.iter().enumerate().filter(|(_, score)| **score >= scores[id.ix()]);
    (1 + near.filter(|&(ix, _)| before(ix)).count(), graph.n_symbols() - graph.n_files())
}

pub(super) fn load_bearing(graph: &Graph<'_>) -> Option<Plan> {
    // Two types that mention each other and nothing else pass to and fro what little the rest lends them.
    let authority = |id: SymbolId| graph.symbol_authority[id.ix()];
    let kits = kits(graph);
    let of_program = |symbol: Symbol<'_>| !kits.contains(&symbol.package());
    let chosen = highest(graph, of_program, authority, |id| from_others(graph, id));
    let why = chosen.iter().map(|&id| {
        let (place, total) = place(graph, graph.symbol_authority, id);
        format!(
            "Rank {} of {} by how much depends on it, directly and indirectly; {} directly.",
            grouped(place as u64),
            grouped(total as u64),
            counted(graph.symbol_in_degree[id.ix()] as usize, "symbol depends on it", "symbols depend on it")
        )
    });
    let why = why.collect();
    assembled(graph, &chosen, why, Direction::BottomUp, |stops, order, pairs| Plan {
        title: "What carries the load".to_owned(),
        description: format!(
            "The symbols that most code depends on, spread over its packages; each after what it depends on itself{}.",
            circles(graph, &chosen, order)
        ),
        preface: String::new(),
        name: "load-bearing".to_owned(),
        kind: Kind::LoadBearing.word(),
        stops,
        pairs,
        back: order.back,
    })
}

pub(super) fn controlling(graph: &Graph<'_>) -> Option<Plan> {
    let kits = kits(graph);
    let of_program = |symbol: Symbol<'_>| !kits.contains(&symbol.package());
    let chosen = highest(graph, of_program, |id| graph.symbol_hub[id.ix()], |_| 1.0);
    let why = chosen.iter().map(|&id| {
        let (place, total) = place(graph, graph.symbol_hub, id);
        format!(
            "Rank {} of {} by how much it controls, directly and indirectly; it depends on {} directly.",
            grouped(place as u64),
            grouped(total as u64),
            counted(graph.symbol_out_degree[id.ix()] as usize, "symbol", "symbols")
        )
    });
    let why = why.collect();
    assembled(graph, &chosen, why, Direction::TopDown, |stops, order, pairs| Plan {
        title: "What controls the rest".to_owned(),
        description: format!(
            "The symbols that control most of the code, spread over its packages; each before what it calls{}.",
            circles(graph, &chosen, order)
        ),
        preface: String::new(),
        name: "controlling".to_owned(),
        kind: Kind::Controlling.word(),
        stops,
        pairs,
        back: order.back,
    })
}
