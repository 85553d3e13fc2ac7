//! Finds a repository's Go files, and reports why every other candidate was skipped.
//!
//! The walk itself follows no links, so it cannot leave the tree or go in circles. A Go file that is a link to a file
//! of the tree is read, as by the go command. A folder that is a link to one of the tree is noted with its target, where
//! imports through it lead. Links that leave the tree are skipped. `.gitignore` is not applied: the go
//! command does not know it, and ignored generated code is still compiled. Like the go command, the walk skips
//! folders that begin with a dot, files that begin with a dot or an underscore, and (unless asked) `vendor`. It
//! enters `testdata` and underscore folders, since packages in them can be imported by path.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::Path;
use std::sync::Mutex;

use ignore::{DirEntry, WalkBuilder, WalkState};
use serde::{Deserialize, Serialize};

pub use super::fs::MAX_FILE_SIZE;
use super::fs::inside;
use super::task::{BuildEvent, Task};
use crate::golang::module::Links;
use crate::platform::{change_time, with_slashes};

/// The most skipped paths that are listed one by one; the counts by reason are always complete.
pub(super) const MAX_LISTED: usize = 1_000;

/// The version of a file as the file system reports it, without reading the file. Equal stamps mean equal content,
/// unless the file was written at the very moment when it was stamped; see [`Stamp::is_racy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub size: u64,
    /// Nanoseconds since the epoch.
    pub modified: i64,
    /// The inode's last change in nanoseconds (on Unix; else 0). It reveals an edit that restores the old
    /// modification time.
    pub changed: i64,
}

/// A file of the tree that is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundFile {
    /// Relative to the root, `/` between parts.
    pub path: String,
    pub stamp: Stamp,
}

/// Why a path that looks like Go is not in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// A symbolic link that leads out of the tree, or nowhere.
    Link,
    /// A FIFO, socket or device.
    NotAFile,
    /// Over [`MAX_FILE_SIZE`].
    TooLarge,
    /// The operating system refused.
    Unreadable,
    /// The name is not UTF-8.
    NameNotUtf8,
    /// The name begins with `.` or `_`, so the go command ignores it.
    IgnoredName,
    /// A vendor folder, which is indexed only on request.
    Vendor,
    /// `node_modules`.
    ForeignPackages,
}

impl SkipReason {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::NotAFile => "not-a-file",
            Self::TooLarge => "too-large",
            Self::Unreadable => "unreadable",
            Self::NameNotUtf8 => "name-not-utf8",
            Self::IgnoredName => "ignored-name",
            Self::Vendor => "vendor",
            Self::ForeignPackages => "foreign-packages",
        }
    }
}

/// One path that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Skip {
    /// Relative to the root; bytes that are not UTF-8 replaced.
    pub path: String,
    pub reason: SkipReason,
    /// The message of the operating system, if it gave one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// Paths that were skipped: all are counted, the first [`MAX_LISTED`] by path are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    pub counts: BTreeMap<SkipReason, u64>,
    pub listed: Vec<Skip>,
}

impl Skipped {
    fn new(mut all: Vec<Skip>) -> Self {
        all.sort();
        let mut skipped = Self::default();
        for skip in &all {
            *skipped.counts.entry(skip.reason).or_default() += 1;
        }
        all.truncate(MAX_LISTED);
        skipped.listed = all;
        skipped
    }

    /// Adds paths that turned out to be unreadable later.
    pub fn extend(&mut self, later: Vec<Skip>) {
        for skip in later {
            *self.counts.entry(skip.reason).or_default() += 1;
            self.listed.push(skip);
        }
        self.listed.sort();
        self.listed.truncate(MAX_LISTED);
    }

    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// The result of a walk, each list in order of path bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WalkedTree {
    pub files: Vec<FoundFile>,
    /// `go.mod` and `go.work` files.
    pub manifests: Vec<FoundFile>,
    /// Links to Go files, module files and folders of the tree.
    pub links: Links,
    pub skipped: Skipped,
}

impl Stamp {
    pub(super) fn of(metadata: &Metadata) -> Self {
        let changed = change_time(metadata);
        let modified = metadata.modified().map_or(i64::MAX, nanoseconds);
        Self { size: metadata.len(), modified, changed }
    }

    /// The stamp of a file that is reached through a link with the stamp `link`.
    fn or_newer(self, link: Self) -> Self {
        Self { changed: self.changed.max(link.changed), modified: self.modified, size: self.size }
    }

