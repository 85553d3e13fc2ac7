//! Rank that mutual references inflate. Two symbols that reference only each other return each other's rank: each has
//! [`DAMPING`]² of its rank from itself, and so about three and a half times what the rest of the code lends it.

use super::links::leans_on;
use super::pagerank::DAMPING;
use crate::model::{Graph, SymbolId};

/// The part of the authority of a symbol that it does not have from itself by cycles of length two, in (0, 1]. O(its
/// edges, and those of all symbols that it depends on).
pub fn share_from_others(graph: &Graph<'_>, symbol: SymbolId) -> f64 {
    let row = leans_on(graph, symbol);
    let back = |&other: &SymbolId| {
        let back = leans_on(graph, other);
        if back.contains(&symbol) { DAMPING * DAMPING / (row.len() * back.len()) as f64 } else { 0.0 }
    };
    1.0 - row.iter().map(back).sum::<f64>()
}
