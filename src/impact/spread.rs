//! The walk itself: from what changes to everything that it affects, along the best path to each.
//!
//! A path's score is the product of its steps' strengths and of how often a change is noticed over each ([`ScoreDecay`]),
//! times the start's. The best path to each symbol is found by Dijkstra's algorithm on `-log` of the factors; since the
//! logarithm is monotone the products themselves are compared, largest first. So each affected symbol has one parent, and
//! the whole is a forest that can be drawn. Where changes of several kinds meet in a symbol, the one with the better score so
//! far goes on.
//!
//! The tests of each folder are a program of their own. A change in one folder's tests travels through code that is
//! no test, but never to another folder's tests.

use super::buckets::{Bucket, BucketState, Buckets, falling};
use super::limits::{Limits, SURE, THRESHOLDS, is_within};
use super::score_decay::ScoreDecay;
use super::steps::{ImpactStep, Steps};
use super::travel_rules::ChangeKind;
use crate::model::{EdgeId, Graph, SymbolId};

/// Something that changes, as the start of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    pub symbol: SymbolId,
    /// The score to go on from, in (0, 1].
    pub score: f64,
    /// The kind of its change.
    pub change: ChangeKind,
    /// True if all that the symbol holds changes too.
    pub members: bool,
}

impl Start {
    /// A symbol that may change in any way but is still there, with all that it holds.
    pub fn whole(symbol: SymbolId) -> Self {
        Self { symbol, score: 1.0, change: ChangeKind::Signature, members: true }
    }

    /// A symbol that changed in a known way; its members are starts of their own if they changed.
    pub fn of(symbol: SymbolId, change: ChangeKind) -> Self {
        Self { symbol, score: 1.0, change, members: false }
    }
}

/// A symbol that is affected, with the last step of the best path to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affected {
    pub symbol: SymbolId,
    /// Product of strengths and transmissions along the best path, in (0, 1].
    pub score: f64,
    /// Steps of that path, at least 1.
    pub depth: u32,
    /// The symbol before this step: another affected symbol, or a root.
    pub parent: SymbolId,
    /// The parent's row; `None` when it is a root.
    pub via: Option<u32>,
    /// The edge that the step goes against.
    pub edge: EdgeId,
}

impl Affected {
    /// Lines of the symbol's file on which it depends on its parent, rising. An edge from a type has the lines of all
    /// its members, of which a member has its own; a method that only has to fit an interface has none.
    pub fn lines<'g>(&self, graph: &Graph<'g>) -> &'g [u32] {
        let (edge, symbol) = (graph.edge(self.edge), graph.symbol(self.symbol));
        if edge.from == self.symbol {
            return edge.lines;
        }
        if graph.symbol(edge.from).file() != symbol.file() {
            return &[];
        }
        let start = edge.lines.partition_point(|&line| line < symbol.line());
        let end = edge.lines.partition_point(|&line| line <= symbol.end_line());
        &edge.lines[start..end.max(start)]
    }
}

/// Symbols just beyond a limit: the walk saw them and stopped. What lies behind them was not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CutOff {
    pub symbols: u32,
    /// Sum of the scores that they would have had.
    pub mass: f64,
}

/// The result of a walk: what a change affects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impact {
    /// The starts and their members, in order of id; not among the affected.
    pub roots: Vec<SymbolId>,
    /// By falling score, then rising depth, then id; so parents stand before their children.
    pub affected: Vec<Affected>,
    pub below_threshold: CutOff,
    pub beyond_depth: CutOff,
    /// Symbols below the threshold that `at` would add, or that would stay if every start's score were 1; by falling
    /// score. Their row numbers follow those of the affected.
    pub hidden: Vec<Affected>,
    /// The next lower of [`THRESHOLDS`] that would add a symbol; 0 if nothing is cut.
    pub at: f64,
}

