//! Where the panes of the Query view lie, and how many rows they have.

use super::{QueryView, TITLE};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::list::Cursor;
use crate::app::offer::{Offer, offer};
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;

impl QueryView {
    /// The list's cursor and scroll above so many lines of notices.
    pub fn list_cursor(&self, cx: &Ctx, notices: usize) -> Cursor {
        let lines = usize::from(self.area(cx, Slot::List).height.saturating_sub(TITLE));
        self.slots.cursor.clamped(self.len(), lines.saturating_sub(notices).max(1))
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
