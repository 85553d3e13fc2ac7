//! The complete answer to an impact question: affected symbols in display order, tests with their commands, and a
//! second ranking.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::affected_tests::{SetUps, Suite};
use super::limits::{Limits, SURE, is_within};
use super::reach::TestReach;
use super::spread::{Affected, Impact, Spreader, Start};
use super::steps::Steps;
use super::test_command::{Run, Tree, runs};
use crate::model::{EdgeId, EdgeKind, Graph, SymbolId, SymbolKind};
use crate::rank::{Intent, Nearness, Personalization, Walker};

/// What a change affects, ready to be shown.
#[derive(Clone, Debug, Default)]
pub struct Radius {
    pub impact: Impact,
    /// Rows of [`Impact::affected`] that are no tests, in display order.
    pub rows: Vec<usize>,
    /// Rows that are tests, in the same order.
    pub tests: Vec<usize>,
    /// Tests to run that have no row: tests that changed themselves, and all tests of packages whose `TestMain` or
    /// `init` changed.
    pub own_tests: Vec<SymbolId>,
    /// Tests affected only through a `TestMain`, an `init` or a variable initialiser of their package, each with its row of
    /// [`Impact::affected`].
    pub set_up: Vec<(usize, SymbolId)>,
    /// Tests to run that the threshold hides, as rows of [`Impact::hidden`]: executing the change does not depend on
    /// the score.
    pub beneath: Vec<usize>,
    /// Tests that may execute the change, but have no known path: it is longer than the depth limit, or goes through
    /// one of many implementers of an interface. By id.
    pub unpathed: Vec<SymbolId>,
    /// The number of tests that depend on the change but cannot execute it: nothing they run creates a value of a
    /// type that a call on the path needs.
    pub n_unreached: usize,
    pub hidden: Hidden,
    /// Direct dependencies among the changed symbols of a diff, which are not in the affected. Grouped by the
    /// dependency, highest score first.
    pub among: Vec<Affected>,
    /// Commands that run the tests: changed tests first, then packages by their best score.
    pub runs: Vec<Run>,
    /// The sort of each row of [`Impact::affected`].
    sorts: Vec<Sort>,
    /// Rows of methods that implement a target but have a better path to it.
    implementing: FxHashSet<usize>,
    near: Arc<Nearness>,
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Code,
    /// A test that is run.
    Test,
    /// A test that cannot execute the change.
    Unreached,
}

/// What the threshold [`Impact::at`] would add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Affected symbols that are no tests, as in [`Radius::n_affected`].
    pub n_affected: (usize, usize, usize),
    pub n_tests: usize,
}

/// Answers impact questions about one graph at a time, preparing each graph once.
#[derive(Debug, Default)]
pub struct Surveyor {
    prepared: Option<Prepared>,
    walker: Walker,
}

/// The prepared data of a graph.
#[derive(Debug)]
struct Prepared {
    generation: u64,
    spreader: Spreader,
    suite: Suite,
    /// Made when a question first allows doubtful steps.
    reach: Option<TestReach>,
}

impl Surveyor {
    /// What the starts affect. `generation` names the graph's content: equal numbers, equal columns. `tree`
    /// is where it was read.
    ///
    /// The first question about a graph costs O(symbols + edges), later ones what they touch.
    pub fn survey(
        &mut self,
        graph: &Graph<'_>,
        generation: u64,
        starts: &[Start],
        limits: Limits,
        tree: Tree<'_>,
    ) -> Radius {
        // Without cancellation there is always a result.
        self.survey_unless(graph, generation, starts, limits, tree, &|| false).unwrap_or_default()
    }

