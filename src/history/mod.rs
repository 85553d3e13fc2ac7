//! What a repository's past says: which files and symbols change together, how often, by whom, and in which words.
//!
//! Data goes one way: [`CommitReader`] and [`HunkReader`] turn the output of two `git log` runs into a [`Log`], which
//! can be stored ([`Log::encode`]) and extended by newer commits; [`History`] follows renames through it and answers.
//!
//! Invariants: a history is a function of the log's bytes alone; ages count from the newest commit, not from today, so
//! that the same commit gives the same answer for ever; merges take no part. This room runs no git and reads no file.

mod codec;
mod commits;
mod date;
mod hunks;
mod log;
mod past;
mod words;

pub use commits::CommitReader;
pub use date::date;
pub use hunks::{HunkReader, declared};
pub use log::{Entry, Log, Touched};
pub use past::{Change, Churn, CoChange, Commit, History, Partner};

/// Times that two things must have changed together before that means anything.
pub const LEAST_SUPPORT: u32 = 3;
/// A commit of more files says nothing about which of them belong together.
pub const MOST_FILES: u32 = 30;
/// Days after which a commit counts half.
pub const HALF_LIFE_DAYS: f64 = 180.0;
/// The window of "lately" in [`Churn`], in days.
pub const CHURN_DAYS: i64 = 90;
/// Longest part of a message that is kept, in bytes.
pub const MAX_MESSAGE: usize = 2_000;

const DAY: i64 = 86_400;

#[cfg(test)]
mod tests;
