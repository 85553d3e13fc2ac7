//! The Symbols view: the list, and beside it the source and the relations of the selected symbol.

mod acts;
mod along;
mod around;
pub mod data;
mod pointed;
mod selection;
pub mod ways;

use super::App;
use super::corpus::Corpus;
use super::job::{Class, Job};
use super::layout::{Area, area_of, three_of};
use super::line::Line;
use super::list::Cursor;
use super::listing::{Listing, Request, Sort, hidden};
use super::msg::Tone;
use super::relations::Relation;
use super::source::{Shown, SourceText};
use crate::model::{SymbolId, SymbolKind, clean};
pub use data::{Around, Left, Pane};
use data::{Lost, Next, Pointed};
use std::sync::Arc;

/// Rows of a pane above its content: title and column heads, title and signature, title.
pub const HEADS: [u16; 3] = [2, 2, 1];

/// Rows that a short list has at least.
const LEAST_ROWS: usize = 3;

/// The list's part of a wide screen, in percent.
const LIST: u16 = 48;

/// The view's state.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a person's, and what is known of a text")]
pub struct Symbols {
    pub line: Line,
    /// Whether keys go into the filter's line.
    pub typing: bool,
    pub sort: Sort,
    pub hide_tests: bool,
    pub hide_generated: bool,
    /// What the newest request was about.
    corpus: Option<Corpus>,
    /// The newest answer; stays until a newer one comes.
    pub listing: Option<Listing>,
    pub cursor: Cursor,
    pub focus: Pane,
    /// The selected symbol's relations.
    pub relations: Vec<Relation>,
    pub relation: Cursor,
    pub around: Around,
    /// What stands there instead, while it was asked how another symbol comes to the selection.
    pub ways: Option<ways::Ways>,
    /// What the source pane shows.
    pub shown: Option<Shown>,
    pub source: Option<Arc<SourceText>>,
    /// Whether that is another text than the one that the index was made of.
    pub behind: bool,
    /// What the next list selects.
    next: Next,
    /// A selection that went with its declaration.
    lost: Option<Lost>,
    /// The neighbour to go back to once that is selected.
    wanted_beside: Option<SymbolId>,
    /// Lines that the source pane shows of the selection.
    pointed: Option<Pointed>,
}

