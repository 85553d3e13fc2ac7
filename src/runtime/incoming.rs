//! What the other threads send to the loop.

use crate::app::msg::Msg;

/// What other threads send.
pub(super) enum Incoming {
    Msg(Msg),
    /// Input, read at once. The thread reads on when it is told to.
    Input(Batch),
    /// There is no terminal to read any more.
    InputClosed(String),
    /// The window has another size.
    #[cfg_attr(not(unix), expect(dead_code, reason = "told by a signal"))]
    Resized,
    /// Asked to suspend from outside.
    #[cfg_attr(not(unix), expect(dead_code, reason = "told by a signal"))]
    Suspend,
    /// Goes on after it was stopped.
    #[cfg_attr(not(unix), expect(dead_code, reason = "told by a signal"))]
    Continued,
}

/// What was read at once.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) msgs: Vec<Msg>,
    /// The terminal's answer about its background.
    pub(super) dark: Option<bool>,
}
