//! Finds the folder of the repository that contains a path.

use std::path::{Path, PathBuf};

use crate::platform::canonical;

/// Why a path leads to no repository.
#[derive(Debug, thiserror::Error)]
pub enum RootError {
    #[error("cannot open {path}: {source}; name a folder with Go code inside it")]
    Path { path: PathBuf, source: std::io::Error },
    #[error("{0} is a home folder (or holds one), not a repository: name a folder with Go code inside it")]
    Home(PathBuf),
    #[error("{0} is the root of the file system, not a repository: name a folder with Go code inside it")]
    FileSystem(PathBuf),
}

/// The repository that contains `path` (a folder or a file), as an absolute path without links.
///
/// It is the nearest folder upwards with `.git` or `go.work`. If that is a checkout without a `go.mod` of its own, or if
/// there is none, it is the topmost folder with a `go.mod`: a module inside a checkout of something else is a tree of its
/// own. Without any of these it is `path` itself. The search ends below `home` and its ancestors, so that a home folder
/// under version control is not taken for the repository.
///
/// # Errors
/// The path cannot be read, or it is a home folder or the root of the file system itself.
pub(super) fn find(path: &Path, home: Option<&Path>) -> Result<PathBuf, RootError> {
    let problem = |source| RootError::Path { path: path.to_owned(), source };
    let mut start = canonical(path).map_err(problem)?;
    if !start.metadata().map_err(problem)?.is_dir() {
        start.pop();
    }
    let home = home.and_then(|home| canonical(home).ok());
    let too_high = |folder: &Path| {
        folder.parent().is_none() || home.as_ref().is_some_and(|home| home.starts_with(folder))
    };
    if start.parent().is_none() {
        return Err(RootError::FileSystem(start));
    }
    if too_high(&start) {
        return Err(RootError::Home(start));
    }
    let mut topmost_module = None;
    for folder in start.ancestors().take_while(|folder| !too_high(folder)) {
        if folder.join("go.work").is_file() {
            return Ok(folder.to_owned());
        }
        if folder.join("go.mod").is_file() {
            topmost_module = Some(folder);
        }
        if folder.join(".git").exists() {
            return Ok(topmost_module.unwrap_or(folder).to_owned());
        }
    }
    Ok(topmost_module.unwrap_or(&start).to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        dir
    }

    #[test]
    fn the_root_is_the_nearest_checkout_or_workspace_else_the_topmost_module_else_the_folder() {
        let cases: &[(&[&str], &str, &str)] = &[
            (&["r/.git/HEAD", "r/go.mod", "r/a/go.mod", "r/a/b/c.go"], "r/a/b", "r"),
            (&["r/.git/HEAD", "r/w/go.work", "r/w/a/x.go"], "r/w/a", "r/w"),
            (&["r/.git/HEAD", "r/m/go.mod", "r/m/n/go.mod", "r/m/n/x.go"], "r/m/n", "r/m"),
            (&["r/.git/HEAD", "r/m/go.mod", "r/a/x.go"], "r/a", "r"),
            (&["r/.git/HEAD", "r/m/go.mod"], "r", "r"),
            (&["r/go.mod", "r/a/go.mod", "r/a/b/c.go"], "r/a/b", "r"),
            (&["r/a/b/c.go"], "r/a/b", "r/a/b"),
            (&["r/.git/HEAD", "r/a/c.go"], "r/a/c.go", "r"),
            (&["r/.git", "r/a/c.go"], "r/a", "r"),
        ];
        for (files, from, expected) in cases {
            let dir = tree(files);
            let root = find(&dir.path().join(from), None).unwrap();
            assert_eq!(root, dir.path().canonicalize().unwrap().join(expected), "{files:?} from {from}");
        }
    }

    #[test]
    fn a_home_folder_is_refused_and_never_climbed_into() {
        let dir = tree(&["home/.git/HEAD", "home/go.mod", "home/p/x.go"]);
        let home = dir.path().join("home");
        assert!(matches!(find(&home, Some(&home)), Err(RootError::Home(_))));
        assert!(matches!(find(dir.path(), Some(&home)), Err(RootError::Home(_))));
        let inside = find(&home.join("p"), Some(&home)).unwrap();
        assert_eq!(inside, home.join("p").canonicalize().unwrap());
    }

    #[test]
    fn the_root_of_the_file_system_and_a_missing_path_are_refused() {
        assert!(matches!(find(Path::new("/"), None), Err(RootError::FileSystem(_))));
        assert!(matches!(find(Path::new("/no/such/place"), None), Err(RootError::Path { .. })));
    }
}