    /// Returns whether the file may have changed after it was stamped without changing the stamp. `began` is the time
    /// when the index that has the stamp began to read. The margin covers the coarsest clock of a file system (FAT: 2
    /// s). A time in the future counts as racy, so a clock that was set back costs a second look and nothing else.
    pub fn is_racy(&self, began: i64) -> bool {
        const COARSEST: i64 = 2_000_000_000;
        self.modified.max(self.changed) >= began.saturating_sub(COARSEST)
    }
}

/// Nanoseconds since the epoch; negative before it.
pub(super) fn nanoseconds(time: std::time::SystemTime) -> i64 {
    match time.duration_since(std::time::UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |n| -n),
    }
}

enum Sighting {
    Go(FoundFile),
    Manifest(FoundFile),
    /// A link inside the tree and its target.
    Link(String, String),
    Skip(Skip),
}

/// Collects the sightings of one walking thread and adds them to the common list at its end: one lock per thread, not
/// per file.
struct SightingBatch<'w> {
    items: Vec<Sighting>,
    all: &'w Mutex<Vec<Sighting>>,
}

impl Drop for SightingBatch<'_> {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.append(&mut self.items);
    }
}

/// Walks the tree under `root` with `threads` threads, and reports each folder. If the task is cancelled, it stops
/// early and returns what it has found so far.
pub(super) fn walk(root: &Path, vendor: bool, threads: usize, task: &Task<'_>) -> WalkedTree {
    let all = Mutex::new(Vec::new());
    WalkBuilder::new(root).standard_filters(false).follow_links(false).threads(threads).build_parallel().run(
        || {
            let mut batch = SightingBatch { items: Vec::new(), all: &all };
            Box::new(move |entry| {
                if task.go_on().is_err() {
                    return WalkState::Quit;
                }
                match entry {
                    Ok(entry) => {
                        let state = visit(root, vendor, &entry, &mut batch.items);
                        if matches!(state, WalkState::Continue)
                            && entry.file_type().is_some_and(|kind| kind.is_dir())
                        {
                            (task.report)(BuildEvent::Folder);
                        }
                        state
                    }
                    Err(error) => {
                        batch.items.push(Sighting::Skip(unreadable(root, &error)));
                        WalkState::Continue
                    }
                }
            })
        },
    );
    let mut tree = WalkedTree::default();
    let mut skipped = Vec::new();
    for sighting in all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        match sighting {
            Sighting::Go(found) => tree.files.push(found),
            Sighting::Manifest(found) => tree.manifests.push(found),
            Sighting::Link(path, target) => drop(tree.links.insert(path, target)),
            Sighting::Skip(skip) => skipped.push(skip),
        }
    }
    tree.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    tree.manifests.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    tree.skipped = Skipped::new(skipped);
    tree
}

fn visit(root: &Path, vendor: bool, entry: &DirEntry, out: &mut Vec<Sighting>) -> WalkState {
    if entry.depth() == 0 {
        return WalkState::Continue;
    }
    let Some(kind) = entry.file_type() else { return WalkState::Continue };
    let name = entry.file_name();
    let mut skip = |reason, detail: &str| {
        out.push(Sighting::Skip(Skip {
            path: relative_lossy(root, entry.path()),
            reason,
            detail: detail.to_owned(),
        }));
        WalkState::Skip
    };
    if kind.is_dir() {
        return match name.as_encoded_bytes() {
            [b'.', ..] => WalkState::Skip,
            b"vendor" if !vendor => skip(SkipReason::Vendor, ""),
            b"node_modules" => skip(SkipReason::ForeignPackages, ""),
            _ => WalkState::Continue,
        };
    }
    let manifest = name == "go.mod" || name == "go.work";
    let is_wanted = manifest || Path::new(name).extension() == Some(OsStr::new("go"));
    // A link of any name can be a folder.
    if !is_wanted && !kind.is_symlink() {
        return WalkState::Continue;
    }
    if !kind.is_file() && !kind.is_symlink() {
        return skip(SkipReason::NotAFile, "");
    }
    if let [b'.' | b'_', ..] = name.as_encoded_bytes() {
        return if is_wanted { skip(SkipReason::IgnoredName, "") } else { WalkState::Continue };
    }
    let Some(path) = relative(root, entry.path()) else { return skip(SkipReason::NameNotUtf8, "") };
    let linked = if kind.is_symlink() {
        match LinkTarget::of(root, &path) {
            Ok(target) if target.metadata.is_dir() => {
                out.push(Sighting::Link(path, target.path));
                return WalkState::Continue;
            }
            Err(why) if is_wanted || entry.path().is_dir() => return skip(SkipReason::Link, why),
            Ok(target) if is_wanted && target.metadata.is_file() => Some(target),
            Ok(_) if is_wanted => return skip(SkipReason::NotAFile, ""),
            _ => return WalkState::Continue,
        }
    } else {
        None
    };
    let stamp = entry.metadata().map(|own| match &linked {
        // Another target can have the same stamp as the one before; the link itself has not.
        Some(LinkTarget { metadata, .. }) => Stamp::of(metadata).or_newer(Stamp::of(&own)),
        None => Stamp::of(&own),
    });
    match stamp {
        Ok(stamp) if stamp.size > MAX_FILE_SIZE => return skip(SkipReason::TooLarge, ""),
        Ok(stamp) => {
            out.extend(linked.map(|target| Sighting::Link(path.clone(), target.path)));
            let found = FoundFile { path, stamp };
            out.push(if manifest { Sighting::Manifest(found) } else { Sighting::Go(found) });
        }
        Err(error) => out.push(Sighting::Skip(unreadable(root, &error))),
    }
    WalkState::Continue
}

