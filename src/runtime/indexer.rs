//! The index's thread: opens what is stored, then brings it up to date whenever it is asked to.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::event_loop::Incoming;
use crate::app::msg::{IndexMsg, Msg};
use crate::index::{self, Change, Event, Glimpse, Outcome, Repository, Settings, Task};
use crate::model::clean;

/// The thread, as seen from the screen's.
pub(super) struct Indexer {
    wishes: Sender<()>,
    cancel: Arc<AtomicBool>,
    thread: JoinHandle<()>,
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
        let thread = std::thread::Builder::new().name("index".to_owned()).spawn(move || {
            let tell = |msg| drop(to.send(Incoming::Msg(Msg::Index(msg))));
            serve(&repository, &settings, &granted, &called_off, &tell);
        })?;
        Ok(Self { wishes, cancel, thread })
    }

    /// Asks for an index in step with the tree.
    pub(super) fn refresh(&self) {
        let _ = self.wishes.try_send(());
    }

    /// Calls off what is under way and waits for the thread, but not for long: the store survives a cut at any
    /// moment, so a thread that does not come back only leaves a temporary file.
    pub(super) fn stop(self) {
        const LONGEST: Duration = Duration::from_millis(500);
        self.cancel.store(true, Relaxed);
        drop(self.wishes);
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < LONGEST {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn serve(
    repository: &Repository,
    settings: &Settings,
    wishes: &Receiver<()>,
    cancel: &AtomicBool,
    tell: &(dyn Fn(IndexMsg) + Sync),
) {
    let stored = repository.store.latest().unwrap_or_default().snapshot;
    let stored = stored.filter(|snapshot| snapshot.meta().is_current(settings.vendor));
    let mut wants_glimpses = stored.is_none();
    if let Some(snapshot) = stored {
        tell(IndexMsg::Opened(Arc::new(snapshot)));
    }
    while wishes.recv().is_ok() {
        let glimpses = Glimpses::new(tell);
        let report = |event| match event {
            Event::Glimpses(batch) => glimpses.add(batch),
            event => tell(IndexMsg::Progress(event)),
        };
        let task = Task { cancel, report: &report, glimpses: wants_glimpses };
        let answer = catch_unwind(AssertUnwindSafe(|| index::refresh(repository, settings, &task)));
        let msg = match answer {
            Ok(Ok(outcome)) => {
                wants_glimpses = false;
                fresh(outcome)
            }
            Ok(Err(error)) => IndexMsg::Failed(error.to_string()),
            Err(_) => IndexMsg::Failed("indexing failed: this is a defect of the program".to_owned()),
        };
        tell(msg);
    }
}

fn fresh(outcome: Outcome) -> IndexMsg {
    let mut notes: Vec<String> = Vec::new();
    if let Some(why) = &outcome.unsaved {
        notes.push(format!("the index could not be stored, it lives in memory: {}", clean(why)));
    }
    for refused in &outcome.refused {
        let path = refused.path.display().to_string();
        notes.push(format!("{} was not usable ({}); rebuilt", clean(&path), refused.error));
    }
    let changed = outcome.change != Change::None;
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
