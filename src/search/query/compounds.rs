//! Compounds: words that a question separates and the tree joins, such as `grow` and `slice` in `growslice`.

use crate::search::analysis::stemmer::stem;
use crate::search::query::terms::QueryWords;
use crate::search::text::TextIndex;

/// Two words are joined if they are at most this many content words apart.
const REACH: usize = 3;

/// A word of the tree made of two words of the question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Compound {
    pub(crate) word: Box<str>,
    pub(crate) stem: Box<str>,
    /// The words of [`QueryWords::spoken`] that it is made of.
    pub(crate) of: [usize; 2],
}

/// The words of the tree that join two words of the question, at most [`REACH`] content words apart. O(words).
pub(crate) fn compounds(text: &TextIndex, question: &QueryWords) -> Vec<Compound> {
    let mut found: Vec<Compound> = Vec::new();
    let said = |number: usize| {
        let spoken = &question.spoken[number];
        let word = question.words.get(spoken.term).map_or(&*spoken.stem, String::as_str);
        [word, &*spoken.stem]
    };
    let numbers: Vec<usize> = (0..question.spoken.len())
        .filter(|&number| !question.spoken[number].is_stop && said(number)[0].len() > 1)
        .collect();
    for (at, &first) in numbers.iter().enumerate() {
        for &second in numbers[at + 1..].iter().take(REACH) {
            for of in [[first, second], [second, first]] {
                let [left, right] = of.map(said);
                let wholes = left.into_iter().flat_map(|l| right.map(|r| format!("{l}{r}")));
                for whole in wholes.filter(|whole| is_name(text, whole)) {
                    let stem = stem(&whole).into_boxed_str();
                    if !found.iter().any(|known| known.stem == stem) {
                        found.push(Compound { word: whole.into(), stem, of });
                    }
                }
            }
        }
    }
    found
}

fn is_name(text: &TextIndex, word: &str) -> bool {
    text.vocabulary().get(word).is_some_and(|(names, _)| names > 0)
}
