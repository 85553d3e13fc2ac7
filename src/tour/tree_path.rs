//! Paths of steps as paths of the tree.

use std::borrow::Cow;

/// A path that a tour names, relative to the root as the tree's paths are: CodeTour joins it to the folder of the
/// repository, so it may begin with `/` or `./`, go up and down again, double a `/`, and have the `\\` of Windows. A path that
/// leads out of the root stays as it is, and is refused when it is opened.
pub fn tree_path(path: &str) -> Cow<'_, str> {
    let is_plain = !path.split('/').any(|part| matches!(part, "" | "." | "..")) && !path.contains('\\');
    if is_plain {
        return Cow::Borrowed(path);
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return Cow::Borrowed(path);
                }
            }
            part => parts.push(part),
        }
    }
    Cow::Owned(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::tree_path;

    #[test]
    fn every_form_of_a_path_means_one_place() {
        for path in ["a/b.go", "./a/b.go", "/a/b.go", "a//b.go", "a/c/../b.go", "a\\b.go", "a/b.go/"] {
            assert_eq!(tree_path(path), "a/b.go", "{path}");
        }
        assert_eq!(tree_path("../a.go"), "../a.go");
        assert_eq!(tree_path("."), "");
    }
}
