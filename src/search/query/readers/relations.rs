//! Questions that ask for one end of an edge: who implements, calls or uses what they name.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId, SymbolKind, access, counted, symbol_flag};
use crate::rank::MIN_STRENGTH;
use crate::search::names::external;
use crate::search::names::qualified_name::{self, is_data, is_one};
use crate::search::query::lookups::Lookups;
use crate::search::query::readers::result_types::{is_value, returners};
use crate::search::query::readers::unanswered::no_ends;
use crate::search::query::reading::{Input, ReadOptions, Reader, ReaderOutcome, Reading};
use crate::search::query::relation::{Ends, Relation};
use crate::search::query::relation_kind::RelationKind;
use crate::search::query::relation_target::{RelationTarget, namesakes};
use crate::search::query::relation_templates::RelationQuestion;
use crate::search::text::TextIndex;

/// A field or variable may also be accessed through its address.
const ADDRESS: &str = "its address";
/// A function that is passed or stored may also be called through its value.
const VALUE: &str = "its value";

pub(crate) const RELATIONS: Reader = Reader {
    name: "the other ends of edges",
    about: "The rows are these symbols and nothing else, with the lines that show it; possible ones follow.",
    examples: &[
        "who calls Engine.Run",
        "what does Engine.Run call",
        "who implements Store",
        "who sets Config.Name",
        "what breaks if I change Config",
    ],
    read,
};

/// The symbols at the other end of the edges of what a question names, tests last, the more important first. O(edges of the
/// named).
fn read(input: &Input<'_>) -> ReaderOutcome {
    let (graph, text) = (input.graph(), input.text());
    let target = input.lookups.target(input.question);
    let (Some(question), Some(target)) = ((*input.relation).as_ref(), (*target).as_ref()) else {
        return ReaderOutcome::Pass;
    };
    let relation = match question.kind {
        RelationKind::Dependants if target.foreign.is_empty() => {
            affected(input.lookups, question, &target.named, &input.options)
        }
        _ => ends(graph, text, question, target.clone(), &input.options),
    };
    let why = (!relation.has_ends()).then(|| no_ends(graph, &relation, &question.name));
    Reading::of_relation(relation, question.corrections.clone(), why)
}

