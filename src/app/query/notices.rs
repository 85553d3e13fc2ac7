//! Notices about an answer, below its rows.

use super::super::wrap::wrapped;
use super::requests::Notice;
use super::{QueryView, TITLE};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::keymap::Keymap;
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;
use crate::model::clean;

/// Below rows the notices take at most one in this many rows of the pane.
const MAX_OF_PANE: usize = 3;

/// Columns before and behind it.
const MARGIN: usize = 2;

impl QueryView {
    fn notices(&self, keymap: &Keymap) -> Vec<Notice> {
        let [drops, orders] = [Action::Unwish, Action::NewOrder].map(|action| keymap.shown(action));
        let mut notices = Vec::new();
        if let Some(problem) = &self.problem {
            notices.push(Notice { text: format!("! {}", clean(problem)), is_bad: true });
        }
        let Some(answered) = &self.answered else { return notices };
        if self.offers_order {
            let text = format!("past commits have been read; {orders} orders the answer by them, too");
            notices.push(Notice { text, is_bad: false });
        }
        if self.awaits_commits() && answered.answer.ranked().is_some() {
            let text = "past commits are still being read; they may change the order".to_owned();
            notices.push(Notice { text, is_bad: false });
        }
        let elsewhere = match self.wishes_elsewhere() {
            0 => None,
            1 => Some(format!("1 pin or ban matches no row of this answer; {drops} drops all")),
            n => Some(format!("{n} pins or bans match no row of this answer; {drops} drops all")),
        };
        notices.extend(elsewhere.map(|text| Notice { text, is_bad: false }));
        // A question that failed has no other notices.
        if self.problem.is_some() && answered.answer.rows.is_empty() {
            return notices;
        }
        let remarks = answered.answer.remarks().into_iter();
        notices.extend(
            remarks.map(|remark| Notice { text: clean(&remark.text).into_owned(), is_bad: remark.is_bad }),
        );
        notices
    }
}

impl QueryView {
    /// The notices broken into lines of the list's pane: below the rows, or in all of it without rows.
    pub fn notice_lines(&self, cx: &Ctx) -> Vec<Notice> {
        let area = self.area(cx, Slot::List);
        let width = usize::from(area.width).saturating_sub(MARGIN).max(1);
        let in_lines = |notice: Notice| {
            let lines = wrapped(&notice.text, width).into_iter();
            lines.map(move |text| Notice { text, is_bad: notice.is_bad })
        };
        let mut lines: Vec<Notice> = self.notices(&cx.keymap).into_iter().flat_map(in_lines).collect();
        let height = usize::from(area.height.saturating_sub(TITLE));
        let most = if self.len() == 0 { height } else { (height / MAX_OF_PANE).max(1) };
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                last.text.push('…');
            }
        }
        lines
    }
}
