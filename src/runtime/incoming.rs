//! Messages from the other threads to the loop.

use crate::app::msg::Msg;

/// A message from another thread.
pub(super) enum Incoming {
    Msg(Msg),
    /// Input that was read at once. The thread continues when it is released.
    Input(Batch),
    /// There is no terminal to read any more.
    InputClosed(String),
    /// The window has another size.
    Resized,
    /// Asked to suspend from outside.
    Suspend,
    /// Goes on after it was stopped.
    Continued,
}

/// Everything that was read at once.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) msgs: Vec<Msg>,
    /// The terminal's answer about its background.
    pub(super) dark: Option<bool>,
}
