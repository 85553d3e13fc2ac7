//! Fetches who changed each line of a file last.

use std::time::Duration;

use super::child::{Cancelled, Git, GitError};
use super::history::shallow_commits;
use crate::index::Repository;
use crate::index::fs::real_path;
use crate::index::walk::MAX_FILE_SIZE;
use crate::why::LineAuthors;

/// The time limit of one run of git.
const LIMIT: Duration = Duration::from_mins(1);

/// Finds the author of the last change of each line of a file whose content is `now`. git reads only what is committed,
/// so no filter of the repository runs; lines that differ from HEAD have no author.
///
/// # Errors
/// There is no git, the tree is not under it, HEAD does not have the file, git failed, or the caller cancelled.
pub fn line_authors(
    repository: &Repository,
    path: &str,
    now: &[u8],
    cancelled: Cancelled<'_>,
) -> Result<LineAuthors, GitError> {
    let git = Git::cancellable_at(&repository.root, LIMIT, cancelled)?;
    let head = git.line(&["rev-parse", "--verify", "--quiet", "HEAD"]).map_err(|error| match error {
        GitError::Failed { .. } => GitError::NoCommit,
        error => error,
    })?;
    let path = real_path(&repository.root, path);
    let args = ["blame", "--porcelain", "--no-textconv", "--ignore-revs-file=", &head, "--", &path];
    let mut authors =
        LineAuthors::read(&git.output(&args).map_err(|error| error.in_clone(&repository.root))?);
    let ends = shallow_commits(&git, &repository.root)?;
    for commit in &mut authors.commits {
        commit.is_boundary = ends.lines().any(|end| end == commit.id);
    }
    let prefix = git.line(&["rev-parse", "--show-prefix"])?;
    let object = format!("{head}:{prefix}{path}");
    // A line feed would separate two requests.
    let objects = Some(object.as_str()).filter(|object| !object.contains('\n'));
    let committed = git.blobs(objects.as_slice(), MAX_FILE_SIZE)?.pop().flatten();
    Ok(authors.moved_to(&committed.unwrap_or_default(), now))
}
