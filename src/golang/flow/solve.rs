//! Lets values travel along the flow. A call whose callee is only known by the values that arrive passes its arguments on
//! to each of them.
//!
//! A package outside the tree may give back what it is given, functions to the package that declares them alone. It may call
//! a function that it is given, and methods by which a value that it is given satisfies an interface from outside; the
//! arguments may be all that any package outside was given. All calls of one kind that such values arrive at reach the same
//! functions, so they hand their arguments to one call that waits for these values.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{Binding, FlowNode, NOWHERE, RECEIVER};
use super::graph::{Call, CallKind, FlowGraph, Literal, SelectorIx};
use super::methods::{MethodTarget, Methods};
use super::shared_sets::{SetIx, SharedSets};
use super::solution::Solution;
use super::value::{Value, fits};
use super::value_set::ValueSet;
use crate::golang::ids::{DeclIx, PackageIx};
use crate::golang::names::Name;

/// Stands for all packages outside.
const ALL: Name = Name(u32::MAX - 1);

/// Lets all values travel.
pub(crate) fn solve(graph: FlowGraph, methods: &mut impl Methods) -> Solution {
    let mut solver = Solver::new(graph, methods);
    solver.run();
    let Solver { graph, sets, shared, mut given, .. } = solver;
    let everywhere = given.remove(&ALL).unwrap_or_default();
    Solution { graph, of_nodes: sets, sets: shared.into_sets(), everywhere }
}

/// Targets of an interface's method by the number of the receiver's type, sorted.
type Targets = Rc<[(u32, MethodTarget)]>;

struct Solver<'m, M> {
    graph: FlowGraph,
    methods: &'m mut M,
    shared: SharedSets,
    /// The values of each node.
    sets: Vec<SetIx>,
    /// Those that it has handed on.
    handed_on: Vec<SetIx>,
    /// A bit for each node with others.
    open: Vec<u64>,
    /// Edges that calls add.
    added: FxHashMap<u32, Vec<u32>>,
    known: FxHashSet<(u32, u32)>,
    /// Calls on what an embedded interface holds, by its field's node.
    forwarded: FxHashMap<u32, Vec<u32>>,
    known_forwarded: FxHashSet<(u32, CallKind, Range<u32>, Range<u32>)>,
    outside_of: FxHashMap<u32, Name>,
    /// The values that each package outside is given.
    given: FxHashMap<Name, ValueSet>,
    /// The functions among them, by the package that declares them.
    given_functions: FxHashMap<(Name, PackageIx), Vec<u32>>,
    /// The call that waits for values of a package outside for all calls of a kind.
    waiting: FxHashMap<(Name, CallKind), u32>,
    waiting_for_type: FxHashMap<(Name, u32), Vec<(u32, MethodTarget)>>,
    waiting_for_functions: FxHashMap<(Name, PackageIx), Vec<u32>>,
    escaped: FxHashSet<(Name, DeclIx)>,
    adapters: FxHashMap<SelectorIx, Rc<[u64]>>,
    targets: FxHashMap<SelectorIx, Targets>,
    keys: FxHashMap<(DeclIx, Binding), u64>,
    /// The most arguments and results of the calls of a selector or a key.
    widths: FxHashMap<(Option<SelectorIx>, u64), [u32; 2]>,
}

impl<'m, M: Methods> Solver<'m, M> {
    fn new(graph: FlowGraph, methods: &'m mut M) -> Self {
        let n = graph.n_nodes;
        let outside_of = graph.all_outside().into_iter().map(|(package, node)| (node, package)).collect();
        let mut widths: FxHashMap<_, [u32; 2]> = FxHashMap::default();
        for call in &graph.calls {
            let known = widths.entry((call.kind.selector, call.kind.key)).or_default();
            let own = [&call.args, &call.results].map(|list| list.end - list.start);
            *known = std::array::from_fn(|nth| known[nth].max(own[nth]));
        }
        Self {
            graph,
            methods,
            shared: SharedSets::default(),
            sets: vec![SetIx::EMPTY; n],
            handed_on: vec![SetIx::EMPTY; n],
            open: vec![0; n.div_ceil(64)],
            added: FxHashMap::default(),
            known: FxHashSet::default(),
            forwarded: FxHashMap::default(),
            known_forwarded: FxHashSet::default(),
            outside_of,
            given: FxHashMap::default(),
            given_functions: FxHashMap::default(),
            waiting: FxHashMap::default(),
            waiting_for_type: FxHashMap::default(),
            waiting_for_functions: FxHashMap::default(),
            escaped: FxHashSet::default(),
            adapters: FxHashMap::default(),
            targets: FxHashMap::default(),
            keys: FxHashMap::default(),
            widths,
        }
    }

