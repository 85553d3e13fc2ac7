//! The graph as a walker sees it under one intent: for each symbol, where a step may lead and how likely.

use super::IntentRow;
use crate::model::{EdgeRef, Graph, SymbolId};

/// One possible step to another symbol.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) to: u32,
    /// Its weight; over the row's total, its probability.
    pub(super) weight: f32,
    /// What the target's threshold is counted in: [`Transitions::units`], kept here because looking it up at the
    /// target would cost a cache miss for each step.
    pub(super) units: f32,
}

/// All steps from one symbol.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row<'t> {
    pub(super) steps: &'t [Step],
    /// Probability of staying: a symbol that refers to itself.
    pub(super) stay: f64,
    /// Probability of a step for each unit of its weight: one over the weight of all and of staying together, ready to
    /// be multiplied with; 0 where nothing leads on.
    pub(super) per_weight: f64,
}

/// Steps in compressed rows. A row lists the steps along the edges, then those against them, each in order of
/// their target; several edges between one pair in one direction are one step with their weights added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Transitions {
    rows: Vec<RowEnd>,
    steps: Vec<Step>,
    both_ways: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct RowEnd {
    end: u32,
    own: f32,
    per_weight: f64,
}

impl Transitions {
    /// O(symbols + edges); done once for a graph and an intent.
    pub(super) fn of(graph: &Graph<'_>, intent: &IntentRow) -> Self {
        let n = graph.n_symbols();
        let directions = usize::from(intent.along > 0.0) + usize::from(intent.against > 0.0);
        let mut transitions = Self {
            rows: Vec::with_capacity(n),
            steps: Vec::with_capacity(directions * graph.n_edges()),
            both_ways: intent.goes_both_ways(),
        };
        let weight = |edge: &EdgeRef<'_>| intent.weight(edge.kind) * edge.strength();
        for symbol in (0..n as u32).map(SymbolId) {
            let first = transitions.steps.len();
            let mut own = 0.0;
            if intent.along > 0.0 {
                let steps = graph.outgoing(symbol).map(|e| (e.to, intent.along * weight(&e)));
                own += transitions.append(symbol, steps);
            }
            if intent.against > 0.0 {
                let steps = graph.incoming(symbol).map(|e| (e.from, intent.against * weight(&e)));
                own += transitions.append(symbol, steps);
            }
            let steps = &transitions.steps[first..];
            let total = f64::from(own) + steps.iter().map(|step| f64::from(step.weight)).sum::<f64>();
            let per_weight = if total > 0.0 { total.recip() } else { 0.0 };
            transitions.rows.push(RowEnd { end: transitions.steps.len() as u32, own, per_weight });
        }
        let units: Vec<f32> = (0..n as u32).map(|node| transitions.units(node)).collect();
        for step in &mut transitions.steps {
            step.units = units[step.to as usize];
        }
        transitions
    }

    /// Adds steps in order of their target to the row being built, leaving out those that cannot be taken. Returns
    /// the weight of those that stay.
    fn append(&mut self, at: SymbolId, steps: impl Iterator<Item = (SymbolId, f32)>) -> f32 {
        let first = self.steps.len();
        let mut own = 0.0;
        for (to, weight) in steps.filter(|(_, weight)| *weight > 0.0) {
            match self.steps[first..].last_mut() {
                _ if to == at => own += weight,
                Some(last) if last.to == to.0 => last.weight += weight,
                _ => self.steps.push(Step { to: to.0, weight, units: 1.0 }),
            }
        }
        own
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn row(&self, node: u32) -> Row<'_> {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.rows[node - 1].end as usize };
        let RowEnd { end, own, per_weight } = self.rows[node];
        Row { steps: &self.steps[start..end as usize], stay: f64::from(own) * per_weight, per_weight }
    }

    /// How many thresholds a symbol's residual is measured against: one, or one for each step where the walk goes
    /// both with and against the edges.
    pub(super) fn units(&self, node: u32) -> f32 {
        self.units_of(&self.row(node))
    }

    /// [`Transitions::units`] of a symbol by its row.
    pub(super) fn units_of(&self, row: &Row<'_>) -> f32 {
        if self.both_ways { row.steps.len().max(1) as f32 } else { 1.0 }
    }

    /// Whether steps go both with and against the edges.
    pub(super) fn both_ways(&self) -> bool {
        self.both_ways
    }
}
