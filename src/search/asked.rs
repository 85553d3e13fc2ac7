//! The ways in which questions ask for one end of an edge, or for tests.

use super::question::Correction;
use super::spelling;
use crate::model::{EdgeKind, SymbolKind};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Implementers,
    Implemented,
    Callers,
    Callees,
    Users,
    Used,
    Embedders,
    Embedded,
    Methods,
    Fields,
    /// Of packages, which are no rows.
    Imports,
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
    ("what types implement _", Asked::Implementers),
    ("which structs implement _", Asked::Implementers),
    ("structs that implement _", Asked::Implementers),
    ("types implementing _", Asked::Implementers),
    ("structs implementing _", Asked::Implementers),
    ("who satisfies _", Asked::Implementers),
    ("what types satisfy _", Asked::Implementers),
    ("which types satisfy _", Asked::Implementers),
    ("types that satisfy _", Asked::Implementers),
    ("types satisfying _", Asked::Implementers),
    ("implementors of _", Asked::Implementers),
    ("_ implementers", Asked::Implementers),
    ("_ implementations", Asked::Implementers),
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
    ("where is _ called from", Asked::Callers),
    ("where do we call _", Asked::Callers),
    ("who is calling _", Asked::Callers),
    ("who invokes _", Asked::Callers),
    ("which methods call _", Asked::Callers),
    ("functions calling _", Asked::Callers),
    ("functions that are calling _", Asked::Callers),
    ("calls to _", Asked::Callers),
    ("call sites of _", Asked::Callers),
    ("_ callers", Asked::Callers),
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
    ("where do we use _", Asked::Users),
    ("who depends on _", Asked::Users),
    ("who references _", Asked::Users),
    ("usages of _", Asked::Users),
    ("usage of _", Asked::Users),
    ("uses of _", Asked::Users),
    ("references to _", Asked::Users),
    ("which functions use _", Asked::Users),
    ("functions that use _", Asked::Users),
    ("functions using _", Asked::Users),
    ("_ usages", Asked::Users),
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
    ("which structs embed _", Asked::Embedders),
    ("structs that embed _", Asked::Embedders),
    ("types embedding _", Asked::Embedders),
    ("what does _ embed", Asked::Embedded),
    ("what _ embeds", Asked::Embedded),
    ("which types does _ embed", Asked::Embedded),
    ("types that _ embeds", Asked::Embedded),
    ("methods of _", Asked::Methods),
    ("what methods does _ have", Asked::Methods),
    ("which methods does _ have", Asked::Methods),
    ("fields of _", Asked::Fields),
    ("what fields does _ have", Asked::Fields),
    ("which fields does _ have", Asked::Fields),
    ("who imports _", Asked::Imports),
    ("what imports _", Asked::Imports),
    ("which packages import _", Asked::Imports),
    ("importers of _", Asked::Imports),
    ("what does _ import", Asked::Imports),
    ("imports of _", Asked::Imports),
    ("tests for _", Asked::Tests),
    ("tests of _", Asked::Tests),
    ("tests that _", Asked::Tests),
    ("which tests _", Asked::Tests),
    ("what tests _", Asked::Tests),
    ("where are the tests _", Asked::Tests),
    ("example of using _", Asked::Tests),
    ("examples of using _", Asked::Tests),
    ("is there a test for _", Asked::Tests),
    ("are there tests for _", Asked::Tests),
    ("unit test for _", Asked::Tests),
    ("unit test of _", Asked::Tests),
    ("unit tests for _", Asked::Tests),
    ("unit tests of _", Asked::Tests),
    ("benchmark for _", Asked::Tests),
    ("benchmark of _", Asked::Tests),
    ("benchmarks for _", Asked::Tests),
    ("benchmarks of _", Asked::Tests),
    ("example for _", Asked::Tests),
    ("example of _", Asked::Tests),
    ("examples for _", Asked::Tests),
    ("examples of _", Asked::Tests),
    ("fuzz test for _", Asked::Tests),
    ("fuzz test of _", Asked::Tests),
    ("fuzz tests for _", Asked::Tests),
    ("fuzz tests of _", Asked::Tests),
];

/// What a person begins with who wants to see something.
const LEADING: [&str; 15] = [
    "please", "list", "show", "find", "give", "get", "me", "us", "what", "which", "who", "are", "all",
    "every", "the",
];
/// Words around a name that say what it is.
const KINDS: [&str; 8] = ["the", "interface", "type", "struct", "function", "method", "field", "variable"];

impl Asked {
    /// Whether what is asked for lies at the `from` of the edges.
    pub(super) fn is_dependant(self) -> bool {
        matches!(
            self,
            Self::Implementers | Self::Callers | Self::Users | Self::Embedders | Self::Methods | Self::Fields
        )
    }

    /// What one at the other end is called, and several.
    pub(super) fn words(self) -> [&'static str; 2] {
        match self {
            Self::Implementers => ["implementer", "implementers"],
            Self::Implemented => ["interface", "interfaces"],
            Self::Callers => ["caller", "callers"],
            Self::Callees => ["callee", "callees"],
            Self::Users => ["user", "users"],
            Self::Used => ["dependency", "dependencies"],
            Self::Embedders => ["embedder", "embedders"],
            Self::Embedded => ["embedded type", "embedded types"],
            Self::Methods => ["method", "methods"],
            Self::Fields => ["field", "fields"],
            Self::Imports => ["import", "imports"],
            Self::Tests => ["test", "tests"],
        }
    }

