//! The interface to a running build: its reports, and its cancellation.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use serde::{Deserialize, Serialize};

use super::IndexError;
use crate::model::SymbolKind;

/// The phases of a build, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Finding files.
    Walk,
    /// Reading and parsing changed files, taking the others from the cache.
    Parse,
    /// Reading declarations of other modules.
    Dependencies,
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
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Parse => "parse",
            Self::Dependencies => "dependencies",
            Self::Bind => "bind",
            Self::Rank => "rank",
            Self::Text => "text",
            Self::Store => "store",
        }
    }
}

/// A symbol that was found while parsing, before it is bound or ranked: enough to list it and to jump to it.
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
pub enum BuildEvent {
    Phase(Phase),
    /// A folder is about to be listed, or a package of another module to be read. The receiver may delay the work by returning
    /// late.
    Folder,
    /// Declarations of other modules are read: of so many packages, those that are known to be needed by now, and of so many
    /// modules.
    Packages {
        packages: usize,
        modules: usize,
    },
    /// Another process is writing this repository's index. The build continues when it is done.
    Waiting,
    /// Progress: files that were parsed or taken from the cache, the number of all files, symbols so far, and the part of
    /// the files' bytes that is done, in [0, 1].
    Files {
        done: usize,
        total: usize,
        symbols: usize,
        part: f32,
    },
    /// The symbols of one parsed file; sent only if [`Task::glimpses`] is set.
    Glimpses(Vec<Glimpse>),
}

/// Carries the reports of a build to its caller, and the caller's cancellation to the build.
#[derive(Clone, Copy)]
pub struct Task<'t> {
    /// Set this to stop the build. The stored state then stays as it was.
    pub cancel: &'t AtomicBool,
    pub report: &'t (dyn Fn(BuildEvent) + Sync),
    /// True if [`BuildEvent::Glimpses`] are wanted.
    pub glimpses: bool,
}

impl Task<'_> {
    /// # Errors
    /// [`IndexError::Cancelled`] if the task was cancelled.
    pub fn go_on(&self) -> Result<(), IndexError> {
        if self.cancel.load(Relaxed) { Err(IndexError::Cancelled) } else { Ok(()) }
    }

    pub(super) fn phase(&self, phase: Phase) {
        (self.report)(BuildEvent::Phase(phase));
    }
}
