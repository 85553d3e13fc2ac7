//! The symbols that can be reached from others along edges, however unlikely, and if some can at all.

use rustc_hash::FxHashSet;

use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId};

/// The direction in which edges are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    /// From a symbol to what it depends on.
    Outgoing,
    /// From a symbol to what depends on it.
    Incoming,
}

/// Some symbols and all that one comes to from them.
#[derive(Debug)]
pub(super) struct Reachable {
    /// All but the symbols themselves, in order of id.
    pub(super) beyond: Vec<SymbolId>,
    has: Vec<bool>,
}

impl Reachable {
    /// O(edges of the symbols that it has).
    pub(super) fn from(graph: &Graph<'_>, starts: &FxHashSet<SymbolId>, along: Along) -> Self {
        let mut has = vec![false; graph.n_symbols()];
        let mut open: Vec<SymbolId> = starts.iter().copied().collect();
        for start in &open {
            has[start.ix()] = true;
        }
        let mut beyond = Vec::new();
        while let Some(at) = open.pop() {
            for next in next(graph, at, along) {
                if !std::mem::replace(&mut has[next.ix()], true) {
                    open.push(next);
                    beyond.push(next);
                }
            }
        }
        beyond.sort_unstable();
        Self { beyond, has }
    }

    pub(super) fn contains(&self, symbol: SymbolId) -> bool {
        self.has[symbol.ix()]
    }
}

/// The part of a symbol in a search from two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Free,
    /// It is reached from one of the sides.
    Reached(Along),
    /// It is on both sides from the start: no way goes through it.
    Closed,
}

/// Returns whether edges lead from one of some symbols to one of others, over symbols that are neither. What is on both sides
/// is no end. Both sides grow by turns until they meet or one can grow no more, so it costs O(edges) of the smaller side.
pub(super) fn leads(graph: &Graph<'_>, from: &FxHashSet<SymbolId>, to: &FxHashSet<SymbolId>) -> bool {
    let mut parts = vec![Part::Free; graph.n_symbols()];
    let mut open = [Vec::new(), Vec::new()];
    for (turn, ends, others, along) in [(0, from, to, Along::Outgoing), (1, to, from, Along::Incoming)] {
        for &end in ends {
            let is_closed = others.contains(&end);
            parts[end.ix()] = if is_closed { Part::Closed } else { Part::Reached(along) };
            open[turn].extend((!is_closed).then_some(end));
        }
    }
    let mut spent = [0, 0];
    loop {
        let turn = usize::from(spent[1] < spent[0]);
        let along = [Along::Outgoing, Along::Incoming][turn];
        let Some(at) = open[turn].pop() else { return false };
        spent[turn] += 1;
        for next in next(graph, at, along) {
            spent[turn] += 1;
            match parts[next.ix()] {
                Part::Free => {
                    parts[next.ix()] = Part::Reached(along);
                    open[turn].push(next);
                }
                Part::Reached(other) if other != along => return true,
                Part::Reached(_) | Part::Closed => {}
            }
        }
    }
}

/// Returns whether an edge is a step of a chain: membership itself is no dependency.
pub(super) fn is_dependency(edge: &EdgeRef<'_>) -> bool {
    edge.kind != EdgeKind::MemberOf && edge.from != edge.to
}

/// The other ends of the steps at a symbol, of which only what is needed is read.
fn next(graph: &Graph<'_>, at: SymbolId, along: Along) -> impl Iterator<Item = SymbolId> {
    let (outgoing, incoming, ends) = match along {
        Along::Outgoing => (graph.outgoing_ids(at), &[][..], graph.edge_to),
        Along::Incoming => (0..0, graph.incoming_ids(at), graph.edge_from),
    };
    let edges = outgoing.chain(incoming.iter().map(|&edge| edge as usize));
    let steps = edges.filter(|&edge| graph.edge_kind[edge] != EdgeKind::MemberOf as u8);
    steps.map(|edge| SymbolId(ends[edge])).filter(move |&end| end != at)
}
