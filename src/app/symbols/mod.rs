//! The Symbols view: the list, and beside it the source and the relations of the selected symbol.

mod actions;
pub mod call_path;
pub mod panes;
mod selection;
pub(super) mod why_rank;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::listing::{ListRequest, Listing, SymbolSort, hidden};
use super::name_targets::enclosing;
use super::pane::slot::Slot;
use super::pane::workspace::Workspace;
use super::source::Shown;
use super::symbol_rows::SymbolSource;
use super::undo::UndoStack;
use super::view_state::ViewState;
use crate::index::Snapshot;
use crate::model::{SymbolId, SymbolKind, clean};
pub use panes::Left;
use panes::{Lost, Next, SymbolsChoices};
use std::sync::Arc;

/// Rows of the list above its content: title and column heads.
pub const HEAD: u16 = 2;

/// The view's state.
#[derive(Default)]
pub struct SymbolsView {
    pub sort: SymbolSort,
    pub hide_tests: bool,
    pub hide_generated: bool,
    /// The symbols that the newest request lists.
    corpus: Option<SymbolSource>,
    /// The newest answer; stays until a newer one comes.
    pub listing: Option<Listing>,
    pub slots: Workspace,
    /// The row that the next list selects.
    next: Next,
    /// A selection whose declaration is gone.
    lost: Option<Lost>,
    /// The choices before each change of them, and before the filter that is being typed.
    undo: UndoStack<SymbolsChoices>,
    before_typing: Option<SymbolsChoices>,
}

impl SymbolsView {
    /// Rows of the lines for a newcomer, with the rule above them.
    pub fn greeting(&self, cx: &Ctx) -> u16 {
        /// Rows of the list from which on they have room.
        const MIN_LIST: u16 = 18;
        let has_room = self.areas(cx)[Slot::List as usize].height >= MIN_LIST;
        if cx.greets && has_room && self.graph().is_some() && !self.slots.prompt.open { 4 } else { 0 }
    }

    /// The selected row of the list.
    pub fn row(&self) -> Option<u32> {
        self.listing.as_ref()?.rows.get(self.slots.cursor.at).copied()
    }

    /// Returns whether the list is still that of the first reading, while that of the graph is awaited.
    pub(super) fn is_glimpsed(&self, cx: &Ctx) -> bool {
        let of_files = |listing: &Listing| matches!(listing.corpus, SymbolSource::Glimpses(_));
        self.listing.as_ref().is_some_and(of_files)
            && cx.index.snapshot.is_some()
            && cx.is_awaited(JobKind::Filter)
    }

    /// Asks for the list again, over `corpus` or the same as before.
    fn list_again(&mut self, cx: &mut Ctx) {
        let Some(corpus) = self.corpus.clone() else { return };
        let request = ListRequest {
            corpus,
            text: self.slots.prompt.text().to_owned(),
            sort: self.sort,
            hidden: hidden(self.hide_tests, self.hide_generated),
        };
        cx.start(Job::Filter(request));
    }

    /// Lists other symbols; the selection is kept when the new list comes.
    pub(super) fn corpus_came(&mut self, cx: &mut Ctx, corpus: SymbolSource) {
        // The symbol that the next list selects belongs to the old graph; the new one numbers symbols otherwise.
        if let (Some(SymbolSource::Graph(old)), SymbolSource::Graph(new), Next::Symbol(symbol)) =
            (&self.corpus, &corpus, self.next)
        {
            let followed = new.graph().counterpart(&old.graph(), symbol);
            self.next = followed.map_or(Next::Same, Next::Symbol);
        }
        self.corpus = Some(corpus);
        self.list_again(cx);
    }

    /// A listed symbol in the newest graph, whose own list may still be awaited.
    fn newest(&self, cx: &Ctx, symbol: SymbolId) -> Option<SymbolId> {
        let (listed, newest) = (self.graph()?, cx.index.snapshot.as_ref()?);
        if Arc::ptr_eq(listed, newest) {
            return Some(symbol);
        }
        newest.graph().counterpart(&listed.graph(), symbol)
    }

