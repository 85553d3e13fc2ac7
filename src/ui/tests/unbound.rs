//! Keys that are bound to nothing in the current view.

use super::Explorer;
use crate::app::Millis;

fn said(explorer: &Explorer) -> &str {
    explorer.app.ctx.toast.as_ref().map_or("", |toast| toast.text.as_str())
}

#[test]
fn a_key_that_does_nothing_says_so() {
    let mut explorer = Explorer::open(120, 40);
    let cases = [
        ("1", "f o w", "/ filters"),
        ("5", "f o", "/ filters"),
        ("2 esc", "w", "/ asks"),
        ("4", "f o", "? shows the keys"),
        ("1 g", "w", "/ filters"),
    ];
    for (keys, unbound, instead) in cases {
        explorer.keys(keys);
        for key in unbound.split(' ') {
            // A letter right after another one would belong to the same word.
            explorer.now = Millis(explorer.now.0 + 1_000);
            explorer.keys(key);
            assert_eq!(said(&explorer), format!("{key} does nothing here: {instead}"), "{keys}");
        }
    }
    assert!(explorer.app.ctx.said.is_empty(), "it is nothing to be read again");
    explorer.now = Millis(explorer.now.0 + 5_000);
    for keys in ["f5", "ctrl-g", "alt-x", "/ p", "esc : p"] {
        explorer.keys(keys);
        assert_eq!(said(&explorer), "", "{keys}");
    }
}

#[test]
fn steps_that_cannot_be_moved_further_say_so() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A down A 4 , k , k");
    assert_eq!(said(&explorer), "this is the first step");
    explorer.keys(", j , j");
    assert_eq!(said(&explorer), "this is the last step");
    explorer.keys("esc , j");
    assert_eq!(said(&explorer), "no tour is open: enter opens the selection");
}
