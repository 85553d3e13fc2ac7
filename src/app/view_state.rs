//! The interface of a view.

use super::action::Action;
use super::clock::Millis;
use super::ctx::Ctx;
use super::job::JobKind;
use super::layout::{self, PaneArea, PaneBorder, PaneLayout};
use super::list::Cursor;
use super::msg::{Click, Mouse};
use super::nav_history::ViewPlace;
use super::offer::Offer;
use super::pane::prompt::{Prompt, Typing};
use super::pane::slot::{SOURCE_HEAD, Slot, SlotRows};
use super::pane::source::SourcePane;
use super::pane::workspace::Workspace;
use super::source::Shown;
use super::tours::requests::TourRows;
use super::view::View;
use crate::app::scroll_bar::ScrollBar;
use crate::index::Snapshot;
use crate::model::SymbolId;
use std::sync::Arc;

/// The state of a view. It changes only itself and reads the context, which it asks for everything else: jobs,
/// effects, notices.
pub trait ViewState {
    /// Carries out an action of this view; returns whether it is one.
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool;

    /// Its name.
    fn view(&self) -> View;

    /// The slots of the view.
    fn slots(&self) -> &Workspace;

    /// The slots of the view, to be changed.
    fn slots_mut(&mut self) -> &mut Workspace;

    /// The rows of the list.
    fn list_rows(&self, cx: &Ctx) -> SlotRows;

    /// Shows what the cursor of the list is on, after a person moved it.
    fn turned(&mut self, cx: &mut Ctx) {
        self.pane_mut().leave();
        self.look(cx);
    }

    /// Puts the cursor of the list, and shows what it is on.
    fn set_cursor(&mut self, cx: &mut Ctx, cursor: Cursor) {
        let before = std::mem::replace(&mut self.slots_mut().cursor, cursor);
        if before.at != cursor.at {
            self.turned(cx);
        }
    }

    /// Moves the cursor of the list, or folds or unfolds its row; returns whether the action does that.
    fn move_list(&mut self, cx: &mut Ctx, action: Action) -> bool {
        if self.focus() != Slot::List {
            return false;
        }
        if let Action::Left | Action::Right = action {
            return self.fold(cx, action == Action::Right);
        }
        let moved = self.slots().cursor.moved(action, self.list_rows(cx).len, self.height(cx));
        moved.map(|moved| self.set_cursor(cx, moved)).is_some()
    }

    /// The depth of a row, and whether it is open if rows can lie below it; `None` where rows do not fold.
    fn folding(&self, _at: usize) -> Option<(u16, Option<bool>)> {
        None
    }

    /// Opens or closes a row.
    fn set_open(&mut self, _cx: &mut Ctx, _at: usize, _open: bool) {}

    /// Unfolds the row under the cursor or goes to the first one below it, or folds it or goes to the one that holds it;
    /// returns whether rows fold here.
    fn fold(&mut self, cx: &mut Ctx, open: bool) -> bool {
        let cursor = self.slots().cursor;
        let Some((depth, now)) = self.folding(cursor.at) else { return false };
        let holds = |above: &usize| self.folding(*above).is_some_and(|(of, _)| of < depth);
        match now {
            Some(is_open) if is_open != open => self.set_open(cx, cursor.at, open),
            Some(_) if open => self.jump(cx, cursor.at + 1),
            _ if open => {}
            _ => {
                if let Some(holder) = (0..cursor.at).rev().find(holds) {
                    self.jump(cx, holder);
                }
            }
        }
        true
    }

    /// Puts the cursor of the list on a row, which is scrolled to.
    fn jump(&mut self, cx: &mut Ctx, at: usize) {
        let cursor = self.slots().cursor.jumped(at, self.list_rows(cx).len, self.height(cx));
        self.set_cursor(cx, cursor);
    }

