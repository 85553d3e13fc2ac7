//! Help, palette and messages: a box over the view.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::area::{cursor, rect};
use super::scroll_bar::{THUMB, thumb};
use super::text::{awaited, cut, cut_left, line, right};
use super::theme::Theme;
use crate::app::App;
use crate::app::job::JobKind;
use crate::app::msg::Tone;
use crate::app::overlay::{self, KEYS_GAP, Overlay, OverlayKind, OverlayRow, RowOf};
use crate::app::pattern::TextPattern;
use crate::app::tree_text_hits::TextHit;
use crate::model::{clean, counted, grouped};

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, overlay: &Overlay, theme: &Theme) {
    let Some((area, list, below)) = overlay::areas(app.ctx.size, overlay.kind) else { return };
    let (area, list, below) = (rect(area), rect(list), rect(below));
    Clear.render(area, frame.buffer_mut());
    frame.buffer_mut().set_style(area, theme.plain);
    let room = usize::from(area.width).saturating_sub(2);
    let title = titles(overlay.kind).into_iter().find(|title| title.width() <= room).unwrap_or_default();
    let block = Block::bordered().border_type(BorderType::Rounded).border_style(theme.focus).title(title);
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());

    let typed = overlay.line.text();
    let prompt =
        Line::from(vec![Span::styled("> ", theme.key), Span::raw(cut(typed, usize::from(inner.width) - 3))]);
    let taken = prompt.width();
    line(frame.buffer_mut(), inner, 0, &prompt);
    if overlay.kind == OverlayKind::Text {
        right(frame.buffer_mut(), inner, 0, taken, &found(app, overlay.cursor.at), theme.faint);
        if let Some(RowOf::Hit(hit)) = overlay.rows.get(overlay.cursor.at).map(|row| &row.of) {
            around(frame.buffer_mut(), below, hit, typed, theme);
        }
    }
    let shown = overlay.cursor.visible(overlay.rows.len(), usize::from(list.height));
    let total = overlay.rows.len();
    // The bar is on the border of the box.
    if shown.len() < total {
        for y in thumb(shown.clone(), total, list.height) {
            frame.buffer_mut().set_string(list.right(), list.y + y, THUMB, theme.focus);
        }
    }
    for (y, ix) in shown.enumerate() {
        let row = row(overlay, ix, theme, overlay::keys_width(app.ctx.size), usize::from(list.width));
        line(frame.buffer_mut(), list, y as u16, &row);
        if ix == overlay.cursor.at {
            let area = Rect { y: list.y + y as u16, height: 1, ..list };
            frame.buffer_mut().set_style(area, theme.selected);
        }
    }
    if overlay.rows.is_empty() {
        let text = format!("  {}", why_empty(app, overlay.kind, typed));
        line(frame.buffer_mut(), list, 0, &Line::styled(text, theme.faint));
    }
    cursor(frame, inner.x + 2, inner.y, overlay.line.column(), usize::from(inner.width) - 2);
}

/// The title of a box, and the one for a narrow box.
fn titles(kind: OverlayKind) -> [&'static str; 2] {
    match kind {
        OverlayKind::Help => {
            [" Keys and signs · type to find one · esc closes ", " Keys and signs · esc closes "]
        }
        OverlayKind::Palette => [" What do you want to do? · esc closes ", " Palette · esc closes "],
        OverlayKind::Themes => [" Themes · enter keeps · esc brings back ", " Themes · esc brings back "],
        OverlayKind::Budgets => {
            [" Token budget · type a number, such as 20000 or 20k · enter sets it ", " Token budget "]
        }
        OverlayKind::Builds => {
            [" Builds of this tree · enter reads it for one · esc closes ", " Builds · esc closes "]
        }
        OverlayKind::TreeWords => [
            " Words beside the question · enter adds or drops; the last row adds all · esc closes ",
            " Words beside the question ",
        ],
        OverlayKind::Text => {
            [" Text of all files · /expr/ is a pattern · esc closes ", " Text of all files · esc closes "]
        }
        OverlayKind::Messages => [" Messages, newest first · esc closes ", " Messages · esc closes "],
    }
}

/// Says why a list has no rows.
fn why_empty(app: &App, kind: OverlayKind, typed: &str) -> String {
    let problem = app.found.as_ref().and_then(|found| found.problem.clone());
    let text = match (kind, typed.is_empty()) {
        (OverlayKind::Messages, true) => "no messages yet",
        (OverlayKind::Messages, false) => "no message contains that",
        (OverlayKind::Themes, _) => "no theme has that name",
        (OverlayKind::Budgets, _) => "a budget is a number from 100 to 1,000,000",
        (OverlayKind::TreeWords, _) => "type a word that the code may use for it",
        (OverlayKind::Builds, _) => "no such build: --goos and --goarch choose another system",
        (OverlayKind::Text, true) => "type what to search for: words as they stand, or /expr/",
        (OverlayKind::Text, false) => match problem {
            Some(problem) => return problem,
            None if app.ctx.is_late(JobKind::Text) || app.found.is_none() => "searching …",
            None => "no line holds that",
        },
        (OverlayKind::Help | OverlayKind::Palette, _) => "no action has that name",
    };
    text.to_owned()
}

