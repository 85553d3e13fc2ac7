//! Finds the comments that document a declaration, as go/doc does.

use super::scan::Scanner;
use super::walk::SyntaxCursor;

/// Collects comments on adjacent lines while the members of a declaration list are visited.
///
/// It follows go/parser: a group documents the member that begins on the line after its last (`leadComment`), and a
/// comment that begins on the line on which a member ends belongs to that member (`lineComment`) and to no group.
#[derive(Default)]
pub(super) struct DocComments {
    group: Option<CommentGroup>,
    /// The line on which the last member ended.
    member_end: u32,
}

struct CommentGroup {
    start: usize,
    end: usize,
    last_line: u32,
}

impl DocComments {
    /// Takes the comment at `at`. Returns its range if it belongs to the last member.
    pub(super) fn comment(&mut self, at: &SyntaxCursor<'_>) -> Option<[usize; 2]> {
        let (start, end, line, last_line) = (at.start(), at.end(), at.line(), at.end_line());
        if line == self.member_end {
            return Some([start, end]);
        }
        match &mut self.group {
            Some(group) if line <= group.last_line + 1 => {
                group.end = end;
                group.last_line = last_line;
            }
            group => *group = Some(CommentGroup { start, end, last_line }),
        }
        None
    }

    /// The comments directly above a member that begins on `line`.
    pub(super) fn above(&mut self, line: u32) -> Option<[usize; 2]> {
        let group = self.group.take()?;
        (group.last_line + 1 == line).then_some([group.start, group.end])
    }

    /// Notes that a member was visited that ended on `line`.
    pub(super) fn member_ended(&mut self, line: u32) {
        self.group = None;
        self.member_end = line;
    }
}

/// The beginning of the paragraph that says so, as Go's tools expect it.
pub(super) const DEPRECATED: &[u8] = b"Deprecated:";

/// Returns whether a doc comment says that its symbol is deprecated.
pub(super) fn says_deprecated(doc: &[u8]) -> bool {
    let is_mark = |b: &u8| matches!(b, b'/' | b'*' | b' ' | b'\t');
    doc.split(|&b| b == b'\n').any(|line| {
        line.iter().position(|b| !is_mark(b)).is_some_and(|at| line[at..].starts_with(DEPRECATED))
    })
}

/// The part of a comment group that is prose, without directives (`//go:noinline`, `//nolint`) and empty lines at
/// either end. Empty if nothing is left. A directive between lines of prose stays, because a range has no holes.
pub(super) fn prose(source: &[u8], group: [usize; 2]) -> [u32; 2] {
    let [mut start, mut end] = group;
    loop {
        let text = &source[start..end];
        let first = text.iter().position(|&b| b == b'\n').map_or(end, |n| start + n + 1);
        let last = text.iter().rposition(|&b| b == b'\n').map_or(start, |n| start + n + 1);
        if has_no_prose(&source[start..first]) {
            start = first;
        } else if has_no_prose(&source[last..end]) {
            end = last - usize::from(last > start);
        } else {
            break;
        }
        if start >= end {
            return [0, 0];
        }
    }
    end -= source[start..end].iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
    [start as u32, end as u32]
}

/// Returns whether the last comment of an example's body states its output, so that `go test` runs the example
/// (go/doc's rule). O(length).
pub(super) fn states_output(body: &[u8]) -> bool {
    let mut scanner = Scanner::new(body);
    let (mut at, mut last) = (0, &b""[..]);
    while let Some(token) = scanner.next() {
        let between = body[at..token.start].trim_ascii();
        last = if between.is_empty() { last } else { between };
        at = token.end;
    }
    // An empty line separates two groups of comments.
    let mut group = &b""[..];
    for line in last.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).rev() {
        match line.strip_prefix(b"//").or_else(|| line.strip_prefix(b"/*")) {
            _ if line.is_empty() => break,
            Some(text) if text.trim_ascii().is_empty() => {}
            text => group = text.unwrap_or(line).trim_ascii_start(),
        }
    }
    let starts =
        |text: &[u8], word: &[u8]| text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word));
    let unordered = b"unordered ";
    starts(if starts(group, unordered) { &group[unordered.len()..] } else { group }, b"output:")
}

/// Returns whether a comment line contains no prose.
fn has_no_prose(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let Some(text) = line.strip_prefix(b"//") else { return line.is_empty() };
    text.is_empty() || is_directive(text)
}

/// Returns whether a `//` comment is a directive: by go/ast's rule, in an older form, or for a linter.
fn is_directive(text: &[u8]) -> bool {
    const OLD: [&[u8]; 5] = [b"line ", b"extern ", b"export ", b"nolint", b" +build "];
    if OLD.iter().any(|prefix| text.starts_with(prefix)) {
        return true;
    }
    let is_word = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let word = text.iter().take_while(|b| is_word(b)).count();
    word > 0 && text.get(word) == Some(&b':') && text.get(word + 1).is_some_and(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_run_when_its_last_comments_say_what_it_prints() {
        for (body, is_run) in [
            ("{ f() // Output: 1\n}", true),
            ("{\n\tf()\n\t// Output:\n\t// 1\n\t// 2\n}", true),
            ("{\n\tf()\n\n\t//\n\t// unordered OUTPUT: 1\n}", true),
            ("{ f() /* Output: 1 */ }", true),
            ("{ if f() {\n// Output: 1\n} }", true),
            ("{ f() }", false),
            ("{\n\t// Output: 1\n\tf()\n}", true),
            ("{\n\t// Output: 1\n\tf()\n\t// and so on\n}", false),
            ("{\n\tf()\n\t// Output: 1\n\n\t// and so on\n}", false),
            ("{\n\tf()\n\t// It says\n\t// Output: 1\n}", false),
            (r#"{ f("// Output: 1") }"#, false),
            ("{ // Output: 1", false),
            ("", false),
        ] {
            assert_eq!(states_output(body.as_bytes()), is_run, "{body:?}");
        }
    }

    #[test]
    fn directives_and_empty_lines_are_not_prose() {
        let cases = [
            ("// F runs.", "// F runs."),
            ("// F runs.\n//\n//go:noinline", "// F runs."),
            ("//go:noinline\n// F runs.\r\n", "// F runs."),
            ("//nolint:gocyclo // long\n", ""),
            ("//export F", ""),
            ("// F runs.\n//go:build x\n// Fast.", "// F runs.\n//go:build x\n// Fast."),
            ("// http://x", "// http://x"),
            ("/* F runs.\n */", "/* F runs.\n */"),
            ("//", ""),
        ];
        for (comment, expected) in cases {
            let [start, end] = prose(comment.as_bytes(), [0, comment.len()]);
            assert_eq!(&comment[start as usize..end as usize], expected, "{comment:?}");
        }
    }
}
