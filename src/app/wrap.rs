//! Words broken into lines of a width: state and views ask the same function, so a page is what is on the screen.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// A line of words broken at blanks into lines of at most `width` columns; what follows a list mark is indented. A word
/// that is too long for a line goes on in the next: nothing is left out. A width below two columns counts as two.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    // Where a line is too short for an indent and a wide letter, there is none.
    let indent = if text.starts_with("- ") && width > 4 { "  " } else { "" };
    let (mut lines, mut current) = (Vec::new(), String::new());
    for word in text.split(' ') {
        let fits = current.width() + 1 + word.width() <= width;
        if !current.is_empty() && !fits {
            lines.push(std::mem::replace(&mut current, indent.to_owned()));
        } else if !current.is_empty() {
            current.push(' ');
        }
        if current.width() + word.width() <= width {
            current.push_str(word);
            continue;
        }
        for letter in word.graphemes(true) {
            if current.width() + letter.width() > width && current.width() > indent.len() {
                lines.push(std::mem::replace(&mut current, indent.to_owned()));
            }
            current.push_str(letter);
        }
    }
    lines.push(current);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_out_and_no_line_is_too_wide() {
        let text = "- see https://example.com/a/very/long/way and 日本語日本語日本語 then";
        for width in 2..40 {
            let lines = wrapped(text, width);
            assert!(lines.iter().all(|line| line.width() <= width), "{width}: {lines:?}");
            let letters = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text), "{width}");
        }
        assert_eq!(wrapped("- one two", 6), ["- one", "  two"]);
        assert_eq!(wrapped("", 6), [""]);
    }
}
