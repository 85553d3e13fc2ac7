//! The ways in which questions ask for one end of an edge, or for tests.

use crate::model::{EdgeKind, EdgeRef, SymbolKind, access};
use crate::search::query::parsed::Correction;
use crate::search::query::phrases::FORMS;
use crate::search::query::spelling;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Implementers,
    Implemented,
    Callers,
    Callees,
    Users,
    /// What a change of it would break first: its users.
    Dependants,
    /// Who makes a value of a type; where nobody is seen to, its users.
    Makers,
    /// Of a type the functions with such a result; of all else who uses it.
    Returners,
    Used,
    Embedders,
    Embedded,
    Methods,
    Fields,
    /// Methods and fields.
    Members,
    /// Constants and variables of a type.
    Values,
    Readers,
    Writers,
    /// Of packages.
    Importers,
    Imports,
    Tests,
    Benchmarks,
    Examples,
    FuzzTests,
}

/// What a person begins with who wants to see something.
const LEADING: [&str; 15] = [
    "please", "list", "show", "find", "give", "get", "me", "us", "what", "which", "who", "are", "all",
    "every", "the",
];
/// Words around a name that say what it is.
const KINDS: [&str; 8] = ["the", "interface", "type", "struct", "function", "method", "field", "variable"];

impl Asked {
    /// Whether what is asked for lies at the `from` of the edges.
    pub(crate) fn is_dependant(self) -> bool {
        matches!(
            self,
            Self::Implementers
                | Self::Callers
                | Self::Users
                | Self::Dependants
                | Self::Makers
                | Self::Returners
                | Self::Embedders
                | Self::Methods
                | Self::Fields
                | Self::Members
                | Self::Values
                | Self::Readers
                | Self::Writers
                | Self::Importers
        )
    }

    /// Whether it is asked for in words that prose has as well: much is read, set and created that is called like something
    /// of the tree.
    pub(crate) fn is_of_prose(self) -> bool {
        matches!(self, Self::Dependants | Self::Readers | Self::Writers | Self::Makers | Self::Returners)
    }

    /// Whether it is packages that are asked for, and of one.
    pub(crate) fn is_of_packages(self) -> bool {
        matches!(self, Self::Importers | Self::Imports)
    }

    /// What the names of the tests begin with that are asked for, if any are; empty for all sorts.
    pub(crate) fn of_tests(self) -> Option<&'static str> {
        match self {
            Self::Tests => Some(""),
            Self::Benchmarks => Some("Benchmark"),
            Self::Examples => Some("Example"),
            Self::FuzzTests => Some("Fuzz"),
            _ => None,
        }
    }

    /// What one at the other end is called, and several.
    pub(crate) fn words(self) -> [&'static str; 2] {
        match self {
            Self::Implementers => ["implementer", "implementers"],
            Self::Implemented => ["interface", "interfaces"],
            Self::Callers => ["caller", "callers"],
            Self::Callees => ["callee", "callees"],
            Self::Users => ["user", "users"],
            Self::Makers => ["maker", "makers"],
            Self::Dependants => ["direct dependant", "direct dependants"],
            Self::Returners => ["returner", "returners"],
            Self::Used => ["dependency", "dependencies"],
            Self::Embedders => ["embedder", "embedders"],
            Self::Embedded => ["embedded type", "embedded types"],
            Self::Methods => ["method", "methods"],
            Self::Fields => ["field", "fields"],
            Self::Members => ["member", "members"],
            Self::Values => ["value", "values"],
            Self::Readers => ["reader", "readers"],
            Self::Writers => ["writer", "writers"],
            Self::Importers => ["importer", "importers"],
            Self::Imports => ["import", "imports"],
            Self::Tests | Self::Benchmarks | Self::Examples | Self::FuzzTests => ["test", "tests"],
        }
    }

    /// Whether a symbol of a kind can have what is asked for.
    pub(crate) fn is_asked_of(self, kind: SymbolKind) -> bool {
        match self {
            Self::Implementers => matches!(kind, SymbolKind::Interface | SymbolKind::InterfaceMethod),
            Self::Implemented
            | Self::Embedders
            | Self::Embedded
            | Self::Methods
            | Self::Fields
            | Self::Members
            | Self::Values => kind.is_type(),
            Self::Callers | Self::Callees => kind.is_callable(),
            Self::Readers => matches!(kind, SymbolKind::Field | SymbolKind::Var | SymbolKind::Const),
            Self::Writers => matches!(kind, SymbolKind::Field | SymbolKind::Var),
            _ => true,
        }
    }

    /// What can have what is asked for, where not everything can.
    pub(crate) fn of_what(self) -> &'static str {
        match self {
            Self::Implementers => "interface",
            Self::Callers | Self::Callees => "function or method",
            Self::Readers => "field, variable or constant",
            Self::Writers => "field or variable",
            _ => "type",
        }
    }

    /// The [`access`] bits of lines that say what is asked for; 0 where all do.
    pub(crate) fn access(self) -> u8 {
        match self {
            Self::Readers => access::READS,
            Self::Writers => access::WRITES | access::FILLS,
            Self::Makers => access::MAKES,
            Self::Embedders => access::EMBEDS,
            _ => 0,
        }
    }

    /// Whether an edge joins what is asked for and what it is asked of.
    pub(crate) fn is_along(self, edge: &EdgeRef<'_>) -> bool {
        let kind = edge.kind;
        match self {
            Self::Readers => edge.access & access::READS != 0,
            Self::Writers => edge.access & access::WRITES != 0,
            Self::Makers => edge.access & access::MAKES != 0,
            Self::Implementers | Self::Implemented => kind == EdgeKind::Implements,
            Self::Callers | Self::Callees => kind == EdgeKind::Calls,
            Self::Embedders => kind == EdgeKind::Extends || edge.access & access::EMBEDS != 0,
            Self::Embedded => kind == EdgeKind::Extends,
            Self::Methods | Self::Fields | Self::Members => kind == EdgeKind::MemberOf,
            Self::Values => kind == EdgeKind::Uses,
            Self::Dependants => kind != EdgeKind::MemberOf && kind != EdgeKind::Imports,
            _ => matches!(kind, EdgeKind::Calls | EdgeKind::Extends | EdgeKind::Uses | EdgeKind::Accesses),
        }
    }

    /// Whether a symbol of a kind can be at the other end.
    pub(crate) fn is_answered_by(self, kind: SymbolKind) -> bool {
        match self {
            Self::Methods => matches!(kind, SymbolKind::Method | SymbolKind::InterfaceMethod),
            Self::Fields => kind == SymbolKind::Field,
            Self::Values => matches!(kind, SymbolKind::Const | SymbolKind::Var),
            _ => !kind.is_container(),
        }
    }
}

