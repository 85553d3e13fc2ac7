//! One thread for each kind of jobs; the newest job wins.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use crossbeam_channel::Sender;

use super::incoming::Incoming;
use super::jobs::WorkerState;
use super::panic_report;
use crate::app::job::{Job, JobAnswer, JobId, JobKind};
use crate::app::msg::Msg;
use crate::index::Repository;

/// The threads' mailboxes.
pub(super) struct Workers {
    mailboxes: Vec<Arc<Mailbox>>,
}

/// Holds one job at most: a newer one replaces one that waits, and cancels one that runs.
#[derive(Default)]
struct Mailbox {
    waiting: Mutex<Option<(JobId, Job)>>,
    came: Condvar,
    /// The job whose answer is wanted; 0 for none.
    wanted: AtomicU64,
}

impl Workers {
    pub(super) fn start(repository: &Repository, to: &Sender<Incoming>) -> io::Result<Self> {
        let mailboxes: Vec<Arc<Mailbox>> = JobKind::ALL.iter().map(|_| Arc::default()).collect();
        let first = WorkerState::new(repository);
        for (kind, mailbox) in JobKind::ALL.into_iter().zip(&mailboxes) {
            let (mailbox, to, state) = (Arc::clone(mailbox), to.clone(), first.renewed());
            let name = format!("{kind:?}").to_lowercase();
            std::thread::Builder::new().name(name).spawn(move || work(kind, &mailbox, &to, state))?;
        }
        Ok(Self { mailboxes })
    }

    pub(super) fn give(&self, id: JobId, job: Job) {
        let mailbox = &self.mailboxes[job.kind() as usize];
        mailbox.wanted.store(id.0, SeqCst);
        *mailbox.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some((id, job));
        mailbox.came.notify_one();
    }

    pub(super) fn cancel(&self, kind: JobKind) {
        let mailbox = &self.mailboxes[kind as usize];
        mailbox.wanted.store(0, SeqCst);
        *mailbox.waiting.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Mailbox {
    fn is_empty(&self) -> bool {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Sleeps until there is a job.
    fn take(&self) -> (JobId, Job) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match waiting.take() {
                Some(job) => return job,
                None => waiting = self.came.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

fn work(kind: JobKind, mailbox: &Mailbox, to: &Sender<Incoming>, mut state: WorkerState) {
    loop {
        let (id, job) = mailbox.take();
        let cancelled = || mailbox.wanted.load(SeqCst) != id.0;
        let start = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| state.run(job, &cancelled)));
        let ms = start.elapsed().as_millis() as u64;
        let end = match &answer {
            Ok(Some(_)) => "answered",
            Ok(None) => "cancelled",
            Err(_) => "panicked",
        };
        tracing::info!(?kind, id = id.0, ms, "job {end}");
        let answer = match answer {
            Ok(Some(answer)) => answer,
            Ok(None) => continue,
            Err(panic) => {
                // The panic may have left the state inconsistent.
                state = state.renewed();
                JobAnswer::Failed(panic_report::describe(&*panic))
            }
        };
        if to.send(Incoming::Msg(Msg::Done { kind, id, answer })).is_err() {
            return;
        }
        if mailbox.is_empty() {
            state.prepare();
        }
    }
}
