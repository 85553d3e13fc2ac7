//! Requests: a question with its settings.

use crate::model::SymbolId;
use crate::rank::Intent;
use crate::relations::Reach;
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::reading::ReadOptions;
use crate::search::scoring::relevance;
use crate::search::scoring::strategy::{Mode, Strategy};
use crate::search::scoring::weights::Weights;

/// Rows that a pack is chosen from where the budget has no room for more.
const MIN_ROWS: usize = 100;
/// A row takes so many tokens at least, on the average of packs.
const TOKENS_OF_ROW: u32 = 160;

/// Rows that a budget has room for: 100, or more where it is above 16,000 tokens.
pub fn rows_for(budget: u32) -> usize {
    MIN_ROWS.max((budget / TOKENS_OF_ROW) as usize)
}

/// A question with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryRequest {
    pub text: String,
    /// Words and names that the code may use for what is asked.
    pub also: Vec<String>,
    pub strategy: Strategy,
    pub mode: Mode,
    /// `None` derives it from the text.
    pub intent: Option<Intent>,
    /// True if words that the tree does not know are corrected.
    pub fuzzy: bool,
    /// Seeds, in addition to what the text finds.
    pub seeds: Vec<SymbolId>,
    /// Symbols that are rows whatever the question finds, and even without one. They change nothing about the others.
    pub added: Vec<SymbolId>,
    pub weights: Weights,
    /// Scores of remembered interactions.
    pub interactions: Vec<(SymbolId, f64)>,
    /// Weights of the strategy `relevance`, and the person's task traces, each in (-1, 1).
    pub relevance: relevance::RelevanceWeights,
    pub traces: Vec<(SymbolId, f64)>,
    /// Most rows wanted.
    pub limit: usize,
    /// The extent of a relation, if the question asks for one.
    pub reach: Reach,
}

impl QueryRequest {
    /// The options for reading its question.
    pub(crate) fn reading<'q>(&self, qualifiers: &'q Qualifiers) -> ReadOptions<'q> {
        ReadOptions { fuzzy: self.fuzzy, limit: self.limit, qualifiers, reach: self.reach }
    }
}

impl Default for QueryRequest {
    fn default() -> Self {
        Self {
            text: String::new(),
            also: Vec::new(),
            strategy: Strategy::default(),
            mode: Mode::default(),
            intent: None,
            fuzzy: true,
            seeds: Vec::new(),
            added: Vec::new(),
            weights: Weights::default(),
            interactions: Vec::new(),
            relevance: relevance::RelevanceWeights::default(),
            traces: Vec::new(),
            limit: MIN_ROWS,
            reach: Reach::default(),
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