/// How a question is put.
#[derive(Debug, PartialEq)]
pub(crate) struct Put {
    pub(crate) asked: Asked,
    /// What it names, without words that say what a name is.
    pub(crate) name: String,
    /// What stands before and behind that.
    pub(crate) around: [String; 2],
    /// Misspelt words of the way it is put.
    pub(crate) corrections: Vec<Correction>,
}

/// What a question asks for by the way it is put. What asks for tests is read to the letter: other sentences begin nearly
/// like that. So is what asks who reads, sets or creates something: the words are too much alike.
pub(crate) fn put(question: &str) -> Option<Put> {
    let words: Vec<&str> = question.trim().trim_end_matches(['?', '.']).split_whitespace().collect();
    let led = &words[words.iter().take_while(|word| is_leading(word)).count()..];
    let exactly = |words: &[&str]| {
        FORMS.iter().find_map(|form| put_as(form, words, &|form, word| form.eq_ignore_ascii_case(word)))
    };
    let is_to_the_letter = |asked: Asked| asked.of_tests().is_some() || asked.is_of_prose();
    let others = || FORMS.iter().filter(|(_, asked)| !is_to_the_letter(*asked));
    exactly(&words)
        .or_else(|| exactly(led))
        .or_else(|| others().find_map(|form| put_as(form, &words, &is_nearly)))
}

/// Whether a word is one that a person begins with who wants to see something.
pub(crate) fn is_leading(word: &str) -> bool {
    LEADING.iter().any(|leading| word.eq_ignore_ascii_case(leading))
}

/// Whether a word around a name says what it is.
pub(crate) fn is_about_kind(word: &str) -> bool {
    KINDS.contains(&word)
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
    if before == 0 && !middle.iter().all(|word| word.contains(['.', '_', '/'])) {
        return None;
    }
    // `where is the WAL written`.
    let is_changed = matches!(asked, Asked::Readers | Asked::Writers | Asked::Makers);
    if is_changed && matches!(middle, [article, noun] if is_article(article) && is_acronym(noun)) {
        return None;
    }
    let said = words[..before].iter().chain(&words[words.len() - after..]);
    let pairs = || opening.split_whitespace().chain(ending.split_whitespace()).zip(said.clone());
    let corrections = pairs().filter(|(form, word)| !word.eq_ignore_ascii_case(form));
    pairs().all(|(form, word)| is_said(form, word)).then(|| Put {
        asked,
        around: [words[..before].join(" "), words[words.len() - after..].join(" ")],
        name: middle.iter().filter(|word| !is_about_kind(word)).copied().collect::<Vec<_>>().join(" "),
        corrections: corrections
            .map(|(form, word)| Correction { from: (*word).to_owned(), to: form.to_owned(), is_doubt: false })
            .collect(),
    })
}

fn is_article(word: &str) -> bool {
    ["the", "a", "an"].iter().any(|article| word.eq_ignore_ascii_case(article))
}

fn is_acronym(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_uppercase())
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
            ("where is the WAL written", None),
            ("where is the Store written", Some((Asked::Writers, "Store"))),
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
            ("What breaks if I change Engine.Run?", Some((Asked::Dependants, "Engine.Run"))),
            ("what does changing the method Engine.Run affect", Some((Asked::Dependants, "Engine.Run"))),
            ("what interfaces does Memory satisfy", Some((Asked::Implemented, "Memory"))),
            ("who is called by Engine.Run", Some((Asked::Callees, "Engine.Run"))),
            ("who constructs store.Memory", Some((Asked::Makers, "store.Memory"))),
            ("where is io.EOF returned?", Some((Asked::Returners, "io.EOF"))),
            ("who retains store.Memory", None),
            ("methods of Engine", Some((Asked::Methods, "Engine"))),
            ("what imports net/http", Some((Asked::Importers, "net/http"))),
            ("what does net/http import?", Some((Asked::Imports, "net/http"))),
            ("where is Request.ctx set", Some((Asked::Writers, "Request.ctx"))),
            ("who reads the field Request.ctx", Some((Asked::Readers, "Request.ctx"))),
            ("is there a test for Engine.Run", Some((Asked::Tests, "Engine.Run"))),
            ("examples of using Engine.Run", Some((Asked::Examples, "Engine.Run"))),
            ("benchmarks of Engine.Run", Some((Asked::Benchmarks, "Engine.Run"))),
            ("all the callers", None),
            ("update callers", None),
        ] {
            let put = put(question).map(|put| (put.asked, put.name));
            assert_eq!(put, expect.map(|(asked, rest)| (asked, rest.to_owned())), "{question}");
        }
    }
}
