//! Help, palette and messages: a box over the view.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::area::{cursor, rect};
use super::text::{cut, line};
use super::theme::Theme;
use crate::app::App;
use crate::app::msg::Tone;
use crate::app::overlay::{self, Kind, Overlay, Row};

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, overlay: &Overlay, theme: &Theme) {
    let Some((area, list)) = overlay::areas(app.ctx.size) else { return };
    let (area, list) = (rect(area), rect(list));
    Clear.render(area, frame.buffer_mut());
    frame.buffer_mut().set_style(area, theme.plain);
    let titles = match overlay.kind {
        Kind::Help => [" Keys and signs · type to find one · esc closes ", " Keys and signs · esc closes "],
        Kind::Palette => [" What do you want to do? · esc closes ", " Palette · esc closes "],
        Kind::Messages => [" Messages, newest first · esc closes ", " Messages · esc closes "],
    };
    let room = usize::from(area.width).saturating_sub(2);
    let title = titles.into_iter().find(|title| title.width() <= room).unwrap_or_default();
    let block = Block::bordered().border_type(BorderType::Rounded).border_style(theme.focus).title(title);
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());

    let typed = overlay.line().map(crate::app::line::Line::text).unwrap_or_default();
    let prompt =
        Line::from(vec![Span::styled("> ", theme.key), Span::raw(cut(typed, usize::from(inner.width) - 3))]);
    line(frame.buffer_mut(), inner, 0, &prompt);
    let shown = overlay.cursor.visible(overlay.rows.len(), usize::from(list.height));
    for (y, ix) in shown.enumerate() {
        let row = row(overlay, ix, theme, overlay::keys_width(app.ctx.size), usize::from(list.width));
        line(frame.buffer_mut(), list, y as u16, &row);
        if ix == overlay.cursor.at {
            let area = Rect { y: list.y + y as u16, height: 1, ..list };
            frame.buffer_mut().set_style(area, theme.selected);
        }
    }
    if overlay.rows.is_empty() {
        let text = match (overlay.kind, typed.is_empty()) {
            (Kind::Messages, true) => "  no messages yet",
            (Kind::Messages, false) => "  no message contains that",
            _ => "  no action has that name",
        };
        line(frame.buffer_mut(), list, 0, &Line::styled(text, theme.faint));
    }
    if let Some(line) = overlay.line() {
        cursor(frame, inner.x + 2, inner.y, line.column(), usize::from(inner.width) - 2);
    }
}

fn row(overlay: &Overlay, ix: usize, theme: &Theme, keys_width: usize, width: usize) -> Line<'static> {
    let mark = Span::styled(if ix == overlay.cursor.at { "▸ " } else { "  " }, theme.focus);
    let beside = |keys: &str, words: &str| {
        let keys = Span::styled(format!("{:<keys_width$}", cut(keys, keys_width - 1)), theme.key);
        let words = Span::raw(cut(words, width.saturating_sub(keys_width + 2)));
        Line::from(vec![mark.clone(), keys, words])
    };
    match &overlay.rows[ix] {
        Row::Heading(title) => Line::styled((*title).to_owned(), theme.focus),
        Row::Action(_, keys, words) => beside(keys, words),
        Row::Sign(sign, words) => beside(sign, words),
        Row::More(words) if overlay.kind == Kind::Messages => Line::raw(format!("    {words}")),
        Row::More(words) => beside("", words),
        Row::Said(tone, words) => {
            let (glyph, style) = match tone {
                Tone::Good => ("✓ ", theme.good),
                Tone::Bad => ("! ", theme.bad),
            };
            Line::from(vec![mark, Span::styled(glyph, style), Span::raw(words.clone())])
        }
    }
}