fn ends(
    graph: &Graph<'_>,
    text: &TextIndex,
    question: &RelationQuestion,
    target: RelationTarget,
    options: &ReadOptions<'_>,
) -> Relation {
    let RelationTarget { mut named, outside, foreign, through_value } = target;
    let mut asked = question.kind;
    let name = question.name.clone();
    let is_type = |&id: &SymbolId| graph.symbol(id).kind().is_type();
    let is_made = |&id: &SymbolId| graph.incoming(id).any(|edge| RelationKind::Makers.is_along(&edge));
    let is_const = |&id: &SymbolId| graph.symbol(id).kind() == SymbolKind::Const;
    match asked {
        RelationKind::Returners if named.iter().any(is_type) => named.retain(is_type),
        // Only types have returners, and what names from outside affect is not known: users answer.
        RelationKind::Returners | RelationKind::Dependants => asked = RelationKind::Users,
        // Reading a constant is using it.
        RelationKind::Readers if named.iter().all(is_const) => asked = RelationKind::Users,
        RelationKind::Makers if !named.iter().any(is_made) => asked = RelationKind::Users,
        // For external names only calls and references are recorded.
        RelationKind::Readers if !foreign.is_empty() => asked = RelationKind::Users,
        _ => {}
    }
    let mut beside = Beside::default();
    let mut of: FxHashMap<SymbolId, SymbolId> = FxHashMap::default();
    let mut found: Vec<SymbolId> = outside.iter().map(|&(end, _)| end).collect();
    for (end, line) in outside.into_iter().filter_map(|(end, line)| Some((end, line?))) {
        beside.sites.0.entry(end).or_default().push(line);
    }
    if !through_value.is_empty() {
        beside.through.push(VALUE.to_owned());
    }
    for (end, line) in through_value {
        beside.possible.push(end);
        beside.sites.0.entry(end).or_default().push(line);
    }
    for id in &named {
        for end in beside.ends(graph, asked, *id) {
            of.entry(end).or_insert(*id);
            found.push(end);
        }
    }
    if is_one(graph, &named) {
        of.clear();
    }
    if matches!(asked, RelationKind::Users | RelationKind::Values) {
        // Constants that repeat an expression of an `iota` group use what it mentions.
        let repeating: Vec<SymbolId> = found.iter().flat_map(|&id| graph.repeating(id)).collect();
        found.extend(repeating);
    }
    // If the name and every hit are predeclared, there is nothing of this tree to show.
    if found.iter().chain(&named).all(|&id| graph.is_predeclared(id)) {
        found.clear();
    }
    let in_order = |mut found: Vec<SymbolId>, others: &[SymbolId]| {
        found.sort_unstable();
        found.dedup();
        let is_other = |id: &SymbolId| named.contains(id) || others.contains(id);
        found.retain(|id| !is_other(id) && asked.is_answered_by(graph.symbol(*id).kind()));
        found.sort_by_cached_key(|&id| {
            let symbol = graph.symbol(id);
            // Ranks are not negative, so their bits sort like their values.
            let by_rank = match asked {
                // Members and values keep the order of their declaration.
                RelationKind::Values => None,
                // Callees that everything calls say least about the caller, so hubs come first.
                RelationKind::Callees => Some(Reverse(graph.hub(id).to_bits())),
                _ => Some(Reverse(graph.authority(id).to_bits())),
            };
            (symbol.is_test(), is_data(graph, id), symbol.has(symbol_flag::CONSTRAINED), by_rank, id)
        });
        let all = found.len();
        found.retain(|&id| options.qualifiers.admit(graph.symbol(id)));
        let fitting = found.len();
        found.truncate(options.limit);
        Ends { told: found, fitting, all }
    };
    let known = found.clone();
    let Beside { possible, through, sites } = beside;
    let (ends, possible) = (in_order(found, &[]), in_order(possible, &known));
    let is_meant = |id: &SymbolId| named.iter().any(|&one| is_one(graph, &[one, *id]));
    let relation = Relation {
        words: asked.words(),
        meant: meant(graph, text, asked, &name, &named, &foreign),
        outward: match (asked, &named[..]) {
            (RelationKind::Callees | RelationKind::Used, &[one]) => outward(graph, asked, one),
            _ => Vec::new(),
        }
        .into_iter()
        .map(str::to_owned)
        .collect(),
        namesakes: namesakes(graph, text, asked, &name).filter(|id| !is_meant(id)).count(),
        name,
        narrowed_to: options.qualifiers.describe(),
        ends,
        possible,
        through,
        named,
        of,
        sites: sites.0,
        ..Relation::default()
    };
    relation.with_roles()
}

/// Finds the symbols that a change of the named ones affects: first those that are no tests, in the order in which
/// Impact lists them, then the tests that the same walk comes to, by falling score. O(symbols + edges) once for a
/// generation, then the size of the walk.
fn affected(
    lookups: &Lookups<'_>,
    question: &RelationQuestion,
    named: &[SymbolId],
    options: &ReadOptions<'_>,
) -> Relation {
    let Lookups { graph, text, .. } = *lookups;
    let radius = lookups.affected(named);
    let impact = &radius.impact;
    let is_code: FxHashSet<usize> = radius.rows.iter().copied().collect();
    let tests = (0..impact.affected.len()).filter(|row| !is_code.contains(row));
    let rows: Vec<usize> = radius.rows.iter().copied().chain(tests).collect();
    // If the name and every hit are predeclared, there is nothing of this tree to show.
    let symbols = || rows.iter().map(|&row| impact.affected[row].symbol);
    let is_shown = !symbols().chain(named.iter().copied()).all(|id| graph.is_predeclared(id));
    let fits = |&id: &SymbolId| options.qualifiers.admit(graph.symbol(id));
    let mut told: Vec<SymbolId> = symbols().filter(|_| is_shown).filter(fits).collect();
    let (all, fitting) = (if is_shown { rows.len() } else { 0 }, told.len());
    told.truncate(options.limit);
    let (mut of, mut steps, mut sites) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
    for &row in &rows {
        let affected = &impact.affected[row];
        sites.insert(affected.symbol, affected.lines(graph).to_vec());
        if affected.depth > 1 {
            steps.insert(affected.symbol, affected.depth);
        }
        let root = impact.path(row).first().map(|&first| impact.affected[first].parent);
        let is_of =
            |&id: &SymbolId| root.is_some_and(|root| root == id || graph.symbol(root).owner() == Some(id));
        if let Some(&one) = named.iter().find(|id| is_of(id)).filter(|_| !is_one(graph, named)) {
            of.insert(affected.symbol, one);
        }
    }
    let is_meant = |id: &SymbolId| named.iter().any(|&one| is_one(graph, &[one, *id]));
    let relation = Relation {
        words: question.kind.words(),
        meant: meant(graph, text, question.kind, &question.name, named, &[]),
        namesakes: namesakes(graph, text, question.kind, &question.name).filter(|id| !is_meant(id)).count(),
        name: question.name.clone(),
        narrowed_to: options.qualifiers.describe(),
        ends: Ends { told, fitting, all },
        named: named.to_vec(),
        of,
        sites,
        steps,
        cut: impact.below_threshold.symbols as usize,
        ..Relation::default()
    };
    relation.with_roles()
}

