//! Words of this tree: what the code calls the things near a question, for people who do not know its names yet.
//!
//! The words are those of the names of the best rows, as far as the question has none of the same stem: each counts by the
//! scores of the rows that have it, and by how few names of the whole tree do. This is the selection of terms for pseudo
//! relevance feedback (Rocchio 1971; RM3, Abdul-Jaleel et al. 2004); but they are only offered, never added unasked.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::SymbolId;
use crate::search::analysis::stemmer::stem;
use crate::search::analysis::stop_words::{is_doing, is_habit, is_stop_word};
use crate::search::analysis::tokenizer::parts;
use crate::search::answer::AnswerRow;
use crate::search::query::parsed::ParsedQuestion;
use crate::search::scoring::corpus::Corpus;

/// Rows whose names are read.
const ROWS: usize = 30;
/// Most words offered.
const MAX_WORDS: usize = 6;
/// Shorter words are mostly names of receivers and abbreviations.
const MIN_LETTERS: usize = 3;
/// Rows that have a word, at least.
const MIN_ROWS: usize = 2;

/// A word of the names of some rows.
#[derive(Default)]
struct OfferedWord {
    /// As it is spelled most, in lower case.
    spelled: FxHashMap<String, usize>,
    /// The packages of which it is the name.
    packages: FxHashSet<SymbolId>,
    rows: usize,
    score: f32,
}

/// At most six words that the names of the best rows have and the question does not, the most telling first. None for a
/// question that is answered by names, edges or places. O(letters of the rows' names).
pub(crate) fn tree_words(corpus: &Corpus<'_>, question: &ParsedQuestion, rows: &[AnswerRow]) -> Vec<String> {
    let is_by_words = question.exact.is_empty();
    let (Some(best), true) = (rows.first(), is_by_words) else { return Vec::new() };
    let mut known: FxHashSet<String> = question.terms.iter().map(|term| term.text.to_string()).collect();
    known.extend(question.words.iter().map(|word| stem(&word.to_lowercase())));
    let mut offered: FxHashMap<String, OfferedWord> = FxHashMap::default();
    for row in rows.iter().take(ROWS).filter(|row| row.score > 0.0) {
        let symbol = corpus.graph.symbol(row.symbol);
        let package = symbol.package();
        let of_package =
            parts(corpus.graph.symbol(package).name()).into_iter().map(|word| (word, Some(package)));
        let own = parts(symbol.qualified()).into_iter().map(|word| (word, None));
        let mut seen = FxHashSet::default();
        for (word, package) in own.chain(of_package) {
            let of = stem(&word);
            if is_offered(&word) && !known.contains(&of) && seen.insert(of.clone()) {
                let offered = offered.entry(of).or_default();
                *offered.spelled.entry(word).or_default() += 1;
                offered.packages.extend(package);
                offered.rows += 1;
                offered.score += row.score / best.score;
            }
        }
    }
    let n_names = corpus.graph.n_symbols() as f32;
    let mut words: Vec<(f32, String)> = offered
        .into_values()
        .filter(|offered| offered.rows >= MIN_ROWS)
        .filter_map(|OfferedWord { spelled, score, packages, .. }| {
            let (word, _) = spelled.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)))?;
            // A package's name stands before the names of all that it holds.
            let held: u32 = packages.iter().map(|&package| corpus.text.package_size(package)).sum();
            let names = (corpus.text.vocabulary().names(&word) + held) as f32;
            Some((score * ((1.0 + n_names) / (1.0 + names)).ln().max(0.0), word))
        })
        .collect();
    words.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    words.truncate(MAX_WORDS);
    words.into_iter().map(|(_, word)| word).collect()
}

fn is_offered(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).count() >= MIN_LETTERS
        && !(is_stop_word(word) || is_habit(word) || is_doing(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_prose_and_no_abbreviation_is_offered() {
        for (word, expect) in
            [("lessor", true), ("tls", true), ("q", false), ("v2", false), ("the", false), ("add", false)]
        {
            assert_eq!(is_offered(word), expect, "{word}");
        }
    }
}
