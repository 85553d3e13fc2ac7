//! Requests of the Impact view and their answers: effects of a change, and facts from past commits.

use crate::history::History;
use crate::impact::cochange::CoChanges;
use crate::impact::{CoChangeIndex, Likely, Limits, Radius, TestCommand, TestTiers, WorkGroup, WorkList};
use crate::index::Snapshot;
use crate::index::git::{Diff, Range};
use crate::model::{SymbolId, symbol_flag};
use crate::unused::UnseenUse;
use std::sync::Arc;

/// The thing that would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImpactTarget {
    /// A symbol, by its id in words: it outlives a rebuilt index.
    Symbol(String),
    Diff(Range),
}

impl ImpactTarget {
    /// The changes that are not committed.
    pub fn working_tree() -> Self {
        Self::Diff(Range::WorkTree { since: "HEAD".to_owned() })
    }
}

/// The keys of the places that were ticked off in diffs, by the diff's range; the diff looked at last comes last.
pub type Ticked = Vec<(String, Vec<String>)>;

/// A question for the workers.
#[derive(Clone)]
pub struct ImpactRequest {
    pub snapshot: Arc<Snapshot>,
    pub target: ImpactTarget,
    pub limits: Limits,
    /// The text typed into the filter.
    pub filter: String,
}

/// A question's answer.
#[derive(Clone)]
pub struct ImpactResult {
    pub snapshot: Arc<Snapshot>,
    pub target: ImpactTarget,
    /// The symbols that change: the target, or the changed symbols that the graph has.
    pub targets: Vec<SymbolId>,
    pub radius: Radius,
    /// The diff, if the target is one.
    pub diff: Option<Diff>,
    /// The places to see to, in groups, and the tests by their distance.
    pub work: WorkList,
    pub tiers: TestTiers,
    /// Ways to a target that nothing depends on, which no edge shows.
    pub unseen_uses: Vec<UnseenUse>,
    /// Why tests that are not listed may execute the change.
    pub unseen_tests: Vec<UnseenUse>,
}

impl ImpactResult {
    /// Returns whether all code compiles that did not in an earlier answer about the same diff.
    pub(super) fn mends(&self, earlier: &Self) -> bool {
        let compiles = self.diff.as_ref().is_some_and(|diff| diff.broken.as_ref().is_some_and(Vec::is_empty));
        compiles && self.target == earlier.target && earlier.work.of_group(WorkGroup::WontCompile).len() > 0
    }
}

/// The form of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListForm {
    /// Groups in the order of work.
    Work,
    /// The tree of best paths.
    Tree,
    /// All by the figure that orders them.
    Flat,
}

impl ListForm {
    pub(super) const ALL: [Self; 3] = [Self::Work, Self::Tree, Self::Flat];

    pub fn name(self) -> &'static str {
        match self {
            Self::Work => "in the order of work",
            Self::Tree => "as a tree, scores decaying with each step",
            Self::Flat => "flat, by score",
        }
    }
}

/// The order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactOrder {
    /// By how likely each must change too, from the graph alone.
    #[default]
    Likely,
    /// The same, past commits included if there are any.
    WithPast,
    /// By the score: how surely the change reaches the row.
    Score,
}

impl ImpactOrder {
    pub(super) const ALL: [Self; 3] = [Self::Likely, Self::WithPast, Self::Score];
}

/// A question about the past.
#[derive(Clone)]
pub struct PastRequest {
    pub snapshot: Arc<Snapshot>,
    pub target: ImpactTarget,
    pub targets: Vec<SymbolId>,
}

/// Facts from past commits about a target.
#[derive(Clone)]
pub struct HistoryDetails {
    pub snapshot: Arc<Snapshot>,
    pub target: ImpactTarget,
    pub history: Arc<History>,
    pub co_changes: CoChanges,
}

/// The state of what the view shows from past commits.
#[derive(Default)]
pub struct PastChoices {
    pub order: ImpactOrder,
    /// True if rows show how often they change.
    pub churn: bool,
    /// True if what changed with the target is wanted.
    pub partners: bool,
    /// The newest answer, or why there is none.
    pub details: Option<Result<Arc<HistoryDetails>, String>>,
}

impl PastChoices {
    pub(super) fn is_wanted(&self) -> bool {
        self.order == ImpactOrder::WithPast || self.churn || self.partners
    }

    /// The details from past commits for this result, if they are there.
    pub fn of(&self, blast: &ImpactResult) -> Option<&HistoryDetails> {
        let details = self.details.as_ref()?.as_ref().ok()?;
        let same = Arc::ptr_eq(&details.snapshot, &blast.snapshot) && details.target == blast.target;
        same.then_some(details)
    }

    /// Why there are no such details.
    pub fn problem(&self) -> Option<&str> {
        self.details.as_ref()?.as_ref().err().map(String::as_str)
    }

    /// The co-changes that order this result, if the chosen order uses them.
    pub fn co_changes(&self, blast: &ImpactResult) -> Option<&CoChangeIndex> {
        let details = self.of(blast).filter(|_| self.order == ImpactOrder::WithPast);
        details.map(|details| &details.co_changes.index)
    }

    /// Indices of `runs`, those first whose tests are likeliest to fail.
    pub fn places_of(&self, blast: &ImpactResult, runs: &[TestCommand]) -> Vec<usize> {
        let Some(index) = self.co_changes(blast) else { return (0..runs.len()).collect() };
        let graph = blast.snapshot.graph();
        let tests = blast.radius.tests_by(&Likely::new(&graph, &blast.targets, Some(index)));
        Radius::places_of(runs, &tests)
    }

    /// The affected rows in the chosen order, generated ones after all others.
    pub fn arranged(&self, blast: &ImpactResult) -> Vec<usize> {
        let (radius, graph) = (&blast.radius, blast.snapshot.graph());
        let near = |symbol| radius.standing(&graph, symbol);
        let mut rows = match self.order {
            ImpactOrder::Score => radius.impact.in_order(near),
            ImpactOrder::Likely | ImpactOrder::WithPast => {
                Likely::new(&graph, &blast.targets, self.co_changes(blast)).order(&radius.impact, near)
            }
        };
        let affected = &radius.impact.affected;
        rows.sort_by_key(|&row| graph.symbol(affected[row].symbol).has(symbol_flag::GENERATED));
        rows
    }
}

/// All choices of the view at one time, for undo.
#[derive(Clone, PartialEq)]
pub(in crate::app) struct ImpactChoices {
    pub(super) limits: Limits,
    pub(super) form: [ListForm; 2],
    pub(super) hide_tests: bool,
    pub(super) order: ImpactOrder,
    pub(super) churn: bool,
}
