//! Evidence in the graph before a change that code relies on a type's satisfying an interface.
//!
//! Satisfaction is structural, so losing it matters only where code relies on it. The graph does not record which
//! values become which interfaces, but it has the candidates: declarations connected with both.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, Graph, Origin, SymbolId, SymbolKind, symbol_flag};

/// Caches the neighbourhoods of symbols in one graph.
pub(super) struct Neighbourhoods<'g> {
    graph: &'g Graph<'g>,
    at_hand: FxHashMap<SymbolId, AtHand>,
}

/// The symbols connected with a symbol.
struct AtHand {
    /// The symbols that name it.
    near: FxHashSet<SymbolId>,
    /// These, and the symbols that name one of them: they call a constructor, or a function that takes it.
    all: FxHashSet<SymbolId>,
}

impl<'g> Neighbourhoods<'g> {
    pub(super) fn new(graph: &'g Graph<'g>) -> Self {
        Self { graph, at_hand: FxHashMap::default() }
    }

    /// The places where a value of the type may become one of the interface: symbols that name the type itself, in
    /// order. `None` if nothing is connected with both.
    pub(super) fn places(&mut self, ty: SymbolId, interface: SymbolId) -> Option<Vec<SymbolId>> {
        let graph = self.graph;
        for symbol in [ty, interface] {
            self.at_hand.entry(symbol).or_insert_with(|| AtHand::of(graph, symbol));
        }
        let [here, there] = [&self.at_hand[&ty], &self.at_hand[&interface]];
        let is_other = |symbol: SymbolId| {
            symbol != ty && symbol != interface && graph.symbol(symbol).owner() != Some(ty)
        };
        let meets = |symbol: &SymbolId| there.all.contains(symbol) && is_other(*symbol);
        here.all.iter().any(meets).then(|| {
            let mut places: Vec<SymbolId> = here.near.iter().copied().filter(meets).collect();
            places.sort_unstable();
            places
        })
    }

    /// Returns whether values of a type, not only pointers, satisfied an interface with a method `name`.
    pub(super) fn had_by_value(&self, ty: SymbolId, interface: SymbolId, name: &str) -> bool {
        let mut wanted: FxHashSet<&str> = FxHashSet::default();
        let (mut open, mut seen) = (vec![interface], FxHashSet::default());
        while let Some(interface) = open.pop().filter(|_| seen.len() < 1_000) {
            if !seen.insert(interface) {
                continue;
            }
            let members = members(self.graph, interface, SymbolKind::InterfaceMethod);
            wanted.extend(members.map(|member| self.graph.symbol(member).name()));
            let embedded = self.graph.outgoing(interface).filter(|edge| edge.kind == EdgeKind::Extends);
            open.extend(embedded.map(|edge| edge.to));
        }
        let is_pointers = |method: SymbolId| {
            let method = self.graph.symbol(method);
            wanted.contains(method.name()) && method.has(symbol_flag::POINTER)
        };
        wanted.contains(name) && !members(self.graph, ty, SymbolKind::Method).any(is_pointers)
    }
}

/// The type whose values lost a method because its receiver became a pointer.
pub(super) fn no_values(
    before: &Graph<'_>,
    graph: &Graph<'_>,
    old: SymbolId,
    new: SymbolId,
) -> Option<SymbolId> {
    let (then, now) = (before.symbol(old), graph.symbol(new));
    let became = !then.has(symbol_flag::POINTER) && now.has(symbol_flag::POINTER);
    then.owner().filter(|_| became && then.kind() == SymbolKind::Method)
}

pub(super) fn members<'g>(
    graph: &'g Graph<'_>,
    of: SymbolId,
    kind: SymbolKind,
) -> impl Iterator<Item = SymbolId> + use<'g> {
    let members = graph.incoming(of).filter(|edge| edge.kind == EdgeKind::MemberOf);
    members.map(|edge| edge.from).filter(move |&member| graph.symbol(member).kind() == kind)
}

impl AtHand {
    fn of(graph: &Graph<'_>, symbol: SymbolId) -> Self {
        let naming = |symbol: SymbolId| {
            let edges = graph.incoming(symbol).filter(|edge| {
                let names = matches!(edge.kind, EdgeKind::Calls | EdgeKind::Uses | EdgeKind::Accesses);
                names && edge.origin != Origin::Dispatch
            });
            edges.map(|edge| edge.from)
        };
        let near: FxHashSet<SymbolId> = naming(symbol).collect();
        let all = near.iter().copied().flat_map(naming).chain(near.iter().copied()).collect();
        Self { near, all }
    }
}
