//! Follows a path that is gone through renames, by git's own reckoning.

use std::path::Path;
use std::time::Duration;

use super::child::{Git, GitError};
use super::output::new_name;

/// The time limit of one run of git.
const LIMIT: Duration = Duration::from_secs(5);
/// Most renames of one path that are followed.
const MAX_RENAMES: usize = 8;

/// The present path of a file or folder that is gone, both relative to the tree's root: what git takes for its new name,
/// in the uncommitted changes or in the commit that removed it. `None` if it was not renamed.
///
/// # Errors
/// git failed, or the tree is under none.
pub fn renamed(root: &Path, path: &str) -> Result<Option<String>, GitError> {
    let git = Git::at(root, LIMIT)?;
    let mut now = path.to_owned();
    for _ in 0..MAX_RENAMES {
        let changes = uncommitted(&git)?;
        let next = match new_name(&changes, &now) {
            Some(name) => name,
            None => match new_name(&removal(&git, &now)?, &now) {
                Some(name) => name,
                None => return Ok(None),
            },
        };
        if root.join(&next).exists() {
            return Ok(Some(next));
        }
        now = next;
    }
    Ok(None)
}

/// The renames among the uncommitted changes, as [`new_name`] reads them.
fn uncommitted(git: &Git<'_>) -> Result<Vec<u8>, GitError> {
    let args =
        ["diff", "-M", "-z", "--relative", "--no-ext-diff", "--name-status", "--diff-filter=R", "--cached"];
    git.output(&[&args[..], &["HEAD", "--"]].concat())
}

/// The renames of the last commit that removed files at a path.
fn removal(git: &Git<'_>, path: &str) -> Result<Vec<u8>, GitError> {
    let spec = format!(":(literal){path}");
    let commit = git.line(&["log", "-1", "--format=%H", "--no-renames", "--diff-filter=D", "--", &spec])?;
    if commit.is_empty() {
        return Ok(Vec::new());
    }
    let args =
        ["diff-tree", "-r", "-M", "-z", "--relative", "--no-commit-id", "--root", "-m", "--name-status"];
    git.output(&[&args[..], &["--diff-filter=R", &commit]].concat())
}
