//! What actions, keys and the mouse do in the Symbols view.

use super::HEADS;
use super::SymbolsView;
use super::panes::{Next, ShownSpot, SymbolsPane};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::layout::{BodyShape, PaneArea, shape};
use crate::app::list::Cursor;
use crate::app::listing::{SymbolColumns, SymbolSort};
use crate::app::msg::{Click, Mouse, Tone};
use crate::app::nav_history::NavPlace;
use crate::app::relations::RelationRow;
use crate::app::scroll_bar::ScrollBar;
use crate::app::view_state::ViewState;
use crate::interactions::Act;

/// Columns that an arrow key scrolls the source sideways while the list has the keys.
const ASIDE: isize = 8;

impl SymbolsView {
    /// Carries out an action of this view; returns whether it is one.
    pub(in crate::app) fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
        if self.is_typing() {
            return self.typing_act(cx, action);
        }
        if action == Action::Undo {
            self.undo(cx);
            return true;
        }
        if !Self::is_choice(action) {
            return self.carry_out_own(cx, action);
        }
        let before = self.choices();
        let is_carried_out = self.carry_out_own(cx, action);
        self.choices_changed(cx, before, action);
        is_carried_out
    }

    fn carry_out_own(&mut self, cx: &mut Ctx, action: Action) -> bool {
        if self.reading_act(cx, action) {
            return true;
        }
        if self.around_act(cx, action) {
            return true;
        }
        match action {
            Action::Filter => {
                self.focus(cx, SymbolsPane::List);
                self.typing = true;
                self.before_typing = Some(self.choices());
                self.line.select();
            }
            Action::Sort => {
                self.sort_by(cx, self.sort.next());
            }
            Action::HideTests => {
                self.hide_tests = !self.hide_tests;
                self.list_again(cx);
            }
            Action::HideGenerated => {
                self.hide_generated = !self.hide_generated;
                self.list_again(cx);
            }
            Action::Relations => {
                self.ways_dropped(cx);
                self.focus(cx, SymbolsPane::Relations);
            }
            Action::Map => self.map_switched(cx),
            Action::NextPane => self.focus(cx, self.focus.next(1)),
            Action::PreviousPane => self.focus(cx, self.focus.next(2)),
            Action::Descend => self.descend(cx),
            Action::Climb => return self.climb(cx),
            action => return self.move_cursor(cx, action),
        }
        true
    }

    fn typing_act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Accept | Action::Leave => {
                let before = self.before_typing.take();
                self.stop_typing(cx);
                if let Some(before) = before {
                    self.choices_changed(cx, before, Action::Filter);
                }
            }
            Action::NextPane | Action::PreviousPane => {
                self.stop_typing(cx);
                return self.carry_out(cx, action);
            }
            action if self.line_mut().is_some_and(|line| line.edit(action)) => {
                if !matches!(
                    action,
                    Action::CursorLeft
                        | Action::CursorRight
                        | Action::CursorHome
                        | Action::CursorEnd
                        | Action::CursorWordLeft
                        | Action::CursorWordRight
                ) {
                    self.typed(cx);
                }
            }
            action => return self.move_cursor(cx, action),
        }
        true
    }

    /// Ends typing into a filter.
    fn stop_typing(&mut self, cx: &Ctx) {
        let seen = self.sees_line(cx);
        self.typing = false;
        self.around.typing = false;
        self.reading.find.typing = false;
        self.reshaped(cx);
        if seen && !self.sees_line(cx) {
            self.aim_again(cx);
        }
    }

    pub(super) fn focus(&mut self, cx: &mut Ctx, pane: SymbolsPane) {
        let before = std::mem::replace(&mut self.focus, pane);
        match pane {
            SymbolsPane::List if self.reading.subject.take().is_some() => self.surround(cx),
            // The source keeps showing the neighbour that was selected in the relations.
            SymbolsPane::Source if before == SymbolsPane::Relations && self.reading.spot.is_none() => {
                let shown = self.shown.as_ref().filter(|shown| !shown.sites.is_empty());
                self.reading.spot =
                    shown.map(|shown| ShownSpot { path: shown.path.clone(), line: shown.line, column: None });
            }
            SymbolsPane::Relations if before != pane => self.reading.spot = None,
            _ => {}
        }
        self.reshaped(cx);
        self.look(cx);
    }

    fn move_cursor(&mut self, cx: &mut Ctx, action: Action) -> bool {
        let pane = self.focus;
        let height = self.rows(cx, pane);
        match pane {
            SymbolsPane::List => {
                let len = self.listing.as_ref().map_or(0, |listing| listing.rows.len());
                match action {
                    Action::Left => return self.scroll_aside(cx, -ASIDE),
                    Action::Right => return self.scroll_aside(cx, ASIDE),
                    _ => {}
                }
                let Some(cursor) = self.cursor.moved(action, len, height) else { return false };
                if cursor.at == self.cursor.at {
                    self.cursor = cursor;
                } else {
                    self.cursor = cursor;
                    self.reading.leave();
                    self.settle(cx);
                }
            }
            SymbolsPane::Relations => {
                let len = self.relations.len();
                let Some(cursor) = self
                    .next_group(action)
                    // The group's heading is the top row, so that as much of the group as fits is visible.
                    .map(|at| Cursor { at, offset: at.saturating_sub(1) }.clamped(len, height))
                    .or_else(|| self.relation.moved(action, len, height))
                else {
                    return false;
                };
                self.point_beside(cursor);
                self.look(cx);
            }
            SymbolsPane::Source => return self.move_caret(cx, action),
        }
        true
    }

    /// Scrolls the source sideways; returns whether there is one.
    fn scroll_aside(&mut self, cx: &Ctx, by: isize) -> bool {
        let height = self.rows(cx, SymbolsPane::Source);
        let area = self.areas(cx)[SymbolsPane::Source as usize];
        let area = PaneArea { width: area.width - self.reading.authors.width(area.width), ..area };
        let source = self.source.as_ref().filter(|_| !self.reading.wraps);
        let Some((shown, source)) = self.shown.as_mut().zip(source) else { return false };
        shown.scroll_aside(by, source, area, height);
        true
    }

    fn descend(&mut self, cx: &mut Ctx) {
        let opened = self.listed().and_then(|symbol| self.newest(cx, symbol));
        cx.did(Act::Opened, &Vec::from_iter(opened));
        match self.focus {
            SymbolsPane::List | SymbolsPane::Source => {
                let next = match self.focus {
                    SymbolsPane::List if self.shape(cx) == BodyShape::Single => SymbolsPane::Source,
                    _ => SymbolsPane::Relations,
                };
                self.focus(cx, next);
            }
            SymbolsPane::Relations => {
                if let Some(&RelationRow::Edge { other, .. }) = self.beside()
                    && let Some(other) = self.newest(cx, other)
                {
                    let here = NavPlace::Symbols(self.left(cx));
                    cx.places.leave(here);
                    let in_columns = self.around.in_columns;
                    self.select(cx, other);
                    // On a screen with one pane the source shows the place, since the list is not visible.
                    let next = if self.shape(cx) == BodyShape::Single && !in_columns {
                        SymbolsPane::Source
                    } else {
                        SymbolsPane::Relations
                    };
                    self.focus(cx, next);
                    self.show_declaration(cx, other);
                }
            }
        }
    }

    fn shape(&self, cx: &Ctx) -> BodyShape {
        shape(self.body(cx), cx.zoomed)
    }

    /// Goes one step out; returns whether there was one.
    fn climb(&mut self, cx: &mut Ctx) -> bool {
        if self.around_unfiltered(cx) || self.ways_dropped(cx) {
            return true;
        }
        if self.focus != SymbolsPane::List {
            self.focus(cx, SymbolsPane::List);
            return true;
        }
        if cx.zoomed {
            return false;
        }
        if !self.line.text().is_empty() {
            self.line.set("");
            self.typed(cx);
        }
        true
    }

    /// Handles the mouse; returns whether it pressed a row that can be opened.
    pub(in crate::app) fn take_mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        if let Some(is_pressed) = self.map_mouse(cx, mouse).or_else(|| self.column_mouse(cx, mouse)) {
            return is_pressed;
        }
        let areas = self.areas(cx);
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else { return false };
        let pane = SymbolsPane::ALL[ix];
        match mouse.did {
            Click::Press => {
                self.stop_typing(cx);
                if pane != self.focus {
                    self.focus(cx, pane);
                }
                let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(HEADS[ix]));
                if let (SymbolsPane::Source, Some(row)) = (pane, row) {
                    return self.press_text(cx, row, usize::from(mouse.x - areas[ix].x));
                }
                if pane == SymbolsPane::List && mouse.y == areas[ix].y + 1 {
                    self.press_head(cx, areas[ix], mouse.x);
                    return false;
                }
                let is_row = row.is_some_and(|row| self.press(cx, pane, row));
                self.look(cx);
                return is_row;
            }
            Click::Drag => {
                let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(HEADS[ix]));
                if let (SymbolsPane::Source, Some(row)) = (pane, row) {
                    self.drag_text(cx, row, usize::from(mouse.x - areas[ix].x));
                }
            }
            Click::Scroll(by) => self.wheel(cx, pane, by, self.rows(cx, pane)),
            Click::ScrollAside(by) if pane == SymbolsPane::Source => {
                self.scroll_aside(cx, by);
            }
            Click::ScrollAside(_) => {}
        }
        false
    }

    fn sort_by(&mut self, cx: &mut Ctx, sort: SymbolSort) {
        self.reading.leave();
        self.sort = sort;
        // After sorting, the first row is selected.
        self.next = Next::First;
        cx.notify(Tone::Good, format!("sorted by {}", sort.name()));
        self.list_again(cx);
    }

    /// Sorts by the column whose head was pressed.
    fn press_head(&mut self, cx: &mut Ctx, list: PaneArea, x: u16) {
        let Some(listing) = &self.listing else { return };
        let sort = SymbolColumns::fitting(list.width, listing).sort_at(usize::from(x - list.x), self.sort);
        if let Some(sort) = sort.filter(|&sort| sort != self.sort) {
            let before = self.choices();
            self.sort_by(cx, sort);
            self.choices_changed(cx, before, Action::Sort);
        }
    }

    /// Selects a row of a pane, counted from its first visible row; returns whether the row can be opened.
    fn press(&mut self, cx: &mut Ctx, pane: SymbolsPane, row: usize) -> bool {
        match pane {
            SymbolsPane::List => {
                let at = self.cursor.offset + row;
                self.cursor.at = at;
                self.reading.leave();
                self.settle(cx);
                self.cursor.at == at
            }
            SymbolsPane::Relations => {
                let (at, len) = (self.relation.offset + row, self.relations.len());
                let cursor = Cursor { at, ..self.relation }.clamped(len, self.rows(cx, pane));
                self.point_beside(cursor);
                self.relations.get(at).is_some_and(|row| row.other().is_some())
            }
            SymbolsPane::Source => false,
        }
    }

    /// The scroll bars of the panes.
    pub(in crate::app) fn scroll_bars(&self, cx: &Ctx) -> Vec<ScrollBar> {
        let [list, source, relations] = self.areas(cx);
        let listed = self.listing.as_ref().map_or(0, |listing| listing.rows.len());
        let lines = self.text().map_or(0, |text| text.lines.len());
        let top = self.shown.as_ref().and_then(|shown| shown.top).unwrap_or(0);
        let is_plain = self.around_map(cx).is_none() && self.around_columns(cx).is_none();
        let related = if is_plain { self.relations.len() } else { 0 };
        let panes = [
            ((list, HEADS[0], false), (self.cursor.offset, listed)),
            ((source, HEADS[1], true), (top, lines)),
            ((relations, HEADS[2], false), (self.relation.offset, related)),
        ];
        panes.into_iter().filter_map(|(pane, rows)| ScrollBar::of(cx.size, pane, rows)).collect()
    }

    fn wheel(&mut self, cx: &mut Ctx, pane: SymbolsPane, by: isize, height: usize) {
        match pane {
            SymbolsPane::List => {
                let len = self.listing.as_ref().map_or(0, |listing| listing.rows.len());
                let before = self.cursor.at;
                self.cursor = self.cursor.scrolled(by, len, height);
                if self.cursor.at != before {
                    self.settle(cx);
                }
            }
            SymbolsPane::Relations => {
                let len = self.relations.len();
                let cursor = self.relation.scrolled(by, len, height);
                self.point_beside(cursor);
                self.look(cx);
            }
            SymbolsPane::Source => {
                self.scroll_text(cx, by);
            }
        }
    }

    pub(in crate::app) fn hinted(&self, cx: &Ctx) -> Vec<Action> {
        match self.focus {
            SymbolsPane::List => {
                let back = (cx.places.count().0 > 0).then_some(Action::Back);
                let first = [Action::Filter, Action::Descend].into_iter().chain(back);
                let rest = [Action::Relations, Action::Sort, Action::CopySymbol, Action::Edit];
                first
                    .chain(rest)
                    .chain([Action::TextSearch, Action::WhyRank, Action::WhyCode, Action::Map])
                    .collect()
            }
            SymbolsPane::Source => {
                let find = if self.reading.find.is_on() { Action::FindNext } else { Action::SourceFind };
                let own = [Action::Definition, Action::References, Action::Hover, find, Action::Back];
                own.into_iter()
                    .chain([Action::TextSearch, Action::Fold, Action::Edit, Action::Climb])
                    .collect()
            }
            SymbolsPane::Relations => {
                let many = self.sites().is_some_and(|(_, lines)| lines.len() > 1);
                let next = many.then_some(Action::NextSite);
                let first = [Action::Descend, Action::AroundFilter].into_iter().chain(next);
                // Call paths have an order of their own.
                let call_path = self.call_path.is_some();
                let own = [Action::AroundOrder, Action::Edit, Action::AroundDoubtful];
                let own = own.into_iter().filter(|&action| action == Action::Edit || !call_path);
                first.chain([Action::Back, Action::Climb, Action::Map]).chain(own).collect()
            }
        }
    }
}
