//! Leaving: by key, by signal, for a while; the terminal is given back every time.

use std::io::Read;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::terminal::Setup;
#[cfg(target_os = "linux")]
use super::terminal::is_stopped;

#[test]
fn keys_and_signals_end_it_and_restore_the_terminal() {
    let mut terminal = Setup::sample().ready();
    terminal.keys("\x03");
    assert_eq!(terminal.end(), 0, "ctrl-c");
    terminal.assert_restored();
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131), ("ALRM", 142)] {
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

/// Stopped without being asked, it cannot give the terminal back; a shell uses it meanwhile, in its own way.
#[cfg(target_os = "linux")]
#[test]
fn what_was_stopped_outright_takes_the_terminal_anew() {
    let mut terminal = Setup::sample().ready();
    terminal.signal("STOP");
    let deadline = Instant::now() + Duration::from_secs(30);
    while !is_stopped(terminal.pid()) {
        assert!(Instant::now() < deadline, "it does not stop");
        std::thread::yield_now();
    }
    terminal.used_by_a_shell();
    terminal.signal("CONT");
    terminal.wait("the view again", |screen| screen.contains("job.Job") && !screen.contains("$ echo"));
    terminal.keys("q");
    assert_eq!(terminal.end(), 0, "keys come one by one");
    terminal.assert_restored();
}

/// The window is closed, the connection breaks: nobody reads and nobody types any more. It ends and does not spin, and
/// that is no bug to report.
#[test]
fn it_ends_when_its_terminal_is_gone() {
    for (signals, what) in [("", "hung up"), ("trap '' HUP; ", "deaf to the hangup")] {
        let setup = Setup::sample();
        let pair =
            native_pty_system().openpty(PtySize { rows: 30, cols: 100, ..PtySize::default() }).unwrap();
        let program = setup.command();
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", &format!("{signals}exec \"$0\" \"$@\"")]);
        command.args(program.get_argv());
        command.cwd(setup.root());
        command.env_clear();
        for (name, value) in program.iter_extra_env_as_str() {
            command.env(name, value);
        }
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (mut seen, mut buffer) = (Vec::new(), [0; 1 << 12]);
        while !seen.windows(7).any(|window| window == b"job.Job") {
            let n = reader.read(&mut buffer).unwrap();
            assert!(n > 0, "{what}: it ended too soon");
            seen.extend_from_slice(&buffer[..n]);
        }
        drop((reader, pair.master));
        let deadline = Instant::now() + Duration::from_secs(30);
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "{what}: it stays");
            std::thread::park_timeout(Duration::from_millis(5));
        }
        assert!(!setup.path("data/panics").exists(), "{what}: no report");
    }
}
