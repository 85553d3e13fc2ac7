//! The patterns of steps: JavaScript regular expressions, read as far as a safe engine can.

use regex::bytes::RegexBuilder;

/// The result of looking for a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Match {
    /// Line of the first match, from 1.
    Line(u32),
    None,
    /// The pattern is neither one that our engine takes nor literal text of the file.
    Unknown,
}

/// Memory that a compiled pattern may take, in bytes: tour files are strangers' input.
const MAX_COMPILED: usize = 1 << 20;

/// Longest pattern that is looked for, in bytes: the time that it takes grows with it.
const MAX_PATTERN: usize = 1_000;

/// The line of the first match of `pattern` in `text`. A pattern that cannot be compiled (look-around, a back
/// reference) is looked for as literal text.
pub(super) fn first_match(text: &[u8], pattern: &str) -> Match {
    if pattern.len() > MAX_PATTERN {
        return Match::Unknown;
    }
    match RegexBuilder::new(pattern).multi_line(true).size_limit(MAX_COMPILED).build() {
        Ok(regex) => regex.find(text).map_or(Match::None, |found| Match::Line(line_of(text, found.start()))),
        Err(_) => find(text, pattern.as_bytes()).map_or(Match::Unknown, |at| Match::Line(line_of(text, at))),
    }
}

/// A pattern that finds exactly this line first; `None` when the same line stands further up, or is empty.
pub(super) fn of_line(text: &[u8], line: u32) -> Option<String> {
    let start = line_start(text, line)?;
    let whole = text[start..].split(|&b| b == b'\n').next().unwrap_or_default();
    let whole = std::str::from_utf8(whole).ok()?.trim_end();
    // A pattern with characters that a terminal must not see is not for people.
    if whole.trim().is_empty() || whole.chars().any(|c| c != '\t' && crate::model::is_unsafe(c)) {
        return None;
    }
    let pattern = format!("^{}", escaped(whole));
    (first_match(text, &pattern) == Match::Line(line)).then_some(pattern)
}

/// Literal text as a pattern that JavaScript and we read alike.
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

/// The line, from 1, that a byte offset lies in.
pub(super) fn line_of(text: &[u8], at: usize) -> u32 {
    text[..at.min(text.len())].split(|&b| b == b'\n').count() as u32
}

/// The start of a line, in bytes.
fn line_start(text: &[u8], line: u32) -> Option<usize> {
    match line {
        0 => None,
        1 => Some(0),
        n => text.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(n as usize - 2).map(|(at, _)| at + 1),
    }
}

/// Number of lines; a last one without a line feed counts.
pub(super) fn lines(text: &[u8]) -> u32 {
    match text.last() {
        None => 0,
        Some(b'\n') => line_of(text, text.len()) - 1,
        Some(_) => line_of(text, text.len()),
    }
}

/// The first place of `needle` in `text`.
pub(super) fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len().max(1)).position(|window| window == needle)
}
