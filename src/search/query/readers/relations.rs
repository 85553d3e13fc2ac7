//! Questions that ask for one end of an edge: who implements, calls or uses what they name.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::golang::is_predeclared_type;
use crate::golang::module::passed_over;
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, SymbolId, SymbolKind, access, counted, symbol_flag};
use crate::rank::LEAST_STRENGTH;
use crate::search::analysis::tokenizer::{parts, stem};
use crate::search::answer::{Ends, Relation};
use crate::search::names::external;
use crate::search::names::links;
use crate::search::names::qualified_name;
use crate::search::query::filters::Qualifiers;
use crate::search::query::parsed::{Correction, Reading};
use crate::search::query::phrases::told_of;
use crate::search::query::readers::imports;
use crate::search::query::readers::package_members;
use crate::search::query::readers::result_types::{is_value, returners};
use crate::search::query::templates::{Asked, Put, put};
use crate::search::text::TextIndex;

/// What a field or variable may be read and written through besides its name.
const ADDRESS: &str = "its address";
/// What a function may be called through, too, where it is passed on or kept.
const VALUE: &str = "its value";

/// What a question for one end of an edge is answered with.
pub(crate) struct Related {
    /// The other ends, tests last, the more important first; with the name as it was written: what the question says
    /// besides is how it is put.
    pub(crate) relation: Relation,
    /// Words of how it is put that were misspelt.
    pub(crate) corrections: Vec<Correction>,
}

/// The symbols at the other end of what a question names, or what a package declares. `None` where it asks for nothing of
/// the kind, or names no symbol. O(edges of the named).
pub(crate) fn related(
    graph: &Graph<'_>,
    text: &TextIndex,
    question: &str,
    reading: &Reading<'_>,
) -> Option<Related> {
    ends(graph, text, question, reading).or_else(|| {
        let relation = package_members::relation(graph, question, reading)?;
        Some(Related { relation, corrections: Vec::new() })
    })
}

fn ends(graph: &Graph<'_>, text: &TextIndex, question: &str, reading: &Reading<'_>) -> Option<Related> {
    let put = put(question)?;
    if put.asked.is_of_packages() {
        let relation = imports::relation(graph, put.asked, put.name, reading)?;
        return Some(Related { relation, corrections: put.corrections });
    }
    let Of { mut named, outside, foreign, through_value } = asked_of(graph, text, &put)?;
    let Put { mut asked, name, corrections, .. } = put;
    let is_type = |&id: &SymbolId| graph.symbol(id).kind().is_type();
    let is_made = |&id: &SymbolId| graph.incoming(id).any(|edge| Asked::Makers.is_along(&edge));
    let is_const = |&id: &SymbolId| graph.symbol(id).kind() == SymbolKind::Const;
    match asked {
        Asked::Returners if named.iter().any(is_type) => named.retain(is_type),
        // Of what is no type it is not told who returns it, only who uses it.
        Asked::Returners => asked = Asked::Users,
        // Who reads a constant uses it.
        Asked::Readers if named.iter().all(is_const) => asked = Asked::Users,
        Asked::Makers if !named.iter().any(is_made) => asked = Asked::Users,
        // Of what is from outside it is known who calls it and who refers to it at all.
        Asked::Readers | Asked::Dependants if !foreign.is_empty() => asked = Asked::Users,
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
    if matches!(asked, Asked::Users | Asked::Dependants | Asked::Values) {
        // Constants that only repeat another one's expression use what that mentions.
        let repeating: Vec<SymbolId> = found.iter().flat_map(|&id| graph.repeating(id)).collect();
        found.extend(repeating);
    }
    // Of what the compiler has, only what the compiler has itself would be left.
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
            // None is negative, so their bits are in their order.
            let by_rank = match asked {
                // What something consists of has an order of its own.
                Asked::Values => None,
                // What everything calls says the least about what this one does.
                Asked::Callees => Some(Reverse(graph.hub(id).to_bits())),
                _ => Some(Reverse(graph.authority(id).to_bits())),
            };
            (symbol.is_test(), is_data(graph, id), symbol.has(symbol_flag::CONSTRAINED), by_rank, id)
        });
        let all = found.len();
        found.retain(|&id| reading.qualifiers.admit(graph.symbol(id)));
        let fitting = found.len();
        found.truncate(reading.limit);
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
            (Asked::Callees | Asked::Used, &[one]) => external::outward(graph, asked, one),
            _ => Vec::new(),
        }
        .into_iter()
        .map(str::to_owned)
        .collect(),
        namesakes: namesakes(graph, text, asked, &name).filter(|id| !is_meant(id)).count(),
        name,
        narrowed_to: reading.qualifiers.told(),
        ends,
        possible,
        through,
        named,
        of,
        sites: sites.0,
        ..Relation::default()
    };
    let relation = relation.with_roles();
    Some(Related { relation, corrections })
}

