//! Any output of a program that is asked for words: what is read are few, short and safe to print.

#![no_main]

use codegraph_tui::model::is_unsafe;
use codegraph_tui::words::reading::words;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|output: &[u8]| {
    let read = words(&String::from_utf8_lossy(output));
    assert!(read.len() <= 12);
    for word in &read {
        assert!(!word.trim().is_empty() && !word.chars().any(is_unsafe));
        assert_eq!(words(word), [word.clone()], "a word is read as itself");
    }
});
