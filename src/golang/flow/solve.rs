//! Lets values travel along the flow. A call whose callee is only known by the values that arrive passes its arguments on
//! to each of them.
//!
//! A package outside the tree may give back what it is given, functions to the package that declares them alone. It may call
//! a function that it is given, and methods by which a value that it is given satisfies an interface from outside; the
//! arguments may be all that any package outside was given.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{Binding, FlowNode, NOWHERE, RECEIVER};
use super::graph::{FlowGraph, SelectorIx};
use super::value::Value;
use super::value_set::ValueSet;
use crate::golang::ids::{DeclIx, PackageIx, TypeDeclIx};
use crate::golang::names::Name;

/// The method of a type that an interface's method stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MethodTarget {
    Declared(DeclIx),
    /// The method of what the field holds.
    Embedded(DeclIx),
}

/// Facts about declarations that the flow needs.
pub(crate) trait Methods {
    /// The method of a type, if it satisfies the interface of the selector.
    fn target(&mut self, selector: SelectorIx, ty: TypeDeclIx) -> Option<MethodTarget>;
    /// The methods of all types that satisfy the interface of a selector.
    fn all_targets(&mut self, selector: SelectorIx) -> Vec<MethodTarget>;
    /// The keys of the function types from outside that implement the interface of a selector by calling themselves.
    fn adapters(&mut self, selector: SelectorIx) -> Vec<u64>;
    /// The methods of a type that a package outside may call.
    fn called_outside(&mut self, ty: TypeDeclIx, by: Name) -> Vec<DeclIx>;
    /// A hash of a function's type; 0 if it is open.
    fn key(&mut self, function: DeclIx, binding: Binding) -> u64;
    fn package(&self, decl: DeclIx) -> PackageIx;
    fn n_parameters(&mut self, decl: DeclIx) -> [u16; 2];
}

/// The values in each node.
pub(crate) struct Solution {
    graph: FlowGraph,
    numbers: FxHashMap<Value, u32>,
    sets: Vec<ValueSet>,
    everywhere: ValueSet,
}

/// The values that arrive in a node.
pub(crate) struct Arrived<'s> {
    solution: &'s Solution,
    own: &'s ValueSet,
    /// Values that code outside may give back: functions only to the package that declares them.
    given_back: Vec<&'s ValueSet>,
    /// True if values of code outside the tree arrive, too.
    is_open: bool,
    /// True if values of any type may arrive, by reflection.
    is_any: bool,
}

impl Solution {
    pub(crate) fn of(graph: FlowGraph, methods: &mut impl Methods) -> Self {
        let mut solver = Solver::new(graph, methods);
        solver.run();
        let Solver { graph, numbers, sets, everywhere, .. } = solver;
        Self { graph, numbers, sets, everywhere }
    }

    /// The representative of a file's node, by which answers can be shared.
    pub(crate) fn node(&self, file: usize, node: u32) -> u32 {
        self.graph.of_file(file, node)
    }

    /// Returns the values that arrive in a node, of [`Self::node`]; `None` if it is no node that is followed.
    pub(crate) fn arrived(&self, node: u32) -> Option<Arrived<'_>> {
        let own = self.sets.get(node as usize)?;
        let mut arrived =
            Arrived { solution: self, own, given_back: Vec::new(), is_open: false, is_any: false };
        for value in own.iter() {
            match self.graph.values[value as usize] {
                Value::Outside(package) => {
                    arrived.is_open = true;
                    arrived.given_back.extend(self.sets.get(self.graph.outside(package) as usize));
                }
                Value::Anywhere => {
                    arrived.is_open = true;
                    arrived.given_back.push(&self.everywhere);
                }
                Value::Foreign(_) => arrived.is_open = true,
                Value::Reflected => arrived.is_any = true,
                Value::Type(_) | Value::Func(..) | Value::Literal(..) => {}
            }
        }
        Some(arrived)
    }
}

