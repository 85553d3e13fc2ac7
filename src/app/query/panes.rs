//! Where the panes of the Query view lie, and how many rows they have.

use super::{HEAD, QueryPane, QueryView, TITLE};
use crate::app::ctx::Ctx;
use crate::app::layout::{PaneArea, PaneLayout, area_of, three};
use crate::app::list::Cursor;
use crate::app::view::View;

/// The results' part of a wide screen, in percent.
const RESULTS: u16 = 48;

impl QueryView {
    /// The areas of results, preview and reasons.
    #[must_use]
    pub fn areas(&self, cx: &Ctx) -> [PaneArea; 3] {
        self.split(cx, cx.zoomed).areas
    }

    pub(super) fn split(&self, cx: &Ctx, zoomed: bool) -> PaneLayout {
        three(Self::body(cx), zoomed, self.focus as usize, RESULTS, cx.parts(View::Query))
    }

    fn body(cx: &Ctx) -> PaneArea {
        cx.screen().map(|screen| screen.body.below(HEAD)).unwrap_or_default()
    }

    /// The area that a pane's scroll offset is computed for.
    pub(super) fn area(&self, cx: &Ctx, pane: QueryPane) -> PaneArea {
        area_of(pane as usize, cx.zoomed, Self::body(cx), |zoomed| self.split(cx, zoomed).areas)
    }

    /// Lines of a pane that scroll; the notices below the rows do not.
    pub(super) fn rows(&self, cx: &Ctx, pane: QueryPane) -> usize {
        let notices = if pane == QueryPane::Results { self.notice_lines(cx).len() } else { 0 };
        self.rows_beside(cx, pane, notices)
    }

    pub(super) fn rows_beside(&self, cx: &Ctx, pane: QueryPane, notices: usize) -> usize {
        let lines = usize::from(self.area(cx, pane).height.saturating_sub(TITLE));
        lines.saturating_sub(notices).max(1)
    }

    /// The list's cursor and scroll above so many lines of notices.
    #[must_use]
    pub fn list_cursor(&self, cx: &Ctx, notices: usize) -> Cursor {
        self.cursor.clamped(self.len(), self.rows_beside(cx, QueryPane::Results, notices))
    }

    /// The first visible row of the reasons.
    #[must_use]
    pub fn why_top(&self, cx: &Ctx) -> usize {
        self.why_top.min(self.reasons(cx).len().saturating_sub(self.rows(cx, QueryPane::Why)))
    }
}
