//! The text of a step at a package or a file: its contents, its importers and its imports. Names and no numbers, which
//! would soon be wrong.

use super::names::MAX_NAMES;
use super::prose::escaped;
use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind, clean, symbol_flag};

/// The facts as sentences.
pub(super) fn text(graph: &Graph<'_>, id: SymbolId) -> String {
    let mut facts = vec![contents(graph, id), importers_line(graph, id), imports(graph, id)];
    facts.retain(|fact| !fact.is_empty());
    facts.join(" ")
}

/// Its functions, methods and types that matter most: those that other packages may use, or all of a program.
fn contents(graph: &Graph<'_>, id: SymbolId) -> String {
    let of = graph.symbol(id);
    let is_package = of.kind() == SymbolKind::Package;
    let place = if is_package {
        String::new()
    } else {
        format!("A file of package {}. ", escaped(&clean(&super::named(graph.symbol(of.package())))))
    };
    let is_in = |other: SymbolId| {
        let other = graph.symbol(other);
        if is_package { other.package() == id } else { other.file() == of.file() }
    };
    let is_listed =
        |kind: SymbolKind| kind.is_type() || matches!(kind, SymbolKind::Func | SymbolKind::Method);
    let mut declared: Vec<SymbolId> = graph
        .symbols()
        .filter(|other| is_listed(other.kind()) && is_in(other.id) && (of.is_test() || !other.is_test()))
        .map(|other| other.id)
        .collect();
    let is_hidden = |id: &SymbolId| !graph.symbol(*id).has(symbol_flag::EXPORTED);
    declared.sort_by(|a, b| {
        is_hidden(a).cmp(&is_hidden(b)).then(graph.authority(*b).total_cmp(&graph.authority(*a)))
    });
    if declared.is_empty() {
        return format!("{place}Holds no function, method or type.");
    }
    let names = declared.iter().map(|&id| clean(graph.symbol(id).qualified()));
    format!("{place}Holds {}.", some_of(names))
}

/// The importers of a package. Empty for a file, which nothing imports.
fn importers_line(graph: &Graph<'_>, id: SymbolId) -> String {
    if graph.symbol(id).kind() != SymbolKind::Package {
        return String::new();
    }
    let files = graph.incoming(id).filter(|edge| edge.kind == EdgeKind::Imports).map(|edge| edge.from);
    let importers: Vec<SymbolId> = files.map(|file| graph.symbol(file).package()).collect();
    match importers.is_empty() {
        true if graph.symbol(id).name() == "main" => "Imported by nothing: a program.".to_owned(),
        true => "Imported by nothing that the index knows.".to_owned(),
        false => format!("Imported by {}.", packages_named(graph, importers)),
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
        _ => format!("Imports {}.", packages_named(graph, packages)),
    }
}

/// Lists packages by their folders. Those that most code depends on come first, tests last.
fn packages_named(graph: &Graph<'_>, mut packages: Vec<SymbolId>) -> String {
    packages.sort_unstable();
    packages.dedup();
    let is_test = |id: &SymbolId| graph.symbol(*id).is_test();
    packages.sort_by(|a, b| {
        is_test(a).cmp(&is_test(b)).then(graph.authority(*b).total_cmp(&graph.authority(*a)))
    });
    some_of(packages.iter().map(|&id| super::named(graph.symbol(id))))
}

/// The first names, like `` `A`, `B`, `C` and others``.
fn some_of(names: impl ExactSizeIterator<Item = impl std::fmt::Display>) -> String {
    let others = if names.len() > MAX_NAMES { " and others" } else { "" };
    let names: Vec<String> = names.take(MAX_NAMES).map(|name| format!("`{name}`")).collect();
    names.join(", ") + others
}
