//! Paths as people and other programs write them.

use std::borrow::Cow;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The absolute path without links, in the letters of the file system.
///
/// Windows itself writes such a path with the prefix `\\?\`, which git and editors do not understand. It is left out
/// unless the path is too long, or has a name that only that form can express.
///
/// # Errors
/// The path does not exist or cannot be read.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    dunce::canonicalize(path)
}

/// The one of three values that is for the system: for Linux and its like, for macOS, or for Windows.
pub const fn by_system(linux: &'static str, macos: &'static str, windows: &'static str) -> &'static str {
    if cfg!(windows) {
        windows
    } else if cfg!(target_os = "macos") {
        macos
    } else {
        linux
    }
}

/// A relative path with `/` between its parts, as git writes it.
pub fn with_slashes(path: &str) -> Cow<'_, str> {
    if MAIN_SEPARATOR == '/' { Cow::Borrowed(path) } else { Cow::Owned(path.replace(MAIN_SEPARATOR, "/")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_absolute_and_has_no_prefix() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("a b")).unwrap();
        let path = canonical(&dir.path().join("a b/.")).unwrap();
        assert!(path.is_absolute() && path.ends_with("a b"), "{path:?}");
        assert!(!path.to_string_lossy().starts_with(r"\\?\"), "{path:?}");
        assert!(canonical(&dir.path().join("none")).is_err());
    }

    #[test]
    fn parts_are_separated_as_in_git() {
        let path: PathBuf = ["a", "b", "c.go"].iter().collect();
        assert_eq!(with_slashes(path.to_str().unwrap()), "a/b/c.go");
    }
}
