//! The search terms of a question: stemmed, weighted, corrected.

use rustc_hash::FxHashMap;

use crate::model::Graph;
use crate::search::analysis::go_scanner::is_keyword;
use crate::search::analysis::stemmer::stem;
use crate::search::analysis::stop_words::{is_doing, is_habit, is_stop_word};
use crate::search::analysis::tokenizer::{MAX_WORD, is_unspaced, parts};
use crate::search::names::joined_words::parted_in;
use crate::search::names::packages;
use crate::search::query::corrected_word::Correction;
use crate::search::query::spelling;
use crate::search::text::TextIndex;

/// A word to look for, as the index holds it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Term {
    pub(crate) text: Box<str>,
    pub(crate) weight: f32,
    /// The two earlier terms that it joins, if the tree writes them as one word: a document with it has both.
    pub(crate) of: Option<[usize; 2]>,
    /// It stands beside the question.
    pub(crate) is_beside: bool,
}

/// Most distinct words that are searched for, in order of appearance.
pub(crate) const MAX_WORDS: usize = 96;

/// Weight of a corrected word; second and third guesses weigh less.
const CORRECTED: f32 = 0.9;

const MAX_CORRECTIONS: usize = 3;

/// In a sentence, a word of so few letters that the tree does not know is plain English rather than a slip, because most
/// such words are one letter from another: `dead` is no `deal`. Only swapped letters are put right.
const MAX_PLAIN: usize = 5;

/// Weight of common verbs and nouns, which carry little information.
const HABIT: f32 = 0.5;

/// A word of the question to be found in a name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueryTerm {
    pub(crate) stem: Box<str>,
    /// Alternatives, if it was corrected.
    pub(crate) also: Vec<Box<str>>,
    pub(crate) is_stop: bool,
    /// Index of its first term, whose rarity it has.
    pub(crate) term: usize,
}

/// The words of a question after parsing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct QueryWords {
    pub(crate) terms: Vec<Term>,
    /// The word of each term, as written or as corrected.
    pub(crate) words: Vec<String>,
    /// Words before stemming, corrected, without repetitions, in order: names are compared with them.
    pub(crate) spoken: Vec<QueryTerm>,
    pub(crate) corrections: Vec<Correction>,
    /// Words that the tree does not know and that resemble none it knows.
    pub(crate) unknown: Vec<String>,
    /// Words that only import paths have, each with such a path.
    pub(crate) imported: Vec<(String, String)>,
    pub(crate) speaks_of_tests: bool,
    /// It has more than [`MAX_WORDS`] different words.
    pub(crate) is_wordy: bool,
}

/// Reads words against the vocabulary of a tree.
pub(crate) struct TermReader<'t> {
    graph: &'t Graph<'t>,
    text: &'t TextIndex,
    /// True if words that the tree does not know are corrected.
    fuzzy: bool,
    /// True if the text is a question, where common verbs name nothing: "how does it handle …".
    is_plain: bool,
    out: QueryWords,
    /// The number, the best weight and the count of each stem.
    weights: FxHashMap<Box<str>, (usize, f32, u32)>,
}

impl<'t> TermReader<'t> {
    pub(crate) fn new(graph: &'t Graph<'t>, text: &'t TextIndex, fuzzy: bool, is_plain: bool) -> Self {
        Self { graph, text, fuzzy, is_plain, out: QueryWords::default(), weights: FxHashMap::default() }
    }

    /// Adds the words of a text between blanks.
    pub(crate) fn token(&mut self, token: &str, weight: f32) {
        let words = parts(token);
        // `addRoute` also stands in the index as a whole, as an identifier of several words does.
        let inner = token.trim_matches(|c: char| !c.is_alphanumeric());
        let is_one = inner.chars().all(|c| c.is_alphanumeric() || c == '_');
        let meant = if is_one { self.whole_meant(&words) } else { None };
        let meant_for = |at: usize| meant.filter(|meant| meant.0 == at).map(|meant| meant.1);
        for (at, word) in words.iter().enumerate().filter(|(_, word)| word.len() <= MAX_WORD) {
            let parted = Some(word).filter(|word| !is_stop_word(word));
            let parted = parted.and_then(|word| parted_in(self.graph, self.text, word));
            let is_known = self.is_known(word, &stem(word));
            if parted.is_none() || is_known {
                self.word(word, weight, words.len() == 1, meant_for(at));
            }
            let Some(parts) = parted else { continue };
            if !is_known {
                self.correct(word, &parts.join(" "), false);
            }
            for part in parts {
                let stemmed = stem(part);
                let term = self.term(&stemmed, part, weight);
                self.speak(&stemmed, Vec::new(), false, term);
            }
        }
        if words.len() > 1 && is_one && !token.contains(is_unspaced) {
            let whole = whole(&words, meant);
            if whole.len() <= MAX_WORD {
                self.term(&whole, &whole, weight);
            }
        }
    }

