//! Personalized `PageRank` by Forward Push (Andersen, Chung, Lang 2006), which is local and has a known error.
//!
//! Every symbol has an estimate and a residual. A *push* moves `1 - d` of the residual of a symbol into its estimate,
//! and distributes the rest to the residuals of its neighbours in proportion to the weights of the steps. At any time
//! `exact score = estimate + (sum over u of residual(u) x exact score of a walk from u)`, so the estimates are too
//! small by exactly the sum of the residuals. Symbols are pushed in rounds while their residual is above their
//! threshold, so the walk touches only what is near the seeds, however large the graph is. Each round goes in order
//! of id, because the steps and residuals of the symbols of one file are adjacent in memory. A round leaves at most
//! `d` of the mass that was above the thresholds, so there are a few dozen rounds.
//!
//! The threshold is [`THRESHOLD`]. If the walk follows edges in both directions, it is [`THRESHOLD`] for each edge of
//! the symbol. Otherwise a hub with a thousand dependants would be pushed again and again to give each of them almost
//! nothing (on 100,000 symbols that took 58 ms instead of 2.5).
//!
//! A walk that is at a symbol without steps returns to the seeds. A push can return mass to the pushed symbol itself,
//! by a recursive call or because the symbol is a seed. This is a geometric series, which is summed in closed form
//! instead of by many pushes.

use serde::Serialize;

use super::personal::Personalization;
use super::transitions::{Transitions, WalkStep};
use crate::model::{Graph, SymbolId};

/// Probability of following an edge rather than returning to the seeds.
pub const WALK_DAMPING: f64 = 0.75;
/// The largest residual that is not pushed. If the walk follows edges in both directions, it is multiplied by the
/// number of edges of the symbol.
pub const THRESHOLD: f64 = 1e-6;
/// Up to this number of seeds, mass at a symbol without steps returns to the seeds at once. A package as the seed
/// gives thousands of seeds, and as many symbols without steps. Then the mass is collected and returned together, or
/// each such symbol would cost a loop over all seeds.
const MAX_DIRECT_SEEDS: usize = 64;

/// The result of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PushReport {
    /// The sum of the residuals. It is the amount by which the scores fall short of the sum 1, so it bounds the error
    /// of each.
    pub error_bound: f64,
    pub pushes: u32,
    /// Number of symbols that received any mass.
    pub touched: u32,
    pub threshold: f64,
    /// True if the threshold was multiplied by the number of edges of each symbol.
    pub per_degree: bool,
}

/// Relevance to the seeds: the positive scores in order of id, and how the walk went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nearness {
    scores: Vec<(SymbolId, f64)>,
    /// For each 64 symbols, which of them have a score, up to the last symbol that has one.
    blocks: Vec<ScoredBlock>,
    pub report: PushReport,
}

/// The symbols, of 64, that have a score, and the number of symbols before them that have one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ScoredBlock {
    scored: u64,
    before: u32,
}

/// Memory that is kept between walks, so that a walk pays only for the symbols that it touches. All 0 between walks.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    residuals: Vec<f64>,
    estimates: Vec<f64>,
    /// One element for each 64 symbols.
    marks: Vec<BlockMarks>,
    /// The symbols of the current round, kept for its capacity.
    round: Vec<u32>,
}

/// The symbols, of 64, that received mass, and those that may be due for a push.
#[derive(Clone, Copy, Debug, Default)]
struct BlockMarks {
    touched: u64,
    due: u64,
}

/// The symbols in `set`, lowest first. Bit `i` of the set stands for symbol `64 * block_ix + i`.
fn symbols_of_block(block_ix: u32, mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(block_ix << 6 | lowest)
    })
}

impl Nearness {
    /// The symbols with a score, in order of id.
    pub fn scores(&self) -> &[(SymbolId, f64)] {
        &self.scores
    }

    /// The score of a symbol; 0 if the walk did not reach it. O(1).
    pub fn score(&self, symbol: SymbolId) -> f64 {
        let bit = 1 << (symbol.0 & 63);
        let block = self.blocks.get(symbol.ix() >> 6).filter(|block| block.scored & bit != 0);
        block.map_or(0.0, |block| {
            let earlier = (block.scored & (bit - 1)).count_ones();
            self.scores[(block.before + earlier) as usize].1
        })
    }

    /// The `k` nearest symbols, nearest first, with ties in order of id.
    pub fn top(&self, k: usize) -> Vec<(SymbolId, f64)> {
        let nearer = |a: &(SymbolId, f64), b: &(SymbolId, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        let mut top = self.scores.clone();
        if k < top.len() {
            top.select_nth_unstable_by(k, nearer);
            top.truncate(k);
        }
        top.sort_unstable_by(nearer);
        top
    }
}

/// Walks from the seeds until no residual is above its threshold. At most `1/((1 - d) threshold)` pushes, each with a
/// cost proportional to the steps of the symbol, and one word for each 64 symbols of the graph in each round.
pub(super) fn push(
    graph: &Graph<'_>,
    transitions: &mut Transitions,
    seeds: &Personalization,
    scratch: &mut Scratch,
) -> Nearness {
    let n = transitions.n_symbols();
    scratch.residuals.resize(n, 0.0);
    scratch.estimates.resize(n, 0.0);
    scratch.marks.resize(n.div_ceil(64), BlockMarks::default());
    let mut walk = PushState { graph, transitions, scratch, seeds, collected: 0.0, pushes: 0 };
    for &(seed, weight) in seeds.entries() {
        walk.arrive(seed.0, weight);
    }
    loop {
        let round = walk.round();
        if round.is_empty() && !walk.go_back() {
            return walk.finish();
        }
        for &node in &round {
            walk.push(node);
        }
        walk.scratch.round = round;
    }
}

struct PushState<'w> {
    graph: &'w Graph<'w>,
    transitions: &'w mut Transitions,
    scratch: &'w mut Scratch,
    seeds: &'w Personalization,
    /// Mass that was collected at symbols without steps, and is to return to the seeds.
    collected: f64,
    pushes: u32,
}

