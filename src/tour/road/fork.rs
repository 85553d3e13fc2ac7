//! Forks: functions that lead to many commands, handlers or drivers, of which a run takes one. A road takes one of
//! them, too.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::code::is_code;
use super::hops::{Hops, Reference};
use super::search::{Ends, Limits, OF_STRENGTH, Reached, TO_NEXT, reached};
use super::signature::signature;
use super::source::Sources;
use super::verbs::{of_name, words};
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind};
use crate::tour::imports::Imports;
use crate::tour::programs::is_init;
use crate::tour::prose::code_of;

/// The fewest functions of one signature that are alternatives, and the fewest if they only take values and return
/// nothing: many steps that follow each other do that.
const MIN_ALTERNATIVES: usize = 4;
const MIN_REGISTERED: usize = 6;
/// Factor for what a function leads to beside its alternatives: it prepares them.
const BESIDE: f64 = 0.5;
/// Factor for what a function leads to in a block that returns: mostly an option that runs in place of the rest.
const OF_OPTION: f64 = 0.3;
/// An alternative is worth what its best functions are.
const BEST: usize = 8;
const LIMITS: Limits = Limits { symbols: 50, ..TO_NEXT };
/// The gain of an alternative by being the one that most documents name; half as many count a quarter as much.
const OF_DOCUMENTS: f64 = 4.0;
/// Factor for a command that its own text hides or calls deprecated.
const OF_HIDDEN: f64 = 0.1;
/// The longest document that is read, in bytes.
const MAX_DOCUMENT: usize = 256 << 10;

/// The documents of a repository: its README and guides.
#[derive(Clone, Debug, Default)]
pub(in crate::tour) struct Documents {
    /// The numbers of documents that have a word behind the name of the program in lines of code.
    counts: BTreeMap<String, u32>,
}

impl Documents {
    /// Counts the documents with a first word after a program's name in their code: one with `restic backup ~/work` counts for
    /// `backup`. A long document about one command counts no more than others.
    pub(in crate::tour) fn of(texts: &[Arc<[u8]>], programs: &[&str]) -> Self {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for text in texts {
            let text = String::from_utf8_lossy(&text[..text.len().min(MAX_DOCUMENT)]);
            let words: BTreeSet<&str> =
                code_of(&text).filter_map(|code| first_argument(code, programs)).collect();
            for word in words {
                *counts.entry(word.to_owned()).or_default() += 1;
            }
        }
        Self { counts }
    }

    /// The number of documents that name a command, by the words of a function's name; by those of their types where commands are
    /// methods of one name.
    fn count(&self, command: Symbol<'_>, others: &[Symbol<'_>]) -> u32 {
        let is_namesake = |other: &Symbol<'_>| other.id != command.id && other.name() == command.name();
        let of_type = command.qualified().split('.').next().unwrap_or_default();
        let name = if others.iter().any(is_namesake) { of_type } else { command.name() };
        let counts = words(name).map(str::to_lowercase);
        counts.filter_map(|word| self.counts.get(&word)).copied().max().unwrap_or(0)
    }
}

/// The first argument of a command line of one of the programs, without flags.
fn first_argument<'t>(code: &'t str, programs: &[&str]) -> Option<&'t str> {
    let mut parts = code.split_whitespace().skip_while(|part| matches!(*part, "$" | ">" | "#" | "sudo"));
    let program = parts.next()?.trim_start_matches("./");
    if !programs.contains(&program) {
        return None;
    }
    let is_word =
        |part: &str| part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    // The value of a short flag is no command.
    let mut is_value = false;
    parts.find(|part| {
        let was_value = std::mem::take(&mut is_value);
        is_value = part.starts_with('-') && part.len() <= 2;
        !part.starts_with('-') && !was_value && is_word(part)
    })
}

