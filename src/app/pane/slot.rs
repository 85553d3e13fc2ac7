//! The slots of a view, and their rows: how many have room, and where the bar stands.

use crate::app::layout::PaneArea;
use crate::app::list::Cursor;
use crate::app::scroll_bar::ScrollBar;

/// Rows of the source above its text: the title, and the declaration that the text is in.
pub const SOURCE_HEAD: u16 = 2;

/// A slot of a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slot {
    #[default]
    List,
    /// The file at the row's place.
    Source,
    /// The facts about the selection.
    Side,
}

impl Slot {
    pub const ALL: [Self; 3] = [Self::List, Self::Source, Self::Side];

    /// The slot that many places further, from the last one to the first again.
    pub fn next(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
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
    pub fn height(&self, area: PaneArea) -> usize {
        usize::from(area.height.saturating_sub(self.head + self.foot)).max(1)
    }

    pub(in crate::app) fn bar(&self, area: PaneArea) -> Option<ScrollBar> {
        let area = PaneArea { height: area.height.saturating_sub(self.foot), ..area };
        ScrollBar::of((area, self.head), (self.cursor.offset, self.len))
    }
}