    /// Takes the filter away if the keys are in the list; returns whether there was one.
    fn clear_filter(&mut self, cx: &mut Ctx) -> bool {
        let is_there = self.focus() == Slot::List && !cx.zoomed && !self.slots().prompt.text().is_empty();
        if is_there {
            self.slots_mut().prompt.line.set("");
            self.typed(cx);
        }
        is_there
    }

    /// The place that the row under the cursor leads to.
    fn wanted(&self, _cx: &Ctx) -> Option<Shown> {
        None
    }

    /// The slot with the keys.
    fn focus(&self) -> Slot {
        self.slots().focus
    }

    /// Gives a slot the keys. With the keys in the list the source shows its row again.
    fn focus_on(&mut self, cx: &mut Ctx, slot: Slot) {
        let before = std::mem::replace(&mut self.slots_mut().focus, slot);
        let pane = &mut self.slots_mut().pane;
        match slot {
            Slot::List => pane.spot = None,
            // The source goes on showing what a row of the side led to.
            Slot::Source if cx.side.has_keys(before) && pane.spot.is_none() => {
                let shown = pane.shown.as_ref().filter(|_| cx.side.shown().is_some());
                pane.spot = shown.map(|shown| Shown::named(&shown.path, shown.line, shown.name.as_deref()));
            }
            Slot::Side if before != slot => pane.spot = None,
            _ => {}
        }
        cx.side.turn_to(slot);
        self.reshaped(cx);
        self.look(cx);
    }

    /// The place that the row of the panel leads to, while the panel has the keys.
    fn beside(&self, cx: &Ctx) -> Option<Shown> {
        let is_beside = cx.side.has_keys(self.focus()) && !cx.side.panel(self.view()).is_text();
        cx.side.shown().filter(|_| is_beside)
    }

    /// Turns the source to the row under the cursor, or to where reading led to.
    fn look(&mut self, cx: &mut Ctx) {
        let (area, view) = (self.text_area(cx), self.view());
        let wanted = self.beside(cx).or_else(|| self.wanted(cx));
        self.slots_mut().pane.show(cx, view, area, wanted);
    }

    /// Rows of the view above its slots.
    fn above(&self) -> u16 {
        0
    }

    /// The area that the slots share.
    fn body(&self, cx: &Ctx) -> PaneArea {
        cx.body().below(self.above())
    }

    /// The slots beside a map, and that of the map; `None` where none is drawn.
    fn map(&self, cx: &Ctx) -> Option<[PaneArea; 3]> {
        let is_drawn = cx.side.draws_map(self.focus()) && !cx.zoomed;
        if is_drawn { layout::map(self.body(cx)) } else { None }
    }

    /// Where the slots are, with the whole body for the one that has the keys or not.
    fn split(&self, cx: &Ctx, zoomed: bool) -> PaneLayout {
        if let Some(areas) = self.map(cx).filter(|_| !zoomed) {
            return PaneLayout { areas, borders: Vec::new() };
        }
        layout::slots(self.body(cx), zoomed, self.focus() as usize, &cx.chosen_parts)
    }

    /// The areas of the slots; empty where they are out of sight.
    fn areas(&self, cx: &Ctx) -> [PaneArea; 3] {
        self.split(cx, cx.zoomed).areas
    }

    /// The lines between the slots that can be moved.
    fn borders(&self, cx: &Ctx) -> Vec<PaneBorder> {
        self.split(cx, cx.zoomed).borders
    }

    /// The area that the scroll offset of a slot is computed for: its own; of a hidden one the area that it will have.
    fn area(&self, cx: &Ctx, slot: Slot) -> PaneArea {
        let area = self.areas(cx)[slot as usize];
        let own =
            || layout::slots(self.body(cx), false, slot as usize, &cx.chosen_parts).areas[slot as usize];
        if area.height > 0 { area } else { own() }
    }

    /// Rows of the list in sight; one at least, so that moving always moves.
    fn height(&self, cx: &Ctx) -> usize {
        self.list_rows(cx).height(self.area(cx, Slot::List))
    }

