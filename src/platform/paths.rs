//! Paths as people and other programs write them.

use std::borrow::Cow;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The absolute path without links, in the letters of the file system.
///
/// Windows itself writes such a path with the prefix `\\?\`, which git and editors do not understand, and which a path below a
/// folder has though the folder's own was taken away. It is left out unless the path has a name that only that form can
/// express. A long path needs none: the standard library adds it for each call.
///
/// # Errors
/// The path does not exist or cannot be read.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    let whole = std::fs::canonicalize(path)?;
    let plain = if cfg!(windows) { whole.to_str().and_then(without_prefix) } else { None };
    Ok(plain.map_or(whole, PathBuf::from))
}

/// A path of Windows without the prefix `\\?\`; `None` if it has none, or a name that only that form can express.
fn without_prefix(path: &str) -> Option<String> {
    let rest = path.strip_prefix(r"\\?\")?;
    let (plain, names) = match rest.strip_prefix(r"UNC\") {
        Some(shared) => (format!(r"\\{shared}"), shared),
        None => (rest.to_owned(), rest.split_once(r":\").filter(|(drive, _)| drive.len() == 1)?.1),
    };
    names.split_terminator('\\').all(is_plain_name).then_some(plain)
}

/// Returns whether Windows takes the name of a file as it is: without the prefix it cuts off blanks and dots at the end, and
/// some names are devices, with any ending.
fn is_plain_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_uppercase();
    let number = ["COM", "LPT"].iter().find_map(|device| stem.strip_prefix(device)).unwrap_or_default();
    let is_device = matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL")
        || number.chars().count() == 1 && "123456789¹²³".contains(number);
    !is_device && !name.ends_with(['.', ' ']) && !name.contains(['<', '>', ':', '"', '/', '|', '?', '*'])
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

/// A path, or a text that begins with one, as the tree has it: without the root at its beginning, `/` between its parts.
/// Windows takes letters of both cases for the same.
pub fn below_root(text: &str, root: &Path) -> String {
    below(&with_slashes(text), &with_slashes(&root.to_string_lossy()), cfg!(windows)).to_owned()
}

fn below<'t>(text: &'t str, root: &str, ignores_case: bool) -> &'t str {
    let Some((head, rest)) = text.split_at_checked(root.len()) else { return text };
    let is_root = if ignores_case { head.eq_ignore_ascii_case(root) } else { head == root };
    match rest.strip_prefix('/') {
        Some(below) if is_root => below,
        _ => text,
    }
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
    fn a_path_of_windows_loses_its_prefix_if_it_means_the_same_without() {
        let long = format!(r"C:\{}\a.go", ["folder"; 60].join(r"\"));
        for (path, plain) in [
            (r"\\?\C:\a b\c.go", Some(r"C:\a b\c.go")),
            (r"\\?\C:\", Some(r"C:\")),
            (&format!(r"\\?\{long}"), Some(long.as_str())),
            (r"\\?\UNC\server\share\a.go", Some(r"\\server\share\a.go")),
            (r"\\?\C:\console\com10.go", Some(r"C:\console\com10.go")),
            (r"\\?\C:\con\a.go", None),
            (r"\\?\C:\Nul.tar.gz", None),
            (r"\\?\C:\com1 .go", None),
            (r"\\?\C:\a.", None),
            (r"\\?\C:\a \b.go", None),
            (r"\\?\C:\a.go:stream", None),
            (r"\\?\Volume{b75e2c83}\a.go", None),
            (r"C:\a.go", None),
            ("/a/b.go", None),
        ] {
            assert_eq!(without_prefix(path).as_deref(), plain, "{path}");
        }
    }

    #[test]
    fn a_place_in_the_tree_loses_the_root() {
        for (text, root, ignores_case, expected) in [
            ("/r/a/b.go:7", "/r", false, "a/b.go:7"),
            ("/rest/b.go", "/r", false, "/rest/b.go"),
            ("/R/b.go", "/r", false, "/R/b.go"),
            ("c:/R/b.go", "C:/r", true, "b.go"),
            ("C:/r", "C:/r", true, "C:/r"),
            ("é", "/r", true, "é"),
        ] {
            assert_eq!(below(text, root, ignores_case), expected, "{text} below {root}");
        }
        let path: PathBuf = ["a", "b.go"].iter().collect();
        let root = std::env::temp_dir();
        assert_eq!(below_root(root.join(&path).to_str().unwrap(), &root), "a/b.go");
        assert_eq!(below_root(path.to_str().unwrap(), &root), "a/b.go");
    }

    #[test]
    fn parts_are_separated_as_in_git() {
        let path: PathBuf = ["a", "b", "c.go"].iter().collect();
        assert_eq!(with_slashes(path.to_str().unwrap()), "a/b/c.go");
    }
}