    /// For an identifier with one unknown part: the index of that part and the known word that turns it into an
    /// identifier of the tree.
    fn whole_meant(&self, words: &[String]) -> Option<(usize, &'t str)> {
        /// Most corrections that are tried.
        const MAX_TRIED: usize = 64;
        let is_unknown = |word: &str| !self.is_known(word, &stem(word));
        let mut unknown = (0..words.len()).filter(|&at| is_unknown(&words[at]));
        let (Some(at), None) = (unknown.next(), unknown.next()) else { return None };
        if words.len() < 2 || !self.fuzzy || words[at].len() > MAX_WORD {
            return None;
        }
        let near = spelling::candidates(self.text.vocabulary(), &words[at], MAX_TRIED);
        let meant = near.into_iter().map(|(word, _)| (at, word));
        meant.into_iter().find(|&meant| self.text.knows(&whole(words, Some(meant))))
    }

    /// Adds a word; `meant` replaces it if it is an unknown part of an identifier.
    fn word(&mut self, word: &str, weight: f32, alone: bool, meant: Option<&str>) {
        let is_of_tests = matches!(word, "test" | "tests" | "testing" | "benchmark" | "benchmarks");
        self.out.speaks_of_tests |= is_of_tests;
        let stemmed = stem(word);
        // A request for tests is understood even if no text has the word.
        let is_stop = alone && (is_stop_word(word) || is_of_tests && !self.is_known(word, &stemmed));
        if is_stop || word.len() < 2 && !word.bytes().all(|b| b.is_ascii_digit()) {
            self.speak(&stemmed, Vec::new(), is_stop, usize::MAX);
            return;
        }
        let is_weak = if self.is_plain { is_doing(word) } else { is_habit(word) };
        let weight = if is_weak { weight * HABIT } else { weight };
        if self.is_known(word, &stemmed) {
            let term = self.term(&stemmed, word, weight);
            let mut also = Vec::new();
            if let Some(meant) = alone.then(|| self.exchanged(word)).flatten() {
                let stemmed = stem(&meant);
                self.term(&stemmed, &meant, weight * CORRECTED);
                self.correct(word, &meant, true);
                also.push(stemmed.into());
            }
            self.speak(&stemmed, also, false, term);
            return;
        }
        if let Some(path) = packages::path_with(self.graph, word) {
            if !self.out.imported.iter().any(|(known, _)| known == word) {
                self.out.imported.push((word.to_owned(), path.to_owned()));
            }
            self.speak(&stemmed, Vec::new(), false, usize::MAX);
            return;
        }
        let found = match meant {
            Some(meant) => vec![(meant, 1)],
            None if self.fuzzy && !word.contains(is_unspaced) => {
                let mut near = spelling::candidates(self.text.vocabulary(), word, MAX_CORRECTIONS);
                if self.is_plain && word.chars().count() <= MAX_PLAIN {
                    near.retain(|(like, _)| exchanges(word).any(|other| other == *like));
                }
                near
            }
            None => Vec::new(),
        };
        if alone && self.fuzzy && is_slip(word, found.first().map(|(like, _)| *like)) {
            self.speak(&stemmed, Vec::new(), true, usize::MAX);
            return;
        }
        let Some(&(best, _)) = found.first() else {
            // Keywords are no words of the code.
            if !is_keyword(word.as_bytes()) && !self.out.unknown.iter().any(|known| known == word) {
                self.out.unknown.push(word.to_owned());
            }
            self.speak(&stemmed, Vec::new(), false, usize::MAX);
            return;
        };
        self.correct(word, best, false);
        let stems: Vec<String> = found.iter().map(|(word, _)| stem(word)).collect();
        let mut first = usize::MAX;
        for (rank, ((word, _), stemmed)) in found.iter().zip(&stems).enumerate() {
            let term = self.term(stemmed, word, weight * CORRECTED / ((rank + 1) as f32).sqrt());
            first = first.min(term);
        }
        let also = stems[1..].iter().map(|stem| stem.as_str().into()).collect();
        self.speak(&stems[0], also, false, first);
    }

