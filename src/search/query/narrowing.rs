//! Separates a question from what narrows it: qualifiers and, in relation questions, scopes as in `who calls
//! time.Sleep in net/http, but not in tests`.

use std::cell::OnceCell;

use crate::search::names::links;
use crate::search::query::lookups::Lookups;
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::readers::unanswered::{BY_WORDS, absent_name, no_target};
use crate::search::query::relation_templates;
use crate::search::query::rewriting::{self, asks, asks_of_code, located};
use crate::search::query::scope::{AT, IN_FRONT, OF, OUTSIDE, scopes, words};

/// Longest question that may say a place, in words.
const MAX_WORDS: usize = 40;

/// A question without its qualifiers and scopes.
pub(crate) struct ScopedQuestion {
    pub(crate) qualifiers: Qualifiers,
    pub(crate) said: String,
    /// Describes a phrase that reads like a scope but is no place of the tree.
    pub(crate) problem: Option<String>,
}

impl ScopedQuestion {
    /// O(length x templates + packages and files x scopes, where there are any).
    pub(crate) fn read(lookups: &Lookups<'_>, question: &str) -> Self {
        let Lookups { graph, text, .. } = *lookups;
        let (qualifiers, said) = Qualifiers::split(question);
        // A message may contain a text like a qualifier: `cannot open file:x.json`.
        if qualifiers.nowhere(graph).is_some() && !lookups.message_hits(question).is_empty() {
            return Self { qualifiers: Qualifiers::default(), said: question.to_owned(), problem: None };
        }
        let asks_at_all = || lookups.relation(&said).is_some();
        let said = restated(lookups, &links::followed(graph, &said, asks_at_all));
        // `where does net/http use sync.Pool`
        let is_named = |asked: &str| asks_of_code(lookups, asked);
        if let Some((asked, place)) = relation_templates::within(&said).filter(|(asked, _)| is_named(asked)) {
            return match scopes(graph, text, &format!("in {place}")) {
                Ok(scopes) => Self { qualifiers: qualifiers.at(scopes), said: asked, problem: None },
                Err(none) => Self { qualifiers, said, problem: Some(format!("{none}; {BY_WORDS}")) },
            };
        }
        let is_one = |asked: &str| asks(lookups, asked);
        let of_nothing = |asked: &str| {
            let relation = lookups.relation(asked);
            let why = (*relation).as_ref().and_then(|relation| no_target(graph, text, relation));
            why.filter(|_| !is_one(asked))
        };
        let Some((asked, place)) =
            parted(&said, is_one).or_else(|| parted(&said, |asked| of_nothing(asked).is_some()))
        else {
            return Self { qualifiers, said, problem: None };
        };
        let is_absent = || absent_name(lookups, asked).is_some();
        let scopes = match scopes(graph, text, place) {
            Ok(scopes) => scopes,
            Err(none) => {
                let problem = of_nothing(asked).unwrap_or_else(|| format!("{none}; {BY_WORDS}"));
                let said = if is_absent() { asked.to_owned() } else { said };
                return Self { qualifiers, said, problem: Some(problem) };
            }
        };
        // A symbol is no scope of a question without a target: `from the environment`.
        if is_absent() && scopes.iter().any(|(scope, _)| scope.are_symbols()) {
            return Self { qualifiers, said, problem: None };
        }
        let narrowed = qualifiers.clone().at(scopes);
        if let Some((meant, asked)) = located(lookups, asked, &narrowed) {
            let qualifiers = narrowed.without_places_of(graph.symbol(meant));
            return Self { qualifiers, said: asked, problem: None };
        }
        match of_nothing(asked).filter(|_| !is_absent()) {
            None => Self { qualifiers: narrowed, said: asked.to_owned(), problem: None },
            problem => Self { qualifiers, said, problem },
        }
    }
}

/// The question, rewritten to the tree's spelling if it asks for a relation.
fn restated(lookups: &Lookups<'_>, said: &str) -> String {
    let restate = |asked: &str| rewriting::restated(lookups, asked);
    if let Some(whole) = restate(said) {
        return whole;
    }
    // Searching a name in any spelling is done once for each part.
    let part = OnceCell::new();
    let is_one = |asked: &str| asked != said && restate(asked).is_some_and(|meant| part.set(meant).is_ok());
    let rest = parted(said, is_one).map(|(_, rest)| rest);
    part.get().zip(rest).map_or_else(|| said.to_owned(), |(meant, rest)| format!("{meant} {rest}"))
}

/// A question for the other ends of edges, as `is_one` decides, and what follows it. `None` where nothing is, or
/// the whole asks for nothing else.
fn parted(said: &str, is_one: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let words: Vec<(usize, &str)> = words(said).collect();
    if words.len() > MAX_WORDS || is_one(said) {
        return None;
    }
    let begins = |word: &str| {
        let word = word.to_lowercase();
        word != OF && [&AT[..], &OUTSIDE, &IN_FRONT].iter().any(|words| words.contains(&word.as_str()))
    };
    // Words after a qualified name are no part of the name.
    let is_named = |word: &str| word.trim_matches('.').contains('.');
    let breaks = words.windows(2).filter(|pair| begins(pair[1].1) || is_named(pair[0].1));
    breaks
        .map(|pair| said.split_at(pair[1].0))
        .map(|(asked, rest)| {
            (asked.trim_end().trim_end_matches(','), rest.trim().trim_end_matches(['?', '.']))
        })
        .find(|(asked, _)| is_one(asked))
}
