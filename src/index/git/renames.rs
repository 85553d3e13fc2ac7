//! Follows a path that is gone through renames, by git's own reckoning.

use std::path::Path;
use std::time::Duration;

use super::child::{Git, GitError};

/// The time limit of one run of git.
const LIMIT: Duration = Duration::from_secs(5);
/// Most renames of one path that are followed.
const MOST: usize = 8;

/// The present path of a file or folder that is gone, both relative to the tree's root: what git takes for its new name,
/// in the uncommitted changes or in the commit that removed it. `None` if it was not renamed.
///
/// # Errors
/// git failed, or the tree is under none.
pub fn renamed(root: &Path, path: &str) -> Result<Option<String>, GitError> {
    let git = Git::at(root, LIMIT)?;
    let mut now = path.to_owned();
    for _ in 0..MOST {
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

/// The new name of a path in a list of renames: that of the file, or of the folder to which most files below it went.
fn new_name(renames: &[u8], path: &str) -> Option<String> {
    let text = String::from_utf8_lossy(renames);
    let mut fields = text.split('\0').filter(|field| !field.is_empty());
    let mut folders: Vec<(usize, String)> = Vec::new();
    while let (Some(_), Some(old), Some(new)) = (fields.next(), fields.next(), fields.next()) {
        if old == path {
            return Some(new.to_owned());
        }
        let Some(below) = old.strip_prefix(path).filter(|below| below.starts_with('/')) else { continue };
        let Some(folder) = new.strip_suffix(below) else { continue };
        match folders.iter_mut().find(|(_, known)| known == folder) {
            Some((count, _)) => *count += 1,
            None => folders.push((1, folder.to_owned())),
        }
    }
    folders.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    folders.into_iter().next().map(|(_, folder)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rename_of_a_file_or_of_what_a_folder_holds_is_found() {
        let renames =
            b"R100\0a/x.md\0b/x.md\0R090\0a/sub/y.go\0b/sub/y.go\0R080\0a/z.go\0c/z.go\0R100\0k.txt\0l.txt\0";
        for (path, expect) in [
            ("a/x.md", Some("b/x.md")),
            ("a/z.go", Some("c/z.go")),
            ("k.txt", Some("l.txt")),
            ("a", Some("b")),
            ("a/sub", Some("b/sub")),
            ("k", None),
            ("", None),
        ] {
            assert_eq!(new_name(renames, path).as_deref(), expect, "{path}");
        }
        assert_eq!(new_name(b"", "a"), None);
    }
}