/// Walks a graph again and again, each walk at the cost of what it touches.
#[derive(Clone, Debug)]
pub struct Spreader {
    steps: Steps,
    decay: ScoreDecay,
    /// The bucket that the best path known to each symbol ends in, [`UNTOUCHED`] where there is none. Apart from the rest:
    /// most looks at a symbol find that there is a better path already.
    buckets_of: Vec<u32>,
    /// The last step of that path.
    arrivals: Vec<Arrival>,
    /// Symbols with a bucket.
    touched: Vec<u32>,
    buckets: Buckets,
}

/// The bucket of a symbol that the walk has not seen.
const UNTOUCHED: u32 = u32::MAX;

/// The last step of a path to a symbol.
#[derive(Clone, Copy, Debug, Default)]
struct Arrival {
    parent: u32,
    /// The edge; for a visited symbol its row in [`Impact::affected`].
    edge_or_row: u32,
}

impl Impact {
    /// A row of the affected, or of the hidden that follow them.
    pub fn row(&self, row: usize) -> Option<&Affected> {
        self.affected.get(row).or_else(|| self.hidden.get(row.checked_sub(self.affected.len())?))
    }

    /// The best path to an affected symbol as rows of [`Impact::affected`]: from the row next to a root to `row`
    /// itself. Empty when there is no such row.
    pub fn path(&self, row: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut next = Some(row);
        while let Some(affected) = next.and_then(|row| self.row(row)) {
            path.extend(next);
            next = affected.via.map(|row| row as usize);
        }
        path.reverse();
        path
    }

    /// Rows in display order: by score to three decimals, then by depth, then by falling `near`, then in their order.
    /// Thousandths separate guesses and shared calls from certain ones; finer differences only reflect how an edge
    /// was bound.
    pub fn in_order(&self, near: impl Fn(SymbolId) -> f64) -> Vec<usize> {
        let thousandths = |affected: &Affected| (affected.score * 1e3).round() as u32;
        let mut order = Vec::with_capacity(self.affected.len());
        let mut keys = Vec::new();
        // Scores fall, so equal thousandths stand together.
        for group in self.affected.chunk_by(|a, b| thousandths(a) == thousandths(b)) {
            keys.clear();
            keys.extend(group.iter().zip(order.len()..).map(|(affected, row)| {
                u128::from(affected.depth) << 96
                    | u128::from(falling(near(affected.symbol))) << 32
                    | row as u128
            }));
            keys.sort_unstable();
            order.extend(keys.iter().map(|&key| key as u32 as usize));
        }
        order
    }
}

impl Spreader {
    pub fn new(steps: Steps) -> Self {
        Self::with(steps, ScoreDecay::MEASURED)
    }

    pub fn with(steps: Steps, decay: ScoreDecay) -> Self {
        let n = steps.n_symbols();
        Self {
            buckets_of: vec![UNTOUCHED; n],
            arrivals: vec![Arrival::default(); n],
            touched: Vec::new(),
            buckets: Buckets::default(),
            decay,
            steps,
        }
    }

    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Finds the symbols that the starts affect within the limits. For a repeated start the higher score counts. Starts
    /// without a symbol in the graph or without a positive score are ignored.
    ///
    /// O(steps of the reached + reached x log of the reached).
    pub fn impact(&mut self, starts: &[Start], limits: Limits) -> Impact {
        let roots = self.roots(starts);
        // Without cancellation there is always a result.
        self.spread_unless(roots, limits, &|| false).unwrap_or_default()
    }

    /// Like [`Self::impact`], with scores that do not fall along a path.
    pub(super) fn impact_without_decay(&mut self, starts: &[Start], limits: Limits) -> Impact {
        let decay = std::mem::replace(&mut self.decay, ScoreDecay::NONE);
        let impact = self.impact(starts, limits);
        self.decay = decay;
        impact
    }

