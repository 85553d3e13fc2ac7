//! The links that lead on from a function: its calls, and its hand-overs of functions and values.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::code::is_code;
use super::gap::{Gap, given_away, handed_over, is_of_bytes, is_of_values};
use super::run::{Hands, Run, gives_back, is_of_caller};
use super::source::Sources;
use super::worth::worth;
use crate::golang::Mention;
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, SymbolId, SymbolKind, symbol_flag};
use crate::tour::programs::{is_init, is_main};

/// The certainty that code runs a function which it takes as a value, beside that of a call.
const OF_VALUE: f64 = 0.3;
/// The least probability of an edge that a road follows: one of very many targets of a call says nothing of a run.
const MIN_SURE: f64 = 0.05;
/// Factor for every hop, except for those over variables: a variable is no step of a run.
const PER_HOP: f64 = 0.8;
/// Exponent of the share of a target in its call.
const OF_SHARE: f64 = 0.3;
/// Exponent of the hub score of a target beside the highest of the targets of its source, and the least of that part.
const OF_CONTROL: f64 = 0.1;
const MIN_CONTROL: f64 = 0.02;
/// Methods of the interfaces of package `io`.
const STREAM_METHODS: [&str; 8] =
    ["Close", "Read", "ReadAt", "ReadByte", "ReadFrom", "Seek", "Write", "WriteTo"];

/// A hop out of a symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hop {
    pub to: SymbolId,
    /// The part of a run that goes on here, in (0, 1].
    pub strength: f64,
    pub how: Reference,
}

/// The way in which the source of a hop refers to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    /// A call that names a function.
    Call,
    /// A call through an interface or a function value.
    Through,
    /// A function or a variable that is taken as a value.
    Value,
    /// See [`Gap`].
    Gap,
}

/// A target of a call through an interface or a function value.
#[derive(Clone, Copy)]
struct Target {
    to: SymbolId,
    /// Its strength does not count the share. `None` for the maker of a literal, which runs before that does.
    hop: Option<Hop>,
    share: f64,
    sure: f64,
}

/// The targets of such a call, of which a run takes one; the most used first.
struct Choice {
    targets: Vec<Target>,
    is_of_interface: bool,
    /// The call is of a parameter.
    is_of_caller: bool,
}

impl Choice {
    fn new(graph: &Graph<'_>, edge: &EdgeRef<'_>) -> Self {
        Self {
            targets: Vec::new(),
            is_of_interface: edge.origin == Origin::Dispatch,
            is_of_caller: is_of_caller(graph, edge),
        }
    }

    /// Puts the targets in order.
    fn sort(&mut self, graph: &Graph<'_>) {
        let load = |to: SymbolId| graph.symbol(to).owner().map_or(0.0, |owner| graph.load(owner));
        self.targets.sort_by(|a, b| {
            let used = (b.sure * b.share).total_cmp(&(a.sure * a.share));
            used.then(load(b.to).total_cmp(&load(a.to))).then(a.to.cmp(&b.to))
        });
    }

    /// Adds the hops that the nearest function before the call leads to which hands one of the targets over; without such a function
    /// those that the whole program leads to, of an interface one if `takes_one`. A caller that is known hands over what it calls by
    /// a parameter.
    fn taken<'t>(
        &'t self,
        mut handed: impl Iterator<Item = Vec<&'t Target>>,
        has_caller: bool,
        takes_one: bool,
        hops: &mut Vec<Hop>,
    ) {
        let is_choice = self.targets.len() > 1;
        let most = if self.is_of_interface && takes_one { 1 } else { usize::MAX };
        let mut put = |target: &Target, share: f64| {
            if let Some(hop) = target.hop.filter(|_| share * target.sure >= MIN_SURE) {
                hops.push(Hop { strength: hop.strength * share.powf(OF_SHARE), ..hop });
            }
        };
        match is_choice.then(|| handed.find(|targets| !targets.is_empty())).flatten() {
            Some(given) => {
                let share = 1.0 / given.len() as f64;
                given.into_iter().take(most).for_each(|target| put(target, share));
            }
            None if self.is_of_caller && has_caller && is_choice => {}
            None => self.targets.iter().take(most).for_each(|target| put(target, target.share)),
        }
    }
}

