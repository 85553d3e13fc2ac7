//! The terminal's own device, the editor and the clipboard that a system brings along.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io;

use super::by_system;

/// The editor that every installation of the system has.
pub const DEFAULT_EDITOR: &str = by_system("vi", "vi", "notepad");

/// A tool for the clipboard, which takes the text on its standard input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClipboardTool {
    pub name: &'static str,
    pub args: &'static [&'static str],
}

const WINDOWS_TOOL: ClipboardTool = ClipboardTool { name: "clip.exe", args: &[] };

/// The tool for the clipboard that the system brings along; `None` if that depends on the desktop. `is_wsl` is true for
/// Linux inside Windows.
pub fn clipboard_tool(is_wsl: bool) -> Option<ClipboardTool> {
    if cfg!(target_os = "macos") {
        Some(ClipboardTool { name: "pbcopy", args: &[] })
    } else if cfg!(windows) || is_wsl {
        Some(WINDOWS_TOOL)
    } else {
        None
    }
}

/// The bytes that a tool expects for a text. `clip.exe` reads UTF-16 with a byte order mark; anything else it takes for
/// text in the code page of the console.
pub fn clipboard_bytes<'t>(tool: &str, text: &'t str) -> Cow<'t, [u8]> {
    if tool != WINDOWS_TOOL.name || text.is_ascii() {
        return Cow::Borrowed(text.as_bytes());
    }
    let marked = std::iter::once(0xFEFF).chain(text.encode_utf16());
    Cow::Owned(marked.flat_map(u16::to_le_bytes).collect())
}

/// Opens the terminal for writing, whatever standard output is.
///
/// # Errors
/// There is no terminal.
pub fn open_terminal() -> io::Result<File> {
    OpenOptions::new().write(true).open(by_system("/dev/tty", "/dev/tty", "CONOUT$"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clipboard_of_windows_gets_utf_16() {
        assert_eq!(clipboard_bytes("xclip", "ä").as_ref(), "ä".as_bytes());
        assert_eq!(clipboard_bytes("clip.exe", "a\n").as_ref(), b"a\n");
        assert_eq!(clipboard_bytes("clip.exe", "ä").as_ref(), [0xFF, 0xFE, 0xE4, 0x00]);
        assert_eq!(
            clipboard_tool(true).map(|tool| tool.name),
            Some(if cfg!(target_os = "macos") { "pbcopy" } else { "clip.exe" })
        );
    }
}