    /// Does what [`Surveyor::survey`] does; `None` once `cancelled` holds, which is asked while a graph is laid out and while
    /// it is walked.
    pub fn survey_unless(
        &mut self,
        graph: &Graph<'_>,
        generation: u64,
        starts: &[Start],
        limits: Limits,
        tree: Tree<'_>,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Radius> {
        let prepared = self.prepared.take().filter(|prepared| prepared.generation == generation);
        let prepared = match prepared {
            Some(prepared) => prepared,
            None => Prepared::of(graph, generation, cancelled)?,
        };
        let Prepared { spreader, suite, reach, .. } = self.prepared.insert(prepared);
        let roots = spreader.roots(starts);
        let seeds = Personalization::uniform(&roots);
        let (changed, build) = (SetUps::changed(graph, &roots), tree.build_of(graph, &roots));
        let is_in_build = |file| build.as_ref().is_some_and(|build| tree.is_in(graph, file, build));
        let changed_set_up = changed.tests(graph, suite, is_in_build);
        let (mut own_tests, mut known) = own_tests(suite, &roots, &changed_set_up);
        let spread = || {
            // With certain steps only, the tests are those that these steps reach.
            let reached = if limits.doubtful {
                let steps = spreader.steps();
                let reach = reach.get_or_insert_with(|| TestReach::of(graph, steps, suite.tests(graph)));
                Some(reach.tests(&executed(graph, steps, &roots), cancelled)?)
            } else {
                None
            };
            let may_run =
                |test: SymbolId| reached.as_ref().is_none_or(|all| all.binary_search(&test).is_ok());
            let impact = spreader.spread_unless(roots, limits, cancelled)?;
            let implementing = implementing(graph, spreader.steps(), &impact);
            let among = among(spreader.steps(), starts, limits);
            let sort = |symbol: SymbolId| match suite.has(symbol) {
                false => Sort::Code,
                true if may_run(symbol) => Sort::Test,
                true => Sort::Unreached,
            };
            let sorts: Vec<Sort> = impact.affected.iter().map(|a| sort(a.symbol)).collect();
            let rows = impact.affected.iter().map(|a| a.symbol).enumerate();
            let mut tests: Vec<(usize, SymbolId)> =
                rows.filter(|&(row, _)| sorts[row] == Sort::Test).collect();
            let rows: FxHashSet<SymbolId> = tests.iter().map(|&(_, test)| test).collect();
            own_tests.retain(|test| !rows.contains(test));
            let shown = impact.affected.len();
            let below: Vec<usize> = (shown..shown + impact.hidden.len()).collect();
            let whole = in_full(&impact, starts);
            let (owed, below): (Vec<usize>, Vec<usize>) = below.into_iter().partition(|&row| {
                let symbol = impact.row(row).map(|row| row.symbol);
                let is_run = reached.is_some() && symbol.is_some_and(|symbol| sort(symbol) == Sort::Test);
                is_run || is_within(whole[row], limits.threshold)
            });
            let symbol = |row: usize| Some((row, impact.row(row)?.symbol));
            let is_test_at = |&(_, symbol): &(usize, SymbolId)| sort(symbol) == Sort::Test;
            let is_shown = |row: &usize| impact.row(*row).is_some_and(|row| is_within(row.score, impact.at));
            let affected = SetUps::reached(graph, &impact, (0..shown).chain(owed.iter().copied()));
            known.extend(rows);
            let beneath = owed.iter().copied().filter_map(symbol).filter(is_test_at);
            let beneath: Vec<(usize, SymbolId)> = beneath.filter(|&(_, test)| known.insert(test)).collect();
            tests.extend(&beneath);
            let mut set_up = affected.tests(graph, suite, is_in_build);
            set_up.retain(|&(_, test)| known.insert(test));
            tests.extend(&set_up);
            tests.sort_by_key(|&(row, _)| row);
            let unpathed: Vec<SymbolId> =
                reached.iter().flatten().copied().filter(|&test| known.insert(test)).collect();
            let is_whole = |dir: &str| changed.are_of_all(dir) || affected.are_of_all(dir);
            let all = own_tests.iter().copied().chain(tests.into_iter().map(|(_, test)| test));
            if cancelled() {
                return None;
            }
            let all = all.chain(unpathed.iter().copied());
            let runs = runs(graph, suite, all, is_whole, build.as_ref(), tree);
            let n_unreached = impact.affected.iter().chain(&impact.hidden);
            let n_unreached =
                n_unreached.filter(|row| suite.has(row.symbol) && !known.contains(&row.symbol)).count();
            let behind = SetUps::reached(graph, &impact, below.iter().copied().filter(is_shown));
            let would_be = owed.iter().chain(&below).copied().filter(is_shown).filter_map(symbol);
            let (tests, others): (Vec<SymbolId>, Vec<SymbolId>) =
                would_be.map(|(_, symbol)| symbol).partition(|&symbol| suite.has(symbol));
            let behind = behind.tests(graph, suite, is_in_build).into_iter().map(|(_, test)| test);
            let tests = tests.into_iter().filter(|&test| may_run(test));
            let n_tests = tests.chain(behind).filter(|&test| known.insert(test)).count();
            let hidden = Hidden { n_affected: by_sort(graph, others.into_iter()), n_tests };
            let beneath = beneath.into_iter().map(|(row, _)| row).collect();
            Some(((impact, sorts, implementing, among, hidden), runs, set_up, beneath, unpathed, n_unreached))
        };
        let (near, found) = self.walker.walk_beside(graph, generation, Intent::Impact, &seeds, spread);
        let ((impact, sorts, implementing, among, hidden), runs, set_up, beneath, unpathed, n_unreached) =
            found?;
        let mut radius = Radius {
            impact,
            own_tests,
            set_up,
            beneath,
            unpathed,
            n_unreached,
            hidden,
            among,
            runs,
            sorts,
            implementing,
            near,
            ..Radius::default()
        };
        let order = radius.impact.in_order(|symbol| radius.standing(graph, symbol));
        radius.reorder(&order);
        Some(radius)
    }
}