/// The kinds of alternatives.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum AlternativeKind<'g> {
    /// Functions of one type that are taken as values.
    Values(Vec<&'g str>, &'g str),
    /// Functions that make values of one type, `func(*Factory) *cobra.Command`, and variables with functions that are such values.
    Makers(&'g str),
    /// Methods of one name that only code outside calls.
    Given(&'g str, Vec<&'g str>),
    /// Functions that take the same values and return nothing.
    Registers(Vec<&'g str>),
    /// Variables with functions, in a table or in what prepares one.
    Listed,
}

/// Returns whether a symbol is a variable that refers to functions in such a way.
fn is_command(graph: &Graph<'_>, symbol: Symbol<'_>, by: &[EdgeKind]) -> bool {
    let has = |edge: &EdgeRef<'_>| by.contains(&edge.kind) && is_code(graph.symbol(edge.to));
    symbol.kind() == SymbolKind::Var && graph.outgoing(symbol.id).any(|edge| has(&edge))
}

/// The alternatives of a function, each with the others of its fork and itself. In order of id.
fn alternatives(hops: &mut Hops<'_>, from: SymbolId) -> FxHashMap<SymbolId, Rc<[SymbolId]>> {
    let graph = hops.graph;
    let hops = hops.of(from);
    if hops.len() < MIN_ALTERNATIVES {
        return FxHashMap::default();
    }
    let is_table = graph.symbol(from).kind() == SymbolKind::Var || is_init(graph.symbol(from));
    let mut forks: BTreeMap<AlternativeKind<'_>, Vec<SymbolId>> = BTreeMap::new();
    for hop in hops.iter() {
        let to = graph.symbol(hop.to);
        // Functions in literals are called where the variable has them.
        let kind = match () {
            () if is_table && is_command(graph, to, &[EdgeKind::Uses]) => Some(AlternativeKind::Listed),
            () if !is_table && is_command(graph, to, &[EdgeKind::Uses, EdgeKind::Calls]) => {
                value_type(to).map(AlternativeKind::Makers)
            }
            () => kind(to, hop.how),
        };
        if let Some(kind) = kind {
            forks.entry(kind).or_default().push(hop.to);
        }
    }
    // A function that is called in a literal is an alternative to those that are given without one.
    for (kind, members) in &mut forks {
        let AlternativeKind::Values(parameters, result) = kind else { continue };
        let is_alike = |to: Symbol<'_>| {
            is_code(to) && signature(to).is_some_and(|of| of.0 == *parameters && of.1 == *result)
        };
        let calls = hops.iter().filter(|hop| hop.how == Reference::Call && is_alike(graph.symbol(hop.to)));
        members.extend(calls.map(|hop| hop.to));
        members.sort_unstable();
    }
    let mut found = FxHashMap::default();
    for (kind, members) in forks {
        let least = match kind {
            AlternativeKind::Registers(_) => MIN_REGISTERED,
            AlternativeKind::Values(..)
            | AlternativeKind::Makers(..)
            | AlternativeKind::Given(..)
            | AlternativeKind::Listed => MIN_ALTERNATIVES,
        };
        if members.len() >= least {
            let members: Rc<[SymbolId]> = members.into();
            found.extend(members.iter().map(|&member| (member, members.clone())));
        }
    }
    found
}

