//! Questions that ask for one end of an edge: who implements, calls or uses what they name; and those that ask for tests.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::answer::{Ends, Relation};
use super::question::{Correction, Reading};
use super::text::TextIndex;
use super::{exact, spelling};
use crate::golang::module::passed_over;
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId, SymbolKind, symbol_flag};
use crate::rank::LEAST_STRENGTH;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Implementers,
    Implemented,
    Callers,
    Callees,
    Users,
    Used,
    Embedders,
    Embedded,
    Tests,
}

/// How a question is put that asks so; `_` is where it names something.
const FORMS: &[(&str, Asked)] = &[
    ("who implements _", Asked::Implementers),
    ("what implements _", Asked::Implementers),
    ("which types implement _", Asked::Implementers),
    ("types that implement _", Asked::Implementers),
    ("implementers of _", Asked::Implementers),
    ("implementations of _", Asked::Implementers),
    ("where is _ implemented", Asked::Implementers),
    ("what does _ implement", Asked::Implemented),
    ("what _ implements", Asked::Implemented),
    ("which interfaces does _ implement", Asked::Implemented),
    ("interfaces that _ implements", Asked::Implemented),
    ("interfaces of _", Asked::Implemented),
    ("who calls _", Asked::Callers),
    ("what calls _", Asked::Callers),
    ("which functions call _", Asked::Callers),
    ("functions that call _", Asked::Callers),
    ("callers of _", Asked::Callers),
    ("where is _ called", Asked::Callers),
    ("what does _ call", Asked::Callees),
    ("what _ calls", Asked::Callees),
    ("which functions does _ call", Asked::Callees),
    ("functions that _ calls", Asked::Callees),
    ("callees of _", Asked::Callees),
    ("what is called by _", Asked::Callees),
    ("functions called by _", Asked::Callees),
    ("who uses _", Asked::Users),
    ("what uses _", Asked::Users),
    ("users of _", Asked::Users),
    ("where is _ used", Asked::Users),
    ("what depends on _", Asked::Users),
    ("what does _ use", Asked::Used),
    ("what _ uses", Asked::Used),
    ("what does _ depend on", Asked::Used),
    ("what _ depends on", Asked::Used),
    ("dependencies of _", Asked::Used),
    ("who embeds _", Asked::Embedders),
    ("what embeds _", Asked::Embedders),
    ("which types embed _", Asked::Embedders),
    ("types that embed _", Asked::Embedders),
    ("embedders of _", Asked::Embedders),
    ("where is _ embedded", Asked::Embedders),
    ("what does _ embed", Asked::Embedded),
    ("what _ embeds", Asked::Embedded),
    ("which types does _ embed", Asked::Embedded),
    ("types that _ embeds", Asked::Embedded),
    ("tests for _", Asked::Tests),
    ("tests of _", Asked::Tests),
    ("tests that _", Asked::Tests),
    ("which tests _", Asked::Tests),
    ("what tests _", Asked::Tests),
    ("where are the tests _", Asked::Tests),
];

/// Words around a name that say what it is.
const KINDS: [&str; 8] = ["the", "interface", "type", "struct", "function", "method", "field", "variable"];

/// What a question for one end of an edge is answered with.
pub(super) struct Related {
    /// The other ends, tests last, the more important first; with the name as it was written: what the question says
    /// besides is how it is put.
    pub(super) relation: Relation,
    /// Words of how it is put that were misspelt.
    pub(super) corrections: Vec<Correction>,
}

impl Asked {
    /// Whether what is asked for lies at the `from` of the edges.
    fn is_dependant(self) -> bool {
        matches!(self, Self::Implementers | Self::Callers | Self::Users | Self::Embedders)
    }

