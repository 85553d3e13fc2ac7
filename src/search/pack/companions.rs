//! Companions of shown code that were not asked for: the types and constants that it uses, and the imports that it
//! speaks of.

use rustc_hash::FxHashMap;

use crate::golang::needed_imports;
use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind};
use crate::search::pack::texts::{FileReader, Texts};

/// Types and constants at most, and of how many rows.
const MAX_USED: usize = 24;
const ROWS_WITH_USED: usize = 20;
/// Rows whose imports are told.
const ROWS_WITH_IMPORTS: usize = 40;

/// A type or constant that comes with rows.
pub(crate) struct Companion {
    pub(crate) symbol: SymbolId,
    pub(crate) worth: f64,
    /// The rows, by place.
    pub(crate) of: Vec<usize>,
}

/// Types and constants that the best rows refer to and that are no rows themselves, what is worth most first. O(edges of
/// the rows).
pub(crate) fn companions(graph: &Graph<'_>, rows: &[(SymbolId, f64)]) -> Vec<Companion> {
    let mut found: FxHashMap<SymbolId, (f64, Vec<usize>)> = FxHashMap::default();
    for (place, &(symbol, score)) in rows.iter().enumerate().take(ROWS_WITH_USED) {
        for edge in graph.outgoing(symbol).filter(|edge| edge.kind == EdgeKind::Uses) {
            let kind = graph.symbol(edge.to).kind();
            if kind.is_type() || kind == SymbolKind::Const {
                let (worth, of) = found.entry(edge.to).or_default();
                *worth += score * f64::from(edge.strength());
                of.push(place);
            }
        }
    }
    for (row, _) in rows {
        found.remove(row);
    }
    let used = |(symbol, (worth, of))| Companion { symbol, worth, of };
    let mut found: Vec<Companion> = found.into_iter().map(used).collect();
    found.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.symbol.cmp(&b.symbol)));
    found.truncate(MAX_USED);
    found
}

/// The imports that the text of a row speaks of. Paths of the standard library go without saying, unless the file gives
/// them another name.
pub(crate) fn imports(
    graph: &Graph<'_>,
    (rank, symbol): (usize, SymbolId),
    texts: &Texts,
    read: &mut FileReader<'_>,
) -> Vec<String> {
    let file = graph.symbol(symbol).file().filter(|_| rank < ROWS_WITH_IMPORTS);
    let Some(bytes) = file.and_then(read) else { return Vec::new() };
    let mut specs = needed_imports(&bytes, &[&texts.source]);
    // A path of the standard library has no dot in its first part.
    let is_said = |spec: &String| {
        !spec.starts_with('"') || spec.split('/').next().is_some_and(|part| part.contains('.'))
    };
    specs.retain(is_said);
    specs
}
