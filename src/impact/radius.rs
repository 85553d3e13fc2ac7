//! The effects of a change, ready to be shown: the affected symbols in order, the tests, and the commands that run
//! them.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::likelihood::Likely;
use super::spread::{Affected, Impact};
use super::test_command::TestCommand;
use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind};
use crate::rank::Nearness;

/// The effects of a change, ready to be shown.
#[derive(Clone, Debug, Default)]
pub struct Radius {
    pub impact: Impact,
    /// Rows of [`Impact::affected`] that are no tests, in display order.
    pub rows: Vec<usize>,
    /// The tests to run, those first that are likeliest to notice the change; each once.
    pub tests: Vec<ListedTest>,
    /// Number of tests that depend on the change but cannot execute it: nothing that they run makes a value of the type
    /// which a call on the way needs.
    pub n_unreached: usize,
    /// Counts of non-test symbols that lowering the threshold to [`Impact::at`] would add, as [`Radius::n_affected`]
    /// counts them.
    pub hidden: (usize, usize, usize),
    /// Direct dependencies between two changed symbols of a diff. Both are roots, so neither is among the affected.
    /// Ordered by the symbol that is depended on, the surest first.
    pub among: Vec<Affected>,
    /// Lines that run the tests, the package with the likeliest first.
    pub runs: Vec<TestCommand>,
    /// True for the rows of [`Impact::affected`] that are no tests.
    pub(super) is_code: Vec<bool>,
    /// Rows of methods that implement a target, though a better path leads to them.
    pub(super) implementing: FxHashSet<usize>,
    pub(super) near: Arc<Nearness>,
}

/// A test that is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedTest {
    pub symbol: SymbolId,
    pub why: TestReason,
    /// Probability that it notices the change, in [0, 1].
    pub likelihood: f64,
}

/// Why a test is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestReason {
    /// It changes itself, or what changes runs before it.
    Changed,
    /// The change travels to it: a row of [`Impact::affected`] or of the hidden.
    Row(usize),
    /// A function that runs before it is affected: its row, if known.
    SetUp(Option<usize>),
    /// It may execute the change, though the path there is cut: too long, or too unlikely.
    Reached,
}

impl ListedTest {
    /// The row of the path that leads to it, or to what runs before it.
    pub fn row(&self) -> Option<usize> {
        match self.why {
            TestReason::Row(row) => Some(row),
            TestReason::SetUp(row) => row,
            TestReason::Changed | TestReason::Reached => None,
        }
    }
}

impl Radius {
    /// Puts rows, tests and the lines that run these in order of likelihood, given what past commits say where they were read.
    pub fn arrange(&mut self, graph: &Graph<'_>, likely: &Likely<'_>) {
        let order = likely.order(&self.impact, |symbol| self.standing(graph, symbol));
        self.reorder(&order);
        self.tests = self.tests_by(likely);
        let places = Self::places_of(&self.runs, &self.tests);
        let mut runs: Vec<Option<TestCommand>> =
            std::mem::take(&mut self.runs).into_iter().map(Some).collect();
        self.runs = places.into_iter().filter_map(|place| runs[place].take()).collect();
    }

