//! Escapes text from a source tree before it reaches a person. Files and names are untrusted input, so characters
//! that could control a terminal, or show a line in another order, are always replaced.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns whether a character is a control character (C0, DEL, C1), or one that reorders, hides or breaks a line:
/// bidirectional embeddings, overrides, isolates and marks, line and paragraph separators, the byte-order mark.
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The text with unsafe characters spelled out (`\u{1b}`); tabs and line feeds count as unsafe. Borrowed if there are
/// none.
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unsafe(c) {
            let _ = write!(out, "\\u{{{:x}}}", c as u32);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Bytes as a text of the same length, with `?` for each that is not UTF-8: places in it stay what they were. O(length).
pub fn readable(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::with_capacity(error.as_bytes().len());
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_is_left_in_cleaned_text() {
        let hostile = "a\u{1b}]0;title\u{7}\u{202e}b\u{9b}c\"\\\nd\té";
        assert_eq!(clean(hostile), "a\\u{1b}]0;title\\u{7}\\u{202e}b\\u{9b}c\"\\\\u{a}d\\u{9}é");
        assert!(matches!(clean("plain é"), Cow::Borrowed(_)));
    }
}
