//! Strangers' words: from doc comments into markdown, and from markdown onto a screen.

use crate::model::is_unsafe;

/// Longest text that is shown, in bytes: nobody reads further, and a screen draws it again and again.
const MOST_SHOWN: usize = 64 << 10;

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
        let shown = if fenced { format!("    {}", line.replace('\t', "    ")) } else { plain_line(line) };
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
    let (mut in_code, mut emphasis) = (false, None);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if !in_code && chars.peek().is_some_and(|(_, next)| next.is_ascii_punctuation()) => {
                out.extend(chars.next().map(|(_, next)| next));
            }
            '`' => in_code = !in_code,
            '*' if !in_code && (line[at + 1..].starts_with('*') || line[..at].ends_with('*')) => {}
            '*' | '_' if !in_code && emphasis == Some(c) && ends_emphasis(line, at) => emphasis = None,
            '*' | '_' if !in_code && emphasis.is_none() && begins_emphasis(line, at, c) => emphasis = Some(c),
            '&' if !in_code && entity(&line[at..]).is_some() => {
                let (name, meant) = entity(&line[at..]).unwrap_or(("&", '&'));
                chars.by_ref().take(name.len() - 1).for_each(drop);
                out.push(meant);
            }
            // `](` ends a link's text: the target follows in parentheses, which is how it is shown.
            '!' if !in_code && line[at + 1..].starts_with('[') && line[at..].contains("](") => {}
            '[' if !in_code && line[at..].contains("](") => {}
            ']' if !in_code && line[at + 1..].starts_with('(') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Whether a mark stands before a word, with another one like it behind a word further on.
fn begins_emphasis(line: &str, at: usize, mark: char) -> bool {
    let rest = &line[at + 1..];
    !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == mark)
        && rest.starts_with(|c: char| !c.is_whitespace() && c != mark)
        && rest.match_indices(mark).any(|(end, _)| ends_emphasis(line, at + 1 + end))
}

/// Whether a mark stands behind a word.
fn ends_emphasis(line: &str, at: usize) -> bool {
    line[..at].ends_with(|c: char| !c.is_whitespace() && c != '\\')
        && !line[at + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The HTML entity at the beginning of a text.
fn entity(text: &str) -> Option<(&'static str, char)> {
    const NAMES: [(&str, char); 6] =
        [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&quot;", '"'), ("&#39;", '\''), ("&nbsp;", ' ')];
    NAMES.into_iter().find(|(name, _)| text.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for (markdown, expected) in [
            ("*etcd* and _it_, snake_case_x 2 * 3 * 4", "etcd and it, snake_case_x 2 * 3 * 4"),
            ("&lt;b&gt; &amp;lt; `&lt;`", "<b> &lt; &lt;"),
            ("- one\n  - two\n    - *three*", "- one\n  - two\n    - three"),
            ("* one *x* a*b\n```\nif x {\n\ty()\n```", "* one x a*b\n    if x {\n        y()"),
            ("\\*x\\* *x\\*", "*x* *x*"),
        ] {
            assert_eq!(plain(markdown).join("\n"), expected, "{markdown}");
        }
    }
}