/// What comes out beside the ends of what a question names.
#[derive(Default)]
struct Beside {
    /// Those that may be ends, and through what.
    possible: Vec<SymbolId>,
    through: Vec<String>,
    sites: Sites,
}

impl Beside {
    /// The ends that are known of one symbol. O(its edges).
    fn ends(&mut self, graph: &Graph<'_>, asked: Asked, id: SymbolId) -> Vec<SymbolId> {
        let is_end = |edge: &EdgeRef<'_>| {
            edge.from != edge.to && edge.strength() > LEAST_STRENGTH && asked.is_along(edge)
        };
        let access = asked.access();
        // Where it is built, what depends on its variants depends on it.
        let elsewhere = graph.elsewhere(id);
        let incoming = || graph.incoming(id).chain(elsewhere.iter().copied());
        if asked == Asked::Callers {
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
        } else if asked == Asked::Implementers && graph.symbol(id).kind() == SymbolKind::InterfaceMethod {
            graph.implementing(id).into_iter().map(|(method, _)| method).collect()
        } else if asked == Asked::Values {
            let users = incoming().filter(is_end).map(|edge| edge.from);
            users.filter(|&user| is_value(graph, user, id)).collect()
        } else if matches!(asked, Asked::Readers | Asked::Writers) {
            let pointing = incoming().filter(|edge| edge.access & access::POINTS != 0);
            self.possible.extend(pointing.map(|edge| self.sites.from(graph, &edge, access::POINTS)));
            if !self.possible.is_empty() {
                self.through = vec![ADDRESS.to_owned()];
            }
            let filled = graph.symbol(id).owner().filter(|_| asked == Asked::Writers);
            let filling = filled.into_iter().flat_map(|owner| graph.incoming(owner));
            let filling = filling.filter(|edge| edge.access & access::FILLS != 0);
            incoming()
                .filter(is_end)
                .chain(filling)
                .map(|edge| self.sites.from(graph, &edge, access))
                .collect()
        } else if asked == Asked::Returners {
            incoming().filter(is_end).flat_map(|edge| returners(graph, &edge, id)).collect()
        } else if asked == Asked::Callees {
            let calls =
                graph.outgoing(id).filter(|edge| edge.kind == EdgeKind::Calls && edge.from != edge.to);
            let (dispatched, written): (Vec<_>, Vec<_>) =
                calls.partition(|edge| edge.origin == Origin::Dispatch);
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

/// The lines on which ends say what is asked for.
#[derive(Default)]
struct Sites(FxHashMap<SymbolId, Vec<u32>>);

impl Sites {
    /// The end that an edge comes from, with the lines that do what is asked for. Who has or satisfies something says so by
    /// its declaration alone.
    fn from<'g>(&mut self, graph: &Graph<'g>, edge: &EdgeRef<'g>, access: u8) -> SymbolId {
        if !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Implements) {
            self.note(edge.from, graph, edge, access);
        }
        edge.from
    }

