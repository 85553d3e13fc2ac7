//! Questions that ask for one end of an edge: who implements, calls or uses what they name; and those that ask for tests.

use super::exact;
use super::text::TextIndex;
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId, SymbolKind, symbol_flag};
use crate::rank::LEAST_STRENGTH;

/// Most symbols that such a question is answered with.
const MOST: usize = 50;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Implementers,
    Callers,
    Users,
    Tests,
}

/// How a question begins that asks so.
const OPENINGS: &[(&str, Asked)] = &[
    ("who implements", Asked::Implementers),
    ("what implements", Asked::Implementers),
    ("which types implement", Asked::Implementers),
    ("types that implement", Asked::Implementers),
    ("implementers of", Asked::Implementers),
    ("implementations of", Asked::Implementers),
    ("who calls", Asked::Callers),
    ("what calls", Asked::Callers),
    ("which functions call", Asked::Callers),
    ("callers of", Asked::Callers),
    ("who uses", Asked::Users),
    ("what uses", Asked::Users),
    ("users of", Asked::Users),
    ("tests for", Asked::Tests),
    ("tests of", Asked::Tests),
    ("tests that", Asked::Tests),
    ("which tests", Asked::Tests),
    ("what tests", Asked::Tests),
    ("where are the tests", Asked::Tests),
];

/// Words around a name that say what it is.
const KINDS: [&str; 8] = ["the", "interface", "type", "struct", "function", "method", "field", "variable"];

/// Whether a question asks for tests: not one that only speaks of them, as messages of commits do.
pub(super) fn asks_for_tests(question: &str) -> bool {
    opened(question).is_some_and(|(asked, _)| asked == Asked::Tests)
}

/// The symbols at the other end of what a question names, tests last, the more important first; behind them what is
/// named. Empty where it asks for nothing of the kind, or names no symbol. O(edges of the named).
pub(super) fn related(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    let Some((asked, name)) = opened(question).filter(|(asked, _)| *asked != Asked::Tests) else {
        return Vec::new();
    };
    let is_end = |edge: &EdgeRef<'_>| {
        edge.from != edge.to
            && edge.strength() > LEAST_STRENGTH
            && match asked {
                Asked::Implementers => edge.kind == EdgeKind::Implements,
                Asked::Callers => edge.kind == EdgeKind::Calls,
                _ => !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Implements | EdgeKind::Imports),
            }
    };
    let mut named = exact::named(graph, text, &name);
    if asked == Asked::Implementers {
        named.retain(|&id| graph.symbol(id).kind() == SymbolKind::Interface);
    }
    let mut found: Vec<SymbolId> =
        named.iter().flat_map(|&id| graph.incoming(id).filter(is_end)).map(|edge| edge.from).collect();
    found.sort_unstable();
    found.dedup();
    found.retain(|id| !named.contains(id) && !graph.symbol(*id).kind().is_container());
    let authority = |id: SymbolId| graph.symbol_authority.get(id.ix()).copied().unwrap_or(0.0);
    found.sort_by(|&a, &b| {
        let place = |id| (graph.symbol(id).is_test(), graph.symbol(id).has(symbol_flag::CONSTRAINED));
        place(a).cmp(&place(b)).then(authority(b).total_cmp(&authority(a))).then(a.cmp(&b))
    });
    found.truncate(MOST);
    if found.is_empty() { found } else { found.into_iter().chain(named).collect() }
}

/// What a question asks for by its first words, and the rest without words that say what a name is.
fn opened(question: &str) -> Option<(Asked, String)> {
    let words: Vec<&str> = question.trim().trim_end_matches(['?', '.']).split_whitespace().collect();
    OPENINGS.iter().find_map(|&(opening, asked)| {
        let n = opening.split(' ').count();
        let is_so = words.len() > n
            && opening.split(' ').zip(&words).all(|(open, word)| word.eq_ignore_ascii_case(open));
        let rest = words.get(n..).filter(|_| is_so)?.iter();
        Some((asked, rest.filter(|word| !KINDS.contains(word)).copied().collect::<Vec<_>>().join(" ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_question_asks_for_stands_at_its_beginning() {
        for (question, expect) in [
            ("who implements store.Store?", Some((Asked::Implementers, "store.Store"))),
            ("Implementations of the Querier interface", Some((Asked::Implementers, "Querier"))),
            ("who calls Engine.Run", Some((Asked::Callers, "Engine.Run"))),
            ("tests for remote write retry", Some((Asked::Tests, "remote write retry"))),
            ("add tests for retry", None),
            ("who implements", None),
            ("implement the retry", None),
        ] {
            assert_eq!(opened(question), expect.map(|(asked, rest)| (asked, rest.to_owned())), "{question}");
        }
    }
}
