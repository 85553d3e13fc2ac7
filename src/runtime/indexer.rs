//! The index's thread: opens what is stored, then brings it up to date whenever it is asked to.

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
use super::typing::{Courtesy, Typing};
use super::watch::{Changed, Watch};
use crate::app::msg::{IndexMsg, Msg};
use crate::index::{
    self, Change, Embedded, Event, Glimpse, Held, IndexError, Outcome, Repository, Settings, Snapshot, Task,
};
use crate::model::clean;

/// For each symbol, how long the files wait to be looked at after an index was opened, and after each key from then on:
/// about what it takes to get its list ready for words, and to find a word in it, which whoever types waits for.
const BREATHER: Duration = Duration::from_nanos(250);
/// The longest such wait.
const LONGEST_BREATHER: Duration = Duration::from_secs(1);
/// How long keys can go on keeping the files waiting.
const PATIENCE: Duration = Duration::from_secs(10);

/// The thread, as seen from the screen's.
pub(super) struct Indexer {
    wishes: Sender<()>,
    cancel: Arc<AtomicBool>,
    typing: Arc<Typing>,
    thread: JoinHandle<()>,
}

/// What the thread works with.
struct Desk<'t> {
    repository: &'t Repository,
    settings: &'t Settings,
    cancel: &'t AtomicBool,
    typing: &'t Typing,
    tell: &'t (dyn Fn(IndexMsg) + Sync),
    /// `None` when not even a thread for it could be had.
    watch: Option<Arc<Watch>>,
}

impl Indexer {
    pub(super) fn start(
        repository: Repository,
        settings: Settings,
        to: Sender<Incoming>,
    ) -> io::Result<Self> {
        // One wish that waits is enough: it will see all that changed before it is granted.
        let (wishes, granted) = bounded(1);
        let cancel = Arc::new(AtomicBool::new(false));
        let called_off = Arc::clone(&cancel);
        let typing = Arc::new(Typing::new());
        let keys = Arc::clone(&typing);
        let changed = wishes.clone();
        let thread = std::thread::Builder::new().name("index".to_owned()).spawn(move || {
            let tell = |msg| drop(to.send(Incoming::Msg(Msg::Index(msg))));
            let moved = to.clone();
            let watch = Watch::start(&repository.root, move |what| match what {
                // A wish that waits already covers this change too.
                Changed::Tree => drop(changed.try_send(())),
                Changed::Git => drop(moved.send(Incoming::Msg(Msg::Index(IndexMsg::GitMoved)))),
            })
            .ok();
            let desk = Desk {
                repository: &repository,
                settings: &settings,
                cancel: &called_off,
                typing: &keys,
                tell: &tell,
                watch,
            };
            desk.serve(&granted);
        })?;
        Ok(Self { wishes, cancel, typing, thread })
    }

    /// Asks for an index in step with the tree.
    pub(super) fn refresh(&self) {
        let _ = self.wishes.try_send(());
    }

    /// Says that somebody is typing.
    pub(super) fn typed(&self) {
        self.typing.pressed();
    }

