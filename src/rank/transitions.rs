//! The steps of a walk under one intent: for each symbol, where a step can lead and how likely it is.

use std::ops::Range;

use rayon::prelude::*;

use super::IntentRow;
use crate::model::{EdgeRef, Graph, SymbolId};

/// The symbols whose steps one thread prepares at a time.
const SYMBOLS_A_PIECE: u32 = 4096;

/// One possible step to another symbol.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WalkStep {
    pub(super) to: u32,
    /// The weight. Divided by the total of the row it is the probability.
    pub(super) weight: f32,
    /// The factor of the threshold of the target, from [`Transitions::units`]. It is kept here because a look-up at
    /// the target would cost a cache miss for each step.
    pub(super) units: f32,
}

/// All steps from one symbol.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WalkSteps<'t> {
    pub(super) steps: &'t [WalkStep],
    /// Probability of staying at the symbol, because it refers to itself.
    pub(super) stay: f64,
    /// Probability of a step for each unit of its weight: the reciprocal of the total weight, staying included. 0 if
    /// there are no steps and the symbol does not refer to itself.
    pub(super) per_weight: f64,
}

/// Steps in compressed sparse rows. A row has the steps along the edges, then those against them, each in order of
/// their target. Several edges between one pair in one direction make one step, with their weights added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Transitions {
    rows: Vec<RowEnd>,
    steps: Vec<WalkStep>,
    both_ways: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct RowEnd {
    end: u32,
    stay_weight: f32,
    per_weight: f64,
}

impl Transitions {
    /// The steps of a graph under an intent. O(symbols + edges); computed once for a graph and an intent.
    pub(super) fn of(graph: &Graph<'_>, intent: &IntentRow) -> Self {
        let n = graph.n_symbols() as u32;
        let starts: Vec<u32> = (0..n).step_by(SYMBOLS_A_PIECE as usize).collect();
        let piece = |&start: &u32| Self::of_some(graph, intent, start..n.min(start + SYMBOLS_A_PIECE));
        let pieces: Vec<Self> = starts.par_iter().map(piece).collect();
        let mut transitions = Self {
            rows: Vec::with_capacity(n as usize),
            steps: Vec::with_capacity(pieces.iter().map(|piece| piece.steps.len()).sum()),
            both_ways: intent.goes_both_ways(),
        };
        for piece in pieces {
            let first = transitions.steps.len() as u32;
            transitions.rows.extend(piece.rows.iter().map(|row| RowEnd { end: first + row.end, ..*row }));
            transitions.steps.extend(piece.steps);
        }
        let units: Vec<f32> = (0..n).map(|node| transitions.units(node)).collect();
        transitions.steps.par_iter_mut().for_each(|step| step.units = units[step.to as usize]);
        transitions
    }

    /// The rows of some symbols, without the factors of thresholds.
    fn of_some(graph: &Graph<'_>, intent: &IntentRow, symbols: Range<u32>) -> Self {
        let mut transitions = Self { both_ways: intent.goes_both_ways(), ..Self::default() };
        let weight = |edge: &EdgeRef<'_>| intent.weight(edge.kind) * edge.strength();
        for symbol in symbols.map(SymbolId) {
            let first = transitions.steps.len();
            let mut stay_weight = 0.0;
            if intent.along > 0.0 {
                let steps = graph.outgoing(symbol).map(|e| (e.to, intent.along * weight(&e)));
                stay_weight += transitions.append(symbol, steps);
            }
            if intent.against > 0.0 {
                let steps = graph.incoming(symbol).map(|e| (e.from, intent.against * weight(&e)));
                stay_weight += transitions.append(symbol, steps);
            }
            let steps = &transitions.steps[first..];
            let total = f64::from(stay_weight) + steps.iter().map(|step| f64::from(step.weight)).sum::<f64>();
            let per_weight = if total > 0.0 { total.recip() } else { 0.0 };
            transitions.rows.push(RowEnd { end: transitions.steps.len() as u32, stay_weight, per_weight });
        }
        transitions
    }

    /// Adds steps, in order of their target, to the row under construction, without those of weight 0. Returns the
    /// weight of the steps that lead to the symbol itself.
    fn append(&mut self, at: SymbolId, steps: impl Iterator<Item = (SymbolId, f32)>) -> f32 {
        let first = self.steps.len();
        let mut stay_weight = 0.0;
        for (to, weight) in steps.filter(|(_, weight)| *weight > 0.0) {
            match self.steps[first..].last_mut() {
                _ if to == at => stay_weight += weight,
                Some(last) if last.to == to.0 => last.weight += weight,
                _ => self.steps.push(WalkStep { to: to.0, weight, units: 1.0 }),
            }
        }
        stay_weight
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn row(&self, node: u32) -> WalkSteps<'_> {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.rows[node - 1].end as usize };
        let RowEnd { end, stay_weight, per_weight } = self.rows[node];
        WalkSteps {
            steps: &self.steps[start..end as usize],
            stay: f64::from(stay_weight) * per_weight,
            per_weight,
        }
    }

    /// The factor of the threshold for the residual of a symbol: 1, or the number of its steps if the walk follows
    /// edges in both directions.
    pub(super) fn units(&self, node: u32) -> f32 {
        self.units_of(&self.row(node))
    }

    /// [`Transitions::units`] of the symbol that has this row.
    pub(super) fn units_of(&self, row: &WalkSteps<'_>) -> f32 {
        if self.both_ways { row.steps.len().max(1) as f32 } else { 1.0 }
    }

    /// Whether the walk follows edges in both directions.
    pub(super) fn both_ways(&self) -> bool {
        self.both_ways
    }
}
