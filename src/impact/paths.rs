//! Finds the chains of edges with the highest confidence by which one symbol depends on another.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rustc_hash::FxHashSet;

use crate::model::{
    Cause, EdgeId, EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, symbol_flag,
};

/// Cost of a step besides `-log` of its strength: of two chains with equal confidence the shorter is better.
const STEP: f64 = 1e-4;
/// Factor of that cost for a step to a symbol that shares a word with the chain's ends: of many chains through a
/// common hub it is more likely meant.
const KINDRED: f64 = 0.25;
/// Letters of such a word, at least.
const LEAST_WORD: usize = 3;
/// A function passed as a value counts as this many steps, because it may be called elsewhere.
const VALUE: f64 = 2.0;
/// A chain may have at most this many more steps than a better one.
pub const DETOUR: u32 = 2;
/// A common piece of two chains is shown once only if it has at least this many steps.
const LEAST_SHARED: usize = 3;
/// Most partial chains examined in one search.
const MOST_PARTIAL: usize = 200_000;

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
#[must_use]
pub fn shared(chains: &[Chain], ix: usize) -> SharedSteps {
    if ix == 0 {
        return SharedSteps::default();
    }
    let (first, own) = (&chains[0].edges, &chains[ix].edges);
    let told = |count: usize| if count < LEAST_SHARED { 0 } else { count };
    let head = own.iter().zip(first).take_while(|(a, b)| a == b).count();
    let tails = own[head..].iter().rev().zip(first.iter().rev());
    SharedSteps { head: told(head), tail: told(tails.take_while(|(a, b)| a == b).count()) }
}

/// Why there is no chain: how far the search came from either side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoChain {
    /// Symbols that the first one depends on, directly or not, and their packages.
    pub from_reaches: u32,
    pub from_packages: u32,
    /// Symbols that depend on the second one, directly or not, and their packages.
    pub to_reached_by: u32,
    pub to_packages: u32,
    /// Sites on the first side that are bound to nothing: there a chain may go on unseen.
    pub unbound: Vec<(Cause, u32)>,
    /// Functions on the first side without a Go body, in order of id: they are assembly, or linked.
    pub bodiless: Vec<SymbolId>,
    /// The ends that build constraints leave out on this host: code there may depend on other variants.
    pub elsewhere: Vec<SymbolId>,
    /// The type with the second symbol as a method, if the first depends on it: external code with a value of it may
    /// call the method.
    pub holder: Option<SymbolId>,
    /// Whether the second one depends on the first instead.
    pub other_way: bool,
}

impl NoChain {
    /// The functions without a body, those with names most like `to` first, because linked functions mostly have
    /// similar names.
    #[must_use]
    pub fn bodiless_like(&self, graph: &Graph<'_>, to: SymbolId) -> Vec<SymbolId> {
        let goal = graph.symbol(to).label().to_ascii_lowercase();
        let mut all = self.bodiless.clone();
        all.sort_by_cached_key(|&id| {
            (Reverse(in_common(&graph.symbol(id).label().to_ascii_lowercase(), &goal)), id)
        });
        all
    }
}

/// The length of the longest common substring.
fn in_common(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut longest = 0;
    // For each offset in `b`, the length of the common piece that ends there and at the current letter of `a`.
    let mut ending = vec![0; b.len() + 1];
    for &letter in a {
        for at in (0..b.len()).rev() {
            ending[at + 1] = if b[at] == letter { ending[at] + 1 } else { 0 };
            longest = longest.max(ending[at + 1]);
        }
    }
    longest
}

/// What [`chains`] found.
#[derive(Clone, Debug, PartialEq)]
pub enum ChainSearch {
    /// The best first, at least one.
    Chains(Vec<Chain>),
    None(NoChain),
}