    /// The tests to run with another opinion of how likely each notices the change, in the order of that.
    pub fn tests_by(&self, likely: &Likely<'_>) -> Vec<ListedTest> {
        let of = |test: &ListedTest| {
            let reach = test.row().and_then(|row| self.impact.row(row)).map(|row| row.score);
            match test.why {
                TestReason::Changed => 1.0,
                TestReason::Row(_) | TestReason::SetUp(_) | TestReason::Reached => {
                    likely.of_test(test.symbol, reach)
                }
            }
        };
        let mut tests: Vec<ListedTest> =
            self.tests.iter().map(|test| ListedTest { likelihood: of(test), ..*test }).collect();
        tests.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood).then(a.symbol.cmp(&b.symbol)));
        tests
    }

    /// Returns the places of the commands in the order of the tests: each command stands where its first test does.
    pub fn places_of(runs: &[TestCommand], tests: &[ListedTest]) -> Vec<usize> {
        let places: FxHashMap<SymbolId, usize> =
            tests.iter().enumerate().map(|(place, test)| (test.symbol, place)).collect();
        let mut all: Vec<usize> = (0..runs.len()).collect();
        all.sort_by_cached_key(|&run| runs[run].tests().filter_map(|test| places.get(&test)).min());
        all
    }

    /// Puts the rows in another order, given as rows of [`Impact::affected`].
    pub fn reorder(&mut self, order: &[usize]) {
        self.rows = order.iter().copied().filter(|&row| self.is_code[row]).collect();
    }

    /// Number of tests to run.
    pub fn n_tests(&self) -> usize {
        self.tests.len()
    }

    /// The commands for the tests that `keep` accepts, in the order of [`Radius::runs`].
    pub fn runs_of(&self, mut keep: impl FnMut(SymbolId) -> bool) -> Vec<TestCommand> {
        self.runs.iter().flat_map(|run| run.with(&mut keep)).collect()
    }

    /// Counts of affected symbols that are no tests: production code, test support, whole files. `left_behind` are affected
    /// symbols without a row. O(rows).
    pub fn n_affected(
        &self,
        graph: &Graph<'_>,
        left_behind: impl Iterator<Item = SymbolId>,
    ) -> (usize, usize, usize) {
        let rows = self.rows.iter().map(|&row| self.impact.affected[row].symbol);
        let is_listed = |symbol: &SymbolId| self.tests.iter().any(|test| test.symbol == *symbol);
        let left_behind = left_behind.filter(|symbol| !is_listed(symbol));
        by_sort(graph, rows.chain(left_behind))
    }

    /// The edge kinds along the best path to a row of [`Impact::affected`], from the target outwards, repetitions
    /// counted: `accesses > calls x2`. Begins with `implements` if the row also implements the target.
    pub fn chain(&self, graph: &Graph<'_>, row: usize) -> String {
        let path = self.impact.path(row);
        let kinds: Vec<EdgeKind> =
            path.iter().map(|&row| graph.edge(self.impact.affected[row].edge).kind).collect();
        let runs = kinds.chunk_by(|a, b| a == b).filter_map(|run| match run {
            [] => None,
            [one] => Some(one.name().to_owned()),
            [one, ..] => Some(format!("{} x{}", one.name(), run.len())),
        });
        let chain = runs.collect::<Vec<_>>().join(" > ");
        if self.implements(row) { format!("{}, {chain}", EdgeKind::Implements.name()) } else { chain }
    }

    /// Returns whether a row of [`Impact::affected`] is a method that implements a target, although its best path is
    /// another, such as a call through the interface.
    pub fn implements(&self, row: usize) -> bool {
        self.implementing.contains(&row)
    }

    /// Personalized `PageRank` of a symbol, walking from the targets to their dependants, in [0, 1].
    pub fn nearness(&self, symbol: SymbolId) -> f64 {
        self.near.score(symbol)
    }

    /// Like `nearness`, but with support code of tests behind production code; breaks ties.
    pub fn standing(&self, graph: &Graph<'_>, symbol: SymbolId) -> f64 {
        self.nearness(symbol) - f64::from(u8::from(graph.symbol(symbol).is_of_tests()))
    }
}

/// Counts symbols that are no tests: code of the program, helpers of tests, and files.
pub(super) fn by_sort(graph: &Graph<'_>, symbols: impl Iterator<Item = SymbolId>) -> (usize, usize, usize) {
    let (mut code, mut helpers, mut files) = (0, 0, 0);
    for symbol in symbols.map(|symbol| graph.symbol(symbol)) {
        *match () {
            () if symbol.kind() == SymbolKind::File => &mut files,
            () if symbol.is_of_tests() => &mut helpers,
            () => &mut code,
        } += 1;
    }
    (code, helpers, files)
}
