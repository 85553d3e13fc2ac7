//! Questions for a declaration itself: `where is Server defined`, `what is a Server`.

use std::cmp::Reverse;

use crate::model::{Graph, SymbolId};
use crate::search::names::qualified_name::{self, code};
use crate::search::names::spelling_variants;
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading};
use crate::search::query::relation_templates::is_about_kind;
use crate::search::query::templates::{is_same_word, match_template};
use crate::search::text::TextIndex;

/// Templates; `_` is the name.
const DEFINED: [&str; 5] = [
    "where is _ defined|declared",
    "where's _ defined|declared",
    "where is the definition|declaration of _",
    "find the definition of _",
    "definition|declaration of _",
];
/// Templates that need a name with a capital.
const DESCRIBED: [&str; 6] =
    ["what is _", "what's _", "what does _ do", "show me _", "explain|describe|show|find _", "where is _"];
const ARTICLES: [&str; 3] = ["a", "an", "the"];

pub(crate) const DEFINITION: Reader = Reader {
    name: "definitions",
    about: "The declaration comes first; where many have the name, the most important one.",
    examples: &["where is Engine defined", "what is a Store"],
    read,
};

/// O(symbols) where the name is in other letters than the tree's.
fn read(input: &Input<'_>) -> ReaderOutcome {
    let (graph, text) = (input.graph(), input.text());
    let words: Vec<&str> = input.question.split_whitespace().map(code).collect();
    let name = |forms: &[&'static str]| forms.iter().find_map(|form| name_in(form, &words));
    let found = if let Some(name) = name(&DEFINED) {
        let of = |name: &str| {
            [qualified_name::named, qualified_name::bare, foremost]
                .iter()
                .map(|look_up| look_up(graph, text, name))
                .find(|symbols| !symbols.is_empty())
                .map(|symbols| (name.to_owned(), symbols))
        };
        of(name).or_else(|| of(&spelling_variants::written(graph, &|_| true, name)?))
    } else {
        let name = name(&DESCRIBED).filter(|name| name.contains(char::is_uppercase));
        name.map(|name| (name.to_owned(), qualified_name::named(graph, text, name)))
    };
    match found {
        Some((name, exact)) if !exact.is_empty() => {
            ReaderOutcome::Read(Reading { exact, rest: Some(name), ..Reading::default() })
        }
        _ => ReaderOutcome::Pass,
    }
}

/// The most important of the many symbols of one name, code before tests.
fn foremost(graph: &Graph<'_>, text: &TextIndex, name: &str) -> Vec<SymbolId> {
    let mut symbols = qualified_name::namesakes(graph, text, name);
    symbols.sort_by_cached_key(|&id| {
        // Authorities are not negative, so their bits sort like their values.
        (graph.symbol(id).is_test(), Reverse(graph.authority(id).to_bits()), id)
    });
    symbols.truncate(qualified_name::MAX_NAMESAKES);
    symbols
}

/// The single word in the slot of a template.
fn name_in<'q>(template: &'static str, words: &[&'q str]) -> Option<&'q str> {
    let found = match_template(template, words, &is_same_word)?;
    let is_name = |word: &&&str| !is_about_kind(word) && !ARTICLES.contains(*word);
    let mut names = found.name.iter().filter(is_name);
    let (Some(name), None) = (names.next(), names.next()) else { return None };
    Some(*name)
}
