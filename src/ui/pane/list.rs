//! A list as it is drawn: its rows in sight, its scroll column, and the looks of picked and selected rows.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::pane::slot_rows::SlotRows;
use crate::ui::list_parts::draw_pick;
use crate::ui::scroll_bar::scroll_bar;
use crate::ui::theme::Theme;

/// A list in the area of its slot.
#[derive(Clone, Copy)]
pub(in crate::ui) struct List<'t> {
    pub rows: SlotRows,
    pub area: Rect,
    /// True if it has the keys, and if its rows are those of before while an answer is awaited.
    pub focused: bool,
    pub late: bool,
    /// The column of the sign of picked rows.
    pub pick: u16,
    pub theme: &'t Theme,
}

impl List<'_> {
    /// The area of the rows, the scroll column included.
    fn content(&self) -> Rect {
        let SlotRows { head, foot, .. } = self.rows;
        Rect { y: self.area.y + head, height: self.area.height.saturating_sub(head + foot), ..self.area }
    }

    /// The rows in sight.
    pub(in crate::ui) fn shown(&self) -> Range<usize> {
        self.rows.cursor.visible(self.rows.len, usize::from(self.content().height))
    }

    /// Draws the rows, each by its place in the list, into an area of one line; `row` returns whether it is picked.
    pub(in crate::ui) fn draw(
        &self,
        buffer: &mut Buffer,
        mut row: impl FnMut(&mut Buffer, Rect, usize, bool) -> bool,
    ) {
        let (shown, theme) = (self.shown(), self.theme);
        let area = scroll_bar(buffer, self.content(), (shown.clone(), self.rows.len), theme);
        for (y, at) in (area.y..).zip(shown) {
            let place = Rect { y, height: 1, ..area };
            let selected = at == self.rows.cursor.at;
            if row(buffer, place, at, selected) {
                draw_pick(buffer, place, self.pick, theme);
            }
            match (selected, self.focused) {
                (true, true) => buffer.set_style(place, theme.selected),
                (true, false) => buffer.set_style(place, theme.marked),
                (false, _) if self.late => buffer.set_style(place, theme.faint),
                _ => {}
            }
        }
    }
}
