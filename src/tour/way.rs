//! Ways from a stop of a tour to what it sets in motion.

use std::cell::RefCell;
use std::iter;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::named;
use super::purpose::likelihood;
use super::work::{highest_control, is_of_work, work};
use crate::model::{EdgeId, EdgeKind, Graph, Origin, Symbol, SymbolId, SymbolKind, symbol_flag};

/// The factor by which the reach of a stop decreases with every hop.
const PER_HOP: f64 = 0.85;
/// The longest way between two stops, in hops.
const MAX_HOPS: usize = 3;
/// The largest number of symbols, those with most reach, over which ways go on after each hop.
const MAX_PASSED: usize = 64;
/// The largest number of packages imported for their effect whose `init` functions are looked at.
const MAX_FOR_EFFECT: usize = 256;
/// Packages of the standard library that call methods of values back to print, parse, compare or encode them: no step on
/// the way of a program.
const OF_VALUES: [&str; 12] =
    ["encoding", "errors", "flag", "fmt", "gob", "json", "log", "slices", "slog", "sort", "strconv", "xml"];

/// A way from a stop to another symbol.
#[derive(Clone)]
pub(super) struct Way {
    /// Probability, in (0, 1], that a run of the entry point takes it; less with every hop.
    pub(super) reach: f64,
    /// True if it begins in a package that is imported for its effect.
    is_for_effect: bool,
    hops: Vec<Hop>,
}

/// A hop along an edge out of the code of a symbol.
#[derive(Clone, Copy)]
struct Hop {
    by: SymbolId,
    to: SymbolId,
    /// Probability that the hop is taken, in (0, 1].
    strength: f64,
    /// The use of `to` by `by`: a verb, and words after the object.
    verb: [&'static str; 2],
    /// The edge of an interface call, which may reach several methods.
    call: Option<EdgeId>,
    /// True if `to` is a function that `by` has as a value.
    is_value: bool,
}

/// The hops out of the symbols that ways passed so far: the ways from one stop pass much of what those from another do.
pub(super) struct Hops<'g> {
    graph: &'g Graph<'g>,
    known: FxHashMap<SymbolId, Rc<[Hop]>>,
    /// [`highest_control()`] of each type whose members ways reached.
    chiefs: RefCell<FxHashMap<SymbolId, f64>>,
    unseen: CalledElsewhere,
}

/// [`called_elsewhere()`] of each type that code on the ways uses: much code uses the same few types.
#[derive(Default)]
struct CalledElsewhere(FxHashMap<SymbolId, Rc<[SymbolId]>>);

impl CalledElsewhere {
    fn of(&mut self, graph: &Graph<'_>, ty: SymbolId) -> Rc<[SymbolId]> {
        self.0.entry(ty).or_insert_with(|| called_elsewhere(graph, ty).into()).clone()
    }
}

impl<'g> Hops<'g> {
    pub(super) fn new(graph: &'g Graph<'g>) -> Self {
        Self {
            graph,
            known: FxHashMap::default(),
            chiefs: RefCell::default(),
            unseen: CalledElsewhere::default(),
        }
    }

    /// Returns the work of the program that a symbol does to which a way leads.
    pub(super) fn work(&self, id: SymbolId, reach: f64) -> f64 {
        let control = |ty: SymbolId| {
            *self.chiefs.borrow_mut().entry(ty).or_insert_with(|| highest_control(self.graph, ty))
        };
        work(self.graph, id, reach, control)
    }

    fn out_of(&mut self, id: SymbolId) -> Rc<[Hop]> {
        let hops = || direct_hops(self.graph, id, &mut self.unseen).into();
        self.known.entry(id).or_insert_with(hops).clone()
    }
}

