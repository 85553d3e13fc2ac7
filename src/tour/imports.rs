//! The packages that are linked with one.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, Graph, SymbolId};

/// The packages of a graph with their files, without those of tests.
pub(super) struct Imports<'g> {
    graph: &'g Graph<'g>,
    files: FxHashMap<SymbolId, Vec<SymbolId>>,
}

impl<'g> Imports<'g> {
    /// O(files).
    pub(super) fn of(graph: &'g Graph<'g>) -> Self {
        let mut files: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
        let all = graph.file_symbol.iter().map(|&file| graph.symbol(SymbolId(file)));
        for file in all.filter(|file| !file.is_test()) {
            files.entry(file.package()).or_default().push(file.id);
        }
        Self { graph, files }
    }

    /// The files of a package.
    pub(super) fn files(&self, package: SymbolId) -> impl Iterator<Item = SymbolId> {
        self.files.get(&package).into_iter().flatten().copied()
    }

    /// A package with all that it imports, directly or indirectly.
    pub(super) fn linked(&self, package: SymbolId) -> FxHashSet<SymbolId> {
        let (mut seen, mut next) = (FxHashSet::from_iter([package]), vec![package]);
        while let Some(package) = next.pop() {
            let edges = self.files(package).flat_map(|file| self.graph.outgoing(file));
            let imported = edges.filter(|edge| edge.kind == EdgeKind::Imports).map(|edge| edge.to);
            next.extend(imported.filter(|&import| seen.insert(import)));
        }
        seen
    }
}
