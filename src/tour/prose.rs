//! Strangers' words: from doc comments into markdown, and from markdown onto a screen.

use crate::model::is_unsafe;

/// Longest paragraph that is taken over, in characters.
const MOST_CHARS: usize = 600;

/// Longest text that is shown, in bytes: nobody reads on, and a screen draws it again and again.
const MOST_SHOWN: usize = 64 << 10;

/// The first paragraph of a doc comment as one line of plain words; empty when it has none. Where it announces what is not
/// taken over, a list, code or what follows its colon, ` …` says so.
pub(super) fn first_paragraph(comment: &[u8]) -> String {
    let text = String::from_utf8_lossy(comment);
    let mut words: Vec<&str> = Vec::new();
    let (mut ended, mut cut) = (false, false);
    for line in text.lines().map(str::trim).filter(|line| !is_directive(line)) {
        let said = line.strip_prefix("//").or_else(|| line.strip_prefix("/*")).unwrap_or(line);
        // Godoc's code, which would run into one line with the sentence before it, as a list would.
        let is_code = line.starts_with("//") && (said.starts_with('\t') || said.starts_with("    "));
        let said = said.strip_suffix("*/").unwrap_or(said).trim();
        // A line of a block comment may begin with a star of its own.
        let said = said.strip_prefix("* ").unwrap_or(said);
        if said.is_empty() || said == "*" {
            ended = !words.is_empty();
            if ended && !words.last().is_some_and(|word| word.ends_with(':')) {
                break;
            }
        } else if ended || !words.is_empty() && (is_code || said.starts_with("- ")) {
            cut = true;
            break;
        } else {
            words.extend(said.split_whitespace());
        }
    }
    let whole = words.join(" ") + if cut { " …" } else { "" };
    match whole.char_indices().nth(MOST_CHARS) {
        None => whole,
        Some((cut, _)) => {
            let end = whole[..cut].rfind(' ').unwrap_or(cut);
            format!("{} …", &whole[..end])
        }
    }
}

/// Whether a line of a comment speaks to a tool, as `//go:noinline` and `//nolint` do, and not to a reader: no blank stands
/// before its first word. (Go's `go/ast` has the rule; `nolint` and old build lines are outside of it.)
fn is_directive(line: &str) -> bool {
    let Some(said) = line.strip_prefix("//") else { return false };
    let word = said.split([' ', '\t']).next().unwrap_or(said);
    if matches!(word, "line" | "extern" | "export" | "nolint") {
        return true;
    }
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let for_tool = word.split_once(':').is_some_and(|(tool, what)| {
        !tool.is_empty() && tool.bytes().all(is_plain) && what.bytes().next().is_some_and(is_plain)
    });
    for_tool || said.trim_start().starts_with("+build ")
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

/// What a text begins with that stands for a sign which means something in HTML.
fn entity(text: &str) -> Option<(&'static str, char)> {
    const NAMES: [(&str, char); 6] =
        [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&quot;", '"'), ("&#39;", '\''), ("&nbsp;", ' ')];
    NAMES.into_iter().find(|(name, _)| text.starts_with(name))
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
            ("// F has the format:\n//\n//\t{a}\n", "F has the format: …"),
            ("// F has the format:\n//\t{a}\n", "F has the format: …"),
            ("// F is as follows:\n//", "F is as follows:"),
            ("//revive:disable-next-line:unexported-return x\n// F is.", "F is."),
            ("// F is\n//nolint:errcheck // why\n//lint:ignore U1000 x\n// one.", "F is one."),
            ("// +build linux\n//go:build linux\n//nolint\n//export F\n// F is.", "F is."),
            ("//F is. http://a:b\n// note: this", "F is. http://a:b note: this"),
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
