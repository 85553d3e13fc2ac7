//! Reads from the graph which symbol's execution leads to which other one's.
//!
//! States of a type are nodes, too, reached with the code that causes them: a value of the type is *made*; a value is
//! *handed out* to code that is not indexed; such code *looks into* a value, at the values that it holds
//! ([`super::handed_out`]). A function has one state: it is *taken* as a value. It runs where the flow of values leads it to
//! a call, and for whoever takes it, if code that is not indexed is given it. The function literals in the value of a package's
//! variable are such a function, which is taken with the variable.

use rustc_hash::FxHashMap;

use super::super::steps::Steps;
use super::flow::{Flow, FlowLinks};
use crate::golang::called_back::may_run_functions;
use crate::model::{
    Cause, EdgeId, EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, access, symbol_flag,
};

/// A state of a type, a function or a variable that has a node of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum State {
    Made,
    HandedOut,
    LookedInto,
    /// Reflection may come to it from a value that is handed out, and call any exported method.
    Reflected,
    /// A template may come to it from what a method or a function returns, and call any exported method.
    Selected,
    Taken,
    /// The function literals in the variable's value run.
    Called,
}

/// Links before nodes are sorted: a symbol's node is its id, nodes of states follow.
pub(super) struct FlowDraft<'g> {
    pub(super) graph: &'g Graph<'g>,
    pub(super) links: FlowLinks,
    states: FxHashMap<(State, SymbolId), u32>,
    /// The symbol of each node; `None` for nodes without one.
    symbols: Vec<Option<SymbolId>>,
    /// The node for "code outside that may run functions is called".
    running: u32,
}

impl<'g> FlowDraft<'g> {
    /// The flow, and for each symbol whether it is a variable whose initialiser has effects. O(symbols + edges x log edges).
    pub(super) fn flow(graph: &'g Graph<'g>, steps: &Steps) -> (Flow, Vec<bool>) {
        let symbols = (0..graph.n_symbols() as u32).map(|ix| Some(SymbolId(ix))).collect();
        let (links, states) = (FlowLinks::default(), FxHashMap::default());
        let mut draft = Self { graph, links, states, symbols, running: 0 };
        draft.running = draft.running();
        draft.add_steps(steps);
        draft.add_made();
        draft.add_crowded();
        draft.add_handed_out();
        let effects = draft.with_effects();
        (Flow::of(graph.n_symbols(), &draft.symbols, draft.links), effects)
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.symbols.len()
    }

    /// All states, in any order: each with what it is of, and its node.
    pub(super) fn states(&self) -> impl Iterator<Item = (State, SymbolId, u32)> {
        self.states.iter().map(|(&(state, of), &node)| (state, of, node))
    }

