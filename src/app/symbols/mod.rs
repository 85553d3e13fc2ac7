//! The Symbols view: the list, and beside it the source and the relations of the selected symbol.

mod actions;
mod around;
mod around_columns;
mod around_map;
mod authors;
pub mod call_path;
mod call_path_pane;
mod choices;
mod marked_lines;
pub mod panes;
mod selection;
mod source_pane;
mod tour_rows;
mod why_rank;
use super::ctx::Ctx;
use super::folds::Folds;
use super::job::{Job, JobKind};
use super::layout::{Arrangement, PaneArea, PaneBorder, PaneLayout, area_of, side_by_side, three_of};
use super::line_selection::SelectedLines;
use super::list::Cursor;
use super::listing::{ListRequest, Listing, SymbolSort, hidden};
use super::msg::{Mouse, Tone};
use super::nav_history::NavPlace;
use super::relations::RelationRow;
use super::source::{Caret, Shown, SourceText};
use super::symbol_rows::SymbolSource;
use super::tours::requests::TourRows;
use super::typed_line::TypedLine;
use super::undo::UndoStack;
use super::view_state::ViewState;
use crate::app::action::{Action, KeyContext};
use crate::app::scroll_bar::ScrollBar;
use crate::app::view::View;
use crate::model::{SymbolId, SymbolKind, clean};
pub use around_columns::AroundColumn;
pub use around_map::AroundMap;
pub use panes::{Around, Left, ReadingState, SymbolsPane};
use panes::{Lost, Next, Pointed, ShownSpot, SymbolsChoices};
use std::sync::Arc;

/// Rows of a pane above its content: title and column heads, title and signature, title.
pub const HEADS: [u16; 3] = [2, 2, 1];

/// Rows that a short list has at least.
const MIN_ROWS: usize = 3;

/// The parts of list and source where all panes stand side by side, in percent.
const COLUMNS: [u16; 2] = [32, 41];

/// The list's part of a wide screen, in percent.
const LIST: u16 = 48;

/// The view's state.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a person's, and what is known of a text")]
pub struct SymbolsView {
    pub line: TypedLine,
    /// Whether keys go into the filter's line.
    pub typing: bool,
    pub sort: SymbolSort,
    pub hide_tests: bool,
    pub hide_generated: bool,
    /// The symbols that the newest request lists.
    corpus: Option<SymbolSource>,
    /// The newest answer; stays until a newer one comes.
    pub listing: Option<Listing>,
    pub cursor: Cursor,
    pub focus: SymbolsPane,
    /// The selected symbol's relations.
    pub relations: Vec<RelationRow>,
    pub relation: Cursor,
    pub around: Around,
    /// Whether the map of the neighbours is wanted.
    pub(super) has_map: bool,
    /// The call paths that replace the relations, if a person asked for them.
    pub call_path: Option<call_path::CallPath>,
    /// What the source pane shows.
    pub shown: Option<Shown>,
    pub source: Option<Arc<SourceText>>,
    /// Whether that text differs from the indexed one.
    pub behind: bool,
    /// The row that the next list selects.
    next: Next,
    /// A selection whose declaration is gone.
    lost: Option<Lost>,
    /// The neighbour to go back to once that is selected.
    wanted_beside: Option<SymbolId>,
    /// Lines that the source pane shows of the selection.
    pointed: Option<Pointed>,
    /// The state of reading in the source pane.
    pub reading: ReadingState,
    /// What the choices were before each change of them, and before the filter that is being typed.
    undo: UndoStack<SymbolsChoices>,
    before_typing: Option<SymbolsChoices>,
}

impl SymbolsView {
    /// Rows that the list needs. While its filter is typed it keeps all it may have: panes that change with each
    /// letter are hard to read.
    fn list_rows(&self) -> u16 {
        match &self.listing {
            Some(listing) if !self.typing && !listing.rows.is_empty() => {
                let rows = listing.rows.len().max(MIN_ROWS).saturating_add(usize::from(HEADS[0]));
                u16::try_from(rows).unwrap_or(u16::MAX)
            }
            _ => u16::MAX,
        }
    }

    /// The selected row of the list.
    #[must_use]
    pub fn row(&self) -> Option<u32> {
        self.listing.as_ref()?.rows.get(self.cursor.at).copied()
    }