fn kind(to: Symbol<'_>, how: Reference) -> Option<AlternativeKind<'_>> {
    if !is_code(to) {
        return None;
    }
    let (parameters, result) = signature(to)?;
    match how {
        Reference::Value if !parameters.is_empty() => Some(AlternativeKind::Values(parameters, result)),
        Reference::Gap => Some(AlternativeKind::Given(to.name(), parameters)),
        Reference::Call if to.kind() == SymbolKind::Func => match result {
            "" => (parameters.len() >= 2).then_some(AlternativeKind::Registers(parameters)),
            made if is_named_type(made) => Some(AlternativeKind::Makers(made.trim_start_matches('*'))),
            _ => None,
        },
        _ => None,
    }
}

/// The type of the value that a variable is declared with: `cobra.Command` of `var c = &cobra.Command{`.
fn value_type(variable: Symbol<'_>) -> Option<&str> {
    let (_, value) = variable.signature().split_once('=')?;
    let (ty, _) = value.trim_start_matches([' ', '&']).split_once('{')?;
    Some(ty.trim()).filter(|ty| is_named_type(ty))
}

/// Returns whether a result is one value of a type that somebody declared, and no error.
fn is_named_type(result: &str) -> bool {
    let is_named = |c: char| c.is_uppercase() || c == '.';
    !result.contains(',') && !result.ends_with("error") && result.contains(is_named)
}

/// The forks that roads of one program passed, and which alternative each takes.
pub(in crate::tour) struct Forks {
    documents: Documents,
    alternatives: FxHashMap<SymbolId, FxHashMap<SymbolId, Rc<[SymbolId]>>>,
    /// The alternatives of a fork by their value, the highest first. A fork is a function and its first alternative.
    ranked: FxHashMap<(SymbolId, SymbolId), Vec<(SymbolId, f64)>>,
    /// Forks that take another alternative than the best.
    forced: FxHashMap<(SymbolId, SymbolId), SymbolId>,
}

impl Forks {
    pub(in crate::tour) fn new(documents: Documents) -> Self {
        Self {
            documents,
            alternatives: FxHashMap::default(),
            ranked: FxHashMap::default(),
            forced: FxHashMap::default(),
        }
    }

    fn of(&mut self, hops: &mut Hops<'_>, from: SymbolId) -> &FxHashMap<SymbolId, Rc<[SymbolId]>> {
        self.alternatives.entry(from).or_insert_with(|| alternatives(hops, from))
    }

    /// The factor for a hop: 0 for an alternative that is not taken.
    pub(super) fn factor(&mut self, hops: &mut Hops<'_>, from: SymbolId, to: SymbolId) -> f64 {
        let of = self.of(hops, from);
        let Some(members) = of.get(&to).cloned() else {
            let is_fork = !of.is_empty() && is_code(hops.graph.symbol(from));
            return if is_fork { BESIDE } else { 1.0 };
        };
        if self.taken(hops, from, &members) == Some(to) { 1.0 } else { 0.0 }
    }

    /// The factor for the hops from the end of a way on. What a station does before the program ends, or about an error, is no
    /// part of a road; the text of what is passed between two stations is not read for that.
    pub(super) fn on_road<'f>(
        &'f mut self,
        sources: &'f Sources<'_>,
        way: &[SymbolId],
    ) -> impl FnMut(&mut Hops<'_>, SymbolId, SymbolId) -> f64 {
        let station = way.first().copied();
        move |hops, from, to| {
            let is_station = Some(from) == station && is_code(hops.graph.symbol(from));
            if is_station && sources.is_off_road(hops.graph, from, to) {
                return 0.0;
            }
            let is_option = is_station && sources.is_option(hops.graph, from, to);
            self.factor(hops, from, to) * if is_option { OF_OPTION } else { 1.0 }
        }
    }

    fn taken(&mut self, hops: &mut Hops<'_>, from: SymbolId, members: &Rc<[SymbolId]>) -> Option<SymbolId> {
        let fork = (from, members[0]);
        if let Some(&forced) = self.forced.get(&fork) {
            return Some(forced);
        }
        self.rank(hops, from, members).first().map(|best| best.0)
    }

    /// The alternatives of a fork by their value.
    fn rank(&mut self, hops: &mut Hops<'_>, from: SymbolId, members: &Rc<[SymbolId]>) -> &[(SymbolId, f64)] {
        let documents = &self.documents;
        self.ranked.entry((from, members[0])).or_insert_with(|| ranked(hops, documents, from, members))
    }

    /// Takes an alternative at a fork from now on.
    pub(in crate::tour) fn force(&mut self, fork: (SymbolId, SymbolId), to: SymbolId) {
        self.forced.insert(fork, to);
    }

    /// The heaviest fork among hops, if there is one.
    pub(in crate::tour) fn heaviest(
        &self,
        hops: impl Iterator<Item = (SymbolId, SymbolId)>,
    ) -> Option<Fork<'_>> {
        let forks = hops.filter_map(|(from, to)| {
            let at = (from, self.alternatives.get(&from)?.get(&to)?.first().copied()?);
            Some(Fork { at, ranked: self.ranked.get(&at)? })
        });
        let value = |fork: &Fork<'_>| fork.ranked.iter().map(|one| one.1).sum::<f64>();
        forks.reduce(|best, next| if value(&next) > value(&best) { next } else { best })
    }
}

