//! Work that is done away from the screen, and its answers.
//!
//! Jobs of one class do one thing for one pane: a newer one takes the place of an older one, and what an older one
//! still answers is not looked at.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::impact::data::{Blast, Lore, PastRequest, Request as ImpactRequest};
use super::impact::sieve::Sieved;
use super::interactions::data::Partners;
use super::listing::{Listing, Request};
use super::query::data::{Answered, Packed};
use super::source::SourceText;
use super::symbols::ways::Ways;
use super::tours::data::{Authored, Authoring, Entry, Tourist, Wanted};
use crate::index::Snapshot;
use crate::index::drafts::Draft;
use crate::model::SymbolId;
use crate::search::pack::{PackStyle, Wish};
use crate::search::{Past, Query};
use crate::tour::Tour;

/// What a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Filter,
    Source,
    Ask,
    Pack,
    Past,
    Impact,
    Sieve,
    Lore,
    Tours,
    Make,
    Author,
    Partners,
    Ways,
}

impl Class {
    pub const ALL: [Self; 13] = [
        Self::Filter,
        Self::Source,
        Self::Ask,
        Self::Pack,
        Self::Past,
        Self::Impact,
        Self::Sieve,
        Self::Lore,
        Self::Tours,
        Self::Make,
        Self::Author,
        Self::Partners,
        Self::Ways,
    ];
}

/// Work to do.
#[derive(Clone)]
pub enum Job {
    Filter(Request),
    /// Read a file of the repository, path relative to the root: as it lies in the tree, or as a commit has it. A
    /// folder reads as the names in it.
    Source {
        path: String,
        commit: Option<String>,
    },
    /// Answer a question, and count what answers in every view up to `ceiling` tokens.
    Ask {
        snapshot: Arc<Snapshot>,
        past: Option<Arc<Past>>,
        query: Box<Query>,
        style: PackStyle,
        ceiling: u32,
    },
    /// Count an answer's rows again, for another format or encoding: what answers stays.
    Recount {
        answered: Arc<Answered>,
        style: PackStyle,
        ceiling: u32,
    },
    /// Read past commits for questions about a snapshot.
    Past(Arc<Snapshot>),
    Pack {
        answered: Arc<Answered>,
        budget: u32,
        wishes: FxHashMap<SymbolId, Wish>,
    },
    /// Work out what a change affects.
    Impact(Box<ImpactRequest>),
    /// Find what a filter lets through of it.
    Sieve {
        blast: Arc<Blast>,
        text: String,
    },
    /// Read what past commits say of what would change.
    Lore(Box<PastRequest>),
    /// Look at all tours, and where the steps of the open one are.
    Tours {
        snapshot: Arc<Snapshot>,
        open: Option<Box<Tour>>,
        drafts: Vec<Draft>,
        /// What tours were asked for.
        wanted: Vec<Wanted>,
    },
    /// Make the tour that somebody wants.
    Make {
        snapshot: Arc<Snapshot>,
        wanted: Wanted,
    },
    /// Of these none may be started before the one before has answered: nothing that a person does to a tour is for
    /// nothing because of what they do next.
    Author(Box<Authoring>),
    /// What changed together with the symbol of an id.
    Partners {
        of: String,
    },
    /// How one symbol comes to another, and the neighbour on the way that the cursor is to be on.
    Ways {
        snapshot: Arc<Snapshot>,
        from: SymbolId,
        to: SymbolId,
        beside: Option<SymbolId>,
    },
}

/// A job's answer.
#[derive(Clone)]
pub enum Answer {
    Filter(Box<Listing>),
    Source(Arc<SourceText>),
    Asked(Result<Arc<Answered>, String>),
    Packed(Result<Packed, String>),
    Past(Arc<Snapshot>, Result<Arc<Past>, String>),
    /// What a change affects, or why that cannot be told.
    Impact(Result<Box<Sieved>, String>),
    Sieved(Box<Sieved>),
    Lore(Result<Arc<Lore>, String>),
    Partners(Partners),
    Ways(Ways),
    Tours(Box<Tourist>),
    Made(Result<Box<Entry>, String>),
    Author(Result<Authored, String>),
    /// It could not be done; what and why.
    Failed(String),
}

/// Tells a class's newest job from those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// What is under way in a class.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    pub newest: Ticket,
    /// When the newest was started, while it has not answered.
    pub since: Option<super::clock::Millis>,
}

impl Job {
    #[must_use]
    pub fn class(&self) -> Class {
        match self {
            Self::Filter(_) => Class::Filter,
            Self::Source { .. } => Class::Source,
            Self::Ask { .. } | Self::Recount { .. } => Class::Ask,
            Self::Pack { .. } => Class::Pack,
            Self::Past(_) => Class::Past,
            Self::Impact(_) => Class::Impact,
            Self::Sieve { .. } => Class::Sieve,
            Self::Lore(_) => Class::Lore,
            Self::Partners { .. } => Class::Partners,
            Self::Ways { .. } => Class::Ways,
            Self::Tours { .. } => Class::Tours,
            Self::Make { .. } => Class::Make,
            Self::Author(_) => Class::Author,
        }
    }
}
