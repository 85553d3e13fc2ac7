//! Files that were read and are known less well than others, with the reason.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::walk::MAX_LISTED;
use crate::golang::facts::{FileFacts, file_flag};

/// What keeps a file from being known whole. What can be read of it is in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// The grammar met something that it could not read.
    SyntaxErrors,
    /// Nested so deeply that what lies deepest was not looked at.
    NestedTooDeeply,
    /// Some bytes are not UTF-8.
    NotUtf8,
}

impl Flaw {
    /// The word used in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::SyntaxErrors => "syntax-errors",
            Self::NestedTooDeeply => "nested-too-deeply",
            Self::NotUtf8 => "not-utf8",
        }
    }

    /// The same in a sentence.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::SyntaxErrors => "syntax error",
            Self::NestedTooDeeply => "nested too deeply",
            Self::NotUtf8 => "not UTF-8",
        }
    }

    fn of(facts: &FileFacts) -> impl Iterator<Item = Self> + '_ {
        let has = |flag| facts.flags & flag != 0;
        [
            (Self::SyntaxErrors, !facts.errors.is_empty()),
            (Self::NestedTooDeeply, has(file_flag::TOO_DEEP)),
            (Self::NotUtf8, has(file_flag::NOT_UTF8)),
        ]
        .into_iter()
        .filter_map(|(flaw, holds)| holds.then_some(flaw))
    }
}

/// One flaw of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flawed {
    /// Relative to the root.
    pub path: String,
    pub flaw: Flaw,
    /// Where it begins, from 1, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// All flaws: counted completely, the first [`MAX_LISTED`] by path listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flaws {
    pub counts: BTreeMap<Flaw, u64>,
    pub listed: Vec<Flawed>,
}

impl Flaws {
    /// Collects what is wrong with files that come in order of path.
    pub(super) fn of<'f>(files: impl Iterator<Item = (&'f str, &'f FileFacts)>) -> Self {
        let mut flaws = Self::default();
        for (path, facts) in files {
            for flaw in Flaw::of(facts) {
                *flaws.counts.entry(flaw).or_default() += 1;
                if flaws.listed.len() < MAX_LISTED {
                    let line = facts.errors.first().copied().filter(|_| flaw == Flaw::SyntaxErrors);
                    flaws.listed.push(Flawed { path: path.to_owned(), flaw, line });
                }
            }
        }
        flaws
    }

    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }
}
