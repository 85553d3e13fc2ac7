//! The Symbols view: the list, and beside it the source and the relations of the selected symbol.

mod actions;
pub mod call_path;
mod choices;
pub mod panes;
mod selection;
pub(super) mod why_rank;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::listing::{ListRequest, Listing, SymbolSort, hidden};
use super::msg::Tone;
use super::name_targets::enclosing;
use super::nav_history::ViewPlace;
use super::pane::prompt::Typing;
use super::pane::slot::Slot;
use super::pane::slot_rows::SlotRows;
use super::pane::workspace::Workspace;
use super::source::{Shown, SourceSpot};
use super::symbol_rows::SymbolSource;
use super::tours::requests::TourRows;
use super::undo::UndoStack;
use super::view_state::ViewState;
use crate::app::action::Action;
use crate::app::offer::Offer;
use crate::app::view::View;
use crate::index::Snapshot;
use crate::model::{SymbolId, SymbolKind, clean};
pub use panes::Left;
use panes::{Lost, Next, SymbolsChoices};
use std::sync::Arc;

/// Rows of the list above its content: title and column heads.
pub const HEADS: [u16; 1] = [2];

/// Columns that an arrow key scrolls the source sideways while the list has the keys.
const ASIDE: isize = 8;

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

    /// Returns whether a list is awaited that selects something else.
    fn is_on_the_way(&self) -> bool {
        matches!(self.next, Next::Symbol(_))
    }

    /// Returns whether the list is still that of the first reading, while that of the graph is awaited.
    pub(super) fn is_glimpsed(&self, cx: &Ctx) -> bool {
        let of_files = |listing: &Listing| matches!(listing.corpus, SymbolSource::Glimpses(_));
        self.listing.as_ref().is_some_and(of_files)
            && cx.index.snapshot.is_some()
            && cx.is_awaited(JobKind::Filter)
    }

    /// The selected symbol, in the graph that the list shows; `None` before there is a graph.
    pub fn listed(&self) -> Option<SymbolId> {
        match self.listing.as_ref()?.corpus {
            SymbolSource::Graph(_) => self.row().map(SymbolId),
            SymbolSource::Glimpses(_) => None,
        }
    }

    /// Asks for the list again, over `corpus` or the same as before.
    fn list_again(&mut self, cx: &mut Ctx) {
        let Some(corpus) = self.corpus.clone() else { return };
        let symbols = self;
        let request = ListRequest {
            corpus,
            text: symbols.slots.prompt.line.text().to_owned(),
            sort: symbols.sort,
            hidden: hidden(symbols.hide_tests, symbols.hide_generated),
        };
        cx.start(Job::Filter(request));
    }

    /// Lists other symbols; the selection is kept when the new list comes.
    pub(super) fn corpus_came(&mut self, cx: &mut Ctx, corpus: SymbolSource) {
        let symbols = &mut *self;
        // The symbol that the next list selects belongs to the old graph; the new one numbers symbols otherwise.
        if let (Some(SymbolSource::Graph(old)), SymbolSource::Graph(new)) = (&symbols.corpus, &corpus) {
            let follow = |symbol| new.graph().counterpart(&old.graph(), symbol);
            if let Next::Symbol(symbol) = symbols.next {
                symbols.next = follow(symbol).map_or(Next::Same, Next::Symbol);
            }
        }
        symbols.corpus = Some(corpus);
        self.list_again(cx);
    }

    /// A listed symbol in the newest graph, whose own list may still be awaited.
    fn newest(&self, cx: &Ctx, symbol: SymbolId) -> Option<SymbolId> {
        let Listing { corpus: SymbolSource::Graph(listed), .. } = self.listing.as_ref()? else {
            return None;
        };
        let newest = cx.index.snapshot.as_ref()?;
        if Arc::ptr_eq(listed, newest) {
            return Some(symbol);
        }
        newest.graph().counterpart(&listed.graph(), symbol)
    }

    /// Updates everything that depends on the selection.
    fn settle(&mut self, cx: &mut Ctx) {
        let height = self.height(cx);
        let symbols = &mut *self;
        let len = symbols.listing.as_ref().map_or(0, |listing| listing.rows.len());
        symbols.slots.cursor = symbols.slots.cursor.clamped(len, height);
        self.look(cx);
    }

    /// Resets what was read for another selection.
    fn leave(&mut self) {
        self.slots.pane.leave();
    }

    /// The graph that the list is of.
    pub fn graph(&self) -> Option<&Arc<Snapshot>> {
        match self.listing.as_ref()? {
            Listing { corpus: SymbolSource::Graph(snapshot), .. } => Some(snapshot),
            Listing { corpus: SymbolSource::Glimpses(_), .. } => None,
        }
    }

    fn wanted_source(&self) -> Option<Shown> {
        let (listing, row) = (self.listing.as_ref()?, self.row()?);
        let own = self.graph().map(|snapshot| snapshot.graph().symbol(SymbolId(row)).name().to_owned());
        let (path, line) = listing.corpus.place(row)?;
        let is_package = listing.corpus.open(|rows| rows.kind(row as usize)) == SymbolKind::Package;
        let clause = is_package.then_some(line);
        Some(Shown { clause, ..Shown::named(&path, line, own.as_deref()) })
    }

    /// Moves to a line of a file, from 1, and selects the declaration around it.
    pub(super) fn read_at(&mut self, cx: &mut Ctx, path: &str, line: u32, column: Option<usize>) {
        let Some(snapshot) = cx.index.snapshot.clone() else { return };
        match enclosing(&snapshot.graph(), path, line) {
            Some(symbol) => self.select(cx, symbol),
            None => self.leave(),
        }
        self.slots.pane.spot =
            Some(SourceSpot { path: path.to_owned(), line, column, ..SourceSpot::default() });
        self.focus_on(cx, Slot::Source);
    }

    /// The current place in the view.
    fn left(&self, cx: &Ctx) -> Left {
        let symbols = self;
        // The symbol that an awaited list selects already counts as the place.
        let symbol = match symbols.next {
            Next::Symbol(symbol) => Some(symbol),
            Next::Same | Next::First => symbols.listed().and_then(|symbol| self.newest(cx, symbol)),
        };
        Left {
            symbol: symbol.and_then(|symbol| cx.id_of(symbol)),
            filter: symbols.slots.prompt.line.text().to_owned(),
            hides: (symbols.hide_tests, symbols.hide_generated),
        }
    }

    /// Restores a place: symbol and filter.
    fn return_to(&mut self, cx: &mut Ctx, left: &Left) {
        let symbol = left.symbol.as_ref().and_then(|id| cx.symbol_of(id));
        if let (Some(id), None) = (&left.symbol, symbol) {
            cx.notify(Tone::Bad, format!("{} no longer exists", clean(id)));
        }
        let symbols = &mut *self;
        symbols.leave();
        symbols.slots.focus = Slot::List;
        let same = symbols.slots.prompt.line.text() == left.filter
            && (symbols.hide_tests, symbols.hide_generated) == left.hides;
        if let Some(symbol) = symbol.filter(|_| same) {
            self.select(cx, symbol);
        } else {
            symbols.slots.prompt.line.set(&left.filter);
            (symbols.hide_tests, symbols.hide_generated) = left.hides;
            symbols.next = symbol.map_or(Next::Same, Next::Symbol);
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
        self.leave();
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
            self.hide_tests = false;
            self.hide_generated = false;
        }
        self.next = next;
        self.list_again(cx);
    }
}

