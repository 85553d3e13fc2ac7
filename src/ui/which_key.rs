//! The hints after the first key of a chord: what each next key does.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::area::rect;
use super::text::{cut, line};
use super::theme::Theme;
use crate::app::App;
use crate::app::key::Chord;

pub(super) fn draw(buffer: &mut Buffer, app: &App, theme: &Theme) {
    let Some(screen) = app.ctx.screen() else { return };
    let next = app.ctx.keymap.continuations(&app.contexts(), &app.pressed);
    if app.pressed.is_empty() || next.is_empty() {
        return;
    }
    let rows: Vec<(String, &str)> =
        next.iter().map(|(keys, action)| (Chord(keys.clone()).to_string(), action.entry().title)).collect();
    let keys = rows.iter().map(|(keys, _)| keys.width()).max().unwrap_or(0);
    let words = rows.iter().map(|(_, title)| title.width()).max().unwrap_or(0);
    let body = rect(screen.body);
    let width = (keys + words + 6).min(usize::from(body.width)) as u16;
    let height = (rows.len() as u16 + 2).min(body.height);
    let whole = Rect { x: body.right() - width, y: body.bottom() - height, width, height };
    Clear.render(whole, buffer);
    buffer.set_style(whole, theme.plain);
    let title = format!(" {} … ", Chord(app.pressed.clone()));
    let block = Block::bordered().border_type(BorderType::Rounded).border_style(theme.focus).title(title);
    let inner = block.inner(whole);
    block.render(whole, buffer);
    let room = usize::from(inner.width).saturating_sub(keys + 3);
    for (y, (chord, title)) in (0..inner.height).zip(&rows) {
        let row = Line::from(vec![
            Span::styled(format!(" {chord:<keys$}  "), theme.key),
            Span::styled(cut(title, room), theme.plain),
        ]);
        line(buffer, inner, y, &row);
    }
}
