//! Views of the state: `draw(app) -> cells`, one file per view and overlay.
//!
//! Must never be done here: changing the state, reading input, knowing how the terminal is talked to.

mod apart;
mod footer;
mod header;
mod impact;
mod interactions;
mod overlay;
mod query;
mod symbols;
mod text;
pub mod theme;
mod tours;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::app::layout::{Area, LEAST};
use crate::app::{App, View};
use theme::Theme;

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme) {
    let whole = frame.area();
    frame.buffer_mut().set_style(whole, theme.plain);
    let Some(screen) = app.ctx.screen() else { return too_small(frame, app) };
    header::draw(frame, app, theme, rect(screen.header));
    match app.ctx.view {
        View::Symbols => symbols::draw(frame, app, theme),
        View::Query => query::draw(frame, app, theme),
        View::Impact => impact::draw(frame, app, theme),
        View::Interactions => interactions::draw(frame, app, theme),
        View::Tours => tours::draw(frame, app, theme),
    }
    footer::draw(frame, app, theme, rect(screen.footer));
    if let Some(overlay) = &app.overlay {
        overlay::draw(frame, app, overlay, theme);
    }
}

fn rect(area: Area) -> Rect {
    Rect { x: area.x, y: area.y, width: area.width, height: area.height }
}

fn too_small(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    let lines = [
        format!("The terminal is {} x {}:", app.ctx.size.width, app.ctx.size.height),
        format!("{} x {} is needed.", LEAST.width, LEAST.height),
        "q quits.".to_owned(),
    ];
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        let buffer = frame.buffer_mut();
        buffer.set_stringn(area.x, y, line, usize::from(area.width), ratatui::style::Style::new());
    }
}

/// Puts the terminal's cursor at a column of a typed line.
fn cursor(frame: &mut Frame<'_>, x: u16, y: u16, column: usize, room: usize) {
    frame.set_cursor_position(Position { x: x + column.min(room.saturating_sub(1)) as u16, y });
}

#[cfg(test)]
mod tests;
