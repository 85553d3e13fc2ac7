//! The answers of the tools, with a file for each.

pub(super) mod impact;
pub(super) mod overview;
pub(super) mod path;
pub(super) mod ranking;
pub(super) mod relations;
pub(super) mod search;
pub(super) mod symbol;

use crate::model::{Graph, SymbolId};

/// The name and the place of a symbol, like `pkg.Recv.Name  path:line`.
fn place(graph: &Graph<'_>, symbol: SymbolId) -> String {
    let (path, line) = graph.place(symbol);
    format!("{}  {path}:{line}", graph.symbol(symbol).label())
}

/// Line numbers of one file, like `12, 40 and 3 more`.
fn lines(lines: &[u32]) -> String {
    const MAX_LINES: usize = 4;
    let shown: Vec<String> = lines.iter().take(MAX_LINES).map(u32::to_string).collect();
    let more = lines.len().saturating_sub(MAX_LINES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &more
}