    /// Continues from the symbols that [`Spreader::roots`] queued; `None` once `cancelled` holds, which is asked
    /// between buckets. The next walk may begin in any case.
    pub(super) fn spread_unless(
        &mut self,
        roots: Vec<SymbolId>,
        limits: Limits,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Impact> {
        let mut impact = Impact { roots, ..Impact::default() };
        let steps = std::mem::take(&mut self.steps);
        let program = steps.program(&impact.roots);
        let can_be = |step: &&ImpactStep| program.is_none_or(|program| steps.is_in(step.to, program));
        let mut goes_on = !cancelled();
        while goes_on && let Some((bucket, members)) = self.next_bucket() {
            for &symbol in &members {
                if bucket.state == BucketState::Reached {
                    self.settle(&mut impact.affected, SymbolId(symbol), bucket);
                }
                let from = SymbolId(symbol);
                self.offer(steps.from(from).iter().filter(can_be), from, bucket, limits, None);
            }
            self.buckets.give_back(members);
            goes_on = !cancelled();
        }
        self.count_cut(&mut impact);
        // Continue below the threshold, now that all reached symbols are known.
        impact.at = self.lower(limits.threshold);
        let starts = impact.roots.iter().map(|root| self.buckets.get(self.buckets_of[root.ix()]).score);
        let floor = impact.at.min(limits.threshold * starts.fold(1.0, f64::min));
        let n_affected = impact.affected.len();
        let cut = self.touched.iter().map(|&symbol| (self.buckets_of[symbol as usize], symbol));
        let cut: Vec<(u32, u32)> =
            cut.filter(|&(number, _)| self.buckets.get(number).is_hidden(floor)).collect();
        for (number, symbol) in cut {
            self.buckets.put(number, symbol);
        }
        while goes_on && let Some((bucket, members)) = self.next_bucket() {
            for &symbol in &members {
                let from = SymbolId(symbol);
                self.settle(&mut impact.affected, from, bucket);
                self.offer(steps.from(from).iter().filter(can_be), from, bucket, limits, Some(floor));
            }
            self.buckets.give_back(members);
            goes_on = !cancelled();
        }
        impact.hidden = impact.affected.split_off(n_affected);
        self.steps = steps;
        self.clear();
        goes_on.then_some(impact)
    }

    /// The best unvisited bucket, with the symbols that still belong to it.
    fn next_bucket(&mut self) -> Option<(Bucket, Vec<u32>)> {
        let (number, bucket, mut members) = self.buckets.next()?;
        members.retain(|&symbol| self.buckets_of[symbol as usize] == number);
        members.sort_unstable();
        members.dedup();
        Some((bucket, members))
    }

    /// Marks the starts and all that they hold, and queues them. Roots of a walk that was called off before it began are
    /// forgotten.
    pub(super) fn roots(&mut self, starts: &[Start]) -> Vec<SymbolId> {
        self.clear();
        let n = self.buckets_of.len();
        let mut open: Vec<Start> =
            starts.iter().filter(|start| start.symbol.ix() < n && start.score > 0.0).copied().collect();
        while let Some(Start { symbol, score, change, members }) = open.pop() {
            let (number, _) = self.buckets.at(score, 0, change, || BucketState::Root);
            let known = &mut self.buckets_of[symbol.ix()];
            match *known {
                UNTOUCHED => self.touched.push(symbol.0),
                known if self.buckets.get(known).score >= score => continue,
                _ => {}
            }
            *known = number;
            if members {
                let held = self.steps.members(symbol);
                open.extend(held.map(|symbol| Start { symbol, score, change, members }));
            }
            self.buckets.put(number, symbol.0);
        }
        let mut roots: Vec<SymbolId> = self.touched.iter().map(|&ix| SymbolId(ix)).collect();
        roots.sort_unstable();
        roots
    }

    /// Adds a symbol whose best path is found. Its parent was added before.
    fn settle(
        &mut self,
        affected: &mut Vec<Affected>,
        symbol: SymbolId,
        Bucket { score, depth, .. }: Bucket,
    ) {
        let row = affected.len() as u32;
        let arrival = &mut self.arrivals[symbol.ix()];
        let edge = EdgeId(std::mem::replace(&mut arrival.edge_or_row, row));
        let parent = SymbolId(arrival.parent);
        let is_root = self.buckets.get(self.buckets_of[parent.ix()]).state == BucketState::Root;
        let via = (!is_root).then(|| self.arrivals[parent.ix()].edge_or_row);
        affected.push(Affected { symbol, score, depth, parent, via, edge });
    }

    /// Relaxes all steps from a symbol. With a `floor` the walk also queues symbols below the threshold, down to that
    /// score.
    fn offer<'s>(
        &mut self,
        steps: impl Iterator<Item = &'s ImpactStep>,
        from: SymbolId,
        Bucket { score, depth, change, .. }: Bucket,
        limits: Limits,
        floor: Option<f64>,
    ) {
        let mut last = None;
        for step in steps.filter(|step| limits.doubtful || step.strength >= SURE) {
            // Steps that are equally strong lead to one bucket, and mostly stand together.
            let sort = (step.strength.to_bits(), step.kind);
            let (number, bucket) = match last {
                Some((same, number, bucket)) if same == sort => (number, bucket),
                _ => {
                    let noticed = self.decay.of(step.kind, change, depth);
                    let score = score * noticed * f64::from(step.strength);
                    self.bucket_of((score, depth + 1, change), limits)
                }
            };
            last = Some((sort, number, bucket));
            let known = self.buckets_of[step.to.ix()];
            let is_better = match known {
                UNTOUCHED => {
                    self.touched.push(step.to.0);
                    true
                }
                known if known == number => {
                    // Of equal paths, the one through the smaller id wins.
                    bucket.state == BucketState::Reached
                        && !bucket.is_settled
                        && from.0 < self.arrivals[step.to.ix()].parent
                }
                known => bucket.beats(self.buckets.get(known)),
            };
            if is_better {
                self.buckets_of[step.to.ix()] = number;
                self.arrivals[step.to.ix()] = Arrival { parent: from.0, edge_or_row: step.edge.0 };
                let is_gone_to = bucket.state == BucketState::Reached
                    || floor.is_some_and(|floor| bucket.is_hidden(floor));
                if is_gone_to && known != number {
                    self.buckets.put(number, step.to.0);
                }
            }
        }
    }

