//! Matches messages to format strings whose words stand in short runs between verbs: `health(warnable=%s): ok`.
//!
//! A short run alone is weak evidence. But its edges are known, and several runs in the order of the message hardly
//! ever meet in one declaration by chance.

use rustc_hash::FxHashMap;

use crate::search::analysis::lexicon::{EDGE, VALUE};
use crate::search::messages::phrase_match::saying;
use crate::search::text::TextIndex;

/// Most words of a message that is looked up: a longer one has a run that is found by itself.
const MAX_WORDS: usize = 20;
const MIN_WORDS: usize = 3;
/// Most words of a run between two verbs: longer ones are found by themselves.
const MAX_IN_RUN: usize = 6;
/// Most declarations that may have the runs of a message by chance.
const MAX_BY_CHANCE: f64 = 0.05;
/// A run at the beginning of a message suffices if it has this many content words and at most this many declarations
/// have it.
const MIN_TELLING: usize = 2;
const MAX_OPENING: f64 = 3.0;

/// A run of a message's words that is all that stands between two verbs of a format, or a verb and its edge.
#[derive(Clone, Copy, Debug)]
struct WordRun {
    first: usize,
    last: usize,
    /// True if the format, or a part of it, begins and ends with it.
    begins: bool,
    ends: bool,
    /// The share of all declarations that have it.
    frequency: f64,
}

/// Runs of one format that follow each other in a message.
#[derive(Clone, Copy, Debug, Default)]
struct RunChain {
    words: usize,
    runs: usize,
    /// Number of declarations that would have these runs by chance.
    by_chance: f64,
    last: usize,
    ends: bool,
    /// The message opens with a run that is enough by itself.
    opens: bool,
}

/// The documents with a format that a message fills in, each with whether the format ends where the message does, and how many
/// words of the message it has. `tells` marks content words, `length` says how much longer than most a document is, `all` is the
/// number of documents. O(postings of runs).
pub(crate) fn match_format_string(
    text: &TextIndex,
    words: &[&str],
    tells: &[bool],
    all: usize,
    length: impl Fn(u32) -> f64,
) -> Vec<(u32, bool, usize)> {
    if !(MIN_WORDS..=MAX_WORDS).contains(&words.len()) {
        return Vec::new();
    }
    let runs = runs(text, words, all);
    let fits = |(doc, runs): (u32, Vec<WordRun>)| {
        let length = length(doc);
        let places = words.len() as f64 * length;
        let row = best(&runs, tells, all as f64, places)?;
        let ends = row.ends && row.last + 1 == words.len();
        let is_all = ends || 3 * row.words >= words.len();
        (row.opens || row.by_chance < MAX_BY_CHANCE && is_all).then_some((doc, ends, row.words))
    };
    runs.into_iter().filter_map(fits).collect()
}

/// The runs of each document in which a format begins, in the order of the message.
fn runs(text: &TextIndex, words: &[&str], all: usize) -> FxHashMap<u32, Vec<WordRun>> {
    let mut runs: FxHashMap<u32, Vec<WordRun>> = FxHashMap::default();
    for before in [EDGE, VALUE] {
        for first in 0..words.len() {
            for last in first..words.len().min(first + MAX_IN_RUN) {
                for after in [VALUE, EDGE] {
                    let (begins, ends) = (before == EDGE, after == EDGE);
                    if begins && ends {
                        continue;
                    }
                    let docs = saying(text, &[&[before], &words[first..=last], &[after]].concat());
                    let frequency = docs.len() as f64 / all as f64;
                    let run = WordRun { first, last, begins, ends, frequency };
                    for doc in docs {
                        if begins {
                            runs.entry(doc).or_default().push(run);
                        } else if let Some(runs) = runs.get_mut(&doc) {
                            runs.push(run);
                        }
                    }
                }
            }
        }
        if runs.is_empty() {
            break;
        }
    }
    runs
}

/// The row of at least two runs that is the least likely by chance, with a value between each two.
fn best(runs: &[WordRun], tells: &[bool], all: f64, places: f64) -> Option<RunChain> {
    let mut runs: Vec<WordRun> = runs.to_vec();
    runs.sort_by_key(|run| (run.first, run.last));
    let telling = |run: &WordRun| tells[run.first..=run.last].iter().any(|tells| *tells);
    // The time of a log's line stands before its message.
    let opens = |run: &WordRun| {
        !tells[..run.first].contains(&true)
            && tells[run.first..=run.last].iter().filter(|tells| **tells).count() >= MIN_TELLING
            && run.frequency * all <= MAX_OPENING
    };
    let mut rows: Vec<RunChain> = Vec::new();
    for run in &runs {
        let begun = run.begins.then_some(RunChain { by_chance: all, ..RunChain::default() });
        // A value stands between two runs, or one part of the format ends and the next begins.
        let follows =
            |row: &RunChain| run.begins == row.ends && row.last + usize::from(!row.ends) < run.first;
        let before = rows.iter().copied().filter(follows);
        let after = |row: RunChain| RunChain {
            words: row.words + run.last + 1 - run.first,
            runs: row.runs + 1,
            by_chance: row.by_chance * if telling(run) { (run.frequency * places).min(1.0) } else { 1.0 },
            last: run.last,
            ends: run.ends,
            opens: row.opens || run.begins && opens(run),
        };
        rows.extend(
            begun.into_iter().chain(before).map(after).min_by(|a, b| a.by_chance.total_cmp(&b.by_chance)),
        );
    }
    let rows = rows.into_iter().filter(|row| row.runs > 1 || row.opens);
    rows.min_by(|a, b| a.by_chance.total_cmp(&b.by_chance).then(b.words.cmp(&a.words)))
}
