//! The rows of a slot: how many have room, and where its bar stands.

use crate::app::layout::PaneArea;
use crate::app::list::Cursor;
use crate::app::scroll_bar::ScrollBar;

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
    pub fn height(&self, area: PaneArea) -> usize {
        usize::from(area.height.saturating_sub(self.head + self.foot)).max(1)
    }

    pub(in crate::app) fn bar(&self, area: PaneArea) -> Option<ScrollBar> {
        let area = PaneArea { height: area.height.saturating_sub(self.foot), ..area };
        ScrollBar::of((area, self.head), (self.cursor.offset, self.len))
    }
}