/// The known hops out of a symbol.
struct Known {
    /// Those without regard to the way to it, one for each target, in order of the target.
    hops: Rc<[Hop]>,
    choices: Vec<Choice>,
    gaps: Vec<Hop>,
}

/// The hops out of the symbols that were looked at.
pub(crate) struct Hops<'g> {
    pub graph: &'g Graph<'g>,
    /// Where texts are read it is for a road: hand-overs that no edge shows are hops, too, and a call through an interface is one to its
    /// most used implementation. Between symbols that others chose it may be one to each.
    sources: Option<Rc<Sources<'g>>>,
    /// Hops lead along edges alone.
    are_edges: bool,
    run: Run,
    known: FxHashMap<SymbolId, Rc<Known>>,
    hands: FxHashMap<SymbolId, Hands<'g>>,
    worth: FxHashMap<SymbolId, f64>,
}

impl<'g> Hops<'g> {
    pub(crate) fn new(graph: &'g Graph<'g>, sources: Option<Rc<Sources<'g>>>) -> Self {
        Self {
            graph,
            sources,
            are_edges: false,
            run: Run::default(),
            known: FxHashMap::default(),
            hands: FxHashMap::default(),
            worth: FxHashMap::default(),
        }
    }

    /// Hops that lead along edges alone, from the user to what it uses.
    pub(crate) fn along_edges(graph: &'g Graph<'g>) -> Self {
        Self { are_edges: true, ..Self::new(graph, None) }
    }

    /// Follows what a run of a program may reach from now on, or any code if the entry is no program.
    pub(in crate::tour) fn begin(&mut self, entry: SymbolId) {
        let is_program = is_main(self.graph.symbol(entry));
        self.run = if is_program { Run::of(self.graph, entry) } else { Run::default() };
        self.known.clear();
    }

    /// Returns whether a symbol on a way counts: on a road the variables of a table of commands do not.
    pub(super) fn counts(&self, id: SymbolId) -> bool {
        self.are_edges || self.graph.symbol(id).kind() != SymbolKind::Var
    }

    /// The texts, where they are read.
    pub(super) fn sources(&self) -> Option<&Sources<'g>> {
        self.sources.as_deref()
    }

    /// The [`worth()`] of a function.
    pub(super) fn worth(&mut self, id: SymbolId) -> f64 {
        *self.worth.entry(id).or_insert_with(|| worth(self.graph, id))
    }

    /// Returns whether a run of the program may reach a symbol.
    pub(in crate::tour) fn may_reach(&self, id: SymbolId) -> bool {
        self.run.may_reach(id)
    }

    /// The hops out of a symbol without regard to what leads to it.
    pub(in crate::tour) fn of(&mut self, from: SymbolId) -> Rc<[Hop]> {
        self.after(from, std::iter::empty)
    }

    /// The hops out of a symbol at the end of a way, which names the symbols before it, the nearest first.
    pub(super) fn after<W: Iterator<Item = SymbolId>>(
        &mut self,
        from: SymbolId,
        way: impl Fn() -> W,
    ) -> Rc<[Hop]> {
        let (graph, run, sources, are_edges) =
            (self.graph, &self.run, self.sources.as_deref(), self.are_edges);
        let known = self.known.entry(from);
        let known =
            known.or_insert_with(|| Rc::new(known_hops(graph, run, (sources, are_edges), from))).clone();
        if known.choices.is_empty() {
            return known.hops.clone();
        }
        let mut hops = known.hops.to_vec();
        let (has_caller, takes_one) = (way().next().is_some(), self.sources.is_some());
        let givers: Vec<SymbolId> = std::iter::once(from).chain(way()).collect();
        for choice in &known.choices {
            let hands = &mut self.hands;
            let handed = givers.iter().map(|&giver| {
                let hands = hands.entry(giver).or_insert_with(|| Hands::of(graph, giver));
                choice
                    .targets
                    .iter()
                    .filter(|target| hands.has(graph, target.to, target.hop.is_none()))
                    .collect()
            });
            choice.taken(handed, has_caller, takes_one, &mut hops);
        }
        let mut hops = surest(hops);
        let is_new = |gap: &&Hop| hops.iter().all(|hop| hop.to != gap.to);
        let gaps: Vec<Hop> = known.gaps.iter().filter(is_new).copied().collect();
        hops.extend(gaps);
        hops.into()
    }
}

