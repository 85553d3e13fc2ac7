//! What git knows about a repository: its log, and what differs between two states of the tree.
//!
//! git runs as a child, without a shell, and cannot be made to run anything of the repository's ([`child`] says how).
//! Its absence, a tree without git and a git that fails or takes too long are answers ([`GitError`]), never surprises:
//! all else works without it.

mod child;
mod compiled;
mod diff;
mod history;
mod model;
mod modules;
mod patch;
mod revision;
mod state;
mod submodules;
mod why;

pub use child::GitError;
pub use diff::{diff, diff_with_unbound, patched};
pub use history::{HistoryReport, folder, head, history};
pub use model::{Diff, Range};
pub use revision::Revision;
pub use state::{TreeState, tree_state};
pub use why::why;

#[cfg(test)]
mod tests;
