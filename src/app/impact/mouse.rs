//! Presses on the heads and the fold signs of the Impact view.

use super::ImpactView;
use super::requests::ImpactOrder;
use super::rows::{Figure, Figures};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;

impl ImpactView {
    /// Puts the rows in the order of the column whose head was pressed: of the likelihood that a change comes along, which
    /// past commits are added to if it is pressed again.
    pub(super) fn order_by_head(&mut self, cx: &mut Ctx, column: usize) {
        let width = self.areas(cx)[Slot::List as usize].width;
        let order = match Figures::fitting(width, &self.past).at(column) {
            Some(Figure::Score) => ImpactOrder::Score,
            Some(Figure::Likely) if self.past.order == ImpactOrder::Likely => ImpactOrder::WithPast,
            Some(Figure::Near | Figure::Likely) => ImpactOrder::Likely,
            _ => return,
        };
        if order != self.past.order {
            let before = self.choices();
            self.put_in_order(cx, order);
            self.choices_changed(cx, before, Action::Order);
        }
    }

    /// Folds the row under the cursor if its fold sign was pressed; returns whether another part of it was, so that it can
    /// be opened.
    pub(super) fn press_fold(&mut self, cx: &mut Ctx, column: usize) -> bool {
        let Some(&pressed) = self.rows.get(self.slots.cursor.at) else { return false };
        let width = self.areas(cx)[Slot::List as usize].width;
        let fold = 2 + Figures::fitting(width, &self.past).width() + pressed.indent();
        let folded = pressed.is_folded().filter(|_| column == fold);
        folded.map(|is_folded| self.fold_row(cx, is_folded)).is_none()
    }
}