/// Describes the place of the cursor among the found lines and their files.
fn found(app: &App, at: usize) -> String {
    let Some(found) = app.found.as_ref().filter(|found| !found.hits.is_empty()) else { return String::new() };
    let more = if found.is_cut { "the first " } else { "" };
    let [lines, files] = [counted(found.hits.len(), "line"), counted(found.files, "file")];
    awaited(
        &format!("{} of {more}{lines} in {files}", grouped(at as u64 + 1)),
        app.ctx.is_late(JobKind::Text),
    )
}

/// The lines around a hit, below a rule.
fn around(buffer: &mut Buffer, area: Rect, hit: &TextHit, typed: &str, theme: &Theme) {
    let width = usize::from(area.width);
    line(buffer, area, 0, &Line::styled("─".repeat(width), theme.rule));
    for ((y, number), text) in (1..).zip(hit.around_from..).zip(&hit.around) {
        let mut spans = vec![Span::styled(format!("{number:>6} "), theme.faint)];
        spans.extend(lit(&cut(text, width.saturating_sub(8)), typed, theme));
        line(buffer, area, y, &Line::from(spans));
        if number == hit.line && y < area.height {
            buffer.set_style(Rect { y: area.y + y, height: 1, ..area }, theme.marked);
        }
    }
}

/// A text with the parts that match what was typed lit.
fn lit(text: &str, typed: &str, theme: &Theme) -> Vec<Span<'static>> {
    let pattern = TextPattern::parse(typed).ok();
    let (mut spans, mut from) = (Vec::new(), 0);
    for range in pattern.iter().flat_map(|pattern| pattern.in_line(text)) {
        spans.push(Span::raw(text[from..range.start].to_owned()));
        spans.push(Span::styled(text[range.clone()].to_owned(), theme.lit));
        from = range.end;
    }
    spans.push(Span::raw(text[from..].to_owned()));
    spans
}

/// A line of the tree that holds what was typed, which is lit; path and number first.
fn hit(hit: &TextHit, typed: &str, width: usize, theme: &Theme) -> Vec<Span<'static>> {
    let place = clean(&format!("{}:{}", hit.path, hit.line)).into_owned();
    let place = cut_left(&place, (width / 3).max(16));
    let (path, number) = place.rsplit_once(':').unwrap_or((&place, ""));
    let mut spans =
        vec![Span::styled(format!("{path}:"), theme.faint), Span::styled(format!("{number}  "), theme.key)];
    spans.extend(lit(&cut(&hit.text, width.saturating_sub(place.width() + 4)), typed, theme));
    spans
}

fn row(overlay: &Overlay, ix: usize, theme: &Theme, keys_width: usize, width: usize) -> Line<'static> {
    let mark = Span::styled(if ix == overlay.cursor.at { "▸ " } else { "  " }, theme.focus);
    let OverlayRow { of, lead, words } = &overlay.rows[ix];
    let shown = cut(&clean(words), width.saturating_sub(2));
    match of {
        RowOf::Heading => Line::styled(words.clone(), theme.focus),
        RowOf::More if overlay.kind == OverlayKind::Messages => Line::raw(format!("    {words}")),
        RowOf::Action(_) | RowOf::Meaning | RowOf::More => {
            // Next to their words: most keys are a letter, and the column is as wide as the longest.
            let wide = keys_width.saturating_sub(KEYS_GAP);
            let keys = Span::styled(format!("{:>wide$}{:KEYS_GAP$}", cut(lead, wide), ""), theme.key);
            Line::from(vec![mark, keys, Span::raw(cut(words, width.saturating_sub(keys_width + 2)))])
        }
        RowOf::Theme | RowOf::Budget(_) | RowOf::Build(_) => Line::from(vec![mark, Span::raw(shown)]),
        RowOf::Word(is_there) => {
            let sign = if *is_there { "+ " } else { "  " };
            Line::from(vec![mark, Span::styled(sign, theme.key), Span::raw(shown)])
        }
        RowOf::Hit(found) => {
            std::iter::once(mark).chain(hit(found, overlay.line.text(), width, theme)).collect()
        }
        RowOf::Said(tone) => {
            let (glyph, style) = match tone {
                Tone::Good => ("✓ ", theme.good),
                Tone::Bad => ("! ", theme.bad),
            };
            Line::from(vec![mark, Span::styled(glyph, style), Span::raw(words.clone())])
        }
    }
}
