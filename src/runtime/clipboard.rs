//! Copies text: by a tool of this machine, through the terminal, or into a file.
//!
//! Over SSH the relevant clipboard is at the other end, so the terminal comes first (OSC 52), then tmux. The terminal does
//! not confirm; therefore the way is always reported. Text that is too long for an escape sequence goes into a file, whose
//! path is reported.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine as _;

use crate::app::settings::Clipboard;
use crate::platform::find_program;
use crate::platform::terminal::{clipboard_bytes, clipboard_tool, open_terminal};

/// Longest OSC 52 payload, in base64 bytes: what tmux and most terminals take.
const LONGEST: usize = 75_000;

/// Longest piece that screen accepts at once, in bytes: less than the 256 that its older versions keep.
const MAX_OF_SCREEN: usize = 240;

/// The way in which a text was copied, or the step that still has to be done.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Copied {
    By(&'static str),
    /// To be written to the terminal.
    Escape(Vec<u8>),
    /// Put into a file instead.
    Into(String),
}

/// The facts that decide the way.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
struct Surroundings {
    ssh: bool,
    tmux: bool,
    screen: bool,
    wayland: bool,
    x11: bool,
    /// True for Linux inside Windows.
    wsl: bool,
}

impl Surroundings {
    fn find() -> Self {
        let has = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        Self {
            ssh: has("SSH_CONNECTION") || has("SSH_TTY"),
            tmux: has("TMUX"),
            screen: has("STY"),
            wayland: has("WAYLAND_DISPLAY"),
            x11: has("DISPLAY"),
            wsl: has("WSL_DISTRO_NAME"),
        }
    }

