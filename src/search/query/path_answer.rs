//! A path: the chain of dependencies from one symbol to another that a question asks for, step by step.

use rustc_hash::FxHashMap;

use crate::impact::Chain;
use crate::model::{EdgeId, Graph, SymbolId, counted};
use crate::search::certainty::{Certainty, Strength};

/// The paths between two ends, as rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathAnswer {
    /// The ends, as they were asked of.
    pub from: String,
    pub to: String,
    /// The symbols of the surest path from its start to its end, then those that only other paths have.
    pub symbols: Vec<SymbolId>,
    /// The steps of the surest path, in order, and its confidence in (0, 1].
    pub steps: Vec<EdgeId>,
    pub confidence: f64,
    /// Number of other paths among the ones looked for.
    pub others: usize,
    /// True if it leads from the second end to the first, because the first does not reach the second.
    pub is_reversed: bool,
    /// The step that leads on from a symbol.
    next: FxHashMap<SymbolId, EdgeId>,
    /// The strength of the first step that leads to a symbol.
    strengths: FxHashMap<SymbolId, Strength>,
}

impl PathAnswer {
    /// The rows of some paths, the surest first; `None` without any. O(their steps).
    pub(crate) fn of(
        graph: &Graph<'_>,
        ends: [&str; 2],
        chains: &[Chain],
        is_reversed: bool,
    ) -> Option<Self> {
        let first = chains.first()?;
        let mut answer = Self {
            from: ends[0].to_owned(),
            to: ends[1].to_owned(),
            steps: first.edges.clone(),
            confidence: first.confidence,
            others: chains.len() - 1,
            is_reversed,
            ..Self::default()
        };
        for &step in chains.iter().flat_map(|chain| &chain.edges) {
            let edge = graph.edge(step);
            answer.next.entry(edge.from).or_insert(step);
            answer.strengths.entry(edge.to).or_insert_with(|| Strength::of_link(edge.strength()));
            for symbol in [edge.from, edge.to] {
                if !answer.symbols.contains(&symbol) {
                    answer.symbols.push(symbol);
                }
            }
        }
        Some(answer)
    }

    /// The certainty of the path: that of its most doubtful step.
    pub(crate) fn certainty(&self) -> Certainty {
        match self.symbols.iter().take(self.steps.len() + 1).map(|&symbol| self.strength(symbol)).min() {
            Some(Strength::Weak) => Certainty::Guess,
            Some(Strength::Fair) => Certainty::Likely,
            Some(Strength::Strong) | None => Certainty::Certain,
        }
    }

    /// The strength of the step that leads to a symbol; strong for the start.
    pub(crate) fn strength(&self, symbol: SymbolId) -> Strength {
        self.strengths.get(&symbol).copied().unwrap_or(Strength::Strong)
    }

    /// The lines of a symbol on which the path leads on.
    pub(crate) fn lines_of<'g>(&self, graph: &Graph<'g>, symbol: SymbolId) -> &'g [u32] {
        self.next.get(&symbol).map_or(&[], |&step| graph.edge(step).lines)
    }

    /// Describes the next step from a symbol: `calls queue.Open on line 12, through Store`; `None` for the end.
    pub fn describe_step(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<String> {
        let edge = graph.edge(*self.next.get(&symbol)?);
        let line = edge.lines.first().map_or(String::new(), |line| format!(" on line {line}"));
        let through = graph.via(edge.id).map_or(String::new(), |interface| format!(", through {interface}"));
        Some(format!("{} {}{line}{through}", edge.kind, graph.symbol(edge.to).label()))
    }

    /// Describes the result: `path from Engine.Run to queue.Open: 3 steps, confidence 0.85; 2 others`.
    pub(crate) fn describe(&self) -> String {
        let Self { from, to, confidence, .. } = self;
        let (from, to) = if self.is_reversed { (to, from) } else { (from, to) };
        let reversed = if self.is_reversed {
            format!("{to} does not reach {from}, as far as is known; ")
        } else {
            String::new()
        };
        let steps = counted(self.steps.len(), "step");
        let others = match self.others {
            0 => String::new(),
            1 => "; another path follows".to_owned(),
            others => format!("; {others} other paths follow"),
        };
        let confidence = match *confidence {
            low if low < 0.005 => "below 0.01".to_owned(),
            confidence => format!("{confidence:.2}"),
        };
        format!("{reversed}path from {from} to {to}: {steps}, confidence {confidence}{others}")
    }
}
