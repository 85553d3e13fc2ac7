//! The patterns of steps. They are JavaScript regular expressions with the flag `m`, and are read as such: `$` stands
//! before a carriage return, `\d` and `\w` mean ASCII, and there is look-around. If that takes too long, or a pattern or
//! text is none of JavaScript's, an engine with linear time reads them in its own way.

use super::backtracking;
use regex::bytes::RegexBuilder;

/// The result of a search for a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PatternMatch {
    /// The line of the first match, from 1.
    Line(u32),
    None,
    /// The pattern is neither supported by our engine nor literal text of the file.
    Unknown,
}

/// The largest memory of a compiled pattern, in bytes, because tour files come from others.
const MAX_COMPILED: usize = 1 << 20;

/// The longest pattern that is searched, in bytes, because the time of the search grows with it.
const MAX_PATTERN: usize = 1_000;

/// Finds the first match of `pattern` in `text`. A pattern that no engine can read is searched as literal text.
pub(super) fn first_match(text: &[u8], pattern: &str) -> PatternMatch {
    if pattern.len() > MAX_PATTERN {
        return PatternMatch::Unknown;
    }
    let line = |at: usize| PatternMatch::Line(line_of(text, at));
    if let Ok(Ok(found)) = std::str::from_utf8(text).map(|text| backtracking::find(text, pattern)) {
        return found.map_or(PatternMatch::None, line);
    }
    match RegexBuilder::new(pattern).multi_line(true).crlf(true).size_limit(MAX_COMPILED).build() {
        Ok(regex) => regex.find(text).map_or(PatternMatch::None, |found| line(found.start())),
        Err(_) => find(text, pattern.as_bytes()).map_or(PatternMatch::Unknown, line),
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
