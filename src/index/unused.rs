//! Reads what the search for unused code needs besides the graph: the texts of Go files, and assembly.

use std::collections::BTreeSet;
use std::path::Path;

use super::assembly::assembly_in;
use super::git::{Diff, clone_gaps};
use super::parse;
use super::snapshot::Snapshot;
use crate::impact::Radius;
use crate::model::{FileId, Symbol, SymbolId, counted, first_of, folder};
use crate::unused::{self, Options, SourceTexts, UnseenUse, UnseenUseKind, Unused};

/// Finds the code that nothing in a tree reaches; `None` if `cancelled` returned true. Reads all Go files of the
/// snapshot twice.
pub fn find_unused(
    snapshot: &Snapshot,
    options: Options,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Unused> {
    let graph = snapshot.graph();
    let paths = (0..graph.n_files() as u32).map(|file| graph.path(FileId(file)));
    let folders: BTreeSet<&str> = paths.map(folder).collect();
    let root = snapshot.root();
    let assembly: Vec<Vec<u8>> =
        folders.into_iter().flat_map(|folder| texts(assembly_in(root, folder))).collect();
    let text = |path: &str| text_in(root, path);
    unused::find(&graph, SourceTexts { text: &text, assembly: &assembly, cancelled }, options)
}

/// Finds possible uses of a declaration to which no edge leads; empty once `cancelled` holds. Reads its file, the files
/// with unbound code, and the assembly beside it.
pub fn unseen_uses(
    snapshot: &Snapshot,
    symbol: SymbolId,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<UnseenUse> {
    let (graph, root) = (snapshot.graph(), snapshot.root());
    let (text, assembly) = (|path: &str| text_in(root, path), assembly_beside(snapshot, symbol));
    let tree = SourceTexts { text: &text, assembly: &assembly, cancelled };
    let mut uses = unused::unseen_uses(&graph, tree, symbol).unwrap_or_default();
    uses.extend(not_checked_out(root));
    uses.extend(linked(snapshot, symbol));
    uses
}

/// The other paths of the file of a symbol, if links lead to it.
fn linked(snapshot: &Snapshot, symbol: SymbolId) -> Option<UnseenUse> {
    let graph = snapshot.graph();
    let path = graph.symbol(symbol).path();
    let twins = snapshot.meta().twins(path);
    let first = twins.first()?;
    let more = match twins.len() - 1 {
        0 => String::new(),
        more => format!(" and {}", counted(more, "more path")),
    };
    let text = format!("{path} is also {first}{more} by a link, and a change is one of all of them");
    Some(UnseenUse { kind: UnseenUseKind::LinkedFile, text })
}

/// Code that git has and the tree lacks.
fn not_checked_out(root: &Path) -> impl Iterator<Item = UnseenUse> {
    let gaps = clone_gaps(root).of_tree().into_iter();
    gaps.map(|gap| UnseenUse { kind: UnseenUseKind::NotCheckedOut, text: gap.text })
}

/// Why tests that are not listed may execute a change, as far as the code that it travels to has a cause.
/// Files of a diff that tests may read are one, too.
pub fn unseen_tests(snapshot: &Snapshot, radius: &Radius, diff: Option<&Diff>) -> Vec<UnseenUse> {
    let (graph, root) = (snapshot.graph(), snapshot.root());
    let impact = &radius.impact;
    let rows = impact.affected.iter().chain(&impact.hidden).map(|row| row.symbol);
    let reached = impact.roots.iter().copied().chain(rows).filter(|&symbol| !graph.symbol(symbol).is_test());
    let reached: BTreeSet<SymbolId> = reached.collect();
    let reached: Vec<SymbolId> = reached.into_iter().collect();
    let tests = radius.tests.iter().map(|test| test.symbol);
    let declared = impact.roots.iter().copied().chain(tests).map(|symbol| graph.symbol(symbol));
    let paths = declared.filter(|symbol| symbol.file().is_some()).map(Symbol::path);
    let folders: BTreeSet<&str> =
        paths.map(|path| path.rsplit_once('/').map_or(".", |(folder, _)| folder)).collect();
    let folders: Vec<&str> = folders.into_iter().collect();
    let assembly = match impact.roots[..] {
        [root] => assembly_beside(snapshot, root),
        _ => Vec::new(),
    };
    let text = |path: &str| text_in(root, path);
    let tree = SourceTexts { text: &text, assembly: &assembly, cancelled: &|| false };
    let mut unseen = unused::unseen_tests(&graph, tree, &impact.roots, &reached, &folders);
    unseen.extend(not_checked_out(root));
    let mut linked = impact.roots.iter().filter_map(|&symbol| linked(snapshot, symbol));
    unseen.extend(linked.next());
    unseen.extend(diff.and_then(read_unseen));
    unseen
}

/// The changed files that tests may read, though no code names them.
fn read_unseen(diff: &Diff) -> Option<UnseenUse> {
    let first = diff.unread().next()?;
    let all = diff.unread().count();
    let text = format!("{} that tests may read: {}", counted(all, "changed file"), first_of(first, all));
    Some(UnseenUse { kind: UnseenUseKind::File, text })
}

fn text_in(root: &Path, path: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    parse::read(root, path, &mut bytes).ok().map(|()| bytes)
}

fn assembly_beside(snapshot: &Snapshot, symbol: SymbolId) -> Vec<Vec<u8>> {
    let graph = snapshot.graph();
    let symbol = graph.symbol(symbol);
    if symbol.file().is_none() {
        return Vec::new();
    }
    texts(assembly_in(snapshot.root(), folder(symbol.path())))
}

fn texts(files: Vec<(String, Vec<u8>)>) -> Vec<Vec<u8>> {
    files.into_iter().map(|(_, bytes)| bytes).collect()
}
