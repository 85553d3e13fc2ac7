//! Parts of a source text: its cursor, lines that a change removed, and marks on its scroll bar.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::area::cursor;
use super::scroll_bar;
use super::text::{line, mark_more};
use super::theme::Theme;
use crate::app::App;
use crate::app::source::{Caret, Differs, SourceLine, SourceText};
use crate::app::source_changes::SourceChanges;
use crate::app::text_rows::TextRow;
use crate::model::grouped;

/// The note on a text that differs from the indexed one.
pub(super) const BEHIND: &str = "newer than the index";

/// Puts the terminal's cursor where that of a text is, unless a line is typed somewhere.
pub(super) fn put_cursor(frame: &mut Frame<'_>, app: &App, cell: Option<(u16, u16)>) {
    if let (Some((x, y)), None, false) = (cell, &app.overlay, app.typing()) {
        cursor(frame, x, y, 0, 1);
    }
}

/// Returns the difference of the line that the row `y` of a pane begins. If removed lines are shown above it, their
/// signs mark them.
pub(super) fn differs(changes: &SourceChanges, rows: &[TextRow<'_>], y: usize) -> Option<Differs> {
    let row = rows.get(y)?.begins()?;
    let below_removed = y.checked_sub(1).is_some_and(|above| !matches!(rows[above], TextRow::Line { .. }));
    changes.at(row as u32 + 1).filter(|&differs| differs != Differs::Above || !below_removed)
}

/// Draws a line that a change removed, or how many more of them there are, without a number.
pub(super) fn draw_removed(
    buffer: &mut Buffer,
    row: Rect,
    (source, left): (&SourceText, usize),
    removed: &TextRow<'_>,
    theme: &Theme,
) {
    let mut spans = vec![Span::raw(" ".repeat(source.gutter() - 1)), Span::styled("-", theme.bad)];
    match removed {
        TextRow::Removed(removed) => {
            let text: String = removed.iter().flat_map(|(_, text)| text.chars()).skip(left).collect();
            spans.push(Span::styled(text, theme.removed));
        }
        TextRow::MoreRemoved(n) => {
            spans.push(Span::styled(format!("… {} more removed", grouped(*n as u64)), theme.bad));
        }
        TextRow::Line { .. } => return,
    }
    let text = Line::from(spans);
    line(buffer, row, 0, &text);
    if text.width() > usize::from(row.width) && usize::from(row.width) > source.gutter() {
        mark_more(buffer, row, row.y, theme.key);
    }
}

/// Marks on a scroll bar where the lines that differ and the places that the text is shown for are.
pub(super) fn mark_bar(
    buffer: &mut Buffer,
    bar: Rect,
    lines: usize,
    (differing, sites): (&[(u32, Differs)], &[u32]),
    theme: &Theme,
) {
    if bar.right() > buffer.area.right() {
        return;
    }
    let differing = differing.iter().map(|&(line, differs)| (line, sign(differs, theme).1));
    for (line, style) in differing.chain(sites.iter().map(|&line| (line, theme.focus))) {
        let row = line.saturating_sub(1) as usize;
        buffer.set_string(bar.x, bar.y + scroll_bar::cell(row, lines, bar.height), scroll_bar::MARK, style);
    }
}

/// The sign of a line that differs.
pub(super) fn sign(differs: Differs, theme: &Theme) -> (&'static str, Style) {
    match differs {
        Differs::Added => ("+", theme.good),
        Differs::Removed => ("-", theme.bad),
        Differs::Above => ("^", theme.bad),
    }
}

/// Marks the cursor's row, the name under the cursor and its cell, which is returned if it is visible.
pub(super) fn draw_caret(
    buffer: &mut Buffer,
    row: Rect,
    source: &SourceText,
    left: usize,
    caret: Caret,
    theme: &Theme,
) -> Option<(u16, u16)> {
    buffer.set_style(row, theme.marked);
    let gutter = source.gutter() as u16;
    let room = usize::from(row.width.saturating_sub(gutter)).max(1);
    if !(left..left + room).contains(&caret.column) {
        return None;
    }
    let x_of = |column: usize| x_of(&source.lines[caret.row], left, column) + row.x + gutter;
    let word = source.word_at(caret).map_or(caret.column..caret.column + 1, |word| word.columns);
    let (start, end) = (x_of(word.start.max(left)), x_of(word.end).min(row.right()));
    let under = Rect { x: start, width: end.saturating_sub(start), ..row };
    buffer.set_style(under, Style::new().add_modifier(Modifier::UNDERLINED));
    let x = x_of(caret.column).min(row.right().saturating_sub(1));
    buffer.set_style(Rect { x, width: 1, ..row }, theme.caret);
    Some((x, row.y))
}

/// Columns of the screen from one character of a line to another.
pub(super) fn x_of(line: &SourceLine, from: usize, to: usize) -> u16 {
    let letters = line.iter().flat_map(|(_, text)| text.chars());
    let text: String = letters.skip(from).take(to.saturating_sub(from)).collect();
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}
