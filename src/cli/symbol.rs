//! SYMBOL arguments.

use std::io::{self, Write as _};

use serde_json::{Value, json};

use super::Failure;
use crate::index::Snapshot;
use crate::model::{self, Graph, NotFound, Symbol, SymbolId, SymbolKind, clean, grouped, symbol_flag};
use crate::platform::below_root;

/// Most other variants that are named.
const MAX_VARIANTS: usize = 3;

/// The JSON of a symbol: id, names, kind and place.
pub(super) fn symbol_json(symbol: Symbol<'_>) -> Value {
    json!({
        "symbolId": symbol.id_text(),
        "name": symbol.name(),
        "qualifiedName": symbol.qualified(),
        "kind": symbol.kind().name(),
        "file": symbol.path(),
        "line": symbol.line(),
    })
}

/// The symbol that an argument names. Paths may begin at the machine's root, as in an editor. If a symbol has variants, a
/// note on standard error names the one that is taken.
///
/// # Errors
/// A failure that lists the candidates (exit codes 3 and 4).
pub fn resolve(snapshot: &Snapshot, text: &str) -> Result<SymbolId, Failure> {
    if text.trim().is_empty() {
        return Err(Failure::usage("a SYMBOL is empty: give an id, a name or FILE:LINE"));
    }
    let graph = snapshot.graph();
    let found = model::resolve_with_variants(&graph, &below_root(text, snapshot.root()))
        .map_err(|error| not_found(&graph, text, error))?;
    let notes = [(found.len() > 1).then(|| one_of(&graph, text, &found)), namesakes(&graph, text, found[0])];
    for note in notes.iter().flatten() {
        let _ = writeln!(io::stderr(), "codegraph-tui: {}", clean(note));
    }
    Ok(found[0])
}

/// Members with the same name as a whole declaration; a bare name means the declaration.
fn namesakes(graph: &Graph<'_>, text: &str, meant: SymbolId) -> Option<String> {
    let symbol = graph.symbol(meant);
    if symbol.qualified() != text {
        return None;
    }
    let mut members = graph.symbols().filter(|other| other.name() == text && other.qualified() != text);
    let first = members.next()?;
    let (others, first) = (members.count() + 1, first.qualified());
    let others = match others {
        1 => "1 member is".to_owned(),
        _ => format!("{} members are", grouped(others as u64)),
    };
    Some(format!("using `{text}` in {}; {others} also named so, such as {first}", symbol.path()))
}

/// A note on which of several variants of a symbol, or packages of a folder, is taken: the first.
fn one_of(graph: &Graph<'_>, text: &str, variants: &[SymbolId]) -> String {
    if graph.symbol(variants[0]).kind() == SymbolKind::Package {
        let ids: Vec<String> = variants.iter().map(|&id| graph.symbol(id).id_text()).collect();
        let others = ids[1..].join(", ");
        return format!("`{text}` holds {} packages: using {}, not {others}", ids.len(), ids[0]);
    }
    let path = |&id: &SymbolId| graph.symbol(id).path();
    let taken = if graph.symbol(variants[0]).has(symbol_flag::CONSTRAINED) {
        format!(", none of them for {}: using the most depended on,", graph.build_name())
    } else {
        format!(": using the one for {},", graph.build_name())
    };
    let mut others: Vec<&str> = variants[1..].iter().map(path).collect();
    others.dedup();
    let more = others.len().saturating_sub(MAX_VARIANTS);
    others.truncate(MAX_VARIANTS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let (count, others) = (variants.len(), others.join(", "));
    format!(
        "`{text}` has {count} build variants{taken} in {}; the others are in {others}{more}",
        path(&variants[0])
    )
}

/// The message for a text that names no symbol, or several.
pub(super) fn not_found(graph: &Graph<'_>, text: &str, error: NotFound) -> Failure {
    let ids = |symbols: Vec<SymbolId>| symbols.into_iter().map(|id| graph.symbol(id).id_text()).collect();
    match error {
        NotFound::Unknown { near } => {
            Failure::UnknownSymbol { what: "symbol", text: text.to_owned(), near: ids(near) }
        }
        NotFound::Between { nearest } => {
            Failure::NoDeclaration { text: text.to_owned(), nearest: ids(nearest) }
        }
        NotFound::Ambiguous { candidates } => {
            Failure::AmbiguousSymbol { text: text.to_owned(), candidates: ids(candidates) }
        }
    }
}
