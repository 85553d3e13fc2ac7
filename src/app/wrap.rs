//! Line breaking. State and views share it, so that a page is what the screen shows.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Breaks a line at blanks into lines of at most `width` columns. Its indent stays as far as there is room, and lines
/// after a list mark are indented by the mark. A word that is too long is split, so that nothing is left out. A width
/// below two counts as two.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let words = text.trim_start_matches(' ');
    // The indent is limited so that a wide letter still fits.
    let lead = (text.len() - words.len()).min(width / 2 - 1);
    let hang = if width > lead + 4 { list_mark(words) } else { 0 };
    let indent = " ".repeat((lead + hang).min(width - 2));
    let (mut lines, mut current) = (Vec::new(), " ".repeat(lead));
    let mut is_new = true;
    for word in words.split(' ') {
        if !is_new && current.width() + 1 + word.width() > width {
            lines.push(std::mem::replace(&mut current, indent.clone()));
        } else if !is_new {
            current.push(' ');
        }
        is_new &= word.is_empty();
        if current.width() + word.width() <= width {
            current.push_str(word);
            continue;
        }
        for letter in word.graphemes(true) {
            if current.width() + letter.width() > width && current.width() > indent.len() {
                lines.push(std::mem::replace(&mut current, indent.clone()));
            }
            current.push_str(letter);
        }
    }
    lines.push(current);
    lines
}

/// The columns of a list mark and the blank behind it: `- `, `* `, `12. `; 0 without one.
fn list_mark(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let mark = match digits {
        0 if text.starts_with("- ") || text.starts_with("* ") => 2,
        1..=3 if text[digits..].starts_with(". ") => digits + 2,
        _ => 0,
    };
    mark.min(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_out_and_no_line_is_too_wide() {
        let text = "- see https://example.com/a/very/long/way and 日本語日本語日本語 then";
        for (width, lead) in (2..40).flat_map(|width| [(width, 0), (width, 4), (width, 30)]) {
            let text = format!("{}{text}", " ".repeat(lead));
            let lines = wrapped(&text, width);
            assert!(lines.iter().all(|line| line.width() <= width), "{width}: {lines:?}");
            let letters = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(&text), "{width}");
        }
        assert_eq!(wrapped("    if x {", 12), ["    if x {"]);
        assert_eq!(wrapped("  - one two", 8), ["  - one", "    two"]);
        assert_eq!(wrapped("1. one two", 7), ["1. one", "   two"]);
        assert_eq!(wrapped("- one two", 6), ["- one", "  two"]);
        assert_eq!(wrapped("", 6), [""]);
    }
}