    /// Updates everything that depends on the selection.
    fn settle(&mut self, cx: &mut Ctx) {
        self.reshaped(cx);
        self.look(cx);
    }

    /// The graph that the list is of.
    pub fn graph(&self) -> Option<&Arc<Snapshot>> {
        match self.listing.as_ref()? {
            Listing { corpus: SymbolSource::Graph(snapshot), .. } => Some(snapshot),
            Listing { corpus: SymbolSource::Glimpses(_), .. } => None,
        }
    }

    /// Moves to a line of a file, from 1, and selects the declaration around it.
    pub(super) fn read_at(&mut self, cx: &mut Ctx, path: &str, line: u32) {
        let Some(snapshot) = cx.index.snapshot.clone() else { return };
        match enclosing(&snapshot.graph(), path, line) {
            Some(symbol) => self.select(cx, symbol),
            None => self.slots.pane.leave(),
        }
        self.slots.pane.spot = Some(Shown::named(path, line, None));
        self.focus_on(cx, Slot::Source);
    }

    /// The current place in the view.
    fn left(&self, cx: &Ctx) -> Left {
        // The symbol that an awaited list selects already counts as the place.
        let symbol = match self.next {
            Next::Symbol(symbol) => Some(symbol),
            Next::Same | Next::First => self.selected().and_then(|symbol| self.newest(cx, symbol)),
        };
        Left {
            symbol: symbol.and_then(|symbol| cx.id_of(symbol)),
            filter: self.slots.prompt.text().to_owned(),
            hides: (self.hide_tests, self.hide_generated),
        }
    }

    /// Restores a place: symbol and filter.
    fn return_to(&mut self, cx: &mut Ctx, left: &Left) {
        let symbol = left.symbol.as_ref().and_then(|id| cx.symbol_of(id));
        if let (Some(id), None) = (&left.symbol, symbol) {
            cx.warn(format!("{} no longer exists", clean(id)));
        }
        self.slots.pane.leave();
        self.slots.focus = Slot::List;
        let same =
            self.slots.prompt.text() == left.filter && (self.hide_tests, self.hide_generated) == left.hides;
        if let Some(symbol) = symbol.filter(|_| same) {
            self.select(cx, symbol);
        } else {
            self.slots.prompt.line.set(&left.filter);
            (self.hide_tests, self.hide_generated) = left.hides;
            self.next = symbol.map_or(Next::Same, Next::Symbol);
            self.list_again(cx);
        }
    }

    /// Filters the list by a text, as if it had been typed.
    pub(super) fn filter_by(&mut self, cx: &mut Ctx, text: &str) {
        self.slots.prompt.line.set(text);
        self.next = Next::First;
        self.list_again(cx);
    }

    /// Selects a symbol of the newest graph, dropping the filter when it hides it.
    pub(super) fn select(&mut self, cx: &mut Ctx, symbol: SymbolId) {
        let Some(snapshot) = cx.index.snapshot.clone() else { return };
        self.slots.focus = Slot::List;
        self.slots.pane.leave();
        let position = self.listing.as_ref().and_then(|listing| {
            let same = listing.corpus.is_same(&SymbolSource::Graph(snapshot.clone()));
            if same { listing.rows.iter().position(|&row| row == symbol.0) } else { None }
        });
        if let Some(at) = position {
            let len = self.listing.as_ref().map_or(0, |listing| listing.rows.len());
            self.slots.cursor = self.slots.cursor.jumped(at, len, self.height(cx));
            if cx.is_awaited(JobKind::Filter) {
                self.next = Next::Symbol(symbol);
            }
            return self.settle(cx);
        }
        let graph = snapshot.graph();
        let wanted = graph.symbol(symbol);
        // Files are not listed, so a filter for the file lists its declarations.
        let (filter, next) = match wanted.kind() {
            SymbolKind::File => (format!("file:{}", wanted.path()), Next::First),
            _ => (String::new(), Next::Symbol(symbol)),
        };
        self.slots.prompt.line.set(&filter);
        if wanted.flags() & hidden(self.hide_tests, self.hide_generated) != 0 {
            (self.hide_tests, self.hide_generated) = (false, false);
        }
        self.next = next;
        self.list_again(cx);
    }
}
