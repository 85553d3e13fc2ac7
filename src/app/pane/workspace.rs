//! The state that every view's slots have.

use super::slot::Slot;
use super::source::SourcePane;

/// The slot with the keys, and the source.
#[derive(Default)]
pub struct Workspace {
    pub focus: Slot,
    pub pane: SourcePane,
}
