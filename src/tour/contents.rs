//! The text of a step at a package or a file: its contents, its importers and its imports.

use super::names::MOST_NAMES;
use super::phrase::counted;
use super::prose::escaped;
use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind, clean, symbol_flag};

/// The facts, one per line.
pub(super) fn lines(graph: &Graph<'_>, id: SymbolId) -> Vec<String> {
    vec![contents(graph, id), importers_line(graph, id), imports(graph, id)]
}

/// The number of its functions, methods and types, and where they are.
fn contents(graph: &Graph<'_>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    let is_package = symbol.kind() == SymbolKind::Package;
    let is_in = |other: SymbolId| {
        let other = graph.symbol(other);
        if is_package { other.package() == id } else { other.file() == symbol.file() }
    };
    let is_named = |kind: SymbolKind| kind.is_type() || matches!(kind, SymbolKind::Func | SymbolKind::Method);
    let declared = graph.symbols().filter(|other| is_named(other.kind()) && is_in(other.id));
    let (all, exported) = declared.fold((0, 0), |(all, exported), other| {
        let is_exported = !other.is_test() && other.has(symbol_flag::EXPORTED);
        (all + 1, exported + usize::from(is_exported))
    });
    let things = match all {
        0 => "no function, method or type".to_owned(),
        n => counted(n, "function, method or type", "functions, methods and types"),
    };
    let exported =
        if symbol.is_test() || all == 0 { String::new() } else { format!(", {exported} exported") };
    let place = if is_package {
        let (tests, files): (Vec<_>, Vec<_>) = graph
            .files_of(id)
            .map(|file| graph.symbol(SymbolId(graph.file_symbol[file.ix()])))
            .partition(|file| file.is_test());
        let tests = match tests.len() {
            n if n == 0 || symbol.is_test() => String::new(),
            n => format!(" and {n} for tests"),
        };
        format!("in {}{tests}", counted(files.len().max(usize::from(symbol.is_test())), "file", "files"))
    } else {
        format!("a file of package {}", escaped(&clean(graph.symbol(symbol.package()).path())))
    };
    format!("Holds {things}{exported}, {place}.")
}

/// The importers of a package. Empty for a file, which nothing imports.
fn importers_line(graph: &Graph<'_>, id: SymbolId) -> String {
    if graph.symbol(id).kind() != SymbolKind::Package {
        return String::new();
    }
    let files: Vec<SymbolId> =
        graph.incoming(id).filter(|edge| edge.kind == EdgeKind::Imports).map(|edge| edge.from).collect();
    let importers: Vec<SymbolId> = files.iter().map(|&file| graph.symbol(file).package()).collect();
    match (files.len(), named(graph, importers)) {
        (0, _) if graph.symbol(id).name() == "main" => "Imported by nothing: a program.".to_owned(),
        (0, _) => "Imported by nothing that the index knows.".to_owned(),
        (n, names) => format!("Imported by {}: {names}.", counted(n, "file", "files")),
    }
}

fn imports(graph: &Graph<'_>, id: SymbolId) -> String {
    let files: Vec<SymbolId> = match graph.symbol(id).kind() {
        SymbolKind::Package => {
            graph.files_of(id).map(|file| SymbolId(graph.file_symbol[file.ix()])).collect()
        }
        _ => vec![id],
    };
    let all = files.iter().flat_map(|&file| graph.outgoing(file));
    let packages: Vec<SymbolId> =
        all.filter(|edge| edge.kind == EdgeKind::Imports && edge.to != id).map(|edge| edge.to).collect();
    match packages.len() {
        0 => "Imports no package of this repository.".to_owned(),
        _ => format!("Imports {}.", named(graph, packages)),
    }
}

/// Lists packages by their folders. Those that most code depends on come first, tests last.
fn named(graph: &Graph<'_>, mut packages: Vec<SymbolId>) -> String {
    packages.sort_unstable();
    packages.dedup();
    let is_test = |id: &SymbolId| graph.symbol(*id).is_test();
    packages.sort_by(|a, b| {
        is_test(a).cmp(&is_test(b)).then(graph.authority(*b).total_cmp(&graph.authority(*a)))
    });
    let names = packages.iter().take(MOST_NAMES).map(|&id| format!("`{}`", super::named(graph.symbol(id))));
    let names = names.collect::<Vec<_>>().join(", ");
    match packages.len().saturating_sub(MOST_NAMES) {
        0 => names,
        more => format!("{names} and {}", counted(more, "more package", "more packages")),
    }
}
