//! One question answered in full: what a change affects, with the tests that may execute it and a second opinion.

use rustc_hash::FxHashSet;

use super::affected_tests::{SetUps, TestIndex};
use super::likelihood::Likely;
use super::limits::{Limits, SURE, is_within};
use super::radius::{ListedTest, Radius, TestReason, by_sort};
use super::reach::{ReachedTests, TestReach};
use super::score_decay::ScoreDecay;
use super::spread::{Affected, Impact, Spreader, Start};
use super::steps::Steps;
use super::test_command::{TreeFacts, runs};
use crate::model::{EdgeId, EdgeKind, Graph, SymbolId, SymbolKind};
use crate::rank::{Intent, Personalization, Walker};

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
    index: TestIndex,
    /// Laid out when a question first asks for doubtful steps.
    reach: Option<TestReach>,
}

/// The reach of tests, laid out at the first call.
fn reach_of<'r>(
    reach: &'r mut Option<TestReach>,
    graph: &Graph<'_>,
    steps: &Steps,
    index: &TestIndex,
) -> &'r mut TestReach {
    reach.get_or_insert_with(|| TestReach::of(graph, steps, index.tests(graph)))
}

impl Surveyor {
    /// Finds the symbols that the starts affect. `generation` names the graph's content: equal numbers, equal columns.
    /// `tree` is where it was read.
    ///
    /// The first question about a graph costs O(symbols + edges), later ones what they touch.
    pub fn survey(
        &mut self,
        graph: &Graph<'_>,
        generation: u64,
        starts: &[Start],
        limits: Limits,
        tree: TreeFacts<'_>,
    ) -> Radius {
        // This task is never cancelled.
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
        tree: TreeFacts<'_>,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Radius> {
        self.arranged(graph, generation, starts, cancelled, |prepared, roots| {
            let Prepared { spreader, index, reach, .. } = prepared;
            let steps = spreader.steps();
            let reached = if limits.doubtful {
                reach_of(reach, graph, steps, index).reaching(&executed(graph, steps, roots), cancelled)?
            } else {
                surely_reached(steps, index, roots)
            };
            let code = code(prepared, graph, starts, roots, limits, cancelled)?;
            let (index, impact) = (&prepared.index, &code.impact);
            let build = tree.build_of(graph, roots);
            let is_in_build = |file| build.as_ref().is_some_and(|build| tree.is_in(graph, file, build));
            let changed = SetUps::changed(graph, roots);
            let affected = SetUps::reached(graph, impact, 0..impact.affected.len()).and(&reached.set_ups);
            let mut known = FxHashSet::default();
            let mut tests: Vec<ListedTest> = Vec::new();
            let mut list = |symbol: SymbolId, why: TestReason| {
                if known.insert(symbol) {
                    tests.push(ListedTest { symbol, why, likelihood: 0.0 });
                }
            };
            roots.iter().filter(|&&root| index.has(root)).for_each(|&root| list(root, TestReason::Changed));
            let set_up = changed.tests(graph, index, is_in_build);
            for (_, test) in set_up {
                list(test, TestReason::Changed);
            }
            let may_run = |test: SymbolId| reached.tests.binary_search(&test).is_ok();
            let rows = || impact.affected.iter().chain(&impact.hidden).map(|row| row.symbol).enumerate();
            rows()
                .filter(|&(_, symbol)| may_run(symbol))
                .for_each(|(row, test)| list(test, TestReason::Row(row)));
            let set_up = affected.tests(graph, index, is_in_build);
            for (row, test) in set_up {
                list(test, TestReason::SetUp(row));
            }
            reached.tests.iter().for_each(|&test| list(test, TestReason::Reached));
            if cancelled() {
                return None;
            }
            let is_whole = |dir: &str| changed.are_of_all(dir) || affected.are_of_all(dir);
            let all = tests.iter().map(|test| test.symbol);
            let runs = runs(graph, index, all, is_whole, build.as_ref(), tree);
            let is_left_out = |symbol: &SymbolId| index.has(*symbol) && !known.contains(symbol);
            let n_unreached = rows().filter(|(_, symbol)| is_left_out(symbol)).count();
            Some(Radius { tests, n_unreached, runs, ..code })
        })
    }

