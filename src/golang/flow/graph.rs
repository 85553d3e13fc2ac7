//! The flow of all files as one graph. Nodes that surely have the same values are one node.

use rustc_hash::FxHashMap;

use super::facts::{FlowFacts, FlowNode, NOWHERE, SLOT};
use super::value::Value;
use crate::golang::ids::PackageIx;
use crate::golang::names::Name;

/// The number of an interface's method that is called or taken as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SelectorIx(pub(crate) u32);

/// The facts of a file.
pub(crate) struct FlowFile<'f> {
    pub(crate) facts: &'f FlowFacts,
    pub(crate) package: PackageIx,
    /// The selector of each interface call of the file.
    pub(crate) selectors: Vec<SelectorIx>,
}

/// A call of a function value, or of an interface's method. Nodes are those of [`FlowGraph`].
pub(super) struct Call {
    pub(super) value: u32,
    pub(super) selector: Option<SelectorIx>,
    pub(super) is_taken: bool,
    pub(super) key: u64,
    pub(super) package: PackageIx,
    pub(super) args: std::ops::Range<u32>,
    pub(super) results: std::ops::Range<u32>,
}

/// A function literal.
pub(super) struct Literal {
    pub(super) key: u64,
    pub(super) package: PackageIx,
    pub(super) params: std::ops::Range<u32>,
    pub(super) results: std::ops::Range<u32>,
}

