//! The flow of all files as one graph. Nodes that surely have the same values are one node, and calls of one kind on the values
//! of one node are one call.

use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::facts::{FlowFacts, FlowNode, NOWHERE, SLOT};
use super::lists::Lists;
use super::value::Value;
use crate::golang::ids::{DeclIx, PackageIx, TypeDeclIx};
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

/// The callees that a call may have, by its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CallKind {
    /// `None` for a call of a function value.
    pub(super) selector: Option<SelectorIx>,
    pub(super) is_taken: bool,
    /// A hash of the function's type; 0 if the type is open.
    pub(super) key: u64,
    /// The package of the code that calls.
    pub(super) package: PackageIx,
}

/// A call of a function value, or of an interface's method. Nodes are those of [`FlowGraph`].
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) value: u32,
    pub(super) kind: CallKind,
    /// Ranges of [`FlowGraph::lists`].
    pub(super) args: Range<u32>,
    pub(super) results: Range<u32>,
}

/// A function literal.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub(super) key: u64,
    pub(super) package: PackageIx,
    pub(super) params: Range<u32>,
    pub(super) results: Range<u32>,
}

/// The numbers of the nodes that a declaration has.
#[derive(Default)]
struct DeclNodes {
    /// By declaration the first of its entries.
    first: Vec<u32>,
    /// The role of a node, its number, and the next entry of the declaration.
    entries: Vec<(u32, u32, u32)>,
}

impl DeclNodes {
    /// The role of a node among those of its declaration; `None` for other nodes.
    fn role(node: FlowNode) -> Option<(DeclIx, u32)> {
        match node {
            FlowNode::Param(decl, nth) => Some((decl, 1 + 2 * u32::from(nth))),
            FlowNode::Result(decl, nth) => Some((decl, 2 + 2 * u32::from(nth))),
            FlowNode::Field(decl) | FlowNode::Var(decl) => Some((decl, 0)),
            _ => None,
        }
    }

    fn get(&self, decl: DeclIx, role: u32) -> Option<u32> {
        let mut at = self.first.get(decl.0 as usize).copied().unwrap_or(NOWHERE);
        while let Some(&(other, number, next)) = self.entries.get(at as usize) {
            if other == role {
                return Some(number);
            }
            at = next;
        }
        None
    }

    fn get_or_insert(&mut self, decl: DeclIx, role: u32, new: u32) -> u32 {
        if let Some(known) = self.get(decl, role) {
            return known;
        }
        if self.first.len() <= decl.0 as usize {
            self.first.resize(decl.0 as usize + 1, NOWHERE);
        }
        let first = &mut self.first[decl.0 as usize];
        self.entries.push((role, new, *first));
        *first = self.entries.len() as u32 - 1;
        new
    }
}

/// The joined graph. A node is the representative of those that surely have the same values; what leads to no call and to
/// nothing outside is left out. Most edges lead to higher numbers.
pub(crate) struct FlowGraph {
    /// The representative of each node of the joined files; [`NOWHERE`] for those left out.
    representative: Vec<u32>,
    /// Where the slots of each file begin.
    first_slot: Vec<u32>,
    /// The nodes of each file's keyed nodes; [`NOWHERE`] for those that are values.
    keyed: Vec<Vec<u32>>,
    of_decls: DeclNodes,
    outside: FxHashMap<Name, u32>,
    pub(super) n_nodes: usize,
    pub(super) successors: Lists,
    /// Values where they come from.
    pub(super) sources: Vec<(u32, u32)>,
    /// By number, types first.
    pub(super) values: IndexSet<Value, FxBuildHasher>,
    /// The number of the values of each declared type, [`NOWHERE`] if they are not followed.
    types: Vec<u32>,
    n_types: u32,
    pub(super) calls: Vec<Call>,
    pub(super) calls_at: Lists,
    pub(super) literals: FxHashMap<(u32, u32), Literal>,
    pub(super) lists: Vec<u32>,
}