    /// Finds the symbols that the starts affect, without looking for the tests that execute it: the rows of
    /// [`Surveyor::survey`], in the same order. `None` once `cancelled` holds.
    ///
    /// The first question about a graph costs O(symbols + edges), later ones what they touch.
    pub fn affected_unless(
        &mut self,
        graph: &Graph<'_>,
        generation: u64,
        starts: &[Start],
        limits: Limits,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Radius> {
        self.arranged(graph, generation, starts, cancelled, |prepared, roots| {
            code(prepared, graph, starts, roots, limits, cancelled)
        })
    }

    /// Finds the symbols that depend on the starts, however unlikely a path makes it that they notice.
    ///
    /// The first question about a graph costs O(symbols + edges), later ones what they touch.
    pub fn dependants(
        &mut self,
        graph: &Graph<'_>,
        generation: u64,
        starts: &[Start],
        limits: Limits,
    ) -> Impact {
        // This task is never cancelled.
        let prepared = Prepared::kept(&mut self.prepared, graph, generation, &|| false);
        prepared.map(|prepared| prepared.spreader.impact_without_decay(starts, limits)).unwrap_or_default()
    }

    /// Finds the tests that may execute the starts, in order of their ids.
    ///
    /// The first question about a graph costs O(symbols + edges), later ones what they touch.
    pub fn tests(&mut self, graph: &Graph<'_>, generation: u64, starts: &[Start]) -> Vec<SymbolId> {
        // This task is never cancelled.
        let never = || false;
        let Some(prepared) = Prepared::kept(&mut self.prepared, graph, generation, &never) else {
            return Vec::new();
        };
        let roots = prepared.spreader.roots(starts);
        let Prepared { spreader, index, reach, .. } = prepared;
        let steps = spreader.steps();
        let reached = reach_of(reach, graph, steps, index).reaching(&executed(graph, steps, &roots), &never);
        reached.map(|reached| reached.tests).unwrap_or_default()
    }

    /// Orders the result of `found` for the roots of the starts by likelihood. Nearness is computed meanwhile.
    fn arranged(
        &mut self,
        graph: &Graph<'_>,
        generation: u64,
        starts: &[Start],
        cancelled: &(dyn Fn() -> bool + Sync),
        found: impl FnOnce(&mut Prepared, &[SymbolId]) -> Option<Radius>,
    ) -> Option<Radius> {
        let prepared = Prepared::kept(&mut self.prepared, graph, generation, cancelled)?;
        let roots = prepared.spreader.roots(starts);
        let seeds = Personalization::uniform(&roots);
        let survey = || found(prepared, &roots);
        let (near, found) = self.walker.walk_beside(graph, generation, Intent::Impact, &seeds, survey);
        let mut radius = Radius { near, ..found? };
        radius.arrange(graph, &Likely::new(graph, &roots, None));
        Some(radius)
    }
}

/// Finds the symbols that changes of some roots, which the spreader has queued, affect; no tests are listed yet.
fn code(
    prepared: &mut Prepared,
    graph: &Graph<'_>,
    starts: &[Start],
    roots: &[SymbolId],
    limits: Limits,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Radius> {
    let Prepared { spreader, index, .. } = prepared;
    let impact = spreader.spread_unless(roots.to_vec(), limits, cancelled)?;
    let is_next = |row: &&Affected| is_within(row.score, impact.at) && !index.has(row.symbol);
    let hidden = by_sort(graph, impact.hidden.iter().filter(is_next).map(|row| row.symbol));
    let implementing = implementing(graph, spreader.steps(), &impact);
    let among = among(spreader.steps(), starts, limits);
    let is_code = impact.affected.iter().map(|row| !index.has(row.symbol)).collect();
    Some(Radius { impact, hidden, among, is_code, implementing, ..Radius::default() })
}

/// Tests that reach `roots` over certain edges only (option `--sure`). O(steps to them).
fn surely_reached(steps: &Steps, index: &TestIndex, roots: &[SymbolId]) -> ReachedTests {
    let program = steps.program(roots);
    let mut seen: FxHashSet<SymbolId> = roots.iter().copied().collect();
    let mut open = roots.to_vec();
    while let Some(at) = open.pop() {
        let sure = steps.from(at).iter().filter(|step| step.strength >= SURE);
        let sure = sure.filter(|step| program.is_none_or(|program| steps.is_in(step.to, program)));
        open.extend(sure.map(|step| step.to).filter(|&to| seen.insert(to)));
    }
    let mut tests: Vec<SymbolId> = seen.into_iter().filter(|&symbol| index.has(symbol)).collect();
    tests.sort_unstable();
    ReachedTests { tests, set_ups: Vec::new() }
}

/// Returns the symbols whose execution changes: the changed ones, and those that have to satisfy an interface among
/// them.
fn executed(graph: &Graph<'_>, steps: &Steps, roots: &[SymbolId]) -> Vec<SymbolId> {
    let satisfying = roots.iter().flat_map(|&root| steps.from(root));
    let satisfying = satisfying.filter(|step| graph.edge(step.edge).kind == EdgeKind::Implements);
    let mut all: Vec<SymbolId> = roots.iter().copied().chain(satisfying.map(|step| step.to)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Prepared {
    /// The graph of a generation laid out: the one that is kept, or a new one in its place.
    fn kept<'k>(
        kept: &'k mut Option<Self>,
        graph: &Graph<'_>,
        generation: u64,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<&'k mut Self> {
        let prepared = match kept.take().filter(|prepared| prepared.generation == generation) {
            Some(prepared) => prepared,
            None => Self::of(graph, generation, cancelled)?,
        };
        Some(kept.insert(prepared))
    }

    fn of(graph: &Graph<'_>, generation: u64, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let spreader = Spreader::new(Steps::unless(graph, cancelled)?);
        Some(Self { generation, spreader, index: TestIndex::of(graph), reach: None })
    }
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
                score: start.score
                    * ScoreDecay::MEASURED.of(step.kind, start.change, 0)
                    * f64::from(step.strength),
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