    /// Whether a list is awaited that selects something else.
    fn is_on_the_way(&self) -> bool {
        matches!(self.next, Next::Symbol(_))
    }

    /// Whether the list is still that of the first reading, while that of the graph is awaited.
    pub(super) fn is_glimpsed(&self, cx: &Ctx) -> bool {
        let of_files = |listing: &Listing| matches!(listing.corpus, SymbolSource::Glimpses(_));
        self.listing.as_ref().is_some_and(of_files)
            && cx.index.snapshot.is_some()
            && cx.is_awaited(JobKind::Filter)
    }

    /// The selected symbol, in the graph that the list shows; `None` before there is a graph.
    #[must_use]
    pub fn listed(&self) -> Option<SymbolId> {
        match self.listing.as_ref()?.corpus {
            SymbolSource::Graph(_) => self.row().map(SymbolId),
            SymbolSource::Glimpses(_) => None,
        }
    }

    /// The neighbour under the cursor if there is one, otherwise the selected symbol; in the graph that the list
    /// shows.
    #[must_use]
    pub fn meant(&self) -> Option<SymbolId> {
        let current = self.listed()?;
        if self.focus == SymbolsPane::Source {
            return Some(self.caret_symbol().unwrap_or(current));
        }
        let subject = self.reading.subject.filter(|_| self.focus == SymbolsPane::Relations);
        // After a jump the symbol that is shown is meant, until the cursor moves.
        let beside = self.beside().filter(|_| self.reading.spot.is_none());
        Some(beside.and_then(RelationRow::other).or(subject).unwrap_or(current))
    }

    /// The areas of list, source and relations.
    #[must_use]
    pub fn areas(&self, cx: &Ctx) -> [PaneArea; 3] {
        self.split(cx, cx.zoomed).areas
    }

    fn split(&self, cx: &Ctx, zoomed: bool) -> PaneLayout {
        let (body, parts) = (self.body(cx), cx.parts(View::Symbols));
        if let Some(PaneLayout { areas: [dependants, source, _], borders }) =
            self.columns(cx).filter(|_| zoomed)
        {
            return PaneLayout { areas: [PaneArea::default(), source, dependants], borders };
        }
        let three = || three_of(body, zoomed, self.focus as usize, (LIST, self.list_rows()), parts);
        side_by_side(body, zoomed, Arrangement::Broad, COLUMNS, parts).unwrap_or_else(three)
    }

    /// The area that a pane's scroll offset is computed for.
    fn area(&self, cx: &Ctx, pane: SymbolsPane) -> PaneArea {
        area_of(pane as usize, cx.zoomed, self.body(cx), |zoomed| self.split(cx, zoomed).areas)
    }

    /// Rows of content of a pane; one at least, so that moving always moves.
    fn rows(&self, cx: &Ctx, pane: SymbolsPane) -> usize {
        let area = self.area(cx, pane);
        usize::from(area.height.saturating_sub(HEADS[pane as usize])).max(1)
    }

