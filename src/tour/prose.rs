//! Converts untrusted text: from doc comments into markdown, and from markdown to the screen.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::model::is_unsafe;

/// The longest text that is shown, in bytes, because a screen draws it again and again.
const MAX_SHOWN: usize = 64 << 10;

/// Plain words as markdown that only shows them: it has no links (which could run commands of an editor), no HTML, no
/// `>>` line (which could run commands of a shell) and no control characters.
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
    &markdown[..markdown.floor_char_boundary(MAX_SHOWN)]
}

/// Markdown as lines of plain text for a screen: without emphasis, code marks and escapes, with links as `text
/// (target)` and with indented code. Line breaks, list marks and quote marks stay where the source has them. The
/// result has no unsafe characters. O(length).
pub fn plain(markdown: &str) -> Vec<String> {
    let source = shown(markdown);
    let parser = Parser::new_ext(source, Options::empty());
    let mut page = PlainLines::new(source);
    for (_, definition) in parser.reference_definitions().iter() {
        page.drop_lines(definition.span.clone());
    }
    let (mut is_code, mut targets) = (false, Vec::new());
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                page.put(range.start, &text, is_code);
            }
            Event::Code(text) => page.put(range.start, &text, false),
            Event::Rule => page.put(range.start, &source[range], false),
            Event::Start(Tag::CodeBlock(kind)) => {
                is_code = true;
                if matches!(kind, CodeBlockKind::Fenced(_)) {
                    page.drop_fences(range);
                }
            }
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Start(Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. }) => {
                let is_itself = matches!(link_type, LinkType::Autolink | LinkType::Email);
                targets.push(if is_itself { String::new() } else { format!(" ({dest_url})") });
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                page.put(range.end - 1, &targets.pop().unwrap_or_default(), false);
            }
            Event::End(TagEnd::Heading(_)) => page.drop_underline(range),
            _ => {}
        }
    }
    page.finished()
}

/// Lines of plain text. Line `i` has the text of line `i` of the source.
struct PlainLines<'s> {
    source: &'s str,
    /// The offset of the first byte of each line of the source.
    starts: Vec<usize>,
    lines: Vec<String>,
    is_dropped: Vec<bool>,
}

impl<'s> PlainLines<'s> {
    fn new(source: &'s str) -> Self {
        let ends = source.match_indices('\n').map(|(at, _)| at + 1);
        let starts: Vec<usize> = std::iter::once(0).chain(ends).collect();
        let n = starts.len();
        Self { source, starts, lines: vec![String::new(); n], is_dropped: vec![false; n] }
    }

    /// The line of a byte of the source, from 0.
    fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at) - 1
    }

    fn source_line(&self, line: usize) -> &'s str {
        let end = self.starts.get(line + 1).copied().unwrap_or(self.source.len());
        self.source[self.starts[line]..end].trim_end_matches(['\n', '\r'])
    }

    /// Appends text that begins at a byte of the source, line by line. The first text of a line comes after the list
    /// and quote marks of the line, or is indented as code.
    fn put(&mut self, at: usize, text: &str, is_code: bool) {
        let first = self.line_of(at);
        for (line, part) in (first..self.lines.len()).zip(text.split('\n')) {
            let part = part.trim_end_matches('\r');
            if self.lines[line].is_empty() && !part.is_empty() {
                let before = if line == first { at } else { self.starts[line] };
                let marks = marks(&self.source[self.starts[line]..before.max(self.starts[line])]);
                self.lines[line].push_str(if is_code { CODE_INDENT } else { marks });
            }
            if is_code {
                self.lines[line] += &part.replace('\t', "    ");
            } else {
                self.lines[line] += part;
            }
        }
    }

    fn drop_lines(&mut self, range: Range<usize>) {
        let first = self.line_of(range.start);
        let last = self.line_of(range.end.saturating_sub(1).max(range.start));
        self.is_dropped[first..=last].fill(true);
    }

    /// Drops the first line of a block of code, and the last line if it is a fence.
    fn drop_fences(&mut self, range: Range<usize>) {
        let (first, last) = (self.line_of(range.start), self.line_of(range.end.saturating_sub(1)));
        let text = self.source_line(last).trim_start_matches([' ', '\t', '>']);
        self.is_dropped[first] = true;
        self.is_dropped[last] |= text.starts_with("```") || text.starts_with("~~~");
    }

    /// Drops the line of `===` or `---` below a heading.
    fn drop_underline(&mut self, range: Range<usize>) {
        let last = self.line_of(range.end.saturating_sub(1));
        let is_underline = last > self.line_of(range.start) && self.lines[last].is_empty();
        self.is_dropped[last] |= is_underline;
    }

    fn finished(self) -> Vec<String> {
        let kept = self.lines.into_iter().zip(self.is_dropped).filter(|(_, is_dropped)| !is_dropped);
        let mut lines: Vec<String> = kept.map(|(line, _)| line.chars().map(safe).collect()).collect();
        while lines.last().is_some_and(|line| line.trim().is_empty()) {
            lines.pop();
        }
        lines
    }
}

/// The indent of each line of code.
const CODE_INDENT: &str = "    ";

/// The blanks and the list and quote marks at the start of a line.
fn marks(line: &str) -> &str {
    let mut end = 0;
    loop {
        let rest = &line[end..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '>']).len();
        let rest = &rest[blank..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let mark = match &rest.as_bytes()[digits..] {
            [b'.' | b')', b' ' | b'\t', ..] if digits > 0 => digits + 1,
            [b'-' | b'+' | b'*', b' ' | b'\t', ..] if digits == 0 => 1,
            _ => return &line[..end + blank],
        };
        end += blank + mark;
    }
}

/// Replaces a character that is unsafe on a screen.
fn safe(c: char) -> char {
    match c {
        '\t' | '\u{a0}' => ' ',
        c if is_unsafe(c) => '\u{fffd}',
        c => c,
    }
}

/// The parts of a markdown or plain text that are code: fenced and indented lines, and words between backticks.
pub(super) fn code_of(text: &str) -> impl Iterator<Item = &str> {
    let mut is_fenced = false;
    text.lines().flat_map(move |line| {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            return Vec::new();
        }
        let is_code = is_fenced || line.starts_with("    ") || line.starts_with('\t');
        if is_code { vec![line] } else { line.split('`').skip(1).step_by(2).collect() }
    })
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
            ("> a *quote*\n> of two\n\n>> npm run x", "> a quote\n> of two\n\n>> npm run x"),
            ("Title\n=====\n1. one\n2) `a\tb` <br> <https://x.y>", "Title\n1. one\n2) a b <br> https://x.y"),
            (
                "[a][r] and [b]\n\n[r]: https://x.y\n~~~\n# code\n\n- `x`",
                "a (https://x.y) and [b]\n\n    # code\n\n    - `x`",
            ),
            ("a\r\n```\r\nx\r\n```\r\nb\\\nc  \n***d***", "a\n    x\nb\nc\nd"),
        ] {
            assert_eq!(plain(markdown).join("\n"), expected, "{markdown}");
        }
    }
}
