//! The patterns of steps: JavaScript's regular expressions with the flag `m`.

use fancy_regex::RegexBuilder;

use super::javascript;

/// The result of a search for a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PatternMatch {
    /// The line of the first match, from 1.
    Line(u32),
    None,
    /// The pattern was not searched for this reason. Holds the first line that contains it as plain text, if one does.
    Unread(&'static str, Option<u32>),
}

/// The largest memory of a compiled pattern, in bytes, because tour files come from others.
const MAX_COMPILED: usize = 1 << 20;

/// The most alternatives that one search tries, because backtracking may take exponential time.
const MAX_BACKTRACKS: usize = 5_000_000;

/// The longest pattern that is searched, in bytes, because the time of the search grows with it.
const MAX_PATTERN: usize = 1_000;

/// The byte order mark, which editors take off a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Finds the first match of `pattern` in `text`.
pub(super) fn first_match(text: &[u8], pattern: &str) -> PatternMatch {
    if pattern.len() > MAX_PATTERN {
        return PatternMatch::Unread("its pattern is too long", None);
    }
    let unread = |why| PatternMatch::Unread(why, find(text, pattern.as_bytes()).map(|at| line_of(text, at)));
    let Some(translated) = javascript::translated(pattern) else {
        return unread("its pattern is no regular expression of JavaScript");
    };
    let mut builder = RegexBuilder::new(&translated);
    let builder = builder.multi_line(true).crlf(true).delegate_size_limit(MAX_COMPILED);
    let rows = String::from_utf8_lossy(text.strip_prefix(MARK).unwrap_or(text));
    match builder.backtrack_limit(MAX_BACKTRACKS).build().and_then(|regex| regex.find(&*rows)) {
        Ok(None) => PatternMatch::None,
        Ok(Some(found)) => PatternMatch::Line(line_of(rows.as_bytes(), found.start())),
        Err(_) => unread("its pattern takes too long"),
    }
}

/// A pattern whose first match is this line. None if an equal line comes before it, or if the line is empty or unsafe
/// to show.
pub(super) fn of_line(text: &[u8], line: u32) -> Option<String> {
    let start = line_start(text, line)?;
    let whole = text[start..].split(|&b| b == b'\n').next().unwrap_or_default();
    let whole = std::str::from_utf8(whole).ok()?.trim_end();
    // A person could not read a pattern with characters that must not reach a terminal.
    if whole.trim().is_empty() || whole.chars().any(|c| c != '\t' && crate::model::is_unsafe(c)) {
        return None;
    }
    let first = text.split(|&b| b == b'\n').position(|row| row.starts_with(whole.as_bytes()))?;
    (first + 1 == line as usize).then(|| format!("^{}", escaped(whole)))
}

/// Literal text as a pattern that JavaScript and our engine read alike.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '^' | '$' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/'
        ) {
            out.push('\\');
        }
        if c == '\t' { out.push_str("\\t") } else { out.push(c) }
    }
    out
}

/// The line, from 1, of a byte offset.
pub(super) fn line_of(text: &[u8], at: usize) -> u32 {
    text[..at.min(text.len())].split(|&b| b == b'\n').count() as u32
}

/// The byte offset of the start of a line. None if there is no such line.
fn line_start(text: &[u8], line: u32) -> Option<usize> {
    match line {
        0 => None,
        1 => Some(0),
        n => text.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(n as usize - 2).map(|(at, _)| at + 1),
    }
}

/// The number of lines, including a last one without a line feed.
pub(super) fn lines(text: &[u8]) -> u32 {
    match text.last() {
        None => 0,
        Some(b'\n') => line_of(text, text.len()) - 1,
        Some(_) => line_of(text, text.len()),
    }
}

/// The offset of the first `needle` in `text`.
pub(super) fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len().max(1)).position(|window| window == needle)
}
