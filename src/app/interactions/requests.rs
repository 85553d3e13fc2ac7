//! Requests of the panel Interactions and their answers: the memory, and what changes with a symbol.

use crate::app::query::requests::Answered;
use crate::index::Snapshot;
use crate::interactions::{Act, InteractionLog, Tally};
use crate::model::SymbolId;
use std::sync::Arc;

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InteractionSort {
    #[default]
    Score,
    Last,
    Name,
}

/// A change of the memory, or a request to read it.
#[derive(Clone)]
pub enum Remember {
    Load,
    /// Match it with a graph: follow symbols that moved, drop those long gone.
    Settle(Arc<Snapshot>),
    /// Record acts with symbols of a graph, by id.
    Record(Arc<Snapshot>, Vec<(String, Act)>),
    Forget(String),
    Clear,
}

/// The memory as it is now.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    pub memory: Arc<InteractionLog>,
    /// Unix time in seconds.
    pub now: i64,
    /// The file that it is stored in.
    pub file: String,
    /// A note that a damaged file was set aside.
    pub note: Option<String>,
}

/// A remembered symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct InteractionRow {
    pub id: String,
    pub tally: Tally,
    /// `None` when the graph has it no longer.
    pub symbol: Option<SymbolId>,
    pub score: f64,
}

/// Symbols that change together with a symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Partners {
    /// The id that was asked for.
    pub of: String,
    /// Label, share of this symbol's commits in [0, 1], and number of shared commits; the largest share first. Or why
    /// there are none.
    pub rows: Result<Vec<(String, f64, u32)>, String>,
}

/// The rows that an answer would have if nothing were remembered.
#[derive(Clone)]
pub struct WithoutMemory {
    pub of: Arc<Answered>,
    /// Best first.
    pub rows: Vec<SymbolId>,
}

impl InteractionSort {
    pub const ALL: [Self; 3] = [Self::Score, Self::Last, Self::Name];

    pub fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Last => "last use",
            Self::Name => "name",
        }
    }
}
