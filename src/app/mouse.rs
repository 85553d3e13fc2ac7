//! Mouse input: presses on panes, tabs, scroll bars and rows of an overlay; a second press opens a row.

use super::action::Action;
use super::explorer::App;
use super::header::{tab_at, tabs};
use super::msg::{Click, Mouse};

/// Milliseconds within which a second press of a row belongs to the first.
const DOUBLE: u64 = 500;

impl App {
    pub(super) fn mouse(&mut self, mouse: Mouse) {
        let Some(screen) = self.ctx.screen() else { return };
        if let Some(overlay) = &mut self.overlay {
            match mouse.did {
                Click::Scroll(..0) => overlay.moved(Action::LineUp, self.ctx.size),
                Click::Scroll(_) => overlay.moved(Action::LineDown, self.ctx.size),
                Click::Drag => {}
                Click::Press => {
                    let Some((whole, list, _)) = super::overlay::areas(self.ctx.size, overlay.kind) else {
                        return;
                    };
                    let inside = list.contains(mouse.x, mouse.y);
                    if inside && overlay.point(usize::from(mouse.y - list.y)) {
                        self.preview_theme();
                        self.overlay_act(Action::Accept);
                    } else if !whole.contains(mouse.x, mouse.y) {
                        self.overlay_act(Action::Leave);
                    }
                }
            }
            return;
        }
        if self.moved_bar(mouse) {
            return;
        }
        if screen.header.contains(mouse.x, mouse.y) {
            if mouse.did == Click::Press
                && let Some(view) =
                    tab_at(&tabs(&self.ctx.keymap, self.ctx.view, self.ctx.size.width), mouse.x)
            {
                self.show(view);
            }
            return;
        }
        let (state, cx) = self.in_sight_mut();
        let is_row = state.mouse(cx, mouse);
        if mouse.did == Click::Drag {
            return;
        }
        self.open_asked();
        self.pressed_row(mouse, is_row && !self.is_early());
    }

    /// Scrolls the pane whose scroll bar was pressed, or is held since.
    fn moved_bar(&mut self, mouse: Mouse) -> bool {
        let (state, cx) = self.in_sight_mut();
        let bars = state.bars(cx);
        let held = match mouse.did {
            Click::Press => bars.iter().position(|bar| bar.contains(mouse.x, mouse.y)),
            Click::Drag => self.held_bar,
            Click::Scroll(_) => return false,
        };
        self.held_bar = held;
        let Some(bar) = held.and_then(|held| bars.get(held)) else { return false };
        let scroll = Mouse { x: bar.rows.x, y: bar.rows.y, did: Click::Scroll(bar.way_to(mouse.y)) };
        let (state, cx) = self.in_sight_mut();
        state.mouse(cx, scroll);
        true
    }

    /// Opens a row on a double press, as Enter does.
    fn pressed_row(&mut self, mouse: Mouse, is_row: bool) {
        let (now, before) = (self.ctx.now, self.clicked.take());
        match before.filter(|_| is_row) {
            Some((at, row)) if row == mouse.y && now.0 <= at.0 + DOUBLE => self.act(Action::Descend),
            _ => self.clicked = is_row.then_some((now, mouse.y)),
        }
    }
}
