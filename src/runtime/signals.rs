//! Signals, as messages.

use std::io;

use crossbeam_channel::Sender;

use super::incoming::Incoming;

/// Starts the thread that handles signals. A signal that would end the process becomes a clean end with the shell's exit
/// code for it. SIGTSTP becomes a suspension that restores the terminal first; after SIGCONT the terminal is taken again,
/// since after SIGSTOP a shell has used it. SIGWINCH is handled here as well: the input thread's library begins to listen
/// only at its first read, and would miss earlier ones.
#[cfg(unix)]
pub(super) fn start(to: Sender<Incoming>) -> io::Result<()> {
    use crate::app::msg::Msg;
    use signal_hook::consts::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
        SIGVTALRM, SIGWINCH, SIGXCPU, SIGXFSZ,
    };

    let ends = [
        SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
        SIGXFSZ,
    ];
    let mut signals =
        signal_hook::iterator::Signals::new(ends.into_iter().chain([SIGCONT, SIGTSTP, SIGWINCH]))?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let incoming = match signal {
                SIGCONT => Incoming::Continued,
                SIGTSTP => Incoming::Suspend,
                SIGWINCH => Incoming::Resized,
                signal => Incoming::Msg(Msg::Terminate(128 + signal as u8)),
            };
            if to.send(incoming).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn start(_to: Sender<Incoming>) -> io::Result<()> {
    Ok(())
}

/// Stops the process until it is continued. The terminal must have been given back.
#[cfg(unix)]
pub(super) fn stop_here() {
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
}

#[cfg(not(unix))]
pub(super) fn stop_here() {}
