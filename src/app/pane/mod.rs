//! The parts that all views are built from: the three slots of the screen, and the source that stands in one of them.

pub mod prompt;
pub mod slot;
pub mod source;
pub mod workspace;

mod reading;
mod source_mouse;

pub use prompt::Prompt;
pub use slot::{Slot, SlotRows};
pub use source::SourcePane;
pub use workspace::Workspace;
