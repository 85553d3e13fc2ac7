//! Signals. Windows has none of these: there, closing the window ends the program.

use std::io;

/// A signal that the program handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The program should end with this exit code, which is the shell's for the signal.
    End(u8),
    /// The program should suspend itself.
    Suspend,
    /// The program goes on after it was stopped.
    Continued,
    /// The window has another size.
    Resized,
}

/// Starts a thread that hands signals to `on` until that returns false. From now on the signals do nothing else.
///
/// # Errors
/// The system does not let the program handle its signals, or has no thread left.
#[cfg(unix)]
pub fn listen(mut on: impl FnMut(Signal) -> bool + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
        SIGVTALRM, SIGWINCH, SIGXCPU, SIGXFSZ,
    };
    const ENDS: [i32; 12] = [
        SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
        SIGXFSZ,
    ];
    let handled = ENDS.into_iter().chain([SIGCONT, SIGTSTP, SIGWINCH]);
    let mut signals = signal_hook::iterator::Signals::new(handled)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for number in signals.forever() {
            let signal = match number {
                SIGCONT => Signal::Continued,
                SIGTSTP => Signal::Suspend,
                SIGWINCH => Signal::Resized,
                number => Signal::End(128 + number as u8),
            };
            if !on(signal) {
                return;
            }
        }
    })?;
    Ok(())
}

/// Does nothing: this system has no signals.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn listen(_on: impl FnMut(Signal) -> bool + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Stops the process until it is continued. The terminal must have been given back. Does nothing on Windows.
pub fn stop_here() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
}