    fn bucket_of(&mut self, (score, depth, change): (f64, u32, ChangeKind), limits: Limits) -> (u32, Bucket) {
        self.buckets.at(score, depth, change, || {
            if limits.depth.is_some_and(|most| depth > most) {
                BucketState::BeyondDepth
            } else if !is_within(score, limits.threshold) {
                BucketState::BelowThreshold
            } else {
                BucketState::Reached
            }
        })
    }

    /// Counts what was cut.
    fn count_cut(&self, impact: &mut Impact) {
        for &symbol in &self.touched {
            let bucket = self.buckets.get(self.buckets_of[symbol as usize]);
            let cut = match bucket.state {
                BucketState::BelowThreshold => &mut impact.below_threshold,
                BucketState::BeyondDepth => &mut impact.beyond_depth,
                BucketState::Root | BucketState::Reached => continue,
            };
            cut.symbols += 1;
            cut.mass += bucket.score;
        }
    }

    /// The next lower threshold that admits something that this one cut; 0 without any.
    fn lower(&self, threshold: f64) -> f64 {
        let buckets = self.touched.iter().map(|&symbol| self.buckets.get(self.buckets_of[symbol as usize]));
        let cut = buckets.filter(|bucket| bucket.state == BucketState::BelowThreshold);
        let best = cut.map(|bucket| bucket.score).fold(0.0, f64::max);
        let lower = THRESHOLDS.into_iter().rev().filter(|&step| step < threshold);
        lower.into_iter().find(|&step| is_within(best, step)).unwrap_or(0.0)
    }

    /// Leaves everything as it was before the walk.
    fn clear(&mut self) {
        for symbol in self.touched.drain(..) {
            self.buckets_of[symbol as usize] = UNTOUCHED;
        }
        self.buckets.clear();
    }
}
