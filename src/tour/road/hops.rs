//! The links that lead on from a function: its calls, and its hand-overs of functions and values.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::verbs::is_of_work;
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, access, symbol_flag};

/// The certainty that a hand-over runs its function, beside that of a call.
const OF_VALUE: f64 = 0.3;
const OF_RUN: f64 = 0.8;
const OF_DELEGATION: f64 = 0.7;
const OF_PREPARATION: f64 = 0.8;
/// The least probability of an edge that a road follows: one of very many targets of a call says nothing of a run.
const MIN_SURE: f32 = 0.05;
/// Factor for every hop, except for those over variables: a variable is no step of a run.
const PER_HOP: f64 = 0.8;
/// Exponent of the share of a target in its call.
const OF_SHARE: f64 = 0.3;
/// Exponent of the hub score of a target beside the highest of the targets of its source, and the least of that part.
const OF_CONTROL: f64 = 0.1;
const MIN_CONTROL: f64 = 0.02;
/// The part of control of a method that only code outside can call: nothing says how much of the run it is.
const CONTROL_OF_GAP: f64 = 0.5;
/// Packages of the standard library that call methods of values back to print, parse, compare or encode them: no step on
/// the way of a program.
const OF_VALUES: [&str; 12] =
    ["encoding", "errors", "flag", "fmt", "gob", "json", "log", "slices", "slog", "sort", "strconv", "xml"];

/// A hop out of a symbol.
#[derive(Clone, Copy, Debug)]
pub(in crate::tour) struct Hop {
    pub to: SymbolId,
    /// The part of a run that goes on here, in (0, 1].
    pub strength: f64,
    pub how: Reference,
    /// The line of the first site; 0 for a gap.
    pub line: u32,
}

/// The way in which the source of a hop refers to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tour) enum Reference {
    /// A call that names a function.
    Call,
    /// A call through an interface or a function value.
    Through,
    /// A function or a variable that is taken as a value.
    Value,
    /// See [`Gap`].
    Gap,
}

/// The hops out of the symbols that were looked at.
pub(in crate::tour) struct Hops<'g> {
    pub graph: &'g Graph<'g>,
    known: FxHashMap<SymbolId, Rc<[Hop]>>,
}

impl<'g> Hops<'g> {
    pub(in crate::tour) fn new(graph: &'g Graph<'g>) -> Self {
        Self { graph, known: FxHashMap::default() }
    }

    /// The hops out of a symbol, one for each target, in order of the target.
    pub(in crate::tour) fn of(&mut self, from: SymbolId) -> Rc<[Hop]> {
        if let Some(known) = self.known.get(&from) {
            return known.clone();
        }
        let hops: Rc<[Hop]> = hops(self.graph, from).into();
        self.known.insert(from, hops.clone());
        hops
    }
}

