//! The unknown parts of an answer: users of a target that nothing depends on, and tests that may be missing.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::impact::{Impact, Radius};
use crate::index::git::Diff;
use crate::index::{self, Snapshot};
use crate::model::{Graph, SymbolId, clean, counted};
use crate::relations::n_dependants;
use crate::unused::UnseenUse;

/// The unknown part of an answer.
pub(super) struct Unknown {
    /// Ways to a target that nothing depends on; `None` for any other target, and for a diff.
    pub(super) of_target: Option<Vec<UnseenUse>>,
    /// Why tests that are not listed may execute the change.
    pub(super) of_tests: Vec<UnseenUse>,
}

impl Unknown {
    pub(super) fn of(
        snapshot: &Snapshot,
        target: Option<SymbolId>,
        diff: Option<&Diff>,
        radius: &Radius,
    ) -> Self {
        let Impact { affected, below_threshold, beyond_depth, .. } = &radius.impact;
        let is_none = affected.is_empty() && below_threshold.symbols + beyond_depth.symbols == 0;
        let of_target = match target {
            Some(target) if is_none => Some(index::unseen_uses(snapshot, target, &|| false)),
            _ => None,
        };
        Self { of_target, of_tests: index::unseen_tests(snapshot, radius, diff) }
    }

    pub(super) fn complete(&self, answer: &mut Value) {
        let listed = |unseen: &[UnseenUse]| -> Value {
            unseen.iter().map(|one| json!({ "way": one.kind.name(), "describe": one.text })).collect()
        };
        answer["testsUnknown"] = listed(&self.of_tests);
        if let Some(unseen) = &self.of_target {
            answer["waysUnseen"] = listed(unseen);
        }
    }

    pub(super) fn print_of_tests(&self, out: &mut impl Write) -> io::Result<()> {
        if self.of_tests.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nwhat the list of tests cannot know:")?;
        self.of_tests.iter().try_for_each(|unseen| writeln!(out, "  {}", clean(&unseen.text)))
    }

    /// Why a target that nothing depends on may have dependants all the same: left out by `--sure`, or unknown.
    pub(super) fn unseen(&self, graph: &Graph<'_>, target: Option<SymbolId>, sure: bool) -> Option<String> {
        let target = target?;
        if graph.is_predeclared(target) {
            return graph.unseen(target);
        }
        let unseen = self.of_target.as_ref()?;
        let known = n_dependants(graph, target);
        if sure && known > 0 {
            let known = counted(known, "symbol");
            return Some(format!("nothing certain depends on it: --sure leaves out {known} that may"));
        }
        Some(match unseen.as_slice() {
            [] => "no known symbol depends on it, and nothing hints at another way to it".to_owned(),
            unseen => format!("no known symbol depends on it: {}", UnseenUse::describe_all(unseen)),
        })
    }
}