    /// Goes through the open nodes in order, again and again.
    fn run(&mut self) {
        for (node, value) in std::mem::take(&mut self.graph.sources) {
            self.arrive(node, value);
        }
        let mut is_open = true;
        while is_open {
            is_open = false;
            let mut word = 0;
            while word < self.open.len() {
                while self.open[word] != 0 {
                    let bit = self.open[word].trailing_zeros();
                    self.open[word] &= self.open[word] - 1;
                    self.travel(word as u32 * 64 + bit);
                    is_open = true;
                }
                word += 1;
            }
        }
    }

    fn another(&mut self) -> u32 {
        self.sets.push(SetIx::EMPTY);
        self.handed_on.push(SetIx::EMPTY);
        self.open.resize(self.sets.len().div_ceil(64), 0);
        self.sets.len() as u32 - 1
    }

    fn number(&mut self, value: Value) -> u32 {
        self.graph.values.insert_full(value).0 as u32
    }

    fn set_open(&mut self, node: u32) {
        self.open[node as usize / 64] |= 1 << (node % 64);
    }

    fn arrive(&mut self, node: u32, value: u32) {
        if node != NOWHERE {
            let value = self.shared.only(value);
            self.arrive_all(node, value);
        }
    }

    fn arrive_all(&mut self, node: u32, values: SetIx) {
        let known = &mut self.sets[node as usize];
        let all = self.shared.union(*known, values);
        if *known != all {
            *known = all;
            self.set_open(node);
        }
    }

    /// Hands the new values of a node on.
    fn travel(&mut self, node: u32) {
        self.shared.sweep(self.sets.iter_mut().chain(&mut self.handed_on));
        let all = self.sets[node as usize];
        let before = std::mem::replace(&mut self.handed_on[node as usize], all);
        for nth in 0..self.graph.successors.get(node).len() {
            self.arrive_all(self.graph.successors.get(node)[nth], all);
        }
        for nth in 0..self.added.get(&node).map_or(0, Vec::len) {
            self.arrive_all(self.added[&node][nth], all);
        }
        let new = self.shared.get(all).without(self.shared.get(before));
        for nth in 0..self.graph.calls_at.get(node).len() {
            self.resolve(self.graph.calls_at.get(node)[nth], &new);
        }
        for nth in 0..self.forwarded.get(&node).map_or(0, Vec::len) {
            self.resolve(self.forwarded[&node][nth], &new);
        }
        if let Some(&package) = self.outside_of.get(&node) {
            for value in new.iter() {
                self.escape(package, value);
            }
        }
    }

    fn add_edge(&mut self, from: u32, to: u32) {
        if from == NOWHERE || to == NOWHERE || from == to || !self.known.insert((from, to)) {
            return;
        }
        self.added.entry(from).or_default().push(to);
        self.arrive_all(to, self.sets[from as usize]);
    }

