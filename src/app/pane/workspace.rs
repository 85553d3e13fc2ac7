//! The state that every view's slots have.

use super::prompt::Prompt;
use super::slot::Slot;
use super::source::SourcePane;
use crate::app::list::Cursor;

/// The slot with the keys, the list's cursor and line, and the source.
#[derive(Default)]
pub struct Workspace {
    pub focus: Slot,
    pub cursor: Cursor,
    /// The line of the list: a filter, a question.
    pub prompt: Prompt,
    pub pane: SourcePane,
}
