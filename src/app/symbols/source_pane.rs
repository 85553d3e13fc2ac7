//! Reading in the source pane: cursor, folds, search, and following names.

use super::SymbolsView;
use super::panes::{ShownSpot, SymbolsPane};
use super::why_rank::why_rank;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::find_in_source::Find;
use crate::app::folds::Folds;
use crate::app::hover::Hover;
use crate::app::job::{Job, JobKind};
use crate::app::line_selection::select_lines;
use crate::app::listing::Listing;
use crate::app::msg::Tone;
use crate::app::name_targets::{Referent, enclosing, named, symbol_named};
use crate::app::nav_history::NavPlace;
use crate::app::source::{Caret, Shown, SourceText};
use crate::app::symbol_rows::SymbolSource;
use crate::app::text_cursor::{TextCursor, caret_of};
use crate::app::text_rows::{TextRow, TextRows};
use crate::app::view_state::ViewState;
use crate::index::Snapshot;
use crate::interactions::Act;
use crate::model::{SymbolId, counted};
use std::sync::Arc;

impl SymbolsView {
    /// The text of what is shown, once it is there.
    #[must_use]
    pub fn text(&self) -> Option<&Arc<SourceText>> {
        let (source, shown) = (self.source.as_ref()?, self.shown.as_ref()?);
        (source.path == shown.path).then_some(source)
    }

    /// Where the cursor stands in the text.
    #[must_use]
    pub fn caret(&self) -> Option<Caret> {
        let (shown, text) = (self.shown.as_ref()?, self.text()?);
        let caret = caret_of(text, shown)?;
        let name = self.name_of_row(caret.row).filter(|_| shown.caret.is_none());
        let column = name.and_then(|name| text.words_of(caret.row, &name).next());
        Some(Caret { column: column.unwrap_or(caret.column), ..caret })
    }

    /// The name of the selection, if a row declares it.
    fn name_of_row(&self, row: usize) -> Option<String> {
        let (snapshot, id) = (self.graph()?, self.listed()?);
        let symbol = snapshot.graph();
        let symbol = symbol.symbol(id);
        (symbol.line() as usize == row + 1).then(|| symbol.name().to_owned())
    }

    /// The graph that the list is of.
    #[must_use]
    pub fn graph(&self) -> Option<&Arc<Snapshot>> {
        match self.listing.as_ref()? {
            Listing { corpus: SymbolSource::Graph(snapshot), .. } => Some(snapshot),
            Listing { corpus: SymbolSource::Glimpses(_), .. } => None,
        }
    }

    /// Columns of the pane's text.
    fn text_width(&self, cx: &Ctx) -> usize {
        let gutter = self.source.as_ref().map_or(0, |source| source.gutter() + 1);
        let width = self.areas(cx)[SymbolsPane::Source as usize].width;
        usize::from(width - self.reading.authors.width(width)).saturating_sub(gutter).max(1)
    }

