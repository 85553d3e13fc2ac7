//! A running build as seen from outside: what it reports, and how it is called off.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use serde::{Deserialize, Serialize};

use super::IndexError;
use crate::model::SymbolKind;

/// The steps of a build, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Finding files.
    Walk,
    /// Reading and parsing those that changed, taking the others from the cache.
    Parse,
    /// Putting files into packages and binding names.
    Bind,
    /// Authority and hub.
    Rank,
    /// Making the text index.
    Text,
    /// Writing the database.
    Store,
}

impl Phase {
    /// The word used in reports and on the screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Parse => "parse",
            Self::Bind => "bind",
            Self::Rank => "rank",
            Self::Text => "text",
            Self::Store => "store",
        }
    }
}

/// A symbol that was seen while parsing, before it is bound or ranked: enough to list it and to jump there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glimpse {
    pub kind: SymbolKind,
    pub name: String,
    /// `Recv.Name` for methods, else the name.
    pub qualified: String,
    pub path: Arc<str>,
    pub line: u32,
    /// [`crate::model::symbol_flag`] bits.
    pub flags: u16,
}

/// The progress reports of a build. Sent from any of its threads.
#[derive(Clone, Debug)]
pub enum Event {
    Phase(Phase),
    /// A folder is about to be looked into. Who hears of it may keep the walk waiting.
    Folder,
    /// Another process is writing this repository's index; the build goes on when it is done.
    Waiting,
    /// Files parsed or taken from the cache, of all, and the symbols in them.
    Files {
        done: usize,
        total: usize,
        symbols: usize,
    },
    /// The symbols of one parsed file; only when [`Task::glimpses`] is set.
    Glimpses(Vec<Glimpse>),
}

/// The outside's hold on a build.
#[derive(Clone, Copy)]
pub struct Task<'t> {
    /// Set from outside to stop the build. It then leaves the stored state as it was.
    pub cancel: &'t AtomicBool,
    pub report: &'t (dyn Fn(Event) + Sync),
    /// Whether [`Event::Glimpses`] are wanted.
    pub glimpses: bool,
}

impl Task<'_> {
    /// # Errors
    /// [`IndexError::Cancelled`] once the task is called off.
    pub fn go_on(&self) -> Result<(), IndexError> {
        if self.cancel.load(Relaxed) { Err(IndexError::Cancelled) } else { Ok(()) }
    }

    pub(super) fn phase(&self, phase: Phase) {
        (self.report)(Event::Phase(phase));
    }
}
