//! Longest run of a message's words within one literal. The index stores pairs of words, and pairs alone may come
//! from different literals.

use rustc_hash::FxHashMap;

use crate::search::analysis::lexicon::{EDGE, STRETCH, VALUE};
use crate::search::text::TextIndex;

/// The words of a message, and masks of where among them a literal may begin or end.
pub(crate) struct MessageWords<'w> {
    pub(crate) words: &'w [&'w str],
    pub(crate) begins: u64,
    pub(crate) ends: u64,
}

/// The longest runs of a message's words in the literals of one declaration.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LongestRun {
    /// The most words that one literal has in a row.
    pub(crate) longest: usize,
    /// Like `longest`, of runs at the beginning or end of a literal that cover at least half of it.
    pub(crate) outermost: usize,
    /// Mask of the words that stand before the same next word, in runs that end where the literal ends or where the
    /// message has punctuation. If both continue with different words, the agreement is accidental.
    pub(crate) pairs: u64,
}

/// The longest runs of each of some documents. O(literals of the shards that the documents are in).
pub(crate) fn longest_runs(
    text: &TextIndex,
    spoken: &MessageWords<'_>,
    docs: &[u32],
) -> FxHashMap<u32, LongestRun> {
    let words: Vec<String> = spoken.words.iter().map(|word| word.to_lowercase()).collect();
    let mut longest_runs: FxHashMap<u32, LongestRun> =
        docs.iter().map(|&doc| (doc, LongestRun::default())).collect();
    text.messages(docs, [EDGE, VALUE, STRETCH], |message, saying| {
        let said = in_message(message, &words, spoken);
        if said.longest < 2 {
            return;
        }
        for doc in saying() {
            longest_runs.entry(doc).and_modify(|breath| {
                breath.longest = breath.longest.max(said.longest);
                breath.outermost = breath.outermost.max(said.outermost);
                breath.pairs |= said.pairs;
            });
        }
    });
    longest_runs
}

/// The longest run of some words in one literal, given with its edges.
fn in_message(message: &str, words: &[String], spoken: &MessageWords<'_>) -> LongestRun {
    let is_at = |bits: u64, at: usize| at >= u64::BITS as usize || bits >> at & 1 == 1;
    let said: Vec<&str> = message.split(' ').collect();
    // A stretch goes on at both ends, a message does not.
    let is_whole = said[0] != STRETCH;
    let (first, last) = (1, (said.len() - 1).saturating_sub(usize::from(is_whole)));
    let mut breath = LongestRun::default();
    for at in 0..words.len().saturating_sub(1).min(u64::BITS as usize) {
        for from in first..last {
            if said[from] != words[at] || at > 0 && from > first && said[from - 1] == words[at - 1] {
                continue;
            }
            let run = words[at..].iter().zip(&said[from..=last]).take_while(|(a, b)| a == b).count();
            let (is_first, is_last) = (is_whole && from == first, is_whole && from + run - 1 == last);
            breath.longest = breath.longest.max(run);
            if (is_first || is_last) && 2 * run >= last {
                breath.outermost = breath.outermost.max(run);
            }
            let begins = is_first || is_at(spoken.begins, at);
            let ends = is_last || is_at(spoken.ends, at + run - 1);
            if begins && ends {
                breath.pairs |= (((1_u128 << (run - 1)) - 1) << at) as u64;
            }
        }
    }
    breath
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_words_in_a_row() {
        let words = ["fatal", "unable", "to", "resolve", "ref"];
        let in_lower_case = words.map(str::to_owned);
        // As somebody writes `fatal: unable to resolve ref`.
        let spoken = MessageWords { words: &words, begins: 0b11, ends: 0b1_0001 };
        for (message, longest, outermost, pairs) in [
            (" fatal unable to load ", 3, 3, 0),
            (" fatal unable to %", 3, 3, 0b11),
            (" error failed to resolve identity ", 2, 0, 0),
            ("% unable to resolve ref %", 4, 4, 0b1110),
            ("% unable to resolve ref somewhere ", 4, 4, 0b1110),
            ("% is unable to resolve it ", 3, 0, 0),
            ("% is the one and is unable to resolve %", 3, 0, 0b110),
            (" it is not unable to resolve ", 3, 3, 0b110),
            ("% is unable to resolve ", 3, 3, 0b110),
            (" to to resolve to ", 2, 0, 0),
            (" to resolve %", 2, 2, 0b100),
            ("+ to resolve", 2, 0, 0),
            ("+ unable to resolve ref or", 4, 0, 0b1110),
            (" ref fatal ", 0, 0, 0),
        ] {
            let breath = in_message(message, &in_lower_case, &spoken);
            let found = (breath.longest, breath.outermost, breath.pairs);
            assert_eq!(found, (longest, outermost, pairs), "{message}");
        }
    }
}
