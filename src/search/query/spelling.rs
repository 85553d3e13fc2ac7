//! Spelling correction of words that the tree does not have.
//!
//! A word is corrected to a word of the vocabulary one edit away, or two if it has more than five letters; an edit is a
//! letter inserted, left out or replaced, or two neighbours swapped (Damerau 1964, restricted). Of several, the nearest
//! wins, then the one that keeps the first letter, then the one that more symbols are named by. A word that the
//! vocabulary has is never corrected; nor is one to what no finger slips to (see `is_slip`): whoever asks for what is not
//! there yet is told so.

use rustc_hash::FxHashSet;

use crate::model::edit_distance::{edits, edits_allowed, mask};
use crate::search::text::Vocabulary;

/// Words shorter than this are not corrected: half the alphabet is one edit away.
const SHORTEST: usize = 3;

/// Words of the vocabulary that may be meant by `word`, likeliest first, at most `most`. O(vocabulary), a few
/// nanoseconds for most of its words.
pub(crate) fn candidates<'v>(vocabulary: &'v Vocabulary, word: &str, most: usize) -> Vec<(&'v str, usize)> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() < SHORTEST || letters.iter().all(char::is_ascii_digit) {
        return Vec::new();
    }
    let bound = edits_allowed(letters.len());
    let mask = mask(word);
    let mut found: Vec<_> = vocabulary
        .words
        .iter()
        .filter(|(known, ..)| {
            // Each edit adds or takes at most two kinds of letters; most words fail on that already.
            known.len().abs_diff(word.len()) <= 4 * bound
                && (mask ^ self::mask(known)).count_ones() as usize <= 2 * bound
        })
        .filter_map(|(known, names, uses)| {
            let edits = edits(word, known, bound).filter(|&edits| is_slip(word, known, edits))?;
            let first = usize::from(!known.starts_with(letters[0]));
            Some((edits, first, u32::MAX - names, u32::MAX - uses, &**known))
        })
        .collect();
    found.sort_unstable();
    found.truncate(most);
    found.into_iter().map(|(edits, .., known)| (known, edits)).collect()
}

/// Returns whether one word is a plausible typing error for another that is `edits` away. The first letter is seldom
/// wrong in short words or with two errors; two errors in a word of usual length must keep all letters but one kind:
/// `jitter` is no `filter`, `passkey` no `passed`, but `recievd` is `received`.
fn is_slip(word: &str, other: &str, edits: usize) -> bool {
    const SHORT: usize = 4;
    const LONG: usize = 9;
    let letters = word.chars().count();
    let keeps_first = word.chars().next() == other.chars().next();
    let is_alike =
        || (mask(word) ^ mask(other)).count_ones() <= 1 && letters.abs_diff(other.chars().count()) <= 1;
    match edits {
        0 | 1 => keeps_first || letters > SHORT,
        _ => keeps_first && (letters >= LONG || is_alike()),
    }
}

/// Words of the vocabulary most alike by their trigrams, most alike first, with their likeness (Dice) in (0, 1].
/// O(letters of the vocabulary).
pub(crate) fn alike<'v>(
    vocabulary: &'v Vocabulary,
    word: &str,
    least: f32,
    most: usize,
) -> Vec<(&'v str, f32)> {
    let own = trigrams(word);
    let likeness = |other: &str| {
        let theirs = trigrams(other);
        let common = theirs.iter().filter(|trigram| own.contains(*trigram)).count();
        2.0 * common as f32 / (own.len() + theirs.len()).max(1) as f32
    };
    let mut found: Vec<(&str, f32, u32)> = vocabulary
        .words
        .iter()
        .map(|(known, names, _)| (&**known, likeness(known), *names))
        .filter(|&(_, likeness, _)| likeness >= least)
        .collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.2.cmp(&a.2)).then(a.0.cmp(b.0)));
    found.truncate(most);
    found.into_iter().map(|(word, likeness, _)| (word, likeness)).collect()
}

/// The names that `word` probably means, likeliest first: within a few edits, else with similar trigrams.
pub(crate) fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    const LIKENESS: f32 = 0.5;
    const MAX_NAMES: usize = 3;
    let mut words: Vec<(Box<str>, u32, u32)> = names.map(|name| (name.into(), 0, 0)).collect();
    words.sort_unstable();
    let names = Vocabulary { words };
    let edited = candidates(&names, word, MAX_NAMES).into_iter().map(|(name, _)| name);
    let alike = alike(&names, word, LIKENESS, MAX_NAMES).into_iter().map(|(name, _)| name);
    let mut near: Vec<String> = Vec::new();
    for name in edited.chain(alike) {
        if !near.iter().any(|known| known == name) {
            near.push(name.to_owned());
        }
    }
    near.truncate(MAX_NAMES);
    near
}

fn trigrams(word: &str) -> FxHashSet<[char; 3]> {
    let padded: Vec<char> = "  ".chars().chain(word.chars()).chain(" ".chars()).collect();
    padded.windows(3).map(|w| [w[0], w[1], w[2]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary(words: &[&str]) -> Vocabulary {
        let mut words: Vec<(Box<str>, u32, u32)> = words.iter().map(|&word| (word.into(), 1, 1)).collect();
        words.sort();
        Vocabulary { words }
    }

    #[test]
    fn the_nearest_word_is_meant() {
        let known = vocabulary(&["sanitize", "static", "error", "errors", "route", "router", "id"]);
        for (word, expect) in [
            ("santize", Some("sanitize")),
            ("satic", Some("static")),
            ("errnrs", Some("errors")),
            ("rouet", Some("route")),
            ("ruotre", Some("route")),
            ("ix", None),
            ("zzzzz", None),
            ("12345", None),
        ] {
            let found = candidates(&known, word, 1);
            assert_eq!(found.first().map(|c| c.0), expect, "{word}");
        }
    }

    #[test]
    fn what_is_not_there_yet_is_no_slip() {
        let known = vocabulary(&[
            "filter", "letter", "never", "meant", "catch", "passed", "bootlin", "starting", "imagination",
            "graph", "std", "received", "authentication", "handler", "server",
        ]);
        for (word, expect) in [
            ("jitter", None),
            ("newver", Some("never")),
            ("tenant", None),
            ("captcha", None),
            ("passkey", None),
            ("brotli", None),
            ("sharding", None),
            ("pagination", None),
            ("graphql", None),
            ("zstd", None),
            ("recievd", Some("received")),
            ("autentcation", Some("authentication")),
            ("hnadelr", Some("handler")),
            ("erver", Some("server")),
        ] {
            let found = candidates(&known, word, 1);
            assert_eq!(found.first().map(|c| c.0), expect, "{word}");
        }
    }

    #[test]
    fn alike_words_share_trigrams() {
        let known = vocabulary(&["middleware", "router"]);
        let found = alike(&known, "middlewear", 0.3, 3);
        assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), ["middleware"]);
    }
}