    /// What one at the other end is called, and several.
    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Implementers => ["implementer", "implementers"],
            Self::Implemented => ["interface", "interfaces"],
            Self::Callers => ["caller", "callers"],
            Self::Callees => ["callee", "callees"],
            Self::Users => ["user", "users"],
            Self::Used => ["dependency", "dependencies"],
            Self::Embedders => ["embedder", "embedders"],
            Self::Embedded => ["embedded type", "embedded types"],
            Self::Tests => ["test", "tests"],
        }
    }

    /// Whether a symbol of a kind can have what is asked for.
    fn is_asked_of(self, kind: SymbolKind) -> bool {
        match self {
            Self::Implementers => kind == SymbolKind::Interface,
            Self::Implemented | Self::Embedders | Self::Embedded => kind.is_type(),
            Self::Callers | Self::Callees => kind.is_callable(),
            _ => true,
        }
    }

    fn is_along(self, kind: EdgeKind) -> bool {
        match self {
            Self::Implementers | Self::Implemented => kind == EdgeKind::Implements,
            Self::Callers | Self::Callees => kind == EdgeKind::Calls,
            Self::Embedders | Self::Embedded => kind == EdgeKind::Extends,
            _ => !matches!(kind, EdgeKind::MemberOf | EdgeKind::Implements | EdgeKind::Imports),
        }
    }
}

/// Whether a question asks for tests: not one that only speaks of them, as messages of commits do.
pub(super) fn asks_for_tests(question: &str) -> bool {
    put(question).is_some_and(|put| put.asked == Asked::Tests)
}

/// The symbols at the other end of what a question names. `None` where it asks for nothing of the kind, or names no
/// symbol. O(edges of the named).
pub(super) fn related(
    graph: &Graph<'_>,
    text: &TextIndex,
    question: &str,
    reading: &Reading<'_>,
) -> Option<Related> {
    let put = put(question)?;
    let (named, outside) = asked_of(graph, text, &put)?;
    let Put { asked, name, corrections } = put;
    let is_end = |edge: &EdgeRef<'_>| {
        edge.from != edge.to && edge.strength() > LEAST_STRENGTH && asked.is_along(edge.kind)
    };
    let (mut possible, mut through) = (Vec::new(), Vec::<String>::new());
    let mut ends = |&id: &SymbolId| -> Vec<SymbolId> {
        if asked == Asked::Callers {
            let callers = graph.callers(id);
            for group in callers.possible {
                possible.extend(group.callers.iter().map(|edge| edge.from));
                if !through.iter().any(|known| known == group.interface) {
                    through.push(group.interface.to_owned());
                }
            }
            callers.known.iter().filter(|edge| is_end(edge)).map(|edge| edge.from).collect()
        } else if asked.is_dependant() {
            graph.incoming(id).filter(is_end).map(|edge| edge.from).collect()
        } else {
            graph.outgoing(id).filter(is_end).map(|edge| edge.to).collect()
        }
    };
    let mut of: FxHashMap<SymbolId, SymbolId> = FxHashMap::default();
    let mut found = outside;
    for id in &named {
        for end in ends(id) {
            of.entry(end).or_insert(*id);
            found.push(end);
        }
    }
    if is_one(graph, &named) {
        of.clear();
    }
    if asked == Asked::Users {
        // Constants that only repeat another one's expression use what that mentions.
        let repeating: Vec<SymbolId> = found.iter().flat_map(|&id| graph.repeating(id)).collect();
        found.extend(repeating);
    }
    // Of what the compiler has, only what the compiler has itself would be left.
    if found.iter().chain(&named).all(|&id| graph.is_predeclared(id)) {
        found.clear();
    }
    let authority = |id: SymbolId| graph.symbol_authority.get(id.ix()).copied().unwrap_or(0.0);
    let in_order = |mut found: Vec<SymbolId>, others: &[SymbolId]| {
        found.sort_unstable();
        found.dedup();
        let is_other = |id: &SymbolId| named.contains(id) || others.contains(id);
        found.retain(|id| !is_other(id) && !graph.symbol(*id).kind().is_container());
        found.sort_by_cached_key(|&id| {
            let symbol = graph.symbol(id);
            // None is negative, so their bits are in their order.
            let by_authority = Reverse(authority(id).to_bits());
            (symbol.is_test(), is_data(graph, id), symbol.has(symbol_flag::CONSTRAINED), by_authority, id)
        });
        let all = found.len();
        found.retain(|&id| reading.qualifiers.admit(graph.symbol(id)));
        let fitting = found.len();
        found.truncate(reading.limit);
        Ends { told: found, fitting, all }
    };
    let known = found.clone();
    let (ends, possible) = (in_order(found, &[]), in_order(possible, &known));
    let is_meant = |id: &SymbolId| named.iter().any(|&one| is_one(graph, &[one, *id]));
    let relation = Relation {
        words: asked.words(),
        meant: meant(graph, &name, &named),
        namesakes: namesakes(graph, text, asked, &name).filter(|id| !is_meant(id)).count(),
        name,
        narrowed_to: reading.qualifiers.said(),
        ends,
        possible,
        through,
        named,
        of,
        roles: FxHashMap::default(),
    };
    let relation = relation.with_roles();
    Some(Related { relation, corrections })
}

