//! Cuts ASCII into pieces by the rules of the published patterns, ten times as fast as an expression does.
//!
//! Most code is ASCII. Where a rule would have to look at another character, nothing is decided here, and the pattern
//! itself cuts.

/// A published pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PublishedPattern {
    O200k,
    Cl100k,
}

/// Suffixes that a pattern keeps together, behind an apostrophe, in any case.
const CONTRACTIONS: [&[u8]; 7] = [b"s", b"t", b"re", b"ve", b"m", b"ll", b"d"];

/// The length of the first piece of a text that is not empty; `None` where that depends on a character that is not ASCII.
/// O(piece).
pub(super) fn first_piece(pattern: PublishedPattern, text: &[u8]) -> Option<usize> {
    let first = *text.first()?;
    if !first.is_ascii() {
        return None;
    }
    // A word, with a character before it that is no letter, number or line end.
    let prefix = usize::from(!first.is_ascii_alphanumeric() && !matches!(first, b'\r' | b'\n'));
    if pattern == PublishedPattern::Cl100k
        && first == b'\''
        && let length @ 1.. = contraction(text, 0)?
    {
        return Some(length);
    }
    if !is_ascii_at(text, prefix) {
        return None;
    }
    if text.get(prefix).is_some_and(u8::is_ascii_alphabetic) {
        return word(pattern, text, prefix);
    }
    if first.is_ascii_digit() {
        let end = run(text, 0, 3, |byte| byte.is_ascii_digit())?;
        return Some(end);
    }
    let is_mark = |byte: u8| !byte.is_ascii_alphanumeric() && !is_blank(byte);
    let blank = usize::from(first == b' ');
    let end = run(text, blank, usize::MAX, is_mark)?;
    if end > blank {
        let may_end =
            |byte| matches!(byte, b'\r' | b'\n') || byte == b'/' && pattern == PublishedPattern::O200k;
        return run(text, end, usize::MAX, may_end);
    }
    let end = run(text, 0, usize::MAX, is_blank)?;
    let last_line = text[..end].iter().rposition(|byte| matches!(byte, b'\r' | b'\n'));
    Some(match last_line {
        Some(last) => last + 1,
        // Of blanks before something, the last belongs to that.
        None if end < text.len() && end > 1 => end - 1,
        None => end,
    })
}

/// The end of the word that begins at `at`, behind one other character or none.
fn word(pattern: PublishedPattern, text: &[u8], at: usize) -> Option<usize> {
    if pattern == PublishedPattern::Cl100k {
        return run(text, at, usize::MAX, |byte| byte.is_ascii_alphabetic());
    }
    let end = run(text, at, usize::MAX, |byte| byte.is_ascii_uppercase())?;
    let end = run(text, end, usize::MAX, |byte| byte.is_ascii_lowercase())?;
    Some(end + contraction(text, end)?)
}

/// The length of the contraction at `at`, 0 without one.
fn contraction(text: &[u8], at: usize) -> Option<usize> {
    if text.get(at) != Some(&b'\'') {
        return Some(0);
    }
    // Letters of other alphabets count as some of these in lower case.
    if !is_ascii_at(text, at + 1) {
        return None;
    }
    let has = |suffix: &&&[u8]| {
        let found = text.get(at + 1..at + 1 + suffix.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(suffix))
    };
    Some(CONTRACTIONS.iter().find(has).map_or(0, |suffix| 1 + suffix.len()))
}

/// The end of the run of characters of one kind that begins at `from`, `most` at most.
fn run(text: &[u8], from: usize, most: usize, is_of: impl Fn(u8) -> bool) -> Option<usize> {
    let length = text[from..].iter().take(most).take_while(|&&byte| byte.is_ascii() && is_of(byte)).count();
    let end = from + length;
    (length == most || is_ascii_at(text, end)).then_some(end)
}

/// Returns whether the text ends at a place or has an ASCII character there.
fn is_ascii_at(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(u8::is_ascii)
}

/// White space as patterns mean it.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}
