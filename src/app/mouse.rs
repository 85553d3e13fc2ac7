//! Mouse input: presses on panes, tabs, hints, scroll bars, lines between panes and rows of an overlay; a second press opens
//! a row.

use super::action::Action;
use super::ctx::Ctx;
use super::explorer::App;
use super::header::{Tab, tabs};
use super::mouse_hold::{Clicked, Held};
use super::msg::{Click, Mouse};
use super::overlay;
use super::scroll_bar::ScrollBar;

/// Milliseconds within which a second press of a row belongs to the first.
const DOUBLE: u64 = 500;

impl App {
    /// The tabs of the header.
    pub fn tabs(&self) -> Vec<Tab<Action>> {
        let Ctx { keymap, view, settings, size, .. } = &self.ctx;
        tabs(keymap, *view, settings.track_interactions, size.width)
    }

    pub(super) fn mouse(&mut self, mouse: Mouse) {
        let Some(screen) = self.ctx.screen() else { return };
        let is_press = mouse.did == Click::Press;
        if is_press && !self.pressed.is_empty() {
            return self.press_which_key(mouse.x, mouse.y);
        }
        if self.overlay.is_some() {
            return self.mouse_over_overlay(mouse);
        }
        if self.moved_held(mouse) || screen.footer.contains(mouse.x, mouse.y) {
            return;
        }
        if screen.header.contains(mouse.x, mouse.y) {
            if is_press && let Some(action) = Tab::at(self.tabs(), mouse.x) {
                self.act(action);
            }
            return;
        }
        if is_press && self.is_finding() {
            self.finding_act(Action::Leave);
        }
        if is_press {
            self.ctx.side.list_mut().filter.open = false;
        }
        let beside = self.side_mouse(mouse).or_else(|| self.source_mouse(mouse));
        let is_row = beside.unwrap_or_else(|| {
            let (state, cx) = self.in_sight_mut();
            state.mouse(cx, mouse)
        });
        let is_title = matches!(self.held, Some(Held::Border(_)));
        if mouse.did == Click::Drag || is_press && is_title {
            return;
        }
        let row = Clicked::Row(self.in_sight().focus(), mouse.y);
        if self.is_second_press((is_row && !self.is_early()).then_some(row)) {
            self.act(Action::Descend);
        }
    }

    fn mouse_over_overlay(&mut self, mouse: Mouse) {
        let Some(overlay) = &mut self.overlay else { return };
        let Some((whole, list, _)) = overlay::areas(self.ctx.size, overlay.kind) else { return };
        let bar = ScrollBar::after(list, (overlay.cursor.offset, overlay.rows.len()));
        if mouse.did == Click::Press {
            let is_bar = bar.as_ref().is_some_and(|bar| bar.contains(mouse.x, mouse.y));
            self.held = is_bar.then_some(Held::Bar(0));
            if !is_bar {
                let inside = list.contains(mouse.x, mouse.y);
                if inside && overlay.point(usize::from(mouse.y - list.y)) {
                    self.preview_theme();
                    self.overlay_act(Action::Accept);
                } else if !whole.contains(mouse.x, mouse.y) {
                    self.overlay_act(Action::Leave);
                }
                return;
            }
        }
        let by = match mouse.did {
            Click::Scroll(by) => by,
            Click::ScrollAside(_) => return,
            Click::Press | Click::Drag => {
                let bar = bar.filter(|_| matches!(self.held, Some(Held::Bar(_))));
                bar.map_or(0, |bar| bar.way_to(mouse.y))
            }
        };
        overlay.scrolled(by, self.ctx.size);
        self.preview_theme();
    }

    /// Lets a scroll bar or a line between panes follow the mouse, if it was pressed or is held since; returns whether
    /// nothing else concerns the mouse then.
    fn moved_held(&mut self, mouse: Mouse) -> bool {
        let (bars, borders) = (self.bars(), self.in_sight().borders(&self.ctx));
        match mouse.did {
            Click::Scroll(_) | Click::ScrollAside(_) => return false,
            Click::Press => {
                // Where two lines meet, the upright one is meant.
                let hit = |at: &usize| borders[*at].is_at(mouse.x, mouse.y);
                let border = (0..borders.len()).filter(hit).max_by_key(|&at| borders[at].is_upright);
                let bar = bars.iter().position(|bar| bar.contains(mouse.x, mouse.y));
                self.held = bar.map(Held::Bar).or(border.map(Held::Border));
            }
            Click::Drag => {}
        }
        match self.held {
            Some(Held::Bar(bar)) => {
                let Some(bar) = bars.get(bar) else { return false };
                let scroll = Mouse { x: bar.rows.x, y: bar.rows.y, did: Click::Scroll(bar.way_to(mouse.y)) };
                if self.side_mouse(scroll).or_else(|| self.source_mouse(scroll)).is_none() {
                    let (state, cx) = self.in_sight_mut();
                    state.mouse(cx, scroll);
                }
                true
            }
            Some(Held::Border(at)) => {
                let Some(border) = borders.get(at) else { return false };
                let is_second = mouse.did == Click::Press && self.is_second_press(Some(Clicked::Border(at)));
                let parts = &mut self.ctx.chosen_parts;
                match mouse.did {
                    Click::Drag => border.move_to(parts, mouse.x, mouse.y),
                    _ if is_second => border.move_back(parts),
                    // The title of a pane is pressed like the rest of it.
                    _ => return border.is_upright,
                }
                self.reshape(|_| {});
                true
            }
            None => false,
        }
    }

    /// Returns whether this press is the second one of the same thing, soon after the first.
    fn is_second_press(&mut self, clicked: Option<Clicked>) -> bool {
        let (now, before) = (self.ctx.now, self.clicked.take());
        let is_second = before.is_some_and(|(at, thing)| Some(thing) == clicked && now.0 <= at.0 + DOUBLE);
        if !is_second {
            self.clicked = clicked.map(|thing| (now, thing));
        }
        is_second
    }
}
