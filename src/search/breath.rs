//! What declarations say in one breath: of words that stand in their literals two and two, whether one literal has them all.

use rustc_hash::FxHashMap;

use super::text::TextIndex;
use super::words::{EDGE, VALUE};

/// What the messages of one declaration that are known as a whole have of some words.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The words said together with the next one, as bits.
    pairs: u64,
    /// The most of the words that one message has in a row.
    longest: usize,
}

/// The most of some words that each of some documents says in a row, of which `pairs` tells which are said together with
/// the next one; none of documents that say some of them in a message too long to be known as a whole.
/// O(messages of the shards that the documents are in).
pub(super) fn longest(
    text: &TextIndex,
    words: &[&str],
    pairs: impl Iterator<Item = (u32, u64)>,
) -> FxHashMap<u32, usize> {
    let pairs: FxHashMap<u32, u64> = pairs.collect();
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut known: FxHashMap<u32, Known> = FxHashMap::default();
    let docs: Vec<u32> = pairs.keys().copied().collect();
    text.messages(&docs, [EDGE, VALUE], |message, saying| {
        let said = in_message(message, &words);
        if said.pairs == 0 {
            return;
        }
        for doc in saying().into_iter().filter(|doc| pairs.contains_key(doc)) {
            let known = known.entry(doc).or_default();
            known.pairs |= said.pairs;
            known.longest = known.longest.max(said.longest);
        }
    });
    known.retain(|doc, known| pairs.get(doc).is_some_and(|pairs| pairs & !known.pairs == 0));
    known.into_iter().map(|(doc, known)| (doc, known.longest)).collect()
}

/// What a message, with what stands around it, has of some words.
fn in_message(message: &str, words: &[String]) -> Known {
    let mut known = Known::default();
    let said: Vec<&str> = message.split(' ').collect();
    let last = words.len().saturating_sub(1).min(u64::BITS as usize);
    for ix in 0..last {
        let run = |from: usize| words[ix..].iter().zip(&said[from..]).take_while(|(a, b)| a == b).count();
        let longest = (0..said.len()).map(run).max().unwrap_or(0);
        known.pairs |= u64::from(longest > 1) << ix;
        known.longest = known.longest.max(longest);
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_words_in_a_row() {
        let words = ["fatal", "unable", "to", "resolve", "ref"].map(str::to_owned);
        for (message, pairs, longest) in [
            (" fatal unable to load ", 0b11, 3),
            (" error failed to resolve identity ", 0b100, 2),
            ("% unable to resolve ref %", 0b1110, 4),
            (" to to resolve to ", 0b100, 2),
            (" ref fatal ", 0, 1),
        ] {
            let known = in_message(message, &words);
            assert_eq!((known.pairs, known.longest), (pairs, longest), "{message}");
        }
    }
}