    /// The source of the view.
    fn pane(&self) -> &SourcePane {
        &self.slots().pane
    }

    /// The source of the view, to be changed.
    fn pane_mut(&mut self) -> &mut SourcePane {
        &mut self.slots_mut().pane
    }

    /// The mouse pressed the head of the list's columns.
    fn press_head(&mut self, _cx: &mut Ctx, _column: usize) {}

    /// The mouse pressed a row of the list, which has the cursor now; returns whether it can be opened.
    fn press_row(&mut self, _cx: &mut Ctx, _column: usize) -> bool {
        true
    }

    /// The mouse pressed the rows above the slots.
    fn press_above(&mut self, _cx: &mut Ctx) {}

    /// The rows of the source's text; one at least, so that moving always moves.
    fn text_area(&self, cx: &Ctx) -> PaneArea {
        let area = self.area(cx, Slot::Source).below(SOURCE_HEAD);
        PaneArea { height: area.height.max(1), ..area }
    }

    /// The line of the view that is open, else the one of its list.
    fn prompt(&self) -> &Prompt {
        &self.slots().prompt
    }

    /// That line, to be changed.
    fn prompt_mut(&mut self) -> &mut Prompt {
        &mut self.slots_mut().prompt
    }

    /// Carries out an action of the open line that other lines do not have; returns whether it is one.
    fn recall(&mut self, _cx: &mut Ctx, _action: Action) -> bool {
        false
    }

    /// The line was closed.
    fn closed(&mut self, cx: &mut Ctx, how: Typing);

    /// Ends typing into a line of the view, keeping what was typed.
    fn stop_typing(&mut self, cx: &mut Ctx) {
        if std::mem::take(&mut self.prompt_mut().open) {
            self.closed(cx, Typing::Away);
        }
    }