    /// The end that an edge goes to, with the lines of what is asked about.
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

/// An end that is known without an edge, with the line that says so, where one does.
type End = (SymbolId, Option<u32>);

/// What a question asks the other ends of.
#[derive(Default)]
struct Of<'g> {
    /// What a name means in the tree.
    named: Vec<SymbolId>,
    /// The ends that are known without edges.
    outside: Vec<End>,
    /// What it means outside of the tree, where it means nothing in it.
    foreign: Vec<&'g str>,
    /// Those that take this as a value, where callers are asked for, with the lines.
    through_value: Vec<(SymbolId, u32)>,
}

/// What a question asks the other ends of. `None` for nothing that the tree has or refers to.
fn asked_of<'g>(graph: &Graph<'g>, text: &TextIndex, put: &Put) -> Option<Of<'g>> {
    let Put { asked, name, .. } = put;
    if asked.of_tests().is_some() || asked.is_of_packages() {
        return None;
    }
    let mut named = qualified_name::named(graph, text, name);
    if named.is_empty() && !asked.is_of_prose() {
        named = qualified_name::bare(graph, text, name);
    }
    named.retain(|&id| may_be_asked_of(graph.symbol(id).kind(), *asked, name));
    if named.is_empty() && (!asked.is_of_prose() || name.contains(char::is_uppercase)) {
        // What bears the name besides, as a type does, hides none of them.
        let all = namesakes(graph, text, *asked, name).collect::<Vec<_>>();
        named = if all.len() > qualified_name::MOST_NAMESAKES { named } else { all };
    }
    // What test data calls so is meant by nobody while there is something else.
    if !named.iter().all(|&id| is_data(graph, id)) {
        named.retain(|&id| !is_data(graph, id));
    }
    // Of an interface from outside it is known who satisfies it, and of what the compiler has, too; of a type from there,
    // which structs embed it.
    let outside = match asked {
        Asked::Implementers if named.iter().all(|&id| graph.is_predeclared(id)) => {
            let written = name.rsplit('/').next().unwrap_or(name);
            let types =
                graph.satisfying_outside(named.first().map_or(written, |&id| graph.symbol(id).name()));
            types.into_iter().map(|ty| (ty, None)).collect()
        }
        Asked::Embedders if named.is_empty() => {
            let embedders = external::embedders(graph, name);
            embedders.into_iter().map(|(embedder, line)| (embedder, Some(line))).collect()
        }
        _ => Vec::new(),
    };
    let is_compilers = !named.is_empty() && named.iter().all(|&id| graph.is_predeclared(id));
    let is_told = external::is_told(*asked)
        && (is_compilers || named.is_empty() && qualified_name::namesakes(graph, text, name).is_empty());
    if !is_told || !outside.is_empty() {
        let is_empty = named.is_empty() && outside.is_empty();
        return (!is_empty).then(|| Of { named, outside, ..Of::default() });
    }
    let foreign = external::named(graph, name);
    let sites = foreign.iter().flat_map(|name| graph.foreign(name));
    let (calls, values): (Vec<_>, Vec<_>) = sites.partition(|site| *asked != Asked::Callers || site.is_call);
    let outside = calls.into_iter().map(|site| (site.from, Some(site.line))).collect::<Vec<_>>();
    let through_value = values.into_iter().map(|site| (site.from, site.line)).collect::<Vec<_>>();
    let is_empty = named.is_empty() && outside.is_empty() && through_value.is_empty();
    (!is_empty).then_some(Of { named, outside, foreign, through_value })
}