/// The `k` best chains without repeated symbols from `from` to `to`, by falling confidence, then by rising length, of which
/// steps to what is called by a word of the two ends count for less. A type, file or package stands for all that it holds, too. Membership itself is no dependency.
///
/// A chain that is more than `detour` steps longer than a better one is left out: through common helpers a dozen
/// steps lead from anywhere to anywhere.
///
/// One search by Dijkstra from the goal gives each symbol its exact distance; chains then grow from the start in
/// order of what they cost and will cost, so the first ones to arrive are the best. O(edges x log symbols) and, for
/// each chain, the edges of the symbols on it; in a maze of equal chains it stops at [`MOST_PARTIAL`] steps.
#[must_use]
pub fn chains(graph: &Graph<'_>, from: SymbolId, to: SymbolId, k: usize, detour: u32) -> ChainSearch {
    chains_between(graph, &[from], &[to], k, detour)
}

/// Does what [`chains`] does, from any of some symbols to any of others: namesakes, one of which is meant. Of several
/// on one side, a [`NoChain`] is that of all together.
#[must_use]
pub fn chains_between(
    graph: &Graph<'_>,
    from: &[SymbolId],
    to: &[SymbolId],
    k: usize,
    detour: u32,
) -> ChainSearch {
    let (starts, goals) = (within(graph, from), within(graph, to));
    let ends = || from.iter().chain(to).copied();
    let costs = Costs { words: ends().flat_map(|end| words(graph.symbol(end))).collect() };
    let distance = distances(graph, &goals, &costs);
    let chains = grow(graph, &starts, &goals, &distance, &costs, (k, detour));
    if chains.is_empty() {
        let is_elsewhere = |end: &SymbolId| graph.symbol(*end).has(symbol_flag::CONSTRAINED);
        let elsewhere = ends().filter(is_elsewhere).collect();
        let method = to.first().map(|&to| graph.symbol(to)).filter(|to| to.kind() == SymbolKind::Method);
        let holder = method.and_then(Symbol::owner);
        ChainSearch::None(NoChain { elsewhere, ..gap(graph, (&starts, &goals), holder, &distance) })
    } else {
        ChainSearch::Chains(chains)
    }
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

fn is_dependency(edge: &EdgeRef<'_>) -> bool {
    edge.kind != EdgeKind::MemberOf && edge.from != edge.to
}

/// The costs of steps for two ends.
struct Costs {
    /// The words of the ends' names.
    words: FxHashSet<String>,
}

impl Costs {
    /// The cost of any step to a symbol, besides that of the edge's doubt. O(its name).
    fn of_step(&self, graph: &Graph<'_>, to: SymbolId) -> f64 {
        let is_kindred = words(graph.symbol(to)).any(|word| self.words.contains(&word));
        STEP * if is_kindred { KINDRED } else { 1.0 }
    }

    /// The cost of an edge, with what [`Costs::of_step`] says of its target.
    fn of(graph: &Graph<'_>, edge: &EdgeRef<'_>, step: f64) -> f64 {
        let is_value = edge.kind == EdgeKind::Uses && graph.symbol(edge.to).kind().is_callable();
        step * if is_value { VALUE } else { 1.0 } - f64::from(edge.strength()).ln()
    }
}

/// The words of a symbol's name, in small letters: `Local.opPlan` has `local` and `plan`, `HTTPServer` has `http` and `server`.
fn words(symbol: Symbol<'_>) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = symbol.qualified().chars().collect();
    for (at, &c) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map_or('_', |at| letters[at]);
        let is_head = c.is_uppercase()
            && (!before.is_uppercase() || letters.get(at + 1).is_some_and(|next| next.is_lowercase()));
        match words.last_mut() {
            Some(word) if c.is_alphanumeric() && !is_head => word.extend(c.to_lowercase()),
            _ => words.push(c.to_lowercase().filter(|c| c.is_alphanumeric()).collect()),
        }
    }
    words.into_iter().filter(|word| word.chars().count() >= LEAST_WORD)
}

