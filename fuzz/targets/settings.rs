//! Any settings file: each warning has words, and the keys that conflict are named.

#![no_main]

use codegraph_tui::app::keymap::Keymap;
use codegraph_tui::app::settings::SettingsFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = SettingsFile::parse(text);
    let warnings: Vec<String> = match Keymap::new(&file.keys) {
        Ok(_) => Vec::new(),
        Err((_, conflicts)) => conflicts.iter().map(ToString::to_string).collect(),
    };
    assert!(file.warnings.iter().chain(&warnings).all(|warning| !warning.is_empty()));
});