/// Which of several of one name is meant, and the question with its name in full: the only one that is where the question
/// says, if no other end is there. O(edges of the named).
pub(crate) fn located(
    graph: &Graph<'_>,
    text: &TextIndex,
    question: &str,
    qualifiers: &Qualifiers,
) -> Option<(SymbolId, String)> {
    let is_of_symbols = |asked: Asked| asked.of_tests().is_none() && !asked.is_of_packages();
    let put = put(question).filter(|put| is_of_symbols(put.asked))?;
    let named = asked_of(graph, text, &put).unwrap_or_default().named;
    let Put { asked, name, around: [before, behind], .. } = put;
    let is_there = |end: SymbolId| qualifiers.admit(graph.symbol(end));
    let has_end_there = |&id: &SymbolId| {
        graph.incoming(id).any(|edge| asked.is_along(&edge) && is_there(edge.from))
            || graph.outgoing(id).any(|edge| asked.is_along(&edge) && is_there(edge.to))
    };
    let all: Vec<SymbolId> = namesakes(graph, text, asked, &name).collect();
    if is_one(graph, &all) || named.iter().any(has_end_there) {
        return None;
    }
    let mut there: Vec<SymbolId> = all.into_iter().filter(|&id| qualifiers.place(graph.symbol(id))).collect();
    // What is in a folder is meant before what is in one below.
    let depth = |id: &SymbolId| graph.symbol(*id).path().matches('/').count();
    let least = there.iter().map(depth).min();
    there.retain(|id| Some(depth(id)) == least);
    let symbol = graph.symbol(*there.first().filter(|_| is_one(graph, &there))?);
    Some((symbol.id, format!("{before} {} {behind}", links::in_full(graph, symbol)).trim().to_owned()))
}

pub(crate) fn is_data(graph: &Graph<'_>, id: SymbolId) -> bool {
    passed_over(graph.symbol(id).path()).is_some()
}

/// Whether all are one symbol, or variants of one under build constraints.
fn is_one(graph: &Graph<'_>, symbols: &[SymbolId]) -> bool {
    let called = |id: SymbolId| (graph.symbol(id).package(), graph.symbol(id).qualified());
    symbols.windows(2).all(|pair| called(pair[0]) == called(pair[1]))
}

/// What a name was understood as: the symbol with its package, or how many are called so.
fn meant(
    graph: &Graph<'_>,
    text: &TextIndex,
    asked: Asked,
    name: &str,
    named: &[SymbolId],
    foreign: &[&str],
) -> String {
    match named {
        [] if !foreign.is_empty() => format!("{}, from outside", foreign.join(" and ")),
        [] if asked == Asked::Embedders => {
            format!("{name}, from outside (structs only: interfaces that embed it are not known)")
        }
        [] => name.to_owned(),
        [first, ..] if is_one(graph, named) && qualified_name::is_promoted(graph, text, name) => {
            format!("{name}, which is {}", graph.symbol(*first).label())
        }
        [first, ..] if is_one(graph, named) && !name.contains(['.', '/']) => graph.symbol(*first).label(),
        _ if is_one(graph, named) => name.to_owned(),
        [first, others @ ..] => {
            let kind = graph.symbol(*first).kind();
            let is_one = others.iter().all(|&id| graph.symbol(id).kind() == kind);
            format!("{} named {name}", counted(named.len(), if is_one { kind.noun() } else { "symbol" }))
        }
    }
}

/// What can have what is asked for and has a name that says no more; test data aside.
fn namesakes(
    graph: &Graph<'_>,
    text: &TextIndex,
    asked: Asked,
    name: &str,
) -> impl Iterator<Item = SymbolId> {
    qualified_name::namesakes(graph, text, name).into_iter().filter(move |&id| {
        let symbol = graph.symbol(id);
        may_be_asked_of(symbol.kind(), asked, name) && !is_data(graph, id)
    })
}

/// Whether a symbol of a kind can have what is asked for under a name. What Go calls a type so means that one: a field that
/// is called `error` is said with its type. But it is no type that is called.
fn may_be_asked_of(kind: SymbolKind, asked: Asked, name: &str) -> bool {
    let is_called = matches!(asked, Asked::Callers | Asked::Callees);
    let is_meant = is_called || kind.is_type() || kind.is_container() || !is_predeclared_type(name);
    asked.is_asked_of(kind) && is_meant
}