/// The graph while files are added.
#[derive(Default)]
struct Joining {
    of_decls: DeclNodes,
    /// Nodes of no declaration.
    numbers: FxHashMap<FlowNode, u32>,
    outside: FxHashMap<Name, u32>,
    n_nodes: u32,
    edges: Vec<(u32, u32)>,
    sources: Vec<(u32, u32)>,
    values: IndexSet<Value, FxBuildHasher>,
    calls: Vec<Call>,
    literals: FxHashMap<(u32, u32), Literal>,
    lists: Vec<u32>,
}

impl Joining {
    fn another(&mut self) -> u32 {
        self.n_nodes += 1;
        self.n_nodes - 1
    }

    fn node(&mut self, node: FlowNode) -> u32 {
        let next = self.n_nodes;
        let number = match (DeclNodes::role(node), node) {
            (Some((decl, role)), _) => self.of_decls.get_or_insert(decl, role, next),
            (None, FlowNode::Outside(package)) => *self.outside.entry(package).or_insert(next),
            (None, node) => *self.numbers.entry(node).or_insert(next),
        };
        self.n_nodes += u32::from(number == next);
        number
    }

    fn value(&mut self, value: Value) -> u32 {
        self.values.insert_full(value).0 as u32
    }

    fn add(&mut self, ix: u32, file: &FlowFile<'_>, nodes: &FileNodes) {
        let links = &file.facts.links;
        for &(from, to) in &links.edges {
            match (nodes.value(from), nodes.node(to)) {
                (_, NOWHERE) | (Some(NOWHERE), _) => {}
                (Some(value), to) => self.sources.push((to, value)),
                (None, to) => {
                    let from = nodes.node(from);
                    if from != NOWHERE && from != to {
                        self.edges.push((from, to));
                    }
                }
            }
        }
        for call in &links.calls {
            let value = nodes.place(self, call.value);
            if value == NOWHERE {
                continue;
            }
            let selector = file.selectors.get(call.interface as usize).copied();
            let kind = CallKind { selector, is_taken: call.is_taken, key: call.key, package: file.package };
            let (args, results) = links.lists(call.lists);
            let (args, results) = (nodes.list(self, args), nodes.list(self, results));
            self.calls.push(Call { value, kind, args, results });
        }
        for (nth, literal) in (0..).zip(&file.facts.literals) {
            let (params, results) = links.lists(literal.lists);
            let (params, results) = (nodes.list(self, params), nodes.list(self, results));
            let literal = Literal { key: literal.key, package: file.package, params, results };
            self.literals.insert((ix, nth), literal);
        }
    }

    /// The nodes in ranges of [`Self::lists`].
    fn listed<'j>(&'j self, ranges: impl Iterator<Item = Range<u32>> + 'j) -> impl Iterator<Item = u32> + 'j {
        let listed = ranges.flat_map(|range| &self.lists[range.start as usize..range.end as usize]);
        listed.copied().filter(|&node| node != NOWHERE)
    }

    fn results(&self, is_result: impl Fn(u32) -> bool) -> impl Iterator<Item = u32> {
        let entries = self.of_decls.entries.iter().filter(move |of| is_result(of.0));
        entries.map(|of| of.1)
    }