/// The symbols to which ways lead from a stop, and the best way to each. `reach` is that of the stop.
pub(super) fn ways_from(hops: &mut Hops<'_>, stop: SymbolId, reach: f64) -> FxHashMap<SymbolId, Way> {
    let graph = hops.graph;
    let mut found: FxHashMap<SymbolId, Way> = FxHashMap::default();
    let mut ends = vec![(stop, Way { reach, is_for_effect: false, hops: Vec::new() })];
    for nth in 0..MAX_HOPS {
        let mut next: FxHashSet<SymbolId> = FxHashSet::default();
        for (end, way) in &ends {
            let of_inits = match nth {
                0 => hops_of_inits(graph, graph.symbol(stop).package(), &mut hops.unseen),
                _ => Vec::new(),
            };
            let own = hops.out_of(*end);
            let own = own.iter().map(|&hop| (hop, way.is_for_effect));
            for (hop, is_for_effect) in own.chain(of_inits) {
                let reach = way.reach * PER_HOP * hop.strength;
                if hop.to != stop && found.get(&hop.to).is_none_or(|known| known.reach < reach) {
                    let hops = way.hops.iter().copied().chain([hop]).collect();
                    found.insert(hop.to, Way { reach, is_for_effect, hops });
                    next.insert(hop.to);
                }
            }
        }
        // Only code leads on: what a type or variable mentions is no step of a run.
        let leads_on =
            |id: &SymbolId| matches!(graph.symbol(*id).kind(), SymbolKind::Func | SymbolKind::Method);
        ends =
            next.into_iter().filter(leads_on).filter_map(|id| Some((id, found.get(&id)?.clone()))).collect();
        ends.sort_by(|a, b| b.1.reach.total_cmp(&a.1.reach).then(a.0.cmp(&b.0)));
        ends.truncate(MAX_PASSED);
    }
    found
}

impl Way {
    /// Returns whether its end is one of many commands, handlers, drivers or plugins: a function that is given away as
    /// a value, or what a package that is imported for its effect leads to.
    pub(super) fn is_of_many(&self) -> bool {
        self.is_for_effect || self.hops.last().is_some_and(|hop| hop.is_value)
    }

    /// Describes the way backwards from its end to the next of the stops that were `chosen`.
    pub(super) fn describe(&self, graph: &Graph<'_>, chosen: &[SymbolId]) -> String {
        let name = |id| format!("`{}`", named(graph.symbol(id)));
        let mut parts: Vec<String> = Vec::new();
        for (nth, hop) in self.hops.iter().rev().enumerate() {
            let what = if nth == 0 { "it".to_owned() } else { name(hop.to) };
            parts.push(format!("{} {}", name(hop.by), hop.describe(graph, &what)));
            if chosen.contains(&hop.by) {
                break;
            }
        }
        match parts.split_last() {
            Some((last, [])) => format!("{last}."),
            Some((last, others)) => format!("{}, and {last}.", others.join(", ")),
            None => String::new(),
        }
    }
}

impl Hop {
    /// Describes the hop like `calls it`, with `what` in the place of `it`.
    fn describe(&self, graph: &Graph<'_>, what: &str) -> String {
        let [verb, how] = self.verb;
        let targets = self.call.and_then(|call| graph.through(call)).map_or(0, |through| through.targets);
        let among = if targets > 1 { ", as one of several methods" } else { "" };
        format!("{verb} {what}{how}{among}")
    }
}

/// The hops of the `init` functions of a package, and of packages that it imports for nothing else, and whether each is of
/// those. They register commands, drivers and handlers, and no other edge shows that a program reaches these.
fn hops_of_inits(graph: &Graph<'_>, package: SymbolId, unseen: &mut CalledElsewhere) -> Vec<(Hop, bool)> {
    let for_effect = imported_for_effect(graph, package);
    // Like a method that an interface call may reach, each is one of several.
    let share = 1.0 / for_effect.len().max(1) as f64;
    let packages = iter::once((package, 1.0)).chain(for_effect.into_iter().map(|of_many| (of_many, share)));
    let mut hops = Vec::new();
    for (of, share) in packages {
        let symbols = graph.files_of(of).flat_map(|file| graph.symbols_of(file));
        let inits = symbols.map(|ix| graph.symbol(SymbolId(ix))).filter(|symbol| is_init(*symbol));
        hops.extend(inits.flat_map(|init| direct_hops(graph, init.id, unseen)).map(|hop| {
            let [verb, how] = hop.verb;
            let verb = [verb, if how.is_empty() { " before main runs" } else { how }];
            (Hop { verb, strength: share * hop.strength, ..hop }, of != package)
        }));
    }
    hops
}