/// The symbols whose execution changes: the changed ones, and implementations of interface methods among them.
fn executed(graph: &Graph<'_>, steps: &Steps, roots: &[SymbolId]) -> Vec<SymbolId> {
    let satisfying = roots.iter().flat_map(|&root| steps.from(root));
    let satisfying = satisfying.filter(|step| graph.edge(step.edge).kind == EdgeKind::Implements);
    let mut all: Vec<SymbolId> = roots.iter().copied().chain(satisfying.map(|step| step.to)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Prepared {
    fn of(graph: &Graph<'_>, generation: u64, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let spreader = Spreader::new(Steps::unless(graph, cancelled)?);
        Some(Self { generation, spreader, suite: Suite::of(graph), reach: None })
    }
}

/// The changed tests and those that a changed `TestMain` or `init` prepares, without repetitions; also as a set.
fn own_tests(
    suite: &Suite,
    roots: &[SymbolId],
    set_up: &[(usize, SymbolId)],
) -> (Vec<SymbolId>, FxHashSet<SymbolId>) {
    let mut tests: Vec<SymbolId> = roots.iter().copied().filter(|&root| suite.has(root)).collect();
    let mut known: FxHashSet<SymbolId> = tests.iter().copied().collect();
    tests.extend(set_up.iter().map(|&(_, test)| test).filter(|&test| known.insert(test)));
    (tests, known)
}

impl Radius {
    /// Reorders rows, tests and commands by an order of the rows of [`Impact::affected`].
    pub fn reorder(&mut self, order: &[usize]) {
        let places = self.places_of(&self.runs, order.iter().copied());
        let mut runs: Vec<Option<Run>> = std::mem::take(&mut self.runs).into_iter().map(Some).collect();
        self.runs = places.into_iter().filter_map(|place| runs[place].take()).collect();
        let of = |sort: Sort| order.iter().copied().filter(|&row| self.sorts[row] == sort).collect();
        (self.tests, self.rows) = (of(Sort::Test), of(Sort::Code));
    }

    /// The order of some commands for an order of the rows of [`Impact::affected`]: each by its first test; those of
    /// changed tests first.
    #[must_use]
    pub fn places_of(&self, runs: &[Run], order: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut place_of = vec![usize::MAX; self.impact.affected.len() + self.impact.hidden.len()];
        for (place, row) in order.enumerate() {
            place_of[row] = place;
        }
        let rows = self.impact.affected.iter().map(|affected| affected.symbol).enumerate();
        let beneath = self.beneath.iter().filter_map(|&row| Some((row, self.impact.row(row)?.symbol)));
        let reached =
            rows.filter(|&(row, _)| self.sorts[row] == Sort::Test).chain(self.set_up.iter().copied());
        let places: FxHashMap<SymbolId, usize> =
            reached.chain(beneath).map(|(row, test)| (test, place_of[row])).collect();
        let first = |run: &Run| run.tests().map(|test| places.get(&test).copied()).min().flatten();
        let mut all: Vec<usize> = (0..runs.len()).collect();
        all.sort_by_cached_key(|&run| first(&runs[run]));
        all
    }

    /// The number of tests to run.
    #[must_use]
    pub fn n_tests(&self) -> usize {
        let listed = self.own_tests.len() + self.set_up.len() + self.tests.len();
        listed + self.beneath.len() + self.unpathed.len()
    }

    /// The commands for the tests that `keep` accepts, in the order of [`Radius::runs`].
    pub fn runs_of(&self, mut keep: impl FnMut(SymbolId) -> bool) -> Vec<Run> {
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
        let left_behind = left_behind.filter(|symbol| !self.own_tests.contains(symbol));
        by_sort(graph, rows.chain(left_behind))
    }

    /// The edge kinds along the best path to a row of [`Impact::affected`], from the target outwards, repetitions
    /// counted: `accesses > calls x2`. Begins with `implements` if the row also implements the target.
    #[must_use]
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

    /// Whether a row of [`Impact::affected`] is a method that implements a target, although its best path is another,
    /// such as a call through the interface.
    #[must_use]
    pub fn implements(&self, row: usize) -> bool {
        self.implementing.contains(&row)
    }

    /// Personalized `PageRank` of a symbol, walking from the targets to their dependants, in [0, 1].
    #[must_use]
    pub fn nearness(&self, symbol: SymbolId) -> f64 {
        self.near.score(symbol)
    }

    /// Like `nearness`, but with support code of tests behind production code; breaks ties.
    #[must_use]
    pub fn standing(&self, graph: &Graph<'_>, symbol: SymbolId) -> f64 {
        self.nearness(symbol) - f64::from(u8::from(graph.symbol(symbol).is_of_tests()))
    }
}

/// The score that each row, including hidden ones, would have if every start's score were 1. O(rows).
fn in_full(impact: &Impact, starts: &[Start]) -> Vec<f64> {
    let mut of: FxHashMap<SymbolId, f64> = FxHashMap::default();
    for start in starts {
        let score = of.entry(start.symbol).or_insert(start.score);
        *score = score.max(start.score);
    }
    let mut started: Vec<f64> = Vec::with_capacity(impact.affected.len() + impact.hidden.len());
    // Parents stand before their children.
    for row in impact.affected.iter().chain(&impact.hidden) {
        let of_start = || of.get(&row.parent).copied().unwrap_or(1.0);
        started.push(row.via.map_or_else(of_start, |via| started[via as usize]));
    }
    impact.affected.iter().chain(&impact.hidden).zip(started).map(|(row, start)| row.score / start).collect()
}

/// See [`Radius::implements`]. O(steps of targets that are methods of interfaces + rows, if there are any).
fn implementing(graph: &Graph<'_>, steps: &Steps, impact: &Impact) -> FxHashSet<usize> {
    let is_implementing = |edge: EdgeId| graph.edge(edge).kind == EdgeKind::Implements;
    let targets =
        impact.roots.iter().filter(|&&root| graph.symbol(root).kind() == SymbolKind::InterfaceMethod);
    let steps = targets.flat_map(|&target| steps.from(target)).filter(|step| is_implementing(step.edge));
    let methods: FxHashSet<SymbolId> = steps.map(|step| step.to).collect();
    if methods.is_empty() {
        return FxHashSet::default();
    }
    let rows = impact.affected.iter().enumerate();
    rows.filter(|(_, row)| methods.contains(&row.symbol) && !is_implementing(row.edge))
        .map(|(row, _)| row)
        .collect()
}

/// See [`Radius::among`]. What a target holds changes with it as a whole, and is no change of its own.
/// O(steps of the starts).
fn among(steps: &Steps, starts: &[Start], limits: Limits) -> Vec<Affected> {
    let changes = || starts.iter().filter(|start| !start.members && start.symbol.ix() < steps.n_symbols());
    let changed: FxHashSet<SymbolId> = changes().map(|start| start.symbol).collect();
    let mut all = Vec::new();
    for start in changes() {
        let mut ways: Vec<Affected> = steps
            .from(start.symbol)
            .iter()
            .filter(|step| step.to != start.symbol && changed.contains(&step.to))
            .filter(|step| limits.doubtful || step.strength >= SURE)
            .map(|step| Affected {
                symbol: step.to,
                score: start.score * f64::from(step.strength),
                depth: 1,
                parent: start.symbol,
                via: None,
                edge: step.edge,
            })
            .filter(|way| is_within(way.score, limits.threshold))
            .collect();
        ways.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.symbol.cmp(&b.symbol)));
        let mut seen = FxHashSet::default();
        all.extend(ways.into_iter().filter(|way| seen.insert(way.symbol)));
    }
    all
}

/// Counts symbols that are no tests: production code, test support, whole files.
fn by_sort(graph: &Graph<'_>, symbols: impl Iterator<Item = SymbolId>) -> (usize, usize, usize) {
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
