//! Requests of the Query view and their answers: answers, packs, past commits.

use super::row_overrides::RowOverrides;
use crate::app::list::Cursor;
use crate::app::nav_history::ViewPlace;
use crate::index::Snapshot;
use crate::model::{EdgeKind, SymbolId, clean};
use crate::rank::Intent;
use crate::search::pack::context::PackContext;
use crate::search::pack::render::{DetailLevel, PackFormat};
use crate::search::pack::tokens::Encoding;
use crate::search::pack::{DEFAULT_BUDGET, LeftOut, Pack};
use crate::search::{Answer, Past, QueryRequest, Strategy};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Most users of a type that are named.
const MAX_USERS: usize = 5;

/// The state before a line was opened, to come back to.
pub(super) struct BeforeTyping {
    pub(super) text: String,
    /// The question of that time, for the history of places.
    pub(super) place: ViewPlace,
    pub(super) answered: Option<Arc<Answered>>,
    pub(super) packed: Option<ShownPack>,
    pub(super) problem: Option<String>,
    pub(super) cursor: Cursor,
}

/// An answer with the data to pack it.
pub struct Answered {
    pub snapshot: Arc<Snapshot>,
    pub text: String,
    /// The strategy that its rows are ordered by, and the intent.
    pub order: (Strategy, Option<Intent>),
    pub asked: QueryAsked,
    pub answer: Answer,
    pub context: PackContext,
}

/// The inputs of an answer besides its snapshot.
#[derive(Clone)]
pub struct QueryAsked {
    pub query: Box<QueryRequest>,
    pub past: Option<Arc<Past>>,
}

/// Past commits, or why there are none, and the snapshot that they were read for.
pub struct CommitsRead {
    pub(super) snapshot: Arc<Snapshot>,
    pub past: Result<Arc<Past>, String>,
}

/// A pack, ready to be shown and copied.
#[derive(Clone)]
pub struct ShownPack {
    pub pack: Arc<Pack>,
    /// The pack's lines, without what could steer a terminal.
    pub lines: Arc<Vec<String>>,
    /// Each symbol's level of detail, and its tokens.
    pub levels: Arc<FxHashMap<SymbolId, (DetailLevel, u32)>>,
}

impl ShownPack {
    pub fn new(pack: Pack) -> Self {
        let lines = pack.text.lines().map(|line| clean(&line.replace('\t', "    ")).into_owned()).collect();
        let levels = pack.shown.iter().map(|shown| (shown.symbol, (shown.view, shown.tokens))).collect();
        Self { pack: Arc::new(pack), lines: Arc::new(lines), levels: Arc::new(levels) }
    }

    /// Why a candidate is not in the pack.
    pub fn left_out(&self, symbol: SymbolId) -> Option<&LeftOut> {
        self.pack.left_out.iter().find(|out| out.symbol == symbol)
    }

    /// Returns whether it shows no symbol, so that there is nothing to copy.
    pub fn is_empty(&self) -> bool {
        self.pack.shown.is_empty()
    }
}

/// The selected symbol in the graph of a new answer.
pub(super) fn carried(old: &Answered, new: &Answered, selected: SymbolId) -> Option<SymbolId> {
    if Arc::ptr_eq(&old.snapshot, &new.snapshot) {
        return Some(selected);
    }
    new.snapshot.graph().counterpart(&old.snapshot.graph(), selected)
}

impl Answered {
    /// The best rows that use a type which the pack shows because of them.
    pub fn users(&self, of: SymbolId) -> Vec<SymbolId> {
        let graph = self.snapshot.graph();
        let uses =
            |id: &SymbolId| graph.outgoing(*id).any(|edge| edge.kind == EdgeKind::Uses && edge.to == of);
        let rows = self.answer.rows.iter().map(|row| row.symbol);
        rows.filter(uses).take(MAX_USERS).collect()
    }
}

/// A line about an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    /// True if it is a warning.
    pub is_bad: bool,
}

/// The choices of a person about answers and packs.
#[derive(Clone, PartialEq)]
pub struct QueryChoices {
    pub overrides: RowOverrides,
    /// The overrides dropped last, to restore them.
    pub(super) dropped: RowOverrides,
    pub strategy: Strategy,
    /// The intent; `None` derives it from the question.
    pub intent: Option<Intent>,
    pub budget: u32,
    pub format: PackFormat,
    pub encoding: Encoding,
}

impl Default for QueryChoices {
    fn default() -> Self {
        Self {
            overrides: RowOverrides::default(),
            dropped: RowOverrides::default(),
            strategy: Strategy::default(),
            intent: None,
            budget: DEFAULT_BUDGET,
            format: PackFormat::default(),
            encoding: Encoding::default(),
        }
    }
}
