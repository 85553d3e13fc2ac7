//! Where the scroll bars of panes are.

use super::layout::PaneArea;

/// A scroll bar: the rows beside it, and which of them are on the screen.
pub struct ScrollBar {
    /// The column of the bar.
    x: u16,
    /// The area of the rows.
    pub(super) rows: PaneArea,
    first: usize,
    total: usize,
}

impl ScrollBar {
    /// The bar in the last column of a pane whose rows begin below its head; `None` if all rows are on the screen.
    pub(super) fn of((pane, head): (PaneArea, u16), (first, total): (usize, usize)) -> Option<Self> {
        let rows = pane.below(head);
        let x = (pane.x + pane.width).saturating_sub(1);
        let is_needed = total > usize::from(rows.height) && rows.width > 1 && rows.height > 1;
        is_needed.then_some(Self { x, rows, first, total })
    }

    /// The bar in the column after a list, that of a box with a border.
    pub(super) fn after(rows: PaneArea, (first, total): (usize, usize)) -> Option<Self> {
        let x = rows.x + rows.width;
        (total > usize::from(rows.height) && rows.height > 1).then_some(Self { x, rows, first, total })
    }

    pub(super) fn contains(&self, x: u16, y: u16) -> bool {
        x == self.x && self.rows.contains(self.rows.x, y)
    }

    /// Number of rows to scroll so that the part at this height of the bar is on the screen.
    pub(super) fn way_to(&self, y: u16) -> isize {
        let below = usize::from(y.saturating_sub(self.rows.y).min(self.rows.height - 1));
        let hidden = self.total.saturating_sub(usize::from(self.rows.height));
        let first = (below * hidden + usize::from(self.rows.height) / 2) / usize::from(self.rows.height - 1);
        first.min(hidden) as isize - self.first as isize
    }
}
