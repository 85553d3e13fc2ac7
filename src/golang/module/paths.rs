//! Handles folders and import paths as text: elements with `/` between them; the root of the tree is `""`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::model::joined;

/// Symbolic links of a tree that lead to another place in it: their paths, and those of their targets.
pub type Links = BTreeMap<String, String>;

/// `base/rest`, where either may be empty.
pub(super) fn join(base: &str, rest: &str) -> String {
    match (base, rest) {
        ("", path) | (path, "") => path.to_owned(),
        _ => format!("{base}/{rest}"),
    }
}

/// The folder to which a relative path in a file of `base` leads; `None` for absolute paths and those that leave the
/// tree.
pub(super) fn normalize(base: &str, relative: &str) -> Option<String> {
    if relative.starts_with(['/', '\\']) || relative.contains(':') {
        return None;
    }
    joined(base, relative)
}

/// The part of `path` below `root`: empty for `root` itself, `None` if it is not below.
pub(super) fn below<'a>(path: &'a str, root: &str) -> Option<&'a str> {
    if root.is_empty() || path == root {
        return Some(&path[root.len()..]);
    }
    path.strip_prefix(root)?.strip_prefix('/')
}

/// A folder and all above it, up to the root.
pub(super) fn ancestors(dir: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(dir), |dir| match dir.rsplit_once('/') {
        Some((parent, _)) => Some(parent),
        None => (!dir.is_empty()).then_some(""),
    })
}

/// The path with the links on it resolved. `links` has their targets, which have no links on them.
pub(super) fn without_links<'p>(links: &Links, path: &'p str) -> Cow<'p, str> {
    /// As many links as an operating system follows on one path.
    const MOST: usize = 40;
    let mut path = Cow::Borrowed(path);
    for _ in 0..MOST {
        if links.is_empty() {
            break;
        }
        let target = |(prefix, rest): (&str, &str)| Some(join(links.get(prefix)?, rest));
        let Some(real) = prefixes(&path).find_map(target) else { break };
        path = Cow::Owned(real);
    }
    path
}

/// Every way to cut a path after one of its elements, the longest first: (the first part, the rest).
pub(super) fn prefixes(path: &str) -> impl Iterator<Item = (&str, &str)> {
    ancestors(path)
        .filter(|prefix| !prefix.is_empty())
        .filter_map(|prefix| Some((prefix, below(path, prefix)?)))
}

/// The part of a path up to the first folder or file that the go command ignores; `None` if there is none.
pub fn passed_over(dir: &str) -> Option<&str> {
    let mut end = 0;
    for element in dir.split('/') {
        end += element.len();
        if element == "testdata" || element.starts_with(['_', '.']) {
            return Some(&dir[..end]);
        }
        end += 1;
    }
    None
}
