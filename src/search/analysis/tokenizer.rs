//! Tokenizer: how identifiers, paths and prose are split into the units that the index stores.
//!
//! An identifier is cut at changes of case, at digits and at separators: `parseHTTPHeader2` is `parse`, `http`,
//! `header`, `2`. The index stores the stem of each part (Snowball's English stemmer) and, for an identifier of
//! several parts, the whole in lower case, so that `addroute` finds `addRoute`.

/// Longest word that is kept, in bytes; what is longer is data, not a word.
pub(crate) const MAX_WORD: usize = 40;

/// The class of a character for the splitter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharClass {
    Lower,
    Upper,
    Digit,
    /// A character of a script without blanks between words.
    Unspaced,
    Other,
}

fn class(c: char) -> CharClass {
    match c {
        'a'..='z' => CharClass::Lower,
        'A'..='Z' => CharClass::Upper,
        '0'..='9' => CharClass::Digit,
        _ if c.is_ascii() => CharClass::Other,
        _ if is_unspaced(c) => CharClass::Unspaced,
        _ if c.is_uppercase() => CharClass::Upper,
        _ if c.is_numeric() => CharClass::Digit,
        _ if c.is_alphabetic() => CharClass::Lower,
        _ => CharClass::Other,
    }
}

/// Returns whether a character is Chinese, Japanese or Korean.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

/// Calls `visit` for every two neighbours of a run, or for the one character that it has.
fn pairs<'t>(run: &'t str, mut visit: impl FnMut(&'t str)) {
    let starts: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
    match starts.as_slice() {
        [_, _] => visit(run),
        starts => starts.windows(3).for_each(|of| visit(&run[of[0]..of[2]])),
    }
}

/// Calls `visit` for every part of `text`, in order and as written. O(length).
///
/// Text of a script without blanks between words falls into overlapping pairs of characters, as usual where no
/// dictionary cuts it (Lucene's `CJKBigramFilter`).
///
/// Cuts between lower and upper case (`addRoute`), before the last capital of an acronym (`HTTPServer`), around digits
/// (`utf8`), and at everything that is neither letter nor digit. An acronym keeps one small letter that ends it, as in
/// `IDs` and `IPv4`.
pub fn split<'t>(text: &'t str, mut visit: impl FnMut(&'t str)) {
    let mut start = 0;
    let mut before = CharClass::Other;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let now = class(c);
        let next = chars.peek().map_or(CharClass::Other, |&(_, c)| class(c));
        let cut = match (before, now) {
            (CharClass::Other, _) | (_, CharClass::Other) | (CharClass::Lower, CharClass::Upper) => true,
            (CharClass::Upper, CharClass::Upper) => {
                next == CharClass::Lower && {
                    let mut ahead = chars.clone();
                    ahead.next();
                    ahead.peek().is_some_and(|&(_, c)| class(c) == CharClass::Lower)
                }
            }
            (a, b) => [CharClass::Digit, CharClass::Unspaced].iter().any(|&own| (a == own) != (b == own)),
        };
        if cut {
            match before {
                CharClass::Other => {}
                CharClass::Unspaced => pairs(&text[start..at], &mut visit),
                _ => visit(&text[start..at]),
            }
            start = at;
        }
        before = now;
    }
    match before {
        CharClass::Other => {}
        CharClass::Unspaced => pairs(&text[start..], &mut visit),
        _ => visit(&text[start..]),
    }
}

/// A word in a form that is equal for all spellings in capital and small letters: `GRÖSSE` and `Größe` are one. It
/// goes by way of capitals, as an approximation of Unicode's full case folding.
fn folded(word: &str) -> String {
    if word.is_ascii() { word.to_ascii_lowercase() } else { word.to_uppercase().to_lowercase() }
}

/// The parts of a text in lower case. O(length).
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    split(text, |part| parts.push(folded(part)));
    parts
}

/// Returns whether a word is written as names of environment variables are.
pub(crate) fn is_variable(word: &str) -> bool {
    /// Shorter words are mostly abbreviations, which prose uses, too.
    const MIN_LENGTH: usize = 4;
    let is_of_name = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    word.len() >= MIN_LENGTH
        && word.bytes().all(is_of_name)
        && word.starts_with(|c: char| c.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_fall_into_their_words() {
        for (text, expect) in [
            ("addRoute", "add route"),
            ("HTTPServer", "http server"),
            ("parseHTTPHeader2", "parse http header 2"),
            ("snake_case-kebab.dot/slash", "snake case kebab dot slash"),
            ("utf8", "utf 8"),
            ("sha256Sum", "sha 256 sum"),
            ("userIDs", "user ids"),
            ("URLsByHost", "urls by host"),
            ("IPv4Addr", "ipv 4 addr"),
            ("X", "x"),
            ("NewÄrger", "new ärger"),
            ("日本語", "日本 本語"),
            ("read読み込むFile", "read 読み み込 込む file"),
            ("圧", "圧"),
            ("GRÖSSE Größe", "grösse grösse"),
            ("", ""),
            ("__..//", ""),
        ] {
            assert_eq!(parts(text).join(" "), expect, "{text}");
        }
    }
}
