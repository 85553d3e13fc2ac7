//! One thread for each class of jobs; the newest job wins.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crossbeam_channel::Sender;

use super::incoming::Incoming;
use super::jobs::Bench;
use crate::app::job::{Answer, Class, Job, Ticket};
use crate::app::msg::Msg;
use crate::index::Repository;

/// The threads' mailboxes.
pub(super) struct Workers {
    mailboxes: Vec<Arc<Mailbox>>,
}

/// Holds one job at most: a newer one takes the place of one that waits, and calls off one that runs.
#[derive(Default)]
struct Mailbox {
    waiting: Mutex<Option<(Ticket, Job)>>,
    came: Condvar,
    /// The only ticket that is still wanted.
    wanted: AtomicU64,
}

impl Workers {
    pub(super) fn start(repository: &Repository, to: &Sender<Incoming>) -> io::Result<Self> {
        let mailboxes: Vec<Arc<Mailbox>> = Class::ALL.iter().map(|_| Arc::default()).collect();
        let first = Bench::new(repository);
        for (class, mailbox) in Class::ALL.into_iter().zip(&mailboxes) {
            let (mailbox, to, bench) = (Arc::clone(mailbox), to.clone(), first.renewed());
            let name = format!("{class:?}").to_lowercase();
            std::thread::Builder::new().name(name).spawn(move || work(class, &mailbox, &to, bench))?;
        }
        Ok(Self { mailboxes })
    }

    pub(super) fn give(&self, ticket: Ticket, job: Job) {
        let mailbox = &self.mailboxes[job.class() as usize];
        mailbox.wanted.store(ticket.0, SeqCst);
        *mailbox.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some((ticket, job));
        mailbox.came.notify_one();
    }

    pub(super) fn cancel(&self, class: Class) {
        let mailbox = &self.mailboxes[class as usize];
        mailbox.wanted.store(0, SeqCst);
        *mailbox.waiting.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Mailbox {
    fn is_empty(&self) -> bool {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Sleeps until there is a job.
    fn take(&self) -> (Ticket, Job) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match waiting.take() {
                Some(job) => return job,
                None => waiting = self.came.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

fn work(class: Class, mailbox: &Mailbox, to: &Sender<Incoming>, mut bench: Bench) {
    loop {
        let (ticket, job) = mailbox.take();
        let cancelled = || mailbox.wanted.load(SeqCst) != ticket.0;
        let answer = catch_unwind(AssertUnwindSafe(|| bench.run(job, &cancelled)));
        let answer = match answer {
            Ok(Some(answer)) => answer,
            Ok(None) => continue,
            Err(panic) => {
                // What the bench kept may be half made.
                bench = bench.renewed();
                let what = panic
                    .downcast_ref::<String>()
                    .map(String::as_str)
                    .or_else(|| panic.downcast_ref::<&str>().copied())
                    .unwrap_or("unknown");
                Answer::Failed(format!("a bug in codegraph-tui, please report: {what}"))
            }
        };
        if to.send(Incoming::Msg(Msg::Done { class, ticket, answer })).is_err() {
            return;
        }
        if mailbox.is_empty() {
            bench.prepare();
        }
    }
}
