//! What actions, keys and the mouse do in the Symbols view.

use super::HEADS;
use super::data::{Next, Pane};
use crate::app::App;
use crate::app::action::Action;
use crate::app::layout::{Shape, shape};
use crate::app::list::Cursor;
use crate::app::msg::{Click, Mouse, Tone};
use crate::app::relations::Relation;
use crate::memory::Act;

impl App {
    /// Carries out what concerns this view; whether it did.
    pub(in crate::app) fn symbols_act(&mut self, action: Action) -> bool {
        if self.symbols_typing() {
            return self.typing_act(action);
        }
        if self.around_act(action) {
            return true;
        }
        match action {
            Action::Filter => {
                self.focus(Pane::List);
                self.symbols.typing = true;
                self.symbols.line.select();
            }
            Action::Sort => {
                self.symbols.sort = self.symbols.sort.next();
                let word = self.symbols.sort.word();
                // Who sorts wants to see what comes first.
                self.symbols.next = Next::First;
                self.tell(Tone::Good, format!("sorted by {word}"));
                self.list_again();
            }
            Action::HideTests => {
                self.symbols.hide_tests = !self.symbols.hide_tests;
                self.list_again();
            }
            Action::HideGenerated => {
                self.symbols.hide_generated = !self.symbols.hide_generated;
                self.list_again();
            }
            Action::Relations => {
                self.ways_dropped();
                self.focus(Pane::Relations);
            }
            Action::NextPane => self.focus(self.symbols.focus.next(1)),
            Action::PreviousPane => self.focus(self.symbols.focus.next(2)),
            Action::Descend => self.descend(),
            Action::Climb => return self.climb(),
            action => return self.symbols_move(action),
        }
        true
    }

    fn typing_act(&mut self, action: Action) -> bool {
        match action {
            Action::Accept | Action::Leave => self.symbols_typed_all(),
            Action::NextPane | Action::PreviousPane => {
                self.symbols_typed_all();
                return self.symbols_act(action);
            }
            action if self.symbols_line().is_some_and(|line| line.edit(action)) => {
                if !matches!(
                    action,
                    Action::CursorLeft
                        | Action::CursorRight
                        | Action::CursorHome
                        | Action::CursorEnd
                        | Action::CursorWordLeft
                        | Action::CursorWordRight
                ) {
                    self.symbols_typed();
                }
            }
            action => return self.symbols_move(action),
        }
        true
    }

    /// Keys go into no filter any more.
    fn symbols_typed_all(&mut self) {
        self.reshape(|app| {
            app.symbols.typing = false;
            app.symbols.around.typing = false;
        });
    }

    pub(super) fn focus(&mut self, pane: Pane) {
        self.symbols.focus = pane;
        self.symbols_reshaped();
        self.look();
    }

    pub(in crate::app) fn symbols_to_list(&mut self) {
        self.focus(Pane::List);
    }

    fn symbols_move(&mut self, action: Action) -> bool {
        let pane = self.symbols.focus;
        let height = self.rows(pane);
        match pane {
            Pane::List => {
                let len = self.symbols.listing.as_ref().map_or(0, |listing| listing.rows.len());
                if matches!(action, Action::Left | Action::Right) {
                    return self.scroll_sideways(action);
                }
                let Some(cursor) = self.symbols.cursor.moved(action, len, height) else { return false };
                if cursor.at == self.symbols.cursor.at {
                    self.symbols.cursor = cursor;
                } else {
                    self.symbols.cursor = cursor;
                    self.settle();
                }
            }
            Pane::Relations => {
                let len = self.symbols.relations.len();
                let Some(cursor) = self
                    .symbols
                    .next_group(action)
                    // The group's heading on top: as much of it as fits is in sight.
                    .map(|at| Cursor { at, offset: at.saturating_sub(1) }.clamped(len, height))
                    .or_else(|| self.symbols.relation.moved(action, len, height))
                else {
                    return false;
                };
                self.point_beside(cursor);
                self.look();
            }
            Pane::Source => return self.scroll_sideways(action) || self.scroll_source(action, height),
        }
        true
    }

    fn scroll_source(&mut self, action: Action, height: usize) -> bool {
        let lines = self.symbols.source.as_ref().map_or(0, |source| source.lines.len());
        let Some(top) = self.symbols.shown.as_mut().and_then(|shown| shown.top.as_mut()) else {
            return false;
        };
        // The text moves as a cursor on its first row would.
        let cursor = Cursor { at: *top, offset: 0 };
        let Some(moved) = cursor.moved(action, lines.saturating_sub(height) + 1, height) else {
            return false;
        };
        *top = moved.at;
        true
    }

    fn scroll_sideways(&mut self, action: Action) -> bool {
        let height = self.rows(Pane::Source);
        let area = self.symbols_areas()[Pane::Source as usize];
        match (&mut self.symbols.shown, &self.symbols.source) {
            (Some(shown), Some(source)) => shown.sideways(action, source, area, height),
            _ => false,
        }
    }

