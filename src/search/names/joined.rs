//! Words that a question writes in one and names of the tree by capitals in two: `github` and `GitHubLogin`.

use crate::model::{Graph, Symbol};
use crate::search::analysis::tokenizer::split;
use crate::search::text::Vocabulary;

/// Names that have a word as it is, from which on it is not looked for in two.
const KNOWN: u32 = 4;
/// Letters of a word that is looked for in two.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=24;

/// The two parts of a word that follow each other in some name of the tree; `None` where no name has it so, or where
/// several have it in one. O(names), but only if names have both parts of it somewhere.
pub(crate) fn parted_in<'w>(
    graph: &Graph<'_>,
    vocabulary: &Vocabulary,
    word: &'w str,
) -> Option<[&'w str; 2]> {
    if !LETTERS.contains(&word.len()) || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let names = |word: &str| vocabulary.get(word).map_or(0, |(names, _)| names);
    if names(word) >= KNOWN {
        return None;
    }
    // A word that the tree has is in two only where one letter stands before it: `gRPC`.
    let last = if vocabulary.get(word).is_some() { 1 } else { word.len() - 1 };
    let cuts = (1..=last).map(|at| word.split_at(at));
    let cuts: Vec<(&str, &str)> = cuts.filter(|(a, b)| names(a) > 0 && names(b) > 0).collect();
    if cuts.is_empty() {
        return None;
    }
    graph.symbols().map(Symbol::name).filter(|name| contains(name, word)).find_map(|name| {
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

/// Whether a name has a word of small ASCII letters somewhere in it, in any case.
fn contains(name: &str, word: &str) -> bool {
    let (name, word) = (name.as_bytes(), word.as_bytes());
    name.len() >= word.len() && name.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
}