/// The surest of several hops to one target; a function that is taken as a value stays one that is.
fn surest(mut hops: Vec<Hop>) -> Vec<Hop> {
    hops.sort_by(|a, b| a.to.cmp(&b.to).then(b.strength.total_cmp(&a.strength)));
    hops.dedup_by(|other, surest| {
        let is_same = other.to == surest.to;
        if is_same && other.how == Reference::Value && surest.how == Reference::Through {
            surest.how = Reference::Value;
        }
        is_same
    });
    hops
}

fn known_hops(
    graph: &Graph<'_>,
    run: &Run,
    (sources, are_edges): (Option<&Sources<'_>>, bool),
    from: SymbolId,
) -> Known {
    let edges: Vec<EdgeRef<'_>> = graph.outgoing(from).collect();
    let called_back = called_back(graph, &edges);
    let mut hops: Vec<Hop> = Vec::new();
    let mut makers: Vec<Target> = Vec::new();
    let mut choices: BTreeMap<(Option<&str>, &str), Choice> = BTreeMap::new();
    for edge in &edges {
        let to = graph.symbol(edge.to);
        if !are_edges && passes_bytes(graph, edge) {
            continue;
        }
        let (sure, share) = (f64::from(edge.confidence.min(1.0)), f64::from(edge.share));
        let hop = reference(graph, edge).map(|(how, part)| Hop { to: edge.to, strength: part * sure, how });
        let is_possible = || run.may_reach(edge.to) && !to.is_of_tests();
        match edge.origin {
            // An edge names one of the values that it goes through, and a maker may have literals in several.
            Origin::Closure if is_possible() => makers.push(Target { to: edge.to, hop: None, share, sure }),
            Origin::Dispatch | Origin::Value => {
                if hop.is_some() && is_possible() {
                    let name = if edge.origin == Origin::Dispatch { to.name() } else { "" };
                    let choice = choices.entry((graph.via(edge.id), name));
                    let target = Target { to: edge.to, hop, share, sure };
                    choice.or_insert_with(|| Choice::new(graph, edge)).targets.push(target);
                }
            }
            Origin::Callback if !called_back.contains(&edge.to) => {}
            _ if share * sure < MIN_SURE => {}
            _ => hops.extend(hop.map(|hop| Hop { strength: hop.strength * share.powf(OF_SHARE), ..hop })),
        }
    }
    let prepared = if are_edges { Vec::new() } else { preparations(graph, sources, from) };
    for (edge, _) in prepared {
        let strength = f64::from(edge.confidence.min(1.0));
        hops.push(Hop { to: edge.from, strength, how: Reference::Through });
    }
    let mut hops = surest(hops);
    let mut choices: Vec<Choice> = choices.into_values().collect();
    for choice in &mut choices {
        choice.targets.extend(makers.iter().filter(|_| !choice.is_of_interface));
        choice.sort(graph);
    }
    let targets = choices.iter_mut().flat_map(|choice| &mut choice.targets);
    let targets = targets.filter_map(|target| target.hop.as_mut());
    control(graph, hops.iter_mut().chain(targets).collect());
    // All public methods of a library are for code outside to call: that has what a public function returns.
    let is_given = |to: SymbolId| {
        let returns = |of: SymbolId| gives_back(graph, from, of);
        run.is_of_program()
            || graph.symbol(from).has(symbol_flag::EXPORTED) && graph.symbol(to).owner().is_some_and(returns)
    };
    let given = if are_edges { Vec::new() } else { given_away(graph, from) };
    let given = given.into_iter().filter(|&to| is_given(to)).map(|to| (to, 1.0));
    let mut handed = sources.map_or_else(Vec::new, |sources| handed_over(graph, sources, from));
    // A remote procedure may be served by another program.
    handed.retain(|(to, gap)| matches!(gap, Gap::Remote { .. }) || run.may_reach(*to));
    let share = (1.0 / handed.len() as f64).powf(OF_SHARE);
    let handed = handed.into_iter().map(|(to, _)| (to, share));
    let gaps: Vec<Hop> = given
        .chain(handed)
        .filter(|&(to, _)| hops.iter().all(|hop| hop.to != to))
        .map(|(to, part)| Hop { to, strength: part * PER_HOP, how: Reference::Gap })
        .collect();
    if choices.is_empty() {
        hops.extend(&gaps);
    }
    Known { hops: hops.into(), choices, gaps }
}

/// Weakens hops by what their targets control beside the one that controls most.
fn control(graph: &Graph<'_>, hops: Vec<&mut Hop>) {
    let of = |hop: &Hop| hop.strength * graph.hub(hop.to);
    let most = hops.iter().map(|hop| of(hop)).fold(f64::MIN_POSITIVE, f64::max);
    // Before the graph is ranked nothing controls more than another.
    let part = |control: f64| if most > f64::MIN_POSITIVE { control / most } else { 1.0 };
    for hop in hops {
        let is_code = graph.symbol(hop.to).kind() != SymbolKind::Var;
        let per_hop = if is_code { PER_HOP } else { 1.0 };
        hop.strength *= part(of(hop)).max(MIN_CONTROL).powf(OF_CONTROL) * per_hop;
    }
}

/// Returns whether an edge leads through a reader, a writer or the like: whatever it is, it is read and written, and that says nothing of
/// the way of a program.
fn passes_bytes(graph: &Graph<'_>, edge: &EdgeRef<'_>) -> bool {
    let is_of_stream = || STREAM_METHODS.contains(&graph.symbol(edge.to).name());
    edge.origin == Origin::Callback && is_of_stream()
        || edge.origin.is_through() && graph.via(edge.id).is_some_and(is_of_bytes)
}

/// The functions that code outside may call back: of several methods of one name those that the source names, or the only one.
fn called_back(graph: &Graph<'_>, edges: &[EdgeRef<'_>]) -> FxHashSet<SymbolId> {
    let mut sites: FxHashMap<(Option<&str>, &str), Vec<SymbolId>> = FxHashMap::default();
    for edge in edges.iter().filter(|edge| edge.origin == Origin::Callback) {
        let to = graph.symbol(edge.to);
        if !to.is_of_tests() {
            sites.entry((graph.via(edge.id), to.name())).or_default().push(edge.to);
        }
    }
    let names = |to: SymbolId| {
        let owner = graph.symbol(to).owner();
        edges.iter().any(|edge| !edge.origin.is_through() && (edge.to == to || Some(edge.to) == owner))
    };
    let is_taken = |of_site: &[SymbolId], to: SymbolId| of_site.len() == 1 || names(to);
    sites.values().flat_map(|of| of.iter().copied().filter(|&to| is_taken(of, to))).collect()
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
        EdgeKind::Runs | EdgeKind::Delegates => Some((Reference::Through, 1.0)),
        // A variable has what it is made of, and whoever gets the variable has that.
        EdgeKind::Uses if is_code(to) || to.kind() == SymbolKind::Var => {
            let is_of_var = graph.symbol(edge.from).kind() == SymbolKind::Var;
            Some((Reference::Value, if is_of_var { 1.0 } else { OF_VALUE }))
        }
        _ => None,
    }
}

/// The edges from `init` functions to a package variable, each with its line: they prepare it before `main` runs, as tables of commands
/// are. Where texts are read, those that give its place to a library, as flags are, are none.
pub(in crate::tour) fn preparations<'g>(
    graph: &'g Graph<'g>,
    sources: Option<&Sources<'_>>,
    variable: SymbolId,
) -> Vec<(EdgeRef<'g>, u32)> {
    let symbol = graph.symbol(variable);
    let refers = |edge: &EdgeRef<'_>| {
        matches!(edge.kind, EdgeKind::Uses | EdgeKind::Accesses) && is_init(graph.symbol(edge.from))
    };
    let line = |edge: EdgeRef<'g>| {
        let is_place = |line: u32| {
            let reads = |mention: Mention<'_>| Some(mention.is_of_place());
            let read =
                |sources: &Sources<'_>| sources.mention(graph, edge.from, line, symbol.name(), false, reads);
            sources.and_then(read) == Some(true)
        };
        let line = edge.lines.iter().copied().find(|&line| !is_place(line))?;
        Some((edge, line))
    };
    let edges = (symbol.kind() == SymbolKind::Var).then(|| graph.incoming(variable));
    edges.into_iter().flatten().filter(refers).filter_map(line).collect()
}
