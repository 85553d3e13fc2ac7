//! Any text: lines keep their numbers, and what is masked stays as it is when it is masked again.

#![no_main]

use codegraph_tui::secrets::{mask, masked_in};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let masked = mask(text);
    assert_eq!(masked.matches('\n').count(), text.matches('\n').count());
    assert_eq!(mask(&masked), masked);
    if masked == text {
        assert_eq!(masked_in(&masked), masked_in(text));
    }
});
