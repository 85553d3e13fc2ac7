//! Watches the tree: a change on the disk becomes a request for a refresh. Watches git as well: a commit may change what
//! differs from HEAD, and no file.
//!
//! Only folders that the index knows are watched, each by itself: a tree's `.git`, `node_modules` and build output can be
//! larger than its code. A new folder shows in its parent, and is watched once the index knows it. If the system can't
//! watch (too many folders, a network file system), the tree is polled every few seconds instead.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use notify::event::{CreateKind, EventKind, ModifyKind, RemoveKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::impact::is_compiled_with_go;
use crate::index::Embedded;
use crate::model::clean;
use crate::platform::{Identity, identity};

/// Quiet that a burst of changes must be followed by. A file is written within one; what comes later gets a refresh of its
/// own, which costs less than the wait of every saved file.
const DEBOUNCE: Duration = Duration::from_millis(3);
/// Longest that a change waits for quiet: a build that writes all the time must not hide it.
const MAX_DEBOUNCE: Duration = Duration::from_millis(150);
/// Interval of polling a tree that can't be watched.
const POLL: Duration = Duration::from_secs(5);

/// A watch over a tree.
pub(super) struct Watch {
    root: PathBuf,
    /// Git's own folder, once it is watched.
    git: Arc<OnceLock<PathBuf>>,
    /// `None` once the system refused.
    watcher: Arc<Mutex<Option<RecommendedWatcher>>>,
    covered: Mutex<Covered>,
    embedded: Arc<Mutex<Embedded>>,
    /// Why the tree is polled.
    refused: Mutex<Option<String>>,
    noise: Sender<Noise>,
}

/// The folders that the system was asked to watch.
#[derive(Default)]
struct Covered {
    /// The folder that the root was: another one of that name has none of these.
    root: Option<Identity>,
    folders: BTreeSet<PathBuf>,
}

/// The thing that may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WatchChange {
    Tree,
    /// The differences from HEAD, but nothing that is indexed: HEAD itself, git's index, assembly, embedded files.
    Git,
}

/// A message to the thread behind the watch.
enum Noise {
    Changed(WatchChange),
    /// A folder came: its files may come before the index knows it.
    Folder(PathBuf),
    /// Poll every few seconds from now on.
    Poll,
}

