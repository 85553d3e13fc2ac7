//! Reads assembly, which the graph does not contain.

use std::fs;
use std::path::Path;

use super::fs::on_disk;
use super::git::clone_gaps;
use super::snapshot::Snapshot;
use crate::impact::is_assembly;
use crate::model::{SymbolId, counted, folder};
use crate::relations::RelationKind;
use crate::search::{Answer, Found, LookupFound};
use crate::unused;

/// The most symbols of a question whose uses in assembly are looked for.
const MAX_SYMBOLS: usize = 8;

/// Adds to an answer about callers or users what the graph cannot contain: places where assembly names what was asked
/// about, and files that are not checked out. The latter may also be why a question found no answer of its kind and was
/// read as words. Reads the assembly beside it.
pub(super) fn add_assembly(snapshot: &Snapshot, answer: &mut Answer) {
    match &mut answer.found {
        Found::Lookup(lookup) => {
            if let LookupFound::Relation(relation) = &lookup.found
                && relation.kind.is_some_and(RelationKind::is_of_uses)
            {
                lookup.in_assembly = unseen_users(snapshot, &relation.named);
            }
        }
        Found::Ranked(ranked) if !answer.problems.is_empty() => {
            answer.problems.extend(unseen_users(snapshot, &ranked.unused));
        }
        Found::Ranked(_) => {}
    }
}

/// Sentences about users of some symbols that the graph cannot contain: places of assembly, and files that are not checked
/// out. Reads the assembly beside them.
pub fn unseen_users(snapshot: &Snapshot, symbols: &[SymbolId]) -> Vec<String> {
    let named = symbols.iter().take(MAX_SYMBOLS);
    let in_assembly = named.filter_map(|&symbol| uses_in_assembly(snapshot, symbol));
    let absent = clone_gaps(snapshot.root()).of_tree().into_iter().map(|gap| gap.text);
    in_assembly.chain(absent).collect()
}

/// A sentence about the places where assembly of its package names a symbol. None if there are none. Reads the
/// assembly beside it.
pub fn uses_in_assembly(snapshot: &Snapshot, symbol: SymbolId) -> Option<String> {
    let graph = snapshot.graph();
    let symbol = graph.symbol(symbol);
    symbol.file()?;
    let files = assembly_in(snapshot.root(), folder(symbol.path()));
    let mut places = files.iter().flat_map(|(path, bytes)| {
        let lines = unused::references(symbol, &String::from_utf8_lossy(bytes));
        lines.into_iter().map(move |line| format!("{path}:{line}"))
    });
    let first = places.next()?;
    let more = match places.count() {
        0 => String::new(),
        more => format!(" and {}", counted(more, "more place")),
    };
    Some(format!("assembly refers to {}: {first}{more}", symbol.label()))
}

/// The paths and contents of the assembly files of a folder. Links are not followed.
pub(super) fn assembly_in(root: &Path, folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let names = names.filter(|name| name.rsplit_once('.').is_some_and(|(_, ending)| is_assembly(ending)));
    let mut paths: Vec<String> =
        names.map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") }).collect();
    paths.sort_unstable();
    paths.into_iter().filter_map(|path| on_disk(root, &path).map(|bytes| (path, bytes))).collect()
}