    /// Carries out an action of the pane; returns whether it is one.
    pub(super) fn reading_act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        let is_reading = self.focus == SymbolsPane::Source;
        let hides = matches!(action, Action::Climb | Action::Hover | Action::WhyRank);
        if self.reading.hover.take().is_some() && hides {
            return true;
        }
        match action {
            Action::SourceFind => {
                self.focus(cx, SymbolsPane::Source);
                self.reading.find.typing = true;
                self.reading.find.line.select();
            }
            Action::FindNext | Action::FindPrevious => self.find_next(cx, action == Action::FindNext),
            Action::Definition => self.follow_name(cx, false),
            Action::References => self.follow_name(cx, true),
            Action::Hover => self.hover(cx),
            Action::Authors => {
                if self.reading.authors.switch() {
                    cx.call_off(JobKind::Authors);
                }
                self.keep_caret_in_sight(cx);
            }
            Action::WhyRank => match self.meant().zip(self.graph()) {
                Some((id, snapshot)) => self.reading.hover = Some(why_rank(&snapshot.graph(), id)),
                None => cx.notify(Tone::Bad, "nothing is selected"),
            },
            Action::WordNext | Action::WordPrevious | Action::LineStart | Action::LineEnd => {
                self.move_caret(cx, action);
            }
            Action::Fold => self.fold(cx),
            Action::FoldAll => self.fold_all(cx),
            Action::Wrap => {
                self.reading.wraps = !self.reading.wraps;
                let how = if self.reading.wraps {
                    "go on in the next row"
                } else {
                    "are cut: left and right scroll"
                };
                cx.notify(Tone::Good, format!("long lines {how}"));
                self.keep_caret_in_sight(cx);
            }
            Action::SelectLines => {
                self.focus(cx, SymbolsPane::Source);
                self.select_lines(cx, action);
            }
            Action::Descend if is_reading => self.follow_name(cx, false),
            Action::CopySymbol if is_reading && self.select_lines(cx, action) => {
                cx.did(Act::Copied, &Vec::from_iter(self.current(cx)));
            }
            Action::MarkedLine => {
                self.shown.iter_mut().for_each(|shown| shown.caret = None);
                self.shown.iter_mut().for_each(Shown::forget_top);
                self.aim(cx);
            }
            Action::Climb if is_reading && self.select_lines(cx, action) => {}
            Action::Climb if is_reading && self.reading.find.is_on() => {
                self.reading.find = Find::default();
            }
            _ => return false,
        }
        true
    }

    /// Moves the cursor in the text; returns whether the action does that.
    pub(super) fn move_caret(&mut self, cx: &mut Ctx, action: Action) -> bool {
        let Some(caret) = self.caret() else { return false };
        let is_moved = self.in_text(cx, |cursor| cursor.moved(caret, action)).unwrap_or(false);
        if is_moved {
            self.find_subject(cx);
        }
        is_moved
    }

    /// Does something with the cursor in the text; `None` before the text is there.
    pub(super) fn in_text<T>(&mut self, cx: &Ctx, act: impl FnOnce(&mut TextCursor<'_>) -> T) -> Option<T> {
        let text = self.text().cloned()?;
        let (height, room) = (self.rows(cx, SymbolsPane::Source), self.text_width(cx));
        let (shown, reading) = (self.shown.as_mut()?, &mut self.reading);
        let (folds, wraps, changes) = (&mut reading.folds, reading.wraps, &cx.changes_of(&text));
        Some(act(&mut TextCursor { text: &text, shown, folds, changes, wraps, height, room }))
    }

    /// The columns of a row, if long lines go on in the next one.
    #[must_use]
    pub fn wraps(&self, cx: &Ctx) -> Option<usize> {
        self.reading.wraps.then(|| self.text_width(cx))
    }

    /// The rows of the text, from 0, that rows of the pane begin; `None` before the text is there.
    pub(super) fn source_rows(&self, cx: &Ctx) -> Option<Vec<Option<usize>>> {
        let (text, top) = (self.text()?, self.shown.as_ref()?.top?);
        let (changes, height) = (&cx.changes_of(text), self.rows(cx, SymbolsPane::Source));
        let rows = TextRows { text, changes, folds: &self.reading.folds, wraps: self.wraps(cx), height };
        Some(rows.from(top).iter().map(TextRow::begins).collect())
    }

    /// Whether a line, from 1, of the text is on the screen.
    pub(super) fn shows_line(&self, cx: &Ctx, line: u32) -> bool {
        let row = (line as usize).saturating_sub(1);
        self.source_rows(cx).is_some_and(|rows| rows.contains(&Some(row)))
    }

    /// Moves the cursor to a place within its line, and scrolls to it.
    pub(super) fn put_caret(&mut self, cx: &mut Ctx, at: Caret) {
        self.in_text(cx, |cursor| cursor.put(at));
        self.find_subject(cx);
    }

    pub(super) fn keep_caret_in_sight(&mut self, cx: &Ctx) {
        if let Some(caret) = self.caret() {
            self.in_text(cx, |cursor| cursor.keep_in_sight(caret));
        }
    }

    /// Scrolls the text; the cursor stays visible.
    pub(super) fn scroll_text(&mut self, cx: &mut Ctx, by: isize) {
        if let Some(caret) = self.caret() {
            self.in_text(cx, |cursor| cursor.scroll(caret, by));
        }
    }

    /// Moves the cursor to where the mouse pressed, counted from the text's first visible row and the pane's first
    /// column; returns whether a name is there that can be opened.
    pub(super) fn press_text(&mut self, cx: &mut Ctx, row: usize, column: usize) -> bool {
        let is_name = self.in_text(cx, |cursor| cursor.press(row, column)).unwrap_or(false);
        self.find_subject(cx);
        is_name
    }

    /// Selects the lines from where the mouse pressed to where it was dragged, counted as for a press.
    pub(super) fn drag_text(&mut self, cx: &mut Ctx, row: usize, column: usize) {
        if let Some(from) = self.caret().filter(|_| self.focus == SymbolsPane::Source) {
            self.in_text(cx, |cursor| cursor.drag(from, row, column));
            self.find_subject(cx);
        }
    }

    /// Shows the relations of the name under the cursor, or of the declaration around it.
    fn find_subject(&mut self, cx: &mut Ctx) {
        if self.focus != SymbolsPane::Source || self.call_path.is_some() {
            return;
        }
        let subject = self.caret_symbol().filter(|&symbol| Some(symbol) != self.listed());
        if subject != self.reading.subject {
            self.reading.subject = subject;
            self.surround(cx);
        }
    }

    /// The symbol of the name under the cursor, else the declaration around it.
    pub(super) fn caret_symbol(&self) -> Option<SymbolId> {
        let (caret, text, snapshot) = (self.caret()?, self.text()?, self.graph()?);
        let (graph, line) = (snapshot.graph(), caret.row as u32 + 1);
        let word = text.word_at(caret);
        let by_name =
            word.and_then(|word| symbol_named(&graph, &text.path, line, &word.text, word.is_member));
        by_name.or_else(|| enclosing(&graph, &text.path, line))
    }

    /// Goes to the declaration of the name under the cursor, or to its references.
    fn follow_name(&mut self, cx: &mut Ctx, references: bool) {
        let (Some(caret), Some(text), Some(snapshot)) =
            (self.caret(), self.text().cloned(), self.graph().cloned())
        else {
            return self.focus(cx, SymbolsPane::Relations);
        };
        let graph = snapshot.graph();
        match named(&graph, &text, caret) {
            Referent::Symbol(id) if references => {
                let Some(newest) = self.newest(cx, id) else { return };
                let here = NavPlace::Symbols(self.left(cx));
                cx.places.leave(here);
                self.select(cx, newest);
                self.focus(cx, SymbolsPane::Relations);
            }
            Referent::Symbol(id) => {
                let symbol = graph.symbol(id);
                if symbol.path() == text.path && symbol.line() as usize == caret.row + 1 {
                    return self.focus(cx, SymbolsPane::Relations);
                }
                if let Some(newest) = self.newest(cx, id) {
                    self.go_to_declaration(cx, newest);
                }
            }
            Referent::Local(at) if at != caret => {
                let here = NavPlace::Symbols(self.left(cx));
                cx.places.leave(here);
                self.put_caret(cx, at);
            }
            nowhere => match nowhere.why_nowhere(&text, caret) {
                Some((tone, why)) => cx.notify(tone, why),
                None => self.focus(cx, SymbolsPane::Relations),
            },
        }
    }

    /// Selects a symbol of the newest graph and reads at its declaration.
    pub(in crate::app) fn go_to_declaration(&mut self, cx: &mut Ctx, symbol: SymbolId) {
        let here = NavPlace::Symbols(self.left(cx));
        cx.places.leave(here);
        cx.did(Act::Opened, &[symbol]);
        self.select(cx, symbol);
        self.focus(cx, SymbolsPane::Source);
        self.show_declaration(cx, symbol);
    }

    /// Shows a symbol's declaration until the cursor of any pane moves.
    pub(super) fn show_declaration(&mut self, cx: &mut Ctx, symbol: SymbolId) {
        let Some(snapshot) = cx.index.snapshot.clone() else { return };
        let graph = snapshot.graph();
        let symbol = graph.symbol(symbol);
        if !symbol.kind().is_container() {
            let (path, line) = (symbol.path().to_owned(), symbol.line());
            self.reading.spot = Some(ShownSpot { path, line, column: None });
            self.look(cx);
        }
    }

    /// Moves to a line of a file, from 1, and selects the declaration around it.
    pub(in crate::app) fn read_at(&mut self, cx: &mut Ctx, path: &str, line: u32, column: Option<usize>) {
        let Some(snapshot) = cx.index.snapshot.clone() else { return };
        let around = enclosing(&snapshot.graph(), path, line);
        if let Some(symbol) = around {
            self.select(cx, symbol);
        } else {
            self.reading.leave();
        }
        self.reading.spot = Some(ShownSpot { path: path.to_owned(), line, column });
        self.focus(cx, SymbolsPane::Source);
    }

    /// Shows signature and doc of the name under the cursor.
    fn hover(&mut self, cx: &mut Ctx) {
        self.focus(cx, SymbolsPane::Source);
        let (Some(caret), Some(text), Some(snapshot)) =
            (self.caret(), self.text().cloned(), self.graph().cloned())
        else {
            return;
        };
        let graph = snapshot.graph();
        match named(&graph, &text, caret) {
            Referent::Symbol(id) => {
                let symbol = graph.symbol(id);
                let hover = Hover::of(&symbol);
                if symbol.path() == text.path {
                    self.reading.hover = Some(hover.with_doc(&text));
                } else {
                    cx.start(Job::Hover(Box::new(hover)));
                }
            }
            Referent::Local(at) => self.reading.hover = Some(Hover::local(&text, at)),
            Referent::Outside(name) => self.reading.hover = Some(Hover::outside(&name)),
            Referent::Unknown => cx.notify(Tone::Bad, "nothing is known about the name under the cursor"),
        }
    }

    /// Shows the note about a name.
    pub(in crate::app) fn hover_came(&mut self, hover: Hover) {
        if self.focus == SymbolsPane::Source {
            self.reading.hover = Some(hover);
        }
    }

    fn find_next(&mut self, cx: &mut Ctx, forward: bool) {
        if !self.reading.find.is_on() {
            let key = cx.keymap.shown(Action::SourceFind);
            return cx.notify(Tone::Bad, format!("nothing is searched for: {key} searches this text"));
        }
        self.go_to_hit(cx, forward, false);
    }

    fn go_to_hit(&mut self, cx: &mut Ctx, forward: bool, here: bool) {
        let Some(caret) = self.caret() else { return };
        let find = &self.reading.find;
        let Some(at) = find.next(caret, forward, here) else {
            let text = find.problem.clone().unwrap_or_else(|| "not found in this text".to_owned());
            return cx.notify(Tone::Bad, text);
        };
        let (hit, of) = (find.hits[at].clone(), counted(find.hits.len(), "place"));
        self.put_caret(cx, Caret { row: hit.row, column: hit.columns.start });
        if !self.reading.find.typing {
            cx.show_toast(Tone::Good, format!("{} of {of}", at + 1), 2_000);
        }
    }

    /// Highlights in this text what was searched for in the tree.
    pub(in crate::app) fn find_in_text(&mut self, typed: &str) {
        self.reading.find.line.set(typed);
        if let Some(text) = self.text().cloned() {
            self.reading.find.search(&text);
        }
    }

    /// Called after the search's line was changed.
    pub(super) fn find_typed(&mut self, cx: &mut Ctx) {
        if let Some(text) = self.text().cloned() {
            self.reading.find.search(&text);
        }
        if !self.reading.find.hits.is_empty() {
            self.go_to_hit(cx, true, true);
        }
    }

    /// Folds the block around the cursor, or unfolds the one that it is on.
    fn fold(&mut self, cx: &mut Ctx) {
        let (Some(caret), Some(text)) = (self.caret(), self.text().cloned()) else { return };
        if self.reading.folds.unfold(caret.row) {
            return;
        }
        match text.block_at(caret.row) {
            Some(rows) => {
                let header = rows.start.saturating_sub(1);
                self.reading.folds.fold(rows);
                self.put_caret(cx, Caret { row: header, ..caret });
            }
            None => cx.notify(Tone::Bad, "there is no block to fold here"),
        }
    }

    /// Folds the bodies of all declarations of the file, or unfolds everything.
    fn fold_all(&mut self, cx: &mut Ctx) {
        let (Some(caret), Some(text)) = (self.caret(), self.text().cloned()) else { return };
        if self.reading.folds.is_empty() {
            let mut row = 0;
            while row < text.lines.len() {
                let block = text.block_at(row).filter(|rows| rows.start == row + 1 && text.indent(row) == 0);
                row = block.as_ref().map_or(row + 1, |rows| rows.end);
                if let Some(rows) = block {
                    self.reading.folds.fold(rows);
                }
            }
        } else {
            self.reading.folds = Folds::default();
        }
        let row = self.reading.folds.row_at(self.reading.folds.place_of(caret.row));
        self.put_caret(cx, Caret { row, ..caret });
    }

    /// Carries out an action on the selection of lines; returns whether it is one.
    fn select_lines(&mut self, cx: &mut Ctx, action: Action) -> bool {
        let Some((caret, text)) = self.caret().zip(self.text().cloned()) else { return false };
        self.shown.as_mut().is_some_and(|shown| select_lines(cx, &text, shown, caret, action))
    }
}