/// What a name means, in words, where there can be no such ends of that; `None` where it may have some, or is a word.
fn other_kind(graph: &Graph<'_>, text: &TextIndex, asked: Asked, name: &str) -> Option<String> {
    let mut named = qualified_name::named(graph, text, name);
    if named.is_empty() && !name.contains(char::is_uppercase) {
        return None;
    }
    named.extend(qualified_name::namesakes(graph, text, name));
    let kinds: Vec<SymbolKind> = named.iter().map(|&id| graph.symbol(id).kind()).collect();
    let first = *kinds.first().filter(|_| !kinds.iter().any(|&kind| asked.is_asked_of(kind)))?;
    if kinds.iter().any(|&kind| kind != first) {
        return Some(format!("no {} here is named {name}", asked.of_what()));
    }
    let noun = first.noun();
    let article = if noun.starts_with(['a', 'i']) { "an" } else { "a" };
    Some(format!("{name} is {article} {noun}, and has no {}", asked.words()[1]))
}

/// Whether a question asks for the other ends of something that the tree has, or what a package of it declares.
pub(crate) fn asks(graph: &Graph<'_>, text: &TextIndex, question: &str) -> bool {
    put(question).is_some_and(|put| match put.asked {
        asked if asked.of_tests().is_some() => !qualified_name::named(graph, text, &put.name).is_empty(),
        asked if asked.is_of_packages() => imports::is_package(graph, &put.name),
        _ => asked_of(graph, text, &put).is_some(),
    }) || package_members::asks(graph, question)
}

/// The same of something that is written as code is.
pub(crate) fn asks_of_code(graph: &Graph<'_>, text: &TextIndex, question: &str) -> bool {
    let is_code = |name: &str| name.contains(['.', '/', '_', '`']) || name.contains(char::is_uppercase);
    put(question).is_some_and(|put| is_code(&put.name)) && asks(graph, text, question)
}

/// Whether the tree, or what it refers to, has something of the name of which a question asks the other ends, if only
/// several; test data aside.
pub(crate) fn has(graph: &Graph<'_>, text: &TextIndex, question: &str) -> bool {
    let is_of_code = |of: Of<'_>| of.named.is_empty() || !of.named.iter().all(|&id| is_data(graph, id));
    put(question).is_some_and(|put| {
        asked_of(graph, text, &put).is_some_and(is_of_code)
            || namesakes(graph, text, put.asked, &put.name).next().is_some()
    })
}

/// Whether it is asked where a function is implemented, which is no question for implementers.
fn is_of_functions(graph: &Graph<'_>, text: &TextIndex, asked: Asked, name: &str) -> bool {
    let named = qualified_name::named(graph, text, name);
    let is_function = |id: &SymbolId| graph.symbol(*id).kind().is_callable();
    asked == Asked::Implementers && !named.is_empty() && named.iter().all(is_function)
}

