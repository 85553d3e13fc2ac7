//! Words: how identifiers, paths and prose fall into the units that are searched for.
//!
//! An identifier is cut where its case, its digits and its separators say so: `parseHTTPHeader2` is `parse`, `http`,
//! `header`, `2`. What the index holds of a word is its stem (Snowball's English one), and of an identifier of several
//! words also the whole in lower case, so that `addroute` finds `addRoute`.

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

/// Longest word that is kept, in bytes; what is longer is data, not a word.
pub(super) const MAX_WORD: usize = 40;

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

/// The stem of a word in lower case.
#[must_use]
pub fn stem(word: &str) -> String {
    // Snowball's rules are about English letters; digits and other scripts are their own stems.
    if word.len() > MAX_WORD || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    Stemmer::create(Algorithm::English).stem(word).into_owned()
}

/// What the index holds of one identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Terms {
    /// Lower-case parts, unstemmed.
    pub(super) words: Vec<Box<str>>,
    /// The stems of the parts, blanks between, and the whole when there are several parts.
    pub(super) text: Box<str>,
    /// How often it was asked for, and how often as a name.
    uses: u32,
    names: u32,
}

/// Identifiers already cut and stemmed: a tree has few distinct ones and uses them all over.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    known: FxHashMap<Box<str>, Terms>,
    stems: FxHashMap<Box<str>, Box<str>>,
}

impl Lexicon {
    /// The terms of an identifier or a word of prose.
    pub(super) fn terms(&mut self, text: &str) -> &Terms {
        let terms = self.entry(text);
        terms.uses += 1;
        terms
    }

    /// The terms of a symbol's name.
    pub(super) fn named(&mut self, text: &str) -> &Terms {
        let terms = self.entry(text);
        terms.uses += 1;
        terms.names += 1;
        terms
    }

    fn entry(&mut self, text: &str) -> &mut Terms {
        // Looked up twice on a miss only: an entry by owned key would copy the text of every hit.
        if !self.known.contains_key(text) {
            let terms = self.cut(text);
            self.known.insert(text.into(), terms);
        }
        self.known.get_mut(text).expect("it was just put there")
    }

    /// Every word met, how many names have it and how often it was met; in order of the word.
    pub(super) fn counts(&self) -> Vec<(&str, u32, u32)> {
        let mut counts: FxHashMap<&str, (u32, u32)> = FxHashMap::default();
        for terms in self.known.values() {
            for word in &terms.words {
                let count = counts.entry(word).or_default();
                count.0 += terms.names;
                count.1 += terms.uses;
            }
        }
        let mut counts: Vec<_> =
            counts.into_iter().map(|(word, (names, uses))| (word, names, uses)).collect();
        counts.sort_unstable();
        counts
    }

    fn cut(&mut self, text: &str) -> Terms {
        let words: Vec<Box<str>> = parts(text)
            .into_iter()
            .filter(|word| word.len() <= MAX_WORD)
            .map(String::into_boxed_str)
            .collect();
        let mut out = String::new();
        for word in &words {
            out.push_str(self.stem(word));
            out.push(' ');
        }
        if words.len() > 1 {
            let whole = words.concat();
            if whole.len() <= MAX_WORD {
                out.push_str(&whole);
                out.push(' ');
            }
        }
        Terms { words, text: out.into_boxed_str(), uses: 0, names: 0 }
    }

    pub(super) fn stem(&mut self, word: &str) -> &str {
        if !self.stems.contains_key(word) {
            self.stems.insert(word.into(), stem(word).into_boxed_str());
        }
        &self.stems[word]
    }
}

/// Words of a question that say nothing about code.
#[must_use]
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

// In order of bytes.
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "because", "been",
    "before", "being", "but", "by", "can", "could", "did", "do", "does", "doesn", "doing", "don", "during",
    "each", "etc", "for", "from", "had", "has", "have", "having", "he", "her", "here", "his", "how",
    "however", "i", "if", "in", "into", "is", "isn", "it", "its", "just", "ll", "m", "may", "me", "might",
    "more", "most", "must", "my", "no", "nor", "not", "now", "of", "off", "on", "once", "one", "only", "or",
    "other", "our", "out", "over", "own", "re", "s", "same", "see", "she", "should", "since", "so", "some",
    "still", "such", "t", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this",
    "those", "through", "to", "too", "under", "until", "up", "ve", "very", "was", "wasn", "we", "were",
    "what", "when", "where", "which", "while", "who", "why", "will", "with", "won", "would", "you", "your",
];

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

    #[test]
    fn several_words_are_also_held_as_a_whole() {
        let mut lexicon = Lexicon::default();
        assert_eq!(&*lexicon.terms("addRoutes").text, "add rout addroutes ");
        assert_eq!(&*lexicon.terms("routing").text, "rout ");
    }

    #[test]
    fn stop_words_are_in_order() {
        assert!(STOP_WORDS.is_sorted());
        assert!(is_stop_word("the") && !is_stop_word("router"));
    }
}