    fn descend(&mut self) {
        let opened = self.symbols.current().and_then(|symbol| self.newest(symbol));
        self.did(Act::Opened, &Vec::from_iter(opened));
        match self.symbols.focus {
            Pane::List | Pane::Source => {
                let next = match self.symbols.focus {
                    Pane::List if self.symbols_shape() == Shape::Single => Pane::Source,
                    _ => Pane::Relations,
                };
                self.focus(next);
            }
            Pane::Relations => {
                if let Some(&Relation::Edge { other, .. }) = self.symbols.beside()
                    && let Some(other) = self.newest(other)
                {
                    let here = self.here();
                    self.places.leave(here);
                    self.select(other);
                    // Where only one pane is in sight, its text says where one is, not its place in the list.
                    if self.symbols_shape() == Shape::Single {
                        self.focus(Pane::Source);
                    }
                }
            }
        }
    }

    fn symbols_shape(&self) -> Shape {
        let body = self.body();
        shape(body, self.zoomed)
    }

    /// One step out; whether there was one.
    fn climb(&mut self) -> bool {
        if self.around_unfiltered() || self.ways_dropped() {
            return true;
        }
        if self.symbols.focus != Pane::List {
            self.focus(Pane::List);
            return true;
        }
        if self.zoomed {
            return false;
        }
        if !self.symbols.line.text().is_empty() {
            self.symbols.line.set("");
            self.symbols_typed();
        }
        true
    }

    /// Takes the mouse in; whether it pressed a row that can be opened.
    pub(in crate::app) fn symbols_mouse(&mut self, mouse: Mouse) -> bool {
        let areas = self.symbols_areas();
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else { return false };
        let pane = Pane::ALL[ix];
        match mouse.did {
            Click::Press => {
                self.symbols_typed_all();
                self.symbols.focus = pane;
                let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(HEADS[ix]));
                let is_row = row.is_some_and(|row| self.symbols_pressed(pane, row));
                self.look();
                return is_row;
            }
            Click::ScrollUp => self.wheel(pane, -3, self.rows(pane)),
            Click::ScrollDown => self.wheel(pane, 3, self.rows(pane)),
        }
        false
    }

    /// Selects a row of a pane, counted from the top of what is in sight; whether it is one that can be opened.
    fn symbols_pressed(&mut self, pane: Pane, row: usize) -> bool {
        match pane {
            Pane::List => {
                let at = self.symbols.cursor.offset + row;
                self.symbols.cursor.at = at;
                self.settle();
                self.symbols.cursor.at == at
            }
            Pane::Relations => {
                let (at, len) = (self.symbols.relation.offset + row, self.symbols.relations.len());
                let cursor = Cursor { at, ..self.symbols.relation }.clamped(len, self.rows(pane));
                self.point_beside(cursor);
                self.symbols.relations.get(at).is_some_and(|row| row.other().is_some())
            }
            Pane::Source => false,
        }
    }

    fn wheel(&mut self, pane: Pane, by: isize, height: usize) {
        match pane {
            Pane::List => {
                let len = self.symbols.listing.as_ref().map_or(0, |listing| listing.rows.len());
                let before = self.symbols.cursor.at;
                self.symbols.cursor = self.symbols.cursor.scrolled(by, len, height);
                if self.symbols.cursor.at != before {
                    self.settle();
                }
            }
            Pane::Relations => {
                let len = self.symbols.relations.len();
                let cursor = self.symbols.relation.scrolled(by, len, height);
                self.point_beside(cursor);
                self.look();
            }
            Pane::Source => {
                let action = if by < 0 { Action::Up } else { Action::Down };
                for _ in 0..by.unsigned_abs() {
                    self.scroll_source(action, height);
                }
            }
        }
    }

    pub(in crate::app) fn symbols_hints(&self) -> Vec<Action> {
        match self.symbols.focus {
            Pane::List => {
                let back = (self.places.count().0 > 0).then_some(Action::Back);
                let first = [Action::Filter, Action::Descend].into_iter().chain(back);
                first.chain([Action::Relations, Action::Sort, Action::CopySymbol, Action::Edit]).collect()
            }
            Pane::Source => vec![Action::NextPane, Action::Climb, Action::CopySymbol, Action::Edit],
            Pane::Relations => {
                let many = self.symbols.sites().is_some_and(|(_, lines)| lines.len() > 1);
                let next = many.then_some(Action::NextSite);
                let first = [Action::Descend, Action::AroundFilter].into_iter().chain(next);
                // Ways stand in an order of their own.
                let ways = self.symbols.ways.is_some();
                let own = [Action::AroundOrder, Action::Edit, Action::AroundDoubtful];
                let own = own.into_iter().filter(|&action| action == Action::Edit || !ways);
                first.chain([Action::Back, Action::Climb]).chain(own).collect()
            }
        }
    }
}
