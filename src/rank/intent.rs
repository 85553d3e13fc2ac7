//! The purpose of a query, as multipliers of kinds of edges and directions of the walk.
//!
//! The weight of a step along an edge is `base weight of the kind x multiplier of the intent x confidence x share`,
//! times the factor of the intent for the direction. [`Intent::table`] holds all these numbers, and the program shows
//! it unchanged.

use serde::Serialize;

use crate::model::EdgeKind;

/// The purpose of the answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Intent {
    Balanced,
    Debug,
    Explore,
    Refactor,
    Impact,
}

/// One row of the table of intents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IntentRow {
    pub intent: Intent,
    pub name: &'static str,
    pub about: &'static str,
    /// Multiplier of each kind, in the order of [`EdgeKind::ALL`].
    pub kinds: [f32; EdgeKind::ALL.len()],
    /// Factor of steps from a dependant to what it depends on.
    pub along: f32,
    /// Factor of steps from a dependency to what depends on it.
    pub against: f32,
    /// Other names of the intent, which commands accept.
    pub aliases: &'static [&'static str],
    /// Words and phrases of a query that count two points for this intent.
    pub strong: &'static [&'static str],
    /// Words of a query that count one point for this intent.
    pub weak: &'static [&'static str],
}

/// The intent that the words of a query suggest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Detected {
    pub intent: Intent,
    /// The words that decided, in lower case. None for `balanced`, which is the fallback.
    pub words: Vec<String>,
}

// The multipliers are in the order of `EdgeKind::ALL`: calls, implements, extends, imports, uses, accesses,
// member_of, delegates.
const TABLE: [IntentRow; 5] = [
    IntentRow {
        intent: Intent::Balanced,
        name: "balanced",
        about: "what surrounds it, dependencies before dependants",
        kinds: [1.0; EdgeKind::ALL.len()],
        along: 1.0,
        against: 0.5,
        aliases: &["general-context", "general", "context", "find-definition", "definition", "find"],
        strong: &[],
        weak: &[],
    },
    IntentRow {
        intent: Intent::Debug,
        name: "debug",
        about: "the calls that lead here and go on from here",
        kinds: [1.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        along: 1.0,
        against: 0.5,
        aliases: &["debugging"],
        strong: &[
            "bug", "bugs", "crash", "crashes", "crashed", "deadlock", "debug", "debugging", "fail", "failed",
            "failing", "fails", "failure", "fix", "fixed", "fixes", "hang", "hangs", "incorrect",
            "incorrectly", "leak", "leaks", "panic", "panics", "race", "regression", "stack trace",
            "unexpected", "wrong", "wrongly",
        ],
        weak: &["broken", "error", "errors", "nil", "timeout", "trace", "why"],
    },
    IntentRow {
        intent: Intent::Explore,
        name: "explore",
        about: "the lie of the land: packages, types and what they hold",
        kinds: [1.0, 1.25, 1.25, 1.5, 1.0, 1.0, 2.0, 1.0, 1.0],
        along: 1.0,
        against: 0.5,
        aliases: &["understand-architecture", "architecture", "arch"],
        strong: &[
            "architecture", "design", "explain", "explore", "introduction", "overview", "structure",
            "structured", "tour", "understand", "walk through", "walkthrough",
        ],
        weak: &["how", "what", "where", "which"],
    },
    IntentRow {
        intent: Intent::Refactor,
        name: "refactor",
        about: "what shares its types and would have to change with it",
        kinds: [1.0, 1.5, 1.5, 1.0, 1.5, 1.5, 1.0, 1.0, 1.0],
        along: 1.0,
        against: 1.0,
        aliases: &["refactoring"],
        strong: &[
            "clean up", "cleanup", "deduplicate", "deprecate", "extract", "inline", "migrate", "refactor",
            "refactoring", "rename", "reorganize", "restructure", "rewrite", "simplify",
        ],
        weak: &["convert", "move", "replace", "split"],
    },
    IntentRow {
        intent: Intent::Impact,
        name: "impact",
        about: "what depends on it, and on that in turn",
        kinds: [1.0, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0],
        along: 0.0,
        against: 1.0,
        aliases: &["analyze-impact", "blast-radius"],
        strong: &[
            "affect", "affected", "affects", "blast radius", "break", "breaks", "breaking", "caller",
            "callers", "consequences", "dependants", "dependents", "depends on", "impact", "who calls",
            "who uses",
        ],
        weak: &["downstream", "usages"],
    },
];

/// The weight of a kind of edge before the multiplier of an intent.
pub fn base_weight(kind: EdgeKind) -> f32 {
    match kind {
        EdgeKind::Calls => 1.0,
        EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Delegates => 0.9,
        EdgeKind::Imports => 0.7,
        EdgeKind::Uses => 0.5,
        EdgeKind::Accesses => 0.4,
        EdgeKind::MemberOf => 0.2,
        // No step, as it is no vote.
        EdgeKind::Runs => 0.0,
    }
}

impl Intent {
    /// All intents with their multipliers, directions, aliases and words.
    pub fn table() -> &'static [IntentRow] {
        &TABLE
    }

    pub fn row(self) -> &'static IntentRow {
        &TABLE[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The intent with this name or alias. None for `auto`, which asks for [`Intent::detect`], and for unknown names.
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.name == name || row.aliases.contains(&name)).map(|row| row.intent)
    }

    /// Detects the intent of a query. A strong word counts two points, a weak one counts one, and the most points
    /// win. Of equal intents the later in the table wins, as later ones are more specific. Without any such word it
    /// is `balanced`.
    pub fn detect(query: &str) -> Detected {
        let lower = query.to_lowercase();
        let words: Vec<&str> =
            lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let occurs = |phrase: &&&str| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            words.windows(phrase.len()).any(|window| window == phrase)
        };
        let matches = TABLE.iter().map(|row| {
            let strong: Vec<&str> = row.strong.iter().filter(occurs).copied().collect();
            let weak: Vec<&str> = row.weak.iter().filter(occurs).copied().collect();
            (2 * strong.len() + weak.len(), row.intent, [strong, weak].concat())
        });
        // `max_by_key` returns the last of several equal items.
        match matches.max_by_key(|(points, ..)| *points) {
            Some((1.., intent, words)) => {
                Detected { intent, words: words.into_iter().map(str::to_owned).collect() }
            }
            _ => Detected { intent: Intent::Balanced, words: Vec::new() },
        }
    }
}

