//! Words: how identifiers, paths and prose fall into the units that are searched for.
//!
//! An identifier is cut where its case, its digits and its separators say so: `parseHTTPHeader2` is `parse`, `http`,
//! `header`, `2`. What the index holds of a word is its stem (Snowball's English one), and of an identifier of several
//! words also the whole in lower case, so that `addroute` finds `addRoute`.

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

use crate::search::analysis::forms::base;

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

/// The stem of a word in lower case; of an irregular form that of its base.
#[must_use]
pub fn stem(word: &str) -> String {
    // Snowball's rules are about English letters; digits and other scripts are their own stems.
    if word.len() > MAX_WORD || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    Stemmer::create(Algorithm::English).stem(base(word)).into_owned()
}

/// What the index holds of one identifier.
#[derive(Clone, Debug)]
struct Entry {
    /// Lower-case parts, unstemmed, as numbers of words.
    words: Box<[u32]>,
    /// The stems of the parts, and the whole when there are several parts, as numbers of terms.
    terms: Box<[u32]>,
    /// How often it was asked for, and how often as a name.
    uses: u32,
    names: u32,
}

/// Identifiers already cut and stemmed: a tree has few distinct ones and uses them all over. Words and terms are numbers
/// from 0, in order of their first appearance.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    known: FxHashMap<Box<str>, u32>,
    entries: Vec<Entry>,
    words: Numbers,
    /// The term that each word is stemmed to.
    stems: Vec<u32>,
    terms: Numbers,
    rows: Numbers,
    row: String,
}

/// Texts with numbers.
#[derive(Debug, Default)]
struct Numbers {
    seen: FxHashMap<Box<str>, u32>,
}

impl Numbers {
    fn number(&mut self, text: &str) -> u32 {
        let next = self.seen.len() as u32;
        // An entry by owned key would copy the text of every hit.
        self.seen.get(text).copied().unwrap_or_else(|| {
            self.seen.insert(text.into(), next);
            next
        })
    }

    fn in_order(&self) -> Vec<(&str, u32)> {
        let mut texts: Vec<(&str, u32)> = self.seen.iter().map(|(text, &ix)| (&**text, ix)).collect();
        texts.sort_unstable();
        texts
    }
}

/// What stands for the word before and after a message, where it begins or ends, and where a value is put into it.
pub(crate) const EDGE: &str = "";
pub(crate) const VALUE: &str = "%";
/// What stands before a stretch of a message that is too long to be known as a whole.
pub(crate) const STRETCH: &str = "+";
/// Words of the longest message that is known as a whole, and of a stretch of a longer one.
pub(crate) const LONGEST_KNOWN: usize = 32;

/// Words that follow each other as the index holds them, two, or a message with what stands around it: as written, but
/// for capitals.
pub(crate) fn write_row(out: &mut String, words: &[&str]) {
    for (ix, word) in words.iter().enumerate() {
        if ix > 0 {
            out.push(' ');
        }
        out.extend(word.chars().flat_map(char::to_lowercase));
    }
}

impl Lexicon {
    /// The terms of an identifier or a word of prose.
    pub(crate) fn terms(&mut self, text: &str) -> &[u32] {
        let entry = self.entry(text);
        entry.uses += 1;
        &entry.terms
    }

    /// The terms of a symbol's name.
    pub(crate) fn named(&mut self, text: &str) -> &[u32] {
        let entry = self.entry(text);
        entry.uses += 1;
        entry.names += 1;
        &entry.terms
    }

    /// The number of words that follow each other.
    pub(crate) fn row(&mut self, words: &[&str]) -> u32 {
        self.row.clear();
        write_row(&mut self.row, words);
        self.rows.number(&self.row)
    }

    /// All terms with their numbers, in order of the text's bytes. O(n log n).
    pub(crate) fn in_order(&self) -> Vec<(&str, u32)> {
        self.terms.in_order()
    }

    /// The same of all rows.
    pub(crate) fn rows_in_order(&self) -> Vec<(&str, u32)> {
        self.rows.in_order()
    }

