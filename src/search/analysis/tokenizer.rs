//! Words: how identifiers, paths and prose fall into the units that are searched for.
//!
//! An identifier is cut where its case, its digits and its separators say so: `parseHTTPHeader2` is `parse`, `http`,
//! `header`, `2`. What the index holds of a word is its stem (Snowball's English one), and of an identifier of several
//! words also the whole in lower case, so that `addroute` finds `addRoute`.

/// Longest word that is kept, in bytes; what is longer is data, not a word.
pub(crate) const MAX_WORD: usize = 40;

/// What a character is to the splitter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Lower,
    Upper,
    Digit,
    Other,
}

fn class(c: char) -> Class {
    match c {
        'a'..='z' => Class::Lower,
        'A'..='Z' => Class::Upper,
        '0'..='9' => Class::Digit,
        _ if c.is_ascii() => Class::Other,
        _ if c.is_uppercase() => Class::Upper,
        _ if c.is_numeric() => Class::Digit,
        _ if c.is_alphabetic() => Class::Lower,
        _ => Class::Other,
    }
}

/// Calls `visit` for every part of `text`, in order and as written. O(length).
///
/// Cuts between lower and upper case (`addRoute`), before the last capital of an acronym (`HTTPServer`), around digits
/// (`utf8`), and at everything that is neither letter nor digit. An acronym keeps one small letter that ends it, as in
/// `IDs` and `IPv4`.
pub fn split<'t>(text: &'t str, mut visit: impl FnMut(&'t str)) {
    let mut start = 0;
    let mut before = Class::Other;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let now = class(c);
        let next = chars.peek().map_or(Class::Other, |&(_, c)| class(c));
        let cut = match (before, now) {
            (Class::Other, _) | (_, Class::Other) | (Class::Lower, Class::Upper) => true,
            (Class::Upper, Class::Upper) => {
                next == Class::Lower && {
                    let mut ahead = chars.clone();
                    ahead.next();
                    ahead.peek().is_some_and(|&(_, c)| class(c) == Class::Lower)
                }
            }
            (a, b) => (a == Class::Digit) != (b == Class::Digit),
        };
        if cut {
            if before != Class::Other {
                visit(&text[start..at]);
            }
            start = at;
        }
        before = now;
    }
    if before != Class::Other {
        visit(&text[start..]);
    }
}

/// The parts of a text in lower case. O(length).
#[must_use]
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    split(text, |part| parts.push(part.to_lowercase()));
    parts
}

// In order of bytes.
// In order of bytes.
// In order of bytes.
/// Whether a word is written as names of environment variables are.
pub(crate) fn is_variable(word: &str) -> bool {
    /// Shorter ones are mostly abbreviations that prose has, too.
    const LEAST: usize = 4;
    let is_of_name = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    word.len() >= LEAST && word.bytes().all(is_of_name) && word.starts_with(|c: char| c.is_ascii_uppercase())
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
            ("日本語", "日本語"),
            ("", ""),
            ("__..//", ""),
        ] {
            assert_eq!(parts(text).join(" "), expect, "{text}");
        }
    }
}