    /// Asks for the list again, over `corpus` or the same as before.
    fn list_again(&mut self, cx: &mut Ctx) {
        let Some(corpus) = self.corpus.clone() else { return };
        let symbols = self;
        let request = ListRequest {
            corpus,
            text: symbols.line.text().to_owned(),
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
            symbols.wanted_beside = symbols.wanted_beside.and_then(follow);
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
        let height = self.rows(cx, SymbolsPane::List);
        let symbols = &mut *self;
        let len = symbols.listing.as_ref().map_or(0, |listing| listing.rows.len());
        symbols.cursor = symbols.cursor.clamped(len, height);
        self.surround(cx);
        self.look(cx);
    }

    /// Turns the source pane to the selection.
    fn look(&mut self, cx: &mut Ctx) {
        self.forget_pointed();
        let shown = self.wanted_source();
        let unchanged = matches!((&self.shown, &shown), (Some(a), Some(b))
            if a.path == b.path && a.asked() == b.asked() && a.sites == b.sites);
        if unchanged {
            return;
        }
        let loaded = self.source.as_ref().map(|source| source.path.clone());
        if self.shown.as_ref().map(|shown| &shown.path) != shown.as_ref().map(|shown| &shown.path) {
            self.reading.folds = Folds::default();
        }
        self.reading.hover = None;
        let is_other = shown.as_ref().is_some_and(|shown| loaded.as_ref() != Some(&shown.path));
        self.shown = shown;
        if is_other {
            cx.read(View::Symbols, self.source_job());
        }
        self.aim(cx);
    }

    fn wanted_source(&self) -> Option<Shown> {
        let symbols = self;
        if let Some(ShownSpot { path, line, column }) = symbols.reading.spot.clone() {
            let caret = column.map(|column| Caret { row: line.saturating_sub(1) as usize, column });
            return Some(Shown { path, line, caret, ..Shown::default() });
        }
        let (listing, row) = (symbols.listing.as_ref()?, symbols.row()?);
        if let Some((path, sites)) = symbols.sites() {
            let line = sites.get(symbols.around.site).or(sites.first()).copied().unwrap_or(1);
            return Some(Shown { path, line, sites, ..Shown::default() });
        }
        let (path, line) = listing.corpus.place(row)?;
        if let Some(sites) = symbols.pointed(line) {
            let line = sites.first().copied().unwrap_or(line);
            return Some(Shown { path, line, sites, ..Shown::default() });
        }
        let is_package = listing.corpus.open(|rows| rows.kind(row as usize)) == SymbolKind::Package;
        Some(Shown { path, line, clause: is_package.then_some(line), ..Shown::default() })
    }

    /// Scrolls the marked line and the comment above it near the top of the source pane.
    fn aim(&mut self, cx: &Ctx) {
        let height = self.rows(cx, SymbolsPane::Source);
        let symbols = &mut *self;
        let (Some(shown), Some(source)) = (&mut symbols.shown, &symbols.source) else { return };
        if source.path != shown.path {
            return;
        }
        if let Some(clause) = shown.clause {
            shown.line = source.comment_above((clause as usize).saturating_sub(1)) as u32 + 1;
        }
        let line = (shown.line as usize).saturating_sub(1).min(source.lines.len().saturating_sub(1));
        let top = if shown.sites.is_empty() {
            source.comment_above(line).max(line.saturating_sub(height / 2))
        } else {
            line
        };
        let margin = if shown.sites.is_empty() { 1 } else { height / 2 };
        shown.put_top(top.saturating_sub(margin), source.lines.len(), height);
        self.in_text(cx, |cursor| cursor.keep_row_in_sight(line));
    }

    /// The current place in the view.
    fn left(&self, cx: &Ctx) -> Left {
        let symbols = self;
        // The symbol that an awaited list selects already counts as the place.
        let (symbol, beside) = match symbols.next {
            Next::Symbol(symbol) => (Some(symbol), symbols.wanted_beside),
            Next::Same | Next::First => {
                let newest = |symbol: Option<SymbolId>| symbol.and_then(|symbol| self.newest(cx, symbol));
                (newest(symbols.listed()), newest(symbols.beside().and_then(RelationRow::other)))
            }
        };
        let id = |symbol: Option<SymbolId>| symbol.and_then(|symbol| cx.id_of(symbol));
        Left {
            symbol: id(symbol),
            beside: id(beside),
            call_path: symbols.call_path.as_ref().map(call_path::CallPath::start_id),
            filter: symbols.line.text().to_owned(),
            hides: (symbols.hide_tests, symbols.hide_generated),
            spot: self.caret().zip(self.text()).filter(|_| self.focus == SymbolsPane::Source).map(
                |(caret, text)| ShownSpot {
                    path: text.path.clone(),
                    line: caret.row as u32 + 1,
                    column: Some(caret.column),
                },
            ),
        }
    }

    /// Restores a place: symbol, filter and neighbour.
    fn return_to(&mut self, cx: &mut Ctx, left: &Left) {
        let symbol = left.symbol.as_ref().and_then(|id| cx.symbol_of(id));
        if let (Some(id), None) = (&left.symbol, symbol) {
            cx.notify(Tone::Bad, format!("{} no longer exists", clean(id)));
        }
        let beside = left.beside.as_ref().and_then(|id| cx.symbol_of(id));
        let symbols = &mut *self;
        symbols.reading.leave();
        symbols.focus = SymbolsPane::List;
        symbols.wanted_beside = beside;
        let same =
            symbols.line.text() == left.filter && (symbols.hide_tests, symbols.hide_generated) == left.hides;
        if let Some(symbol) = symbol.filter(|_| same) {
            self.select(cx, symbol);
        } else {
            symbols.line.set(&left.filter);
            (symbols.hide_tests, symbols.hide_generated) = left.hides;
            symbols.next = symbol.map_or(Next::Same, Next::Symbol);
            self.list_again(cx);
        }
        if let (Some(from), Some(to)) = (&left.call_path, symbol) {
            Self::ways_again(cx, from, to, beside);
        }
        if let Some(spot) = &left.spot {
            self.reading.spot = Some(spot.clone());
            self.focus(cx, SymbolsPane::Source);
        }
    }

    /// Filters the list by a text, as if it had been typed.
    pub(super) fn filter_by(&mut self, cx: &mut Ctx, text: &str) {
        self.line.set(text);
        self.next = Next::First;
        self.list_again(cx);
    }

    /// Selects a symbol of the newest graph, dropping the filter when it hides it.
    pub(super) fn select(&mut self, cx: &mut Ctx, symbol: SymbolId) {
        let Some(snapshot) = cx.index.snapshot.clone() else { return };
        self.focus = SymbolsPane::List;
        self.reading.leave();
        let position = self.listing.as_ref().and_then(|listing| {
            let same = listing.corpus.is_same(&SymbolSource::Graph(snapshot.clone()));
            if same { listing.rows.iter().position(|&row| row == symbol.0) } else { None }
        });
        if let Some(at) = position {
            let len = self.listing.as_ref().map_or(0, |listing| listing.rows.len());
            self.cursor = self.cursor.jumped(at, len, self.rows(cx, SymbolsPane::List));
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
        self.line.set(&filter);
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

    fn mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        self.take_mouse(cx, mouse)
    }

    fn bars(&self, cx: &Ctx) -> Vec<ScrollBar> {
        self.scroll_bars(cx)
    }

    fn borders(&self, cx: &Ctx) -> Vec<PaneBorder> {
        self.split(cx, cx.zoomed).borders
    }

    fn here(&self, cx: &Ctx) -> NavPlace {
        NavPlace::Symbols(self.left(cx))
    }

    fn come_back(&mut self, cx: &mut Ctx, place: NavPlace) {
        if let NavPlace::Symbols(left) = place {
            self.return_to(cx, &left);
        }
    }

    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        self.tell_lost(cx);
    }

    fn to_list(&mut self, cx: &mut Ctx) {
        self.focus(cx, SymbolsPane::List);
    }

    fn graph_came(&mut self, cx: &mut Ctx) {
        if let Some(snapshot) = cx.index.snapshot.clone() {
            self.corpus_came(cx, SymbolSource::Graph(snapshot));
        }
    }

    fn source_job(&self) -> Option<Job> {
        let path = self.shown.as_ref()?.path.clone();
        Some(Job::Source { path, commit: None })
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        self.is_early(cx).then_some(JobKind::Filter)
    }

    fn is_in_list(&self) -> bool {
        self.focus == SymbolsPane::List
    }

    fn inner_context(&self) -> Option<KeyContext> {
        match self.focus {
            SymbolsPane::List => None,
            SymbolsPane::Source => Some(KeyContext::Source),
            SymbolsPane::Relations => Some(KeyContext::Around),
        }
    }

    fn hints(&self, cx: &Ctx) -> Vec<Action> {
        self.hinted(cx)
    }

    /// Whether a list is awaited of another filter, or one that selects something else.
    fn is_early(&self, cx: &Ctx) -> bool {
        // Until the index is opened no list is asked for, yet what is typed meanwhile is about the first one.
        let Some(listing) = &self.listing else { return cx.index.problem.is_none() };
        let is_other = listing.text != self.line.text();
        cx.is_awaited(JobKind::Filter) && (self.is_on_the_way() || is_other)
    }

    fn line_mut(&mut self) -> Option<&mut TypedLine> {
        let symbols = &mut *self;
        match (symbols.typing, symbols.around.typing, symbols.reading.find.typing) {
            (true, ..) => Some(&mut symbols.line),
            (false, true, _) => Some(&mut symbols.around.line),
            (false, false, true) => Some(&mut symbols.reading.find.line),
            (false, false, false) => None,
        }
    }

    fn is_typing(&self) -> bool {
        self.typing || self.around.typing || self.reading.find.typing
    }

    fn row_symbol(&self, cx: &Ctx) -> Option<SymbolId> {
        match self.focus {
            SymbolsPane::List => self.current(cx),
            SymbolsPane::Source => None,
            SymbolsPane::Relations => self.newest(cx, self.beside()?.other()?),
        }
    }

    /// The rows of the list; in the relations the neighbours.
    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        if self.focus == SymbolsPane::Relations {
            let others = self.relations.iter().filter_map(RelationRow::other);
            return others.filter_map(|other| self.newest(cx, other)).collect();
        }
        match (self.current(cx), &self.listing) {
            (Some(_), Some(Listing { corpus: SymbolSource::Graph(_), rows, .. })) => {
                rows.iter().filter_map(|&row| self.newest(cx, SymbolId(row))).collect()
            }
            (current, _) => current.into_iter().collect(),
        }
    }

