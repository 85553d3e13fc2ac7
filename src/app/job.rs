//! Work that is done away from the screen, and its answers.
//!
//! Jobs of one kind do one thing for one pane: a newer one replaces an older one, whose answer is then dropped.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::commit_list::CommitList;
use super::hover::Hover;
use super::impact::filtered::FilteredImpact;
use super::impact::requests::{HistoryDetails, ImpactRequest, ImpactResult, PastRequest};
use super::interactions::requests::{Partners, WithoutMemory};
use super::listing::{ListRequest, Listing};
use super::query::requests::{Answered, ShownPack};
use super::source::SourceText;
use super::source_authors::SourceAuthors;
use super::symbols::call_path::CallPath;
use super::tours::requests::{Authored, Authoring, TourEntry, TourList, TourRequest};
use super::tree_text_hits::TextHits;
use crate::index::drafts::TourDraft;
use crate::index::git::Diff;
use crate::index::{OutsideDeclaration, Snapshot};
use crate::model::SymbolId;
use crate::search::pack::{PackStyle, RowOverride};
use crate::search::{Past, QueryRequest};
use crate::tour::Tour;

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    Filter,
    Source,
    Ask,
    Pack,
    Past,
    Impact,
    FilterImpact,
    HistoryDetails,
    Tours,
    Make,
    Author,
    Partners,
    WithoutMemory,
    CallPath,
    Hover,
    Text,
    Why,
    Authors,
    Uncommitted,
    Words,
}

impl JobKind {
    pub const ALL: [Self; 20] = [
        Self::Filter,
        Self::Source,
        Self::Ask,
        Self::Pack,
        Self::Past,
        Self::Impact,
        Self::FilterImpact,
        Self::HistoryDetails,
        Self::Tours,
        Self::Make,
        Self::Author,
        Self::Partners,
        Self::WithoutMemory,
        Self::CallPath,
        Self::Hover,
        Self::Text,
        Self::Why,
        Self::Authors,
        Self::Uncommitted,
        Self::Words,
    ];
}

/// Work to do.
#[derive(Clone)]
pub enum Job {
    Filter(ListRequest),
    /// Read a file of the repository, path relative to the root: as it lies in the tree, or as a commit has it. A
    /// folder reads as the names in it.
    Source {
        path: String,
        commit: Option<String>,
    },
    /// Read the doc of the name under the cursor.
    Hover(Box<Hover>),
    /// Find the declaration of a name from outside of the tree, to open it or to show its doc.
    Outside {
        snapshot: Arc<Snapshot>,
        name: String,
        opens: bool,
    },
    /// Find the commits that made a symbol what it is.
    Why {
        snapshot: Arc<Snapshot>,
        symbol: SymbolId,
    },
    /// Find who changed each line of a file last.
    Authors {
        path: String,
    },
    /// Find what differs from the last commit.
    Uncommitted(Arc<Snapshot>),
    /// Ask the program of the settings for words beside a question.
    Words {
        command: Vec<String>,
        question: String,
    },
    /// Search the text of all files for what was typed.
    Text(String),
    /// Answer a question, and count its rows at every level of detail up to `ceiling` tokens.
    Ask {
        snapshot: Arc<Snapshot>,
        past: Option<Arc<Past>>,
        query: Box<QueryRequest>,
        style: PackStyle,
        ceiling: u32,
    },
    /// Count an answer's rows again for another format or encoding. The answer stays.
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
        overrides: FxHashMap<SymbolId, RowOverride>,
    },
    /// Compute what a change affects.
    Impact(Box<ImpactRequest>),
    /// Find the parts of a result that pass a filter.
    FilterImpact {
        blast: Arc<ImpactResult>,
        text: String,
    },
    /// Read what past commits say about what would change.
    HistoryDetails(Box<PastRequest>),
    /// Look at all tours, and where the steps of the open one are.
    Tours {
        snapshot: Arc<Snapshot>,
        open: Option<Box<Tour>>,
        drafts: Vec<TourDraft>,
        /// The tours that a person asked for.
        wanted: Vec<TourRequest>,
    },
    /// Make the tour that somebody wants.
    Make {
        snapshot: Arc<Snapshot>,
        wanted: TourRequest,
    },
    /// Write tours. These jobs do not replace each other: each starts after the one before has answered, so that no
    /// change is lost.
    Author(Box<Authoring>),
    /// Find what changed together with the symbol of an id.
    Partners {
        of: String,
    },
    /// Find the rows that an answer would have if nothing were remembered.
    WithoutMemory(Arc<Answered>),
    /// Find how one symbol leads to another.
    CallPath {
        snapshot: Arc<Snapshot>,
        from: SymbolId,
        to: SymbolId,
    },
}

/// A job's answer.
#[derive(Clone)]
pub enum JobAnswer {
    Filter(Box<Listing>),
    Source(Arc<SourceText>),
    Hover(Hover),
    /// The declaration of a name from outside, or why it is not found, and whether it is to be opened.
    Outside(Result<Box<OutsideDeclaration>, String>, bool),
    Why(CommitList),
    Authors(Box<SourceAuthors>),
    /// The difference to the last commit; `None` if there is none.
    Uncommitted(Option<Arc<Diff>>),
    Text(TextHits),
    /// Words beside a question, or one line that says why there are none.
    Words {
        question: String,
        words: Result<Vec<String>, String>,
    },
    Asked(Result<Arc<Answered>, String>),
    Packed(Result<ShownPack, String>),
    Past(Arc<Snapshot>, Result<Arc<Past>, String>),
    /// The effects of a change, or the reason why they are unknown.
    Impact(Result<Box<FilteredImpact>, String>),
    ImpactFiltered(Box<FilteredImpact>),
    HistoryDetails(Result<Arc<HistoryDetails>, String>),
    Partners(Partners),
    WithoutMemory(WithoutMemory),
    CallPath(CallPath),
    Tours(Box<TourList>),
    Made(Result<Box<TourEntry>, String>),
    Author(Result<Authored, String>),
    /// The job failed; the text says at what and why.
    Failed(String),
}

/// The number of a job; the newest job of a kind has the highest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobId(pub u64);

/// The state of one kind of job.
#[derive(Clone, Copy, Debug, Default)]
pub struct JobState {
    pub newest: JobId,
    /// When the newest was started; `None` once it has answered.
    pub since: Option<super::clock::Millis>,
}

impl Job {
    pub fn kind(&self) -> JobKind {
        match self {
            Self::Filter(_) => JobKind::Filter,
            Self::Hover(_) | Self::Outside { .. } => JobKind::Hover,
            Self::Text(_) => JobKind::Text,
            Self::Why { .. } => JobKind::Why,
            Self::Authors { .. } => JobKind::Authors,
            Self::Uncommitted(_) => JobKind::Uncommitted,
            Self::Words { .. } => JobKind::Words,
            Self::Source { .. } => JobKind::Source,
            Self::Ask { .. } | Self::Recount { .. } => JobKind::Ask,
            Self::Pack { .. } => JobKind::Pack,
            Self::Past(_) => JobKind::Past,
            Self::Impact(_) => JobKind::Impact,
            Self::FilterImpact { .. } => JobKind::FilterImpact,
            Self::HistoryDetails(_) => JobKind::HistoryDetails,
            Self::Partners { .. } => JobKind::Partners,
            Self::WithoutMemory(_) => JobKind::WithoutMemory,
            Self::CallPath { .. } => JobKind::CallPath,
            Self::Tours { .. } => JobKind::Tours,
            Self::Make { .. } => JobKind::Make,
            Self::Author(_) => JobKind::Author,
        }
    }
}
