//! The thread of the index: opens the stored index, then brings it up to date on each request.

use std::collections::BTreeSet;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rustc_hash::FxHashSet;

use super::heap;
use super::incoming::Incoming;
use super::panic_report;
use super::typing::{Backoff, Typing};
use super::watch::{Watch, WatchChange};
use crate::app::msg::{IndexMsg, Msg};
use crate::index::{
    self, BuildEvent, BuildSettings, Embedded, Glimpse, IncrementalState, IndexChange, IndexError, Outcome,
    Repository, Snapshot, Task,
};
use crate::model::clean;

/// Pause in reading files after an index was opened, and after each key, per symbol of the index: about the time that
/// its list needs to find a word, for which the person waits.
const PAUSE_PER_SYMBOL: Duration = Duration::from_nanos(250);
/// The longest such pause.
const MAX_PAUSE: Duration = Duration::from_secs(1);
/// The longest time for which keys can delay the reading of files in all.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// The longest time for which declarations of other modules are read at a time.
const MAX_DEPENDENCY_TIME: Duration = Duration::from_mins(5);

/// A handle to the thread.
pub(super) struct Indexer {
    requests: Sender<()>,
    cancel: Arc<AtomicBool>,
    typing: Arc<Typing>,
    thread: JoinHandle<()>,
}

/// The thread's own state.
struct IndexThread<'t> {
    repository: &'t Repository,
    settings: &'t BuildSettings,
    cancel: &'t AtomicBool,
    typing: &'t Typing,
    send: &'t (dyn Fn(IndexMsg) + Sync),
    /// `None` if its thread could not be started.
    watch: Option<Arc<Watch>>,
}

impl Indexer {
    pub(super) fn start(
        repository: Repository,
        settings: BuildSettings,
        to: Sender<Incoming>,
    ) -> io::Result<Self> {
        // One waiting request is enough: the refresh sees all changes up to its start.
        let (requests, incoming_requests) = bounded(1);
        let cancel = Arc::new(AtomicBool::new(false));
        let cancelled = Arc::clone(&cancel);
        let typing = Arc::new(Typing::new());
        let keys = Arc::clone(&typing);
        let changed = requests.clone();
        let thread = std::thread::Builder::new().name("index".to_owned()).spawn(move || {
            let send = |msg| drop(to.send(Incoming::Msg(Msg::Index(msg))));
            let moved = to.clone();
            let watch = Watch::start(&repository.root, move |what| match what {
                // A waiting request covers this change too.
                WatchChange::Tree => drop(changed.try_send(())),
                WatchChange::Git => drop(moved.send(Incoming::Msg(Msg::Index(IndexMsg::GitMoved)))),
            })
            .ok();
            let thread_state = IndexThread {
                repository: &repository,
                settings: &settings,
                cancel: &cancelled,
                typing: &keys,
                send: &send,
                watch,
            };
            thread_state.serve(&incoming_requests);
        })?;
        Ok(Self { requests, cancel, typing, thread })
    }

    /// Asks for an index in step with the tree.
    pub(super) fn refresh(&self) {
        let _ = self.requests.try_send(());
    }

    /// Notes that somebody is typing.
    pub(super) fn typed(&self) {
        self.typing.pressed();
    }

