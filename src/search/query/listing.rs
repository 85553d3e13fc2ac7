//! Recognizes questions for the members of a package: `interfaces in net/http`, `exported functions of package
//! queue`.

use crate::model::{Graph, Symbol, SymbolId, SymbolKind, symbol_flag};
use crate::search::names::packages;
use crate::search::names::qualified_name::code;
use crate::search::query::relation_templates::is_leading;
use crate::search::query::templates::{TemplateMatch, is_same_word, match_template};

/// Longest such question, in words.
const MAX_WORDS: usize = 12;

/// Symbols of some kinds.
pub(crate) struct Kinds {
    /// Their names in a question.
    said: &'static [&'static str],
    is: fn(SymbolKind) -> bool,
    /// Singular and plural, for all and for exported ones.
    pub(crate) called: [&'static str; 2],
    pub(crate) exported: [&'static str; 2],
}

const KINDS: [Kinds; 8] = [
    Kinds {
        said: &["functions", "funcs"],
        is: |kind| kind == SymbolKind::Func,
        called: ["function", "functions"],
        exported: ["exported function", "exported functions"],
    },
    Kinds {
        said: &["methods"],
        is: |kind| kind == SymbolKind::Method,
        called: ["method", "methods"],
        exported: ["exported method", "exported methods"],
    },
    Kinds {
        said: &["types"],
        is: SymbolKind::is_type,
        called: ["type", "types"],
        exported: ["exported type", "exported types"],
    },
    Kinds {
        said: &["structs"],
        is: |kind| kind == SymbolKind::Struct,
        called: ["struct", "structs"],
        exported: ["exported struct", "exported structs"],
    },
    Kinds {
        said: &["interfaces"],
        is: |kind| kind == SymbolKind::Interface,
        called: ["interface", "interfaces"],
        exported: ["exported interface", "exported interfaces"],
    },
    Kinds {
        said: &["constants", "consts"],
        is: |kind| kind == SymbolKind::Const,
        called: ["constant", "constants"],
        exported: ["exported constant", "exported constants"],
    },
    Kinds {
        said: &["variables", "vars", "globals"],
        is: |kind| kind == SymbolKind::Var,
        called: ["variable", "variables"],
        exported: ["exported variable", "exported variables"],
    },
    Kinds {
        said: &["symbols", "declarations"],
        is: |kind| !kind.is_container(),
        called: ["declaration", "declarations"],
        exported: ["exported declaration", "exported declarations"],
    },
];

const EXPORTED: [&str; 2] = ["exported", "public"];

/// Templates that join kinds (`@`) and package (`_`).
const TEMPLATES: [&str; 1] = ["@ in|of|from|inside|within _"];

/// Words that may stand beside the package's name.
const PACKAGE: [&str; 4] = ["package", "pkg", "the", "folder"];

/// A question for a list.
pub(crate) struct ListingQuestion<'q> {
    pub(crate) kinds: &'static Kinds,
    pub(crate) is_exported: bool,
    /// The package, as it was written and as it is known.
    pub(crate) name: &'q str,
    pub(crate) named: Vec<SymbolId>,
}

impl<'q> ListingQuestion<'q> {
    pub(crate) fn read(graph: &Graph<'_>, question: &'q str) -> Option<Self> {
        let words: Vec<&str> = question.split_whitespace().map(code).collect();
        let led = words.iter().take_while(|word| is_leading(word)).count();
        let is_one_of = |word: &str, list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(word));
        if words.len() > MAX_WORDS {
            return None;
        }
        let is_exported = words.get(led).is_some_and(|word| is_one_of(word, &EXPORTED));
        let words = &words[led + usize::from(is_exported)..];
        let mut found = TEMPLATES.iter().filter_map(|form| match_template(form, words, &is_same_word));
        let TemplateMatch { name, singles, .. } = found.next()?;
        let kinds = KINDS.iter().find(|kinds| singles.iter().any(|kind| is_one_of(kind, kinds.said)))?;
        let mut names = name.iter().filter(|word| !is_one_of(word, &PACKAGE));
        let (Some(name), None) = (names.next(), names.next()) else { return None };
        let named = packages::named(graph, name);
        (!named.is_empty()).then_some(Self { kinds, is_exported, name, named })
    }

    pub(crate) fn has(&self, symbol: &Symbol<'_>) -> bool {
        (self.kinds.is)(symbol.kind())
            && !symbol.is_test()
            && (!self.is_exported || symbol.has(symbol_flag::EXPORTED))
            && symbol.owner().is_none_or(|_| symbol.kind() == SymbolKind::Method)
    }
}

/// Returns whether a question asks for the members of a package of the tree. O(packages).
pub(crate) fn asks(graph: &Graph<'_>, question: &str) -> bool {
    ListingQuestion::read(graph, question).is_some()
}
