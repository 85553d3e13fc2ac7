//! Paths of steps as paths of the tree.

use std::borrow::Cow;

use crate::model::joined;

/// A path that a tour names, relative to the root as the tree's paths are: CodeTour joins it to the folder of the
/// repository, so it may begin with `/` or `./`, go up and down again, double a `/`, and have the `\\` of Windows. A path that
/// leads out of the root stays as it is, and is refused when it is opened.
pub fn tree_path(path: &str) -> Cow<'_, str> {
    let is_plain = !path.split('/').any(|part| matches!(part, "" | "." | "..")) && !path.contains('\\');
    if is_plain {
        return Cow::Borrowed(path);
    }
    joined("", path).map_or(Cow::Borrowed(path), Cow::Owned)
}

/// A path that goes up out of the root and down into it again, relative to the root: `../repo/a.go` in the folder `repo`. Others
/// stay as they are.
pub(super) fn in_root<'p>(path: &'p str, root: &str) -> &'p str {
    let down = path.trim_start_matches("../");
    let ups = (path.len() - down.len()) / "../".len();
    // The folders that it leaves, as the root names them.
    let last = ups.checked_sub(1).and_then(|nth| root.rmatch_indices('/').nth(nth));
    let left = last.map(|(at, _)| &root[at + 1..]);
    left.and_then(|left| down.strip_prefix(left)?.strip_prefix('/')).unwrap_or(path)
}

/// The path of a `file:` URI below the root, relative to it. `None` for other places, and for a path with escaped characters.
pub(super) fn of_uri<'u>(uri: &'u str, root: &str) -> Option<&'u str> {
    let path = uri.strip_prefix("file://").filter(|path| !path.contains('%') && !root.is_empty())?;
    // A drive of Windows stands behind a slash.
    let path = if root.starts_with('/') { path } else { path.strip_prefix('/')? };
    path.strip_prefix(root)?.strip_prefix('/').filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{in_root, of_uri, tree_path};

    #[test]
    fn what_leads_back_into_the_repository_is_a_path_of_it() {
        let root = "/home/a/repo";
        for (path, expected) in [
            ("../repo/a/b.go", "a/b.go"),
            ("../../a/repo/b.go", "b.go"),
            ("../other/b.go", "../other/b.go"),
            ("../repository/b.go", "../repository/b.go"),
            ("../../../../../home/a/repo/b.go", "../../../../../home/a/repo/b.go"),
            ("a/../b.go", "a/../b.go"),
        ] {
            assert_eq!(in_root(path, root), expected, "{path}");
        }
        for (uri, expected) in [
            ("file:///home/a/repo/b/c.go", Some("b/c.go")),
            ("file:///home/a/repository/c.go", None),
            ("file:///home/a/repo", None),
            ("file:///home/a/repo/b%20c.go", None),
            ("https://example.com/home/a/repo/b.go", None),
        ] {
            assert_eq!(of_uri(uri, root), expected, "{uri}");
        }
        assert_eq!(of_uri("file:///C:/repo/b.go", "C:/repo"), Some("b.go"));
        assert_eq!(of_uri("file:///b.go", ""), None);
    }

    #[test]
    fn every_form_of_a_path_means_one_place() {
        for path in ["a/b.go", "./a/b.go", "/a/b.go", "a//b.go", "a/c/../b.go", "a\\b.go", "a/b.go/"] {
            assert_eq!(tree_path(path), "a/b.go", "{path}");
        }
        assert_eq!(tree_path("../a.go"), "../a.go");
        assert_eq!(tree_path("."), "");
    }
}
