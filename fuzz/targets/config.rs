//! Any settings file: what is wrong with it is said, and keys are found all the same.

#![no_main]

use codegraph_tui::app::config::Config;
use codegraph_tui::app::keymap::Keymap;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let config = Config::parse(text);
    let warnings: Vec<String> = match Keymap::new(&config.keys) {
        Ok(_) => Vec::new(),
        Err((_, conflicts)) => conflicts.iter().map(ToString::to_string).collect(),
    };
    assert!(config.warnings.iter().chain(&warnings).all(|warning| !warning.is_empty()));
});