impl Arrived<'_> {
    /// Returns whether nothing arrives: only code outside of the tree can put something there.
    pub(crate) fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    /// Returns whether values of a type may arrive.
    pub(crate) fn has_type(&self, ty: TypeDeclIx) -> bool {
        let Some(&number) = self.solution.numbers.get(&Value::Type(ty)) else { return self.is_any };
        self.is_any || self.own.contains(number) || self.given_back.iter().any(|set| set.contains(number))
    }

    /// The functions that arrive, in order, and whether code outside gives them back.
    pub(crate) fn functions(&self) -> Vec<(Value, bool)> {
        let value = |number: u32| self.solution.graph.values[number as usize];
        let own = self.own.iter().map(|number| (value(number), false));
        let given_back =
            self.given_back.iter().flat_map(|set| set.iter()).map(|number| (value(number), true));
        let mut functions: Vec<(Value, bool)> = own.chain(given_back).collect();
        functions.retain(|(value, _)| matches!(value, Value::Func(..) | Value::Literal(..)));
        functions.sort_unstable();
        functions.dedup_by_key(|of| of.0);
        functions
    }
}

/// Calls of one kind that wait for more values that a package outside is given: those with one selector, or those of function
/// values in one package.
struct WaitingCalls {
    selector: Option<SelectorIx>,
    package: PackageIx,
    calls: Vec<u32>,
    /// The values given so far that such a call may reach.
    reached: ValueSet,
}

/// The kind of a waiting call: the package outside, and the selector or the package of the call.
type WaitingKind = (Name, Result<SelectorIx, PackageIx>);

/// Stands for all packages outside.
const ALL: Name = Name(u32::MAX - 1);

struct Solver<'m, M> {
    graph: FlowGraph,
    methods: &'m mut M,
    numbers: FxHashMap<Value, u32>,
    sets: Vec<ValueSet>,
    pending: Vec<Vec<u32>>,
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    /// Edges that calls add.
    added: FxHashMap<u32, Vec<u32>>,
    known: FxHashSet<(u32, u32)>,
    /// Calls that are forwarded to what a field holds.
    forwarded: FxHashMap<u32, Vec<u32>>,
    outside_of: FxHashMap<u32, Name>,
    waiting: Vec<WaitingCalls>,
    waiting_kinds: FxHashMap<WaitingKind, u32>,
    /// The kinds of calls that wait for values of a package outside.
    waiting_for: FxHashMap<Name, Vec<u32>>,
    everywhere: ValueSet,
    escaped: FxHashSet<(Name, Value)>,
    adapters: FxHashMap<SelectorIx, Rc<[u64]>>,
    targets: FxHashMap<(SelectorIx, TypeDeclIx), Option<MethodTarget>>,
    keys: FxHashMap<(DeclIx, Binding), u64>,
}

impl<'m, M: Methods> Solver<'m, M> {
    fn new(graph: FlowGraph, methods: &'m mut M) -> Self {
        let n = graph.n_nodes;
        let numbers = graph.values.iter().copied().zip(0..).collect();
        let outside_of = graph.all_outside().into_iter().map(|(package, node)| (node, package)).collect();
        Self {
            graph,
            methods,
            numbers,
            sets: vec![ValueSet::default(); n],
            pending: vec![Vec::new(); n],
            queue: VecDeque::new(),
            is_queued: vec![false; n],
            added: FxHashMap::default(),
            known: FxHashSet::default(),
            forwarded: FxHashMap::default(),
            outside_of,
            waiting: Vec::new(),
            waiting_kinds: FxHashMap::default(),
            waiting_for: FxHashMap::default(),
            everywhere: ValueSet::default(),
            escaped: FxHashSet::default(),
            adapters: FxHashMap::default(),
            targets: FxHashMap::default(),
            keys: FxHashMap::default(),
        }
    }

    fn run(&mut self) {
        for (node, value) in std::mem::take(&mut self.graph.sources) {
            self.arrive(node, value);
        }
        // Values first go along the order in which most nodes are only reached once.
        self.queue.clear();
        for node in std::mem::take(&mut self.graph.order) {
            self.travel(node);
        }
        while let Some(node) = self.queue.pop_front() {
            self.travel(node);
        }
    }

