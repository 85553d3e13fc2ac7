//! Files that could not be read completely, and why.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::walk::MAX_LISTED;
use crate::golang::facts::{FileFacts, file_flag};

/// Why a file could not be read completely. The readable part of it is in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiagnosticKind {
    /// The parser reported errors.
    SyntaxErrors,
    /// The code is nested too deeply; the deepest levels were not read.
    NestedTooDeeply,
    /// Some bytes are not UTF-8.
    NotUtf8,
}

impl DiagnosticKind {
    /// The name used in reports and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::SyntaxErrors => "syntax-errors",
            Self::NestedTooDeeply => "nested-too-deeply",
            Self::NotUtf8 => "not-utf8",
        }
    }

    /// A phrase that is used in sentences.
    pub fn description(self) -> &'static str {
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
        .filter_map(|(kind, holds)| holds.then_some(kind))
    }
}

/// One problem of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDiagnostic {
    /// Relative to the root.
    pub path: String,
    #[serde(rename = "flaw")]
    pub kind: DiagnosticKind,
    /// The line where it begins, from 1; `None` if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// The diagnostics of a tree: all are counted, the first [`MAX_LISTED`] by path are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostics {
    pub counts: BTreeMap<DiagnosticKind, u64>,
    pub listed: Vec<FileDiagnostic>,
}

impl Diagnostics {
    /// Collects the diagnostics of files in order of path. O(files).
    pub(super) fn of<'f>(files: impl Iterator<Item = (&'f str, &'f FileFacts)>) -> Self {
        let mut found = Self::default();
        for (path, facts) in files {
            for kind in DiagnosticKind::of(facts) {
                *found.counts.entry(kind).or_default() += 1;
                if found.listed.len() < MAX_LISTED {
                    let line = if kind == DiagnosticKind::SyntaxErrors {
                        facts.errors.first().copied()
                    } else {
                        None
                    };
                    found.listed.push(FileDiagnostic { path: path.to_owned(), kind, line });
                }
            }
        }
        found
    }

    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }
}
