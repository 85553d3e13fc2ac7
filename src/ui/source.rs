//! A source text with marked lines, and its title, as several views show it.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::area::cursor;
use super::scroll_bar::{self, scroll_bar};
use super::text::{cut_left, line, mark_more, title};
use super::theme::Theme;
use crate::app::App;
use crate::app::folds::Folds;
use crate::app::source::{Caret, Differs, Shown, SourceLine, SourceText};
use crate::app::source_changes::SourceChanges;
use crate::app::text_rows::{TextRow, TextRows};
use crate::model::grouped;

/// The note on a text that differs from the indexed one.
pub(super) const BEHIND: &str = "newer than the index";

/// The title of a source, with a note if the text differs from the indexed one.
pub(super) fn source_title(
    buffer: &mut Buffer,
    area: Rect,
    theme: &Theme,
    focused: bool,
    place: &str,
    behind: bool,
) {
    let note = if behind { BEHIND } else { "" };
    let room = usize::from(area.width).saturating_sub(4 + note.len());
    title(buffer, area, theme, focused, &cut_left(place, room), note);
}

/// The line that the title of a source names: that of the cursor, or the marked one in a pane without the focus.
pub(super) fn line_of(shown: &Shown, caret: Option<Caret>) -> u32 {
    caret.map_or(shown.line, |caret| caret.row as u32 + 1)
}

/// Puts the terminal's cursor where that of a text is, unless a line is typed somewhere.
pub(super) fn put_cursor(frame: &mut Frame<'_>, app: &App, cell: Option<(u16, u16)>) {
    if let (Some((x, y)), None, false) = (cell, &app.overlay, app.typing()) {
        cursor(frame, x, y, 0, 1);
    }
}

/// Draws the visible part of a text with marked lines, and the cursor of a pane with the focus, whose cell is returned. If
/// the text differs from the indexed one, their numbers are not known and nothing is marked.
pub(super) fn source_lines(
    buffer: &mut Buffer,
    app: &App,
    area: Rect,
    source: &SourceText,
    shown: &Shown,
    (behind, caret): (bool, Option<Caret>),
    theme: &Theme,
) -> Option<(u16, u16)> {
    let top = shown.top?;
    let changes = if behind { SourceChanges::default() } else { app.ctx.changes_of(source) };
    let folds = &Folds::default();
    let height = usize::from(area.height);
    let rows = TextRows { text: source, changes: &changes, folds, wraps: None, height }.from(top);
    let last = rows.iter().rev().find_map(TextRow::begins).unwrap_or(top);
    let whole = area;
    let area = scroll_bar(buffer, whole, (top..last + 1, source.lines.len()), theme);
    if !behind && last + 1 - top < source.lines.len() {
        // The bar is on the rule, or in the last column.
        let x = if area.width < whole.width { area.right() } else { whole.right() };
        let bar = Rect { x, width: 1, ..whole };
        mark_bar(buffer, bar, source.lines.len(), (&changes.lines, &shown.sites), theme);
    }
    let mut cell = None;
    for (y, shown_row) in (area.y..).zip(&rows) {
        let row = Rect { y, height: 1, ..area };
        let TextRow::Line { row: ix, .. } = *shown_row else {
            draw_removed(buffer, row, (source, shown.left), shown_row, theme);
            continue;
        };
        let number = ix as u32 + 1;
        let mark = match () {
            () if behind => " ",
            () if number == shown.line => "▸",
            () if shown.sites.contains(&number) => "›",
            () => " ",
        };
        let gutter = gutter(source, number, mark, differs(&changes, &rows, (y - area.y).into()), theme);
        draw_line(buffer, row, (source, ix), shown.left, gutter, theme);
        let is_selected =
            caret.and_then(|caret| shown.selected(caret.row)).is_some_and(|rows| rows.contains(&ix));
        match caret.filter(|caret| caret.row == ix) {
            _ if is_selected => buffer.set_style(row, theme.selected),
            Some(caret) => cell = draw_caret(buffer, row, source, shown.left, caret, theme),
            None if mark != " " => buffer.set_style(row, theme.marked),
            None => {}
        }
    }
    cell
}

/// A line with what stands before it, and signs where it goes on.
fn draw_line(
    buffer: &mut Buffer,
    row: Rect,
    (source, ix): (&SourceText, usize),
    left: usize,
    gutter: [Span<'static>; 3],
    theme: &Theme,
) {
    let spans = gutter.into_iter().chain(scrolled(&source.lines[ix], left, theme));
    let text = Line::from(spans.collect::<Vec<_>>());
    line(buffer, row, 0, &text);
    let gutter = source.gutter() as u16;
    if text.width() > usize::from(row.width) && row.width > gutter {
        mark_more(buffer, row, row.y, theme.key);
    }
    if left > 0 && row.width > gutter && !source.lines[ix].is_empty() {
        buffer.set_string(row.x + gutter - 1, row.y, "…", theme.key);
    }
}

/// What stands before a line: a mark, its number, and how it differs.
fn gutter(
    source: &SourceText,
    number: u32,
    mark: &'static str,
    differs: Option<Differs>,
    theme: &Theme,
) -> [Span<'static>; 3] {
    let digits = source.gutter() - 2;
    let (sign, of_sign) = differs.map_or((" ", theme.faint), |differs| sign(differs, theme));
    [
        Span::styled(mark, theme.focus),
        Span::styled(format!("{number:>digits$}"), theme.faint),
        Span::styled(sign, of_sign),
    ]
}

/// How the line that the row `y` of a pane begins differs. Where the lines that were above it are shown, their signs say so.
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
    let mut mark = |line: u32, glyph: &str, style: Style| {
        let row = line.saturating_sub(1) as usize;
        buffer.set_string(bar.x, bar.y + scroll_bar::cell(row, lines, bar.height), glyph, style);
    };
    for &(line, differs) in differing {
        let (sign, style) = sign(differs, theme);
        mark(line, sign, style);
    }
    for &line in sites {
        mark(line, "›", theme.focus);
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

/// A line of source without its first `left` characters.
fn scrolled(line: &SourceLine, left: usize, theme: &Theme) -> Vec<Span<'static>> {
    let mut skip = left;
    line.iter()
        .filter_map(|(tint, text)| {
            let n = text.chars().count();
            let rest: String = text.chars().skip(skip).collect();
            skip = skip.saturating_sub(n);
            (!rest.is_empty()).then(|| Span::styled(rest, theme.tint(*tint)))
        })
        .collect()
}
