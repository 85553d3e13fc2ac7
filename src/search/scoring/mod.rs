//! Scoring: candidates, their signals, and how these become an order.

pub(crate) mod bm25;
pub(crate) mod candidates;
pub(crate) mod commit_votes;
pub(crate) mod corpus;
pub(crate) mod evidence;
pub(crate) mod extension_points;
pub(crate) mod fusion;
pub mod relevance;
pub(crate) mod strategy;
pub(crate) mod test_votes;
pub(crate) mod traversal;
pub(crate) mod tree_words;
pub(crate) mod variety;
pub(crate) mod way;
pub(crate) mod weights;
