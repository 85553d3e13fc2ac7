//! The terminal, taken and given back.
//!
//! Everything that is switched on is switched off again by one function, which a guard calls when it is dropped, the
//! panic hook calls before the report, and suspending calls on its way out. Calling it twice does no harm.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::panic_report;
use super::placed_signs::PlacedSigns;
use crate::app::App;
use crate::ui::{self, theme::Theme};

static TAKEN: AtomicBool = AtomicBool::new(false);

type Screen = PlacedSigns<CrosstermBackend<BufWriter<OwnOutput>>>;

/// The terminal while it is ours.
pub(super) struct TerminalScreen {
    terminal: Terminal<Screen>,
    mouse: bool,
}

impl TerminalScreen {
    /// Takes the terminal.
    pub(super) fn take(mouse: bool) -> io::Result<Self> {
        // NO_COLOR is the theme's business; otherwise crossterm would drop bold and inverse along with the colours.
        crossterm::style::force_color_output(true);
        enter(mouse)?;
        Ok(Self { terminal: blank()?, mouse })
    }

    pub(super) fn capture_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on {
            execute!(io::stdout(), EnableMouseCapture)
        } else {
            execute!(io::stdout(), DisableMouseCapture)
        }
    }

    /// One frame, shown at once.
    pub(super) fn draw(&mut self, app: &App, theme: &Theme) -> io::Result<()> {
        // A larger screen is an error of the terminal, and would only cost memory.
        const MAX_CELLS: u32 = 1 << 19;
        if u32::from(app.ctx.size.width) * u32::from(app.ctx.size.height) > MAX_CELLS {
            return Ok(());
        }
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| {
            // The window may have changed before the state knows it. What is laid out for another size does not fit; the
            // message with the new size is on its way.
            if (frame.area().width, frame.area().height) == (app.ctx.size.width, app.ctx.size.height) {
                ui::draw(frame, app, theme);
            }
        })?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Writes an escape sequence between two frames.
    pub(super) fn escape(&mut self, sequence: &[u8]) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(sequence)?;
        io::Write::flush(out)
    }

    /// Gives the terminal back while `work` runs, and takes it again.
    pub(super) fn lend<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        restore();
        let answer = work();
        // The screen of before is dropped while nothing of it can reach the terminal.
        self.terminal = blank()?;
        enter(self.mouse)?;
        Ok(answer)
    }
}

fn enter(mouse: bool) -> io::Result<()> {
    TAKEN.store(true, SeqCst);
    enable_raw_mode()?;
    let mut out = io::stdout();
    execute!(
        out,
        EnterAlternateScreen,
        EnableBracketedPaste,
        EnableFocusChange,
        Hide,
        Clear(ClearType::All)
    )?;
    if mouse { execute!(out, EnableMouseCapture) } else { Ok(()) }
}

/// A screen on which nothing has been drawn. Made anew rather than cleared: clearing asks the terminal where its
/// cursor is, and waits for the answer among the keys that are being typed.
fn blank() -> io::Result<Terminal<Screen>> {
    // A frame is tens of kilobytes at most: one write each.
    let output = BufWriter::with_capacity(1 << 16, OwnOutput(io::stdout()));
    Terminal::new(PlacedSigns(CrosstermBackend::new(output)))
}

/// Standard output as long as the terminal is ours; what is written later goes nowhere. The library writes once more when
/// a screen is dropped, and would panic if the terminal had vanished.
struct OwnOutput(Stdout);

impl Write for OwnOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if TAKEN.load(SeqCst) { self.0.write(bytes) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if TAKEN.load(SeqCst) { self.0.flush() } else { Ok(()) }
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        restore();
    }
}

/// Writes to the terminal while it is lent.
pub(super) fn note(text: &str) {
    let mut out = io::stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Gives the terminal back as it was; does nothing when it is not ours.
pub(super) fn restore() {
    if TAKEN.swap(false, SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(
            out,
            EndSynchronizedUpdate,
            DisableMouseCapture,
            DisableFocusChange,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// After this, a panic of the calling thread restores the terminal before it is reported. Panics of other threads leave
/// a report, are caught there and shown on the screen.
pub(super) fn install_panic_hook() {
    let main = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == main {
            restore();
            before(info);
        } else {
            panic_report::record(info);
        }
    }));
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::io::Read;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Makes the test below panic in the terminal that it made.
    const PANICS: &str = "CODEGRAPH_TUI_TEST_PANIC";

    fn panic_on_the_screen() {
        install_panic_hook();
        let _screen = TerminalScreen::take(true).unwrap();
        println!("taken\r");
        panic!("something broke");
    }

    fn modes(tty: &std::path::Path) -> String {
        let output = std::process::Command::new("stty").arg("-F").arg(tty).arg("-a").output().expect("stty");
        String::from_utf8(output.stdout).expect("text")
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_told() {
        if std::env::var_os(PANICS).is_some() {
            return panic_on_the_screen();
        }
        let pty = native_pty_system().openpty(PtySize::default()).unwrap();
        let tty = pty.master.tty_name().unwrap();
        let before = modes(&tty);
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        command.args(["--exact", "--nocapture", "--test-threads=1"]);
        command.arg("runtime::terminal::tests::a_panic_gives_the_terminal_back_before_it_is_told");
        command.env(PANICS, "1");
        let mut child = pty.slave.spawn_command(command).unwrap();
        let mut reader = pty.master.try_clone_reader().unwrap();
        let read = std::thread::spawn(move || {
            let mut text = Vec::new();
            // A terminal without anyone at its other end reads as an error.
            let _ = reader.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        child.wait().unwrap();
        let after = modes(&tty);
        drop(pty.slave);
        drop(pty.master);
        let text = read.join().unwrap();
        let (taken, rest) = text.split_once("taken").expect("the screen was taken");
        assert!(taken.contains("\x1b[?1049h") && taken.contains("\x1b[?25l"), "{text:?}");
        let (given_back, report) = rest.split_once("something broke").expect("the panic was report");
        for sequence in ["\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l", "\x1b[?1004l", "\x1b[?2004l"] {
            assert!(given_back.contains(sequence), "{sequence:?} before the report: {text:?}");
        }
        assert!(!report.contains("\x1b[?1049h"), "{report:?}");
        assert!(before.contains("icanon") && before == after, "{before}\n{after}");
    }
}
