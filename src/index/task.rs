//! The interface to a running build: its reports, and its cancellation.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

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
    /// A folder is about to be listed. The receiver may delay the walk by returning late.
    Folder,
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

/// The rest of the time of a step that took `elapsed` for a part, in [0, 1], of its work: `12 s left`, `3 min left`.
/// `None` until an estimate is worth something, and when nearly all is done.
#[must_use]
pub fn time_left(elapsed: Duration, part: f32) -> Option<String> {
    if elapsed < Duration::from_secs(2) || part < 0.02 {
        return None;
    }
    match (elapsed.as_secs_f32() * (1.0 - part) / part).round() as u64 {
        0 => None,
        seconds @ ..90 => Some(format!("{seconds} s left")),
        seconds => Some(format!("{} min left", (seconds + 30) / 60)),
    }
}

/// How the caller of a build receives reports and cancels it.
#[derive(Clone, Copy)]
pub struct Task<'t> {
    /// Set this to stop the build. The stored state then stays as it was.
    pub cancel: &'t AtomicBool,
    pub report: &'t (dyn Fn(BuildEvent) + Sync),
    /// Whether [`BuildEvent::Glimpses`] are wanted.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_part_that_is_done() {
        for (seconds, part, expect) in [
            (1, 0.5, None),
            (10, 0.01, None),
            (10, 0.5, Some("10 s left")),
            (30, 0.25, Some("2 min left")),
            (60, 0.1, Some("9 min left")),
            (10, 1.0, None),
        ] {
            assert_eq!(time_left(Duration::from_secs(seconds), part).as_deref(), expect, "{seconds} {part}");
        }
    }
}
