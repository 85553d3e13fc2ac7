//! From a question to a packed context.
//!
//! * [`tokens`] counts what a model will read.
//! * [`relevance`] scores symbols by four signals and follows them through the graph.
//! * [`render`] writes symbols as text, in four formats.
//! * [`pack`] chooses how much of which symbol to show within a budget of tokens.
//!
//! This room takes texts and scores as data: it reads no files, clocks or settings of its own.

mod knapsack;
pub mod pack;
pub mod relevance;
pub mod render;
pub mod tokens;