/// The packages that a package imports and does not refer to, and those that these import so (Go spec, "Import
/// declarations"). At most [`MAX_FOR_EFFECT`]; O(edges of their importers).
fn imported_for_effect(graph: &Graph<'_>, package: SymbolId) -> Vec<SymbolId> {
    let (mut found, mut open) = (Vec::new(), vec![package]);
    while let Some(package) = open.pop() {
        for file in graph.files_of(package) {
            let of_file = SymbolId(graph.file_symbol[file.ix()]);
            if graph.symbol(of_file).is_test() {
                continue;
            }
            let edges = || graph.symbols_of(file).flat_map(|ix| graph.outgoing_ids(SymbolId(ix)));
            let to = |edge: usize| SymbolId(graph.edge_to[edge]);
            let is_import = |edge: &usize| graph.edge_kind[*edge] == EdgeKind::Imports as u8;
            let referred: FxHashSet<SymbolId> = edges()
                .filter(|edge| !is_import(edge))
                .map(|edge| graph.symbol(to(edge)).package())
                .collect();
            for imported in edges().filter(is_import).map(to) {
                let is_new = !referred.contains(&imported) && !found.contains(&imported);
                if is_new && found.len() < MAX_FOR_EFFECT {
                    found.push(imported);
                    open.push(imported);
                }
            }
        }
    }
    found
}

/// Returns whether a symbol is an `init` function, which runs before `main` in every program with its package.
fn is_init(symbol: Symbol<'_>) -> bool {
    let is_built = !symbol.is_test() && !symbol.has(symbol_flag::CONSTRAINED);
    is_built && symbol.kind() == SymbolKind::Func && symbol.name() == "init"
}

/// Returns whether something of code outside, `fmt.Stringer` or `fmt.Sscan.Scan`, calls methods for their values alone.
fn is_of_values(outside: &str) -> bool {
    let package = outside.split('.').next().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    outside == "error" || OF_VALUES.contains(&package)
}

/// The direct hops out of the code of a symbol.
fn direct_hops(graph: &Graph<'_>, from: SymbolId, unseen: &mut CalledElsewhere) -> Vec<Hop> {
    let mut steps = Vec::new();
    for edge in graph.outgoing(from) {
        let (weight, verb) = match (edge.kind, edge.origin) {
            (EdgeKind::Calls, Origin::Dispatch) => (1.0, ["may call", " through an interface"]),
            (EdgeKind::Calls, _) => (1.0, ["calls", ""]),
            (EdgeKind::Runs, Origin::Callback) if graph.via(edge.id).is_some_and(is_of_values) => continue,
            (EdgeKind::Runs, Origin::Callback) => (0.5, ["may run", ", as code outside calls it back"]),
            (EdgeKind::Runs, _) => (0.5, ["may run", " through a function value"]),
            (EdgeKind::Uses, Origin::Dispatch) => (0.5, ["may use", " through an interface"]),
            (EdgeKind::Uses, _) => (0.5, ["uses", ""]),
            (EdgeKind::Extends, _) => (0.5, ["embeds", ""]),
            (EdgeKind::Accesses, _) => {
                // It counts like a use of the function itself, because only the running program decides which
                // function is called.
                let verb = ["may call", " through a field of function type"];
                let value = |to| Hop { by: from, to, strength: 0.5, verb, call: None, is_value: true };
                steps.extend(assigned_functions(graph, edge.to, from).into_iter().map(value));
                continue;
            }
            _ => continue,
        };
        let call = edge.origin.is_through().then_some(edge.id);
        let sure = match call {
            Some(_) => likelihood(graph.symbol(from), graph.symbol(edge.to), edge.strength()),
            None => edge.strength(),
        };
        let strength = weight * f64::from(sure);
        let is_function = matches!(graph.symbol(edge.to).kind(), SymbolKind::Func | SymbolKind::Method);
        let is_value = edge.kind == EdgeKind::Uses && is_function;
        steps.push(Hop { by: from, to: edge.to, strength, verb, call, is_value });
        if graph.symbol(edge.to).kind() == SymbolKind::Var {
            // One hop is for the value of the variable, and one more because its caller is not known.
            let strength = PER_HOP * PER_HOP * strength;
            let value =
                |(to, verb)| Hop { by: from, to, strength, verb: [verb, ""], call: None, is_value: true };
            steps.extend(declared_with(graph, edge.to).into_iter().map(value));
        }
        if edge.kind == EdgeKind::Uses && graph.symbol(edge.to).kind().is_type() {
            let verb = ["uses its type; nothing here calls", ", but code given such a value may"];
            let called = unseen.of(graph, edge.to);
            let given = |&to: &SymbolId| Hop { by: from, to, strength, verb, call: None, is_value: false };
            steps.extend(called.iter().map(given));
            let verb = ["uses a type with a field of its type; nothing here calls", verb[1]];
            let strength = PER_HOP * strength;
            for ty in field_types(graph, edge.to) {
                let called = unseen.of(graph, ty);
                let given =
                    |&to: &SymbolId| Hop { by: from, to, strength, verb, call: None, is_value: false };
                steps.extend(called.iter().map(given));
            }
        }
    }
    steps
}

