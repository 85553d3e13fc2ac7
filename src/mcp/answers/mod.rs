//! The answers of the tools, with a file for each.

pub(super) mod impact;
pub(super) mod overview;
pub(super) mod path;
pub(super) mod ranking;
pub(super) mod relations;
pub(super) mod search;
mod source;
pub(super) mod symbol;
mod task;

use crate::model::{Graph, SymbolId};

/// The name and the place of a symbol, like `pkg.Recv.Name  path:line`.
fn place(graph: &Graph<'_>, symbol: SymbolId) -> String {
    let (path, line) = graph.place(symbol);
    format!("{}  {path}:{line}", graph.symbol(symbol).label())
}
