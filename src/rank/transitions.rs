//! The steps of walks under one intent: for each symbol, where a step can lead and how likely it is.
//!
//! A walk touches a small part of the graph, so the steps from a symbol are prepared when a walk first leaves it, and
//! kept for later walks.

use super::IntentRow;
use crate::model::{EdgeKind, Graph, SymbolId};

/// One possible step to another symbol.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WalkStep {
    pub(super) to: u32,
    /// The weight. Divided by the total of the row it is the probability.
    pub(super) weight: f32,
    /// The factor of the threshold of the target: [`Transitions::units`]. It is kept here because a look-up at the
    /// target would cost a cache miss for each step.
    pub(super) units: f32,
}

/// The row of a symbol: all steps from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    start: u32,
    end: u32,
    /// Probability of staying at the symbol, because it refers to itself.
    pub(super) stay: f64,
    /// Probability of a step for each unit of its weight: the reciprocal of the total weight, staying included. 0 if
    /// there are no steps and the symbol does not refer to itself.
    pub(super) per_weight: f64,
}

/// The rows that were prepared so far. A row has the steps along the edges, then those against them, each in order of
/// their target. Several edges between one pair in one direction make one step, with their weights added up.
#[derive(Clone, Debug)]
pub(super) struct Transitions {
    intent: &'static IntentRow,
    /// The number of each symbol's edges, at least 1; empty if the walk follows edges in one direction.
    degrees: Vec<u32>,
    /// The number of a symbol's row, from 1; 0 if it is not prepared.
    row_of: Vec<u32>,
    rows: Vec<Row>,
    steps: Vec<WalkStep>,
}

impl Transitions {
    /// Prepares no row yet. O(symbols).
    pub(super) fn new(graph: &Graph<'_>, intent: &'static IntentRow) -> Self {
        let degree = |ix: u32| {
            let symbol = SymbolId(ix);
            (graph.outgoing_ids(symbol).len() + graph.incoming_ids(symbol).len()).max(1) as u32
        };
        let n = graph.n_symbols() as u32;
        let degrees = if intent.goes_both_ways() { (0..n).map(degree).collect() } else { Vec::new() };
        Self { intent, degrees, row_of: vec![0; n as usize], rows: Vec::new(), steps: Vec::new() }
    }

    pub(super) fn n_symbols(&self) -> usize {
        self.row_of.len()
    }

    /// The row of a symbol. The first time O(edges of the symbol), then O(1).
    pub(super) fn row(&mut self, graph: &Graph<'_>, symbol: SymbolId) -> Row {
        if let Some(ix) = self.row_of[symbol.ix()].checked_sub(1) {
            return self.rows[ix as usize];
        }
        let row = self.prepared(graph, symbol);
        self.rows.push(row);
        self.row_of[symbol.ix()] = self.rows.len() as u32;
        row
    }

    pub(super) fn steps(&self, row: Row) -> &[WalkStep] {
        &self.steps[row.start as usize..row.end as usize]
    }

    fn prepared(&mut self, graph: &Graph<'_>, symbol: SymbolId) -> Row {
        let intent = self.intent;
        // Only the columns that count are read: edges against the walk lie anywhere, and each column of one is a cache
        // miss.
        let kind = |edge: usize| EdgeKind::from_number(graph.edge_kind[edge]).unwrap_or(EdgeKind::Uses);
        let weight =
            |edge: usize| intent.weight(kind(edge)) * (graph.edge_confidence[edge] * graph.edge_share[edge]);
        let start = self.steps.len();
        let mut stay_weight = 0.0;
        if intent.along > 0.0 {
            let step = |edge: usize| (SymbolId(graph.edge_to[edge]), intent.along * weight(edge));
            stay_weight += self.append(symbol, graph.outgoing_ids(symbol).map(step));
        }
        if intent.against > 0.0 {
            let step = |&edge: &u32| {
                (SymbolId(graph.edge_from[edge as usize]), intent.against * weight(edge as usize))
            };
            stay_weight += self.append(symbol, graph.incoming_ids(symbol).iter().map(step));
        }
        let steps = &self.steps[start..];
        let total = f64::from(stay_weight) + steps.iter().map(|step| f64::from(step.weight)).sum::<f64>();
        let per_weight = if total > 0.0 { total.recip() } else { 0.0 };
        let stay = f64::from(stay_weight) * per_weight;
        Row { start: start as u32, end: self.steps.len() as u32, stay, per_weight }
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
                _ => self.steps.push(WalkStep { to: to.0, weight, units: self.units(to) }),
            }
        }
        stay_weight
    }

    /// The factor of the threshold for the residual of a symbol: 1, or the number of its edges (at least 1) if the
    /// walk follows edges in both directions. O(1).
    pub(super) fn units(&self, symbol: SymbolId) -> f32 {
        self.degrees.get(symbol.ix()).map_or(1.0, |&degree| degree as f32)
    }

    /// Returns whether the walk follows edges in both directions.
    pub(super) fn goes_both_ways(&self) -> bool {
        self.intent.goes_both_ways()
    }
}
