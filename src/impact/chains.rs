//! Finds the chains of edges with the highest confidence by which one symbol depends on another.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::no_chain::NoChain;
use super::path_costs::Costs;
use super::reachable::{is_dependency, leads};
use crate::model::{EdgeId, EdgeRef, Graph, SymbolId};

/// A chain may have at most this many more steps than a better one.
pub const DETOUR: u32 = 2;
/// A common piece of two chains is shown once only if it has at least this many steps.
const MIN_SHARED: usize = 3;
/// Most partial chains examined in one search.
const MAX_PARTIAL: usize = 200_000;
/// The number of symbols whose distance is computed before chains first grow. It is multiplied by [`MORE`] as long as
/// the chains need more distances.
const FIRST_SETTLED: usize = if cfg!(test) { 1 } else { 2_000 };
const MORE: usize = 4;

/// A chain of dependency edges, each starting where the one before ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    pub edges: Vec<EdgeId>,
    /// Product of the edges' strengths, in (0, 1].
    pub confidence: f64,
}

/// The steps that a chain shares with the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedSteps {
    /// Steps at the head, and at the tail; each 0 or at least three.
    pub head: usize,
    pub tail: usize,
}

/// The steps that the chain at `ix` shares with the first one, if they are long enough to abbreviate. Only the first
/// chain is shown whole, so others refer to it alone.
pub fn shared(chains: &[Chain], ix: usize) -> SharedSteps {
    if ix == 0 {
        return SharedSteps::default();
    }
    let (first, own) = (&chains[0].edges, &chains[ix].edges);
    let told = |count: usize| if count < MIN_SHARED { 0 } else { count };
    let head = own.iter().zip(first).take_while(|(a, b)| a == b).count();
    let tails = own[head..].iter().rev().zip(first.iter().rev());
    SharedSteps { head: told(head), tail: told(tails.take_while(|(a, b)| a == b).count()) }
}

/// The result of [`chains`].
#[derive(Clone, Debug, PartialEq)]
pub enum ChainSearch {
    /// The best first, at least one.
    Chains(Vec<Chain>),
    None(NoChain),
}

/// The `k` best chains without repeated symbols from `from` to `to`, each over other symbols, by falling confidence, then by
/// rising length, of which steps to what carries much load or is called by a word of the two ends count for less. A type,
/// file or package stands for all that it holds, too. Membership itself is no dependency.
///
/// A chain that is more than `detour` steps longer than a better one is left out: through common helpers a dozen
/// steps lead from anywhere to anywhere.
///
/// A search by Dijkstra from the goal gives each symbol its exact distance; chains then grow from the start in
/// order of what they cost and will cost, so the first ones to arrive are the best. The search from the goal goes only
/// as far as the chains need it, which is mostly not far. O(edges x log symbols) and, for
/// each chain, the edges of the symbols on it; in a maze of equal chains it stops at [`MAX_PARTIAL`] steps.
pub fn chains(graph: &Graph<'_>, from: SymbolId, to: SymbolId, k: usize, detour: u32) -> ChainSearch {
    chains_between(graph, &[from], &[to], k, detour)
}

/// Does what [`chains`] does, from any of some symbols to any of others: namesakes, one of which is meant. Of several
/// on one side, a [`NoChain`] is that of all together.
pub fn chains_between(
    graph: &Graph<'_>,
    from: &[SymbolId],
    to: &[SymbolId],
    k: usize,
    detour: u32,
) -> ChainSearch {
    let (starts, goals) = (within(graph, from), within(graph, to));
    let none = || ChainSearch::None(NoChain::between(graph, (from, &starts), (to, &goals)));
    if !leads(graph, &starts, &goals) {
        return none();
    }
    let ends = || from.iter().chain(to).copied();
    let costs = Costs::between(graph, ends());
    let mut distances = Distances::new(graph, &goals);
    let mut more = FIRST_SETTLED;
    let chains = loop {
        distances.extend(graph, &costs, more);
        if let Some(chains) = grow(graph, &starts, &goals, &distances, &costs, (k, detour)) {
            break chains;
        }
        more = distances.n_settled * (MORE - 1);
    };
    if chains.is_empty() { none() } else { ChainSearch::Chains(chains) }
}

/// Symbols and all that they hold.
fn within(graph: &Graph<'_>, symbols: &[SymbolId]) -> FxHashSet<SymbolId> {
    let mut all = FxHashSet::default();
    let mut open = symbols.to_vec();
    while let Some(symbol) = open.pop() {
        if all.insert(symbol) {
            open.extend(graph.members(symbol));
        }
    }
    all
}

