//! The history of a repository: which files and symbols change together, how often they change, who changes them, and
//! the messages of these commits.
//!
//! [`CommitReader`] and [`HunkReader`] turn the output of two `git log` runs into a [`Log`], which can be stored
//! ([`Log::encode`]) and extended by newer commits. [`History`] follows renames through the log and answers
//! questions.
//!
//! Invariants: a history is a function of the bytes of the log and of the time of HEAD. Ages count from the newest
//! commit, not from today, so the same commit always gives the same answer. Merges are left out. This room does not
//! run git or read files.

mod codec;
mod commits;
mod date;
mod hunks;
mod line_changes;
mod log;
mod past;
mod words;

pub use commits::CommitReader;
pub use date::date;
pub use hunks::{HunkReader, declared};
pub use line_changes::{LineChange, line_changes};
pub use log::{Log, LoggedCommit, TouchedFile};
pub use past::{Churn, CoChange, Commit, History, LastChange, Partner};

/// The least number of common commits of two files or symbols that counts as co-change.
pub const MIN_SUPPORT: u32 = 3;
/// A commit that changed more files than this does not count for co-change, because it doesn't show which files
/// belong together.
pub const MAX_FILES: u32 = 30;
/// The age in days at which a commit counts half.
pub const HALF_LIFE_DAYS: f64 = 180.0;
/// The number of days that count as recent in [`Churn`].
pub const CHURN_DAYS: i64 = 90;
/// The longest part of a message that is kept, in bytes.
pub const MAX_MESSAGE: usize = 2_000;

const DAY: i64 = 86_400;

#[cfg(test)]
mod tests;
