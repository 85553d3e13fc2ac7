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

/// Breaks a command into lines of at most `width` columns, as a shell takes it: before an option, else at a blank; a pattern
/// that is too long goes on after one of its alternatives.
pub fn wrapped_command(command: &str, width: usize) -> Vec<String> {
    let (mut lines, mut rest) = (Vec::new(), command);
    let room = width.max(12) - 2;
    while rest.width() > room + 2 {
        let fits = rest.char_indices().take_while(|(at, c)| rest[..at + c.len_utf8()].width() <= room);
        let end = fits.last().map_or(rest.len(), |(at, c)| at + c.len_utf8());
        let blank =
            [" -", " "].into_iter().find_map(|sign| rest[..end].rfind(sign).filter(|&at| at > room / 3));
        let (line, from) = match (blank, rest[..end].rfind('|')) {
            (Some(at), _) => (format!("{} \\", &rest[..at]), at + 1),
            (None, Some(at)) => (rest[..=at].to_owned(), at + 1),
            (None, None) => (rest[..end].to_owned(), end),
        };
        lines.push(line);
        rest = &rest[from..];
    }
    lines.push(rest.to_owned());
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
    fn a_command_in_lines_is_the_same_command() {
        let command =
            "go test ./apis -run '^Test(Body|Concurrent|DefaultRateLimit|Realtime)' ./plugins/日本語";
        for width in 12..100 {
            let lines = wrapped_command(command, width);
            assert!(lines.iter().all(|line| line.width() <= width), "{width}: {lines:?}");
            let joined: String = lines.iter().map(|line| line.replace(" \\", " ")).collect();
            assert_eq!(joined, command);
        }
        assert_eq!(
            wrapped_command("go test ./apis -run '^TestRouter'", 24),
            ["go test ./apis \\", "-run '^TestRouter'"]
        );
    }

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
