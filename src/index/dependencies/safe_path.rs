//! Opens what lies below a folder without following links, so that nothing outside of the folder is read.

use std::fs;
use std::path::{Path, PathBuf};

/// The kind of file that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Folder,
    File,
}

/// Reason for which a path is not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Missing,
    /// A link on the path, or something that is neither a file nor a folder.
    Link,
}

/// The path of a file or folder below `root`, which has no link between `root` and itself. `relative` has `/` between its
/// parts.
///
/// # Errors
/// It is not there, or not to be opened.
pub(super) fn below(root: &Path, relative: &str, kind: Kind) -> Result<PathBuf, Refusal> {
    let mut path = root.to_owned();
    let mut parts = relative.split('/').peekable();
    while let Some(part) = parts.next() {
        if matches!(part, "" | "." | "..") || part.contains(['\\', '\0']) {
            return Err(Refusal::Missing);
        }
        path.push(part);
        let found = fs::symlink_metadata(&path).map_err(|_| Refusal::Missing)?;
        let wanted = if parts.peek().is_some() { Kind::Folder } else { kind };
        let fits = match wanted {
            Kind::Folder => found.is_dir(),
            Kind::File => found.is_file(),
        };
        if !fits {
            return Err(Refusal::Link);
        }
    }
    Ok(path)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn nothing_behind_a_link_is_opened() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("a/b")).unwrap();
        fs::write(dir.path().join("a/b/x.go"), "").unwrap();
        std::os::unix::fs::symlink("b", dir.path().join("a/c")).unwrap();
        std::os::unix::fs::symlink("/etc/hosts", dir.path().join("a/hosts")).unwrap();
        for (path, kind, expected) in [
            ("a/b/x.go", Kind::File, Ok(())),
            ("a/b", Kind::Folder, Ok(())),
            ("a/b", Kind::File, Err(Refusal::Link)),
            ("a/b/x.go", Kind::Folder, Err(Refusal::Link)),
            ("a/c", Kind::Folder, Err(Refusal::Link)),
            ("a/c/x.go", Kind::File, Err(Refusal::Link)),
            ("a/hosts", Kind::File, Err(Refusal::Link)),
            ("a/none", Kind::File, Err(Refusal::Missing)),
            ("a/../a/b", Kind::Folder, Err(Refusal::Missing)),
            ("/a/b", Kind::Folder, Err(Refusal::Missing)),
            ("", Kind::Folder, Err(Refusal::Missing)),
        ] {
            assert_eq!(below(dir.path(), path, kind).map(|_| ()), expected, "{path}");
        }
    }
}