/// Lists of numbers by node, laid out one after the other.
#[derive(Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// `pairs` of a node and an item, in any order.
    pub(super) fn of(n: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0_u32; n + 1];
        for &(node, _) in pairs {
            starts[node as usize + 1] += 1;
        }
        for node in 0..n {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut items = vec![0; pairs.len()];
        for &(node, item) in pairs {
            items[next[node as usize] as usize] = item;
            next[node as usize] += 1;
        }
        Self { starts, items }
    }

    pub(super) fn get(&self, node: u32) -> &[u32] {
        &self.items[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// The joined graph. A node is the representative of those that surely have the same values.
pub(crate) struct FlowGraph {
    /// The representative of each node of the joined files.
    representative: Vec<u32>,
    /// Where the slots of each file begin.
    first_slot: Vec<u32>,
    /// The nodes of each file's keyed nodes; [`NOWHERE`] for those that are values.
    keyed: Vec<Vec<u32>>,
    numbers: FxHashMap<FlowNode, u32>,
    outside: FxHashMap<Name, u32>,
    pub(super) n_nodes: usize,
    pub(super) successors: Lists,
    /// In topological order, as far as there is one.
    pub(super) order: Vec<u32>,
    /// Values where they come from.
    pub(super) sources: Vec<(u32, u32)>,
    pub(super) values: Vec<Value>,
    pub(super) calls: Vec<Call>,
    pub(super) calls_at: Lists,
    pub(super) literals: FxHashMap<(u32, u32), Literal>,
    pub(super) lists: Vec<u32>,
}

/// The graph while files are added.
#[derive(Default)]
struct Joining {
    numbers: FxHashMap<FlowNode, u32>,
    outside: FxHashMap<Name, u32>,
    n_nodes: u32,
    edges: Vec<(u32, u32)>,
    sources: Vec<(u32, u32)>,
    values: FxHashMap<Value, u32>,
    lists: Vec<u32>,
}

impl Joining {
    fn another(&mut self) -> u32 {
        self.n_nodes += 1;
        self.n_nodes - 1
    }

    fn node(&mut self, node: FlowNode) -> u32 {
        let next = self.n_nodes;
        let number = *self.numbers.entry(node).or_insert(next);
        self.n_nodes += u32::from(number == next);
        number
    }

    fn outside(&mut self, package: Name) -> u32 {
        let next = self.n_nodes;
        let number = *self.outside.entry(package).or_insert(next);
        self.n_nodes += u32::from(number == next);
        number
    }

    fn value(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        *self.values.entry(value).or_insert(next)
    }

    /// For each component the one that it has all its values from. Components are numbered against the edges: those that a
    /// component leads to have lower numbers.
    fn merged(
        &self,
        component: &[u32],
        n: usize,
        calls: &[Call],
        literals: &FxHashMap<(u32, u32), Literal>,
    ) -> Vec<u32> {
        // Components with values of their own, and those that calls may add edges to.
        let mut is_fed = vec![false; n];
        let params = self.numbers.iter().filter(|of| matches!(of.0, FlowNode::Param(..))).map(|of| *of.1);
        let of_calls = calls.iter().map(|call| &call.results);
        let ranges = of_calls.chain(literals.values().map(|literal| &literal.params));
        let listed = ranges.flat_map(|range| &self.lists[range.start as usize..range.end as usize]);
        let sources = self.sources.iter().map(|source| source.0);
        let fed = sources.chain(params).chain(self.outside.values().copied()).chain(listed.copied());
        for node in fed.filter(|&node| node != NOWHERE) {
            is_fed[component[node as usize] as usize] = true;
        }
        // The only component that leads to one, [`NOWHERE`] for none, or the component itself for several.
        let mut from = vec![NOWHERE; n];
        for &(a, b) in &self.edges {
            let (a, b) = (component[a as usize], component[b as usize]);
            if a != b {
                let only = &mut from[b as usize];
                *only = if *only == NOWHERE || *only == a { a } else { b };
            }
        }
        let mut merged: Vec<u32> = (0..n as u32).collect();
        for at in (0..n).rev() {
            if !is_fed[at] && from[at] != NOWHERE && from[at] != at as u32 {
                merged[at] = merged[from[at] as usize];
            }
        }
        merged
    }
}

/// The nodes of one file in the joined graph.
struct FileNodes {
    first_slot: u32,
    /// Of keyed nodes; [`NOWHERE`] for those that are values alone.
    nodes: Vec<u32>,
    /// Of keyed nodes that are values: the value, [`NOWHERE`] if it is not followed.
    values: Vec<Option<u32>>,
}

impl FileNodes {
    fn of(all: &mut Joining, ix: u32, facts: &FlowFacts, is_followed: &impl Fn(Value) -> bool) -> Self {
        let first_slot = all.n_nodes;
        all.n_nodes += facts.links.n_slots;
        let mut values = Vec::with_capacity(facts.nodes.len());
        let mut nodes = Vec::with_capacity(facts.nodes.len());
        for &node in &facts.nodes {
            let value = match node {
                FlowNode::Type(ty) => Some(Value::Type(ty)),
                FlowNode::Func(decl, binding) => Some(Value::Func(decl, binding)),
                FlowNode::Literal(nth) => Some(Value::Literal(ix, nth)),
                FlowNode::Foreign(path) => Some(Value::Foreign(path)),
                FlowNode::Outside(path) => Some(Value::Outside(path)),
                FlowNode::Reflected => Some(Value::Reflected),
                _ => None,
            };
            values.push(value.map(|value| if is_followed(value) { all.value(value) } else { NOWHERE }));
            nodes.push(match node {
                FlowNode::Outside(path) => all.outside(path),
                _ if value.is_some() => NOWHERE,
                node => all.node(node),
            });
        }
        Self { first_slot, nodes, values }
    }

    fn value(&self, node: u32) -> Option<u32> {
        if node & SLOT == 0 { self.values[node as usize] } else { None }
    }

    fn node(&self, node: u32) -> u32 {
        match node {
            NOWHERE => NOWHERE,
            node if node & SLOT != 0 => self.first_slot + (node & !SLOT),
            node => self.nodes[node as usize],
        }
    }

    /// Stores the nodes of arguments and the like. One that is a value itself gets a node.
    fn list(&self, all: &mut Joining, nodes: &[u32]) -> std::ops::Range<u32> {
        let start = all.lists.len() as u32;
        for &node in nodes {
            let place = match self.value(node) {
                Some(NOWHERE) => NOWHERE,
                Some(value) => {
                    let place = all.another();
                    all.sources.push((place, value));
                    place
                }
                None => self.node(node),
            };
            all.lists.push(place);
        }
        start..all.lists.len() as u32
    }
}

impl FlowGraph {
    /// Joins the files. `is_followed` says of a type whether its values matter. O(nodes + edges).
    pub(crate) fn join(files: &[FlowFile<'_>], is_followed: impl Fn(Value) -> bool) -> Self {
        let mut all = Joining::default();
        let mut first_slot = Vec::with_capacity(files.len());
        let mut keyed = Vec::with_capacity(files.len());
        let mut calls = Vec::new();
        let mut literals = FxHashMap::default();
        for (ix, file) in (0..).zip(files) {
            let facts = file.facts;
            let nodes = FileNodes::of(&mut all, ix, facts, &is_followed);
            for &(from, to) in &facts.links.edges {
                match (nodes.value(from), nodes.node(to)) {
                    (_, NOWHERE) | (Some(NOWHERE), _) => {}
                    (Some(value), to) => all.sources.push((to, value)),
                    (None, to) => all.edges.push((nodes.node(from), to)),
                }
            }
            for call in &facts.links.calls {
                let (args, results) = facts.links.lists(call.lists);
                let value = nodes.list(&mut all, &[call.value]);
                calls.push(Call {
                    value: all.lists[value.start as usize],
                    selector: file.selectors.get(call.interface as usize).copied(),
                    is_taken: call.is_taken,
                    key: call.key,
                    package: file.package,
                    args: nodes.list(&mut all, args),
                    results: nodes.list(&mut all, results),
                });
            }
            for (nth, literal) in (0..).zip(&facts.literals) {
                let (params, results) = facts.links.lists(literal.lists);
                let (params, results) = (nodes.list(&mut all, params), nodes.list(&mut all, results));
                literals
                    .insert((ix, nth), Literal { key: literal.key, package: file.package, params, results });
            }
            first_slot.push(nodes.first_slot);
            keyed.push(nodes.nodes);
        }
        calls.retain(|call| call.value != NOWHERE);
        Self::condensed(all, first_slot, keyed, calls, literals)
    }

    /// Makes one node of each strongly connected component, and of each node with what it has all its values from.
    fn condensed(
        mut all: Joining,
        first_slot: Vec<u32>,
        keyed: Vec<Vec<u32>>,
        mut calls: Vec<Call>,
        literals: FxHashMap<(u32, u32), Literal>,
    ) -> Self {
        all.edges.retain(|&(from, to)| from != NOWHERE && to != NOWHERE && from != to);
        let n = all.n_nodes as usize;
        let (component, n_components) = components(n, &Lists::of(n, &all.edges));
        let merged = all.merged(&component, n_components, &calls, &literals);
        let Joining { numbers, outside, mut edges, mut sources, values, mut lists, .. } = all;
        let representative: Vec<u32> = component.iter().map(|&of| merged[of as usize]).collect();
        let of = |node: u32| if node == NOWHERE { NOWHERE } else { representative[node as usize] };
        for edge in &mut edges {
            *edge = (of(edge.0), of(edge.1));
        }
        edges.retain(|&(a, b)| a != b);
        edges.sort_unstable();
        edges.dedup();
        for source in &mut sources {
            source.0 = of(source.0);
        }
        sources.sort_unstable();
        sources.dedup();
        for node in &mut lists {
            *node = of(*node);
        }
        for call in &mut calls {
            call.value = of(call.value);
        }
        let at: Vec<(u32, u32)> = (0..).zip(&calls).map(|(ix, call)| (call.value, ix)).collect();
        let mut by_number: Vec<(u32, Value)> = values.into_iter().map(|(value, ix)| (ix, value)).collect();
        by_number.sort_unstable_by_key(|of| of.0);
        Self {
            numbers,
            outside,
            n_nodes: n_components,
            successors: Lists::of(n_components, &edges),
            order: (0..n_components as u32).rev().collect(),
            sources,
            values: by_number.into_iter().map(|of| of.1).collect(),
            calls_at: Lists::of(n_components, &at),
            calls,
            literals,
            lists,
            representative,
            first_slot,
            keyed,
        }
    }

    /// The node of a declaration's parameter, receiver or result; [`NOWHERE`] if no code mentions it.
    pub(super) fn keyed(&self, node: FlowNode) -> u32 {
        self.numbers.get(&node).map_or(NOWHERE, |&number| self.representative[number as usize])
    }

    pub(super) fn outside(&self, package: Name) -> u32 {
        self.outside.get(&package).map_or(NOWHERE, |&number| self.representative[number as usize])
    }

    pub(super) fn all_outside(&self) -> Vec<(Name, u32)> {
        let mut all: Vec<(Name, u32)> = self
            .outside
            .iter()
            .map(|(&package, &number)| (package, self.representative[number as usize]))
            .collect();
        all.sort_unstable();
        all
    }

    pub(super) fn list(&self, range: &std::ops::Range<u32>) -> &[u32] {
        &self.lists[range.start as usize..range.end as usize]
    }

    /// The node that a node of a file is part of; [`NOWHERE`] if it is a value, or none.
    pub(super) fn of_file(&self, file: usize, node: u32) -> u32 {
        let node = match node {
            NOWHERE => return NOWHERE,
            node if node & SLOT != 0 => self.first_slot[file] + (node & !SLOT),
            node => self.keyed[file][node as usize],
        };
        if node == NOWHERE { NOWHERE } else { self.representative[node as usize] }
    }
}

/// The strongly connected component of each node, and their number (Tarjan's algorithm). A component has a higher number
/// than those that it leads to.
fn components(n: usize, successors: &Lists) -> (Vec<u32>, usize) {
    const UNSEEN: u32 = u32::MAX;
    let mut component = vec![UNSEEN; n];
    let mut index = vec![UNSEEN; n];
    let mut low = vec![0_u32; n];
    let mut stack: Vec<u32> = Vec::new();
    let mut open: Vec<(u32, u32)> = Vec::new();
    let (mut next, mut n_components) = (0, 0);
    for root in 0..n as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        open.push((root, 0));
        while let Some(&mut (node, ref mut nth)) = open.last_mut() {
            let at = node as usize;
            if *nth == 0 {
                (index[at], low[at]) = (next, next);
                next += 1;
                stack.push(node);
            }
            let successor = successors.get(node).get(*nth as usize).copied();
            *nth += 1;
            if let Some(to) = successor {
                if index[to as usize] == UNSEEN {
                    open.push((to, 0));
                } else if component[to as usize] == UNSEEN {
                    low[at] = low[at].min(index[to as usize]);
                }
                continue;
            }
            open.pop();
            if let Some(&(parent, _)) = open.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == index[at] {
                while let Some(member) = stack.pop() {
                    component[member as usize] = n_components;
                    if member == node {
                        break;
                    }
                }
                n_components += 1;
            }
        }
    }
    (component, n_components as usize)
}