    /// Cancels what is under way and waits for the thread, half a second at most: the store survives a cut at any moment, so
    /// a thread that does not end only leaves a temporary file.
    pub(super) fn stop(self) {
        const LONGEST: Duration = Duration::from_millis(500);
        self.cancel.store(true, Relaxed);
        let _ = self.requests.try_send(());
        self.thread.thread().unpark();
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < LONGEST {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl IndexThread<'_> {
    fn serve(&self, requests: &Receiver<()>) {
        let stored = self.repository.store.latest().unwrap_or_default().snapshot;
        let stored = stored.filter(|snapshot| snapshot.meta().is_current(self.settings.vendor));
        let mut wants_glimpses = stored.is_none();
        let mut backoff = Backoff { pause: Duration::ZERO, until: Instant::now() + MAX_DELAY };
        if let Some(snapshot) = stored.clone() {
            let symbols = u32::try_from(snapshot.graph().n_symbols()).unwrap_or(u32::MAX);
            backoff.pause = PAUSE_PER_SYMBOL.saturating_mul(symbols).min(MAX_PAUSE);
            (self.send)(IndexMsg::Opened(Arc::new(snapshot)));
            // The list comes first: a person waits for it.
            self.typing.pressed();
            self.typing.wait_for_idle(backoff, self.cancel);
        }
        // Before the first look at the files, so that none changes unseen between the two.
        if let Some(snapshot) = &stored {
            self.cover(snapshot, backoff);
        }
        if let Some(watch) = &self.watch
            && let Ok(folder) = index::git::folder(self.repository)
        {
            watch.cover_git(folder);
        }
        let (mut open, mut incremental) = (stored, IncrementalState::default());
        // Declarations of other modules that were never read take a while. So a graph without them is shown first.
        let mut is_rest = false;
        while (is_rest || self.next(requests, open.as_ref(), &mut incremental)) && !self.cancel.load(Relaxed)
        {
            let dependency_time = if is_rest { MAX_DEPENDENCY_TIME } else { Duration::ZERO };
            let settings = BuildSettings { dependency_time, ..self.settings.clone() };
            let refresh =
                || self.refresh(open.as_ref(), &mut incremental, &settings, wants_glimpses, backoff);
            let answer = catch_unwind(AssertUnwindSafe(refresh));
            let is_unfinished =
                matches!(&answer, Ok(Ok(outcome)) if outcome.snapshot.meta().dependencies.is_unfinished());
            is_rest = is_unfinished && !is_rest;
            let msg = match answer {
                Ok(Ok(outcome)) => {
                    wants_glimpses = false;
                    // Another process may have stored the change; then nothing changed since, but the snapshot is not shown yet.
                    let shown = open.as_ref().map(Snapshot::generation);
                    let is_new = shown != Some(outcome.snapshot.generation());
                    let changed = is_new || outcome.change != IndexChange::None;
                    open = Some(outcome.snapshot.clone());
                    if self.cover(&outcome.snapshot, backoff) {
                        self.watch.iter().for_each(|watch| watch.look());
                    }
                    fresh(outcome, changed)
                }
                Ok(Err(error)) => {
                    tracing::warn!(cause = %error, "refresh failed");
                    IndexMsg::Failed(error.to_string())
                }
                Err(panic) => {
                    incremental = IncrementalState::default();
                    IndexMsg::Failed(format!(
                        "indexing stopped ({}): refresh the index to try again",
                        panic_report::describe(&*panic)
                    ))
                }
            };
            (self.send)(msg);
            // After a save the person waits for the refresh, even while typing.
            backoff.pause = Duration::ZERO;
        }
    }

    /// Waits for the next request; false if there will be none. If none comes at once and nobody types, this prepares the next
    /// refresh. A while later, if nothing is kept for it, freed memory goes back to the system; otherwise the next refresh needs
    /// as much again, and would have to wait for it.
    fn next(
        &self,
        requests: &Receiver<()>,
        open: Option<&Snapshot>,
        incremental: &mut IncrementalState,
    ) -> bool {
        // Less than it takes to open a program and save a file in another one.
        const SOON: Duration = Duration::from_millis(100);
        // The first requests would have to get the memory back.
        const LATER: Duration = Duration::from_secs(3);
        if open.is_some() && !self.repository.root.is_dir() {
            return self.until_back(requests);
        }
        let request = |within| match requests.recv_timeout(within) {
            Ok(()) => Some(true),
            Err(RecvTimeoutError::Disconnected) => Some(false),
            Err(RecvTimeoutError::Timeout) => None,
        };
        loop {
            if let Some(answer) = request(SOON) {
                return answer;
            }
            if self.typing.since() >= SOON {
                break;
            }
        }
        if let Some(open) = open {
            self.prepare(open, incremental);
        }
        if let Some(answer) = request(LATER) {
            return answer;
        }
        if incremental.is_empty() {
            heap::give_back();
        }
        requests.recv().is_ok()
    }

    /// The root was deleted, and the watch with it: polls until a folder exists there again.
    fn until_back(&self, requests: &Receiver<()>) -> bool {
        const OFTEN: Duration = Duration::from_secs(1);
        loop {
            match requests.recv_timeout(OFTEN) {
                Ok(()) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) if self.repository.root.is_dir() => return true,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Prepares the next refresh. A failure is dropped: the next refresh fails too and reports why.
    fn prepare(&self, open: &Snapshot, incremental: &mut IncrementalState) {
        let task = Task { cancel: self.cancel, report: &|_| (), glimpses: false };
        let prepare = || index::prepare(self.repository, self.settings, open, incremental, &task);
        if !matches!(catch_unwind(AssertUnwindSafe(prepare)), Ok(Ok(()))) {
            *incremental = IncrementalState::default();
        }
    }

    fn refresh(
        &self,
        open: Option<&Snapshot>,
        incremental: &mut IncrementalState,
        settings: &BuildSettings,
        glimpses: bool,
        backoff: Backoff,
    ) -> Result<Outcome, IndexError> {
        let collected = GlimpseBatcher::new(self.send);
        let report = |event| match event {
            BuildEvent::Glimpses(batch) => collected.add(batch),
            BuildEvent::Folder => self.typing.wait_for_idle(backoff, self.cancel),
            event => (self.send)(IndexMsg::Progress(event)),
        };
        let task = Task { cancel: self.cancel, report: &report, glimpses };
        index::refresh_from(self.repository, settings, open, Some(incremental), &task)
    }

    /// Watches the folders of all files and those above them, of tours, and of embedded files. True if some are new.
    fn cover(&self, snapshot: &Snapshot, backoff: Backoff) -> bool {
        let Some(watch) = &self.watch else { return false };
        let files = snapshot.files();
        let mut folders = FxHashSet::from_iter([""]);
        for mut path in files.iter().filter_map(|(path, _)| std::str::from_utf8(path).ok()) {
            // Once a folder is known, so are those above it.
            while let Some((folder, _)) = path.rsplit_once('/').filter(|(folder, _)| folders.insert(folder)) {
                path = folder;
            }
        }
        let mut folders: BTreeSet<PathBuf> = folders.into_iter().map(PathBuf::from).collect();
        folders.extend(index::tours::folders(&self.repository.root).map(PathBuf::from));
        let embedded = Embedded::by(&self.repository.root, &snapshot.meta().embedding);
        folders.extend(embedded.folders(&self.repository.root));
        watch.heed(embedded);
        let came = watch.cover(folders, || self.typing.wait_for_idle(backoff, self.cancel));
        if let Some(why) = watch.refusal() {
            (self.send)(IndexMsg::Polled(why));
        }
        came
    }
}

fn fresh(outcome: Outcome, changed: bool) -> IndexMsg {
    let mut notes: Vec<String> = Vec::new();
    if let Some(why) = &outcome.unsaved {
        notes.push(format!("the index was not stored, only kept in memory: {}", clean(why)));
    }
    for refused in outcome.refused.iter().filter(|refused| !refused.is_older()) {
        let path = refused.path.display().to_string();
        let (path, why) = (clean(&path), &refused.error);
        notes.push(format!("the stored index was not usable and was rebuilt: {why} ({path})"));
    }
    IndexMsg::Fresh { snapshot: Arc::new(outcome.snapshot), changed, notes }
}

/// Collects names of symbols as files are read, so that the list changes a few times a second and not for every file.
struct GlimpseBatcher<'t> {
    send: &'t (dyn Fn(IndexMsg) + Sync),
    held: Mutex<(Instant, Vec<Glimpse>)>,
}

impl<'t> GlimpseBatcher<'t> {
    const PERIOD: Duration = Duration::from_millis(200);

    fn new(send: &'t (dyn Fn(IndexMsg) + Sync)) -> Self {
        Self { send, held: Mutex::new((Instant::now(), Vec::new())) }
    }

    fn add(&self, batch: Vec<Glimpse>) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.1.extend(batch);
        if held.0.elapsed() >= Self::PERIOD {
            let batch = std::mem::take(&mut held.1);
            held.0 = Instant::now();
            (self.send)(IndexMsg::Progress(BuildEvent::Glimpses(batch)));
        }
    }
}