    fn correct(&mut self, from: &str, to: &str, is_doubt: bool) {
        if !self.out.corrections.iter().any(|known| known.from == from) {
            self.out.corrections.push(Correction { from: from.to_owned(), to: to.to_owned(), is_doubt });
        }
    }

    /// The correction of a rare word that becomes a frequent one if two neighbouring letters are swapped: some
    /// comment has the same misspelling.
    fn exchanged(&self, word: &str) -> Option<String> {
        const HARDLY: u32 = 2;
        const TIMES: u32 = 100;
        if !self.fuzzy {
            return None;
        }
        let count = |word: &str| self.text.vocabulary().get(word).unwrap_or((0, 0));
        let (names, uses) = count(word);
        let likely = |other: &String| count(other).1 >= TIMES * uses.max(1);
        (names == 0 && uses <= HARDLY).then(|| exchanges(word).find(likely)).flatten()
    }

    fn is_known(&self, word: &str, stemmed: &str) -> bool {
        self.text.vocabulary().get(word).is_some() || self.text.knows(stemmed)
    }

    /// Counts a term once more and returns its number.
    fn term(&mut self, stemmed: &str, word: &str, weight: f32) -> usize {
        if let Some((number, best, count)) = self.weights.get_mut(stemmed) {
            *best = best.max(weight);
            *count += 1;
            return *number;
        }
        let number = self.out.terms.len();
        if number < MAX_WORDS {
            self.weights.insert(stemmed.into(), (number, weight, 1));
            self.out.terms.push(Term { text: stemmed.into(), weight: 0.0, of: None, is_beside: false });
            self.out.words.push(word.to_owned());
        } else {
            self.out.is_wordy = true;
        }
        number
    }

    fn speak(&mut self, stem: &str, also: Vec<Box<str>>, is_stop: bool, term: usize) {
        if self.out.spoken.len() < MAX_WORDS && !self.out.spoken.iter().any(|known| &*known.stem == stem) {
            self.out.spoken.push(QueryTerm { stem: stem.into(), also, is_stop, term });
        }
    }

    pub(crate) fn finish(mut self) -> QueryWords {
        for (number, weight, count) in self.weights.into_values() {
            // Repeated words count more, but less than proportionally.
            self.out.terms[number].weight = weight * (count.min(3) as f32).powf(0.7);
        }
        self.out
    }
}

/// The parts of an identifier joined as the index has it; `instead` gives the index of a part and its replacement.
fn whole(words: &[String], instead: Option<(usize, &str)>) -> String {
    let said = |(at, word): (usize, &String)| match instead {
        Some((place, other)) if place == at => other.to_owned(),
        _ => word.clone(),
    };
    words.iter().enumerate().map(said).collect()
}

/// Returns whether an unknown word is a misspelt stop word: two letters swapped (`teh`), or short and most similar to
/// one. Longer words are also parts of names: `shouldBind`.
fn is_slip(word: &str, likest: Option<&str>) -> bool {
    const MAX_LETTERS: usize = 4;
    exchanges(word).any(|other| is_stop_word(&other))
        || word.chars().count() <= MAX_LETTERS && likest.is_some_and(is_stop_word)
}

/// All words that differ by two swapped neighbouring letters.
fn exchanges(word: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = word.chars().collect();
    (1..letters.len()).map(move |at| {
        let mut letters = letters.clone();
        letters.swap(at, at - 1);
        letters.into_iter().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_small_word_is_one() {
        for (word, like, expect) in [
            ("teh", Some("tee"), true),
            ("wher", Some("where"), true),
            ("wich", Some("with"), true),
            ("becuase", Some("because"), true),
            ("wether", Some("when"), false),
            ("notx", Some("noctx"), false),
            ("kqzx", None, false),
        ] {
            assert_eq!(is_slip(word, like), expect, "{word}");
        }
    }
}
