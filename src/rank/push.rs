//! Personalized `PageRank` by Forward Push (Andersen, Chung, Lang 2006): local, with a known error.
//!
//! Every symbol has an estimate and a residual. A *push* moves `1 - d` of a symbol's residual into its estimate and
//! hands the rest to its neighbours' residuals in proportion to the steps' weights. At any moment
//! `truth = estimate + (sum over u of residual(u) x walk from u)`, so estimates are too small by exactly the residual
//! left over, in total. Symbols are pushed in rounds while their residual exceeds their threshold, so only what lies near
//! the seeds is ever touched, however large the graph. Each round goes in order of id: symbols of a file stand together,
//! and so do their steps and residuals in memory. Each leaves at most `d` of the mass that was above the thresholds, so
//! there are a few dozen.
//!
//! The threshold is [`THRESHOLD`]; where steps go both with and against the edges it is that for each possible step.
//! Otherwise a hub that a thousand symbols lean on would be pushed again and again to say next to nothing to each (on
//! 100,000 symbols 58 ms instead of 2.5).
//!
//! A walker at a symbol without steps goes back to the seeds. Mass that a push would hand to the pushed symbol itself,
//! over a recursive call or as a seed, is the geometric series in closed form rather than many pushes.

use serde::Serialize;

use super::personal::Personalization;
use super::transitions::{Step, Transitions};
use crate::model::SymbolId;

/// Probability of following an edge rather than returning to the seeds.
pub const WALK_DAMPING: f64 = 0.75;
/// Residual that is not worth a push (for each step of the symbol where the walk goes both ways).
pub const THRESHOLD: f64 = 1e-6;
/// Seeds up to which each walker without steps goes back by itself. A package as the seed has thousands, and as many
/// symbols that nobody depends on: there walkers wait and go back together, or each of them would cost all seeds.
const FEW: usize = 64;

/// How a walk went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PushReport {
    /// Mass left in residuals: what the scores fall short of 1, their total error, and a bound on the error of each.
    pub error_bound: f64,
    pub pushes: u32,
    /// Symbols that any mass arrived at.
    pub touched: u32,
    pub threshold: f64,
    /// Whether [`PushReport::threshold`] was for each step of a symbol.
    pub per_degree: bool,
}

/// Relevance to the seeds: positive scores in order of id, and how they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nearness {
    scores: Vec<(SymbolId, f64)>,
    /// Where to find them, for 64 symbols each, up to the last that has one.
    places: Vec<Place>,
    pub report: PushReport,
}

/// Which of 64 symbols have a score, and how many symbols before them have one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Place {
    scored: u64,
    before: u32,
}

/// Memory that walks share, so that each pays only for what it touches. All 0 between walks.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    residuals: Vec<f64>,
    estimates: Vec<f64>,
    /// For 64 symbols each.
    marks: Vec<Marks>,
    /// Symbols of a round.
    round: Vec<u32>,
}

/// Which of 64 symbols mass arrived at, and which may be due for a push.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    touched: u64,
    due: u64,
}

/// The bits of a set of 64 symbols, lowest first, the set being the `nth` of a graph.
fn members(nth: u32, mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(nth << 6 | lowest)
    })
}

impl Nearness {
    /// Symbols with a score, in order of id.
    #[must_use]
    pub fn scores(&self) -> &[(SymbolId, f64)] {
        &self.scores
    }

    /// The score of a symbol; 0 where the walk did not come. O(1).
    #[must_use]
    pub fn score(&self, symbol: SymbolId) -> f64 {
        let bit = 1 << (symbol.0 & 63);
        let place = self.places.get(symbol.ix() >> 6).filter(|place| place.scored & bit != 0);
        place.map_or(0.0, |place| {
            let earlier = (place.scored & (bit - 1)).count_ones();
            self.scores[(place.before + earlier) as usize].1
        })
    }

    /// The `k` nearest, nearest first, ties by id.
    #[must_use]
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

/// Walks from the seeds until no residual exceeds its threshold. At most `1/((1 - d) threshold)` pushes, each at the
/// cost of the symbol's steps; and a look at one word for 64 symbols of the graph in each round.
pub(super) fn push(transitions: &Transitions, seeds: &Personalization, scratch: &mut Scratch) -> Nearness {
    let n = transitions.n_nodes();
    scratch.residuals.resize(n, 0.0);
    scratch.estimates.resize(n, 0.0);
    scratch.marks.resize(n.div_ceil(64), Marks::default());
    let mut walk = Walk { transitions, scratch, seeds, waiting: 0.0, pushes: 0 };
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

struct Walk<'w> {
    transitions: &'w Transitions,
    scratch: &'w mut Scratch,
    seeds: &'w Personalization,
    /// Mass on its way back to the seeds.
    waiting: f64,
    pushes: u32,
}

impl Walk<'_> {
    /// Adds to a symbol's residual, and marks it when that is enough for a push.
    fn arrive(&mut self, node: u32, mass: f64) {
        let Scratch { residuals, marks, .. } = &mut *self.scratch;
        arrive(residuals, marks, Step { to: node, weight: 1.0, units: self.transitions.units(node) }, mass);
    }