    /// Every word met, how many names have it and how often it was met; in order of the word. O(n log n).
    pub(crate) fn counts(&self) -> Vec<(&str, u32, u32)> {
        let mut counts = vec![(0, 0); self.words.seen.len()];
        for entry in &self.entries {
            for &word in &entry.words {
                counts[word as usize].0 += entry.names;
                counts[word as usize].1 += entry.uses;
            }
        }
        let words = self.words.seen.iter();
        let mut counts: Vec<(&str, u32, u32)> = words
            .map(|(word, &ix)| {
                let (names, uses) = counts[ix as usize];
                (&**word, names, uses)
            })
            .collect();
        counts.sort_unstable();
        counts
    }

    fn entry(&mut self, text: &str) -> &mut Entry {
        let at = self.known.get(text).copied().unwrap_or_else(|| {
            let (at, entry) = (self.entries.len() as u32, self.cut(text));
            self.known.insert(text.into(), at);
            self.entries.push(entry);
            at
        });
        &mut self.entries[at as usize]
    }

    fn cut(&mut self, text: &str) -> Entry {
        let mut parts = parts(text);
        parts.retain(|word| word.len() <= MAX_WORD);
        let words: Box<[u32]> = parts.iter().map(|word| self.word(word)).collect();
        let mut terms: Vec<u32> = words.iter().map(|&word| self.stems[word as usize]).collect();
        if parts.len() > 1 {
            let whole = parts.concat();
            if whole.len() <= MAX_WORD {
                terms.push(self.terms.number(&whole));
            }
        }
        Entry { words, terms: terms.into(), uses: 0, names: 0 }
    }

    /// The number of a word, stemmed at its first appearance.
    fn word(&mut self, word: &str) -> u32 {
        let ix = self.words.number(word);
        if ix as usize == self.stems.len() {
            self.stems.push(self.terms.number(&stem(word)));
        }
        ix
    }
}

/// Words of a question that say nothing about code.
#[must_use]
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Verbs and nouns that open requests and commit messages, whatever they are about.
#[must_use]
pub(crate) fn is_habit(word: &str) -> bool {
    HABITS.binary_search(&word).is_ok()
}

/// Verbs that say in questions that something is done, whatever that is.
#[must_use]
pub(crate) fn is_doing(word: &str) -> bool {
    DOINGS.binary_search(&word).is_ok()
}

/// Whether a text begins as questions do.
#[must_use]
pub(crate) fn is_question(text: &str) -> bool {
    const CLOSED: [&str; 5] = ["does", "do", "is", "are", "can"];
    is_open_question(text) || CLOSED.iter().any(|word| first(text).eq_ignore_ascii_case(word))
}

/// The same of questions that nobody answers with yes or no. Messages begin with the verbs of the others, too: `is a directory`.
#[must_use]
pub(crate) fn is_open_question(text: &str) -> bool {
    const OPEN: [&str; 7] = ["how", "what", "where", "why", "when", "which", "who"];
    OPEN.iter().any(|word| first(text).eq_ignore_ascii_case(word))
}

/// Whether a text asks how something is done, and so for a way through the code rather than for one place.
#[must_use]
pub(crate) fn asks_how(text: &str) -> bool {
    const BEFORE: [&str; 6] = ["explain", "show", "tell", "describe", "me", "us"];
    let mut words = text.split_whitespace().map(|word| first(word).to_lowercase());
    let word = words.by_ref().find(|word| !BEFORE.contains(&word.as_str())).unwrap_or_default();
    let next = words.next().unwrap_or_default();
    match word.as_str() {
        // `how many`, `how long`: no way.
        "how" => !["many", "much", "long", "large", "big", "often"].contains(&next.as_str()),
        "what" => next == "happens",
        _ => false,
    }
}

/// The first word of a text without the marks around it and what is drawn together with it: `what's`.
fn first(text: &str) -> &str {
    let is_mark = |c: char| !c.is_alphanumeric();
    let word = text.trim_start_matches(is_mark).split_whitespace().next().unwrap_or_default();
    word.trim_end_matches(is_mark).split(['\'', '’']).next().unwrap_or_default()
}