/// The place in the tree where a link leads.
struct LinkTarget {
    /// Relative to the root, without links.
    path: String,
    metadata: Metadata,
}

impl LinkTarget {
    /// # Errors
    /// The link leads out of the tree, or nowhere. The error is the reason.
    fn of(root: &Path, link: &str) -> Result<Self, &'static str> {
        let real = inside(root, link).map_err(|_| "it leads out of the tree")?;
        let real = real.ok_or("it leads nowhere")?;
        let metadata = std::fs::metadata(&real).map_err(|_| "it leads nowhere")?;
        let path = relative(root, &real).ok_or("the name of its target is not UTF-8")?;
        Ok(Self { path, metadata })
    }
}

fn unreadable(root: &Path, error: &ignore::Error) -> Skip {
    fn path_of(error: &ignore::Error) -> Option<&Path> {
        match error {
            ignore::Error::WithPath { path, .. } => Some(path),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
            _ => None,
        }
    }
    Skip {
        path: path_of(error).map_or_else(String::new, |path| relative_lossy(root, path)),
        reason: SkipReason::Unreadable,
        detail: error.io_error().map_or_else(|| error.to_string(), ToString::to_string),
    }
}

/// `path` relative to `root`, with `/` between parts; `None` if a part is not UTF-8.
fn relative(root: &Path, path: &Path) -> Option<String> {
    let path = path.strip_prefix(root).unwrap_or(path).to_str()?;
    Some(with_slashes(path).into_owned())
}