    fn tour_rows(&self, cx: &Ctx) -> Option<TourRows> {
        self.rows_to_tour(cx)
    }

    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        let Listing { corpus: seen @ SymbolSource::Glimpses(_), .. } = self.listing.as_ref()? else {
            return self.newest(cx, self.meant()?);
        };
        // The first graph is there and its list is awaited: the visible row is meant.
        let first = SymbolSource::Graph(cx.index.snapshot.clone()?);
        first.find(seen, self.row()?).map(SymbolId)
    }

    /// A filter's line changed.
    fn typed(&mut self, cx: &mut Ctx) {
        if self.around.typing {
            return self.around_typed(cx);
        }
        if self.reading.find.typing {
            return self.find_typed(cx);
        }
        self.reading.leave();
        self.list_again(cx);
    }

    fn source_came(&mut self, cx: &Ctx, text: &Arc<SourceText>) {
        // Other views ask for texts too, and for those of commits.
        let is_of_tree = text.version.is_none();
        if is_of_tree && self.shown.as_ref().is_none_or(|shown| shown.path == text.path) {
            self.behind = cx.is_behind(text);
            self.source = Some(Arc::clone(text));
            self.reading.find.search(text);
            self.aim(cx);
            if self.focus == SymbolsPane::Source {
                self.keep_caret_in_sight(cx);
            }
        }
    }

    fn sees_line(&self, cx: &Ctx) -> bool {
        self.shown.as_ref().is_some_and(|shown| self.shows_line(cx, shown.line))
    }

    fn aim_again(&mut self, cx: &Ctx) {
        let is_read = self.shown.as_ref().is_some_and(|shown| shown.caret.is_some());
        if is_read && self.focus == SymbolsPane::Source {
            return self.keep_caret_in_sight(cx);
        }
        self.shown.iter_mut().for_each(Shown::forget_top);
        self.aim(cx);
    }

    fn reshaped(&mut self, cx: &Ctx) {
        let len = self.listing.as_ref().map_or(0, |listing| listing.rows.len());
        self.cursor = self.cursor.clamped(len, self.rows(cx, SymbolsPane::List));
        if !self.around_reshaped(cx) {
            return;
        }
        let (len, height) = (self.relations.len(), self.rows(cx, SymbolsPane::Relations));
        let Cursor { at, offset } = self.relation;
        // If the row fits with the list scrolled to the top, it is: no key would scroll back to the heading above the
        // first neighbour.
        let offset = if at < height { 0 } else { offset };
        self.relation = Cursor { at, offset }.clamped(len, height);
    }

    /// Takes the selected lines of the source.
    fn take_lines(&mut self) -> Option<SelectedLines> {
        let text = self.text().filter(|_| self.focus == SymbolsPane::Source).cloned()?;
        self.shown.as_mut()?.take_lines(&text)
    }

    /// The path and line that the editor opens and that is copied.
    fn place(&self, _cx: &Ctx) -> Option<(String, u32)> {
        if let Some(shown) = &self.shown {
            let caret = self.caret().filter(|_| self.focus == SymbolsPane::Source);
            let line = caret.map_or(shown.line, |caret| caret.row as u32 + 1);
            return Some((shown.path.clone(), line));
        }
        let listing = self.listing.as_ref()?;
        listing.corpus.place(self.row()?)
    }
}