// In order of bytes.
const HABITS: &[&str] = &[
    "add",
    "added",
    "adding",
    "adds",
    "allow",
    "allows",
    "avoid",
    "bug",
    "bugfix",
    "bugs",
    "bump",
    "change",
    "changed",
    "changes",
    "chore",
    "cleanup",
    "code",
    "correct",
    "correctly",
    "enhancement",
    "ensure",
    "feat",
    "feature",
    "find",
    "fix",
    "fixed",
    "fixes",
    "fixing",
    "fixup",
    "handle",
    "implement",
    "implementation",
    "implements",
    "improve",
    "improved",
    "improves",
    "instead",
    "introduce",
    "introduced",
    "issue",
    "make",
    "makes",
    "minor",
    "move",
    "moved",
    "need",
    "needed",
    "new",
    "please",
    "proper",
    "properly",
    "refactor",
    "refactored",
    "remove",
    "removed",
    "removes",
    "rename",
    "replace",
    "replaced",
    "revert",
    "show",
    "simplify",
    "small",
    "support",
    "supports",
    "update",
    "updated",
    "updates",
    "use",
    "used",
    "uses",
    "using",
    "want",
    "work",
    "works",
];

// In order of bytes.
const DOINGS: &[&str] = &[
    "add",
    "added",
    "come",
    "comes",
    "done",
    "find",
    "gets",
    "go",
    "goes",
    "handle",
    "handled",
    "handles",
    "happen",
    "happening",
    "happens",
    "implement",
    "implementation",
    "implemented",
    "make",
    "makes",
    "need",
    "needed",
    "new",
    "perform",
    "performed",
    "process",
    "processed",
    "show",
    "support",
    "supported",
    "takes",
    "use",
    "used",
    "uses",
    "using",
    "want",
    "work",
    "works",
];

// In order of bytes.
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "arent", "as", "at", "be", "because",
    "been", "before", "being", "but", "by", "can", "cant", "could", "couldnt", "did", "didnt", "do", "does",
    "doesn", "doesnt", "doing", "don", "dont", "during", "each", "etc", "for", "from", "had", "has", "hasnt",
    "have", "havent", "having", "he", "her", "here", "his", "how", "however", "hows", "i", "if", "im", "in",
    "into", "is", "isn", "isnt", "it", "its", "ive", "just", "ll", "m", "may", "me", "might", "more", "most",
    "must", "my", "no", "nor", "not", "now", "of", "off", "on", "once", "one", "only", "or", "other", "our",
    "out", "over", "own", "re", "s", "same", "see", "she", "should", "shouldnt", "since", "so", "some",
    "still", "such", "t", "than", "that", "thats", "the", "their", "them", "then", "there", "theres",
    "these", "they", "theyre", "this", "those", "through", "to", "too", "under", "until", "up", "ve", "very",
    "was", "wasn", "wasnt", "we", "were", "werent", "what", "whats", "when", "where", "wheres", "which",
    "while", "who", "whos", "whose", "why", "whys", "will", "with", "won", "wont", "would", "wouldnt", "you",
    "your", "youre",
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
        for (text, expect) in
            [("addRoutes", "add rout addroutes"), ("routing", "rout"), ("addRoutes", "add rout addroutes")]
        {
            let terms = lexicon.terms(text).to_vec();
            let texts: FxHashMap<u32, &str> =
                lexicon.in_order().into_iter().map(|(text, ix)| (ix, text)).collect();
            let found: Vec<&str> = terms.iter().map(|ix| texts[ix]).collect();
            assert_eq!(found.join(" "), expect, "{text}");
        }
        assert!(lexicon.in_order().is_sorted());
        lexicon.named("Routes");
        assert_eq!(lexicon.counts(), [("add", 0, 2), ("routes", 1, 3), ("routing", 0, 1)]);
    }

    #[test]
    fn stop_words_are_in_order() {
        assert!(STOP_WORDS.is_sorted() && HABITS.is_sorted() && DOINGS.is_sorted());
        assert!(is_stop_word("the") && !is_stop_word("router"));
    }

    #[test]
    fn who_asks_how_something_is_done_asks_for_a_way() {
        for (text, expect) in [
            ("how does it work", true),
            ("How is a route added?", true),
            ("explain how requests are served", true),
            ("what happens when a node fails", true),
            ("how many retries are there", false),
            ("where is the retry", false),
            ("show the way", false),
            ("howl", false),
            ("how", true),
            ("", false),
        ] {
            assert_eq!(asks_how(text), expect, "{text}");
        }
    }

    #[test]
    fn questions_are_told_by_their_first_word() {
        for (text, expect) in [
            ("Where's it set", [true, true]),
            ("> why, then", [true, true]),
            ("is a directory", [true, false]),
            ("can.Bus fails", [false, false]),
            ("", [false, false]),
        ] {
            assert_eq!([is_question(text), is_open_question(text)], expect, "{text}");
        }
    }
}