    /// The symbols marked, in order of id, leaving none.
    fn round(&mut self) -> Vec<u32> {
        let mut round = std::mem::take(&mut self.scratch.round);
        round.clear();
        for (marks, nth) in self.scratch.marks.iter_mut().zip(0u32..) {
            round.extend(members(nth, std::mem::take(&mut marks.due)));
        }
        round
    }

    /// The seed's part in the vector to which a walker returns; 0 for other symbols.
    fn part(&self, node: u32) -> f64 {
        let seeds = self.seeds.entries();
        seeds.binary_search_by_key(&node, |(seed, _)| seed.0).map_or(0.0, |ix| seeds[ix].1)
    }

    /// Gives what waits to the seeds; whether anything did.
    fn go_back(&mut self) -> bool {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting > 0.0 {
            let seeds = self.seeds;
            for &(seed, part) in seeds.entries() {
                self.arrive(seed.0, waiting * part);
            }
        }
        waiting > 0.0
    }

    fn push(&mut self, node: u32) {
        let transitions = self.transitions;
        let row = transitions.row(node);
        let residual = &mut self.scratch.residuals[node as usize];
        // Marked before its push in the round before, and pushed with what it was marked for.
        if *residual <= THRESHOLD * f64::from(transitions.units_of(&row)) {
            return;
        }
        let residual = std::mem::take(residual);
        self.pushes += 1;
        let leads_on = row.per_weight > 0.0;
        let waits = !leads_on && self.seeds.entries().len() > FEW;
        // The part of the outflow that comes straight back.
        let back = match leads_on {
            true => row.stay,
            false if waits => 0.0,
            false => self.part(node),
        };
        // All that ever passes through here: r + (d back) r + (d back)^2 r + ...; mostly nothing comes back, and a
        // division costs as much as three steps.
        let passing = if back > 0.0 { residual / (1.0 - WALK_DAMPING * back) } else { residual };
        self.scratch.estimates[node as usize] += (1.0 - WALK_DAMPING) * passing;

        let outflow = WALK_DAMPING * passing;
        if leads_on {
            let Scratch { residuals, marks, .. } = &mut *self.scratch;
            let (residuals, marks) = (&mut residuals[..], &mut marks[..]);
            for &step in row.steps {
                arrive(residuals, marks, step, outflow * row.per_weight);
            }
        } else if waits {
            self.waiting += outflow;
        } else {
            let seeds = self.seeds;
            for &(seed, part) in seeds.entries().iter().filter(|(seed, _)| seed.0 != node) {
                self.arrive(seed.0, outflow * part);
            }
        }
    }

    /// Reads the result out of the touched cells, leaving the scratch clean for the next walk.
    fn finish(self) -> Nearness {
        let Scratch { residuals, estimates, marks, .. } = self.scratch;
        let mut report = PushReport {
            error_bound: 0.0,
            pushes: self.pushes,
            touched: marks.iter().map(|marks| marks.touched.count_ones()).sum(),
            threshold: THRESHOLD,
            per_degree: self.transitions.both_ways(),
        };
        let mut scores = Vec::with_capacity(report.touched as usize);
        let mut places = Vec::with_capacity(marks.len());
        for (marks, nth) in marks.iter_mut().zip(0u32..) {
            let mut place = Place { scored: 0, before: scores.len() as u32 };
            for node in members(nth, std::mem::take(&mut marks.touched)) {
                report.error_bound += std::mem::take(&mut residuals[node as usize]);
                let estimate = std::mem::take(&mut estimates[node as usize]);
                if estimate > 0.0 {
                    place.scored |= 1 << (node & 63);
                    scores.push((SymbolId(node), estimate));
                }
            }
            places.push(place);
        }
        // Nothing is there beyond the last symbol with a score.
        places.truncate(scores.last().map_or(0, |last| last.0.ix() / 64 + 1));
        Nearness { scores, places, report }
    }
}

/// Hands mass over a step: `unit` for each unit of its weight, and marks the target when it has enough for a push.
///
/// Without a branch, so that the processor waits for many targets' residuals at once; a branch on each, guessed before it
/// is there, would make it wait for one after the other.
fn arrive(residuals: &mut [f64], marks: &mut [Marks], step: Step, unit: f64) {
    let residual = &mut residuals[step.to as usize];
    *residual += unit * f64::from(step.weight);
    let is_due = *residual > THRESHOLD * f64::from(step.units);
    let (marks, bit) = (&mut marks[(step.to >> 6) as usize], step.to & 63);
    marks.due |= u64::from(is_due) << bit;
    marks.touched |= 1 << bit;
}
