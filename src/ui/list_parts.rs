//! Parts of lists that several views draw: marks of symbols, a filter as a title, a problem with a filter.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::area::cursor;
use super::text::{cut, cut_left, has_keys, line, right, typed_style};
use super::theme::Theme;
use crate::app::App;
pub(super) use crate::app::symbol_marks::marks;

/// Draws a problem with a filter over the last rows of a pane, or over the first if the selection is among the last.
/// `first` and `selected` are rows of the pane.
pub(super) fn draw_problem(
    buffer: &mut Buffer,
    area: Rect,
    rows: &[String],
    (first, selected): (u16, u16),
    theme: &Theme,
) {
    let last = area.height.saturating_sub(rows.len() as u16);
    let top = if selected < last { last } else { first };
    for (row, text) in (top..).zip(rows) {
        let whole = Rect { y: area.y + row, height: u16::from(row < area.height), ..area };
        Clear.render(whole, buffer);
        buffer.set_style(whole, theme.plain);
        line(buffer, area, row, &Line::styled(format!("  {text}"), theme.bad));
    }
}

/// Draws a filter where the title would be, with the cursor in it while it is typed.
pub(super) fn filter_title(
    frame: &mut Frame<'_>,
    app: &App,
    theme: &Theme,
    area: Rect,
    (filter, typing, focused): (&crate::app::typed_line::TypedLine, bool, bool),
    note: &str,
) {
    let typed = filter.text();
    let room = usize::from(area.width).saturating_sub(note.chars().count() + 5);
    let shown = if filter.column() > room { cut_left(typed, room) } else { cut(typed, room) };
    let style = typed_style(filter, typing, theme);
    let label = if focused { Span::styled("▸/ ", theme.focus) } else { Span::styled(" / ", theme.key) };
    let row = Line::from(vec![label, Span::styled(shown, style)]);
    let taken = row.width();
    let buffer = frame.buffer_mut();
    line(buffer, area, 0, &row);
    right(buffer, area, 0, taken, note, theme.faint);
    if focused {
        has_keys(buffer, area, taken.saturating_sub(3), theme);
    }
    if typing && app.overlay.is_none() {
        cursor(frame, area.x + 3, area.y, filter.column(), room);
    }
}

/// Draws the sign of a picked row into a free column of it.
pub(super) fn draw_pick(buffer: &mut Buffer, row: Rect, column: u16, theme: &Theme) {
    if column < row.width && row.height > 0 {
        buffer.set_string(row.x + column, row.y, "✓", theme.picked);
    }
}