    /// For each component the one that it has all its values from. Components are numbered against the edges: those that a
    /// component leads to have lower numbers.
    fn merged(&self, component: &[u32], n: usize) -> Vec<u32> {
        // Components with values of their own, and those that calls may add edges to.
        let mut is_fed = vec![false; n];
        let params = self.results(|role| role % 2 == 1);
        let results = self.calls.iter().map(|call| call.results.clone());
        let listed = self.listed(results.chain(self.literals.values().map(|literal| literal.params.clone())));
        let sources = self.sources.iter().map(|source| source.0);
        for node in sources.chain(params).chain(self.outside.values().copied()).chain(listed) {
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

    /// The components that values are needed in: those that lead to a call, to code outside, or to what a call may hand on.
    /// `edges` are sorted by the component that they start in.
    fn needed(&self, of: &[u32], n: usize, edges: &[(u32, u32)]) -> Vec<bool> {
        let mut is_needed = vec![false; n];
        let called = self.calls.iter().map(|call| call.value);
        let handed_on = self.calls.iter().map(|call| call.args.clone());
        let listed =
            self.listed(handed_on.chain(self.literals.values().map(|literal| literal.results.clone())));
        // An embedded interface is a field that calls are forwarded to.
        let of_decls = self.results(|role| role % 2 == 0);
        for node in called.chain(listed).chain(of_decls).chain(self.outside.values().copied()) {
            is_needed[of[node as usize] as usize] = true;
        }
        for &(from, to) in edges {
            is_needed[from as usize] |= is_needed[to as usize];
        }
        is_needed
    }

    /// Makes one call of those of one kind on one node: each argument is a node that those of all calls lead to.
    fn group_calls(&mut self) {
        let mut calls = std::mem::take(&mut self.calls);
        calls.sort_by_key(|call| (call.value, call.kind));
        for alike in calls.chunk_by(|a, b| (a.value, a.kind) == (b.value, b.kind)) {
            let args: Vec<Range<u32>> = alike.iter().map(|call| call.args.clone()).collect();
            let results: Vec<Range<u32>> = alike.iter().map(|call| call.results.clone()).collect();
            let first = alike[0].clone();
            let (args, results) = (self.united(&args, false), self.united(&results, true));
            self.calls.push(Call { args, results, ..first });
        }
    }

    /// A list of nodes that stand for those of several lists: they lead there, or from there.
    fn united(&mut self, lists: &[Range<u32>], leads_there: bool) -> Range<u32> {
        if let [only] = lists {
            return only.clone();
        }
        let start = self.lists.len() as u32;
        for nth in 0..lists.iter().map(|list| list.end - list.start).max().unwrap_or(0) {
            let of_all = lists.iter().filter(|list| list.start + nth < list.end);
            let mut nodes: Vec<u32> = of_all
                .map(|list| self.lists[(list.start + nth) as usize])
                .filter(|&node| node != NOWHERE)
                .collect();
            nodes.sort_unstable();
            nodes.dedup();
            let node = match nodes.as_slice() {
                [] => NOWHERE,
                [only] => *only,
                _ => {
                    let all = self.another();
                    let edge = |node| if leads_there { (all, node) } else { (node, all) };
                    self.edges.extend(nodes.into_iter().map(edge));
                    all
                }
            };
            self.lists.push(node);
        }
        start..self.lists.len() as u32
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
                FlowNode::Given => Some(Value::Given),
                _ => None,
            };
            values.push(value.map(|value| if is_followed(value) { all.value(value) } else { NOWHERE }));
            let is_value_alone = value.is_some() && !matches!(node, FlowNode::Outside(_));
            nodes.push(if is_value_alone { NOWHERE } else { all.node(node) });
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

    /// The node of an argument or the like. One that is a value itself gets a node.
    fn place(&self, all: &mut Joining, node: u32) -> u32 {
        match self.value(node) {
            Some(NOWHERE) => NOWHERE,
            Some(value) => {
                let place = all.another();
                all.sources.push((place, value));
                place
            }
            None => self.node(node),
        }
    }

    /// Stores the nodes of arguments and the like.
    fn list(&self, all: &mut Joining, nodes: &[u32]) -> Range<u32> {
        let start = all.lists.len() as u32;
        for &node in nodes {
            let place = self.place(all, node);
            all.lists.push(place);
        }
        start..all.lists.len() as u32
    }
}

impl FlowGraph {
    /// Joins the files. `is_followed` says of a type whether its values matter. O(nodes + edges x log edges).
    pub(crate) fn join(files: &[FlowFile<'_>], is_followed: impl Fn(Value) -> bool) -> Self {
        let mut all = Joining::default();
        let mut first_slot = Vec::with_capacity(files.len());
        let mut keyed = Vec::with_capacity(files.len());
        for (ix, file) in (0..).zip(files) {
            let nodes = FileNodes::of(&mut all, ix, file.facts, &is_followed);
            all.add(ix, file, &nodes);
            first_slot.push(nodes.first_slot);
            keyed.push(nodes.nodes);
        }
        Self::condensed(all, first_slot, keyed)
    }

    /// Makes one node of each strongly connected component, and of each node with what it has all its values from.
    fn condensed(mut all: Joining, first_slot: Vec<u32>, keyed: Vec<Vec<u32>>) -> Self {
        let n = all.n_nodes as usize;
        let (component, n_components) = components(n, &Lists::of(n, &all.edges));
        let merged = all.merged(&component, n_components);
        let of: Vec<u32> = component.iter().map(|&of| merged[of as usize]).collect();
        for edge in &mut all.edges {
            *edge = (of[edge.0 as usize], of[edge.1 as usize]);
        }
        all.edges.retain(|&(a, b)| a != b);
        all.edges.sort_unstable();
        all.edges.dedup();
        let is_needed = all.needed(&of, n_components, &all.edges);
        // New numbers along the edges.
        let mut numbers = vec![NOWHERE; n_components];
        all.n_nodes = 0;
        for at in (0..n_components).rev().filter(|&at| is_needed[at] && merged[at] == at as u32) {
            numbers[at] = all.another();
        }
        let representative: Vec<u32> = of.into_iter().map(|of| numbers[of as usize]).collect();
        let of = |node: u32| if node == NOWHERE { NOWHERE } else { representative[node as usize] };
        all.edges.retain_mut(|edge| {
            *edge = (numbers[edge.0 as usize], numbers[edge.1 as usize]);
            edge.0 != NOWHERE && edge.1 != NOWHERE
        });
        all.lists.iter_mut().for_each(|node| *node = of(*node));
        all.calls.iter_mut().for_each(|call| call.value = of(call.value));
        all.group_calls();
        let mut values = all.values.clone();
        values.sort_unstable();
        let numbers: Vec<u32> =
            all.values.iter().map(|value| values.get_index_of(value).unwrap_or_default() as u32).collect();
        for (node, value) in &mut all.sources {
            (*node, *value) = (of(*node), numbers[*value as usize]);
        }
        all.sources.retain(|source| source.0 != NOWHERE);
        let mut types = Vec::new();
        for (value, number) in values.iter().zip(0..) {
            let Value::Type(ty) = value else { break };
            types.resize(ty.0 as usize + 1, NOWHERE);
            types[ty.0 as usize] = number;
        }
        let n_nodes = all.n_nodes as usize;
        let at: Vec<(u32, u32)> = (0..).zip(&all.calls).map(|(ix, call)| (call.value, ix)).collect();
        Self {
            of_decls: all.of_decls,
            outside: all.outside,
            n_nodes,
            successors: Lists::of(n_nodes, &all.edges),
            sources: all.sources,
            n_types: types.iter().filter(|&&number| number != NOWHERE).count() as u32,
            types,
            values,
            calls_at: Lists::of(n_nodes, &at),
            calls: all.calls,
            literals: all.literals,
            lists: all.lists,
            representative,
            first_slot,
            keyed,
        }
    }

    /// The node of a declaration's parameter, receiver or result; [`NOWHERE`] if no code needs it.
    pub(super) fn keyed(&self, node: FlowNode) -> u32 {
        let number = DeclNodes::role(node).and_then(|(decl, role)| self.of_decls.get(decl, role));
        number.map_or(NOWHERE, |number| self.representative[number as usize])
    }

    /// The number of the values of a type; `None` if they are not followed.
    pub(super) fn number_of_type(&self, ty: TypeDeclIx) -> Option<u32> {
        self.types.get(ty.0 as usize).copied().filter(|&number| number != NOWHERE)
    }

    /// The number of values that are types. Only other values are added later.
    pub(super) fn n_types(&self) -> u32 {
        self.n_types
    }

    pub(super) fn outside(&self, package: Name) -> u32 {
        self.outside.get(&package).map_or(NOWHERE, |&number| self.representative[number as usize])
    }

    pub(super) fn all_outside(&self) -> Vec<(Name, u32)> {
        let all = self.outside.iter();
        let mut all: Vec<(Name, u32)> =
            all.map(|(&package, &number)| (package, self.representative[number as usize])).collect();
        all.sort_unstable();
        all
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
