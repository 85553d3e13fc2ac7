//! The state that every view's slots have, and what mouse and moving do in them.

use super::slot::Slot;
use super::source::SourcePane;
use crate::app::ctx::Ctx;
use crate::app::layout::PaneArea;
use crate::app::list::Cursor;
use crate::app::msg::{Click, Mouse};
use crate::app::scroll_bar::ScrollBar;
use crate::app::view_state::ViewState;

/// The slot with the keys, and the source.
#[derive(Default)]
pub struct Workspace {
    pub focus: Slot,
    pub pane: SourcePane,
}

/// The rows of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotRows {
    /// Rows above and below them that do not scroll.
    pub head: u16,
    pub foot: u16,
    pub cursor: Cursor,
    pub len: usize,
}

impl SlotRows {
    /// Rows of the slot's area that have content; one at least, so that moving always moves.
    #[must_use]
    pub fn height(&self, area: PaneArea) -> usize {
        usize::from(area.height.saturating_sub(self.head + self.foot)).max(1)
    }

    fn bar(&self, area: PaneArea) -> Option<ScrollBar> {
        let area = PaneArea { height: area.height.saturating_sub(self.foot), ..area };
        ScrollBar::of((area, self.head), (self.cursor.offset, self.len))
    }
}

/// Handles the mouse in list and side of a view; returns whether it pressed a row that can be opened.
pub(in crate::app) fn mouse<V: ViewState + ?Sized>(view: &mut V, cx: &mut Ctx, mouse: Mouse) -> bool {
    let areas = view.areas(cx);
    let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else {
        if mouse.did == Click::Press {
            view.press_above(cx);
        }
        return false;
    };
    let (slot, area, rows) = (Slot::ALL[ix], areas[ix], view.rows_of(cx, Slot::ALL[ix]));
    match mouse.did {
        Click::Press => {
            view.stop_typing(cx);
            if view.focus() != slot {
                view.focus_on(cx, slot);
            }
            let (row, column) = (mouse.y - area.y, usize::from(mouse.x - area.x));
            if row + 1 == rows.head {
                view.press_head(cx, slot, column);
            }
            let row = usize::from(row).checked_sub(usize::from(rows.head));
            let row = row.filter(|&row| row < rows.height(area));
            let Some(at) = row.map(|row| rows.cursor.offset + row).filter(|&at| at < rows.len) else {
                return false;
            };
            point(view, cx, slot, at);
            view.press_row(cx, slot, column)
        }
        Click::Scroll(by) => {
            let cursor = rows.cursor.scrolled(by, rows.len, rows.height(area));
            view.set_cursor(cx, slot, cursor);
            false
        }
        Click::Drag | Click::ScrollAside(_) => false,
    }
}

/// Puts the cursor of a slot on a row.
pub(in crate::app) fn point<V: ViewState + ?Sized>(view: &mut V, cx: &mut Ctx, slot: Slot, at: usize) {
    let rows = view.rows_of(cx, slot);
    let cursor = Cursor { at, ..rows.cursor }.clamped(rows.len, rows.height(view.area(cx, slot)));
    view.set_cursor(cx, slot, cursor);
}

/// The scroll bars of list and side.
pub(in crate::app) fn bars<V: ViewState + ?Sized>(view: &V, cx: &Ctx) -> Vec<ScrollBar> {
    let areas = view.areas(cx);
    let has_panel = cx.side.panel(view.view()).is_some();
    let slots = [Slot::List, Slot::Side].into_iter().filter(|&slot| slot == Slot::List || !has_panel);
    slots.filter_map(|slot| view.rows_of(cx, slot).bar(areas[slot as usize])).collect()
}