impl Symbols {
    /// Rows of the screen that the list has a use for. While its filter is typed it keeps all that it may have: panes that
    /// change with each letter are hard to read.
    fn list_rows(&self) -> u16 {
        match &self.listing {
            Some(listing) if !self.typing && !listing.rows.is_empty() => {
                let rows = listing.rows.len().max(LEAST_ROWS).saturating_add(usize::from(HEADS[0]));
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

    /// The selected symbol, once the graph is there: of the graph that the list is of.
    #[must_use]
    pub fn current(&self) -> Option<SymbolId> {
        match self.listing.as_ref()?.corpus {
            Corpus::Graph(_) => self.row().map(SymbolId),
            Corpus::Glimpses(_) => None,
        }
    }

    /// The same, or the neighbour that the cursor stands on; of the graph that the list is of.
    #[must_use]
    pub fn meant(&self) -> Option<SymbolId> {
        let current = self.current()?;
        Some(self.beside().and_then(Relation::other).unwrap_or(current))
    }
}

impl App {
    /// The areas of list, source and relations.
    #[must_use]
    pub fn symbols_areas(&self) -> [Area; 3] {
        self.symbols_split(self.zoomed)
    }

    fn symbols_split(&self, zoomed: bool) -> [Area; 3] {
        let body = self.body();
        three_of(body, zoomed, self.symbols.focus as usize, LIST, self.symbols.list_rows())
    }

    /// The area that a pane is put in order for.
    fn symbols_area(&self, pane: Pane) -> Area {
        area_of(pane as usize, self.zoomed, self.body(), |zoomed| self.symbols_split(zoomed))
    }

    /// Rows of content of a pane; one at least, so that moving always moves.
    fn rows(&self, pane: Pane) -> usize {
        let area = self.symbols_area(pane);
        usize::from(area.height.saturating_sub(HEADS[pane as usize])).max(1)
    }

    /// Whether a list is awaited of another filter, or one that selects something else.
    pub(super) fn symbols_early(&self) -> bool {
        let symbols = &self.symbols;
        let is_other = |listing: &Listing| listing.text != symbols.line.text();
        self.is_awaited(Class::Filter)
            && (symbols.is_on_the_way() || symbols.listing.as_ref().is_some_and(is_other))
    }

    /// Asks for the list again, over `corpus` or the same as before.
    fn list_again(&mut self) {
        let Some(corpus) = self.symbols.corpus.clone() else { return };
        let symbols = &self.symbols;
        let request = Request {
            corpus,
            text: symbols.line.text().to_owned(),
            sort: symbols.sort,
            hidden: hidden(symbols.hide_tests, symbols.hide_generated),
        };
        self.start(Job::Filter(request));
    }

    /// Another corpus is there; the selection is kept when the new list comes.
    pub(super) fn symbols_corpus(&mut self, corpus: Corpus) {
        let symbols = &mut self.symbols;
        // What waits for a list is a symbol of the graph that there was; its number is another's in this one.
        if let (Some(Corpus::Graph(old)), Corpus::Graph(new)) = (&symbols.corpus, &corpus) {
            let follow = |symbol| new.graph().counterpart(&old.graph(), symbol);
            if let Next::Symbol(symbol) = symbols.next {
                symbols.next = follow(symbol).map_or(Next::Same, Next::Symbol);
            }
            symbols.wanted_beside = symbols.wanted_beside.and_then(follow);
        }
        symbols.corpus = Some(corpus);
        self.list_again();
    }

    pub(super) fn symbols_line(&mut self) -> Option<&mut Line> {
        let symbols = &mut self.symbols;
        match (symbols.typing, symbols.around.typing) {
            (true, _) => Some(&mut symbols.line),
            (false, true) => Some(&mut symbols.around.line),
            (false, false) => None,
        }
    }

    pub(super) fn symbols_typing(&self) -> bool {
        self.symbols.typing || self.symbols.around.typing
    }

    /// Where the cursor stands is what is meant: a neighbour, among what stands around the selection.
    pub(super) fn symbols_current(&self) -> Option<SymbolId> {
        let Listing { corpus: seen @ Corpus::Glimpses(_), .. } = self.symbols.listing.as_ref()? else {
            return self.newest(self.symbols.meant()?);
        };
        // The first graph is there, and its list is on its way: what is meant is the row in sight.
        let first = Corpus::Graph(self.index.snapshot.clone()?);
        first.find(seen, self.symbols.row()?).map(SymbolId)
    }

    /// A symbol of the list in the newest graph, whose own list may be on its way still.
    fn newest(&self, symbol: SymbolId) -> Option<SymbolId> {
        let Listing { corpus: Corpus::Graph(listed), .. } = self.symbols.listing.as_ref()? else {
            return None;
        };
        let newest = self.index.snapshot.as_ref()?;
        if Arc::ptr_eq(listed, newest) {
            return Some(symbol);
        }
        newest.graph().counterpart(&listed.graph(), symbol)
    }

    /// A filter's line changed.
    pub(super) fn symbols_typed(&mut self) {
        if self.symbols.around.typing {
            return self.around_typed();
        }
        self.list_again();
    }

    /// Everything that follows from the selection.
    fn settle(&mut self) {
        let height = self.rows(Pane::List);
        let symbols = &mut self.symbols;
        let len = symbols.listing.as_ref().map_or(0, |listing| listing.rows.len());
        symbols.cursor = symbols.cursor.clamped(len, height);
        self.surround();
        self.look();
    }

    /// Turns the source pane to what the selection is about.
    fn look(&mut self) {
        self.symbols.forget_pointed();
        let shown = self.wanted_source();
        let unchanged = matches!((&self.symbols.shown, &shown), (Some(a), Some(b))
            if a.path == b.path && a.asked() == b.asked() && a.sites == b.sites);
        if unchanged {
            return;
        }
        let loaded = self.symbols.source.as_ref().map(|source| source.path.clone());
        let is_other = shown.as_ref().is_some_and(|shown| loaded.as_ref() != Some(&shown.path));
        self.symbols.shown = shown;
        if is_other {
            self.read_source();
        }
        self.aim();
    }

    fn wanted_source(&self) -> Option<Shown> {
        let symbols = &self.symbols;
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

    /// Puts the line that matters, and the comment above it, near the top of the source pane.
    fn aim(&mut self) {
        let height = self.rows(Pane::Source);
        let symbols = &mut self.symbols;
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
    }

    pub(super) fn symbols_source(&mut self, text: Arc<SourceText>) {
        // Other views ask for texts too.
        if self.symbols.shown.as_ref().is_none_or(|shown| shown.path == text.path) {
            self.symbols.behind = self.is_behind(&text);
            self.symbols.source = Some(text);
            self.aim();
        }
    }

    pub(super) fn symbols_sees_line(&self) -> bool {
        self.symbols.shown.as_ref().is_some_and(|shown| shown.is_in_sight(self.rows(Pane::Source)))
    }

    pub(super) fn symbols_aim_again(&mut self) {
        self.symbols.shown.iter_mut().for_each(Shown::forget_top);
        self.aim();
    }

    pub(super) fn symbols_reshaped(&mut self) {
        let len = self.symbols.listing.as_ref().map_or(0, |listing| listing.rows.len());
        self.symbols.cursor = self.symbols.cursor.clamped(len, self.rows(Pane::List));
        if !self.around_reshaped() {
            return;
        }
        let (len, height) = (self.symbols.relations.len(), self.rows(Pane::Relations));
        let Cursor { at, offset } = self.symbols.relation;
        // What fits from the top again is shown from the top: no key scrolls a heading above the first neighbour back.
        let offset = if at < height { 0 } else { offset };
        self.symbols.relation = Cursor { at, offset }.clamped(len, height);
    }

    /// The path and line that the editor opens and that is copied.
    pub(super) fn symbols_place(&self) -> Option<(String, u32)> {
        if let Some(shown) = &self.symbols.shown {
            let reads = self.symbols.focus == Pane::Source;
            let line = if reads { shown.line_in_view(self.rows(Pane::Source)) } else { shown.line };
            return Some((shown.path.clone(), line));
        }
        let listing = self.symbols.listing.as_ref()?;
        listing.corpus.place(self.symbols.row()?)
    }

    /// The view's part of where one is.
    pub(super) fn symbols_here(&self) -> Left {
        let symbols = &self.symbols;
        // What a list that is on its way selects is where one is already.
        let (symbol, beside) = match symbols.next {
            Next::Symbol(symbol) => (Some(symbol), symbols.wanted_beside),
            Next::Same | Next::First => {
                let newest = |symbol: Option<SymbolId>| symbol.and_then(|symbol| self.newest(symbol));
                (newest(symbols.current()), newest(symbols.beside().and_then(Relation::other)))
            }
        };
        let id = |symbol: Option<SymbolId>| symbol.and_then(|symbol| self.id_of(symbol));
        Left {
            symbol: id(symbol),
            beside: id(beside),
            ways: symbols.ways.as_ref().map(ways::Ways::start_id),
            filter: symbols.line.text().to_owned(),
            hides: (symbols.hide_tests, symbols.hide_generated),
        }
    }

    /// Comes back to a symbol, and to the filter and the neighbour that there were.
    pub(super) fn symbols_return(&mut self, left: &Left) {
        let symbol = left.symbol.as_ref().and_then(|id| self.symbol_of(id));
        if let (Some(id), None) = (&left.symbol, symbol) {
            self.tell(Tone::Bad, format!("{} no longer exists", clean(id)));
        }
        let beside = left.beside.as_ref().and_then(|id| self.symbol_of(id));
        let symbols = &mut self.symbols;
        symbols.focus = Pane::List;
        symbols.wanted_beside = beside;
        let same =
            symbols.line.text() == left.filter && (symbols.hide_tests, symbols.hide_generated) == left.hides;
        if let Some(symbol) = symbol.filter(|_| same) {
            self.select(symbol);
        } else {
            symbols.line.set(&left.filter);
            (symbols.hide_tests, symbols.hide_generated) = left.hides;
            symbols.next = symbol.map_or(Next::Same, Next::Symbol);
            self.list_again();
        }
        if let (Some(from), Some(to)) = (&left.ways, symbol) {
            self.ways_again(from, to, beside);
        }
    }

    /// Selects a symbol of the newest graph, dropping the filter when it hides it.
    pub(super) fn select(&mut self, symbol: SymbolId) {
        let Some(snapshot) = self.index.snapshot.clone() else { return };
        self.symbols.focus = Pane::List;
        let position = self.symbols.listing.as_ref().and_then(|listing| {
            let same = listing.corpus.is_same(&Corpus::Graph(snapshot.clone()));
            if same { listing.rows.iter().position(|&row| row == symbol.0) } else { None }
        });
        if let Some(at) = position {
            let len = self.symbols.listing.as_ref().map_or(0, |listing| listing.rows.len());
            self.symbols.cursor = self.symbols.cursor.jumped(at, len, self.rows(Pane::List));
            if self.is_awaited(Class::Filter) {
                self.symbols.next = Next::Symbol(symbol);
            }
            return self.settle();
        }
        let graph = snapshot.graph();
        let wanted = graph.symbol(symbol);
        // A file is no row of the list: what it declares stands for it.
        let (filter, next) = match wanted.kind() {
            SymbolKind::File => (format!("file:{}", wanted.path()), Next::First),
            _ => (String::new(), Next::Symbol(symbol)),
        };
        self.symbols.line.set(&filter);
        if wanted.flags() & hidden(self.symbols.hide_tests, self.symbols.hide_generated) != 0 {
            self.symbols.hide_tests = false;
            self.symbols.hide_generated = false;
        }
        self.symbols.next = next;
        self.list_again();
    }
}