/// By-products of looking for the ends.
#[derive(Default)]
struct Beside {
    /// Possible ends, and through what.
    possible: Vec<SymbolId>,
    through: Vec<String>,
    sites: EndLines,
}

impl Beside {
    /// The certain ends of one symbol. O(its edges).
    fn ends(&mut self, graph: &Graph<'_>, asked: RelationKind, id: SymbolId) -> Vec<SymbolId> {
        let is_end = |edge: &EdgeRef<'_>| {
            edge.from != edge.to && edge.strength() > MIN_STRENGTH && asked.is_along(edge)
        };
        let access = asked.access();
        // Users of a variant for another build also use the variant that is built.
        let elsewhere = graph.elsewhere(id);
        let incoming = || graph.incoming(id).chain(elsewhere.iter().copied());
        if asked == RelationKind::Callers {
            let callers = graph.callers(id);
            for group in callers.possible {
                self.possible.extend(group.callers.iter().map(|edge| self.sites.from(graph, edge, access)));
                if !self.through.iter().any(|known| known == group.interface) {
                    self.through.push(group.interface.to_owned());
                }
            }
            let taking = incoming().filter(|edge| edge.kind == EdgeKind::Uses);
            let before = self.possible.len();
            self.possible.extend(taking.map(|edge| self.sites.from(graph, &edge, access)));
            if self.possible.len() > before && !self.through.iter().any(|known| known == VALUE) {
                self.through.push(VALUE.to_owned());
            }
            callers
                .known
                .iter()
                .chain(&callers.elsewhere)
                .filter(|edge| is_end(edge))
                .map(|edge| self.sites.from(graph, edge, access))
                .collect()
        } else if asked == RelationKind::Implementers
            && graph.symbol(id).kind() == SymbolKind::InterfaceMethod
        {
            graph.implementing(id).into_iter().map(|(method, _)| method).collect()
        } else if asked == RelationKind::Values {
            let users = incoming().filter(is_end).map(|edge| edge.from);
            users.filter(|&user| is_value(graph, user, id)).collect()
        } else if matches!(asked, RelationKind::Readers | RelationKind::Writers) {
            let pointing = incoming().filter(|edge| edge.access & access::POINTS != 0);
            self.possible.extend(pointing.map(|edge| self.sites.from(graph, &edge, access::POINTS)));
            if !self.possible.is_empty() {
                self.through = vec![ADDRESS.to_owned()];
            }
            let filled = graph.symbol(id).owner().filter(|_| asked == RelationKind::Writers);
            let filling = filled.into_iter().flat_map(|owner| graph.incoming(owner));
            let filling = filling.filter(|edge| edge.access & access::FILLS != 0);
            incoming()
                .filter(is_end)
                .chain(filling)
                .map(|edge| self.sites.from(graph, &edge, access))
                .collect()
        } else if asked == RelationKind::Returners {
            incoming().filter(is_end).flat_map(|edge| returners(graph, &edge, id)).collect()
        } else if asked == RelationKind::Callees {
            let calls = graph.outgoing(id).filter(|edge| asked.is_along(edge) && edge.from != edge.to);
            let (dispatched, written): (Vec<_>, Vec<_>) = calls.partition(|edge| edge.origin.is_through());
            let mut targets: BTreeMap<&str, usize> = BTreeMap::new();
            for edge in &dispatched {
                *targets.entry(graph.via(edge.id).unwrap_or("an interface")).or_default() += 1;
                self.possible.push(self.sites.to(graph, edge));
            }
            let mut through: Vec<&str> = targets.keys().copied().collect();
            through.sort_by_key(|interface| Reverse(targets[interface]));
            self.through.extend(through.into_iter().map(str::to_owned));
            written.iter().filter(|edge| is_end(edge)).map(|edge| self.sites.to(graph, edge)).collect()
        } else if asked.is_dependant() {
            incoming().filter(is_end).map(|edge| self.sites.from(graph, &edge, access)).collect()
        } else {
            graph.outgoing(id).filter(is_end).map(|edge| edge.to).collect()
        }
    }
}