    /// Lets a call reach values that arrive where it is called.
    fn resolve(&mut self, call: u32, new: &ValueSet) {
        let kind = self.graph.calls[call as usize].kind;
        if let Some(selector) = kind.selector {
            let targets = self.targets(selector);
            if targets.len() > 16 * new.n_blocks() {
                let n_types = self.graph.n_types();
                for ty in new.iter().take_while(|&value| value < n_types) {
                    if let Ok(at) = targets.binary_search_by_key(&ty, |of| of.0) {
                        self.call_target(call, targets[at].1);
                    }
                }
            } else {
                for &(_, target) in targets.iter().filter(|of| new.contains(of.0)) {
                    self.call_target(call, target);
                }
            }
        }
        for value in new.iter_from(self.graph.n_types()) {
            match self.graph.values[value as usize] {
                function @ (Value::Func(..) | Value::Literal(..)) => self.call_value(call, function),
                Value::Reflected => {
                    if let Some(selector) = kind.selector {
                        for (_, target) in self.methods.targets(selector) {
                            self.call_target(call, target);
                        }
                    }
                }
                Value::Outside(package) => {
                    self.call_outside(call, package);
                    self.wait(call, package);
                }
                Value::Anywhere => self.wait(call, ALL),
                Value::Foreign(package) => self.call_outside(call, package),
                Value::Type(_) | Value::Given => {}
            }
        }
    }

    fn targets(&mut self, selector: SelectorIx) -> Targets {
        if let Some(known) = self.targets.get(&selector) {
            return Rc::clone(known);
        }
        let of_types = self.methods.targets(selector);
        let numbered =
            of_types.into_iter().filter_map(|(ty, target)| Some((self.graph.number_of_type(ty)?, target)));
        let mut targets: Vec<(u32, MethodTarget)> = numbered.collect();
        targets.sort_unstable_by_key(|of| of.0);
        let targets: Targets = targets.into();
        self.targets.insert(selector, Rc::clone(&targets));
        targets
    }

    fn adapters(&mut self, selector: SelectorIx) -> Rc<[u64]> {
        let methods = &mut *self.methods;
        Rc::clone(self.adapters.entry(selector).or_insert_with(|| methods.adapters(selector).into()))
    }

    /// The node at a place of a list; [`NOWHERE`] if the list is shorter.
    fn listed(&self, list: &Range<u32>, nth: usize) -> u32 {
        let at = list.start as usize + nth;
        if at < list.end as usize { self.graph.lists[at] } else { NOWHERE }
    }

    /// Connects a call's arguments and results with those of a declared function. `skipped` arguments are no parameters.
    fn connect(&mut self, call: u32, function: DeclIx, skipped: usize) {
        let Call { args, results, .. } = self.graph.calls[call as usize].clone();
        for nth in skipped..args.len() {
            let param = self.graph.keyed(FlowNode::Param(function, (nth - skipped) as u16));
            self.add_edge(self.listed(&args, nth), param);
        }
        for nth in 0..results.len() {
            let of = self.graph.keyed(FlowNode::Result(function, nth as u16));
            self.add_edge(of, self.listed(&results, nth));
        }
    }

    fn call_target(&mut self, call: u32, target: MethodTarget) {
        match target {
            MethodTarget::Declared(method) => self.call_method(call, method),
            MethodTarget::Embedded(field, selector) => self.forward(call, field, selector),
        }
    }

    fn call_method(&mut self, call: u32, method: DeclIx) {
        let Call { value, kind, ref results, .. } = self.graph.calls[call as usize];
        if kind.is_taken {
            let result = self.listed(results, 0);
            let value = self.number(Value::Func(method, Binding::Bound));
            self.arrive(result, value);
        } else {
            self.connect(call, method, 0);
        }
        let param = self.graph.keyed(FlowNode::Param(method, RECEIVER));
        self.add_edge(value, param);
    }

    /// Lets a call reach what an embedded interface holds: it becomes one of that interface's method on the field.
    fn forward(&mut self, call: u32, field: DeclIx, selector: SelectorIx) {
        let value = self.graph.keyed(FlowNode::Field(field));
        if value == NOWHERE {
            return;
        }
        let Call { kind: outer, args, results, .. } = self.graph.calls[call as usize].clone();
        let kind = CallKind { selector: Some(selector), ..outer };
        if !self.known_forwarded.insert((value, kind, args.clone(), results.clone())) {
            return;
        }
        let widths = self.widths.get(&(outer.selector, outer.key)).copied().unwrap_or_default();
        let known = self.widths.entry((kind.selector, kind.key)).or_default();
        *known = std::array::from_fn(|nth| known[nth].max(widths[nth]));
        let forwarded = self.graph.calls.len() as u32;
        self.graph.calls.push(Call { value, kind, args, results });
        self.forwarded.entry(value).or_default().push(forwarded);
        let values = Rc::clone(self.shared.get(self.sets[value as usize]));
        self.resolve(forwarded, &values);
    }

