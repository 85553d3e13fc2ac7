//! Finds the submodules that differ. A submodule is a repository in a folder of another one, which records a commit
//! of it.
//!
//! git would compare submodules by itself, but with their own settings, and so could be made to run their programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::child::{Git, GitError};
use super::model::{Checkout, Range};
use super::output;

/// The deepest nesting of folders of submodules, since a submodule can contain itself.
const DEEPEST: usize = 32;

/// The content of a submodule on one side of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SubmoduleContent {
    Commit(String),
    /// Its folder in the work tree.
    OnDisk,
}

/// Submodules by their paths.
type Submodules = BTreeMap<String, SubmoduleContent>;

/// The range to compare in a submodule, or why it cannot be compared.
type SubmoduleRange = Result<Range, String>;

/// The submodules of a checkout that differ between the ends of a range: the path of each in the checkout, and the range
/// to compare in it, or why it cannot be compared.
pub(super) fn differing(
    checkout: Checkout<'_>,
    range: &Range,
    ends: &[Option<String>; 2],
) -> Result<Vec<(String, SubmoduleRange)>, GitError> {
    let Checkout { git, root, below, .. } = checkout;
    // Without this file git knows only the commits of submodules.
    let has_list = |dir: &Path| dir.join(".gitmodules").is_file();
    if !root.ancestors().any(has_list) || below.matches('/').count() > DEEPEST {
        return Ok(Vec::new());
    }
    let [from, to] = ends;
    let old = from.as_ref().map_or_else(|| Ok(Submodules::new()), |commit| of_commit(git, commit))?;
    let new = match (range, to) {
        (_, Some(commit)) => of_commit(git, commit)?,
        (Range::WorkTree { .. }, None) => {
            of_index(git)?.into_keys().map(|path| (path, SubmoduleContent::OnDisk)).collect()
        }
        (_, None) => of_index(git)?,
    };
    let paths = old.keys().chain(new.keys().filter(|path| !old.contains_key(*path)));
    let compared = paths.filter_map(|path| {
        let compared = match (old.get(path), new.get(path)) {
            (old, new) if old == new => return None,
            (Some(SubmoduleContent::Commit(from)), Some(SubmoduleContent::Commit(to))) => {
                Ok(Range::Commits { from: from.clone(), to: to.clone() })
            }
            (Some(SubmoduleContent::Commit(from)), Some(SubmoduleContent::OnDisk)) => {
                Ok(Range::WorkTree { since: from.clone() })
            }
            (None, _) => Err("it is new".to_owned()),
            (_, _) => Err("it is gone".to_owned()),
        };
        Some((path.clone(), compared))
    });
    Ok(compared.collect())
}

/// The submodules of the index whose folder below `root` has no checkout, in order of their paths.
pub(super) fn not_checked_out(git: &Git<'_>, root: &Path) -> Result<Vec<String>, GitError> {
    let is_absent = |path: &String| fs::symlink_metadata(root.join(path).join(".git")).is_err();
    Ok(of_index(git)?.into_keys().filter(is_absent).collect())
}

/// The repository that is checked out in the folder `dir` itself, not in one around it; else why there is none.
pub(super) fn opened<'c>(around: &Git<'c>, dir: &Path) -> Result<Git<'c>, String> {
    let is_folder = fs::symlink_metadata(dir).is_ok_and(|kind| kind.is_dir());
    let git = || around.elsewhere(dir).map_err(|error| error.to_string());
    let git = if is_folder { git()? } else { return Err("it is not checked out".to_owned()) };
    match git.line(&["rev-parse", "--show-prefix"]) {
        Ok(prefix) if prefix.is_empty() => Ok(git),
        Ok(_) => Err("it is not checked out".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn of_commit(git: &Git<'_>, commit: &str) -> Result<Submodules, GitError> {
    Ok(listed(&git.output(&["ls-tree", "-r", "-z", commit])?))
}

fn of_index(git: &Git<'_>) -> Result<Submodules, GitError> {
    Ok(listed(&git.output(&["ls-files", "-z", "--stage"])?))
}

fn listed(output: &[u8]) -> Submodules {
    let at = |(path, commit): (&str, &str)| (path.to_owned(), SubmoduleContent::Commit(commit.to_owned()));
    output::submodules(output).map(at).collect()
}
