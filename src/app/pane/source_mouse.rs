//! Mouse events in the source of any view.

use super::slot::{SOURCE_HEAD, Slot};
use crate::app::explorer::App;
use crate::app::msg::{Click, Mouse};
use crate::app::scroll_bar::ScrollBar;

impl App {
    /// Handles the mouse in the source; `None` elsewhere. Returns whether it pressed a name that can be followed.
    pub(in crate::app) fn source_mouse(&mut self, mouse: Mouse) -> Option<bool> {
        let (state, cx) = self.in_sight_mut();
        let area = state.split(cx, cx.zoomed).areas[Slot::Source as usize];
        if state.pane().shown.is_none() || !area.contains(mouse.x, mouse.y) {
            return None;
        }
        let row = usize::from(mouse.y - area.y).checked_sub(usize::from(SOURCE_HEAD));
        let column = usize::from(mouse.x - area.x);
        match mouse.did {
            Click::Press => {
                state.stop_typing(cx);
                if state.focus() != Slot::Source {
                    state.focus_on(cx, Slot::Source);
                }
                let row = row?;
                return self.with_caret(|cursor, _| cursor.press(row, column)).or(Some(false));
            }
            Click::Drag => {
                if let Some(row) = row.filter(|_| state.focus() == Slot::Source) {
                    self.with_caret(|cursor, from| cursor.drag(from, row, column));
                }
            }
            Click::Scroll(by) => {
                let text = state.text_area(cx);
                let pane = state.pane_mut();
                if let Some(caret) = pane.caret() {
                    pane.in_text(cx, text, |cursor| cursor.scroll(caret, by));
                }
            }
            Click::ScrollAside(by) => {
                let text = state.text_area(cx);
                state.pane_mut().scroll_aside(text, by);
            }
        }
        Some(false)
    }

    /// The scroll bars of the view in sight: those of its lists, and that of the source.
    pub(in crate::app) fn bars(&self) -> Vec<ScrollBar> {
        let (state, cx) = (self.in_sight(), &self.ctx);
        let area = state.split(cx, cx.zoomed).areas[Slot::Source as usize];
        let pane = state.pane();
        let shown = pane.text().zip(pane.shown.as_ref().and_then(|shown| shown.top));
        let bar = shown.and_then(|(text, top)| ScrollBar::of((area, SOURCE_HEAD), (top, text.lines.len())));
        let list = if cx.side.columns { self.panel_bar(Slot::List) } else { state.bar(cx) };
        list.into_iter().chain(bar).chain(self.panel_bar(Slot::Side)).collect()
    }
}
