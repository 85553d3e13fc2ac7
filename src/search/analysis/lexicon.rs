//! Identifiers of a tree, each split and stemmed once, and word sequences as the index stores them.

use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::search::analysis::stemmer::stem;
use crate::search::analysis::tokenizer::{MAX_WORD, is_unspaced, parts};

/// The record of one identifier in the index.
#[derive(Clone, Debug)]
struct LexiconEntry {
    /// Lower-case parts, unstemmed, as numbers of words.
    words: Range<u32>,
    /// The stems of the parts, and the whole when there are several parts, as numbers of terms.
    terms: Range<u32>,
    /// Number of its uses in the current shard, and number of these as a symbol's name.
    uses: u32,
    names: u32,
}

/// Cache of split and stemmed identifiers: a tree has few distinct ones and repeats them. Words and terms are
/// numbered from 0 in order of first appearance.
///
/// It serves shard after shard, as most identifiers of one stand in the others, too. What it says of a shard's words
/// depends on that shard alone; the numbers do not.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    known: FxHashMap<Box<str>, u32>,
    entries: Vec<LexiconEntry>,
    /// The words and terms of all entries.
    numbers: Vec<u32>,
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
    seen: IndexSet<Box<str>, FxBuildHasher>,
    /// All numbers but the newest, in order of their texts' bytes, each behind the first of these: few texts have to be
    /// looked up to be compared.
    sorted: Vec<(FirstBytes, u32)>,
}

/// The first bytes of a text as a number of the same order, zeros behind its end.
type FirstBytes = u64;

fn first_bytes(text: &str) -> FirstBytes {
    let mut first = [0; size_of::<FirstBytes>()];
    let len = text.len().min(first.len());
    first[..len].copy_from_slice(&text.as_bytes()[..len]);
    FirstBytes::from_be_bytes(first)
}

impl Numbers {
    fn number(&mut self, text: &str) -> u32 {
        // An entry by owned key would copy the text of every hit.
        self.seen.get_index_of(text).unwrap_or_else(|| self.seen.insert_full(text.into()).0) as u32
    }

    /// Those chosen, with their numbers, in order of the text's bytes. O(n + new log new), as a stable sort merges what
    /// is in order already.
    fn in_order(&mut self, is_chosen: impl Fn(u32) -> bool) -> Vec<(&str, u32)> {
        let text = |number: u32| &*self.seen[number as usize];
        let new = self.sorted.len() as u32..self.seen.len() as u32;
        self.sorted.extend(new.map(|number| (first_bytes(text(number)), number)));
        self.sorted.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| text(a.1).cmp(text(b.1))));
        let chosen = self.sorted.iter().map(|&(_, number)| number).filter(|&number| is_chosen(number));
        chosen.map(|number| (text(number), number)).collect()
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
    /// Begins a shard: nothing was met yet.
    pub(crate) fn begin(&mut self) {
        for entry in &mut self.entries {
            (entry.uses, entry.names) = (0, 0);
        }
        self.rows = Numbers::default();
    }

    /// The terms of an identifier or a word of prose.
    pub(crate) fn terms(&mut self, text: &str) -> &[u32] {
        self.met(text, 0)
    }

    /// The terms of a symbol's name.
    pub(crate) fn named(&mut self, text: &str) -> &[u32] {
        self.met(text, 1)
    }

    fn met(&mut self, text: &str, as_name: u32) -> &[u32] {
        let at = self.known.get(text).copied().unwrap_or_else(|| self.learn(text));
        let entry = &mut self.entries[at as usize];
        entry.uses += 1;
        entry.names += as_name;
        of(&self.numbers, &entry.terms)
    }

    /// The number of a word sequence.
    pub(crate) fn row(&mut self, words: &[&str]) -> u32 {
        self.row.clear();
        write_row(&mut self.row, words);
        self.rows.number(&self.row)
    }

    /// Number of terms that have numbers.
    pub(crate) fn term_count(&self) -> usize {
        self.terms.seen.len()
    }

    /// Number of word sequences in the shard.
    pub(crate) fn row_count(&self) -> usize {
        self.rows.seen.len()
    }

    /// The chosen terms with their numbers, in order of the text's bytes. O(n + new log new).
    pub(crate) fn in_order(&mut self, is_chosen: impl Fn(u32) -> bool) -> Vec<(&str, u32)> {
        self.terms.in_order(is_chosen)
    }

    /// The word sequences with their numbers, in order of the text's bytes. O(n log n).
    pub(crate) fn rows_in_order(&mut self) -> Vec<(&str, u32)> {
        self.rows.in_order(|_| true)
    }

    /// Every word that the shard has, how many names have it and how often it was met; in order of the word.
    /// O(n + new log new).
    pub(crate) fn counts(&mut self) -> Vec<(&str, u32, u32)> {
        let mut counts = vec![(0, 0); self.words.seen.len()];
        for entry in self.entries.iter().filter(|entry| entry.uses > 0) {
            for &word in of(&self.numbers, &entry.words) {
                counts[word as usize].0 += entry.names;
                counts[word as usize].1 += entry.uses;
            }
        }
        let words = self.words.in_order(|word| counts[word as usize].1 > 0).into_iter();
        let count = |(word, ix)| {
            let (names, uses) = counts[ix as usize];
            (word, names, uses)
        };
        words.map(count).collect()
    }

    /// Splits and stems a new identifier, and answers the number of its entry.
    fn learn(&mut self, text: &str) -> u32 {
        let mut parts = parts(text);
        parts.retain(|word| word.len() <= MAX_WORD);
        let words: Vec<u32> = parts.iter().map(|word| self.word(word)).collect();
        let start = self.numbers.len() as u32;
        self.numbers.extend(&words);
        let middle = self.numbers.len() as u32;
        self.numbers.extend(words.iter().map(|&word| self.stems[word as usize]));
        if parts.len() > 1 && !text.contains(is_unspaced) {
            let whole = parts.concat();
            if whole.len() <= MAX_WORD {
                self.numbers.push(self.terms.number(&whole));
            }
        }
        let end = self.numbers.len() as u32;
        let at = self.entries.len() as u32;
        self.known.insert(text.into(), at);
        self.entries.push(LexiconEntry { words: start..middle, terms: middle..end, uses: 0, names: 0 });
        at
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

fn of<'n>(numbers: &'n [u32], range: &Range<u32>) -> &'n [u32] {
    &numbers[range.start as usize..range.end as usize]
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
                lexicon.in_order(|_| true).into_iter().map(|(text, ix)| (ix, text)).collect();
            let found: Vec<&str> = terms.iter().map(|ix| texts[ix]).collect();
            assert_eq!(found.join(" "), expect, "{text}");
        }
        assert!(lexicon.in_order(|_| true).is_sorted());
        lexicon.named("Routes");
        assert_eq!(lexicon.counts(), [("add", 0, 2), ("routes", 1, 3), ("routing", 0, 1)]);
        lexicon.begin();
        lexicon.terms("addRoutes");
        assert_eq!(lexicon.counts(), [("add", 0, 1), ("routes", 0, 1)], "another shard has its own");
    }
}
