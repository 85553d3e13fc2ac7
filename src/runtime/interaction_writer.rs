//! The thread that stores interactions, bookmarks and drafts of tours: one task after the other, none is dropped.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Sender, unbounded};

use super::incoming::Incoming;
use crate::app::interactions::{Remember, Remembered};
use crate::app::msg::{Msg, StoreTask, Tone};
use crate::index::drafts::{DraftStore, TourDraft};
use crate::index::tours::keep_progress;
use crate::index::{Loaded, Repository, Sidecar, Store};
use crate::interactions::Event;
use crate::model::clean;

/// The notice when another session has changed a draft that this one drops.
const GONE_ON_WITH: &str = "another session changed this draft: its version is kept";

/// A handle to the thread. Dropping it waits until everything is stored.
pub(super) struct InteractionWriter {
    tasks: Option<Sender<StoreTask>>,
    thread: Option<JoinHandle<()>>,
}

impl InteractionWriter {
    pub(super) fn start(repository: &Repository, to: Sender<Incoming>) -> io::Result<Self> {
        let (tasks, given) = unbounded();
        let (sidecar, store) = (Sidecar::of(&repository.store), repository.store.clone());
        let mut drafts = DraftStore::new(&store);
        let thread = std::thread::Builder::new().name("memory".to_owned()).spawn(move || {
            for msg in given.into_iter().filter_map(|task| carried_out(task, &sidecar, &store, &mut drafts)) {
                // At the end nobody receives the answers; the tasks are done all the same.
                let _ = to.send(Incoming::Msg(msg));
            }
        })?;
        Ok(Self { tasks: Some(tasks), thread: Some(thread) })
    }

    pub(super) fn give(&self, task: StoreTask) {
        if let Some(tasks) = &self.tasks {
            let _ = tasks.send(task);
        }
    }
}

impl Drop for InteractionWriter {
    fn drop(&mut self) {
        drop(self.tasks.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Carries out a task; the message that reports it, if any.
fn carried_out(task: StoreTask, sidecar: &Sidecar, store: &Store, drafts: &mut DraftStore) -> Option<Msg> {
    let bad = |what: &str, error: io::Error| {
        Msg::Notice(Tone::Bad, clean(&format!("{what}: {error}")).into_owned())
    };
    match task {
        StoreTask::Remember(task) => Some(match keep(sidecar, task, now()) {
            Ok(remembered) => Msg::Remembered(remembered),
            Err(error) => bad("interactions cannot be stored", error),
        }),
        StoreTask::Bookmark { tour, progress } => {
            // A bookmark that cannot be stored is no reason to interrupt the reader.
            let _ = keep_progress(store, &tour, progress);
            None
        }
        StoreTask::ReadDrafts => Some(Msg::Drafts(drafts.all())),
        StoreTask::FindDrafts(known) => {
            Some(drafts.gone(&known)).filter(|gone| !gone.is_empty()).map(Msg::DraftsGone)
        }
        StoreTask::KeepDraft(draft) => match drafts.keep(&draft) {
            Ok(beside) => beside.then(|| Msg::Notice(Tone::Bad, kept_beside(&draft))),
            Err(error) => Some(bad("the changed tour is not kept; save it now", error)),
        },
        StoreTask::DropDraft(key, origin) => match drafts.drop(&key, origin.as_ref()) {
            Ok(stays) => stays.then(|| Msg::Notice(Tone::Bad, GONE_ON_WITH.to_owned())),
            Err(error) => Some(bad("the draft cannot be removed", error)),
        },
    }
}

/// The notice that another session works on the same draft.
pub(crate) fn kept_beside(draft: &TourDraft) -> String {
    let title = clean(draft.tour.title());
    format!("another session also has a draft of “{title}”: both are kept, and listed after the next start")
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// Carries out one task at `now`, in seconds since the epoch.
pub(crate) fn keep(sidecar: &Sidecar, task: Remember, now: i64) -> io::Result<Remembered> {
    let Loaded { memory, set_aside } = match task {
        Remember::Load => sidecar.load()?,
        Remember::Settle(snapshot) => sidecar.settle(&snapshot.graph(), snapshot.root(), now)?,
        Remember::Record(snapshot, events) => {
            let events: Vec<Event> =
                events.into_iter().map(|(symbol, act)| Event { symbol, act, at: now }).collect();
            sidecar.record_in(&events, &snapshot.graph(), snapshot.root())?
        }
        Remember::Forget(id) => sidecar.update(|memory| {
            memory.forget(&id);
        })?,
        Remember::Clear => {
            sidecar.clear()?;
            sidecar.load()?
        }
    };
    Ok(Remembered {
        memory: Arc::new(memory),
        now,
        file: sidecar.path().display().to_string(),
        note: set_aside.map(|aside| aside.to_string()),
    })
}
