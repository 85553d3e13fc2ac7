//! Reads the state of the tree: the commit that is checked out, and how many Go files differ from it.

use std::time::Duration;

use super::child::{Git, GitError};
use crate::index::Repository;

/// The time limit of one run of git.
const LIMIT: Duration = Duration::from_secs(10);

/// The commit that is checked out, and the number of files that were edited since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeState {
    /// Its object name, shortened.
    pub commit: String,
    /// Go and module files that differ from it, untracked ones among them.
    pub edited: usize,
}

/// The state of a repository's tree. Two runs of git.
///
/// # Errors
/// There is no git, the tree is not under it, there is no commit, or git failed.
pub fn tree_state(repository: &Repository) -> Result<TreeState, GitError> {
    let git = Git::at(&repository.root, LIMIT)?.without_filters()?;
    let commit = git.line(&["rev-parse", "--short", "--verify", "HEAD"]);
    let commit = commit.map_err(|error| if error.is_stopped() { error } else { GitError::NoCommit })?;
    let mut edited = 0;
    let args = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"];
    let paths = ["--ignore-submodules=all", "--", "*.go", "go.mod", "*/go.mod", "go.work"];
    git.pieces(&[&args[..], &paths[..]].concat(), 0, |piece| edited += usize::from(!piece.is_empty()))?;
    Ok(TreeState { commit, edited })
}