impl Watch {
    /// Starts watching nothing yet. `changed` is called when something may have changed, from a thread of its own.
    pub(super) fn start(
        root: &Path,
        changed: impl Fn(WatchChange) + Send + 'static,
    ) -> std::io::Result<Arc<Self>> {
        let (noise, heard) = unbounded();
        let teller = noise.clone();
        let git: Arc<OnceLock<PathBuf>> = Arc::default();
        let gits = Arc::clone(&git);
        let embedded: Arc<Mutex<Embedded>> = Arc::default();
        let (heeded, top) = (Arc::clone(&embedded), root.to_owned());
        let is_in_program = move |path: &PathBuf| {
            let relative = || path.strip_prefix(&top).ok()?.to_str();
            is_compiled(path) || relative().is_some_and(|path| held(&heeded).takes(path))
        };
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if let (Ok(event), Some(folder)) = (&event, gits.get())
                && event.paths.iter().any(|path| path.parent() == Some(folder))
            {
                if !is_silent(event) && moves_git(event) {
                    let _ = teller.send(Noise::Changed(WatchChange::Git));
                }
                return;
            }
            if event.as_ref().is_ok_and(|event| !is_silent(event) && event.paths.iter().any(&is_in_program)) {
                let _ = teller.send(Noise::Changed(WatchChange::Git));
            }
            // An error means that events were lost.
            if event.as_ref().map_or(true, matters) {
                let folders = event.iter().flat_map(|event| &event.paths).filter(|path| path.is_dir());
                folders.for_each(|path| drop(teller.send(Noise::Folder(path.clone()))));
                let _ = teller.send(Noise::Changed(WatchChange::Tree));
            }
        });
        let (watcher, refused) = match watcher {
            Ok(watcher) => (Some(watcher), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let watcher = Arc::new(Mutex::new(watcher));
        let shared = Arc::clone(&watcher);
        let newcomer = move |folder: &Path| {
            if let Some(system) = held(&shared).as_mut() {
                // It may be gone again; then there is nothing to watch.
                let _ = system.watch(folder, RecursiveMode::Recursive);
            }
        };
        let settle = move || settle(&heard, &newcomer, &changed);
        std::thread::Builder::new().name("watch".to_owned()).spawn(settle)?;
        let watch = Self {
            root: root.to_owned(),
            git,
            watcher,
            covered: Mutex::default(),
            embedded,
            refused: Mutex::new(None),
            noise,
        };
        if let Some(why) = refused {
            watch.give_up(why);
        }
        Ok(Arc::new(watch))
    }

    /// Watches these folders, relative to the root, and no others; `hold_up` may take its time before each new one. True if
    /// there were new ones: changes in them until now were not seen.
    pub(super) fn cover(&self, folders: BTreeSet<PathBuf>, hold_up: impl Fn()) -> bool {
        let mut watcher = held(&self.watcher);
        let mut covered = held(&self.covered);
        let Some(system) = watcher.as_mut() else { return false };
        let root = identity(&self.root);
        let is_another = covered.root != root;
        for gone in covered.folders.iter().filter(|folder| is_another || !folders.contains(*folder)) {
            // A folder that is no longer there is no longer watched either.
            let _ = system.unwatch(&self.root.join(gone));
        }
        if is_another {
            *covered = Covered { root, ..Covered::default() };
        }
        let (mut failed, mut came) = (None, false);
        for new in folders.difference(&covered.folders) {
            hold_up();
            came = true;
            match system.watch(&self.root.join(new), RecursiveMode::NonRecursive) {
                Err(error) if !matches!(error.kind, notify::ErrorKind::PathNotFound) => {
                    failed = Some(error.to_string());
                }
                _ => {}
            }
        }
        covered.folders = folders;
        tracing::debug!(folders = covered.folders.len(), came, "watching");
        drop(covered);
        if let Some(why) = failed {
            *watcher = None;
            drop(watcher);
            self.give_up(why);
        }
        came
    }

    /// Reports changes of these embedded files from now on, and of no others.
    pub(super) fn heed(&self, embedded: Embedded) {
        *held(&self.embedded) = embedded;
    }

    /// Has the tree looked at.
    pub(super) fn look(&self) {
        let _ = self.noise.send(Noise::Changed(WatchChange::Tree));
    }

    /// Also watches git's own folder. If that fails, nothing is reported: the effects of a commit then show after the next
    /// saved file.
    pub(super) fn cover_git(&self, folder: PathBuf) {
        let folder = self.git.get_or_init(|| folder);
        if let Some(system) = held(&self.watcher).as_mut() {
            let _ = system.watch(folder, RecursiveMode::NonRecursive);
        }
    }

    fn give_up(&self, why: String) {
        tracing::warn!(cause = why.as_str(), "the tree cannot be watched and is polled");
        *held(&self.refused) = Some(why);
        let _ = self.noise.send(Noise::Poll);
    }

    /// Why the tree is polled; returned once.
    pub(super) fn refusal(&self) -> Option<String> {
        let why = held(&self.refused).take()?;
        let why = clean(why.trim_end_matches('.')).into_owned();
        Some(format!("the tree can't be watched ({why}): it is polled every {} s", POLL.as_secs()))
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether an event can change what is shown: Go files, manifests, ignore files, tours, folders, and unknown
/// events.
fn matters(event: &Event) -> bool {
    let folder = matches!(
        event.kind,
        EventKind::Create(CreateKind::Folder)
            | EventKind::Remove(RemoveKind::Folder)
            | EventKind::Other
            | EventKind::Any
    );
    let renamed = matches!(event.kind, EventKind::Modify(ModifyKind::Name(_)));
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        path.extension().is_some_and(|extension| extension == "go" || extension == "tour")
            || ["go.mod", "go.work", "modules.txt", ".gitignore", ".ignore"].contains(&name.as_str())
            // The event of a renamed folder does not show that it is one.
            || (renamed && path.extension().is_none())
    };
    !is_silent(event) && (folder || event.paths.is_empty() || event.paths.iter().any(is_ours))
}

/// Returns whether a file is compiled into the package beside it without being indexed.
fn is_compiled(path: &Path) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(is_compiled_with_go)
}

