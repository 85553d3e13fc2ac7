//! A list as it is drawn: its rows in sight, its scroll column, and the looks of picked and selected rows.

use crate::app::pane::slot::SlotRows;
use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::row::{Row, disambiguate};
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
    /// The sign of the row under the cursor; a text that has no room for one shows that row bold.
    pub sign: &'static str,
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

    /// Draws the rows, each made by its place in the list for so many columns.
    pub(in crate::ui) fn draw(&self, buffer: &mut Buffer, row: impl Fn(usize, usize) -> Row) {
        let (shown, theme) = (self.shown(), self.theme);
        let area = scroll_bar(buffer, self.content(), (shown.clone(), self.rows.len), theme);
        let width = area.width.saturating_sub(1);
        let rows: Vec<Row> = shown.clone().map(|at| row(at, usize::from(width))).collect();
        let aparts = disambiguate(&rows);
        for (((y, at), row), apart) in (area.y..).zip(shown).zip(rows).zip(aparts) {
            let place = Rect { y, height: 1, ..area };
            let (is_selected, is_picked) = (at == self.rows.cursor.at, row.is_picked);
            if is_selected {
                buffer.set_stringn(place.x, y, self.sign, usize::from(place.width), theme.focus);
            }
            row.draw(buffer, Rect { x: place.x + 1, width, ..place }, &apart, theme);
            if is_picked && self.pick < place.width {
                buffer.set_string(place.x + self.pick, y, "✓", theme.picked);
            }
            if is_selected && self.sign.is_empty() {
                buffer.set_style(place, Style::new().add_modifier(Modifier::BOLD));
            }
            match (is_selected, self.focused) {
                (true, true) => buffer.set_style(place, theme.selected),
                (true, false) => buffer.set_style(place, theme.marked),
                (false, _) if self.late => buffer.set_style(place, theme.faint),
                _ => {}
            }
        }
    }
}
