//! The Interactions view.

use ratatui::Frame;

use super::rect;
use super::theme::Theme;
use crate::app::App;

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme) {
    let Some(screen) = app.screen() else { return };
    let area = rect(screen.body);
    let text = "Interactions is not built into this version.";
    frame.buffer_mut().set_stringn(area.x + 1, area.y + 1, text, usize::from(area.width - 1), theme.faint);
}