/// The cost of each symbol's best chain to a goal; infinite without one.
fn distances(graph: &Graph<'_>, goals: &FxHashSet<SymbolId>, costs: &Costs) -> Vec<f64> {
    let mut distance = vec![f64::INFINITY; graph.n_symbols()];
    // Costs are not negative, so their bits sort like their values.
    let mut heap: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
    for goal in goals {
        distance[goal.ix()] = 0.0;
        heap.push(Reverse((0, goal.0)));
    }
    while let Some(Reverse((bits, at))) = heap.pop() {
        if distance[at as usize].to_bits() != bits {
            continue;
        }
        let step = costs.of_step(graph, SymbolId(at));
        for edge in graph.incoming(SymbolId(at)).filter(is_dependency) {
            let next = f64::from_bits(bits) + Costs::of(graph, &edge, step);
            if next < distance[edge.from.ix()] {
                distance[edge.from.ix()] = next;
                heap.push(Reverse((next.to_bits(), edge.from.0)));
            }
        }
    }
    distance
}

/// A chain on its way: its last edge, and the partial chain before that.
struct Partial {
    at: SymbolId,
    edge: Option<EdgeId>,
    before: Option<usize>,
    cost: f64,
    steps: u32,
}

fn grow(
    graph: &Graph<'_>,
    starts: &FxHashSet<SymbolId>,
    goals: &FxHashSet<SymbolId>,
    distance: &[f64],
    costs: &Costs,
    (k, detour): (usize, u32),
) -> Vec<Chain> {
    let mut partial: Vec<Partial> = Vec::new();
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    let mut starts_in_order: Vec<SymbolId> = starts
        .iter()
        .copied()
        .filter(|start| distance[start.ix()].is_finite() && !goals.contains(start))
        .collect();
    starts_in_order.sort_unstable();
    for at in starts_in_order {
        heap.push(Reverse((distance[at.ix()].to_bits(), partial.len())));
        partial.push(Partial { at, edge: None, before: None, cost: 0.0, steps: 0 });
    }
    // Chains arrive by falling confidence.
    let (mut chains, mut most) = (Vec::new(), u32::MAX);
    while let Some(Reverse((_, number))) = heap.pop() {
        let Partial { at, cost: so_far, steps, .. } = partial[number];
        if steps > most {
            continue;
        }
        if goals.contains(&at) {
            chains.push(chain(graph, &partial, number));
            most = most.min(steps.saturating_add(detour));
            if chains.len() >= k {
                break;
            }
            continue;
        }
        let called = partial[number].edge.map(|edge| graph.edge(edge));
        for edge in graph.outgoing(at).filter(is_dependency) {
            let rest = distance[edge.to.ix()];
            if rest.is_finite()
                && !called.as_ref().is_some_and(|call| is_detour(graph, call, &edge))
                && steps < most
                && partial.len() < MOST_PARTIAL
                && !starts.contains(&edge.to)
                && !visits(&partial, number, edge.to)
            {
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
    chains
}

/// Whether an interface call may skip the delegating step and go straight to the implementation.
fn is_detour(graph: &Graph<'_>, call: &EdgeRef<'_>, handed_on: &EdgeRef<'_>) -> bool {
    let is_straight = |edge: EdgeRef<'_>| edge.to == handed_on.to && edge.origin == Origin::Dispatch;
    handed_on.kind == EdgeKind::Delegates && graph.outgoing(call.from).any(is_straight)
}

/// Whether a partial chain passes through a symbol.
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

fn gap(
    graph: &Graph<'_>,
    (starts, goals): (&FxHashSet<SymbolId>, &FxHashSet<SymbolId>),
    holder: Option<SymbolId>,
    distance: &[f64],
) -> NoChain {
    let reached = reached(graph, starts);
    let mut unbound: BTreeMap<Cause, u32> = BTreeMap::new();
    for (cause, count) in reached.iter().flat_map(|&symbol| graph.unbound(symbol)) {
        *unbound.entry(cause).or_default() += count;
    }
    let mut bodiless: Vec<SymbolId> = reached.iter().copied().filter(|&id| is_bodiless(graph, id)).collect();
    bodiless.sort_unstable();
    let packages = |symbols: &mut dyn Iterator<Item = SymbolId>| {
        symbols.map(|symbol| graph.symbol(symbol).package()).collect::<FxHashSet<_>>().len() as u32
    };
    let backward = || (0..graph.n_symbols() as u32).map(SymbolId).filter(|id| distance[id.ix()].is_finite());
    let backward_only = || backward().filter(|id| !goals.contains(id));
    NoChain {
        from_reaches: reached.iter().filter(|id| !starts.contains(id)).count() as u32,
        from_packages: packages(&mut reached.iter().copied().filter(|id| !starts.contains(id))),
        to_reached_by: backward_only().count() as u32,
        to_packages: packages(&mut backward_only()),
        unbound: unbound.into_iter().collect(),
        bodiless,
        elsewhere: Vec::new(),
        holder: holder.filter(|holder| reached.contains(holder) && !starts.contains(holder)),
        other_way: self::reached(graph, goals).iter().any(|id| starts.contains(id)),
    }
}

fn is_bodiless(graph: &Graph<'_>, id: SymbolId) -> bool {
    matches!(graph.symbol(id).kind(), SymbolKind::Func | SymbolKind::Method)
        && graph.symbol_body[id.ix()] == graph.symbol_end[id.ix()]
}

/// Everything that some symbols depend on, themselves included.
fn reached(graph: &Graph<'_>, starts: &FxHashSet<SymbolId>) -> FxHashSet<SymbolId> {
    let mut seen = starts.clone();
    let mut open: Vec<SymbolId> = starts.iter().copied().collect();
    while let Some(at) = open.pop() {
        let next = graph.outgoing(at).filter(is_dependency).map(|edge| edge.to);
        open.extend(next.filter(|&to| seen.insert(to)));
    }
    seen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{find, tree};
    use super::*;
    use crate::model::fixture::{call, f, functions};
    use crate::model::{EdgeDraft, GraphData};

    fn found(data: &GraphData, from: SymbolId, to: SymbolId, k: usize) -> Vec<(Vec<u32>, i64)> {
        let graph = data.graph();
        let ChainSearch::Chains(chains) = chains(&graph, from, to, k, u32::MAX) else { return Vec::new() };
        let stops = |chain: &Chain| chain.edges.iter().map(|&edge| graph.edge(edge).to.0 - 2).collect();
        chains.iter().map(|chain| (stops(chain), (chain.confidence * 100.0).round() as i64)).collect()
    }

    #[test]
    fn the_surest_chains_come_first_then_the_shortest() {
        let data = functions(
            5,
            &[
                call(0, 1, 0.9),
                call(1, 4, 0.9),
                call(0, 4, 0.5),
                call(0, 2, 1.0),
                call(2, 3, 0.9),
                call(3, 4, 0.9),
                call(3, 0, 1.0),
            ],
        );
        assert_eq!(found(&data, f(0), f(4), 9), [(vec![1, 4], 81), (vec![2, 3, 4], 81), (vec![4], 50)]);
        assert_eq!(found(&data, f(0), f(4), 1).len(), 1);
    }

    #[test]
    fn a_detour_is_told_only_when_it_is_surer() {
        // 0 to 1 in one step, over 2 in two, over 2, 3, 4 in four; and 5 to 1 surely in four, doubtfully in one.
        let data = functions(
            6,
            &[
                call(0, 1, 1.0),
                call(0, 2, 1.0),
                call(2, 1, 0.9),
                call(2, 3, 1.0),
                call(3, 4, 1.0),
                call(4, 1, 0.9),
                call(5, 2, 1.0),
                call(5, 1, 0.2),
            ],
        );
        let lengths = |from: SymbolId, detour: u32| -> Vec<usize> {
            match chains(&data.graph(), from, f(1), 9, detour) {
                ChainSearch::Chains(chains) => chains.iter().map(|chain| chain.edges.len()).collect(),
                ChainSearch::None(_) => Vec::new(),
            }
        };
        assert_eq!(lengths(f(0), DETOUR), [1, 2]);
        assert_eq!(lengths(f(0), u32::MAX), [1, 2, 4]);
        assert_eq!(lengths(f(5), DETOUR), [2, 4, 1]);
        assert_eq!(lengths(f(5), 1), [2, 1]);
    }

    #[test]
    fn a_type_or_package_stands_for_what_it_holds() {
        let data = tree(&[
            (
                "a/a.go",
                "package a\n\ntype T struct{}\n\nfunc (T) M() { g() }\n\nfunc g() { h() }\n\nfunc h() {}\n",
            ),
            ("b/b.go", "package b\n\nimport \"m/a\"\n\nfunc F() { a.T{}.M() }\n"),
        ]);
        let graph = data.graph();
        let names =
            |from: &str, to: &str| match chains(&graph, find(&graph, from), find(&graph, to), 1, DETOUR) {
                ChainSearch::Chains(chains) => chains[0]
                    .edges
                    .iter()
                    .map(|&edge| graph.symbol(graph.edge(edge).to).qualified())
                    .collect(),
                ChainSearch::None(_) => Vec::new(),
            };
        assert_eq!(names("T", "a.h"), ["g", "h"]);
        assert_eq!(names("F", "T"), ["T.M"]);
        assert_eq!(names("b", "a.g"), ["T.M", "g"]);
    }

    #[test]
    fn where_there_is_no_chain_both_sides_are_told() {
        let data = tree(&[
            ("a/a.go", "package a\n\nfunc Run(f func()) { f(); step() }\n\nfunc step() {}\n"),
            ("b/b.go", "package b\n\nimport \"m/a\"\n\nfunc Main() { a.Run(Work) }\n\nfunc Work() {}\n"),
        ]);
        let graph = data.graph();
        let gap = |from: &str, to: &str| match chains(&graph, find(&graph, from), find(&graph, to), 1, DETOUR)
        {
            ChainSearch::None(gap) => gap,
            ChainSearch::Chains(chains) => panic!("{chains:?}"),
        };
        let forward = gap("Run", "Work");
        assert_eq!((forward.from_reaches, forward.to_reached_by, forward.other_way), (1, 1, false));
        assert_eq!(forward.unbound, [(Cause::FunctionValue, 1)]);
        assert!(gap("step", "Main").other_way);
        assert_eq!(forward.bodiless, []);
    }

    #[test]
    fn what_go_does_not_say_is_told() {
        let data =
            tree(&[("a/a.go", "package a\n\nfunc Run() { park() }\n\nfunc park()\n\nfunc woken() {}\n")]);
        let graph = data.graph();
        let ChainSearch::None(gap) = chains(&graph, find(&graph, "Run"), find(&graph, "woken"), 1, DETOUR)
        else {
            panic!("a chain")
        };
        assert_eq!((&gap.bodiless, &gap.unbound), (&vec![find(&graph, "park")], &Vec::new()));
    }

    #[test]
    fn of_what_go_does_not_say_the_likeliest_is_told_first() {
        let data = tree(&[(
            "a/a.go",
            "package a\n\nfunc Run() { add(); load(); runtime_Acquire() }\n\nfunc add()\n\nfunc load()\n\n\
             func runtime_Acquire()\n\nfunc acquire1() {}\n",
        )]);
        let graph = data.graph();
        let goal = find(&graph, "acquire1");
        let ChainSearch::None(gap) = chains(&graph, find(&graph, "Run"), goal, 1, DETOUR) else {
            panic!("a chain")
        };
        assert_eq!(
            gap.bodiless_like(&graph, goal),
            ["runtime_Acquire", "add", "load"].map(|name| find(&graph, name))
        );
    }

    /// All chains without repeated symbols, best first.
    fn all_chains(edges: &[EdgeDraft], at: u32, to: u32, seen: &mut Vec<u32>, cost: f64, out: &mut Vec<i64>) {
        if at == to {
            out.push((cost * 1e6).round() as i64);
            return;
        }
        for edge in edges.iter().filter(|edge| edge.from == f(at)) {
            let next = edge.to.0 - 2;
            if !seen.contains(&next) {
                seen.push(next);
                all_chains(edges, next, to, seen, cost + STEP - f64::from(edge.confidence).ln(), out);
                seen.pop();
            }
        }
    }

    #[test]
    fn what_the_first_chain_shows_is_known() {
        let chain = |edges: &[u32]| Chain {
            edges: edges.iter().map(|&edge| EdgeId(edge)).collect(),
            confidence: 1.0,
        };
        let chains = [
            chain(&[1, 2, 3, 4, 5, 6, 7, 8]),
            chain(&[1, 2, 3, 9, 5, 6, 7, 8]),
            chain(&[1, 2, 3, 9, 10, 6, 7, 8]),
            chain(&[1, 2, 11, 7, 8]),
            chain(&[1, 2, 3, 1, 2, 3]),
        ];
        let all: Vec<_> = (0..chains.len()).map(|ix| shared(&chains, ix)).collect();
        let both = |head, tail| SharedSteps { head, tail };
        assert_eq!(all, [both(0, 0), both(3, 4), both(3, 3), both(0, 0), both(3, 0)]);
    }

    #[test]
    fn no_chain_goes_over_who_hands_on_what_is_called_without_that() {
        let data = tree(&[(
            "a/a.go",
            "package a\n\ntype Writer interface{ Write() }\ntype Flusher interface{ Writer; Flush() }\n\
             type Closer interface{ Writer; Close() }\n\
             type Conn struct{}\nfunc (Conn) Write() {}\nfunc (Conn) Close() {}\n\
             type Held struct{ Closer }\nfunc (Held) Flush() {}\n\
             func Print(w Writer) { w.Write() }\nfunc Use(f Flusher) { f.Write() }\n",
        )]);
        let graph = data.graph();
        let write = find(&graph, "Conn.Write");
        let steps = |from| match chains(&graph, find(&graph, from), write, 9, u32::MAX) {
            ChainSearch::Chains(chains) => chains.iter().map(|chain| chain.edges.len()).collect(),
            ChainSearch::None(_) => Vec::new(),
        };
        assert_eq!((steps("Print"), steps("Use")), (vec![1], vec![2]));
        let callers = graph.forwarded_callers(write).into_iter().map(|of| graph.symbol(of.call.from).name());
        assert_eq!(callers.collect::<Vec<_>>(), ["Use"]);
    }

    proptest! {
        #[test]
        fn chains_are_the_k_best(
            edges in prop::collection::btree_map((0u32..6, 0u32..6), 1u32..=10, 0..16),
            k in 1usize..6,
        ) {
            let edges: Vec<EdgeDraft> =
                edges.into_iter().filter(|((a, b), _)| a != b).map(|((a, b), p)| call(a, b, p as f32 / 10.0)).collect();
            let data = functions(6, &edges);
            let graph = data.graph();
            let mut expected = Vec::new();
            all_chains(&edges, 0, 5, &mut vec![0], 0.0, &mut expected);
            expected.sort_unstable();
            expected.truncate(k);
            let found = match chains(&graph, f(0), f(5), k, u32::MAX) {
                ChainSearch::Chains(chains) => chains,
                ChainSearch::None(_) => Vec::new(),
            };
            let costs: Vec<i64> = found
                .iter()
                .map(|c| ((c.edges.len() as f64 * STEP - c.confidence.ln()) * 1e6).round() as i64)
                .collect();
            prop_assert_eq!(costs.len(), expected.len());
            prop_assert!(costs.iter().zip(&expected).all(|(a, b)| a.abs_diff(*b) <= 2), "{:?} {:?}", costs, expected);
            for chain in &found {
                prop_assert!(chain.edges.windows(2).all(|w| graph.edge(w[0]).to == graph.edge(w[1]).from));
            }
        }
    }
}
