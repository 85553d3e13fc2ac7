//! Describes for `doctor` what the explorer would do on this machine.

use std::path::Path;

use super::terminal_background::{self, TerminalColors};
use super::{clipboard, editor};
use crate::app::keymap::Keymap;
use crate::app::settings::SettingsFile;
use crate::ui::theme::Depth;

/// The effects of some settings on this machine.
pub struct Report {
    pub colours: &'static str,
    pub theme: String,
    /// The ways by which text is copied, in the order in which they are tried.
    pub clipboard: Vec<String>,
    /// The editor's command line.
    pub editor: Option<String>,
    /// Settings that cannot be used.
    pub warnings: Vec<String>,
}

pub fn report(config: &SettingsFile) -> Report {
    let colors = TerminalColors::from_environment();
    let colours = match colors.depth {
        Depth::True => "16 million",
        Depth::Palette => "256",
        Depth::Sixteen => "16",
    };
    let theme = match (terminal_background::demanded_theme(), &config.settings.theme) {
        (Some(theme), _) => format!("{} (NO_COLOR)", theme.text()),
        (None, theme) if theme.depends_on_ground() => {
            let asked = if colors.answers { ", unless the terminal says otherwise" } else { "" };
            format!("{}: {}{asked}", theme.text(), theme.on(colors.dark))
        }
        (None, theme) => theme.text(),
    };
    let editor = editor::command(config.settings.editor.as_deref(), Path::new("FILE"), 1).map(|command| {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    });
    let conflicts = Keymap::new(&config.keys).err().map(|(_, conflicts)| conflicts).unwrap_or_default();
    let conflicts = conflicts.iter().map(ToString::to_string);
    Report {
        colours,
        theme,
        clipboard: clipboard::ways(config.settings.clipboard),
        editor,
        warnings: config.warnings.iter().cloned().chain(conflicts).collect(),
    }
}
