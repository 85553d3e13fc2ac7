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
    let cuts = (1..word.len()).map(|at| word.split_at(at));
    let cuts: Vec<(&str, &str)> = cuts.filter(|(a, b)| names(a) > 0 && names(b) > 0).collect();
    if cuts.is_empty() {
        return None;
    }
    graph.symbols().map(Symbol::name).filter(|name| name.len() >= word.len()).find_map(|name| {
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
