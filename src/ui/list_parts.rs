//! Parts of lists that several views draw: a filter as a title, a problem with a filter.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::area::cursor;
use super::text::{cut, cut_left, has_keys, paragraph, right, typed_style, wrapped};
use super::theme::Theme;
use crate::app::App;
use crate::app::pane::Prompt;
use crate::model::clean;

/// Draws a problem with a filter over the last rows of a pane, or over the first if the selection is among the last.
/// `first` and `selected` are rows of the pane.
pub(super) fn draw_problem(
    buffer: &mut Buffer,
    area: Rect,
    problem: &str,
    (first, selected): (u16, u16),
    theme: &Theme,
) {
    let n = wrapped(problem, usize::from(area.width).saturating_sub(3)).len() as u16;
    let last = area.height.saturating_sub(n);
    let top = if selected < last { last } else { first };
    let whole = Rect { y: area.y + top, height: n.min(area.height.saturating_sub(top)), ..area };
    Clear.render(whole, buffer);
    buffer.set_style(whole, theme.plain);
    paragraph(buffer, area, top, problem, theme.bad);
}

/// Draws a filter where the title would be.
pub(super) fn filter_title(
    frame: &mut Frame<'_>,
    app: &App,
    theme: &Theme,
    area: Rect,
    (filter, focused): (&Prompt, bool),
    note: &str,
) {
    let label = if focused { "▸/ " } else { " / " };
    let taken = draw_prompt(frame, app, theme, area, (label, filter), ("", note));
    if focused {
        has_keys(frame.buffer_mut(), area, taken.saturating_sub(3), theme);
    }
}

/// Draws a typed line in the first row of an area, after its label, with the cursor in it while it is open: `wants` stands
/// there until something is typed, `note` at the end. Returns the columns that it takes.
pub(super) fn draw_prompt(
    frame: &mut Frame<'_>,
    app: &App,
    theme: &Theme,
    area: Rect,
    (label, prompt): (&str, &Prompt),
    (wants, note): (&str, &str),
) -> usize {
    let (typed, line) = (prompt.text(), &prompt.line);
    let before = label.width();
    let room = usize::from(area.width).saturating_sub(before + note.width() + 2);
    // A text that is not being edited is cut at its end: its beginning says what it is.
    let shown = match typed {
        "" => Span::styled(cut(wants, room), theme.faint),
        _ if prompt.open && line.column() > room => {
            Span::styled(clean(&cut_left(typed, room)).into_owned(), typed_style(line, true, theme))
        }
        _ => Span::styled(clean(&cut(typed, room)).into_owned(), typed_style(line, prompt.open, theme)),
    };
    let row = Line::from(vec![Span::styled(label.to_owned(), theme.key), shown]);
    let taken = row.width();
    super::text::line(frame.buffer_mut(), area, 0, &row);
    right(frame.buffer_mut(), area, 0, taken, note, theme.faint);
    if prompt.open && app.overlay.is_none() {
        cursor(frame, area.x + before as u16, area.y, line.column(), room);
    }
    taken
}
