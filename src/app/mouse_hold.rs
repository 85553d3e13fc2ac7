//! The thing that the mouse holds between two of its events.

use super::pane::slot::Slot;

/// Something that was pressed, of which a second press means more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clicked {
    /// A row of a slot; a second press opens it.
    Row(Slot, u16),
    /// A line between panes, by its place among the view's; a second press puts it back.
    Border(usize),
}

/// A thing that follows the mouse while its button is held down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// The scroll bar of a pane, by its place among the view's bars.
    Bar(usize),
    /// A line between panes, by its place among the view's.
    Border(usize),
}