/// The lines of each end that match the question.
#[derive(Default)]
struct EndLines(FxHashMap<SymbolId, Vec<u32>>);

impl EndLines {
    /// The source of an edge, with its matching lines. For membership and implementation the declaration itself is
    /// the place.
    fn from<'g>(&mut self, graph: &Graph<'g>, edge: &EdgeRef<'g>, access: u8) -> SymbolId {
        if !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Implements) {
            self.note(edge.from, graph, edge, access);
        }
        edge.from
    }

    /// The target of an edge, with the lines in the source's file.
    fn to<'g>(&mut self, graph: &Graph<'g>, edge: &EdgeRef<'g>) -> SymbolId {
        self.note(edge.to, graph, edge, 0);
        edge.to
    }

    fn note<'g>(&mut self, end: SymbolId, graph: &Graph<'g>, edge: &EdgeRef<'g>, access: u8) {
        let lines = self.0.entry(end).or_default();
        lines.extend(graph.lines_of_access(edge, access));
        lines.sort_unstable();
        lines.dedup();
    }
}

/// Explains how a name was resolved: the symbol with its package, or how many share the name.
fn meant(
    graph: &Graph<'_>,
    text: &TextIndex,
    asked: RelationKind,
    name: &str,
    named: &[SymbolId],
    foreign: &[String],
) -> String {
    match named {
        [] if !foreign.is_empty() => format!("{}, from outside", foreign.join(" and ")),
        [] if asked == RelationKind::Embedders => {
            format!("{name}, from outside (structs only: interfaces that embed it are not known)")
        }
        [] => name.to_owned(),
        [first, ..] if is_one(graph, named) && qualified_name::is_promoted(graph, text, name) => {
            format!("{name}, which is {}", graph.symbol(*first).label())
        }
        [first, ..] if is_one(graph, named) && !name.contains(['.', '/']) => graph.symbol(*first).label(),
        [first, ..] if is_one(graph, named) => {
            // A package said by its folder is shown by its name, as in the rows; a path says more than that.
            let label = graph.symbol(*first).label();
            let rest = |name: &str| name.split_once('.').map(|(_, rest)| rest.to_owned());
            let is_by_folder = !name.contains('/') && rest(name).is_some() && rest(name) == rest(&label);
            if is_by_folder { label } else { name.to_owned() }
        }
        [first, others @ ..] => {
            let kind = graph.symbol(*first).kind();
            let is_one = others.iter().all(|&id| graph.symbol(id).kind() == kind);
            format!("{} named {name}", counted(named.len(), if is_one { kind.noun() } else { "symbol" }))
        }
    }
}

/// The external names that a declaration calls or references, as code writes them, without repetitions or predeclared
/// names.
fn outward<'g>(graph: &Graph<'g>, asked: RelationKind, symbol: SymbolId) -> Vec<&'g str> {
    let sites = graph.foreign_of(symbol).filter(|site| asked == RelationKind::Used || site.is_call);
    let mut names: Vec<&str> = sites.map(|site| site.name).filter(|name| name.contains('.')).collect();
    names.dedup();
    names.into_iter().map(external::written).collect()
}