    /// Carries out an action on the open line; returns whether nothing more is to be done.
    fn type_act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        if self.recall(cx, action) {
            return true;
        }
        match self.prompt_mut().act(action) {
            Typing::Other => return self.move_list(cx, action),
            Typing::Edited(false) => {}
            Typing::Edited(true) => self.typed(cx),
            how => self.closed(cx, how),
        }
        !matches!(action, Action::NextPane | Action::PreviousPane)
    }

    /// Handles the mouse in the list and above it; returns whether it pressed a row that can be opened.
    fn mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        let areas = self.areas(cx);
        let area = areas[Slot::List as usize];
        if !area.contains(mouse.x, mouse.y) {
            if mouse.did == Click::Press && !areas.iter().any(|area| area.contains(mouse.x, mouse.y)) {
                self.press_above(cx);
            }
            return false;
        }
        let rows = self.list_rows(cx);
        match mouse.did {
            Click::Press => {
                self.stop_typing(cx);
                if self.focus() != Slot::List {
                    self.focus_on(cx, Slot::List);
                }
                let (row, column) = (mouse.y - area.y, usize::from(mouse.x - area.x));
                if row + 1 == rows.head {
                    self.press_head(cx, column);
                }
                let row = usize::from(row).checked_sub(usize::from(rows.head));
                let row = row.filter(|&row| row < rows.height(area));
                let Some(at) = row.map(|row| rows.cursor.offset + row).filter(|&at| at < rows.len) else {
                    return false;
                };
                let rows = self.list_rows(cx);
                let cursor = Cursor { at, ..rows.cursor }.clamped(rows.len, self.height(cx));
                self.set_cursor(cx, cursor);
                self.press_row(cx, column)
            }
            Click::Scroll(by) => {
                let cursor = rows.cursor.scrolled(by, rows.len, rows.height(area));
                self.set_cursor(cx, cursor);
                false
            }
            Click::Drag | Click::ScrollAside(_) => false,
        }
    }

    /// The scroll bar of the list.
    fn bar(&self, cx: &Ctx) -> Option<ScrollBar> {
        self.list_rows(cx).bar(self.areas(cx)[Slot::List as usize])
    }

    /// Called after the line was changed.
    fn typed(&mut self, cx: &mut Ctx);

    /// The graph that the rows are of.
    fn rows_of(&self) -> Option<&Arc<Snapshot>>;

    /// The symbol of a row, in the graph that the rows are of.
    fn symbol_at(&self, at: usize) -> Option<SymbolId>;

    /// The symbol of the row under the cursor, likewise.
    fn selected(&self) -> Option<SymbolId> {
        self.symbol_at(self.slots().cursor.at)
    }

    /// The symbol that actions are about, in the newest graph. One of a replaced graph would be another symbol there.
    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        let (rows_of, newest) = (self.rows_of()?, cx.index.snapshot.as_ref()?);
        if Arc::ptr_eq(rows_of, newest) { self.selected() } else { None }
    }

    /// The symbol of the row under the cursor of the list, in the newest graph; `None` where that is no symbol.
    fn row_symbol(&self, cx: &Ctx) -> Option<SymbolId> {
        self.current(cx).filter(|_| self.focus() == Slot::List)
    }

    /// The symbols of the list's rows, in its order, of the newest graph.
    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        let len = if self.current(cx).is_some() { self.list_rows(cx).len } else { 0 };
        (0..len).filter_map(|at| self.symbol_at(at)).collect()
    }

    /// The rows that a tour can be made of; `None` where there are none.
    fn tour_rows(&self, _cx: &Ctx) -> Option<TourRows> {
        None
    }

    /// The current place in the view, for the history of places.
    fn here(&self, cx: &Ctx) -> ViewPlace;

    /// Comes back to a place of this view.
    fn come_back(&mut self, _cx: &mut Ctx, _place: ViewPlace) {}

    /// The view was turned to; `from` is the current symbol of the previous view.
    fn entered(&mut self, _cx: &mut Ctx, _from: Option<SymbolId>) {}

    /// A new graph came: the view keeps what it can of its state.
    fn graph_came(&mut self, cx: &mut Ctx);

    /// The tree was checked and the graph is unchanged: asks again for data that is not part of the graph.
    fn tree_checked(&mut self, _cx: &mut Ctx) {}

    /// Pane sizes changed: the selection stays visible.
    fn reshaped(&mut self, cx: &Ctx) {
        let (len, height) = (self.list_rows(cx).len, self.height(cx));
        let slots = self.slots_mut();
        slots.cursor = slots.cursor.clamped(len, height);
    }

    /// Scrolls the source back to its marked line, or to its cursor if that was moved and has the keys.
    fn aim_source(&mut self, cx: &Ctx) {
        let (area, has_keys) = (self.text_area(cx), self.focus() == Slot::Source);
        let pane = self.pane_mut();
        let is_read = pane.shown.as_ref().is_some_and(|shown| shown.caret.is_some());
        if is_read && has_keys {
            pane.keep_caret_in_sight(cx, area);
        } else {
            pane.aim_anew(cx, area);
        }
        self.aim_again(cx);
    }

    /// Scrolls a text of the view's own back to its selection.
    fn aim_again(&mut self, _cx: &Ctx) {}

    /// Returns whether the visible rows are not those of the typed text because the answer is awaited.
    fn is_early(&self, _cx: &Ctx) -> bool {
        false
    }

    /// The job whose answer the view's rows wait for.
    fn missed(&self, _cx: &Ctx) -> Option<JobKind> {
        None
    }

    /// The name of what that answer brings.
    fn awaits(&self) -> &'static str {
        "the new list"
    }

    /// Returns whether keys move a cursor in the view's rows.
    fn is_in_list(&self) -> bool {
        self.focus() == Slot::List
    }

    /// When the view wants to be woken.
    fn due(&self) -> Option<Millis> {
        None
    }

    /// Actions for the footer, the most useful first.
    fn hints(&self, cx: &Ctx) -> Vec<Offer>;
}