impl IntentRow {
    /// The weight of a kind of edge under this intent, before confidence, share and direction.
    pub fn weight(&self, kind: EdgeKind) -> f32 {
        base_weight(kind) * self.kinds[kind as usize]
    }

    /// Returns whether the walk follows edges in both directions.
    pub fn goes_both_ways(&self) -> bool {
        self.along > 0.0 && self.against > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_intents_and_names_are_unique() {
        let mut names: Vec<&str> = Vec::new();
        for (ix, row) in Intent::table().iter().enumerate() {
            assert_eq!(row.intent as usize, ix);
            assert_eq!(Intent::from_name(row.name), Some(row.intent));
            names.push(row.name);
            names.extend(row.aliases);
        }
        let total = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), total);
    }

    #[test]
    fn aliases_give_their_intent() {
        for (alias, intent) in [
            ("find-definition", Intent::Balanced),
            ("understand-architecture", Intent::Explore),
            ("analyze-impact", Intent::Impact),
            ("general-context", Intent::Balanced),
        ] {
            assert_eq!(Intent::from_name(alias), Some(intent), "{alias}");
        }
        assert_eq!(Intent::from_name("auto"), None);
    }

    #[test]
    fn multipliers_change_the_base_weights() {
        let debug = Intent::Debug.row();
        assert!((debug.weight(EdgeKind::Calls) - 1.5).abs() < 1e-6);
        assert!((debug.weight(EdgeKind::Uses) - 0.5).abs() < 1e-6);
        assert!(Intent::Impact.row().along == 0.0 && Intent::Impact.row().against > 0.0);
    }

    #[test]
    fn the_intent_is_detected_with_the_words_that_decided() {
        let cases: [(&str, Intent, &[&str]); 9] = [
            ("where is the retry logic", Intent::Explore, &["where"]),
            ("why does Recovery swallow the error", Intent::Debug, &["error", "why"]),
            ("Fix panic in tree.addRoute", Intent::Debug, &["fix", "panic"]),
            ("who calls Engine.Run", Intent::Impact, &["who calls"]),
            ("what breaks if I rename Context.Set", Intent::Impact, &["breaks"]),
            ("rename and move the router", Intent::Refactor, &["rename", "move"]),
            ("explain the overall structure", Intent::Explore, &["explain", "structure"]),
            ("router group", Intent::Balanced, &[]),
            ("", Intent::Balanced, &[]),
        ];
        for (query, intent, words) in cases {
            let got = Intent::detect(query);
            assert_eq!(
                (got.intent, got.words.iter().map(String::as_str).collect::<Vec<_>>()),
                (intent, words.to_vec()),
                "{query}"
            );
        }
    }
}
