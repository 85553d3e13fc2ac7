//! Words beside the question: names that the code may use for what is asked, from who asks.
//!
//! They are evidence of their own. They are looked for as they are, never corrected, and one that the tree does not know
//! is no loss. What the question names or quotes stands above all that they find.

use crate::search::analysis::stemmer::stem;
use crate::search::analysis::stop_words::is_stop_word;
use crate::search::analysis::tokenizer::{MAX_WORD, parts};
use crate::search::query::parsed::{AlsoPhrase, ParsedQuestion};
use crate::search::query::terms::{MAX_WORDS, Term};
use crate::search::scoring::bm25::MAX_TERMS;
use crate::search::text::TextIndex;

/// Most phrases that are read, and most words of one.
const MAX_PHRASES: usize = 32;
const MAX_PARTS: usize = 6;
/// The weight of a word beside the question, where one of the question has 1.
const WEIGHT: f32 = 1.0;

impl AlsoPhrase {
    /// Reads `slow consumer`, `slowConsumer` and `SlowConsumers` alike. None if only small words are left.
    fn read(text: &str) -> Option<Self> {
        let words = parts(text).into_iter().filter(|word| word.len() <= MAX_WORD && !is_stop_word(word));
        let parts: Vec<(Box<str>, String)> =
            words.take(MAX_PARTS).map(|word| (stem(&word).into_boxed_str(), word)).collect();
        (!parts.is_empty()).then_some(Self { parts })
    }

    /// The words as the tree may write them in one, singular and plural, if they are two.
    fn joined(&self) -> Option<[String; 2]> {
        let [(_, first), (_, second)] = &self.parts[..] else { return None };
        let singular = second.strip_suffix('s').unwrap_or(second);
        Some([format!("{first}{singular}"), format!("{first}{singular}s")])
    }
}

impl ParsedQuestion {
    /// Puts words beside the question. One that it has itself keeps its weight.
    pub(crate) fn put_beside(&mut self, phrases: &[String], text: &TextIndex) {
        self.also = phrases.iter().take(MAX_PHRASES).filter_map(|phrase| AlsoPhrase::read(phrase)).collect();
        for phrase in self.also.clone() {
            let terms: Vec<Option<usize>> =
                phrase.parts.iter().map(|(stem, word)| self.beside(stem, word, None, text)).collect();
            // The masks of a document's terms have this many bits.
            let of = match terms[..] {
                [Some(a), Some(b)] if a.max(b) < MAX_TERMS => Some([a, b]),
                _ => continue,
            };
            for form in phrase.joined().into_iter().flatten() {
                self.beside(&form, &form, of, text);
            }
        }
    }

    /// The number of a term that the tree knows, which is added if it is new and there is room.
    fn beside(&mut self, term: &str, word: &str, of: Option<[usize; 2]>, text: &TextIndex) -> Option<usize> {
        let known = self.terms.iter().position(|known| *known.text == *term);
        if known.is_some() || self.terms.len() >= MAX_WORDS || !text.knows(term) {
            return known;
        }
        self.terms.push(Term { text: term.into(), weight: WEIGHT, of, is_beside: true });
        self.words.push(word.to_owned());
        Some(self.terms.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_however_it_is_written() {
        let stems = |text: &str| -> Option<Vec<String>> {
            let phrase = AlsoPhrase::read(text)?;
            Some(phrase.parts.iter().map(|(stem, _)| stem.to_string()).collect())
        };
        let expect = stems("slow consumer");
        assert_eq!(expect.as_ref().map(Vec::len), Some(2));
        for written in
            ["slowConsumer", "SlowConsumers", "slow-consumer", "slow_consumers", "the slow consumer"]
        {
            assert_eq!(stems(written), expect, "{written}");
        }
        for nothing in ["", "  ", "of the", "!?"] {
            assert_eq!(stems(nothing), None, "{nothing}");
        }
    }
}
