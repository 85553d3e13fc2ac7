//! Questions for a package's importers or imports.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::golang::module::{is_std_path, passed_over};
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId};
use crate::search::names::packages;
use crate::search::query::readers::unanswered::no_ends;
use crate::search::query::reading::{Input, ReadOptions, Reader, ReaderOutcome, Reading};
use crate::search::query::relation::{Ends, Relation};
use crate::search::query::relation_kind::RelationKind;

/// An import of one package by another.
#[derive(Clone, Copy)]
struct ImportSite {
    /// The importing file, and the line.
    file: SymbolId,
    line: u32,
    /// The package at the other end.
    end: SymbolId,
}

/// Facts about a package at the other end.
#[derive(Default)]
struct ImportEnd {
    /// True if some file that is no test has the import.
    is_built: bool,
    /// True if what narrows the question lets an import through.
    is_admitted: bool,
    /// The first import: whether a test imports, the file, and the line.
    import: Option<(bool, SymbolId, u32)>,
}

pub(crate) const IMPORTS: Reader = Reader {
    name: "imports",
    about: "The packages that import a package, of this tree or from outside, or those that it imports.",
    examples: &["who imports net/http", "what does internal/queue import"],
    read,
};

/// The packages at the other ends of a package's imports. O(files + packages + imports).
fn read(input: &Input<'_>) -> ReaderOutcome {
    let Some(asked) = (*input.relation).as_ref().filter(|asked| asked.kind.is_of_packages()) else {
        return ReaderOutcome::Pass;
    };
    let Some(relation) = relation(input.graph(), asked.kind, asked.name.clone(), &input.options) else {
        return ReaderOutcome::Pass;
    };
    let why = (!relation.has_ends()).then(|| no_ends(input.graph(), &relation, &asked.name));
    Reading::of_relation(relation, asked.corrections.clone(), why)
}

/// The packages at the other ends of a package's imports: those of tests only last, the more important first. `None`
/// if the tree neither has nor imports the package.
fn relation(
    graph: &Graph<'_>,
    asked: RelationKind,
    name: String,
    options: &ReadOptions<'_>,
) -> Option<Relation> {
    let named = packages::named(graph, &name);
    // The imports of external packages are unknown.
    let is_outside = named.is_empty() && asked == RelationKind::Importers;
    let outside = if is_outside { packages::outside(graph, &name) } else { Vec::new() };
    if named.is_empty() && outside.is_empty() {
        return None;
    }
    let mut ends: BTreeMap<SymbolId, ImportEnd> = BTreeMap::new();
    let mut of: FxHashMap<SymbolId, SymbolId> = FxHashMap::default();
    let mut add = |ImportSite { file, end, line }: ImportSite| {
        let import = (graph.symbol(file).is_test(), file, line);
        let file = graph.symbol(file);
        // A scope applies to the importing file, or to the imported package.
        let home = if asked == RelationKind::Importers { file } else { graph.symbol(end) };
        let known = ends.entry(end).or_default();
        known.is_built |= !file.is_test();
        known.import = Some(known.import.map_or(import, |first| first.min(import)));
        known.is_admitted |= options.qualifiers.admit_as(home, graph.symbol(end).kind(), file.flags());
    };
    for &package in &named {
        for import in imports(graph, asked, package) {
            add(import);
            of.entry(import.end).or_insert(package);
        }
    }
    for &(file, _, line) in &outside {
        add(ImportSite { file, end: graph.symbol(file).package(), line });
    }
    ends.retain(|end, _| !named.contains(end));
    let all = ends.len();
    let mut told: Vec<(SymbolId, ImportEnd)> = ends.into_iter().filter(|(_, end)| end.is_admitted).collect();
    told.sort_by_cached_key(|&(id, ImportEnd { is_built, .. })| {
        let is_data = passed_over(graph.symbol(id).path()).is_some();
        // Authorities are not negative, so their bits sort like their values.
        (!is_built, is_data, Reverse(graph.authority(id).to_bits()), id)
    });
    let fitting = told.len();
    told.truncate(options.limit);
    if named.len() == 1 {
        of.clear();
    }
    let mut paths: Vec<&str> = outside.iter().map(|&(_, path, _)| path).collect();
    paths.sort_unstable();
    paths.dedup();
    let meant = match &named[..] {
        [] => match &paths[..] {
            [one] => (*one).to_owned(),
            several => format!("{} packages of {name}", several.len()),
        },
        [one] => graph.symbol(*one).label(),
        several => format!("{} packages called {name}", several.len()),
    };
    let is_said_there = asked == RelationKind::Importers;
    let said_at = told.iter().filter(|_| is_said_there).filter_map(|(id, end)| Some((*id, end.import?)));
    let relation = Relation {
        said_at: said_at.map(|(id, (_, file, line))| (id, (file, line))).collect(),
        words: asked.words(),
        meant,
        name,
        outward: if asked == RelationKind::Imports { outward(graph, &named) } else { Vec::new() },
        narrowed_to: options.qualifiers.describe(),
        ends: Ends { told: told.into_iter().map(|(id, _)| id).collect(), fitting, all },
        named,
        of,
        ..Relation::default()
    };
    Some(relation.with_roles())
}

/// The external import paths of some packages, without tests; other modules before the standard library.
fn outward(graph: &Graph<'_>, packages: &[SymbolId]) -> Vec<String> {
    let is_of_these = |file: SymbolId| {
        let file = graph.symbol(file);
        !file.is_test() && packages.contains(&file.package())
    };
    let outside = graph.imports_outside().filter(|&(file, ..)| is_of_these(file));
    let mut paths: Vec<&str> = outside.map(|(_, path, _)| path).collect();
    paths.sort_unstable_by_key(|path| (is_std_path(path), *path));
    paths.dedup();
    paths.into_iter().map(str::to_owned).collect()
}

/// The imports of a package, or those that it is imported by.
fn imports(graph: &Graph<'_>, asked: RelationKind, package: SymbolId) -> Vec<ImportSite> {
    let import = |edge: &EdgeRef<'_>, end| {
        let line = edge.lines.first().copied().unwrap_or_default();
        ImportSite { file: edge.from, end, line }
    };
    if asked == RelationKind::Importers {
        let edges = graph.incoming(package).filter(|edge| edge.kind == EdgeKind::Imports);
        return edges.map(|edge| import(&edge, graph.symbol(edge.from).package())).collect();
    }
    let files = graph.files_of(package).map(|file| SymbolId(graph.file_symbol[file.ix()]));
    let edges = files.flat_map(|file| graph.outgoing(file));
    edges.filter(|edge| edge.kind == EdgeKind::Imports).map(|edge| import(&edge, edge.to)).collect()
}
