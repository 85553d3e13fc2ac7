//! A source text with marked lines, and its title, as several views show it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::text::{cut_left, line, mark_more, title};
use super::theme::Theme;
use crate::app::source::{Differs, Shown, SourceText};

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

/// The line that the title of a source names: the marked one, or the first visible one if the focused pane was
/// scrolled away.
pub(super) fn line_of(shown: &Shown, focused: bool, heads: u16, area: Rect) -> u32 {
    let height = usize::from(area.height.saturating_sub(heads));
    if focused { shown.line_in_view(height) } else { shown.line }
}

/// Draws the visible part of a text with marked lines. If the text differs from the indexed one, their numbers are
/// not known and nothing is marked.
pub(super) fn source_lines(
    buffer: &mut Buffer,
    area: Rect,
    source: &SourceText,
    shown: &Shown,
    behind: bool,
    theme: &Theme,
) {
    let Some(top) = shown.top else { return };
    let gutter = source.gutter() as u16;
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
        let (sign, of_sign) = match differs.ok().map(|at| shown.differing[at].1).filter(|_| !behind) {
            Some(Differs::Added) => ("+", theme.good),
            Some(Differs::Removed) => ("-", theme.bad),
            Some(Differs::Above) => ("^", theme.bad),
            None => (" ", theme.faint),
        };
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
        if mark != " " {
            let row = Rect { y: area.y + y as u16, height: 1, ..area };
            buffer.set_style(row, theme.marked);
        }
    }
}

/// A line of source without its first `left` characters.
fn scrolled(line: &crate::app::source::SourceLine, left: usize, theme: &Theme) -> Vec<Span<'static>> {
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