    /// Whether a symbol of a kind can have what is asked for.
    pub(super) fn is_asked_of(self, kind: SymbolKind) -> bool {
        match self {
            Self::Implementers => kind == SymbolKind::Interface,
            Self::Implemented | Self::Embedders | Self::Embedded | Self::Methods | Self::Fields => {
                kind.is_type()
            }
            Self::Callers | Self::Callees => kind.is_callable(),
            _ => true,
        }
    }

    pub(super) fn is_along(self, kind: EdgeKind) -> bool {
        match self {
            Self::Implementers | Self::Implemented => kind == EdgeKind::Implements,
            Self::Callers | Self::Callees => kind == EdgeKind::Calls,
            Self::Embedders | Self::Embedded => kind == EdgeKind::Extends,
            Self::Methods | Self::Fields => kind == EdgeKind::MemberOf,
            _ => !matches!(kind, EdgeKind::MemberOf | EdgeKind::Implements | EdgeKind::Imports),
        }
    }

    /// Whether a symbol of a kind can be at the other end.
    pub(super) fn is_answered_by(self, kind: SymbolKind) -> bool {
        match self {
            Self::Methods => matches!(kind, SymbolKind::Method | SymbolKind::InterfaceMethod),
            Self::Fields => kind == SymbolKind::Field,
            _ => !kind.is_container(),
        }
    }
}

/// How a question is put.
#[derive(Debug, PartialEq)]
pub(super) struct Put {
    pub(super) asked: Asked,
    /// What it names, without words that say what a name is.
    pub(super) name: String,
    /// Misspelt words of the way it is put.
    pub(super) corrections: Vec<Correction>,
}

/// What a question asks for by the way it is put. What asks for tests is read to the letter: other sentences begin nearly
/// like that.
pub(super) fn put(question: &str) -> Option<Put> {
    let words: Vec<&str> = question.trim().trim_end_matches(['?', '.']).split_whitespace().collect();
    let is_leading = |word: &&&str| LEADING.iter().any(|leading| word.eq_ignore_ascii_case(leading));
    let led = &words[words.iter().take_while(is_leading).count()..];
    let exactly = |words: &[&str]| {
        FORMS.iter().find_map(|form| put_as(form, words, &|form, word| form.eq_ignore_ascii_case(word)))
    };
    let others = || FORMS.iter().filter(|(_, asked)| *asked != Asked::Tests);
    exactly(&words)
        .or_else(|| exactly(led))
        .or_else(|| others().find_map(|form| put_as(form, &words, &is_nearly)))
}

fn put_as(
    &(form, asked): &(&'static str, Asked),
    words: &[&str],
    is_said: &dyn Fn(&str, &str) -> bool,
) -> Option<Put> {
    let (opening, ending) = form.split_once('_')?;
    let (before, after) = (opening.split_whitespace().count(), ending.split_whitespace().count());
    let middle = words.get(before..words.len().saturating_sub(after)).filter(|m| !m.is_empty())?;
    // Of a sentence without a verb only code is told to be a name: `update callers`.
    if before == 0 && !middle.iter().all(|word| word.contains(['.', '_'])) {
        return None;
    }
    let said = words[..before].iter().chain(&words[words.len() - after..]);
    let pairs = || opening.split_whitespace().chain(ending.split_whitespace()).zip(said.clone());
    let corrections = pairs().filter(|(form, word)| !word.eq_ignore_ascii_case(form));
    pairs().all(|(form, word)| is_said(form, word)).then(|| Put {
        asked,
        name: middle.iter().filter(|word| !KINDS.contains(word)).copied().collect::<Vec<_>>().join(" "),
        corrections: corrections
            .map(|(form, word)| Correction { from: (*word).to_owned(), to: form.to_owned(), is_doubt: false })
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
            ("show me all the callers of Engine.Run", Some((Asked::Callers, "Engine.Run"))),
            ("what are the callers of Engine.Run", Some((Asked::Callers, "Engine.Run"))),
            ("where is Engine.Run called from?", Some((Asked::Callers, "Engine.Run"))),
            ("Engine.Run callers", Some((Asked::Callers, "Engine.Run"))),
            ("list all implementations of store.Store", Some((Asked::Implementers, "store.Store"))),
            ("what types satisfy store.Store", Some((Asked::Implementers, "store.Store"))),
            ("references to Engine.Run", Some((Asked::Users, "Engine.Run"))),
            ("methods of Engine", Some((Asked::Methods, "Engine"))),
            ("what imports net/http", Some((Asked::Imports, "net/http"))),
            ("is there a test for Engine.Run", Some((Asked::Tests, "Engine.Run"))),
            ("examples of using Engine.Run", Some((Asked::Tests, "Engine.Run"))),
            ("all the callers", None),
            ("update callers", None),
        ] {
            let put = put(question).map(|put| (put.asked, put.name));
            assert_eq!(put, expect.map(|(asked, rest)| (asked, rest.to_owned())), "{question}");
        }
    }
}