    /// Tools to try, in order.
    fn tools(&self) -> Vec<(&'static str, &'static [&'static str])> {
        let mut tools: Vec<(&str, &[&str])> = Vec::new();
        if self.wayland {
            tools.push(("wl-copy", &[]));
        }
        if self.x11 {
            tools.extend([
                ("xclip", &["-selection", "clipboard"][..]),
                ("xsel", &["--clipboard", "--input"][..]),
            ]);
        }
        tools.extend(clipboard_tool(self.wsl).map(|tool| (tool.name, tool.args)));
        tools
    }
}

/// Copies text, or returns what to write to the terminal. `fallback` is the file for text that nothing else can take.
///
/// # Errors
/// Not even the file could be written.
pub(super) fn copy(text: &str, setting: Clipboard, fallback: &Path) -> io::Result<Copied> {
    let around = Surroundings::find();
    let escape = || escape(text, &around).map(Copied::Escape);
    let tmux = || around.tmux.then(|| run("tmux", &["load-buffer", "-w", "-"], text)).flatten();
    let tool = || around.tools().into_iter().find_map(|(name, args)| run(name, args, text));
    let found = match setting {
        Clipboard::Osc52 => escape(),
        Clipboard::Tool => tool(),
        Clipboard::Auto if around.ssh => tmux().or_else(escape).or_else(tool),
        Clipboard::Auto => tool().or_else(tmux).or_else(escape),
    };
    if let Some(copied) = found {
        return Ok(copied);
    }
    if let Some(dir) = fallback.parent() {
        std::fs::create_dir_all(dir)?;
    }
    std::fs::write(fallback, text)?;
    Ok(Copied::Into(fallback.display().to_string()))
}

/// Copies for a command that has no screen of its own, and returns a sentence on the way and the size.
///
/// # Errors
/// As [`copy`], or the terminal could not be written to.
pub fn copy_text(text: &str, fallback: &Path) -> io::Result<String> {
    let way = match copy(text, Clipboard::Auto, fallback)? {
        Copied::By(tool) => format!("with {tool}"),
        Copied::Into(path) => format!("into {path}: no clipboard available"),
        Copied::Escape(bytes) => {
            if open_terminal().and_then(|mut terminal| terminal.write_all(&bytes)).is_ok() {
                "through the terminal (OSC 52)".to_owned()
            } else {
                std::fs::write(fallback, text)?;
                format!("into {}: there is no clipboard or terminal", fallback.display())
            }
        }
    };
    Ok(format!("copied {} bytes {way}", text.len()))
}

/// The ways that [`copy`] tries, in order.
pub(super) fn ways(setting: Clipboard) -> Vec<String> {
    let around = Surroundings::find();
    let escape = || "the terminal (OSC 52)".to_owned();
    let tools = around.tools().into_iter().map(|(name, _)| name).filter(|name| find_program(name).is_some());
    let tools = tools.map(str::to_owned);
    let tmux = around.tmux.then(|| "tmux".to_owned());
    let mut ways: Vec<String> = match setting {
        Clipboard::Osc52 => vec![escape()],
        Clipboard::Tool => tools.collect(),
        Clipboard::Auto if around.ssh => tmux.into_iter().chain([escape()]).chain(tools).collect(),
        Clipboard::Auto => tools.chain(tmux).chain([escape()]).collect(),
    };
    ways.push("a file in the data folder".to_owned());
    ways
}

/// Runs a tool that takes the text on its standard input; `None` when it is missing or fails.
fn run(name: &'static str, args: &[&str], text: &str) -> Option<Copied> {
    let mut child = Command::new(name)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let written = child.stdin.take().map(|mut stdin| stdin.write_all(&clipboard_bytes(name, text)));
    let ended = child.wait().ok()?;
    (ended.success() && matches!(written, Some(Ok(())))).then_some(Copied::By(name))
}

/// OSC 52, wrapped so that tmux or screen hands it on; `None` when the text is too long for it.
fn escape(text: &str, around: &Surroundings) -> Option<Vec<u8>> {
    let payload = base64::engine::general_purpose::STANDARD.encode(text);
    if payload.len() > LONGEST {
        return None;
    }
    let plain = format!("\x1b]52;c;{payload}\x07");
    let wrapped = match (around.tmux, around.screen) {
        (true, _) => format!("\x1bPtmux;{}\x1b\\", plain.replace('\x1b', "\x1b\x1b")),
        (_, true) => plain.as_bytes().chunks(MAX_OF_SCREEN).fold(String::new(), |wrapped, part| {
            wrapped + "\x1bP" + &String::from_utf8_lossy(part) + "\x1b\\"
        }),
        _ => plain,
    };
    Some(wrapped.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_gets_it_wrapped_and_never_too_long() {
        let bare = Surroundings::default();
        assert_eq!(escape("hi", &bare).as_deref(), Some(&b"\x1b]52;c;aGk=\x07"[..]));
        let tmux = Surroundings { tmux: true, ..Surroundings::default() };
        assert_eq!(escape("hi", &tmux).as_deref(), Some(&b"\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\"[..]));
        assert_eq!(escape(&"x".repeat(60_000), &bare), None);
        let screen = Surroundings { screen: true, ..Surroundings::default() };
        let pieces = escape(&"x".repeat(600), &screen).and_then(|bytes| String::from_utf8(bytes).ok());
        let pieces = pieces.expect("text");
        let pieces: Vec<&str> = pieces.split_terminator("\x1b\\").collect();
        assert!(pieces.len() > 1 && pieces.iter().all(|piece| piece.len() <= 242), "{pieces:?}");
        let whole: String = pieces.iter().filter_map(|piece| piece.strip_prefix("\x1bP")).collect();
        assert_eq!(Some(whole.into_bytes()), escape(&"x".repeat(600), &bare));
    }

    #[test]
    fn what_is_too_long_goes_into_a_file() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("new/copied.txt");
        let text = "x".repeat(100_000);
        let copied = copy(&text, Clipboard::Osc52, &path).expect("written");
        assert_eq!(copied, Copied::Into(path.display().to_string()));
        assert_eq!(std::fs::read_to_string(path).expect("there").len(), text.len());
    }
}