    /// The node for "code outside that may run functions is called". Functions of the tree without a body, and those of package
    /// `reflect`, are such code, too.
    fn running(&mut self) -> u32 {
        let (graph, running) = (self.graph, self.another());
        for name in graph.foreign_names().filter(|name| may_run_functions(name)) {
            for site in graph.foreign(name).filter(|site| site.is_call) {
                let from = self.code(site.from, &[site.line]);
                self.links.add(from, running, false);
            }
        }
        let is_reflect = |package: &Symbol<'_>| {
            package.kind() == SymbolKind::Package && package.import_path() == Some("reflect")
        };
        let reflect: Vec<SymbolId> = graph.symbols().filter(is_reflect).map(|package| package.id).collect();
        let is_such = |symbol: &Symbol<'_>| {
            let of_reflect = || {
                reflect.contains(&symbol.package())
                    && may_run_functions(&format!("reflect.{}", symbol.qualified()))
            };
            matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Method)
                && (!symbol.has_body() || of_reflect())
        };
        for symbol in graph.symbols().filter(is_such) {
            self.links.add(symbol.id.0, running, false);
        }
        running
    }

    /// The node of a state, and whether it is new.
    pub(super) fn state(&mut self, state: State, ty: SymbolId) -> (u32, bool) {
        let next = self.symbols.len() as u32;
        let node = *self.states.entry((state, ty)).or_insert(next);
        if node == next {
            self.symbols.push(Some(ty));
        }
        (node, node == next)
    }

    /// A node that stands for no symbol.
    pub(super) fn another(&mut self) -> u32 {
        self.symbols.push(None);
        self.symbols.len() as u32 - 1
    }

    /// The node for "a value of the type is made"; `None` for an interface.
    pub(super) fn made(&mut self, ty: SymbolId) -> Option<u32> {
        let kind = self.graph.symbol(ty).kind();
        (kind.is_type() && kind != SymbolKind::Interface).then(|| self.state(State::Made, ty).0)
    }

    fn made_owner(&mut self, method: SymbolId) -> Option<u32> {
        self.made(self.graph.symbol(method).owner()?)
    }

    /// The steps of a change, followed backwards: what depends on a symbol reaches it.
    fn add_steps(&mut self, steps: &Steps) {
        for ix in 0..self.graph.n_symbols() as u32 {
            for step in steps.from(SymbolId(ix)) {
                self.add_step(step.to, SymbolId(ix), step.edge);
            }
        }
    }

    /// The node of the code on some lines of a declaration.
    pub(super) fn code(&mut self, from: SymbolId, lines: &[u32]) -> u32 {
        if !self.graph.is_in_literals(from, lines) {
            return from.0;
        }
        self.called(from).1
    }

    /// The nodes for "the literals in a variable's value are taken" and "they run".
    fn called(&mut self, variable: SymbolId) -> (u32, u32) {
        let ((taken, is_new), (called, _)) =
            (self.state(State::Taken, variable), self.state(State::Called, variable));
        if is_new {
            self.links.add(variable.0, taken, true);
            // Code outside has no edges: its calls count for whoever reads the variable.
            if self.graph.symbol(variable).has(symbol_flag::HANDED_OUT) {
                self.add_called_outside(variable.0, called);
            }
        }
        (taken, called)
    }

    /// Adds that code outside may run what it is given in `from`, where other code comes to it.
    fn add_called_outside(&mut self, from: u32, to: u32) {
        let given = self.another();
        self.links.add_later(from, given);
        self.links.add_gated(given, self.running, to);
    }

    fn add_step(&mut self, symbol: SymbolId, to: SymbolId, edge: EdgeId) {
        let is_conversion = edge.ix() >= self.graph.n_edges();
        let edge = self.graph.edge(edge);
        let target = self.graph.symbol(to);
        let from = self.code(symbol, edge.lines);
        match edge.kind {
            EdgeKind::Implements | EdgeKind::Imports | EdgeKind::MemberOf => {}
            EdgeKind::Calls | EdgeKind::Uses if !is_conversion && edge.origin == Origin::Dispatch => {
                match self.made_owner(to) {
                    Some(made) => self.links.add_gated(from, made, to.0),
                    None => self.links.add(from, to.0, false),
                }
            }
            EdgeKind::Runs => match edge.origin {
                // The work of a literal counts for the function that makes it, which runs before.
                Origin::Closure if target.kind() != SymbolKind::Var => {}
                Origin::Closure => {
                    let (taken, called) = self.called(to);
                    self.links.add_gated(from, taken, called);
                }
                Origin::Value => {
                    let (taken, _) = self.state(State::Taken, to);
                    self.links.add_gated(from, taken, to.0);
                }
                _ => match self.made_owner(to) {
                    Some(made) => self.links.add_gated(from, made, to.0),
                    None => self.links.add(from, to.0, false),
                },
            },
            EdgeKind::Uses => {
                if is_conversion {
                    self.links.add(from, to.0, true);
                } else if target.kind().is_callable() {
                    let (taken, _) = self.state(State::Taken, to);
                    self.links.add(from, taken, true);
                    if target.has(symbol_flag::HANDED_OUT) {
                        self.add_called_outside(taken, to.0);
                    }
                } else {
                    self.links.add(from, to.0, false);
                }
                if self.makes(symbol, &edge)
                    && let Some(made) = self.made(to)
                {
                    self.links.add(from, made, true);
                }
            }
            EdgeKind::Calls | EdgeKind::Extends | EdgeKind::Accesses | EdgeKind::Delegates => {
                self.links.add(from, to.0, false);
            }
        }
    }

    /// Returns whether an edge to a type may create a value of it. For types other than structs an assignment can,
    /// which no edge records: of a function, a literal or a constant (Go spec, "Assignability").
    fn makes(&self, from: SymbolId, edge: &EdgeRef<'_>) -> bool {
        let from = self.graph.symbol(from).kind();
        let is_assigned = self.graph.symbol(edge.to).kind() != SymbolKind::Struct;
        edge.access & (access::MAKES | access::EMBEDS) != 0
            || matches!(from, SymbolKind::Const | SymbolKind::Var)
            || is_assigned && !matches!(from, SymbolKind::Interface | SymbolKind::InterfaceMethod)
    }

    /// Adds the values that come with others: those in a value's fields, and the receiver of a method that runs.
    fn add_made(&mut self) {
        let graph = self.graph;
        for ty in graph.symbols().filter(|symbol| symbol.kind().is_type()) {
            let Some(made) = self.made(ty.id) else { continue };
            self.links.add(made, ty.id.0, false);
            let parts = graph.outgoing(ty.id).filter(|edge| is_part(edge) && holds(graph, ty, edge));
            for part in parts {
                if let Some(part) = self.made(part.to) {
                    self.links.add(made, part, true);
                }
            }
        }
        for method in graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Method) {
            if let Some(made) = self.made_owner(method.id) {
                self.links.add(method.id.0, made, true);
            }
        }
    }

    /// Adds the implementers that a call with many of them leaves out of its edges.
    fn add_crowded(&mut self) {
        let graph = self.graph;
        let is_crowded = |symbol: SymbolId| graph.unbound(symbol).any(|(cause, _)| cause == Cause::Crowded);
        let crowded: Vec<SymbolId> =
            graph.symbols().map(|symbol| symbol.id).filter(|&symbol| is_crowded(symbol)).collect();
        if crowded.is_empty() {
            return;
        }
        // The methods that an interface from outside calls, by it and their name.
        let mut behind: FxHashMap<(&str, &str), Vec<SymbolId>> = FxHashMap::default();
        let mut methods: FxHashMap<(SymbolId, &str), Vec<SymbolId>> = FxHashMap::default();
        for symbol in graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Method) {
            for interface in graph.outside(symbol.id) {
                behind.entry((interface, symbol.name())).or_default().push(symbol.id);
            }
            if let Some(owner) = symbol.owner() {
                methods.entry((owner, symbol.name())).or_default().push(symbol.id);
            }
        }
        // Thousands of types that call one another through one interface would make millions of links, so all crowded
        // calls of one method share a node.
        let mut calls: FxHashMap<(Option<&str>, Option<SymbolId>, &str), u32> = FxHashMap::default();
        for &from in &crowded {
            for edge in graph.outgoing(from) {
                let target = graph.symbol(edge.to);
                let via = graph.via(edge.id).filter(|_| edge.origin == Origin::Dispatch);
                let interface = target.owner().filter(|_| target.kind() == SymbolKind::InterfaceMethod);
                let from = self.code(from, edge.lines);
                let key = match (via, interface) {
                    (Some(via), _) if behind.contains_key(&(via, target.name())) => {
                        (Some(via), None, target.name())
                    }
                    (None, Some(interface)) => (None, Some(interface), target.name()),
                    _ => continue,
                };
                if let Some(&call) = calls.get(&key) {
                    self.links.add(from, call, false);
                    continue;
                }
                let call = self.another();
                calls.insert(key, call);
                self.links.add(from, call, false);
                let outside = via.and_then(|via| behind.get(&(via, target.name())));
                let types = interface.filter(|_| via.is_none()).into_iter();
                let types = types.flat_map(|interface| implementing(graph, interface));
                let of_types = types.filter_map(|ty| methods.get(&(ty, target.name())));
                for &to in outside.into_iter().chain(of_types).flatten() {
                    if let Some(made) = self.made_owner(to) {
                        self.links.add_gated(call, made, to.0);
                    }
                }
            }
        }
    }
}