/// The functions that the declaration of a package variable contains or calls, itself or through other variables, and
/// what it does with each. The description of a command is such a variable.
fn declared_with(graph: &Graph<'_>, variable: SymbolId) -> Vec<(SymbolId, &'static str)> {
    let (mut seen, mut next, mut found) = (FxHashSet::from_iter([variable]), vec![variable], Vec::new());
    while let Some(variable) = next.pop() {
        for edge in graph.outgoing(variable).filter(|edge| seen.insert(edge.to)) {
            match (graph.symbol(edge.to).kind(), edge.kind) {
                (SymbolKind::Func | SymbolKind::Method, EdgeKind::Calls) => {
                    found.push((edge.to, "uses a variable whose declaration calls"));
                }
                (SymbolKind::Func | SymbolKind::Method, _) => {
                    found.push((edge.to, "uses a variable that holds"));
                }
                (SymbolKind::Var, _) => next.push(edge.to),
                _ => {}
            }
        }
    }
    found
}

/// The types of the fields of a struct. Libraries that read a command line or a file use reflection on the structs
/// that they fill.
fn field_types(graph: &Graph<'_>, ty: SymbolId) -> Vec<SymbolId> {
    let is_type = |id: &SymbolId| *id != ty && graph.symbol(*id).kind().is_type();
    let is_struct = graph.symbol(ty).kind() == SymbolKind::Struct;
    let parts = graph.outgoing(ty).filter(|edge| is_struct && edge.kind == EdgeKind::Uses);
    parts.map(|edge| edge.to).filter(is_type).collect()
}

/// The methods of a type that code outside of the tree can call and only tests of the tree call, and whose names say that
/// they work. A library that gets a command, a handler or a driver runs it by these methods; by others it asks for values.
fn called_elsewhere(graph: &Graph<'_>, ty: SymbolId) -> Vec<SymbolId> {
    let is_called = |id: SymbolId| {
        graph.incoming(id).any(|edge| edge.kind == EdgeKind::Calls && !graph.symbol(edge.from).is_test())
    };
    let is_such = |&id: &SymbolId| {
        let symbol = graph.symbol(id);
        let is_open = symbol.kind() == SymbolKind::Method && symbol.has(symbol_flag::EXPORTED);
        is_open && is_of_work(symbol.name()) && !is_called(id) && !graph.outside(id).any(is_of_values)
    };
    graph.members(ty).into_iter().filter(is_such).collect()
}

/// The functions that code other than `reader` assigns to a field of function type. They are recognised by a line
/// that mentions both the field and the function. In order of id.
fn assigned_functions(graph: &Graph<'_>, field: SymbolId, reader: SymbolId) -> Vec<SymbolId> {
    if !graph.symbol(field).signature().contains(" func(") {
        return Vec::new();
    }
    let is_function = |id: SymbolId| matches!(graph.symbol(id).kind(), SymbolKind::Func | SymbolKind::Method);
    let mut values = Vec::new();
    let writers = graph.incoming(field).filter(|edge| edge.kind == EdgeKind::Accesses && edge.from != reader);
    for writer in writers.filter(|edge| !graph.symbol(edge.from).is_test()) {
        let on_its_lines = |edge: &crate::model::EdgeRef<'_>| {
            edge.lines.iter().any(|line| writer.lines.binary_search(line).is_ok())
        };
        let uses = graph.outgoing(writer.from).filter(|edge| edge.kind == EdgeKind::Uses);
        values.extend(uses.filter(|edge| is_function(edge.to) && on_its_lines(edge)).map(|edge| edge.to));
    }
    values.sort_unstable();
    values.dedup();
    values
}
