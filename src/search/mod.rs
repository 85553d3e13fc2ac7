//! From a question to a packed context.
//!
//! * [`text`] is the text index: tantivy's postings over what every symbol says.
//! * [`Engine`] answers a [`QueryRequest`] over a [`Corpus`]: the question is read (words, spelling, names, places), matched
//!   (BM25 over weighted fields), held against past commits, walked from, and all signals are fused into one score.
//! * [`pack`] chooses how much of which symbol to show within a budget of tokens, writes it as text in four formats, and
//!   counts what a model will read.
//! * [`scoring::relevance`] scores symbols by four signals and follows them through the graph.
//!
//! Invariants: an answer is a function of corpus and query; every row can say why it is there; nothing here reads
//! files, clocks or settings of its own, or knows of a screen.

pub mod analysis;
mod answer;
mod certainty;
mod engine;
mod highlight;
mod messages;
mod names;
pub mod pack;
mod query;
mod remarks;
mod request;
pub mod scoring;
pub mod text;

pub use crate::model::edit_distance::edits_allowed;
pub use answer::{
    Answer, AnswerRow, Found, LookupAnswer, LookupFound, MatchReason, RankedAnswer, SearchedWords, Tier,
};
pub use certainty::{Certainty, GUESS, Strength};
pub use engine::{Engine, Semantic};
pub use query::corrected_word::Correction;
pub use query::parsed::{MAX_QUESTION, QuestionCut};
pub use query::path_answer::PathAnswer;
pub use query::qualifiers::{Qualifier, Qualifiers, SymbolHome};
pub use query::readers::READERS;
pub use query::reading::Reader;
pub use query::relation::Relation;
pub use query::relation_lookup::{RelationLookup, RelationScope};
pub use remarks::Remark;
pub use request::{QueryError, QueryRequest, rows_for};
pub use scoring::bm25::FieldWeights;
pub use scoring::commit_votes::Past;
pub use scoring::corpus::Corpus;
pub use scoring::evidence::Evidence;
pub use scoring::fusion::{COUNT as SIGNALS, Candidate, Fusion, ScorePart, Signal};
pub use scoring::strategy::{Mode, Strategy};
pub use scoring::way::Way;
pub use scoring::weights::{WeightError, Weights};
