//! The walk itself: from what changes to everything that it affects, along the best path to each.
//!
//! A path's score is the product of its steps' strengths, times the start's. The best path to each symbol is found by
//! Dijkstra's algorithm on `-log` of the strengths; since the logarithm is monotone the products themselves are
//! compared, largest first. So each affected symbol has one parent, and the whole is a forest that can be drawn.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::steps::{Step, Steps};
use super::table::ChangeKind;
use crate::model::{EdgeId, SymbolId};

/// Score below which a branch is cut, unless told otherwise.
pub const THRESHOLD: f64 = 0.10;

/// Strength from which on a step is no longer doubtful.
pub const SURE: f32 = 0.9;

/// What single precision may have taken from a product that meets the threshold exactly.
const ROUNDING: f64 = 1e-6;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Least score that is kept, in [0, 1].
    pub threshold: f64,
    /// Most steps from a target; `None` for any number.
    pub depth: Option<u32>,
    /// Whether to take steps weaker than [`SURE`]: guesses, and calls that may go to several implementers.
    pub doubtful: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { threshold: THRESHOLD, depth: None, doubtful: true }
    }
}

/// Something that changes, as the start of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    pub symbol: SymbolId,
    /// The score to go on from, in (0, 1].
    pub score: f64,
    /// Whether all that the symbol holds changes too.
    pub members: bool,
}

impl Start {
    /// A symbol that may change in any way, with all that it holds.
    #[must_use]
    pub fn whole(symbol: SymbolId) -> Self {
        Self { symbol, score: 1.0, members: true }
    }

    /// A symbol that changed in a known way; its members are starts of their own if they changed.
    #[must_use]
    pub fn of(symbol: SymbolId, change: ChangeKind) -> Self {
        Self { symbol, score: change.start(), members: false }
    }
}

/// A symbol that is affected, with the last step of the best path to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affected {
    pub symbol: SymbolId,
    /// Product of the strengths along the best path, in (0, 1].
    pub score: f64,
    /// Steps of that path, at least 1.
    pub depth: u32,
    /// What the step comes from: another affected symbol, or a root.
    pub parent: SymbolId,
    /// Where the parent stands among the affected; `None` when it is a root.
    pub via: Option<u32>,
    /// The edge that the step goes against.
    pub edge: EdgeId,
}

/// Symbols just beyond a limit: the walk saw them and stopped. What lies behind them was not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cut {
    pub symbols: u32,
    /// Sum of the scores that they would have had.
    pub mass: f64,
}

/// What a change affects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impact {
    /// What changes: the starts and their members, in order of id. Not themselves among the affected.
    pub roots: Vec<SymbolId>,
    /// By falling score, then rising depth, then id; so parents stand before their children.
    pub affected: Vec<Affected>,
    pub below_threshold: Cut,
    pub beyond_depth: Cut,
}

/// Walks a graph again and again, each walk at the cost of what it touches.
#[derive(Clone, Debug, Default)]
pub struct Spreader {
    steps: Steps,
    cells: Vec<Cell>,
    /// Symbols whose cell is not as it was.
    touched: Vec<u32>,
    heap: BinaryHeap<Entry>,
}

/// What a walk knows of a symbol.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// The best so far; of a symbol that was cut, what it would have had.
    score: f64,
    depth: u32,
    parent: u32,
    edge: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Untouched,
    Root,
    Reached,
    Settled,
    BelowThreshold,
    BeyondDepth,
}

/// An entry of the heap: best score first, then least depth, then least id. One number, because a heap does little but
/// compare.
type Entry = Reverse<u128>;

fn entry(score: f64, depth: u32, symbol: u32) -> Entry {
    Reverse(u128::from(falling(score)) << 64 | u128::from(depth) << 32 | u128::from(symbol))
}

impl Impact {
    /// The best path to an affected symbol as rows of [`Impact::affected`]: from the row next to a root to `row`
    /// itself. Empty when there is no such row.
    #[must_use]
    pub fn path(&self, row: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut next = Some(row);
        while let Some(affected) = next.and_then(|row| self.affected.get(row)) {
            path.extend(next);
            next = affected.via.map(|row| row as usize);
        }
        path.reverse();
        path
    }

    /// Rows in the order to show them: by score to three places, then by depth, then by `near` (a second opinion,
    /// larger first), then as they stand. Thousandths tell guesses and shared calls from sure ones; what is finer
    /// only tells how an edge was bound.
    #[must_use]
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

/// Numbers as bits that stand in the opposite of their total order.
fn falling(number: f64) -> u64 {
    let bits = number.to_bits();
    // Of negative numbers the bits stand in falling order already.
    if number.is_sign_negative() { bits } else { !bits & !(1 << 63) }
}

impl Spreader {
    #[must_use]
    pub fn new(steps: Steps) -> Self {
        Self { cells: vec![Cell::default(); steps.n_symbols()], steps, ..Self::default() }
    }

