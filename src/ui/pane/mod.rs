//! The parts that all views are drawn with.

pub(super) mod list;
mod map;
pub(super) mod row;
mod side;
mod source;

use ratatui::Frame;
use ratatui::layout::Rect;

use super::area::rect;
use super::text::rules_between;
use super::theme::Theme;
use super::{impact, query, symbols, tours};
use crate::app::pane::slot::Slot;
use crate::app::{App, View};

/// Draws the slots of the view in sight.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme) {
    let [list, source, side] = app.areas().map(rect);
    rules_between(frame.buffer_mut(), [list, source, side], theme);
    if app.ctx.side.columns {
        side::draw(frame, app, theme, Slot::List);
    } else if list.height > 0 {
        draw_list(frame, app, theme, list);
    }
    match app.map_area() {
        Some(area) => map::draw(frame.buffer_mut(), app, theme, rect(area)),
        None if source.height > 0 => source::draw(frame, app, theme, source),
        None => {}
    }
    side::draw(frame, app, theme, Slot::Side);
}

fn draw_list(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    match app.ctx.view {
        View::Symbols => symbols::draw_list(frame, app, theme, area),
        View::Query => query::draw_list(frame.buffer_mut(), app, theme, area),
        View::Impact => impact::draw_list(frame, app, theme, area),
        View::Tours => tours::draw_list(frame, app, theme, area),
    }
}
