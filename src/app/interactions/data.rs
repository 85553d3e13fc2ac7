//! What the Interactions view asks for, and what comes back: the memory, and what changes with a symbol.

use crate::index::Snapshot;
use crate::memory::{Act, Memory, Tally};
use crate::model::SymbolId;
use std::sync::Arc;

/// A pane of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    #[default]
    List,
    /// Why the selection counts.
    Why,
    /// What changes together with the selection.
    Partners,
}

/// What the list is in order of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Score,
    Last,
    Name,
}

/// What is to be done with the memory.
#[derive(Clone)]
pub enum Remember {
    Load,
    /// Bring it in line with a graph: follow what moved, drop what is gone for long.
    Settle(Arc<Snapshot>),
    /// Symbols of a graph by id, and what was done with them.
    Record(Arc<Snapshot>, Vec<(String, Act)>),
    Forget(String),
    Clear,
}

/// The memory as it is now.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    pub memory: Arc<Memory>,
    /// Seconds since the epoch.
    pub now: i64,
    /// Where it is kept.
    pub file: String,
    /// A file that had to be set aside.
    pub note: Option<String>,
}

/// A remembered symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub id: String,
    pub tally: Tally,
    /// `None` when the graph has it no longer.
    pub symbol: Option<SymbolId>,
    pub score: f64,
}

/// What changes together with a symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Partners {
    /// The id that was asked for.
    pub of: String,
    /// Path, symbol in it, the part of this one's commits, how many; the largest first. Or why there are none.
    pub rows: Result<Vec<(String, f64, u32)>, String>,
}

impl Pane {
    pub(super) const ALL: [Self; 3] = [Self::List, Self::Why, Self::Partners];

    pub(super) fn next(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
}

impl Sort {
    pub(super) fn next(self) -> Self {
        match self {
            Self::Score => Self::Last,
            Self::Last => Self::Name,
            Self::Name => Self::Score,
        }
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Last => "last use",
            Self::Name => "name",
        }
    }
}
