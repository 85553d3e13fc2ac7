//! Finds models for one more of a kind of things: the contract that it meets, the list or the registration that enters it, and
//! the smallest example.

use rustc_hash::FxHashSet;

use super::ends::{Certainty, ends};
use super::entries::entries;
use super::kind::RelationKind;
use crate::model::{Graph, SymbolId, SymbolKind};
use crate::rank::ExtensionPoints;

/// The first rows among which a list is looked for, and a contract, of which there are fewer.
const ROWS: usize = 25;
const ROWS_OF_CONTRACT: usize = 60;
/// Packages that call a function to enter something, at least.
const MIN_REGISTERING: usize = 4;
/// The smallest implementers among which one that is entered somewhere is looked for.
const MAX_TRIED: usize = 12;

/// Models for one more of a kind of things, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extension {
    /// An interface.
    pub contract: Option<SymbolId>,
    /// A function or variable that names all of the kind.
    pub list: Option<SymbolId>,
    /// A function that many packages call, each to enter something of its own.
    pub registration: Option<SymbolId>,
    /// The smallest thing of the kind.
    pub example: SymbolId,
}

impl Extension {
    /// Finds the best of `rows`, best first, that are a contract, a list and a registration, with an example of one. O(their
    /// edges).
    pub fn among(graph: &Graph<'_>, points: &ExtensionPoints, rows: &[SymbolId]) -> Option<Self> {
        let is_contract = |id: &SymbolId| graph.symbol(*id).kind() == SymbolKind::Interface;
        let first = |n: usize| rows.iter().copied().take(n);
        let has_example = |id: &SymbolId| points.example(*id).is_some();
        let contract = first(ROWS_OF_CONTRACT).filter(has_example).find(is_contract);
        let list = first(ROWS).filter(has_example).find(|id| !is_contract(id));
        let implementing = contract.map_or_else(Vec::new, |contract| implementers(graph, contract));
        let implements =
            |package: SymbolId| implementing.iter().any(|&id| graph.symbol(id).package() == package);
        let registration = first(ROWS).find(|&id| {
            let is_callable = graph.symbol(id).kind().is_callable() && points.value(id) > 0.0;
            let registering = if is_callable { registering(graph, id) } else { Vec::new() };
            let mut packages = registering.iter().map(|&id| graph.symbol(id).package());
            // Packages without an implementer enter things of another kind.
            registering.len() >= MIN_REGISTERING && (contract.is_none() || packages.any(implements))
        });
        let implementing = smallest_entered(graph, implementing, list, registration);
        let example = implementing
            .or_else(|| contract.and_then(|id| points.example(id)))
            .or_else(|| list.and_then(|id| points.example(id)))
            .or_else(|| registration.and_then(|id| smallest(graph, registering(graph, id))));
        example.map(|example| Self { contract, list, registration, example })
    }

    /// All things of the kind and their parts, for which the example stands. O(edges of the contract and its methods).
    pub fn siblings(&self, graph: &Graph<'_>) -> FxHashSet<SymbolId> {
        let contract = self.contract.into_iter().flat_map(|id| [vec![id], graph.members(id)].concat());
        let implementing = contract.flat_map(|id| ends(graph, RelationKind::Implementers, id));
        let registering = self.registration.map_or_else(Vec::new, |id| registering(graph, id));
        implementing.map(|end| end.symbol).chain(registering).collect()
    }
}

/// The functions of other packages that call a function, one of each package. Methods are not what enters something: they
/// run later.
fn registering(graph: &Graph<'_>, id: SymbolId) -> Vec<SymbolId> {
    let mut packages = vec![graph.symbol(id).package()];
    let mut found = Vec::new();
    for end in ends(graph, RelationKind::Callers, id) {
        let symbol = graph.symbol(end.symbol);
        let enters = symbol.kind() == SymbolKind::Func && end.certainty == Certainty::Sure;
        if enters && !symbol.is_of_tests() && !packages.contains(&symbol.package()) {
            packages.push(symbol.package());
            found.push(end.symbol);
        }
    }
    found
}

/// The types that implement an interface outside of its package, but for those of tests.
fn implementers(graph: &Graph<'_>, contract: SymbolId) -> Vec<SymbolId> {
    let own = graph.symbol(contract).package();
    let all = ends(graph, RelationKind::Implementers, contract).into_iter().map(|end| end.symbol);
    all.filter(|&id| graph.symbol(id).package() != own && !graph.symbol(id).is_of_tests())
        .filter(|&id| graph.symbol(id).kind() != SymbolKind::Interface)
        .collect()
}

/// The smallest of some types that is entered somewhere: one whose package the list names or has the registration, if any.
fn smallest_entered(
    graph: &Graph<'_>,
    mut types: Vec<SymbolId>,
    list: Option<SymbolId>,
    registration: Option<SymbolId>,
) -> Option<SymbolId> {
    let listed = list.into_iter().flat_map(|id| graph.outgoing(id)).map(|edge| edge.to);
    let registering = registration.map_or_else(Vec::new, |id| registering(graph, id));
    let entered: FxHashSet<SymbolId> =
        listed.chain(registering).map(|id| graph.symbol(id).package()).collect();
    let is_of_these = |id: SymbolId| entered.contains(&graph.symbol(id).package());
    types.sort_by_key(|&id| (!is_of_these(id), size(graph, id), id));
    let is_entered = |id: SymbolId| {
        let entries = entries(graph, id);
        !entries.places.is_empty() || !entries.blank_imports.is_empty()
    };
    types.iter().take(MAX_TRIED).copied().find(|&id| is_entered(id)).or(types.first().copied())
}

fn smallest(graph: &Graph<'_>, all: Vec<SymbolId>) -> Option<SymbolId> {
    all.into_iter().min_by_key(|&id| (size(graph, id), id))
}

/// The lines of a declaration and its members.
fn size(graph: &Graph<'_>, id: SymbolId) -> u32 {
    let all = std::iter::once(id).chain(graph.members(id));
    all.map(|id| graph.symbol(id)).map(|symbol| symbol.end_line() + 1 - symbol.line()).sum()
}
