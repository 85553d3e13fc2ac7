//! Views of the state: `draw(app) -> cells`, one file per view and overlay.
//!
//! Must never be done here: changing the state, reading input, knowing how the terminal is talked to.

mod area;
mod footer;
mod header;
mod impact;
mod list_parts;
mod overlay;
mod package_colour;
mod palette;
mod pane;
mod query;
mod scroll_bar;
pub mod sign_width;
mod source;
mod symbols;
mod text;
pub mod theme;
mod tours;
mod which_key;

use ratatui::Frame;

use crate::app::layout::MIN_SIZE;
use crate::app::overlay::OverlayKind;
use crate::app::{App, View};
use area::rect;
use theme::Theme;

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme) {
    let whole = frame.area();
    frame.buffer_mut().set_style(whole, theme.plain);
    let Some(screen) = app.ctx.screen() else { return too_small(frame, app) };
    header::draw(frame, app, theme, rect(screen.header));
    if app.ctx.view == View::Query {
        query::draw_head(frame, app, theme, rect(screen.body));
    }
    pane::draw(frame, app, theme);
    which_key::draw(frame.buffer_mut(), app, theme);
    if let Some(overlay) = &app.overlay {
        // Keys do not act on what is behind the box. The box of themes leaves it in its colours, because they show the
        // theme.
        if overlay.kind != OverlayKind::Themes {
            frame.buffer_mut().set_style(rect(screen.body), theme.behind);
        }
        overlay::draw(frame, app, overlay, theme);
    }
    footer::draw(frame, app, theme, rect(screen.footer));
    sign_width::write_anew(frame.buffer_mut());
}

fn too_small(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    let lines = [
        format!("The terminal is {} x {}:", app.ctx.size.width, app.ctx.size.height),
        format!("{} x {} is needed.", MIN_SIZE.width, MIN_SIZE.height),
        "q quits.".to_owned(),
    ];
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        let buffer = frame.buffer_mut();
        buffer.set_stringn(area.x, y, line, usize::from(area.width), ratatui::style::Style::new());
    }
}

#[cfg(test)]
mod tests;