/// A fork that a road passed.
pub(in crate::tour) struct Fork<'f> {
    /// The function that leads to the alternatives, and the first of these.
    pub at: (SymbolId, SymbolId),
    /// The alternatives and their values, the highest first.
    pub ranked: &'f [(SymbolId, f64)],
}

/// The alternatives of a fork, each with the value of what it leads to, the highest first.
fn ranked(
    hops: &mut Hops<'_>,
    documents: &Documents,
    from: SymbolId,
    members: &[SymbolId],
) -> Vec<(SymbolId, f64)> {
    let graph = hops.graph;
    let heads: Vec<SymbolId> = members.iter().map(|&member| worker(hops, member, members)).collect();
    let commands: Vec<Symbol<'_>> = members.iter().map(|&member| graph.symbol(member)).collect();
    let counts: Vec<u32> = commands.iter().map(|&command| documents.count(command, &commands)).collect();
    let most = counts.iter().copied().max().unwrap_or(0);
    let mut ranked: Vec<(SymbolId, f64)> = Vec::new();
    for (at, &member) in members.iter().enumerate() {
        // The work of another alternative is not this one's: it only runs the other.
        let mut others: FxHashSet<SymbolId> = members.iter().chain(&heads).copied().collect();
        others.insert(from);
        others.remove(&member);
        others.remove(&heads[at]);
        let ends = Ends { stops: &|id| others.contains(&id), is_before: None };
        let reached = reached(hops, &mut |_, _, _| 1.0, &[member, from], ends, LIMITS);
        let own = reached.iter().filter(|(id, _)| is_code(graph.symbol(**id)) && !others.contains(id));
        let value = |(&id, own): (&SymbolId, &Reached)| hops.worth(id) * own.strength.powf(OF_STRENGTH);
        let mut values: Vec<f64> = own.map(value).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        let best: f64 = values.iter().take(BEST).sum();
        let factor = if most == 0 {
            // Where documents name none of them, their own names speak.
            of_name(graph.symbol(member).name()).exp()
        } else {
            1.0 + OF_DOCUMENTS * (f64::from(counts[at]) / f64::from(most)).powi(2)
        };
        let is_hidden = hops.sources().is_some_and(|sources| sources.is_hidden(graph, member));
        ranked.push((member, best * factor * if is_hidden { OF_HIDDEN } else { 1.0 }));
    }
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked
}

/// The function that an alternative hands its work to: of those that it leads to, the one that controls most. One that it hands over
/// counts as one that it calls.
fn worker(hops: &mut Hops<'_>, member: SymbolId, members: &[SymbolId]) -> SymbolId {
    let graph = hops.graph;
    let hops = hops.of(member);
    let heads = hops.iter().filter(|hop| is_code(graph.symbol(hop.to)) && !members.contains(&hop.to));
    let sure = |hop: &super::hops::Hop| if hop.how == Reference::Value { 1.0 } else { hop.strength };
    let control = |hop: &super::hops::Hop| graph.hub(hop.to) * sure(hop);
    heads.max_by(|a, b| control(a).total_cmp(&control(b)).then(b.to.cmp(&a.to))).map_or(member, |hop| hop.to)
}