impl PushState<'_> {
    /// Adds to the residual of a symbol, and marks the symbol as due if its residual is above the threshold.
    fn arrive(&mut self, node: u32, mass: f64) {
        let Scratch { residuals, marks, .. } = &mut *self.scratch;
        let units = self.transitions.units(SymbolId(node));
        arrive(residuals, marks, WalkStep { to: node, weight: 1.0, units }, mass);
    }

    /// Takes the symbols that are due, in order of id.
    fn round(&mut self) -> Vec<u32> {
        let mut round = std::mem::take(&mut self.scratch.round);
        round.clear();
        for (marks, block_ix) in self.scratch.marks.iter_mut().zip(0u32..) {
            round.extend(symbols_of_block(block_ix, std::mem::take(&mut marks.due)));
        }
        round
    }

    /// The part of a seed in the start vector; 0 for other symbols.
    fn part(&self, node: u32) -> f64 {
        let seeds = self.seeds.entries();
        seeds.binary_search_by_key(&node, |(seed, _)| seed.0).map_or(0.0, |ix| seeds[ix].1)
    }

    /// Distributes the collected mass to the seeds, and returns whether there was any.
    fn go_back(&mut self) -> bool {
        let collected = std::mem::take(&mut self.collected);
        if collected > 0.0 {
            let seeds = self.seeds;
            for &(seed, part) in seeds.entries() {
                self.arrive(seed.0, collected * part);
            }
        }
        collected > 0.0
    }

    fn push(&mut self, node: u32) {
        let residual = &mut self.scratch.residuals[node as usize];
        // A symbol can be marked as due before its push in the previous round, which then pushed this mass, too.
        if *residual <= THRESHOLD * f64::from(self.transitions.units(SymbolId(node))) {
            return;
        }
        let row = self.transitions.row(self.graph, SymbolId(node));
        let residual = std::mem::take(residual);
        self.pushes += 1;
        let has_steps = row.per_weight > 0.0;
        let collects = !has_steps && self.seeds.entries().len() > MAX_DIRECT_SEEDS;
        // The part of the outflow that returns to the symbol itself.
        let back = match has_steps {
            true => row.stay,
            false if collects => 0.0,
            false => self.part(node),
        };
        // All mass that ever passes through here: r + (d back) r + (d back)^2 r + ... Mostly `back` is 0, and a
        // division costs as much as three steps, so it is avoided.
        let passing = if back > 0.0 { residual / (1.0 - WALK_DAMPING * back) } else { residual };
        self.scratch.estimates[node as usize] += (1.0 - WALK_DAMPING) * passing;

        let outflow = WALK_DAMPING * passing;
        if has_steps {
            let Scratch { residuals, marks, .. } = &mut *self.scratch;
            let (residuals, marks) = (&mut residuals[..], &mut marks[..]);
            for &step in self.transitions.steps(row) {
                arrive(residuals, marks, step, outflow * row.per_weight);
            }
        } else if collects {
            self.collected += outflow;
        } else {
            let seeds = self.seeds;
            for &(seed, part) in seeds.entries().iter().filter(|(seed, _)| seed.0 != node) {
                self.arrive(seed.0, outflow * part);
            }
        }
    }

    /// Reads the result from the touched cells, and leaves the scratch memory clean for the next walk.
    fn finish(self) -> Nearness {
        let Scratch { residuals, estimates, marks, .. } = self.scratch;
        let mut report = PushReport {
            error_bound: 0.0,
            pushes: self.pushes,
            touched: marks.iter().map(|marks| marks.touched.count_ones()).sum(),
            threshold: THRESHOLD,
            per_degree: self.transitions.goes_both_ways(),
        };
        let mut scores = Vec::with_capacity(report.touched as usize);
        let mut blocks = Vec::with_capacity(marks.len());
        for (marks, block_ix) in marks.iter_mut().zip(0u32..) {
            let mut block = ScoredBlock { scored: 0, before: scores.len() as u32 };
            for node in symbols_of_block(block_ix, std::mem::take(&mut marks.touched)) {
                report.error_bound += std::mem::take(&mut residuals[node as usize]);
                let estimate = std::mem::take(&mut estimates[node as usize]);
                if estimate > 0.0 {
                    block.scored |= 1 << (node & 63);
                    scores.push((SymbolId(node), estimate));
                }
            }
            blocks.push(block);
        }
        // Blocks after the last symbol with a score are not needed.
        blocks.truncate(scores.last().map_or(0, |last| last.0.ix() / 64 + 1));
        Nearness { scores, blocks, report }
    }
}

/// Passes mass over a step, `unit` for each unit of its weight, and marks the target as due if its residual is above
/// its threshold.
///
/// There is no branch, so that the processor can load many residuals at once. A branch on each residual would be
/// predicted badly, and make it wait for one load after the other.
fn arrive(residuals: &mut [f64], marks: &mut [BlockMarks], step: WalkStep, unit: f64) {
    let residual = &mut residuals[step.to as usize];
    *residual += unit * f64::from(step.weight);
    let is_due = *residual > THRESHOLD * f64::from(step.units);
    let (marks, bit) = (&mut marks[(step.to >> 6) as usize], step.to & 63);
    marks.due |= u64::from(is_due) << bit;
    marks.touched |= 1 << bit;
}
