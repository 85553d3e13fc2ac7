//! SYMBOL arguments.

use super::Failure;
use crate::index::Snapshot;
use crate::model::{self, Graph, NotFound, SymbolId};

/// The symbol that an argument names, or the failure that lists what it might have meant (exit codes 3 and 4). Paths may
/// begin at the machine's root, as an editor has them.
pub fn resolve(snapshot: &Snapshot, text: &str) -> Result<SymbolId, Failure> {
    let graph = snapshot.graph();
    let root = snapshot.root().to_string_lossy();
    let below = text.strip_prefix(root.as_ref()).and_then(|rest| rest.strip_prefix(['/', '\\']));
    model::resolve(&graph, below.unwrap_or(text)).map_err(|error| not_found(&graph, text, error))
}

/// What to tell of a text that names nothing, or several.
pub(super) fn not_found(graph: &Graph<'_>, text: &str, error: NotFound) -> Failure {
    let ids = |symbols: Vec<SymbolId>| symbols.into_iter().map(|id| graph.symbol(id).id_text()).collect();
    match error {
        NotFound::Unknown { near } => Failure::UnknownSymbol { text: text.to_owned(), near: ids(near) },
        NotFound::Ambiguous { candidates } => {
            Failure::AmbiguousSymbol { text: text.to_owned(), candidates: ids(candidates) }
        }
    }
}