/// The types that implement an interface of the tree.
pub(super) fn implementing<'g>(
    graph: &'g Graph<'_>,
    interface: SymbolId,
) -> impl Iterator<Item = SymbolId> + use<'g> {
    let edges = graph.incoming(interface).filter(|edge| edge.kind == EdgeKind::Implements);
    edges.map(|edge| edge.from)
}

/// Returns whether an edge of a type leads to what it is made of.
pub(super) fn is_part(edge: &EdgeRef<'_>) -> bool {
    matches!(edge.kind, EdgeKind::Uses | EdgeKind::Extends)
}

/// Returns whether a value of a type comes with one of the type that an edge leads to: not where every field that
/// mentions this is a pointer to it, which is nil at first.
fn holds(graph: &Graph<'_>, ty: Symbol<'_>, edge: &EdgeRef<'_>) -> bool {
    let part = graph.symbol(edge.to).name();
    has_field(graph, ty, edge, |field| mentions_a_value(field.signature(), part))
}

/// Returns whether an edge of a type comes from one of some fields, as far as fields are known.
pub(super) fn has_field(
    graph: &Graph<'_>,
    ty: Symbol<'_>,
    edge: &EdgeRef<'_>,
    is_one: impl Fn(Symbol<'_>) -> bool,
) -> bool {
    let fields = graph.members(ty.id).into_iter().map(|member| graph.symbol(member));
    let mut fields = fields
        .filter(|field| field.kind() == SymbolKind::Field && edge.lines.contains(&field.line()))
        .peekable();
    ty.kind() != SymbolKind::Struct || fields.peek().is_none() || fields.any(is_one)
}

/// Returns whether a field's text has a type's name without a `*` right before it.
fn mentions_a_value(field: &str, ty: &str) -> bool {
    let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let of_field = field.trim_start().trim_start_matches(is_part_of_name);
    let text = if of_field.trim().is_empty() { field } else { of_field };
    text.match_indices(ty).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + ty.len()..]);
        let is_whole = !before.ends_with(is_part_of_name) && !after.starts_with(is_part_of_name);
        let package = before.strip_suffix('.').map(|path| path.trim_end_matches(is_part_of_name));
        is_whole && !package.unwrap_or(before).ends_with('*')
    })
}

#[cfg(test)]
mod tests {
    use super::mentions_a_value;

    #[test]
    fn a_pointer_field_holds_no_value() {
        for (field, expected) in [
            ("conn Conn", true),
            ("conn *Conn", false),
            ("Conn", true),
            ("*Conn", false),
            ("a, b net.Conn", true),
            ("c *net.Conn", false),
            ("all []Conn", true),
            ("all []*Conn", false),
            ("by map[Conn]*Conn", true),
            ("Conn *Conn", false),
            ("p *Connection", false),
            ("f func(Conn)", true),
        ] {
            assert_eq!(mentions_a_value(field, "Conn"), expected, "{field}");
        }
    }
}
