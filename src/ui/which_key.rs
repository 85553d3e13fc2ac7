//! The hints after the first key of a chord: what each next key does.

use ratatui::buffer::Buffer;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::area::rect;
use super::text::{cut, line};
use super::theme::Theme;
use crate::app::App;
use crate::app::key::Chord;

pub(super) fn draw(buffer: &mut Buffer, app: &App, theme: &Theme) {
    let Some(shown) = app.which_key() else { return };
    let (whole, keys) = (rect(shown.area), shown.keys_width());
    Clear.render(whole, buffer);
    buffer.set_style(whole, theme.plain);
    let title = format!(" {} … ", Chord(app.pressed.clone()));
    let block = Block::bordered().border_type(BorderType::Rounded).border_style(theme.focus).title(title);
    let inner = block.inner(whole);
    block.render(whole, buffer);
    let room = usize::from(inner.width).saturating_sub(keys + 3);
    for (y, (chord, action)) in (0..inner.height).zip(&shown.rows) {
        let row = Line::from(vec![
            Span::styled(format!(" {chord:<keys$}  "), theme.key),
            Span::styled(cut(action.entry().title, room), theme.plain),
        ]);
        line(buffer, inner, y, &row);
    }
}
