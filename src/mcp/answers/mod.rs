//! What the tools answer, a file for each.

pub(super) mod impact;
pub(super) mod overview;
pub(super) mod path;
pub(super) mod relations;
pub(super) mod search;
pub(super) mod seeds;
pub(super) mod symbol;

use crate::model::{Graph, SymbolId};

/// `pkg.Recv.Name  path:line`: what a symbol is called and where it stands.
fn place(graph: &Graph<'_>, symbol: SymbolId) -> String {
    let (path, line) = graph.place(symbol);
    format!("{}  {path}:{line}", graph.symbol(symbol).label())
}

/// Lines of one file: `12, 40 and 3 more`.
fn lines(lines: &[u32]) -> String {
    const MOST: usize = 4;
    let shown: Vec<String> = lines.iter().take(MOST).map(u32::to_string).collect();
    let more = lines.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &more
}
