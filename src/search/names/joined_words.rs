//! Words that a question joins and names of the tree separate by capitals: `github` and `GitHubLogin`.

use crate::model::Graph;
use crate::search::analysis::tokenizer::split;
use crate::search::text::TextIndex;

/// A word that this many names have unseparated is not split.
const KNOWN: u32 = 4;
/// Lengths of words that may be split.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=24;

/// The two parts of a word that stand side by side in some name of the tree; `None` if no name has them, or several
/// have the word unseparated. O(names), but only if the vocabulary has both parts.
pub(crate) fn parted_in<'w>(graph: &Graph<'_>, text: &TextIndex, word: &'w str) -> Option<[&'w str; 2]> {
    if !LETTERS.contains(&word.len()) || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let vocabulary = text.vocabulary();
    let names = |word: &str| vocabulary.get(word).map_or(0, |(names, _)| names);
    if names(word) >= KNOWN {
        return None;
    }
    // A known word is split only after its first letter: `gRPC`.
    let last = if vocabulary.get(word).is_some() { 1 } else { word.len() - 1 };
    let cuts = (1..=last).map(|at| word.split_at(at));
    let cuts: Vec<(&str, &str)> = cuts.filter(|(a, b)| names(a) > 0 && names(b) > 0).collect();
    if cuts.is_empty() {
        return None;
    }
    text.names(graph).containing(word).find_map(|name| {
        let mut before = "";
        let mut found = None;
        split(name, |part| {
            let is = |(a, b): &&(&str, &str)| before.eq_ignore_ascii_case(a) && part.eq_ignore_ascii_case(b);
            found = found.or_else(|| cuts.iter().find(is).map(|&(a, b)| [a, b]));
            before = part;
        });
        found
    })
}
