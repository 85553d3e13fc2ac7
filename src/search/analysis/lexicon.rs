//! Identifiers of a tree, each split and stemmed once, and word sequences as the index stores them.

use rustc_hash::FxHashMap;

use crate::search::analysis::stemmer::stem;
use crate::search::analysis::tokenizer::{MAX_WORD, is_unspaced, parts};

/// What the index holds of one identifier.
#[derive(Clone, Debug)]
pub(crate) struct LexiconEntry {
    /// Lower-case parts, unstemmed, as numbers of words.
    words: Box<[u32]>,
    /// The stems of the parts, and the whole when there are several parts, as numbers of terms.
    terms: Box<[u32]>,
    /// How often it was looked up, and how often of these as a symbol's name.
    uses: u32,
    names: u32,
}

/// Cache of split and stemmed identifiers: a tree has few distinct ones and repeats them. Words and terms are
/// numbered from 0 in order of first appearance.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    known: FxHashMap<Box<str>, u32>,
    entries: Vec<LexiconEntry>,
    words: Numbers,
    /// The term that each word is stemmed to.
    stems: Vec<u32>,
    terms: Numbers,
    rows: Numbers,
    row: String,
}

/// Numbers for distinct texts.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
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

/// Marks the beginning or end of a message, and the place where a value is inserted.
pub(crate) const EDGE: &str = "";

pub(crate) const VALUE: &str = "%";

/// Marks a part of a message that is too long to be stored whole.
pub(crate) const STRETCH: &str = "+";

/// Words of the longest message that is stored whole, and of a part of a longer one.
pub(crate) const LONGEST_KNOWN: usize = 32;

/// Writes a word sequence as the index stores it: two neighbouring words, or a message with its edges; as written, in
/// lower case.
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

    /// The number of a word sequence.
    pub(crate) fn row(&mut self, words: &[&str]) -> u32 {
        self.row.clear();
        write_row(&mut self.row, words);
        self.rows.number(&self.row)
    }

    /// All terms with their numbers, in order of the text's bytes. O(n log n).
    pub(crate) fn in_order(&self) -> Vec<(&str, u32)> {
        self.terms.in_order()
    }

    /// All word sequences with their numbers, in order of the text's bytes. O(n log n).
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

    fn entry(&mut self, text: &str) -> &mut LexiconEntry {
        let at = self.known.get(text).copied().unwrap_or_else(|| {
            let (at, entry) = (self.entries.len() as u32, self.cut(text));
            self.known.insert(text.into(), at);
            self.entries.push(entry);
            at
        });
        &mut self.entries[at as usize]
    }

    fn cut(&mut self, text: &str) -> LexiconEntry {
        let mut parts = parts(text);
        parts.retain(|word| word.len() <= MAX_WORD);
        let words: Box<[u32]> = parts.iter().map(|word| self.word(word)).collect();
        let mut terms: Vec<u32> = words.iter().map(|&word| self.stems[word as usize]).collect();
        if parts.len() > 1 && !text.contains(is_unspaced) {
            let whole = parts.concat();
            if whole.len() <= MAX_WORD {
                terms.push(self.terms.number(&whole));
            }
        }
        LexiconEntry { words, terms: terms.into(), uses: 0, names: 0 }
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
