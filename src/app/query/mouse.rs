//! Mouse events of the Query view.

use super::{QueryPanel, QueryView, TITLE};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::list::Cursor;
use crate::app::msg::{Click, Mouse};
use crate::app::pane::slot::Slot;
use crate::app::scroll_bar::ScrollBar;
use crate::app::view_state::ViewState;

impl QueryView {
    /// Handles the mouse; returns whether it pressed a row that can be opened.
    pub(in crate::app) fn take_mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        let areas = self.areas(cx);
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else {
            if mouse.did == Click::Press {
                self.open_line();
            }
            return false;
        };
        let pane = Slot::ALL[ix];
        if mouse.did == Click::Press {
            self.stop_typing(cx);
            self.focus_on(cx, pane);
            let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(TITLE));
            let (Slot::List, Some(row)) = (pane, row) else { return false };
            let notices = self.notice_lines(cx).len();
            let height = self.rows_beside(cx, pane, notices);
            let at = self.list_cursor(cx, notices).offset + row;
            // Notices below the rows cannot be selected.
            let Some(at) = (row < height).then_some(at) else { return false };
            self.cursor = Cursor { at, ..self.cursor }.clamped(self.len(), height);
            self.lost = None;
            self.turn(cx);
            return at < self.len();
        }
        if let Click::Scroll(by) = mouse.did {
            self.scroll(cx, pane, by);
        }
        false
    }

    fn scroll(&mut self, cx: &mut Ctx, pane: Slot, by: isize) {
        let height = self.rows(cx, pane);
        if pane == Slot::List {
            let notices = self.notice_lines(cx).len();
            self.cursor = self.list_cursor(cx, notices).scrolled(by, self.len(), height);
            self.lost = None;
            return self.turn(cx);
        }
        let before = std::mem::replace(&mut self.focus, pane);
        let action = if by < 0 { Action::Up } else { Action::Down };
        for _ in 0..by.unsigned_abs() {
            self.move_cursor(cx, action);
        }
        self.focus = before;
    }

    /// The scroll bars of the panes.
    pub(in crate::app) fn scroll_bars(&self, cx: &Ctx) -> Vec<ScrollBar> {
        let [mut list, _, side] = self.areas(cx);
        let notices = self.notice_lines(cx).len();
        list.height = list.height.saturating_sub(notices as u16);
        let beside = match self.panel {
            QueryPanel::Pack => (self.top, self.preview_lines()),
            QueryPanel::About => (self.why_top(cx), self.reasons(cx).len()),
        };
        let panes =
            [((list, TITLE), (self.list_cursor(cx, notices).offset, self.len())), ((side, TITLE), beside)];
        panes.into_iter().filter_map(|(pane, rows)| ScrollBar::of(pane, rows)).collect()
    }
}
