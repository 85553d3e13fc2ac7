//! Where the panes of the Query view lie, and how many rows they have.

use super::{QueryView, TITLE};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::list::Cursor;
use crate::app::offer::{Offer, offer};
use crate::app::pane::slot::Slot;
use crate::app::pane::slot_rows::SlotRows;
use crate::app::view_state::ViewState;

impl QueryView {
    pub(super) fn slot_rows(&self, cx: &Ctx, slot: Slot) -> SlotRows {
        if slot != Slot::List {
            return SlotRows::default();
        }
        let notices = self.notice_lines(cx).len();
        let cursor = self.list_cursor(cx, notices);
        SlotRows { head: TITLE, foot: notices as u16, cursor, len: self.len() }
    }

    pub(super) fn rows_beside(&self, cx: &Ctx, pane: Slot, notices: usize) -> usize {
        let lines = usize::from(self.area(cx, pane).height.saturating_sub(TITLE));
        lines.saturating_sub(notices).max(1)
    }

    /// The list's cursor and scroll above so many lines of notices.
    pub fn list_cursor(&self, cx: &Ctx, notices: usize) -> Cursor {
        self.cursor.clamped(self.len(), self.rows_beside(cx, Slot::List, notices))
    }

    pub(super) fn hinted(&self) -> Vec<Offer> {
        let unwish = (!self.overrides.is_empty()).then(|| Action::Unwish.into());
        let own = [
            Action::Descend.into(),
            offer(&[Action::Type], "ask"),
            Action::CopyContext.into(),
            offer(&[Action::More, Action::Less], "the row"),
            offer(&[Action::TakeOut], "out"),
            offer(&[Action::Narrower, Action::Wider], "tokens"),
        ];
        own.into_iter().chain(unwish).collect()
    }
}