fn hops(graph: &Graph<'_>, from: SymbolId) -> Vec<Hop> {
    let mut hops: Vec<(Hop, f64)> = Vec::new();
    let edges: Vec<EdgeRef<'_>> = graph.outgoing(from).collect();
    let followed = followed(graph, &edges);
    for edge in &edges {
        let Some((how, part)) = reference(graph, edge) else { continue };
        let is_left_out = is_one_of_several(edge.origin) && !followed.contains(&edge.to);
        if edge.strength() < MIN_SURE || is_left_out {
            continue;
        }
        let sure = part * f64::from(edge.confidence.min(1.0));
        let strength = sure * f64::from(edge.share).powf(OF_SHARE);
        let line = edge.lines.first().copied().unwrap_or(0);
        hops.push((Hop { to: edge.to, strength, how, line }, sure * graph.hub(edge.to)));
    }
    for edge in preparations(graph, from) {
        let strength = OF_PREPARATION * f64::from(edge.confidence.min(1.0));
        let line = edge.lines.first().copied().unwrap_or(0);
        hops.push((Hop { to: edge.from, strength, how: Reference::Through, line }, graph.hub(edge.from)));
    }
    // The surest of several edges to one target counts; a function that is taken as a value stays one that is.
    hops.sort_by(|a, b| a.0.to.cmp(&b.0.to).then(b.0.strength.total_cmp(&a.0.strength)));
    hops.dedup_by(|other, surest| {
        let is_same = other.0.to == surest.0.to;
        if is_same && other.0.how == Reference::Value && surest.0.how == Reference::Through {
            surest.0.how = Reference::Value;
        }
        is_same
    });
    let most = hops.iter().map(|hop| hop.1).fold(f64::MIN_POSITIVE, f64::max);
    // Before the graph is ranked nothing controls more than another.
    let part = |control: f64| if most > f64::MIN_POSITIVE { control / most } else { 1.0 };
    let mut hops: Vec<Hop> = hops
        .into_iter()
        .map(|(hop, control)| {
            let is_code = graph.symbol(hop.to).kind() != SymbolKind::Var;
            let per_hop = if is_code { PER_HOP } else { 1.0 };
            let strength = hop.strength * part(control).max(MIN_CONTROL).powf(OF_CONTROL) * per_hop;
            Hop { strength, ..hop }
        })
        .collect();
    for to in given_away(graph, from) {
        if hops.iter().all(|hop| hop.to != to) {
            let strength = CONTROL_OF_GAP.powf(OF_CONTROL) * PER_HOP;
            hops.push(Hop { to, strength, how: Reference::Gap, line: 0 });
        }
    }
    hops
}

/// Returns whether an edge of an origin leads to one of several targets that a road tells apart.
fn is_one_of_several(origin: Origin) -> bool {
    matches!(origin, Origin::Dispatch | Origin::Callback)
}

/// The targets that a road follows of those that one site may reach, of which a run takes one: of a call through an interface
/// the method of the most used implementation, of what code outside may call back the one that the source names, or the only one.
fn followed(graph: &Graph<'_>, edges: &[EdgeRef<'_>]) -> FxHashSet<SymbolId> {
    let mut sites: FxHashMap<(Origin, Option<&str>, &str), Vec<&EdgeRef<'_>>> = FxHashMap::default();
    for edge in edges.iter().filter(|edge| is_one_of_several(edge.origin)) {
        let to = graph.symbol(edge.to);
        if !to.is_of_tests() {
            sites.entry((edge.origin, graph.via(edge.id), to.name())).or_default().push(edge);
        }
    }
    let names = |to: SymbolId| {
        let owner = graph.symbol(to).owner();
        edges.iter().any(|edge| !edge.origin.is_through() && (edge.to == to || Some(edge.to) == owner))
    };
    let load = |to: SymbolId| graph.symbol(to).owner().map_or(0.0, |owner| graph.load(owner));
    let mut found = FxHashSet::default();
    for ((origin, ..), of_site) in sites {
        if origin == Origin::Callback {
            let is_only = of_site.len() == 1;
            found.extend(of_site.iter().map(|edge| edge.to).filter(|&to| is_only || names(to)));
            continue;
        }
        let most_used = of_site.iter().max_by(|a, b| {
            let used = a.strength().total_cmp(&b.strength()).then(load(a.to).total_cmp(&load(b.to)));
            used.then(b.to.cmp(&a.to))
        });
        found.extend(most_used.map(|edge| edge.to));
    }
    found
}

/// The kind of link to code that runs, and how sure it is beside a call. `None` for other edges.
fn reference(graph: &Graph<'_>, edge: &EdgeRef<'_>) -> Option<(Reference, f64)> {
    let to = graph.symbol(edge.to);
    if to.is_test() || edge.to == edge.from {
        return None;
    }
    match edge.kind {
        EdgeKind::Calls if edge.origin.is_through() => Some((Reference::Through, 1.0)),
        EdgeKind::Calls => Some((Reference::Call, 1.0)),
        // The declaration that makes a literal runs before the literal does.
        EdgeKind::Runs if edge.origin == Origin::Closure => None,
        EdgeKind::Runs if edge.origin == Origin::Callback && graph.via(edge.id).is_some_and(is_of_values) => {
            None
        }
        EdgeKind::Runs => Some((Reference::Through, OF_RUN)),
        EdgeKind::Delegates => Some((Reference::Through, OF_DELEGATION)),
        EdgeKind::Uses if is_code(to) || to.kind() == SymbolKind::Var => Some((Reference::Value, OF_VALUE)),
        _ => None,
    }
}

