//! Questions for the packages that import another, or that it imports.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::golang::module::{is_std_path, passed_over};
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId};
use crate::search::answer::{Ends, Relation};
use crate::search::query::narrowing;
use crate::search::query::parsed::Reading;
use crate::search::query::templates::Asked;

/// An import of one package by another.
#[derive(Clone, Copy)]
struct Import {
    /// The file that says it, and where.
    file: SymbolId,
    line: u32,
    /// The package at the other end than the one asked of.
    end: SymbolId,
}

/// What is known of a package at the other end.
#[derive(Default)]
struct End {
    /// Whether some file that is no test has the import.
    is_built: bool,
    /// Whether what narrows the question lets an import through.
    is_admitted: bool,
    /// Whether it is a test that imports, the file, and the line: the first of these.
    import: Option<(bool, SymbolId, u32)>,
}

/// Whether a package of the tree is called so.
pub(crate) fn is_of_tree(graph: &Graph<'_>, name: &str) -> bool {
    !named(graph, name).is_empty()
}

/// Whether a name is that of a package here, or of one that is imported here.
pub(crate) fn is_package(graph: &Graph<'_>, name: &str) -> bool {
    !named(graph, name).is_empty() || !outside(graph, name).is_empty()
}

/// The packages at the other ends of a package's imports, those of tests alone last, the more important first. `None` for no
/// package of the tree, nor one that it imports. O(files + packages + imports).
pub(crate) fn relation(
    graph: &Graph<'_>,
    asked: Asked,
    name: String,
    reading: &Reading<'_>,
) -> Option<Relation> {
    let named = named(graph, &name);
    // What a package from outside imports itself is not known.
    let is_outside = named.is_empty() && asked == Asked::Importers;
    let outside = if is_outside { outside(graph, &name) } else { Vec::new() };
    if named.is_empty() && outside.is_empty() {
        return None;
    }
    let mut ends: BTreeMap<SymbolId, End> = BTreeMap::new();
    let mut of: FxHashMap<SymbolId, SymbolId> = FxHashMap::default();
    let mut add = |Import { file, end, line }: Import| {
        let import = (graph.symbol(file).is_test(), file, line);
        let file = graph.symbol(file);
        // Where somebody imports something is told by the file; where lies what is imported, by the package.
        let home = if asked == Asked::Importers { file } else { graph.symbol(end) };
        let known = ends.entry(end).or_default();
        known.is_built |= !file.is_test();
        known.import = Some(known.import.map_or(import, |first| first.min(import)));
        known.is_admitted |= reading.qualifiers.admit_as(home, graph.symbol(end).kind(), file.flags());
    };
    for &package in &named {
        for import in imports(graph, asked, package) {
            add(import);
            of.entry(import.end).or_insert(package);
        }
    }
    for &(file, _, line) in &outside {
        add(Import { file, end: graph.symbol(file).package(), line });
    }
    ends.retain(|end, _| !named.contains(end));
    let all = ends.len();
    let mut told: Vec<(SymbolId, End)> = ends.into_iter().filter(|(_, end)| end.is_admitted).collect();
    told.sort_by_cached_key(|&(id, End { is_built, .. })| {
        let is_data = passed_over(graph.symbol(id).path()).is_some();
        // None is negative, so their bits are in their order.
        (!is_built, is_data, Reverse(graph.authority(id).to_bits()), id)
    });
    let fitting = told.len();
    told.truncate(reading.limit);
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
    let is_said_there = asked == Asked::Importers;
    let said_at = told.iter().filter(|_| is_said_there).filter_map(|(id, end)| Some((*id, end.import?)));
    let relation = Relation {
        said_at: said_at.map(|(id, (_, file, line))| (id, (file, line))).collect(),
        words: asked.words(),
        meant,
        name,
        outward: if asked == Asked::Imports { outward(graph, &named) } else { Vec::new() },
        narrowed_to: reading.qualifiers.told(),
        ends: Ends { told: told.into_iter().map(|(id, _)| id).collect(), fitting, all },
        named,
        of,
        ..Relation::default()
    };
    Some(relation.with_roles())
}

/// The paths from outside that code of some packages imports, tests aside; those of other modules before the standard
/// library's.
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
fn imports(graph: &Graph<'_>, asked: Asked, package: SymbolId) -> Vec<Import> {
    let import = |edge: &EdgeRef<'_>, end| {
        let line = edge.lines.first().copied().unwrap_or_default();
        Import { file: edge.from, end, line }
    };
    if asked == Asked::Importers {
        let edges = graph.incoming(package).filter(|edge| edge.kind == EdgeKind::Imports);
        return edges.map(|edge| import(&edge, graph.symbol(edge.from).package())).collect();
    }
    let files = graph.files_of(package).map(|file| SymbolId(graph.file_symbol[file.ix()]));
    let edges = files.flat_map(|file| graph.outgoing(file));
    edges.filter(|edge| edge.kind == EdgeKind::Imports).map(|edge| import(&edge, edge.to)).collect()
}

/// The packages that a name means; where some can be imported, these alone.
pub(crate) fn named(graph: &Graph<'_>, name: &str) -> Vec<SymbolId> {
    let name = bare(name);
    if name.contains(char::is_whitespace) {
        return Vec::new();
    }
    let mut found: Vec<SymbolId> = narrowing::packages(graph, name, true).into_iter().flatten().collect();
    found.sort_unstable();
    let can_be_imported = |id: &SymbolId| {
        let package = graph.symbol(*id);
        package.import_path().is_some() && !package.is_test() && package.name() != "main"
    };
    if found.iter().any(can_be_imported) {
        found.retain(can_be_imported);
    }
    found
}

/// The files that import a package from outside the tree, with its path and the line: the one of that path, else those below it, as of a
/// module, else those whose path ends so.
fn outside<'g>(graph: &Graph<'g>, name: &str) -> Vec<(SymbolId, &'g str, u32)> {
    let name = bare(name);
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Vec::new();
    }
    let is_below = |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    let ends_so = |path: &str| path.strip_suffix(name).is_some_and(|before| before.ends_with('/'));
    let rules: [&dyn Fn(&str) -> bool; 3] = [&|path| path == name, &is_below, &ends_so];
    let found = rules
        .iter()
        .map(|rule| graph.imports_outside().filter(|(_, path, _)| rule(path)).collect::<Vec<_>>());
    found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// A path of a package from outside that a word is part of, the first by name. O(imports).
pub(crate) fn path_with<'g>(graph: &Graph<'g>, word: &str) -> Option<&'g str> {
    let is_part = |part: &str| part.eq_ignore_ascii_case(word);
    let has = |path: &str| path.split(|c: char| !c.is_alphanumeric()).any(is_part);
    graph.imports_outside().map(|(_, path, _)| path).filter(|path| has(path)).min()
}

/// A name without the signs that prose puts around it.
pub(crate) fn bare(name: &str) -> &str {
    name.trim_matches(['`', '"', '\'', '“', '”', ','])
}
