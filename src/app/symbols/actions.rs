//! Actions, keys and mouse of the Symbols view.

use super::SymbolsView;
use super::panes::Next;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::listing::{SymbolColumns, SymbolSort};
use crate::app::msg::Tone;
use crate::app::offer::{Offer, begins, offer};
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;

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
        match action {
            Action::Type => {
                self.focus_on(cx, Slot::List);
                self.typing = true;
                self.before_typing = Some(self.choices());
                self.line.select();
            }
            Action::Order => {
                self.sort_by(cx, self.sort.next());
            }
            Action::OrderRank => self.sort_by(cx, SymbolSort::Rank),
            Action::OrderLoad => self.sort_by(cx, SymbolSort::Load),
            Action::OrderStarts => self.sort_by(cx, SymbolSort::Starts),
            Action::OrderIn => self.sort_by(cx, SymbolSort::FanIn),
            Action::OrderOut => self.sort_by(cx, SymbolSort::FanOut),
            Action::OrderName => self.sort_by(cx, SymbolSort::Name),
            Action::OrderUse => self.sort_by(cx, SymbolSort::Use),
            Action::HideTests => {
                self.hide_tests = !self.hide_tests;
                self.list_again(cx);
            }
            Action::HideGenerated => {
                self.hide_generated = !self.hide_generated;
                self.list_again(cx);
            }
            Action::Climb => return self.climb(cx),
            action => return self.move_cursor(cx, action),
        }
        true
    }

    fn typing_act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Accept | Action::Leave => {
                let before = self.before_typing.take();
                self.end_typing(cx);
                if let Some(before) = before {
                    self.choices_changed(cx, before, Action::Type);
                }
            }
            Action::NextPane | Action::PreviousPane => {
                self.end_typing(cx);
                return false;
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
    pub(super) fn end_typing(&mut self, cx: &Ctx) {
        self.typing = false;
        self.reshaped(cx);
    }

    /// Scrolls back to the marked line if it was `seen` before.
    pub(super) fn keep_line(&mut self, cx: &Ctx, seen: bool) {
        if seen && !self.slots.pane.sees_line(cx, self.text_area(cx)) {
            self.aim_source(cx);
        }
    }

    fn move_cursor(&mut self, cx: &mut Ctx, action: Action) -> bool {
        let pane = self.slots.focus;
        let height = self.height(cx);
        match pane {
            Slot::List => {
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
                    self.leave();
                    self.settle(cx);
                }
            }
            Slot::Source | Slot::Side => return false,
        }
        true
    }

    /// Scrolls the source sideways; returns whether there is one.
    fn scroll_aside(&mut self, cx: &Ctx, by: isize) -> bool {
        let area = self.text_area(cx);
        self.slots.pane.scroll_aside(area, by)
    }

    /// Goes one step out; returns whether there was one.
    fn climb(&mut self, cx: &mut Ctx) -> bool {
        if self.slots.focus != Slot::List || cx.zoomed {
            return false;
        }
        if !self.line.text().is_empty() {
            self.line.set("");
            self.typed(cx);
        } else if std::mem::take(&mut cx.greets) {
            self.reshaped(cx);
        }
        true
    }

    fn sort_by(&mut self, cx: &mut Ctx, sort: SymbolSort) {
        self.leave();
        self.sort = sort;
        // After sorting, the first row is selected.
        self.next = Next::First;
        cx.notify(Tone::Good, format!("sorted by {}", sort.name()));
        self.list_again(cx);
    }

    /// Sorts by the column whose head was pressed.
    pub(super) fn sort_by_head(&mut self, cx: &mut Ctx, column: usize) {
        let Some(listing) = &self.listing else { return };
        let width = self.areas(cx)[Slot::List as usize].width;
        let sort = SymbolColumns::fitting(width, listing).sort_at(column, self.sort);
        if let Some(sort) = sort.filter(|&sort| sort != self.sort) {
            let before = self.choices();
            self.sort_by(cx, sort);
            self.choices_changed(cx, before, Action::Order);
        }
    }

    pub(in crate::app) fn hinted(cx: &Ctx) -> Vec<Offer> {
        let back = (cx.places.count().0 > 0).then(|| Action::Back.into());
        let own = [
            Action::Descend.into(),
            offer(&[Action::Type], "filter"),
            begins(&cx.keymap, Action::Order, "order"),
            Action::Pick.into(),
        ];
        own.into_iter().chain(back).collect()
    }
}
