//! The thread that keeps what is remembered: one task after the other, none is dropped.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Sender, unbounded};

use super::incoming::Incoming;
use crate::app::interactions::{Remember, Remembered};
use crate::app::msg::{Msg, Tone};
use crate::index::drafts::{Desk, Draft, Origin};
use crate::index::tours::{Progress, keep_progress};
use crate::index::{Loaded, Repository, Sidecar, Store};
use crate::memory::Event;
use crate::model::clean;

/// What is to be kept.
pub(super) enum Task {
    Remember(Remember),
    /// How far a tour was taken.
    Bookmark {
        tour: String,
        progress: Option<Progress>,
    },
    ReadDrafts,
    FindDrafts(Vec<(String, Option<Origin>)>),
    KeepDraft(Draft),
    DropDraft(String, Option<Origin>),
}

/// What is told when more was written into a draft than was known where it was dropped.
const GONE_ON_WITH: &str = "another session changed this draft: its version is kept";

/// The keeper's thread. Dropping it waits until everything is kept.
pub(super) struct Keeper {
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    pub(super) fn start(repository: &Repository, to: Sender<Incoming>) -> io::Result<Self> {
        let (tasks, given) = unbounded();
        let (sidecar, store) = (Sidecar::of(&repository.store), repository.store.clone());
        let mut desk = Desk::new(&store);
        let thread = std::thread::Builder::new().name("memory".to_owned()).spawn(move || {
            for msg in given.into_iter().filter_map(|task| carried_out(task, &sidecar, &store, &mut desk)) {
                // Nobody listens at the end; what is still to be kept is kept all the same.
                let _ = to.send(Incoming::Msg(msg));
            }
        })?;
        Ok(Self { tasks: Some(tasks), thread: Some(thread) })
    }

    pub(super) fn give(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            let _ = tasks.send(task);
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.tasks.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Carries out a task; what is to be told of it.
fn carried_out(task: Task, sidecar: &Sidecar, store: &Store, desk: &mut Desk) -> Option<Msg> {
    let bad =
        |what: &str, error: io::Error| Msg::Told(Tone::Bad, clean(&format!("{what}: {error}")).into_owned());
    match task {
        Task::Remember(task) => Some(match keep(sidecar, task, now()) {
            Ok(remembered) => Msg::Remembered(remembered),
            Err(error) => bad("interactions cannot be stored", error),
        }),
        Task::Bookmark { tour, progress } => {
            // A bookmark that cannot be kept is no reason to stop the reader.
            let _ = keep_progress(store, &tour, progress);
            None
        }
        Task::ReadDrafts => Some(Msg::Drafts(desk.all())),
        Task::FindDrafts(known) => {
            Some(desk.gone(&known)).filter(|gone| !gone.is_empty()).map(Msg::DraftsGone)
        }
        Task::KeepDraft(draft) => match desk.keep(&draft) {
            Ok(beside) => beside.then(|| Msg::Told(Tone::Bad, kept_beside(&draft))),
            Err(error) => Some(bad("the changed tour is not kept; save it now", error)),
        },
        Task::DropDraft(key, origin) => match desk.drop(&key, origin.as_ref()) {
            Ok(stays) => stays.then(|| Msg::Told(Tone::Bad, GONE_ON_WITH.to_owned())),
            Err(error) => Some(bad("the draft cannot be removed", error)),
        },
    }
}

/// What is told of a draft that another session works on, too.
pub(crate) fn kept_beside(draft: &Draft) -> String {
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
