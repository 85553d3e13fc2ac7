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

impl SymbolsView {
    /// Carries out an action of this view; returns whether it is one.
    pub(in crate::app) fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
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
                self.before_typing = Some(self.choices());
                self.slots.prompt.open();
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
            _ => return false,
        }
        true
    }

    /// Scrolls back to the marked line if it was `seen` before.
    pub(super) fn keep_line(&mut self, cx: &Ctx, seen: bool) {
        if seen && !self.slots.pane.sees_line(cx, self.text_area(cx)) {
            self.aim_source(cx);
        }
    }

    /// Goes one step out; returns whether there was one.
    fn climb(&mut self, cx: &mut Ctx) -> bool {
        if self.slots.focus != Slot::List || cx.zoomed {
            return false;
        }
        if !self.slots.prompt.line.text().is_empty() {
            self.slots.prompt.line.set("");
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
