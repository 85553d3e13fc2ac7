//! Reads files as they were at a commit.

use std::path::Path;
use std::time::Duration;

use super::child::{Git, GitError};
use super::diff::commit;
use crate::index::walk::MAX_FILE_SIZE;

/// The time limit of one run of git.
const LIMIT: Duration = Duration::from_secs(10);

/// A commit whose files can be read.
pub struct Revision {
    git: Git<'static>,
    commit: String,
}

impl Revision {
    /// The commit with this name: a branch, a tag, a hash or another expression of git.
    ///
    /// # Errors
    /// There is no git, no repository, or no such commit.
    pub fn of(root: &Path, name: &str) -> Result<Self, GitError> {
        let git = Git::at(root, LIMIT)?;
        let commit = commit(&git, name)?;
        Ok(Self { git, commit })
    }

    /// [`Revision::of`]; `None` if this commit is checked out.
    ///
    /// # Errors
    /// Those of [`Revision::of`].
    pub fn elsewhere(root: &Path, name: &str) -> Result<Option<Self>, GitError> {
        let revision = Self::of(root, name)?;
        let is_head = commit(&revision.git, "HEAD")? == revision.commit;
        Ok((!is_head).then_some(revision))
    }

    /// Its object name.
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// The texts of files, given their paths relative to the tree's root, in the order of `paths`; `None` for files
    /// that the commit does not have or that are too large. One run of git reads all. No filter or conversion is
    /// applied to them.
    ///
    /// # Errors
    /// git failed.
    pub fn files(&self, paths: &[&str]) -> Result<Vec<Option<Vec<u8>>>, GitError> {
        let prefix = self.git.line(&["rev-parse", "--show-prefix"])?;
        // A line feed would separate two requests.
        let object = |path: &&str| {
            if path.contains('\n') { ":".to_owned() } else { format!("{}:{prefix}{path}", self.commit) }
        };
        let objects: Vec<String> = paths.iter().map(object).collect();
        self.git.blobs(&objects.iter().map(String::as_str).collect::<Vec<_>>(), MAX_FILE_SIZE)
    }
}
