//! Where the panes of the Query view lie, and how many rows they have.

use super::{HEAD, QueryView, TITLE};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::layout::{PaneArea, PaneLayout, three};
use crate::app::list::Cursor;
use crate::app::pane::slot::Slot;
use crate::app::view::View;
use crate::app::view_state::ViewState;

/// The results' part of a wide screen, in percent.
const RESULTS: u16 = 48;

impl QueryView {
    /// The areas of the results, the source, and what stands beside the answer.
    #[must_use]
    pub fn areas(&self, cx: &Ctx) -> [PaneArea; 3] {
        self.arranged(cx, cx.zoomed).areas
    }

    pub(super) fn arranged(&self, cx: &Ctx, zoomed: bool) -> PaneLayout {
        three(Self::below_head(cx), zoomed, self.focus as usize, RESULTS, cx.parts(View::Query))
    }

    pub(super) fn below_head(cx: &Ctx) -> PaneArea {
        cx.screen().map(|screen| screen.body.below(HEAD)).unwrap_or_default()
    }

    /// Lines of a pane that scroll; the notices below the rows do not.
    pub(super) fn rows(&self, cx: &Ctx, pane: Slot) -> usize {
        let notices = if pane == Slot::List { self.notice_lines(cx).len() } else { 0 };
        self.rows_beside(cx, pane, notices)
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
        self.why_top.min(self.reasons(cx).len().saturating_sub(self.rows(cx, Slot::Side)))
    }

    pub(super) fn hinted(&self) -> Vec<Action> {
        if self.typing {
            return vec![Action::Accept, Action::Leave, Action::LineDown, Action::LineEarlier];
        }
        match self.focus {
            Slot::List => {
                let unwish = (!self.overrides.is_empty()).then_some(Action::Unwish);
                let first = [
                    Action::Ask,
                    Action::CopyContext,
                    Action::BudgetUp,
                    Action::BudgetDown,
                    Action::Pin,
                    Action::Ban,
                ];
                let rest = [Action::Raise, Action::Lower, Action::WhyRank];
                [Action::Descend].into_iter().chain(first).chain(unwish).chain(rest).collect()
            }
            Slot::Source => vec![
                Action::Descend,
                Action::Climb,
                Action::Back,
                Action::SourceFind,
                Action::Hover,
                Action::CopyContext,
                Action::Edit,
            ],
            Slot::Side => vec![Action::Climb, Action::Ask, Action::CopyContext, Action::WhyRank],
        }
    }
}
