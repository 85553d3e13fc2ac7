//! What the Impact view asks for, and what comes back: what a change affects, and what past commits say of it.

use crate::app::list::Cursor;
use crate::history::History;
use crate::impact::cochange::{CoChanged, CoChanges};
use crate::impact::{CoChangeIndex, Likely, Limits, Radius, TestCommand};
use crate::index::Snapshot;
use crate::index::git::{Diff, Range};
use crate::model::{SymbolId, symbol_flag};
use crate::unused::Way;
use std::sync::Arc;

/// A pane of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    #[default]
    Main,
    Source,
    /// The tests, or what changes with the target.
    Below,
}

/// What would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A symbol, by its id in words: it outlives a rebuilt index.
    Symbol(String),
    Diff(Range),
}

/// A question for the workers.
#[derive(Clone)]
pub struct Request {
    pub snapshot: Arc<Snapshot>,
    pub target: Target,
    pub limits: Limits,
    /// What is typed into the filter.
    pub filter: String,
}

/// A question's answer.
#[derive(Clone)]
pub struct ImpactResult {
    pub snapshot: Arc<Snapshot>,
    pub target: Target,
    /// What changes: the target, or the changed symbols that the graph has.
    pub targets: Vec<SymbolId>,
    pub radius: Radius,
    /// What changed, where the target is a diff.
    pub diff: Option<Diff>,
    /// Ways to a target that nothing depends on, which no edge shows.
    pub ways: Vec<Way>,
    /// Why tests that are not listed may execute the change.
    pub ways_of_tests: Vec<Way>,
}

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    Filter,
    Range,
}

impl Pane {
    pub(super) const ALL: [Self; 3] = [Self::Main, Self::Source, Self::Below];

    pub(super) fn next(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
}

/// What the rows are in order of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// How likely each has to change too, by what the graph says.
    #[default]
    Likely,
    /// The same, past commits included where there are any.
    WithPast,
    /// How surely the change is felt.
    Score,
}

/// What the pane below shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Below {
    #[default]
    Tests,
    Partners,
}

/// A question about the past.
#[derive(Clone)]
pub struct PastRequest {
    pub snapshot: Arc<Snapshot>,
    pub target: Target,
    pub targets: Vec<SymbolId>,
}

/// What the past says of a target.
#[derive(Clone)]
pub struct HistoryDetails {
    pub snapshot: Arc<Snapshot>,
    pub target: Target,
    pub history: Arc<History>,
    pub co_changes: CoChanges,
}

/// The view's part that is about the past.
#[derive(Default)]
pub struct Past {
    pub order: Order,
    /// Whether rows tell how lively they are.
    pub churn: bool,
    pub below: Below,
    pub partner: Cursor,
    /// The newest answer, or why there is none.
    pub details: Option<Result<Arc<HistoryDetails>, String>>,
}

impl Past {
    pub(super) fn is_wanted(&self) -> bool {
        self.order == Order::WithPast || self.churn || self.below == Below::Partners
    }

    /// What is known about a blast.
    #[must_use]
    pub fn of(&self, blast: &ImpactResult) -> Option<&HistoryDetails> {
        let details = self.details.as_ref()?.as_ref().ok()?;
        let same = Arc::ptr_eq(&details.snapshot, &blast.snapshot) && details.target == blast.target;
        same.then_some(details)
    }

    /// Why nothing is known.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.details.as_ref()?.as_ref().err().map(String::as_str)
    }

    /// What changes with the target of a blast.
    #[must_use]
    pub fn partners(&self, blast: Option<&Arc<ImpactResult>>) -> &[CoChanged] {
        blast.and_then(|blast| self.of(blast)).map_or(&[], |details| &details.co_changes.partners)
    }

    /// What past commits say of a blast, where its order wants it.
    #[must_use]
    pub fn co_changes(&self, blast: &ImpactResult) -> Option<&CoChangeIndex> {
        let details = self.of(blast).filter(|_| self.order == Order::WithPast);
        details.map(|details| &details.co_changes.index)
    }

    /// Places of what runs tests of a blast, the likeliest to notice first.
    #[must_use]
    pub fn places_of(&self, blast: &ImpactResult, runs: &[TestCommand]) -> Vec<usize> {
        let Some(index) = self.co_changes(blast) else { return (0..runs.len()).collect() };
        let graph = blast.snapshot.graph();
        let tests = blast.radius.tests_by(&Likely::new(&graph, &blast.targets, Some(index)));
        Radius::places_of(runs, &tests)
    }

    /// The affected rows of a blast in the order wanted, those that a program wrote after all others.
    #[must_use]
    pub fn arranged(&self, blast: &ImpactResult) -> Vec<usize> {
        let (radius, graph) = (&blast.radius, blast.snapshot.graph());
        let near = |symbol| radius.standing(&graph, symbol);
        let mut rows = match self.order {
            Order::Score => radius.impact.in_order(near),
            Order::Likely | Order::WithPast => {
                Likely::new(&graph, &blast.targets, self.co_changes(blast)).order(&radius.impact, near)
            }
        };
        let affected = &radius.impact.affected;
        rows.sort_by_key(|&row| graph.symbol(affected[row].symbol).has(symbol_flag::GENERATED));
        rows
    }
}

/// All that can be chosen, as it was at one time.
#[derive(Clone, PartialEq)]
pub(super) struct Choices {
    pub(super) limits: Limits,
    pub(super) flat: bool,
    pub(super) hide_tests: bool,
    pub(super) order: Order,
    pub(super) churn: bool,
}
