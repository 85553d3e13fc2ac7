//! From a question to a packed context.
//!
//! * [`text`] is the text index: tantivy's postings over what every symbol says.
//! * [`Engine`] answers a [`Query`] over a [`Corpus`]: the question is read (words, spelling, names, places), matched
//!   (BM25 over weighted fields), held against past commits, walked from, and all signals are fused into one score.
//! * [`pack`] chooses how much of which symbol to show within a budget of tokens; [`render`] writes symbols as text, in
//!   four formats; [`tokens`] counts what a model will read.
//! * [`together`] tells what past commits changed with some symbols, and whether the graph explains it.
//! * [`relevance`] scores symbols by four signals and follows them through the graph.
//!
//! Invariants: an answer is a function of corpus and query; every row can say why it is there; nothing here reads
//! files, clocks or settings of its own, or knows of a screen.

mod answer;
mod asked;
mod breath;
mod compounds;
pub mod context;
mod defined;
mod directly;
mod engine;
mod evidence;
mod exact;
mod filled;
mod flow;
mod follow;
mod foreign;
mod forms;
mod imports;
mod keys;
mod knapsack;
mod links;
mod listed;
mod located;
mod logged;
pub mod pack;
mod packages;
mod past;
mod patch;
mod phrases;
mod place;
mod qualifiers;
mod question;
mod quoted;
mod related;
pub mod relevance;
pub mod render;
mod restated;
mod returned;
mod said;
mod scan;
mod score;
mod sentinels;
mod signals;
mod spelling;
mod strategy;
mod tested;
pub mod text;
pub mod together;
pub mod tokens;
mod trace;
mod ways;
mod weights;
pub mod words;

pub use answer::{Answer, Remark, Row, Tier, Why};
pub use engine::{Corpus, Engine, Evidence, Query, QueryError, Semantic};
pub use past::Past;
pub use qualifiers::{Home, Qualifier, Qualifiers};
pub use question::{Correction, Cut, MAX_QUESTION};
pub use score::FieldWeights;
pub use signals::{COUNT as SIGNALS, Candidate, Fusion, Part, Signal};
pub use spelling::edits_allowed;
pub use strategy::{Mode, Strategy};
pub use tested::TestUse;
pub use weights::{WeightError, Weights};