    /// Lets a call reach a function, if its type is the one that is called.
    fn call_value(&mut self, call: u32, function: Value) {
        let kind = self.graph.calls[call as usize].kind;
        match kind.selector {
            None => self.call_function(call, function, kind.key),
            Some(selector) => {
                for &key in self.adapters(selector).iter() {
                    self.call_function(call, function, key);
                }
            }
        }
    }

    fn call_function(&mut self, call: u32, function: Value, key: u64) {
        match function {
            Value::Func(function, binding) => {
                let methods = &mut *self.methods;
                let known = self.keys.entry((function, binding));
                if fits(*known.or_insert_with(|| methods.key(function, binding)), key) {
                    self.call_declared(call, function, binding);
                }
            }
            Value::Literal(file, nth) => self.call_literal(call, (file, nth), key),
            _ => {}
        }
    }

    fn call_declared(&mut self, call: u32, function: DeclIx, binding: Binding) {
        if binding == Binding::Bound {
            return self.connect(call, function, 0);
        }
        self.connect(call, function, 1);
        let receiver = self.listed(&self.graph.calls[call as usize].args, 0);
        let param = self.graph.keyed(FlowNode::Param(function, RECEIVER));
        self.add_edge(receiver, param);
    }

    fn call_literal(&mut self, call: u32, literal: (u32, u32), key: u64) {
        let Some(literal) = self.graph.literals.get(&literal).filter(|of| fits(of.key, key)) else { return };
        let (params, given) = (literal.params.clone(), literal.results.clone());
        let Call { args, results, .. } = self.graph.calls[call as usize].clone();
        for nth in 0..args.len() {
            self.add_edge(self.listed(&args, nth), self.listed(&params, nth));
        }
        for nth in 0..results.len() {
            self.add_edge(self.listed(&given, nth), self.listed(&results, nth));
        }
    }

    /// Code outside keeps what it is called with.
    fn call_outside(&mut self, call: u32, package: Name) {
        let outside = self.graph.outside(package);
        let Call { args, results, .. } = self.graph.calls[call as usize].clone();
        for nth in 0..args.len() {
            self.add_edge(self.listed(&args, nth), outside);
        }
        let value = self.number(Value::Outside(package));
        for nth in 0..results.len() {
            self.arrive(self.listed(&results, nth), value);
        }
    }

    /// Lets a call reach all that a package outside is given.
    fn wait(&mut self, call: u32, package: Name) {
        let Call { value, kind, args, results } = self.graph.calls[call as usize].clone();
        let waiting = self.waiting_call(package, kind);
        if waiting == call {
            return;
        }
        let of = self.graph.calls[waiting as usize].clone();
        if kind.selector.is_some() {
            self.add_edge(value, of.value);
        }
        for nth in 0..args.len() {
            self.add_edge(self.listed(&args, nth), self.listed(&of.args, nth));
        }
        for nth in 0..results.len() {
            self.add_edge(self.listed(&of.results, nth), self.listed(&results, nth));
        }
    }

