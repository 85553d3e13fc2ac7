//! Parses a question: what it may ask for, and the phrase that may narrow it. Nothing here knows a tree: `narrowing` takes
//! the first parse whose names the tree has.

use crate::search::query::relation_templates::{self, RelationQuestion, relation_question};
use crate::search::query::scope::{AT, IN_FRONT, OF, OUTSIDE, words};

/// Longest question that may say a place, in words.
const MAX_WORDS: usize = 40;

/// A way to read a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parse {
    /// The part that asks.
    pub(crate) asked: String,
    /// The relation that it asks for.
    pub(crate) relation: Option<RelationQuestion>,
    /// The phrase that narrows it: `in net/http, but not in tests`; empty for none.
    pub(crate) place: String,
}

impl Parse {
    /// Without a place.
    pub(crate) fn whole(question: &str) -> Self {
        Self::of(question, "")
    }

    fn of(asked: &str, place: &str) -> Self {
        Self { asked: asked.to_owned(), relation: relation_question(asked), place: place.to_owned() }
    }

    /// With the place in the middle: `where does net/http use sync.Pool`.
    pub(crate) fn with_place_within(question: &str) -> Option<Self> {
        let (asked, place) = relation_templates::within(question)?;
        Some(Self::of(&asked, &format!("in {place}")))
    }

    /// With a place at the end, the shortest part that asks first. O(words x templates).
    pub(crate) fn with_place_behind(question: &str) -> Vec<Self> {
        let words: Vec<(usize, &str)> = words(question).collect();
        if words.len() > MAX_WORDS {
            return Vec::new();
        }
        let begins = |word: &str| {
            let word = word.to_lowercase();
            word != OF && [&AT[..], &OUTSIDE, &IN_FRONT].iter().any(|words| words.contains(&word.as_str()))
        };
        // Words after a qualified name are no part of the name.
        let is_named = |word: &str| word.trim_matches('.').contains('.');
        let breaks = words.windows(2).filter(|pair| begins(pair[1].1) || is_named(pair[0].1));
        let parts = breaks.map(|pair| question.split_at(pair[1].0));
        parts
            .map(|(asked, place)| {
                Self::of(asked.trim_end().trim_end_matches(','), place.trim().trim_end_matches(['?', '.']))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_a_parse_for_each_word_that_may_begin_a_place() {
        for (question, expect) in [
            ("who calls Run", &[][..]),
            ("who calls Run in net/http", &["who calls Run|in net/http"]),
            ("who calls a.Run outside of tests?", &["who calls a.Run|outside of tests"]),
            (
                "who calls Run in net, but not in tests",
                &[
                    "who calls Run|in net, but not in tests",
                    "who calls Run in net|but not in tests",
                    "who calls Run in net, but|not in tests",
                    "who calls Run in net, but not|in tests",
                ],
            ),
        ] {
            let parses = Parse::with_place_behind(question);
            let found: Vec<String> = parses.iter().map(|p| format!("{}|{}", p.asked, p.place)).collect();
            assert_eq!(found, expect, "{question}");
        }
        let within = Parse::with_place_within("where does net/http use sync.Pool").unwrap();
        assert_eq!((&within.asked[..], &within.place[..]), ("who uses sync.Pool", "in net/http"));
        assert_eq!(within.relation.map(|asked| asked.name).as_deref(), Some("sync.Pool"));
    }
}