fn relative_lossy(root: &Path, path: &Path) -> String {
    relative(root, path)
        .unwrap_or_else(|| path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    use super::*;

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "package p\n").unwrap();
        }
        dir
    }

    /// The files that a walk finds, and how many folders it reports.
    fn watched(root: &Path, vendor: bool, threads: usize, cancel: &AtomicBool) -> (WalkedTree, usize) {
        let folders = AtomicUsize::new(0);
        let report = |event| {
            assert!(matches!(event, BuildEvent::Folder));
            folders.fetch_add(1, Relaxed);
        };
        let tree = walk(root, vendor, threads, &Task { cancel, report: &report, glimpses: false });
        (tree, folders.into_inner())
    }

    fn look(root: &Path, vendor: bool) -> WalkedTree {
        watched(root, vendor, 2, &AtomicBool::new(false)).0
    }

    fn paths(found: &[FoundFile]) -> Vec<&str> {
        found.iter().map(|f| f.path.as_str()).collect()
    }

    fn skips(tree: &WalkedTree) -> Vec<(&str, SkipReason)> {
        tree.skipped.listed.iter().map(|s| (s.path.as_str(), s.reason)).collect()
    }

    #[test]
    fn go_files_and_manifests_are_found_in_order_and_the_rest_is_accounted_for() {
        let dir = tree(&[
            "z.go",
            "a/b.go",
            "a-b/c.go",
            "a/testdata/t.go",
            "_gen/g.go",
            "go.mod",
            "sub/go.mod",
            "go.work",
            "README.md",
            "a/_x.go",
            "a/.x.go",
            ".git/x.go",
            "vendor/v/v.go",
            "web/node_modules/n/n.go",
            ".gitignore",
        ]);
        let found = look(dir.path(), false);
        assert_eq!(paths(&found.files), ["_gen/g.go", "a-b/c.go", "a/b.go", "a/testdata/t.go", "z.go"]);
        assert_eq!(paths(&found.manifests), ["go.mod", "go.work", "sub/go.mod"]);
        assert_eq!(
            skips(&found),
            [
                ("a/.x.go", SkipReason::IgnoredName),
                ("a/_x.go", SkipReason::IgnoredName),
                ("vendor", SkipReason::Vendor),
                ("web/node_modules", SkipReason::ForeignPackages),
            ]
        );
        assert!(paths(&look(dir.path(), true).files).contains(&"vendor/v/v.go"));
    }

    #[test]
    fn a_file_over_the_limit_is_left_out() {
        let dir = tree(&["a.go"]);
        let big = fs::File::create(dir.path().join("big.go")).unwrap();
        big.set_len(MAX_FILE_SIZE + 1).unwrap();
        let found = look(dir.path(), false);
        assert_eq!(
            (paths(&found.files), skips(&found)),
            (vec!["a.go"], vec![("big.go", SkipReason::TooLarge)])
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_inside_the_tree_are_followed_and_others_left_out_with_their_reason() {
        use std::os::unix::ffi::OsStrExt;
        let dir = tree(&["a.go", "escape\u{1b}[2J.go"]);
        let at = |name: &str| dir.path().join(name);
        for (target, link) in [
            ("a.go", "link.go"),
            (".", "loop"),
            ("loop/loop/link.go", "again.go"),
            ("round.go", "round.go"),
            ("missing.go", "dangling.go"),
            ("/etc", "out"),
            ("/etc/hosts", "out.go"),
            ("/dev/zero", "endless.go"),
            ("socket.go", "pipe.go"),
            ("a.go", "README"),
            ("a.go", "_ignored.go"),
        ] {
            std::os::unix::fs::symlink(target, at(link)).unwrap();
        }
        std::os::unix::net::UnixListener::bind(at("socket.go")).unwrap();
        fs::write(dir.path().join(OsStr::from_bytes(b"\xff.go")), "package p\n").unwrap();
        let found = look(&dir.path().canonicalize().unwrap(), false);
        assert_eq!(paths(&found.files), ["a.go", "again.go", "escape\u{1b}[2J.go", "link.go"]);
        let links: Vec<_> = found.links.iter().map(|(link, to)| (link.as_str(), to.as_str())).collect();
        assert_eq!(links, [("again.go", "a.go"), ("link.go", "a.go"), ("loop", "")]);
        assert_eq!(
            skips(&found),
            [
                ("_ignored.go", SkipReason::IgnoredName),
                ("dangling.go", SkipReason::Link),
                ("endless.go", SkipReason::Link),
                ("out", SkipReason::Link),
                ("out.go", SkipReason::Link),
                ("pipe.go", SkipReason::NotAFile),
                ("round.go", SkipReason::Link),
                ("socket.go", SkipReason::NotAFile),
                ("\u{fffd}.go", SkipReason::NameNotUtf8),
            ]
        );
    }

    #[test]
    fn folders_that_are_looked_into_are_reported() {
        let dir = tree(&["a/b/c.go", "d.go", "vendor/v/v.go", ".git/x.go"]);
        let folders = |vendor| watched(dir.path(), vendor, 2, &AtomicBool::new(false)).1;
        assert_eq!((folders(false), folders(true)), (3, 5), "the root, a and b; and vendor's two");
    }

    #[test]
    fn a_cancelled_walk_ends_early() {
        let dir = tree(&["a.go", "b/c.go"]);
        assert_eq!(watched(dir.path(), false, 1, &AtomicBool::new(true)), (WalkedTree::default(), 0));
    }

    #[test]
    fn a_stamp_is_racy_when_it_is_as_young_as_the_look_at_it_or_from_the_future() {
        const SECOND: i64 = 1_000_000_000;
        let stamp = |modified, changed| Stamp { size: 1, modified, changed };
        for (modified, changed, racy) in
            [(10, 10, false), (97, 97, false), (98, 10, true), (10, 99, true), (200, 10, true)]
        {
            assert_eq!(
                stamp(modified * SECOND, changed * SECOND).is_racy(100 * SECOND),
                racy,
                "{modified} {changed}"
            );
        }
    }
}
