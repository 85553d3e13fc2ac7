//! Finds the importers of packages, and their imports.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::kind::RelationKind;
use crate::golang::module::{is_std_path, passed_over};
use crate::model::{EdgeId, EdgeKind, EdgeRef, Graph, SymbolId};

/// A package at the other end of imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportEnd {
    pub package: SymbolId,
    /// The package of the target that it imports, or that imports it; `None` for one from outside.
    pub of: Option<SymbolId>,
    /// An edge of the import; `None` for one from outside.
    pub edge: Option<EdgeId>,
    /// The importing files, each with the line of its import; code first.
    pub sites: Vec<(SymbolId, u32)>,
}

impl ImportEnd {
    /// Returns whether a file that is no test has the import.
    pub fn is_built(&self, graph: &Graph<'_>) -> bool {
        self.sites.iter().any(|&(file, _)| !graph.symbol(file).is_test())
    }
}

/// Collects imports by the package at the other end.
#[derive(Default)]
struct ImportEnds(BTreeMap<SymbolId, ImportEnd>);

impl ImportEnds {
    fn add(&mut self, end: ImportEnd) {
        match self.0.entry(end.package) {
            Entry::Vacant(place) => {
                place.insert(end);
            }
            Entry::Occupied(mut known) => known.get_mut().sites.extend(end.sites),
        }
    }

    fn add_edge(&mut self, edge: &EdgeRef<'_>, package: SymbolId, of: SymbolId) {
        let line = edge.lines.first().copied().unwrap_or_default();
        let sites = vec![(edge.from, line)];
        self.add(ImportEnd { package, of: Some(of), edge: Some(edge.id), sites });
    }

    /// The ends in order: those that only tests import last, the more important first.
    fn in_order(self, graph: &Graph<'_>) -> Vec<ImportEnd> {
        let mut ends: Vec<ImportEnd> = self.0.into_values().collect();
        for end in &mut ends {
            end.sites.sort_by_key(|&(file, line)| (graph.symbol(file).is_test(), file, line));
        }
        ends.sort_by_cached_key(|end| {
            let is_data = passed_over(graph.symbol(end.package).path()).is_some();
            // Authorities are not negative, so their bits sort like their values.
            (!end.is_built(graph), is_data, Reverse(graph.authority(end.package).to_bits()), end.package)
        });
        ends
    }
}

/// Returns the packages that import some packages, or that these import. O(files + imports of these).
pub fn imports(graph: &Graph<'_>, kind: RelationKind, packages: &[SymbolId]) -> Vec<ImportEnd> {
    let mut ends = ImportEnds::default();
    for &package in packages {
        if kind == RelationKind::Importers {
            for edge in graph.incoming(package).filter(|edge| edge.kind == EdgeKind::Imports) {
                ends.add_edge(&edge, graph.symbol(edge.from).package(), package);
            }
            continue;
        }
        let files = graph.files_of(package).map(|file| SymbolId(graph.file_symbol[file.ix()]));
        for edge in files.flat_map(|file| graph.outgoing(file)).filter(|edge| edge.kind == EdgeKind::Imports)
        {
            ends.add_edge(&edge, edge.to, package);
        }
    }
    ends.0.retain(|end, _| !packages.contains(end));
    ends.in_order(graph)
}

/// Returns the packages whose files have some imports of packages from outside, as (file, line).
pub fn imports_from_outside(
    graph: &Graph<'_>,
    sites: impl IntoIterator<Item = (SymbolId, u32)>,
) -> Vec<ImportEnd> {
    let mut ends = ImportEnds::default();
    for site in sites {
        let package = graph.symbol(site.0).package();
        ends.add(ImportEnd { package, of: None, edge: None, sites: vec![site] });
    }
    ends.in_order(graph)
}

/// Returns the external import paths of some packages, without tests; other modules before the standard library.
/// O(imports from outside).
pub fn outward_imports<'g>(graph: &Graph<'g>, packages: &[SymbolId]) -> Vec<&'g str> {
    let is_of_these = |file: SymbolId| {
        let file = graph.symbol(file);
        !file.is_test() && packages.contains(&file.package())
    };
    let outside = graph.imports_outside().filter(|&(file, ..)| is_of_these(file));
    let mut paths: Vec<&str> = outside.map(|(_, path, _)| path).collect();
    paths.sort_unstable_by_key(|path| (is_std_path(path), *path));
    paths.dedup();
    paths
}