impl ViewState for SymbolsView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.carry_out(cx, action)
    }

    fn view(&self) -> View {
        View::Symbols
    }

    fn slots(&self) -> &Workspace {
        &self.slots
    }

    fn slots_mut(&mut self) -> &mut Workspace {
        &mut self.slots
    }

    fn list_rows(&self, cx: &Ctx) -> SlotRows {
        let len = self.listing.as_ref().map_or(0, |listing| listing.rows.len());
        SlotRows { head: HEADS[0], foot: self.greeting(cx), cursor: self.slots.cursor, len }
    }

    fn turned(&mut self, cx: &mut Ctx) {
        self.leave();
        self.settle(cx);
    }

    /// Scrolls the source sideways.
    fn fold(&mut self, cx: &mut Ctx, open: bool) -> bool {
        let area = self.text_area(cx);
        self.slots.pane.scroll_aside(area, if open { ASIDE } else { -ASIDE })
    }

    fn press_head(&mut self, cx: &mut Ctx, column: usize) {
        self.sort_by_head(cx, column);
    }

    fn wanted(&self, _cx: &Ctx) -> Option<(Shown, Option<String>)> {
        self.wanted_source().map(|shown| (shown, None))
    }

    fn closed(&mut self, cx: &mut Ctx, _how: Typing) {
        self.reshaped(cx);
        if let Some(before) = self.before_typing.take() {
            self.choices_changed(cx, before, Action::Type);
        }
    }

    fn here(&self, cx: &Ctx) -> ViewPlace {
        ViewPlace::Symbols(self.left(cx))
    }

    fn come_back(&mut self, cx: &mut Ctx, place: ViewPlace) {
        if let ViewPlace::Symbols(left) = place {
            self.return_to(cx, &left);
        }
    }

    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        self.tell_lost(cx);
    }

    fn graph_came(&mut self, cx: &mut Ctx) {
        if let Some(snapshot) = cx.index.snapshot.clone() {
            self.corpus_came(cx, SymbolSource::Graph(snapshot));
        }
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        self.is_early(cx).then_some(JobKind::Filter)
    }

    fn hints(&self, cx: &Ctx) -> Vec<Offer> {
        Self::hinted(cx)
    }

    /// Returns whether a list is awaited of another filter, or one that selects something else.
    fn is_early(&self, cx: &Ctx) -> bool {
        // Until the index is opened no list is asked for, yet what is typed meanwhile is about the first one.
        let Some(listing) = &self.listing else { return cx.index.problem.is_none() };
        let is_other = listing.text != self.slots.prompt.line.text();
        cx.is_awaited(JobKind::Filter) && (self.is_on_the_way() || is_other)
    }

    /// The rows of the list.
    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        match (self.current(cx), &self.listing) {
            (Some(_), Some(Listing { corpus: SymbolSource::Graph(_), rows, .. })) => {
                rows.iter().filter_map(|&row| self.newest(cx, SymbolId(row))).collect()
            }
            (current, _) => current.into_iter().collect(),
        }
    }

    fn tour_rows(&self, cx: &Ctx) -> Option<TourRows> {
        let title = match self.slots.prompt.line.text().trim() {
            "" => "The list of symbols".to_owned(),
            filter => format!("Symbols: {}", clean(filter)),
        };
        let symbols = self.listed_symbols(cx);
        (!symbols.is_empty()).then_some(TourRows { title, symbols })
    }

    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        let Listing { corpus: seen @ SymbolSource::Glimpses(_), .. } = self.listing.as_ref()? else {
            return self.newest(cx, self.listed()?);
        };
        // The first graph is there and its list is awaited: the visible row is meant.
        let first = SymbolSource::Graph(cx.index.snapshot.clone()?);
        first.find(seen, self.row()?).map(SymbolId)
    }

    /// A filter's line changed.
    fn typed(&mut self, cx: &mut Ctx) {
        self.leave();
        self.list_again(cx);
    }
}