    #[must_use]
    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// What the starts affect within the limits. Of a symbol that starts twice the
    /// higher score counts. Starts that the graph does not have, or without a positive score, are left out.
    ///
    /// O(steps of the reached x log of the reached).
    pub fn impact(&mut self, starts: &[Start], limits: Limits) -> Impact {
        let roots = self.roots(starts);
        self.spread(roots, limits)
    }

    /// Goes on from what [`Spreader::roots`] queued.
    pub(super) fn spread(&mut self, roots: Vec<SymbolId>, limits: Limits) -> Impact {
        let mut impact = Impact { roots, ..Impact::default() };
        let steps = std::mem::take(&mut self.steps);
        while let Some(next) = self.heap.pop() {
            let from = next.0 as u32;
            let cell = &mut self.cells[from as usize];
            // An entry that a better one overtook.
            if cell.state == State::Settled || next != entry(cell.score, cell.depth, from) {
                continue;
            }
            if cell.state == State::Reached {
                cell.state = State::Settled;
            }
            let Cell { score, depth, .. } = *cell;
            for step in steps.from(SymbolId(from)) {
                if limits.doubtful || step.strength >= SURE {
                    self.offer(&steps, step, SymbolId(from), score, depth + 1, limits);
                }
            }
        }
        self.steps = steps;
        self.collect(&mut impact);
        impact
    }

    /// Marks the starts and all that they hold, and queues them for [`Spreader::spread`].
    pub(super) fn roots(&mut self, starts: &[Start]) -> Vec<SymbolId> {
        let n = self.cells.len();
        let mut open: Vec<Start> =
            starts.iter().filter(|start| start.symbol.ix() < n && start.score > 0.0).copied().collect();
        while let Some(Start { symbol, score, members }) = open.pop() {
            let cell = &mut self.cells[symbol.ix()];
            if cell.state == State::Root && cell.score >= score {
                continue;
            }
            if cell.state != State::Root {
                self.touched.push(symbol.0);
            }
            *cell = Cell { score, state: State::Root, ..Cell::default() };
            if members {
                open.extend(self.steps.members(symbol).map(|symbol| Start { symbol, score, members }));
            }
            self.heap.push(entry(score, 0, symbol.0));
        }
        let mut roots: Vec<SymbolId> = self.touched.iter().map(|&ix| SymbolId(ix)).collect();
        roots.sort_unstable();
        roots
    }

    fn offer(&mut self, steps: &Steps, step: &Step, from: SymbolId, score: f64, depth: u32, limits: Limits) {
        let score = score * f64::from(step.strength);
        let cell = &mut self.cells[step.to.ix()];
        let state = if limits.depth.is_some_and(|most| depth > most) {
            State::BeyondDepth
        } else if score + ROUNDING < limits.threshold || score <= 0.0 {
            State::BelowThreshold
        } else {
            State::Reached
        };
        let better = match cell.state {
            State::Untouched => {
                self.touched.push(step.to.0);
                true
            }
            State::Root | State::Settled => false,
            State::Reached => {
                state == State::Reached
                    && (score, Reverse(depth), Reverse(from.0))
                        > (cell.score, Reverse(cell.depth), Reverse(cell.parent))
            }
            State::BelowThreshold | State::BeyondDepth => state == State::Reached || score > cell.score,
        };
        if better {
            *cell = Cell { score, depth, parent: from.0, edge: step.edge.0, state };
            // Symbols that nothing depends on, tests most of all, need not wait in line.
            if state == State::Reached && !steps.from(step.to).is_empty() {
                self.heap.push(entry(score, depth, step.to.0));
            }
        }
    }

    /// Reads the result out of the touched cells and leaves them clean.
    fn collect(&mut self, impact: &mut Impact) {
        let mut order: Vec<u128> = Vec::with_capacity(self.touched.len());
        for &ix in &self.touched {
            let Cell { score, depth, state, .. } = self.cells[ix as usize];
            let cut = match state {
                State::Reached | State::Settled => {
                    order.push(u128::from(falling(score)) << 64 | u128::from(depth) << 32 | u128::from(ix));
                    continue;
                }
                State::BelowThreshold => &mut impact.below_threshold,
                State::BeyondDepth => &mut impact.beyond_depth,
                State::Root | State::Untouched => continue,
            };
            cut.symbols += 1;
            cut.mass += score;
        }
        order.sort_unstable();
        impact.affected.reserve_exact(order.len());
        for (row, key) in order.into_iter().enumerate() {
            let symbol = SymbolId(key as u32);
            let Cell { score, depth, parent, edge, .. } = self.cells[symbol.ix()];
            let (parent, edge) = (SymbolId(parent), EdgeId(edge));
            // Parents come first: by the time that a row asks for its parent's place, the cell tells it.
            let above = self.cells[parent.ix()];
            let via = (above.state != State::Root).then_some(above.edge);
            impact.affected.push(Affected { symbol, score, depth, parent, via, edge });
            self.cells[symbol.ix()].edge = row as u32;
        }
        for ix in self.touched.drain(..) {
            self.cells[ix as usize] = Cell::default();
        }
    }
}