/// That a question is read as words although it says what edges are called beside a name of the tree.
pub(crate) fn unread(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Option<String> {
    if put(question).is_some_and(|put| is_of_functions(graph, text, put.asked, &put.name)) {
        return None;
    }
    let said = told_of(question, |word| qualified_name::is_qualified(graph, text, word))?;
    Some(format!("“{said}” is not read as a relation; searched by words instead"))
}

/// That the tree has nothing of a name that is asked of, in words; `None` where it has, or the name is a word as others are.
fn absent(graph: &Graph<'_>, text: &TextIndex, asked: Asked, name: &str) -> Option<String> {
    let is_of_others = asked.of_tests().is_some() || is_predeclared_type(name);
    if name.contains(char::is_whitespace) || is_of_others {
        return None;
    }
    if asked.is_of_packages() {
        let imported = if asked == Asked::Importers { ", and nothing imports it" } else { "" };
        return Some(format!("there is no package {name} in this tree{imported}"));
    }
    if !qualified_name::named(graph, text, name).is_empty()
        || !qualified_name::namesakes(graph, text, name).is_empty()
    {
        return None;
    }
    if name.contains('.') {
        let told = external::told(graph, asked, name);
        return Some(told.unwrap_or_else(|| format!("there is no {name} in this tree")));
    }
    // In small letters it may be a word of the tree's prose.
    let is_name = name.contains(|c: char| c.is_uppercase() || c == '_') || !is_said(graph, text, name);
    is_name.then(|| match &external::namesakes(graph, name)[..] {
        several @ [_, _, ..] if external::is_told(asked) => {
            let told: Vec<&str> =
                several.iter().take(external::MOST_TOLD).map(|full| external::written(full)).collect();
            format!(
                "nothing in this tree is named {name}, but {} from outside: say which, as in {}",
                counted(several.len(), "name"),
                told.join(" or ")
            )
        }
        _ => format!("nothing in this tree is named {name}"),
    })
}

/// Whether the tree says any of the words that a name consists of.
pub(crate) fn is_said(graph: &Graph<'_>, text: &TextIndex, name: &str) -> bool {
    parts(name).iter().any(|word| {
        text.vocabulary().get(word).is_some()
            || text.knows(&stem(word))
            || imports::path_with(graph, word).is_some()
    })
}

/// Whether what stands where a name does is several of them, each with its package or its type.
fn is_several(graph: &Graph<'_>, text: &TextIndex, name: &str) -> bool {
    let words = name.split_whitespace().map(|word| word.trim_end_matches(','));
    words.filter(|word| qualified_name::is_qualified(graph, text, word)).nth(1).is_some()
}

/// The name of which a question asks something although nothing of the tree has it: all of its words that are looked for.
pub(crate) fn absent_name(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Option<String> {
    let Put { name, asked, .. } = put(question)?;
    absent(graph, text, asked, &name).map(|_| name)
}

/// Why a question that asks for the other ends of something is read as words: the tree has it not, or does not tell of it.
/// `related` is what was found of it.
pub(crate) fn as_words(
    graph: &Graph<'_>,
    text: &TextIndex,
    question: &str,
    related: Option<&Related>,
) -> Option<String> {
    let Some(Put { name, asked, .. }) = put(question) else {
        let Relation { meant, words, .. } = &related.filter(|listed| !listed.relation.has_ends())?.relation;
        return Some(format!("{meant} declares no {}; searched by words instead", words[1]));
    };
    if asked.of_tests().is_some() || related.is_none() && is_of_functions(graph, text, asked, &name) {
        return None;
    }
    let relation = related.map(|related| &related.relation);
    let is_compilers = match relation {
        Some(relation) => {
            let is_value = |id: SymbolId| !graph.symbol(id).kind().is_callable();
            relation.symbols().all(|id| graph.is_predeclared(id) && is_value(id))
        }
        None => is_predeclared_type(&name),
    };
    let why = match relation {
        Some(relation) if relation.has_ends() => return None,
        _ if is_compilers => format!("{name} is built into the compiler, and uses of it are not recorded"),
        Some(relation) if !relation.outward.is_empty() => {
            format!("no {} of {name} in this tree, only outside: {}", relation.words[0], relation.outward())
        }
        Some(relation) => format!("no {} of {name} is known", relation.words[0]),
        None if is_several(graph, text, &name) => "one name can be asked of at a time".to_owned(),
        None if let Some(absent) = absent(graph, text, asked, &name) => absent,
        None if let Some(other) = other_kind(graph, text, asked, &name) => other,
        None => match &namesakes(graph, text, asked, &name).collect::<Vec<_>>()[..] {
            [] | [_] => return None,
            several => {
                let members = several.iter().filter(|&&id| graph.symbol(id).owner().is_some()).count();
                let which = match () {
                    () if name.contains('.') => "folder/",
                    () if members > several.len() / 2 => "Type.",
                    () => "package.",
                };
                format!("{} are named {name}: say which, as in {which}{name}", several.len())
            }
        },
    };
    Some(format!("{why}; searched by words instead"))
}