    /// Calls off what is under way and waits for the thread, but not for long: the store survives a cut at any
    /// moment, so a thread that does not come back only leaves a temporary file.
    pub(super) fn stop(self) {
        const LONGEST: Duration = Duration::from_millis(500);
        self.cancel.store(true, Relaxed);
        let _ = self.wishes.try_send(());
        self.thread.thread().unpark();
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < LONGEST {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Desk<'_> {
    fn serve(&self, wishes: &Receiver<()>) {
        let stored = self.repository.store.latest().unwrap_or_default().snapshot;
        let stored = stored.filter(|snapshot| snapshot.meta().is_current(self.settings.vendor));
        let mut wants_glimpses = stored.is_none();
        let mut courtesy = Courtesy { pause: Duration::ZERO, until: Instant::now() + PATIENCE };
        if let Some(snapshot) = stored.clone() {
            let symbols = u32::try_from(snapshot.graph().n_symbols()).unwrap_or(u32::MAX);
            courtesy.pause = BREATHER.saturating_mul(symbols).min(LONGEST_BREATHER);
            (self.tell)(IndexMsg::Opened(Arc::new(snapshot)));
            // Its list is the first thing that is waited for.
            self.typing.pressed();
            self.typing.stand_back(courtesy, self.cancel);
        }
        // Before the first look at the files, so that none changes unseen between the two.
        if let Some(snapshot) = &stored {
            self.cover(snapshot, courtesy);
        }
        if let Some(watch) = &self.watch
            && let Ok(folder) = index::git::folder(self.repository)
        {
            watch.cover_git(folder);
        }
        let (mut open, mut held) = (stored, Held::default());
        while self.next(wishes, open.as_ref(), &mut held) && !self.cancel.load(Relaxed) {
            let refresh = || self.refresh(open.as_ref(), &mut held, wants_glimpses, courtesy);
            let answer = catch_unwind(AssertUnwindSafe(refresh));
            let msg = match answer {
                Ok(Ok(outcome)) => {
                    wants_glimpses = false;
                    // Another process may have stored what changed: nothing has since, and it is not shown yet.
                    let shown = open.as_ref().map(Snapshot::generation);
                    let is_new = shown != Some(outcome.snapshot.generation());
                    let changed = is_new || outcome.change != Change::None;
                    open = Some(outcome.snapshot.clone());
                    if self.cover(&outcome.snapshot, courtesy) {
                        self.watch.iter().for_each(|watch| watch.look());
                    }
                    fresh(outcome, changed)
                }
                Ok(Err(error)) => IndexMsg::Failed(error.to_string()),
                Err(_) => {
                    held = Held::default();
                    IndexMsg::Failed("indexing failed: a bug in codegraph-tui; restart it".to_owned())
                }
            };
            (self.tell)(msg);
            // Whoever saves a file waits for it, and goes on typing.
            courtesy.pause = Duration::ZERO;
        }
    }

    /// Waits for the next wish; false when there will be none. When none comes at once and nobody types, what the next
    /// refresh can use is found out; and a while later, where nothing is held, what was freed is given back. Where
    /// something is, the next refresh will need as much, and would have to wait for it.
    fn next(&self, wishes: &Receiver<()>, open: Option<&Snapshot>, held: &mut Held) -> bool {
        // Less than it takes to open a program and save a file in another one.
        const SOON: Duration = Duration::from_millis(100);
        // What is asked first would have to be given memory again.
        const LATER: Duration = Duration::from_secs(3);
        if open.is_some() && !self.repository.root.is_dir() {
            return self.until_back(wishes);
        }
        let wish = |within| match wishes.recv_timeout(within) {
            Ok(()) => Some(true),
            Err(RecvTimeoutError::Disconnected) => Some(false),
            Err(RecvTimeoutError::Timeout) => None,
        };
        loop {
            if let Some(answer) = wish(SOON) {
                return answer;
            }
            if self.typing.since() >= SOON {
                break;
            }
        }
        if let Some(open) = open {
            self.prepare(open, held);
        }
        if let Some(answer) = wish(LATER) {
            return answer;
        }
        if held.is_empty() {
            heap::give_back();
        }
        wishes.recv().is_ok()
    }

    /// Waits for the tree, which is gone: of what comes in its place nothing is heard, so it is looked for.
    fn until_back(&self, wishes: &Receiver<()>) -> bool {
        const OFTEN: Duration = Duration::from_secs(1);
        loop {
            match wishes.recv_timeout(OFTEN) {
                Ok(()) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) if self.repository.root.is_dir() => return true,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Nobody waits for this: when it fails, so will the next refresh, which says why.
    fn prepare(&self, open: &Snapshot, held: &mut Held) {
        let task = Task { cancel: self.cancel, report: &|_| (), glimpses: false };
        let prepare = || index::prepare(self.repository, self.settings, open, held, &task);
        if !matches!(catch_unwind(AssertUnwindSafe(prepare)), Ok(Ok(()))) {
            *held = Held::default();
        }
    }

    fn refresh(
        &self,
        open: Option<&Snapshot>,
        held: &mut Held,
        glimpses: bool,
        courtesy: Courtesy,
    ) -> Result<Outcome, IndexError> {
        let collected = Glimpses::new(self.tell);
        let report = |event| match event {
            Event::Glimpses(batch) => collected.add(batch),
            Event::Folder => self.typing.stand_back(courtesy, self.cancel),
            event => (self.tell)(IndexMsg::Progress(event)),
        };
        let task = Task { cancel: self.cancel, report: &report, glimpses };
        index::refresh_from(self.repository, self.settings, open, Some(held), &task)
    }

    /// Watches the folders of all files, and those above them, and those of tours and of what is embedded. Says whether
    /// there were new ones.
    fn cover(&self, snapshot: &Snapshot, courtesy: Courtesy) -> bool {
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
        let came = watch.cover(folders, || self.typing.stand_back(courtesy, self.cancel));
        if let Some(why) = watch.refusal() {
            (self.tell)(IndexMsg::Polled(why));
        }
        came
    }
}

fn fresh(outcome: Outcome, changed: bool) -> IndexMsg {
    let mut notes: Vec<String> = Vec::new();
    if let Some(why) = &outcome.unsaved {
        notes.push(format!("the index was not stored, only kept in memory: {}", clean(why)));
    }
    for refused in &outcome.refused {
        let path = refused.path.display().to_string();
        let (path, why) = (clean(&path), &refused.error);
        notes.push(format!("the stored index was not usable and was rebuilt: {why} ({path})"));
    }
    IndexMsg::Fresh { snapshot: Arc::new(outcome.snapshot), changed, notes }
}

/// Collects what was seen, so that the list is made anew a few times a second and not for every file.
struct Glimpses<'t> {
    tell: &'t (dyn Fn(IndexMsg) + Sync),
    held: Mutex<(Instant, Vec<Glimpse>)>,
}

impl<'t> Glimpses<'t> {
    const PERIOD: Duration = Duration::from_millis(200);

    fn new(tell: &'t (dyn Fn(IndexMsg) + Sync)) -> Self {
        Self { tell, held: Mutex::new((Instant::now(), Vec::new())) }
    }

    fn add(&self, batch: Vec<Glimpse>) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.1.extend(batch);
        if held.0.elapsed() >= Self::PERIOD {
            let batch = std::mem::take(&mut held.1);
            held.0 = Instant::now();
            (self.tell)(IndexMsg::Progress(Event::Glimpses(batch)));
        }
    }
}
