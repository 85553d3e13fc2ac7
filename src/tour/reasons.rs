//! Reasons that stay true: the packages that depend on a symbol, and what it uses. They have no counts and no lines,
//! because these change with the next commit.

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::{MAX_NAMES, named};
use crate::model::{Graph, Origin, Symbol, SymbolId, SymbolKind};
use crate::rank::is_dependency;

/// Why a symbol is part of a load-bearing tour, in one sentence. Empty if only its own package uses it.
pub(super) fn of_load(graph: &Graph<'_>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    let users = users(graph, id);
    let rests = match (&users[..], symbol.owner()) {
        ([], Some(owner)) => {
            format!("Of `{}` it is the method that sets most in motion", named(graph.symbol(owner)))
        }
        ([], None) => String::new(),
        (users, _) => format!("Code of {} rests on it", enumerated(users)),
    };
    match (rests.as_str(), &driven(graph, id)[..]) {
        ("", []) => String::new(),
        ("", driven) => format!("It leads to {}.", enumerated(driven)),
        (rests, []) => format!("{rests}."),
        (rests, driven) => format!("{rests}; it leads to {}.", enumerated(driven)),
    }
}

/// The most important method of a type for a reader: much depends on it, and it controls much.
pub(super) fn chief_method(graph: &Graph<'_>, ty: SymbolId) -> Option<SymbolId> {
    let worth = |id: &SymbolId| graph.symbol_load[id.ix()] * graph.symbol_hub[id.ix()];
    let methods = graph.members(ty).into_iter().filter(|&id| {
        let symbol = graph.symbol(id);
        symbol.kind() == SymbolKind::Method && super::plan::is_stop(symbol) && !driven(graph, id).is_empty()
    });
    methods.max_by(|a, b| worth(a).total_cmp(&worth(b)).then(b.cmp(a)))
}

/// The packages whose code, without tests, depends on a symbol or a member of it. Its own package is left out. Those
/// with most users come first.
pub(super) fn users(graph: &Graph<'_>, id: SymbolId) -> Vec<String> {
    let home = graph.symbol(id).package();
    let mut packages: FxHashMap<SymbolId, usize> = FxHashMap::default();
    for edge in parts(graph, id).into_iter().flat_map(|part| graph.incoming(part)).filter(is_dependency) {
        let user = graph.symbol(edge.from);
        if edge.origin != Origin::Dispatch && !user.is_test() && user.package() != home {
            *packages.entry(user.package()).or_default() += 1;
        }
    }
    let mut packages: Vec<(SymbolId, usize)> = packages.into_iter().collect();
    packages.sort_unstable_by_key(|&(package, users)| (std::cmp::Reverse(users), package));
    packages.truncate(MAX_NAMES);
    packages.into_iter().map(|(package, _)| named(graph.symbol(package))).collect()
}

/// The types and functions that a symbol or a member of it depends on, those with the highest load first.
fn driven(graph: &Graph<'_>, id: SymbolId) -> Vec<String> {
    let unit = |symbol: Symbol<'_>| symbol.owner().unwrap_or(symbol.id);
    let own = unit(graph.symbol(id));
    let links = parts(graph, id).into_iter().flat_map(|part| graph.outgoing(part)).filter(is_dependency);
    let written = links.filter(|edge| edge.origin != Origin::Dispatch);
    let units: FxHashSet<SymbolId> = written.map(|edge| unit(graph.symbol(edge.to))).collect();
    let mut units: Vec<SymbolId> =
        units.into_iter().filter(|&unit| unit != own && super::plan::is_stop(graph.symbol(unit))).collect();
    let worth = |id: &SymbolId| graph.symbol_load[id.ix()] * graph.symbol_hub[id.ix()];
    units.sort_unstable_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.cmp(b)));
    units.truncate(MAX_NAMES);
    units.into_iter().map(|unit| named(graph.symbol(unit))).collect()
}

/// A symbol and its members.
fn parts(graph: &Graph<'_>, id: SymbolId) -> Vec<SymbolId> {
    let members = if graph.symbol(id).kind().is_type() { graph.members(id) } else { Vec::new() };
    std::iter::once(id).chain(members).collect()
}

/// Lists names like `` `a`, `b` and `c` ``.
pub(super) fn enumerated(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
