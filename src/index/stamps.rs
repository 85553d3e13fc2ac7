//! Checks whether a tree is still as it was when it was indexed, by the stamps of known files and folders alone.

use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};

use super::snapshot::Snapshot;
use super::walk::{Stamp, nanoseconds};
use crate::platform::FolderWatch;

/// Files in git's own folder that change with HEAD or with staged files, and the folders that they are in.
const GIT_FILES: [&str; 3] = ["HEAD", "index", "logs/HEAD"];
const FOLDERS_OF_GIT: [&str; 2] = ["", "logs"];

/// The files of one generation and their folders.
///
/// An edited file changes its own stamp, an added or removed one that of its folder. A first Go file is not noticed
/// if it is in a folder without indexed files that lies below another such folder: therefore walk the tree itself now
/// and then.
#[derive(Debug)]
pub struct Stamps {
    paths: Vec<PathBuf>,
    watch: Option<FolderWatch>,
}

/// The result of [`Stamps::look`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StampDigest {
    digest: u64,
    /// The newest change of all files, in nanoseconds since the epoch.
    newest: i64,
}

impl StampDigest {
    /// Returns whether an equal look later proves that nothing changed since `began`: the newest change is so old that
    /// a later one must have another time.
    pub fn is_settled(self, began: SystemTime) -> bool {
        /// The resolution of times in file systems, in nanoseconds: a tick of the kernel's clock.
        const TICK: i64 = 10_000_000;
        self.newest < nanoseconds(began).saturating_sub(TICK)
    }

    /// Returns whether both looks found the same stamps.
    pub fn is_same(self, other: Self) -> bool {
        self.digest == other.digest
    }
}

impl Stamps {
    /// The stamps of a snapshot's files, and of git's state if `git` is git's own folder. O(files).
    pub fn of(snapshot: &Snapshot, git: Option<&Path>) -> Self {
        let root = snapshot.root();
        let files = snapshot.files();
        let mut folders = FxHashSet::from_iter([""]);
        let mut paths = Vec::with_capacity(files.len());
        for mut path in files.iter().filter_map(|(path, _)| std::str::from_utf8(path).ok()) {
            paths.push(root.join(path));
            while let Some((folder, _)) = path.rsplit_once('/').filter(|(folder, _)| folders.insert(folder)) {
                path = folder;
            }
        }
        let folders: Vec<PathBuf> = folders.into_iter().map(|folder| root.join(folder)).collect();
        let of_git = git.into_iter().flat_map(|git| FOLDERS_OF_GIT.map(|folder| git.join(folder)));
        // A repository without a commit has no log.
        let of_git: Vec<PathBuf> = of_git.filter(|folder| folder.is_dir()).collect();
        let watch = FolderWatch::over(folders.iter().chain(&of_git).map(PathBuf::as_path));
        paths.extend(folders);
        paths.extend(git.into_iter().flat_map(|git| GIT_FILES.map(|file| git.join(file))));
        Self { paths, watch }
    }

    /// Returns whether the system reports that nothing changed since this was made or since the last call. Where it
    /// reports nothing, or not at once, this is false. Takes some microseconds.
    pub fn is_quiet(&self) -> bool {
        self.watch.as_ref().is_some_and(FolderWatch::is_quiet)
    }

    /// Reads all stamps. This takes some microseconds each, on all threads; no file is opened.
    pub fn look(&self) -> StampDigest {
        let seen = self.paths.par_iter().map(|path| {
            let stamp = fs::metadata(path).ok().map(|file| Stamp::of(&file));
            let mut hasher = FxHasher::default();
            path.as_os_str().hash(&mut hasher);
            let newest = stamp.map_or(0, |stamp| {
                (stamp.size, stamp.modified, stamp.changed).hash(&mut hasher);
                if stamp.changed > 0 { stamp.changed } else { stamp.modified }
            });
            StampDigest { digest: hasher.finish(), newest }
        });
        seen.reduce(
            || StampDigest { digest: 0, newest: 0 },
            |a, b| StampDigest { digest: a.digest.wrapping_add(b.digest), newest: a.newest.max(b.newest) },
        )
    }
}
