//! Companions of shown code that were not asked for: the types and constants that it uses, the imports that it speaks
//! of, and the sentence with which the doc comment of its package begins.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::golang::needed_imports;
use crate::golang::standalone::Declaration;
use crate::model::{EdgeKind, FileId, Graph, SymbolId, SymbolKind};
use crate::search::pack::texts::{FileReader, Texts};
use crate::tour::package_sentence;

/// Types and constants at most, and of how many rows.
const MAX_USED: usize = 24;
const ROWS_WITH_USED: usize = 20;
/// Rows whose files show their imports, and whose packages say what they are for.
const ROWS_WITH_HEADS: usize = 40;
/// Worth of imports and of a package's sentence, as a part of the rows that they come with.
const IMPORTS: f64 = 10.0;
const SENTENCE: f64 = 5.0;
/// A package's sentence is cut behind so many characters.
const LONGEST_SENTENCE: usize = 200;

/// A symbol that comes with rows.
pub(crate) struct Companion {
    pub(crate) symbol: SymbolId,
    pub(crate) worth: f64,
    /// The rows, by place.
    pub(crate) of: Vec<usize>,
    /// Where it stands for no declaration but for the beginning of a file.
    pub(crate) head: Option<FileBeginning>,
}

/// The imports of a file, or the clause of a package, with its place.
pub(crate) struct FileBeginning {
    pub(crate) path: String,
    pub(crate) line: u32,
    pub(crate) signature: String,
    /// As a comment; empty without one.
    pub(crate) doc: String,
}

/// Finds the companions of rows, which have `texts`: types and constants, the most valuable first, then heads of files
/// and packages in the order of the rows. O(edges of the rows and text of their files' heads).
pub(crate) fn companions(
    graph: &Graph<'_>,
    rows: &[(SymbolId, f64)],
    texts: &[Texts],
    read: &mut FileReader<'_>,
) -> Vec<Companion> {
    let mut companions = used(graph, rows);
    companions.extend(imports(graph, rows, texts, read));
    companions.extend(sentences(graph, rows, read));
    companions
}

/// Types and constants that the best rows refer to and that are no rows themselves.
fn used(graph: &Graph<'_>, rows: &[(SymbolId, f64)]) -> Vec<Companion> {
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
    let used = |(symbol, (worth, of))| Companion { symbol, worth, of, head: None };
    let mut found: Vec<Companion> = found.into_iter().map(used).collect();
    found.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.symbol.cmp(&b.symbol)));
    found.truncate(MAX_USED);
    found
}

/// Rows with something in common, by place, and what they are worth together.
struct CompanionGroup<K> {
    key: K,
    of: Vec<usize>,
    worth: f64,
}

/// The best rows by a key of theirs, in the order in which the keys appear.
fn grouped<K: PartialEq>(
    rows: &[(SymbolId, f64)],
    key: impl Fn(SymbolId) -> Option<K>,
) -> Vec<CompanionGroup<K>> {
    let mut groups: Vec<CompanionGroup<K>> = Vec::new();
    for (place, &(symbol, score)) in rows.iter().enumerate().take(ROWS_WITH_HEADS) {
        let Some(key) = key(symbol) else { continue };
        match groups.iter_mut().find(|group| group.key == key) {
            Some(group) => {
                group.of.push(place);
                group.worth += score;
            }
            None => groups.push(CompanionGroup { key, of: vec![place], worth: score }),
        }
    }
    groups
}

/// The imports that the rows of each file speak of.
fn imports(
    graph: &Graph<'_>,
    rows: &[(SymbolId, f64)],
    texts: &[Texts],
    read: &mut FileReader<'_>,
) -> Vec<Companion> {
    let files = grouped(rows, |symbol| graph.symbol(symbol).file());
    let contents: Vec<_> = files.into_iter().map(|group| (read(group.key), group)).collect();
    let companion =
        |(bytes, CompanionGroup { key: file, of, worth }): (Option<Arc<[u8]>>, CompanionGroup<FileId>)| {
            let pieces: Vec<&str> = of.iter().map(|&place| texts[place].source.as_str()).collect();
            let (line, specs) = needed_imports(&bytes?, &pieces)?;
            let signature = match &specs[..] {
                [one] => format!("import {one}"),
                several => format!("import ({})", several.join("; ")),
            };
            let head =
                FileBeginning { path: graph.path(file).to_owned(), line, signature, doc: String::new() };
            let symbol = SymbolId(graph.file_symbol[file.ix()]);
            Some(Companion { symbol, worth: IMPORTS * worth, of, head: Some(head) })
        };
    contents.into_par_iter().filter_map(companion).collect()
}

/// Returns the first sentences of the doc comments of the rows' packages.
fn sentences(graph: &Graph<'_>, rows: &[(SymbolId, f64)], read: &mut FileReader<'_>) -> Vec<Companion> {
    let packages = grouped(rows, |symbol| Some(graph.symbol(symbol).package()));
    let files: Vec<_> =
        packages.into_par_iter().filter_map(|group| Some((graph.primary_file(group.key)?, group))).collect();
    let contents: Vec<_> =
        files.into_iter().filter_map(|(file, group)| Some((file, read(file)?, group))).collect();
    let companion = |(file, bytes, group): (FileId, Arc<[u8]>, CompanionGroup<SymbolId>)| {
        let CompanionGroup { key: symbol, of, worth } = group;
        let declaration = Declaration::of(graph, SymbolId(graph.file_symbol[file.ix()]));
        let doc = bytes.get(declaration.doc.start as usize..declaration.doc.end as usize)?;
        let name = graph.symbol(symbol).name();
        let sentence = package_sentence(doc, name, LONGEST_SENTENCE)?;
        let before = bytes.get(..declaration.doc.end as usize).unwrap_or_default();
        let head = FileBeginning {
            path: graph.path(file).to_owned(),
            line: memchr::memchr_iter(b'\n', before).count() as u32 + 2,
            signature: format!("package {name}"),
            doc: format!("// {sentence}"),
        };
        Some(Companion { symbol, worth: SENTENCE * worth, of, head: Some(head) })
    };
    contents.into_par_iter().filter_map(companion).collect()
}