    fn number(&mut self, value: Value) -> u32 {
        let next = self.graph.values.len() as u32;
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.graph.values.push(value);
        }
        number
    }

    fn arrive(&mut self, node: u32, value: u32) {
        if node != NOWHERE && self.sets[node as usize].insert(value) {
            self.pending[node as usize].push(value);
            if !std::mem::replace(&mut self.is_queued[node as usize], true) {
                self.queue.push_back(node);
            }
        }
    }

    /// Hands the new values of a node on.
    fn travel(&mut self, node: u32) {
        self.is_queued[node as usize] = false;
        let new = std::mem::take(&mut self.pending[node as usize]);
        if new.is_empty() {
            return;
        }
        for nth in 0..self.graph.successors.get(node).len() {
            let to = self.graph.successors.get(node)[nth];
            for &value in &new {
                self.arrive(to, value);
            }
        }
        for to in self.added.get(&node).cloned().unwrap_or_default() {
            for &value in &new {
                self.arrive(to, value);
            }
        }
        for nth in 0..self.graph.calls_at.get(node).len() {
            let call = self.graph.calls_at.get(node)[nth];
            for &value in &new {
                self.resolve(call, value);
            }
        }
        for call in self.forwarded.get(&node).cloned().unwrap_or_default() {
            for &value in &new {
                self.resolve(call, value);
            }
        }
        if let Some(&package) = self.outside_of.get(&node) {
            for &value in &new {
                self.escape(package, value);
            }
        }
    }

    fn add_edge(&mut self, from: u32, to: u32) {
        if from == NOWHERE || to == NOWHERE || from == to || !self.known.insert((from, to)) {
            return;
        }
        self.added.entry(from).or_default().push(to);
        for value in self.sets[from as usize].iter().collect::<Vec<u32>>() {
            self.arrive(to, value);
        }
    }

    /// Lets a call reach a value that arrives where it is called.
    fn resolve(&mut self, call: u32, value: u32) {
        let selector = self.graph.calls[call as usize].selector;
        match (self.graph.values[value as usize], selector) {
            (Value::Type(ty), Some(selector)) => {
                if let Some(target) = self.target(selector, ty) {
                    self.call_target(call, target);
                }
            }
            (function @ (Value::Func(..) | Value::Literal(..)), None) => {
                let key = self.graph.calls[call as usize].key;
                self.call_function(call, function, key);
            }
            (function @ (Value::Func(..) | Value::Literal(..)), Some(selector)) => {
                for &key in self.adapters(selector).iter() {
                    self.call_function(call, function, key);
                }
            }
            (Value::Reflected, Some(selector)) => {
                for target in self.methods.all_targets(selector) {
                    self.call_target(call, target);
                }
            }
            (Value::Outside(package), _) => {
                self.call_outside(call, package);
                self.wait(call, package);
            }
            (Value::Anywhere, _) => self.wait(call, ALL),
            (Value::Foreign(package), _) => self.call_outside(call, package),
            (Value::Type(_) | Value::Reflected, None) => {}
        }
    }

    fn target(&mut self, selector: SelectorIx, ty: TypeDeclIx) -> Option<MethodTarget> {
        let methods = &mut *self.methods;
        *self.targets.entry((selector, ty)).or_insert_with(|| methods.target(selector, ty))
    }

    fn nodes(&self, range: &std::ops::Range<u32>) -> Vec<u32> {
        self.graph.list(range).to_vec()
    }

    /// Connects a call's arguments and results with those of a declared function. `skipped` arguments are no parameters.
    fn connect(&mut self, call: u32, function: DeclIx, skipped: usize) {
        let call = &self.graph.calls[call as usize];
        let (args, results) = (self.nodes(&call.args), self.nodes(&call.results));
        for (nth, arg) in args.into_iter().skip(skipped).enumerate() {
            let param = self.graph.keyed(FlowNode::Param(function, nth as u16));
            self.add_edge(arg, param);
        }
        for (nth, result) in results.into_iter().enumerate() {
            let of = self.graph.keyed(FlowNode::Result(function, nth as u16));
            self.add_edge(of, result);
        }
    }

    fn call_method(&mut self, call: u32, method: DeclIx) {
        let of = &self.graph.calls[call as usize];
        let receiver = of.value;
        if of.is_taken {
            let results = self.nodes(&of.results);
            let value = self.number(Value::Func(method, Binding::Bound));
            for result in results {
                self.arrive(result, value);
            }
        } else {
            self.connect(call, method, 0);
        }
        let param = self.graph.keyed(FlowNode::Param(method, RECEIVER));
        self.add_edge(receiver, param);
    }

    /// Lets a call reach what an embedded interface holds.
    fn forward(&mut self, call: u32, field: DeclIx) {
        let field = self.graph.keyed(FlowNode::Field(field));
        if field == NOWHERE || self.forwarded.get(&field).is_some_and(|calls| calls.contains(&call)) {
            return;
        }
        self.forwarded.entry(field).or_default().push(call);
        for value in self.sets[field as usize].iter().collect::<Vec<u32>>() {
            self.resolve(call, value);
        }
    }

    fn call_target(&mut self, call: u32, target: MethodTarget) {
        match target {
            MethodTarget::Declared(method) => self.call_method(call, method),
            MethodTarget::Embedded(field) => self.forward(call, field),
        }
    }

    /// Lets a call reach a function, if its type has the key.
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
        let args = self.nodes(&self.graph.calls[call as usize].args);
        if let Some(&receiver) = args.first() {
            let param = self.graph.keyed(FlowNode::Param(function, RECEIVER));
            self.add_edge(receiver, param);
        }
    }

    fn call_literal(&mut self, call: u32, literal: (u32, u32), key: u64) {
        let Some(literal) = self.graph.literals.get(&literal) else { return };
        let of = &self.graph.calls[call as usize];
        if !fits(literal.key, key) {
            return;
        }
        let (params, given) = (self.nodes(&literal.params), self.nodes(&literal.results));
        let (args, results) = (self.nodes(&of.args), self.nodes(&of.results));
        for (arg, param) in args.into_iter().zip(params) {
            self.add_edge(arg, param);
        }
        for (given, result) in given.into_iter().zip(results) {
            self.add_edge(given, result);
        }
    }

    /// Code outside keeps what it is called with.
    fn call_outside(&mut self, call: u32, package: Name) {
        let outside = self.graph.outside(package);
        let of = &self.graph.calls[call as usize];
        let (args, results) = (self.nodes(&of.args), self.nodes(&of.results));
        for arg in args {
            self.add_edge(arg, outside);
        }
        let value = self.number(Value::Outside(package));
        for result in results {
            self.arrive(result, value);
        }
    }

    /// Lets a call reach all that a package outside is given.
    fn wait(&mut self, call: u32, package: Name) {
        let of = &self.graph.calls[call as usize];
        let (selector, own) = (of.selector, of.package);
        let next = self.waiting.len() as u32;
        let kind = *self.waiting_kinds.entry((package, selector.ok_or(own))).or_insert(next);
        if kind == next {
            self.waiting.push(WaitingCalls {
                selector,
                package: own,
                calls: Vec::new(),
                reached: ValueSet::default(),
            });
            self.waiting_for.entry(package).or_default().push(kind);
            let node = self.graph.outside(package);
            let given: Vec<u32> = match self.sets.get(node as usize) {
                _ if package == ALL => self.everywhere.iter().collect(),
                Some(set) => set.iter().collect(),
                None => Vec::new(),
            };
            for value in given {
                if self.may_reach(kind, value) {
                    self.waiting[kind as usize].reached.insert(value);
                }
            }
        }
        self.waiting[kind as usize].calls.push(call);
        for value in self.waiting[kind as usize].reached.iter().collect::<Vec<u32>>() {
            self.give_back(call, value);
        }
    }

    /// Returns whether calls of a kind may reach a value that code outside gives back.
    fn may_reach(&mut self, kind: u32, value: u32) -> bool {
        let WaitingCalls { selector, package, .. } = self.waiting[kind as usize];
        match (self.graph.values[value as usize], selector) {
            (Value::Type(ty), Some(selector)) => self.target(selector, ty).is_some(),
            (Value::Func(..) | Value::Literal(..), Some(selector)) => !self.adapters(selector).is_empty(),
            (Value::Func(function, _), None) => self.methods.package(function) == package,
            (Value::Literal(file, nth), None) => {
                self.graph.literals.get(&(file, nth)).is_some_and(|literal| literal.package == package)
            }
            _ => false,
        }
    }

    fn adapters(&mut self, selector: SelectorIx) -> Rc<[u64]> {
        let methods = &mut *self.methods;
        Rc::clone(self.adapters.entry(selector).or_insert_with(|| methods.adapters(selector).into()))
    }

    /// Lets a call reach a value that code outside gives back: a function only in the package that declares it.
    fn give_back(&mut self, call: u32, value: u32) {
        let of = self.graph.values[value as usize];
        let package = match of {
            Value::Type(_) => None,
            Value::Func(function, _) => Some(self.methods.package(function)),
            Value::Literal(file, nth) => self.graph.literals.get(&(file, nth)).map(|literal| literal.package),
            _ => return,
        };
        if package.is_none_or(|package| package == self.graph.calls[call as usize].package) {
            self.resolve(call, value);
        }
    }

    /// Notes that a package outside is given a value.
    fn escape(&mut self, package: Name, value: u32) {
        let given = self.graph.values[value as usize];
        if !matches!(given, Value::Type(_) | Value::Func(..) | Value::Literal(..)) {
            return;
        }
        self.wake(package, value);
        if self.everywhere.insert(value) {
            self.wake(ALL, value);
        }
        match given {
            Value::Type(ty) => {
                for method in self.methods.called_outside(ty, package) {
                    self.escape_function(package, method);
                }
            }
            Value::Func(function, _) => self.escape_function(package, function),
            Value::Literal(file, nth) => {
                if let Some(literal) = self.graph.literals.get(&(file, nth)) {
                    let (params, results) = (self.nodes(&literal.params), self.nodes(&literal.results));
                    self.called_by_outside(package, &params, &results);
                }
            }
            _ => {}
        }
    }

    /// Lets the calls that wait for values of a package outside reach a new one.
    fn wake(&mut self, package: Name, value: u32) {
        // Calls that begin to wait meanwhile get the value when they do.
        for kind in self.waiting_for.get(&package).cloned().unwrap_or_default() {
            if self.may_reach(kind, value) && self.waiting[kind as usize].reached.insert(value) {
                for call in self.waiting[kind as usize].calls.clone() {
                    self.give_back(call, value);
                }
            }
        }
    }

    fn escape_function(&mut self, package: Name, function: DeclIx) {
        if !self.escaped.insert((package, Value::Func(function, Binding::Bound))) {
            return;
        }
        let [n_params, n_results] = self.methods.n_parameters(function);
        let params: Vec<u32> =
            (0..n_params).map(|nth| self.graph.keyed(FlowNode::Param(function, nth))).collect();
        let results: Vec<u32> =
            (0..n_results).map(|nth| self.graph.keyed(FlowNode::Result(function, nth))).collect();
        self.called_by_outside(package, &params, &results);
    }

    fn called_by_outside(&mut self, package: Name, params: &[u32], results: &[u32]) {
        let all = self.number(Value::Anywhere);
        for &param in params {
            self.arrive(param, all);
        }
        let outside = self.graph.outside(package);
        for &result in results {
            self.add_edge(result, outside);
        }
    }
}

/// Returns whether a function of one type can be called as one of another, as far as both are known.
pub(crate) fn fits(a: u64, b: u64) -> bool {
    a == b || a == 0 || b == 0
}
