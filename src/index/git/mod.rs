//! Reads from git the log of a repository, and the differences between two states of its tree.
//!
//! git runs as a child process, without a shell, and cannot be made to run programs of the repository ([`child`]
//! explains how). A missing git, a tree that is not under git, and a git that fails or takes too long are expected
//! results ([`GitError`]); everything else works without git.

mod authors;
mod child;
mod clone_gaps;
mod compiled;
mod diff;
mod history;
mod line_history;
mod model;
mod modules;
pub mod output;
mod patch;
mod patched;
mod renames;
mod revision;
mod state;
mod submodules;

pub use authors::line_authors;
pub use child::GitError;
pub use clone_gaps::{AbsentFiles, CloneGap, CloneGaps, clone_gaps};
pub use diff::{diff, diff_since_commit, diff_with_unbound};
pub use history::{HistoryReport, folder, head, history};
pub use line_history::why;
pub use model::{Diff, FileLines, Range};
pub use patched::patched;
pub use renames::renamed;
pub use revision::Revision;
pub use state::{TreeState, tree_state};

#[cfg(test)]
mod tests;