/// The costs of the best chains to the goals, computed for the nearest symbols first.
struct Distances {
    /// The cost of each symbol's best chain. Final up to `bound`; above it an upper limit or infinite.
    cost: Vec<f64>,
    bound: f64,
    n_settled: usize,
    heap: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Distances {
    fn new(graph: &Graph<'_>, goals: &FxHashSet<SymbolId>) -> Self {
        let mut cost = vec![f64::INFINITY; graph.n_symbols()];
        for goal in goals {
            cost[goal.ix()] = 0.0;
        }
        // Costs are not negative, so their bits sort like their values.
        let heap = goals.iter().map(|goal| Reverse((0, goal.0))).collect();
        Self { cost, bound: 0.0, n_settled: 0, heap }
    }

    /// Computes the distances of up to `more` further symbols. If no symbols are left, all distances are final.
    fn extend(&mut self, graph: &Graph<'_>, costs: &Costs, more: usize) {
        let most = self.n_settled.saturating_add(more);
        while let Some(&Reverse((bits, at))) = self.heap.peek() {
            self.bound = f64::from_bits(bits);
            if self.n_settled >= most {
                return;
            }
            self.heap.pop();
            if self.cost[at as usize].to_bits() != bits {
                continue;
            }
            self.n_settled += 1;
            let here = f64::from_bits(bits);
            let mut step = None;
            for &edge in graph.incoming_ids(SymbolId(at)) {
                let from = graph.edge_from[edge as usize];
                // Most edges come from symbols with a better chain. They are skipped before anything else is read.
                if self.cost[from as usize] <= here + Costs::MIN_COST {
                    continue;
                }
                let edge = graph.edge(EdgeId(edge));
                if !is_dependency(&edge) {
                    continue;
                }
                let step = *step.get_or_insert_with(|| costs.of_step(graph, SymbolId(at)));
                let next = here + Costs::of(graph, &edge, step);
                if next < self.cost[from as usize] {
                    self.cost[from as usize] = next;
                    self.heap.push(Reverse((next.to_bits(), from)));
                }
            }
        }
        self.bound = f64::INFINITY;
    }

    /// The distance of a symbol, infinite if no goal is reached. None if it is not computed yet; then it is at least
    /// the bound.
    fn of(&self, symbol: SymbolId) -> Option<f64> {
        let cost = self.cost[symbol.ix()];
        (cost <= self.bound).then_some(cost)
    }
}

/// A chain on its way: its last edge, and the partial chain before that.
struct Partial {
    at: SymbolId,
    edge: Option<EdgeId>,
    before: Option<usize>,
    cost: f64,
    steps: u32,
}

/// The best chains. None if they depend on distances that are not computed yet.
fn grow(
    graph: &Graph<'_>,
    starts: &FxHashSet<SymbolId>,
    goals: &FxHashSet<SymbolId>,
    distances: &Distances,
    costs: &Costs,
    (k, detour): (usize, u32),
) -> Option<Vec<Chain>> {
    let mut partial: Vec<Partial> = Vec::new();
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    let mut starts_in_order: Vec<SymbolId> =
        starts.iter().copied().filter(|start| !goals.contains(start)).collect();
    starts_in_order.sort_unstable();
    // True if a partial chain was left out because its distance is unknown. Its cost exceeds the bound.
    let mut is_partly_unknown = false;
    for at in starts_in_order {
        let distance = distances.of(at);
        is_partly_unknown |= distance.is_none();
        if let Some(distance) = distance.filter(|distance| distance.is_finite()) {
            heap.push(Reverse((distance.to_bits(), partial.len())));
            partial.push(Partial { at, edge: None, before: None, cost: 0.0, steps: 0 });
        }
    }
    // Chains arrive by falling confidence.
    let (mut chains, mut most) = (Vec::new(), u32::MAX);
    while let Some(Reverse((bits, number))) = heap.pop() {
        if is_partly_unknown && f64::from_bits(bits) > distances.bound {
            return None;
        }
        let Partial { at, cost: so_far, steps, .. } = partial[number];
        if steps > most {
            continue;
        }
        if goals.contains(&at) {
            chains.push(chain(graph, &partial, number));
            most = most.min(steps.saturating_add(detour));
            if chains.len() >= k {
                return Some(chains);
            }
            continue;
        }
        for edge in cheapest(graph, costs, graph.outgoing(at).filter(is_dependency)) {
            let rest = distances.of(edge.to);
            if rest.is_none_or(f64::is_finite)
                && steps < most
                && partial.len() < MAX_PARTIAL
                && !starts.contains(&edge.to)
                && !visits(&partial, number, edge.to)
            {
                let Some(rest) = rest else {
                    is_partly_unknown = true;
                    continue;
                };
                let cost = so_far + Costs::of(graph, &edge, costs.of_step(graph, edge.to));
                heap.push(Reverse(((cost + rest).to_bits(), partial.len())));
                partial.push(Partial {
                    at: edge.to,
                    edge: Some(edge.id),
                    before: Some(number),
                    cost,
                    steps: steps + 1,
                });
            }
        }
    }
    (!is_partly_unknown).then_some(chains)
}

/// Edges in their order, of several with one target the cheapest: who reads two chains over the same symbols sees one.
fn cheapest<'g>(
    graph: &'g Graph<'g>,
    costs: &Costs,
    edges: impl Iterator<Item = EdgeRef<'g>>,
) -> Vec<EdgeRef<'g>> {
    let mut best: FxHashMap<SymbolId, (u64, EdgeId)> = FxHashMap::default();
    for edge in edges {
        let cost = (Costs::of(graph, &edge, costs.of_step(graph, edge.to)).to_bits(), edge.id);
        best.entry(edge.to).and_modify(|best| *best = cost.min(*best)).or_insert(cost);
    }
    let mut edges: Vec<EdgeId> = best.into_values().map(|(_, edge)| edge).collect();
    edges.sort_unstable();
    edges.into_iter().map(|edge| graph.edge(edge)).collect()
}

/// Returns whether a partial chain passes through a symbol.
fn visits(partial: &[Partial], number: usize, symbol: SymbolId) -> bool {
    let mut next = Some(number);
    while let Some(number) = next {
        if partial[number].at == symbol {
            return true;
        }
        next = partial[number].before;
    }
    false
}

fn chain(graph: &Graph<'_>, partial: &[Partial], number: usize) -> Chain {
    let mut edges = Vec::new();
    let mut next = Some(number);
    while let Some(number) = next {
        edges.extend(partial[number].edge);
        next = partial[number].before;
    }
    edges.reverse();
    let confidence = edges.iter().map(|&edge| f64::from(graph.edge(edge).strength())).product();
    Chain { edges, confidence }
}

#[cfg(test)]
mod tests;
