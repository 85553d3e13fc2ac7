//! From the layout of the state to cells of the terminal.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::app::layout::PaneArea;

/// An area of the layout in cells.
pub(super) fn rect(area: PaneArea) -> Rect {
    Rect { x: area.x, y: area.y, width: area.width, height: area.height }
}

/// Puts the terminal's cursor at a column of a typed line that begins at `x` and has `room` columns.
pub(super) fn cursor(frame: &mut Frame<'_>, x: u16, y: u16, column: usize, room: usize) {
    frame.set_cursor_position(Position { x: x + column.min(room.saturating_sub(1)) as u16, y });
}