/// Returns whether a file was only looked at, or is the same under other rights. Git's files are read by every question
/// to git: each answer would be the next one's cause.
fn is_silent(event: &Event) -> bool {
    matches!(event.kind, EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)))
}

/// Returns whether git moved HEAD or the index: it puts a new file in the place of one of these. A commit writes its
/// index first, then waits for the message, and writes to the branch, which lies deeper: it is done when HEAD is
/// unlocked.
fn moves_git(event: &Event) -> bool {
    let is_removed = matches!(event.kind, EventKind::Remove(_));
    event.paths.iter().filter_map(|path| path.file_name()).any(|name| {
        ["HEAD", "index", "ORIG_HEAD"].iter().any(|file| name == *file) || is_removed && name == "HEAD.lock"
    })
}

/// Turns bursts of noise into single calls.
fn settle(heard: &Receiver<Noise>, newcomer: &dyn Fn(&Path), changed: &dyn Fn(WatchChange)) {
    let mut polling = false;
    loop {
        let noise = if polling {
            heard.recv_timeout(POLL)
        } else {
            heard.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        match noise {
            Ok(Noise::Poll) => polling = true,
            Err(RecvTimeoutError::Timeout) => changed(WatchChange::Tree),
            Err(RecvTimeoutError::Disconnected) => return,
            Ok(Noise::Folder(folder)) => newcomer(&folder),
            Ok(Noise::Changed(what)) => {
                let (first, mut both) = (Instant::now(), false);
                while first.elapsed() < MAX_DEBOUNCE
                    && let Ok(more) = heard.recv_timeout(DEBOUNCE)
                {
                    match more {
                        Noise::Folder(folder) => newcomer(&folder),
                        Noise::Poll => polling = true,
                        Noise::Changed(more) => both |= more != what,
                    }
                }
                let waited = first.elapsed().as_millis() as u64;
                tracing::debug!(?what, both, waited, "change");
                changed(what);
                if both {
                    changed(if what == WatchChange::Tree { WatchChange::Git } else { WatchChange::Tree });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Waits for the next call, far longer than it takes.
    fn is_called(calls: &Receiver<WatchChange>) -> bool {
        next(calls) == Some(WatchChange::Tree)
    }

    fn next(calls: &Receiver<WatchChange>) -> Option<WatchChange> {
        calls.recv_timeout(Duration::from_secs(10)).ok()
    }

    #[test]
    fn changes_of_go_files_in_watched_folders_are_reported() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir(dir.path().join("a")).expect("a folder");
        let (sender, calls) = unbounded();
        let changed = move |what| {
            let _ = sender.send(what);
        };
        let watch = Watch::start(dir.path(), changed).expect("a thread");
        assert!(watch.cover([PathBuf::new(), PathBuf::from("a")].into(), || ()));
        fs::write(dir.path().join("a/notes.txt"), "x").expect("written");
        fs::write(dir.path().join("a/a.go"), "package a").expect("written");
        assert!(is_called(&calls), "a new file");
        fs::rename(dir.path().join("a/a.go"), dir.path().join("a/b.go")).expect("renamed");
        assert!(is_called(&calls), "a renamed file");
        fs::create_dir(dir.path().join("b")).expect("a folder");
        assert!(is_called(&calls), "a new folder");
        fs::create_dir(dir.path().join("b/c")).expect("a folder");
        assert!(is_called(&calls), "a folder in a folder that the index does not know");
        fs::write(dir.path().join("b/c/c.go"), "package c").expect("written");
        assert!(is_called(&calls), "a file in it");
        fs::write(dir.path().join("a/a.tour"), "{}").expect("written");
        assert!(is_called(&calls), "a tour");
        assert!(watch.cover([PathBuf::new(), PathBuf::from("gone")].into(), || ()));
        assert!(!watch.cover([PathBuf::new()].into(), || ()), "none came");
        fs::remove_file(dir.path().join("a/b.go")).expect("removed");
        fs::write(dir.path().join("go.mod"), "module m").expect("written");
        assert!(is_called(&calls), "a manifest; a folder that is not there does no harm");
        watch.look();
        assert!(is_called(&calls), "asked for");
        assert_eq!(watch.refusal(), None);
    }

    #[test]
    fn a_tree_that_cannot_be_watched_is_looked_at_and_why_is_returned_once() {
        let dir = tempfile::tempdir().expect("a folder");
        let (sender, calls) = unbounded();
        let changed = move |what| {
            let _ = sender.send(what);
        };
        let watch = Watch::start(dir.path(), changed).expect("a thread");
        // Longer than any system takes it.
        let refused = PathBuf::from("long".repeat(1_000));
        watch.cover([PathBuf::new(), refused].into(), || ());
        let why = watch.refusal().expect("a reason");
        assert!(why.contains("can't be watched (") && why.ends_with("it is polled every 5 s"), "{why}");
        assert_eq!(watch.refusal(), None, "returned once");
        // Nothing happens in the tree, and it is looked at all the same, again and again.
        assert!(is_called(&calls) && is_called(&calls));
        assert!(!watch.cover([PathBuf::new(), PathBuf::from("a")].into(), || ()), "nobody watches any more");
    }

    #[test]
    fn what_git_puts_in_place_is_reported_as_such() {
        let dir = tempfile::tempdir().expect("a folder");
        let (sender, calls) = unbounded();
        let changed = move |what| {
            let _ = sender.send(what);
        };
        let watch = Watch::start(dir.path(), changed).expect("a thread");
        let git = dir.path().join(".git");
        fs::create_dir(&git).expect("a folder");
        watch.cover([PathBuf::new()].into(), || ());
        watch.cover_git(git.clone());
        for name in ["index", "HEAD"] {
            fs::write(git.join("lock"), "x").expect("written");
            fs::rename(git.join("lock"), git.join(name)).expect("renamed");
            assert_eq!(next(&calls), Some(WatchChange::Git), "{name}");
            assert!(fs::read(git.join(name)).is_ok());
        }
        fs::write(git.join("HEAD.lock"), "x").expect("written");
        fs::remove_file(git.join("HEAD.lock")).expect("removed");
        assert_eq!(next(&calls), Some(WatchChange::Git), "a commit is done");
        fs::write(dir.path().join("add_amd64.s"), "RET").expect("written");
        assert_eq!(next(&calls), Some(WatchChange::Git), "assembly");
        fs::write(dir.path().join("a.go"), "package a\n\n//go:embed motto\nvar motto string\n")
            .expect("written");
        assert!(is_called(&calls), "what was only read is reported by nobody");
        watch.heed(Embedded::by(dir.path(), &["a.go".to_owned()]));
        fs::write(dir.path().join("motto.txt"), "none's").expect("written");
        fs::write(dir.path().join("motto"), "one's").expect("written");
        assert_eq!(next(&calls), Some(WatchChange::Git), "what a variable embeds");
        fs::write(dir.path().join("motto.txt"), "none's").expect("written");
        fs::write(dir.path().join("lock"), "x").expect("written");
        fs::rename(dir.path().join("lock"), dir.path().join("index")).expect("renamed");
        assert!(is_called(&calls), "of the same name, but in the tree");
    }
}
