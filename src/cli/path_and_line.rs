//! A path of the command line, with or without a line.

use std::path::{Path, PathBuf};

use crate::platform::{canonical, with_slashes};

/// A path of the command line, and the line behind it.
pub(super) struct PathAndLine {
    pub(super) path: PathBuf,
    /// From 1.
    pub(super) line: Option<u32>,
}

impl PathAndLine {
    /// Reads `path`, `path:line` or `path:line:column`. If a file of the whole name exists, it is meant.
    pub(super) fn of(given: &Path) -> Self {
        let whole = || Self { path: given.to_owned(), line: None };
        if given.exists() {
            return whole();
        }
        let Some(text) = given.to_str() else { return whole() };
        let text = text.trim_end_matches(':');
        let split = |text: &str| {
            let (path, number) = text.rsplit_once(':')?;
            Some((path.to_owned(), number.parse::<u32>().ok()?))
        };
        let Some((path, line)) = split(text) else { return whole() };
        match split(&path) {
            Some((path, line)) if Path::new(&path).is_file() => Self { path: path.into(), line: Some(line) },
            _ => Self { path: path.into(), line: Some(line) },
        }
    }

    /// The file's path relative to the root of its repository, and its line; `None` if it is no file there.
    pub(super) fn within(&self, root: &Path) -> Option<(String, u32)> {
        let whole = canonical(&self.path).ok().filter(|whole| whole.is_file())?;
        let relative = with_slashes(whole.strip_prefix(root).ok()?.to_str()?).into_owned();
        Some((relative, self.line.unwrap_or(1).max(1)))
    }

    /// The folder whose repository is opened.
    pub(super) fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(parent) if self.path.is_file() && parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) if self.path.is_file() => parent,
            _ => &self.path,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_end_in_a_line() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["a.go", "b.go:7"] {
            std::fs::write(dir.path().join(name), "package a\n").unwrap();
        }
        let path = |text: &str| dir.path().join(text);
        for (given, file, line) in [
            ("a.go", "a.go", None),
            ("a.go:12", "a.go", Some(12)),
            ("a.go:12:3", "a.go", Some(12)),
            ("a.go:12:", "a.go", Some(12)),
            ("b.go:7", "b.go:7", None),
            ("b.go:7:9", "b.go:7", Some(9)),
        ] {
            let place = PathAndLine::of(&path(given));
            assert_eq!((place.path.clone(), place.line), (path(file), line), "{given}");
            assert_eq!(place.folder(), dir.path(), "{given}");
        }
        assert_eq!(PathAndLine::of(dir.path()).folder(), dir.path());
    }
}