    /// The call that waits for what a package outside is given, for all calls of a kind.
    fn waiting_call(&mut self, package: Name, mut kind: CallKind) -> u32 {
        // Where only types matter, so does not the package that calls.
        let own = kind.package;
        let is_for_types_alone = kind.selector.is_some_and(|selector| self.adapters(selector).is_empty());
        if is_for_types_alone {
            kind.package = PackageIx(0);
        }
        if let Some(&known) = self.waiting.get(&(package, kind)) {
            return known;
        }
        let call = self.graph.calls.len() as u32;
        self.waiting.insert((package, kind), call);
        let value = self.another();
        let [args, results] = self.widths.get(&(kind.selector, kind.key)).copied().unwrap_or_default();
        let [args, results] = [args, results].map(|n| {
            let start = self.graph.lists.len() as u32;
            for _ in 0..n {
                let node = self.another();
                self.graph.lists.push(node);
            }
            start..start + n
        });
        self.graph.calls.push(Call { value, kind, args, results });
        if let Some(selector) = kind.selector {
            for &(ty, target) in self.targets(selector).iter() {
                if self.given.get(&package).is_some_and(|given| given.contains(ty)) {
                    self.call_target(call, target);
                } else {
                    self.waiting_for_type.entry((package, ty)).or_default().push((call, target));
                }
            }
        }
        if !is_for_types_alone {
            self.waiting_for_functions.entry((package, own)).or_default().push(call);
            for function in self.given_functions.get(&(package, own)).cloned().unwrap_or_default() {
                self.call_value(call, self.graph.values[function as usize]);
            }
        }
        call
    }

    /// Notes that a package outside is given a value.
    fn escape(&mut self, package: Name, value: u32) {
        let given = self.graph.values[value as usize];
        if !matches!(given, Value::Type(_) | Value::Func(..) | Value::Literal(..)) {
            return;
        }
        self.give(package, value);
        self.give(ALL, value);
        match given {
            Value::Type(ty) => {
                let is_function = self.methods.is_function(ty);
                for method in self.methods.called_outside(ty, package) {
                    self.escape_function(package, method);
                    // The method is called on a function that the package was given.
                    if is_function {
                        let receiver = self.graph.keyed(FlowNode::Param(method, RECEIVER));
                        self.add_edge(self.graph.outside(package), receiver);
                    }
                }
            }
            Value::Func(function, _) => self.escape_function(package, function),
            Value::Literal(file, nth) => {
                if let Some(Literal { params, results, .. }) = self.graph.literals.get(&(file, nth)).cloned()
                {
                    let nodes =
                        |list: Range<u32>| self.graph.lists[list.start as usize..list.end as usize].to_vec();
                    self.called_by_outside(package, nodes(params), nodes(results));
                }
            }
            _ => {}
        }
    }

    /// Lets the calls that wait for values of a package outside reach a new one: a function only in the package that declares
    /// it.
    fn give(&mut self, package: Name, value: u32) {
        if !self.given.entry(package).or_default().insert(value) {
            return;
        }
        let given = self.graph.values[value as usize];
        let own = match given {
            Value::Func(function, _) => self.methods.package(function),
            Value::Literal(file, nth) => match self.graph.literals.get(&(file, nth)) {
                Some(literal) => literal.package,
                None => return,
            },
            _ => {
                for (call, target) in self.waiting_for_type.remove(&(package, value)).unwrap_or_default() {
                    self.call_target(call, target);
                }
                return;
            }
        };
        self.given_functions.entry((package, own)).or_default().push(value);
        // Calls that begin to wait meanwhile get the value when they do.
        for call in self.waiting_for_functions.get(&(package, own)).cloned().unwrap_or_default() {
            self.call_value(call, given);
        }
    }

    fn escape_function(&mut self, package: Name, function: DeclIx) {
        if !self.escaped.insert((package, function)) {
            return;
        }
        let [n_params, n_results] = self.methods.n_parameters(function);
        let params = (0..n_params).map(|nth| self.graph.keyed(FlowNode::Param(function, nth))).collect();
        let results = (0..n_results).map(|nth| self.graph.keyed(FlowNode::Result(function, nth))).collect();
        self.called_by_outside(package, params, results);
    }

    fn called_by_outside(&mut self, package: Name, params: Vec<u32>, results: Vec<u32>) {
        let all = self.number(Value::Anywhere);
        for param in params {
            self.arrive(param, all);
        }
        let outside = self.graph.outside(package);
        for result in results {
            self.add_edge(result, outside);
        }
    }
}