/// The alternatives of a fork beside the one that is taken, the most important first. Empty if it is no fork.
pub(in crate::tour) fn siblings(graph: &Graph<'_>, from: SymbolId, to: SymbolId) -> Vec<SymbolId> {
    let mut hops = Hops::new(graph, None);
    let members = alternatives(&mut hops, from).remove(&to);
    let others = members.iter().flat_map(|members| members.iter()).copied().filter(|&other| other != to);
    by_hub(graph, others.collect())
}

fn by_hub(graph: &Graph<'_>, mut ids: Vec<SymbolId>) -> Vec<SymbolId> {
    ids.sort_by(|a, b| graph.hub(*b).total_cmp(&graph.hub(*a)).then(a.cmp(b)));
    ids
}

/// The other targets of a call through an interface or a function value, without tests and parts of other programs, the most
/// important first. `way` leads to the call.
pub(in crate::tour) fn other_targets(
    graph: &Graph<'_>,
    way: &[SymbolId],
    [from, to]: [SymbolId; 2],
) -> Vec<SymbolId> {
    let is_through = |origin| matches!(origin, Origin::Dispatch | Origin::Value);
    let Some(call) = graph
        .outgoing(from)
        .find(|edge| edge.to == to && is_through(edge.origin) && edge.kind != EdgeKind::Uses)
    else {
        return Vec::new();
    };
    let package = |id: SymbolId| graph.symbol(id).package();
    let main =
        way.iter().map(|&id| package(id)).find(|&package| graph.symbol(package).package_name() == "main");
    let linked = LazyCell::new(|| {
        let (imports, programs) =
            (Imports::of(graph), main.map_or_else(|| programs_with(graph, package(to)), |main| vec![main]));
        programs.into_iter().flat_map(|program| imports.linked(program)).collect::<FxHashSet<SymbolId>>()
    });
    // Nothing imports a program.
    let is_known = |other: Symbol<'_>| {
        let is_linked = || linked.is_empty() || linked.contains(&other.package());
        if other.package_name() == "main" { main == Some(other.package()) } else { is_linked() }
    };
    let is_other = |edge: &EdgeRef<'_>| {
        edge.to != to
            && (edge.kind, edge.origin) == (call.kind, call.origin)
            && graph.via(edge.id) == graph.via(call.id)
            && edge.lines.first() == call.lines.first()
            && (call.origin == Origin::Value || graph.symbol(edge.to).name() == graph.symbol(to).name())
            && !graph.symbol(edge.to).is_of_tests()
            && is_known(graph.symbol(edge.to))
    };
    by_hub(graph, graph.outgoing(from).filter(is_other).map(|edge| edge.to).collect())
}

/// The packages of programs that have a package.
fn programs_with(graph: &Graph<'_>, package: SymbolId) -> Vec<SymbolId> {
    let (mut importers, mut next) = (FxHashSet::from_iter([package]), vec![package]);
    while let Some(package) = next.pop() {
        let imports = graph.incoming(package).filter(|edge| edge.kind == EdgeKind::Imports);
        let files = imports.map(|edge| graph.symbol(edge.from)).filter(|file| !file.is_test());
        next.extend(files.map(Symbol::package).filter(|&importer| importers.insert(importer)));
    }
    importers.into_iter().filter(|&package| graph.symbol(package).package_name() == "main").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_count_the_commands_of_a_program() {
        let text = "# tool\n\nUse `tool put a` or `./tool --v get`.\n\n```\n$ tool -d /x put\ntool --all list\nother put\n```\n\n    tool put\n\ntool is good\n";
        let more = b"`tool put`".as_slice().into();
        let documents = Documents::of(&[text.as_bytes().into(), more], &["tool"]);
        let counts: Vec<(&str, u32)> = documents.counts.iter().map(|(word, n)| (word.as_str(), *n)).collect();
        assert_eq!(counts, [("get", 1), ("list", 1), ("put", 2)]);
    }
}
