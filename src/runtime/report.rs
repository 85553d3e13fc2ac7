//! What the explorer would do on this machine, in words: for `doctor`.

use std::path::Path;

use super::background::{self, Looks};
use super::{clipboard, editor};
use crate::app::config::{Config, Theme};
use crate::app::keymap::Keymap;
use crate::ui::theme::Depth;

/// Rows of a name and what holds: colours, theme, clipboard, editor, settings.
#[must_use]
pub fn report(config: &Config, path: Option<&Path>) -> Vec<(&'static str, String)> {
    let looks = Looks::find();
    let colours = match looks.depth {
        Depth::True => "16 million",
        Depth::Palette => "256",
        Depth::Sixteen => "16",
    };
    let theme = match (background::insisted(), config.settings.theme) {
        (Some(theme), _) => format!("{} (NO_COLOR)", theme.word()),
        (None, Theme::Auto) => {
            let ground = if looks.dark { "dark" } else { "light" };
            let asked = if looks.answers { ", unless the terminal says otherwise" } else { "" };
            format!("auto: {ground}{asked}")
        }
        (None, theme) => theme.word().to_owned(),
    };
    let editor = editor::command(config.settings.editor.as_deref(), Path::new("FILE"), 1).map_or_else(
        || "none".to_owned(),
        |command| {
            let words = std::iter::once(command.get_program()).chain(command.get_args());
            words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        },
    );
    let file =
        path.map_or_else(|| "nowhere: there is no home folder".to_owned(), |p| p.display().to_string());
    let there = if path.is_some_and(Path::is_file) { "" } else { " (missing: defaults are used)" };
    let mut rows = vec![
        ("colours", colours.to_owned()),
        ("theme", theme),
        ("clipboard", clipboard::ways(config.settings.clipboard).join(", then ")),
        ("editor", editor),
        ("settings", format!("{file}{there}")),
    ];
    let conflicts = Keymap::new(&config.keys).err().map(|(_, conflicts)| conflicts).unwrap_or_default();
    let warnings = config.warnings.iter().cloned();
    rows.extend(
        warnings.chain(conflicts.iter().map(ToString::to_string)).map(|warning| ("warning", warning)),
    );
    rows
}