/// What a question asks the other ends of, and the ends that are known without edges. `None` for nothing of the tree.
fn asked_of(graph: &Graph<'_>, text: &TextIndex, put: &Put) -> Option<(Vec<SymbolId>, Vec<SymbolId>)> {
    let Put { asked, name, .. } = put;
    if *asked == Asked::Tests {
        return None;
    }
    let mut named = exact::named(graph, text, name);
    if named.is_empty() {
        named = exact::bare(graph, text, name);
    }
    named.retain(|&id| asked.is_asked_of(graph.symbol(id).kind()));
    // What test data calls so is meant by nobody while there is something else.
    if !named.iter().all(|&id| is_data(graph, id)) {
        named.retain(|&id| !is_data(graph, id));
    }
    // Of an interface from outside it is known who satisfies it, and of what the compiler has, too.
    let outside = match asked {
        Asked::Implementers if named.iter().all(|&id| graph.is_predeclared(id)) => {
            let written = name.rsplit('/').next().unwrap_or(name);
            graph.satisfying_outside(named.first().map_or(written, |&id| graph.symbol(id).name()))
        }
        _ => Vec::new(),
    };
    (!named.is_empty() || !outside.is_empty()).then_some((named, outside))
}

fn is_data(graph: &Graph<'_>, id: SymbolId) -> bool {
    passed_over(graph.symbol(id).path()).is_some()
}

/// Whether all are one symbol, or variants of one under build constraints.
fn is_one(graph: &Graph<'_>, symbols: &[SymbolId]) -> bool {
    let called = |id: SymbolId| (graph.symbol(id).package(), graph.symbol(id).qualified());
    symbols.windows(2).all(|pair| called(pair[0]) == called(pair[1]))
}

