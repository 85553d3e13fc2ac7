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
use crate::app::source::{Caret, Differs, Shown, SourceLine, SourceText};

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

/// Draws the visible part of a text with marked lines, and the cursor of a pane with the focus, whose cell is returned. If the text differs from the indexed one, their numbers are
/// not known and nothing is marked.
pub(super) fn source_lines(
    buffer: &mut Buffer,
    area: Rect,
    source: &SourceText,
    shown: &Shown,
    (behind, caret): (bool, Option<Caret>),
    theme: &Theme,
) -> Option<(u16, u16)> {
    let top = shown.top?;
    let seen = top..source.lines.len().min(top + usize::from(area.height));
    let whole = area;
    let area = scroll_bar(buffer, whole, (seen, source.lines.len()), theme);
    if !behind && source.lines.len() > usize::from(area.height) {
        // The bar is on the rule, or in the last column.
        let x = if area.width < whole.width { area.right() } else { whole.right() };
        mark_bar(
            buffer,
            Rect { x, width: 1, ..whole },
            source.lines.len(),
            (&shown.differing, &shown.sites),
            theme,
        );
    }
    let gutter = source.gutter() as u16;
    let mut cell = None;
    let digits = source.gutter() - 2;
    for (y, ix) in (top..source.lines.len()).take(usize::from(area.height)).enumerate() {
        let number = ix as u32 + 1;
        let mark = match () {
            () if behind => " ",
            () if number == shown.line => "▸",
            () if shown.sites.contains(&number) => "›",
            () => " ",
        };
        let differs = shown.differing.binary_search_by_key(&number, |&(line, _)| line);
        let differs = differs.ok().map(|at| shown.differing[at].1).filter(|_| !behind);
        let (sign, of_sign) = differs.map_or((" ", theme.faint), |differs| sign(differs, theme));
        let mut spans =
            vec![Span::styled(mark, theme.focus), Span::styled(format!("{number:>digits$}"), theme.faint)];
        spans.push(Span::styled(sign, of_sign));
        spans.extend(scrolled(&source.lines[ix], shown.left, theme));
        let text = Line::from(spans);
        line(buffer, area, y as u16, &text);
        if text.width() > usize::from(area.width) && area.width > gutter {
            mark_more(buffer, area, area.y + y as u16, theme.key);
        }
        if shown.left > 0 && area.width > gutter && !source.lines[ix].is_empty() {
            buffer.set_string(area.x + gutter - 1, area.y + y as u16, "…", theme.key);
        }
        let row = Rect { y: area.y + y as u16, height: 1, ..area };
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
