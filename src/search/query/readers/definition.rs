//! Questions for a declaration itself: `where is Server defined`, `what is a Server`.

use std::cmp::Reverse;

use crate::model::{Graph, SymbolId};
use crate::search::names::qualified_name::{self, code};
use crate::search::names::spelling_variants;
use crate::search::query::templates::is_about_kind;
use crate::search::text::TextIndex;

/// How they are put. The name stands for `_`.
const DEFINED: [&str; 9] = [
    "where is _ defined",
    "where is _ declared",
    "where's _ defined",
    "where's _ declared",
    "where is the definition of _",
    "where is the declaration of _",
    "find the definition of _",
    "definition of _",
    "declaration of _",
];
/// Others, which mean a name only where it is written as one: with a capital.
const TOLD: [&str; 9] = [
    "what is _",
    "what's _",
    "what does _ do",
    "explain _",
    "describe _",
    "show me _",
    "show _",
    "find _",
    "where is _",
];
const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// What such a question means.
pub(crate) struct Defined {
    /// The name as it is written: what the question says besides is how it is put.
    pub(crate) name: String,
    /// The likeliest to be meant first.
    pub(crate) symbols: Vec<SymbolId>,
}

impl Defined {
    /// `None` for a question that asks for anything else, or of what the tree does not declare. O(symbols) where the name is
    /// in other letters than the tree's.
    pub(crate) fn read(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Option<Self> {
        let words: Vec<&str> = question.split_whitespace().map(code).collect();
        let of = |name: &str, symbols: Vec<SymbolId>| {
            (!symbols.is_empty()).then(|| Self { name: name.to_owned(), symbols })
        };
        let name = |forms: &[&str]| forms.iter().find_map(|form| put_as(form, &words));
        let Some(name) = name(&DEFINED) else {
            let name = name(&TOLD).filter(|name| name.contains(char::is_uppercase))?;
            return of(name, qualified_name::named(graph, text, name));
        };
        let named = |name: &str| {
            of(name, qualified_name::named(graph, text, name))
                .or_else(|| of(name, qualified_name::bare(graph, text, name)))
                .or_else(|| of(name, foremost(graph, qualified_name::namesakes(graph, text, name))))
        };
        named(name).or_else(|| named(&spelling_variants::written(graph, &|_| true, name)?))
    }
}

/// The most important of many of one name, code before tests.
fn foremost(graph: &Graph<'_>, mut symbols: Vec<SymbolId>) -> Vec<SymbolId> {
    symbols.sort_by_cached_key(|&id| {
        // None is negative, so their bits are in their order.
        (graph.symbol(id).is_test(), Reverse(graph.authority(id).to_bits()), id)
    });
    symbols.truncate(qualified_name::MOST_NAMESAKES);
    symbols
}

/// The one word that stands where a form has the name.
fn put_as<'q>(form: &str, words: &[&'q str]) -> Option<&'q str> {
    let (opening, ending) = form.split_once('_')?;
    let (opening, ending) = (opening.split_whitespace(), ending.split_whitespace());
    let (before, after) = (opening.clone().count(), ending.clone().count());
    let middle = words.get(before..words.len().checked_sub(after)?)?;
    let said = words[..before].iter().chain(&words[words.len() - after..]);
    let is_put = opening.chain(ending).zip(said).all(|(form, word)| word.eq_ignore_ascii_case(form));
    let is_name = |word: &&&str| !is_about_kind(word) && !ARTICLES.contains(*word);
    let mut names = middle.iter().filter(is_name);
    let (Some(name), None) = (names.next(), names.next()) else { return None };
    is_put.then_some(*name)
}
