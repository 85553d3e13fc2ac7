//! Where the panes of the Query view lie, and how many rows they have.

use super::{QueryPanel, QueryView, TITLE};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::list::Cursor;
use crate::app::pane::slot::Slot;
use crate::app::pane::workspace::SlotRows;
use crate::app::view_state::ViewState;

impl QueryView {
    pub(super) fn slot_rows(&self, cx: &Ctx, slot: Slot) -> SlotRows {
        let at = |top: usize| Cursor { at: top, offset: top };
        match (slot, self.panel) {
            (Slot::List, _) => {
                let notices = self.notice_lines(cx).len();
                let cursor = self.list_cursor(cx, notices);
                SlotRows { head: TITLE, foot: notices as u16, cursor, len: self.len() }
            }
            (Slot::Source, _) => SlotRows::default(),
            (Slot::Side, QueryPanel::Pack) => SlotRows {
                head: TITLE,
                cursor: at(self.top),
                len: self.preview_lines(),
                ..SlotRows::default()
            },
            (Slot::Side, QueryPanel::About) => {
                let len = self.reasons(cx).len();
                SlotRows { head: TITLE, cursor: at(self.why_top(cx)), len, ..SlotRows::default() }
            }
        }
    }

    pub(super) fn rows_beside(&self, cx: &Ctx, pane: Slot, notices: usize) -> usize {
        let lines = usize::from(self.area(cx, pane).height.saturating_sub(TITLE));
        lines.saturating_sub(notices).max(1)
    }

    /// The list's cursor and scroll above so many lines of notices.
    #[must_use]
    pub fn list_cursor(&self, cx: &Ctx, notices: usize) -> Cursor {
        self.cursor.clamped(self.len(), self.rows_beside(cx, Slot::List, notices))
    }

    /// The first visible row of the reasons.
    #[must_use]
    pub fn why_top(&self, cx: &Ctx) -> usize {
        self.why_top.min(self.reasons(cx).len().saturating_sub(self.height(cx, Slot::Side)))
    }

    pub(super) fn hinted(&self) -> Vec<Action> {
        if self.typing {
            return vec![Action::Accept, Action::Leave, Action::LineDown, Action::LineEarlier];
        }
        match self.slots.focus {
            Slot::List => {
                let unwish = (!self.overrides.is_empty()).then_some(Action::Unwish);
                let first = [Action::Descend, Action::Type, Action::CopyContext, Action::More, Action::TakeOut];
                let rest = [Action::Wider, Action::Narrower, Action::About, Action::TreeWord];
                first.into_iter().chain(unwish).chain(rest).collect()
            }
            Slot::Source => vec![
                Action::Descend,
                Action::Climb,
                Action::Back,
                Action::Type,
                Action::Hover,
                Action::CopyContext,
                Action::Edit,
            ],
            Slot::Side => vec![Action::Climb, Action::Type, Action::CopyContext, Action::About],
        }
    }
}
