//! One question answered in full: what a change affects, in the order to show it, with the tests and a second opinion.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::spread::{Impact, Limits, Spreader, Start};
use super::steps::Steps;
use super::suite::{Run, Suite, runs};
use crate::model::{EdgeKind, Graph, SymbolId};
use crate::rank::{Intent, Nearness, Personalization, Walker};

/// What a change affects, ready to be shown.
#[derive(Clone, Debug, Default)]
pub struct Radius {
    pub impact: Impact,
    /// Rows of [`Impact::affected`] that are no tests, in the order to show them.
    pub rows: Vec<usize>,
    /// Those that are, in the same order.
    pub tests: Vec<usize>,
    /// Tests that are run although nothing leads to them: those that change themselves, and all of the packages whose
    /// `TestMain` or `init` changes. None of them is a row.
    pub own_tests: Vec<SymbolId>,
    /// Tests to which nothing leads but that their `TestMain`, or an `init` of a test file beside them, is reached: the row of
    /// [`Impact::affected`] of that. None of them is a row.
    pub set_up: Vec<(SymbolId, usize)>,
    /// Those of all tests that the host's build leaves out: no line runs them.
    pub left_out: Vec<SymbolId>,
    /// Lines that run the tests, the package with the surest first: what changes itself stands before all else.
    pub runs: Vec<Run>,
    /// Of each row of [`Impact::affected`], whether it is a test.
    is_test: Vec<bool>,
    near: Arc<Nearness>,
}

/// Answers questions about one graph after the other, laying each out once.
#[derive(Debug, Default)]
pub struct Surveyor {
    prepared: Option<Prepared>,
    walker: Walker,
}

/// A graph laid out.
#[derive(Debug)]
struct Prepared {
    generation: u64,
    spreader: Spreader,
    suite: Suite,
}

impl Surveyor {
    /// What the starts affect. `generation` names the graph's content: equal numbers, equal columns. `modules` are
    /// the folders with a `go.mod`, relative to the root.
    ///
    /// The first question about a graph costs O(symbols + edges), later ones what they touch.
    pub fn survey(
        &mut self,
        graph: &Graph<'_>,
        generation: u64,
        starts: &[Start],
        limits: Limits,
        modules: &[&str],
    ) -> Radius {
        let prepared = self.prepared.take().filter(|prepared| prepared.generation == generation);
        let Prepared { spreader, suite, .. } =
            self.prepared.insert(prepared.unwrap_or_else(|| Prepared::of(graph, generation)));
        let roots = spreader.roots(starts);
        let seeds = Personalization::uniform(&roots);
        let mut own_tests = suite.of_changed(graph, &roots);
        let spread = || {
            let impact = spreader.spread(roots, limits);
            let is_test: Vec<bool> = impact.affected.iter().map(|a| suite.has(a.symbol)).collect();
            let tests = impact.affected.iter().zip(&is_test).filter(|(_, is_test)| **is_test);
            let tests: Vec<SymbolId> = tests.map(|(a, _)| a.symbol).collect();
            let reached = impact.affected.iter().map(|a| a.symbol).enumerate();
            let mut set_up = suite.of_set_up(graph, reached);
            if !(own_tests.is_empty() && set_up.is_empty()) {
                let mut reached: FxHashSet<SymbolId> = tests.iter().copied().collect();
                own_tests.retain(|test| !reached.contains(test));
                reached.extend(&own_tests);
                set_up.retain(|(test, _)| !reached.contains(test));
            }
            let after = set_up.iter().map(|(test, _)| test);
            let (runs, left_out) = runs(graph, own_tests.iter().chain(&tests).chain(after).copied(), modules);
            (impact, is_test, set_up, left_out, runs)
        };
        let (near, (impact, is_test, set_up, left_out, runs)) =
            self.walker.walk_beside(graph, generation, Intent::Impact, &seeds, spread);
        let order = impact.in_order(|symbol| near.score(symbol));
        let mut radius =
            Radius { impact, own_tests, set_up, left_out, runs, is_test, near, ..Radius::default() };
        radius.reorder(order);
        radius
    }
}

impl Prepared {
    fn of(graph: &Graph<'_>, generation: u64) -> Self {
        Self { generation, spreader: Spreader::new(Steps::of(graph)), suite: Suite::of(graph) }
    }
}

impl Radius {
    /// Puts rows and tests in another order, given as rows of [`Impact::affected`].
    pub fn reorder(&mut self, order: Vec<usize>) {
        (self.tests, self.rows) = order.into_iter().partition(|&row| self.is_test[row]);
    }

    /// How many tests there are to run.
    #[must_use]
    pub fn n_tests(&self) -> usize {
        self.own_tests.len() + self.tests.len() + self.set_up.len()
    }

    /// The lines that run the tests that are to be kept, in the order of [`Radius::runs`].
    pub fn runs_of(&self, mut keep: impl FnMut(SymbolId) -> bool) -> Vec<Run> {
        self.runs.iter().filter_map(|run| run.with(&mut keep)).collect()
    }

    /// What is affected and no test: how much of the code that one answers for, and how much of what tests are written
    /// with, the declarations of test files. `left_behind` is affected though it is no row. O(rows).
    pub fn n_affected(
        &self,
        graph: &Graph<'_>,
        left_behind: impl Iterator<Item = SymbolId>,
    ) -> (usize, usize) {
        let rows = self.rows.iter().map(|&row| self.impact.affected[row].symbol);
        let left_behind = left_behind.filter(|symbol| !self.own_tests.contains(symbol));
        let (helpers, code): (Vec<_>, Vec<_>) =
            rows.chain(left_behind).partition(|&symbol| graph.symbol(symbol).is_test());
        (code.len(), helpers.len())
    }

    /// The kinds of the edges along the best path to a row of [`Impact::affected`], the one next to the target first,
    /// neighbours that are equal counted: `accesses > calls x2`.
    #[must_use]
    pub fn chain(&self, graph: &Graph<'_>, row: usize) -> String {
        let path = self.impact.path(row);
        let kinds: Vec<EdgeKind> =
            path.iter().map(|&row| graph.edge(self.impact.affected[row].edge).kind).collect();
        let runs = kinds.chunk_by(|a, b| a == b).filter_map(|run| match run {
            [] => None,
            [one] => Some(one.word().to_owned()),
            [one, ..] => Some(format!("{} x{}", one.word(), run.len())),
        });
        runs.collect::<Vec<_>>().join(" > ")
    }

    /// What a walk from the targets towards what depends on them says of a symbol: Personalized `PageRank`, in [0, 1].
    #[must_use]
    pub fn nearness(&self, symbol: SymbolId) -> f64 {
        self.near.score(symbol)
    }
}