/// What a name was understood as: the symbol with its package, or how many are called so.
fn meant(graph: &Graph<'_>, name: &str, named: &[SymbolId]) -> String {
    match named {
        [] => name.to_owned(),
        [first, ..] if is_one(graph, named) && !name.contains(['.', '/']) => graph.symbol(*first).label(),
        _ if is_one(graph, named) => name.to_owned(),
        [first, others @ ..] => {
            let kind = graph.symbol(*first).kind();
            let is_one = others.iter().all(|&id| graph.symbol(id).kind() == kind);
            format!("{} {}s called {name}", named.len(), if is_one { kind.word() } else { "symbol" })
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
    exact::namesakes(graph, text, name).into_iter().filter(move |&id| {
        let symbol = graph.symbol(id);
        asked.is_asked_of(symbol.kind()) && !is_data(graph, id)
    })
}

/// Whether a question asks for the other ends of something that the tree has.
pub(super) fn asks(graph: &Graph<'_>, text: &TextIndex, question: &str) -> bool {
    put(question).is_some_and(|put| asked_of(graph, text, &put).is_some())
}

/// How a question is put.
#[derive(Debug, PartialEq)]
struct Put {
    asked: Asked,
    /// What it names, without words that say what a name is.
    name: String,
    /// Misspelt words of the way it is put.
    corrections: Vec<Correction>,
}

/// Why a question that asks for the other ends of something is read as words: the tree has it not, or does not tell of it.
/// `related` is what was found of it.
pub(super) fn as_words(
    graph: &Graph<'_>,
    text: &TextIndex,
    question: &str,
    related: Option<&Related>,
) -> Option<String> {
    let Put { name, asked, .. } = put(question).filter(|put| put.asked != Asked::Tests)?;
    let why = match related.map(|related| &related.relation) {
        Some(relation) if relation.has_ends() => return None,
        Some(relation) if relation.symbols().all(|id| graph.is_predeclared(id)) => {
            format!("{name} is the compiler's own, and uses of it are not recorded")
        }
        Some(relation) => format!("no {} of {name} is known", relation.words[0]),
        None if name.contains('.')
            && !name.contains(char::is_whitespace)
            && exact::named(graph, text, &name).is_empty() =>
        {
            format!("there is no {name} in this tree")
        }
        None => match namesakes(graph, text, asked, &name).count() {
            0 | 1 => return None,
            several => format!("{several} are called {name}, and it is not said which, as in package.{name}"),
        },
    };
    Some(format!("{why}: answered as words"))
}

/// What a question asks for by the way it is put. What asks for tests is read to the letter: other sentences begin nearly
/// like that.
fn put(question: &str) -> Option<Put> {
    let words: Vec<&str> = question.trim().trim_end_matches(['?', '.']).split_whitespace().collect();
    let exactly = FORMS.iter().find_map(|form| put_as(form, &words, &str::eq_ignore_ascii_case));
    let others = || FORMS.iter().filter(|(_, asked)| *asked != Asked::Tests);
    exactly.or_else(|| others().find_map(|form| put_as(form, &words, &is_nearly)))
}

fn put_as(
    &(form, asked): &(&'static str, Asked),
    words: &[&str],
    is_said: &dyn Fn(&str, &str) -> bool,
) -> Option<Put> {
    let (opening, ending) = form.split_once('_')?;
    let (before, after) = (opening.split_whitespace().count(), ending.split_whitespace().count());
    let middle = words.get(before..words.len().saturating_sub(after)).filter(|m| !m.is_empty())?;
    let said = words[..before].iter().chain(&words[words.len() - after..]);
    let pairs = || opening.split_whitespace().chain(ending.split_whitespace()).zip(said.clone());
    let corrections = pairs().filter(|(form, word)| !word.eq_ignore_ascii_case(form));
    pairs().all(|(form, word)| is_said(form, word)).then(|| Put {
        asked,
        name: middle.iter().filter(|word| !KINDS.contains(word)).copied().collect::<Vec<_>>().join(" "),
        corrections: corrections
            .map(|(form, word)| Correction { from: (*word).to_owned(), to: form.to_owned() })
            .collect(),
    })
}

/// Whether a word is one of a form's but for what a finger does. Short ones have too many neighbours.
fn is_nearly(form: &str, word: &str) -> bool {
    const SHORTEST: usize = 5;
    let word = word.to_ascii_lowercase();
    word == form || form.len() >= SHORTEST && spelling::is_nearly(&word, form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_question_asks_for_is_told_by_how_it_is_put() {
        for (question, expect) in [
            ("who implements store.Store?", Some((Asked::Implementers, "store.Store"))),
            ("Implementations of the Querier interface", Some((Asked::Implementers, "Querier"))),
            ("who calls Engine.Run", Some((Asked::Callers, "Engine.Run"))),
            ("where is `run` called", Some((Asked::Callers, "`run`"))),
            ("What does the function Engine.Run call?", Some((Asked::Callees, "Engine.Run"))),
            ("what Engine.Run calls", Some((Asked::Callees, "Engine.Run"))),
            ("callees of Engine.Run", Some((Asked::Callees, "Engine.Run"))),
            ("what does Engine depend on", Some((Asked::Used, "Engine"))),
            ("what does Memory implement", Some((Asked::Implemented, "Memory"))),
            ("who embeds sync.Mutex?", Some((Asked::Embedders, "sync.Mutex"))),
            ("types that embed http.ResponseWriter", Some((Asked::Embedders, "http.ResponseWriter"))),
            ("what does Engine embed", Some((Asked::Embedded, "Engine"))),
            ("what does Engine.Run do", None),
            ("what calls", None),
            ("who implemnts store.Store", Some((Asked::Implementers, "store.Store"))),
            ("caller of Engine.Run", Some((Asked::Callers, "Engine.Run"))),
            ("test for Engine.Run", None),
            ("tests for remote write retry", Some((Asked::Tests, "remote write retry"))),
            ("add tests for retry", None),
            ("who implements", None),
            ("implement the retry", None),
        ] {
            let put = put(question).map(|put| (put.asked, put.name));
            assert_eq!(put, expect.map(|(asked, rest)| (asked, rest.to_owned())), "{question}");
        }
    }
}