/// Returns whether a symbol is a function or a method with a body.
pub(super) fn is_code(symbol: Symbol<'_>) -> bool {
    matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Method)
}

/// Returns whether something of code outside, `fmt.Stringer` or `fmt.Sscan.Scan`, calls methods for their values alone.
fn is_of_values(outside: &str) -> bool {
    let package = outside.split('.').next().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    outside == "error" || OF_VALUES.contains(&package)
}

/// Returns whether something of code outside belongs to a library of another module: such an interface is made for what runs by it,
/// as `tea.Model` is.
fn is_of_library(outside: &str) -> bool {
    outside.split('/').next().is_some_and(|host| host.contains('.')) && outside.contains('/')
}

/// A hop that no edge shows: the source makes a value of a type, and its method `to` is called by nothing in the tree. A
/// library that gets such a value may call it, as libraries for command lines and servers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tour) struct Gap {
    pub of: SymbolId,
}

/// The edges from `init` functions to a package variable: they prepare it before `main` runs, as tables of commands are.
pub(in crate::tour) fn preparations<'g>(
    graph: &'g Graph<'g>,
    variable: SymbolId,
) -> impl Iterator<Item = EdgeRef<'g>> {
    let is_var = graph.symbol(variable).kind() == SymbolKind::Var;
    let is_init = |id: SymbolId| {
        let symbol = graph.symbol(id);
        symbol.kind() == SymbolKind::Func && symbol.name() == "init" && !symbol.is_test()
    };
    let refers = |kind| matches!(kind, EdgeKind::Uses | EdgeKind::Accesses);
    let edges = is_var.then(|| graph.incoming(variable)).into_iter().flatten();
    edges.filter(move |edge| refers(edge.kind) && is_init(edge.from))
}

/// The gap between two symbols, if there is one.
pub(in crate::tour) fn gap(graph: &Graph<'_>, from: SymbolId, to: SymbolId) -> Option<Gap> {
    given_away(graph, from).contains(&to).then(|| graph.symbol(to).owner().map(|of| Gap { of }))?
}

/// The methods of the types that a function makes which only code outside may call, and which work: by their names, or because a
/// library asks for them.
fn given_away(graph: &Graph<'_>, from: SymbolId) -> Vec<SymbolId> {
    let made = graph.outgoing(from).filter(|edge| edge.access & access::MAKES != 0);
    let made = made.filter(|edge| graph.symbol(edge.to).kind().is_type());
    let mut found: Vec<SymbolId> = made.flat_map(|edge| graph.members(edge.to)).collect();
    let runs = |kind| matches!(kind, EdgeKind::Calls | EdgeKind::Runs | EdgeKind::Uses);
    // A call back by code outside is no call in the tree.
    let is_reached = |id| {
        graph.incoming(id).any(|edge| {
            runs(edge.kind) && edge.origin != Origin::Callback && !graph.symbol(edge.from).is_test()
        })
    };
    found.retain(|&id| {
        let symbol = graph.symbol(id);
        let is_open = symbol.kind() == SymbolKind::Method
            && symbol.has(symbol_flag::EXPORTED)
            && !symbol.has(symbol_flag::TEST | symbol_flag::GENERATED);
        let works = is_of_work(symbol.name()) || graph.outside(id).any(is_of_library);
        is_open && works && !is_reached(id) && !graph.outside(id).any(is_of_values)
    });
    found.sort_unstable();
    found.dedup();
    found
}
