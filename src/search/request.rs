//! What can be asked, and with which settings.

use crate::model::SymbolId;
use crate::rank::Intent;
use crate::search::scoring::relevance;
use crate::search::scoring::strategy::{Mode, Strategy};
use crate::search::scoring::weights::Weights;

/// A question with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryRequest {
    pub text: String,
    pub strategy: Strategy,
    pub mode: Mode,
    /// `None` reads it out of the text.
    pub intent: Option<Intent>,
    /// Whether words that the tree does not know are corrected.
    pub fuzzy: bool,
    /// Symbols to start from, besides what the text finds.
    pub seeds: Vec<SymbolId>,
    pub weights: Weights,
    /// Scores of remembered interactions.
    pub interactions: Vec<(SymbolId, f64)>,
    /// What the strategy `relevance` weighs, and what it knows of a person's own work: task traces in (-1, 1).
    pub relevance: relevance::Weights,
    pub traces: Vec<(SymbolId, f64)>,
    /// Most rows wanted.
    pub limit: usize,
}

impl Default for QueryRequest {
    fn default() -> Self {
        Self {
            text: String::new(),
            strategy: Strategy::default(),
            mode: Mode::default(),
            intent: None,
            fuzzy: true,
            seeds: Vec::new(),
            weights: Weights::default(),
            interactions: Vec::new(),
            relevance: relevance::Weights::default(),
            traces: Vec::new(),
            limit: 100,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    #[error("the question is empty: say in words or names what to look for")]
    Empty,
    #[error("the question only narrows the search: add a word or a name")]
    Narrowing,
    #[error("cancelled")]
    Cancelled,
}
