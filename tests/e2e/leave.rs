//! Leaving: by key, by signal, for a while; the terminal is given back every time.

#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use super::terminal::Setup;

#[test]
fn keys_and_signals_end_it_and_restore_the_terminal() {
    let mut terminal = Setup::sample().ready();
    terminal.keys("\x03");
    assert_eq!(terminal.end(), 0, "ctrl-c");
    terminal.assert_restored();
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let mut terminal = Setup::sample().ready();
        terminal.signal(signal);
        assert_eq!(terminal.end(), code, "{signal}");
        terminal.assert_restored();
    }
}

#[test]
fn leaving_while_the_index_is_built_is_quick() {
    let mut terminal = Setup::sample().open();
    terminal.wait("the frame", |screen| screen.contains("Symbols"));
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_restored();
}

/// Whether a process is stopped: continuing it any earlier would come to nothing.
#[cfg(target_os = "linux")]
fn is_stopped(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
}

#[cfg(target_os = "linux")]
#[test]
fn suspending_gives_the_terminal_back_and_continuing_takes_it_again() {
    for by_key in [true, false] {
        let mut terminal = Setup::sample().ready();
        if by_key {
            terminal.keys("\x1a");
        } else {
            terminal.signal("TSTP");
        }
        terminal
            .wait_for("the shell's screen", |screen, _| !screen.alternate_screen() && !screen.hide_cursor());
        let deadline = Instant::now() + Duration::from_secs(30);
        while !is_stopped(terminal.pid()) {
            assert!(Instant::now() < deadline, "it does not stop");
            std::thread::yield_now();
        }
        terminal.signal("CONT");
        terminal.wait_for("the view again", |screen, _| {
            screen.alternate_screen() && screen.contents().contains("job.Job")
        });
        terminal.keys("q");
        assert_eq!(terminal.end(), 0);
        terminal.assert_restored();
    }
}
