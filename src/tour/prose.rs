//! Strangers' words: from doc comments into markdown, and from markdown onto a screen.

use crate::model::is_unsafe;

/// Longest paragraph that is taken over, in characters.
const MOST_CHARS: usize = 600;

/// Longest text that is shown, in bytes: nobody reads on, and a screen draws it again and again.
const MOST_SHOWN: usize = 64 << 10;

/// The first paragraph of a doc comment as one line of plain words; empty when it has none.
pub(super) fn first_paragraph(comment: &[u8]) -> String {
    let text = String::from_utf8_lossy(comment);
    let mut words: Vec<&str> = Vec::new();
    let mut listed = false;
    for line in text.lines() {
        let line = line.trim();
        let line = line.strip_prefix("//").or_else(|| line.strip_prefix("/*")).unwrap_or(line);
        let line = line.strip_suffix("*/").unwrap_or(line).trim();
        // A line of a block comment may begin with a star of its own.
        let line = line.strip_prefix("* ").unwrap_or(line);
        let directive = words.is_empty() && (line.starts_with("go:") || line.starts_with("nolint"));
        // A list would run into one line with the sentence before it.
        listed = !words.is_empty() && line.starts_with("- ");
        match (line.is_empty() || line == "*" || listed, words.is_empty()) {
            (true, false) => break,
            (false, _) if !directive => words.extend(line.split_whitespace()),
            _ => {}
        }
    }
    let whole = words.join(" ") + if listed { " …" } else { "" };
    match whole.char_indices().nth(MOST_CHARS) {
        None => whole,
        Some((cut, _)) => {
            let end = whole[..cut].rfind(' ').unwrap_or(cut);
            format!("{} …", &whole[..end])
        }
    }
}

/// Plain words as markdown that shows them and does nothing: no links (which could run an editor's commands), no
/// HTML, no `>>` line (which could run a shell's), no control characters.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' => {
                out.push('\\');
                out.push(c);
            }
            '>' | '#' | '-' | '+' if at == 0 => {
                out.push('\\');
                out.push(c);
            }
            c if is_unsafe(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The part of a text that is shown.
pub(super) fn shown(markdown: &str) -> &str {
    &markdown[..markdown.floor_char_boundary(MOST_SHOWN)]
}

/// Markdown as lines of plain text for a screen: emphasis, code marks and escapes out, links as `text (target)`.
/// Line breaks and list marks stay. Nothing unsafe is left in it.
#[must_use]
pub fn plain(markdown: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut fenced = false;
    for line in shown(markdown).lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        let shown = if fenced { format!("    {line}") } else { plain_line(line) };
        lines.push(
            shown
                .chars()
                .map(|c| {
                    if c == '\t' {
                        ' '
                    } else if is_unsafe(c) {
                        '\u{fffd}'
                    } else {
                        c
                    }
                })
                .collect(),
        );
    }
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

fn plain_line(line: &str) -> String {
    let line = match line.trim_start_matches('#') {
        rest if rest.len() < line.len() && rest.starts_with(' ') => rest.trim_start(),
        _ => line,
    };
    let mut out = String::with_capacity(line.len());
    let mut chars = line.char_indices().peekable();
    let mut in_code = false;
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if !in_code && chars.peek().is_some_and(|(_, next)| next.is_ascii_punctuation()) => {
                out.extend(chars.next().map(|(_, next)| next));
            }
            '`' => in_code = !in_code,
            '*' if !in_code && (line[at + 1..].starts_with('*') || line[..at].ends_with('*')) => {}
            // `](` ends a link's text: the target follows in parentheses, which is how it is shown.
            '!' if !in_code && line[at + 1..].starts_with('[') && line[at..].contains("](") => {}
            '[' if !in_code && line[at..].contains("](") => {}
            ']' if !in_code && line[at + 1..].starts_with('(') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_paragraph_of_a_comment_is_one_line_of_words() {
        for (comment, expected) in [
            ("// F does\n// one thing.\n//\n// And more.", "F does one thing."),
            ("/*\nPackage p\n * has stars.\n\nMore. */", "Package p has stars."),
            ("//go:noinline\n// F is.", "F is."),
            ("// F takes:\n// - one\n// - two", "F takes: …"),
            ("", ""),
            ("//", ""),
        ] {
            assert_eq!(first_paragraph(comment.as_bytes()), expected, "{comment:?}");
        }
        let long = format!("// {}", "word ".repeat(1_000));
        assert!(first_paragraph(long.as_bytes()).chars().count() <= MOST_CHARS + 2);
        assert!(first_paragraph(b"// \xff broken").contains("broken"));
    }

    #[test]
    fn words_of_a_comment_can_start_nothing_and_are_shown_as_they_were() {
        let hostile = ">> rm -rf / [run](command:x) <b> `code` *a* _b_ \\ \u{202e}";
        let markdown = escaped(hostile);
        assert!(!markdown.starts_with('>') && !markdown.replace("\\[", "").contains('['), "{markdown}");
        assert_eq!(plain(&markdown), [hostile.replace('\u{202e}', "\u{fffd}")]);
    }

    #[test]
    fn markdown_becomes_plain_lines() {
        let lines = plain(
            "## Title\n\n**Bold** and `a*b` [text](./x.go) ![i](y)!\n```go\nfunc F() {}\n```\n- item\n\n",
        );
        assert_eq!(lines, ["Title", "", "Bold and a*b text (./x.go) i (y)!", "    func F() {}", "- item"]);
    }
}
