//! Votes of past commits: their messages are compared with the question, and they vote for what they changed.
//!
//! A commit with a similar message votes for the symbols and files that it touched; and the messages of all commits
//! that touched a symbol are one more text about it. Both use BM25, over commits and over symbols. The tables are
//! made once, when a history is opened; a question then costs the postings of its words.

use rustc_hash::FxHashMap;

use crate::history::{HALF_LIFE_DAYS, History, MAX_FILES, MIN_SUPPORT};
use crate::model::Graph;
use crate::search::analysis::stemmer::stem;
use crate::search::analysis::stop_words::is_stop_word;
use crate::search::analysis::tokenizer::parts;
use crate::search::query::terms::Term;
use crate::search::text::TextIndex;

/// The most similar commits, this many, vote.
const VOTERS: usize = 50;
/// Only the newest commits of a symbol, this many, count for co-changes.
const MAX_RECENT: usize = 30;
/// The weight of a change decays by a factor of e in this many days.
const CHURN_DAYS: f64 = 365.0;
const DAY: f64 = 86_400.0;
const K1: f32 = 1.2;

/// A history indexed by words and by the symbols of today's graph.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// By stem: commits and how often their message has it.
    postings: FxHashMap<Box<str>, Vec<(u32, u8)>>,
    /// Words of each message.
    lengths: Vec<u16>,
    mean_length: f32,
    /// The weight of each commit for co-changes.
    weights: Vec<f32>,
    /// Documents and files that each commit touched.
    symbols: Lists,
    files: Lists,
    /// Commits that touched each document, and their mean over those that any touched.
    touches: Vec<u16>,
    mean_touches: f32,
    /// By document: the decayed number of its changes.
    own_churn: Vec<f32>,
    /// By document: the commits that touched it, newest first.
    commits: FxHashMap<u32, Vec<u32>>,
}

/// The weight of a commit by its age in seconds and its number of files, as in [`crate::history`].
fn weight(age: i64, width: u32) -> f32 {
    let half_lives = age.max(0) as f64 / (DAY * HALF_LIFE_DAYS);
    ((-half_lives).exp2() / f64::from(width.max(2) - 1)) as f32
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    ends: Vec<u32>,
    items: Vec<u32>,
}

/// The votes on one question, by document and by file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Votes {
    pub(crate) symbols: FxHashMap<u32, f32>,
    pub(crate) messages: FxHashMap<u32, f32>,
    pub(crate) files: FxHashMap<u32, f32>,
}

impl Past {
    /// Indexes a history for `graph`. O(size of the history).
    pub fn new(graph: &Graph<'_>, text: &TextIndex, history: &History) -> Self {
        let mut past = Self {
            own_churn: vec![0.0; text.len(true)],
            touches: vec![0; text.len(true)],
            ..Self::default()
        };
        let known = NameResolver::of(graph, text);
        let mut words: FxHashMap<Box<str>, u8> = FxHashMap::default();
        let mut stems: FxHashMap<String, Box<str>> = FxHashMap::default();
        for commit in history.commits().iter().filter(|commit| commit.width <= MAX_FILES) {
            let number = past.lengths.len() as u32;
            let mut length = 0_u16;
            for word in parts(&commit.message) {
                if word.len() < 2 || is_stop_word(&word) {
                    continue;
                }
                let stem = stems.entry(word).or_insert_with_key(|word| stem(word).into());
                let count = words.entry(stem.clone()).or_default();
                *count = count.saturating_add(1);
                length = length.saturating_add(1);
            }
            for (word, count) in words.drain() {
                past.postings.entry(word).or_default().push((number, count));
            }
            past.lengths.push(length);
            past.weights.push(weight(history.now() - commit.time, commit.width));
            let lately = (-((history.now() - commit.time).max(0) as f64) / (CHURN_DAYS * DAY)).exp() as f32;
            let files = commit.files.iter().filter_map(|&path| known.files.get(history.text(path)).copied());
            past.files.push(files);
            let symbols = commit.symbols.iter().filter_map(|&(path, name)| {
                let file = known.files.get(history.text(path))?;
                known.symbols.get(&(*file, history.text(name))).copied()
            });
            past.symbols.push(symbols);
            for doc in past.symbols.last().to_vec() {
                past.own_churn[doc as usize] += lately;
                past.commits.entry(doc).or_default().push(number);
                past.touches[doc as usize] = past.touches[doc as usize].saturating_add(1);
            }
        }
        past.mean_length = mean(&past.lengths);
        let touched: Vec<u16> = past.touches.iter().copied().filter(|&n| n > 0).collect();
        past.mean_touches = mean(&touched).max(1.0);
        past
    }

    /// Returns whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// The decayed number of a symbol's changes; not negative.
    pub(crate) fn own_churn(&self, doc: u32) -> f32 {
        self.own_churn.get(doc as usize).copied().unwrap_or(0.0)
    }

    /// Co-changes with `seeds`, by document: the sum over seeds and their newest commits of the seed's weight,
    /// divided by the commit's number of symbols and the seed's number of commits.
    pub(crate) fn company(&self, seeds: &[(u32, f32)]) -> FxHashMap<u32, f32> {
        let mut company: FxHashMap<u32, f32> = FxHashMap::default();
        for &(seed, weight) in seeds {
            let Some(commits) = self.commits.get(&seed) else { continue };
            let commits = &commits[..commits.len().min(MAX_RECENT)];
            for &commit in commits {
                let symbols = self.symbols.get(commit);
                let share = weight / (commits.len() as f32 + 2.0) / (symbols.len() as f32).max(2.0).sqrt();
                for &doc in symbols.iter().filter(|&&doc| doc != seed) {
                    *company.entry(doc).or_default() += share;
                }
            }
        }
        company
    }

    /// Probability that a change of one document comes with one of another, in [0, 1]; 0 below [`MIN_SUPPORT`] common
    /// commits. O(commits of both).
    pub(crate) fn confidence(&self, from: u32, to: u32) -> f64 {
        let (Some(from), Some(to)) = (self.commits.get(&from), self.commits.get(&to)) else { return 0.0 };
        let weight =
            |commits: &[u32]| commits.iter().map(|&commit| self.weights[commit as usize]).sum::<f32>();
        let both: Vec<u32> = from.iter().copied().filter(|commit| to.binary_search(commit).is_ok()).collect();
        let whole = weight(from);
        if both.len() < MIN_SUPPORT as usize || whole <= 0.0 {
            return 0.0;
        }
        f64::from((weight(&both) / whole).clamp(0.0, 1.0))
    }

    /// The votes of the most similar commits. O(postings of the terms + symbols of the voters).
    pub(crate) fn votes(&self, terms: &[Term]) -> Votes {
        let mut scores: FxHashMap<u32, f32> = FxHashMap::default();
        let mut votes = Votes::default();
        let mut having: FxHashMap<u32, u32> = FxHashMap::default();
        for term in terms {
            let Some(postings) = self.postings.get(&term.text) else { continue };
            let (n, df) = (self.lengths.len() as f32, postings.len() as f32);
            let idf = term.weight * (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
            for &(commit, count) in postings {
                let tf = f32::from(count);
                let length = f32::from(self.lengths[commit as usize]) / self.mean_length.max(1.0);
                *scores.entry(commit).or_default() += idf * tf / (tf + K1 * (0.25 + 0.75 * length));
                for &doc in self.symbols.get(commit) {
                    *having.entry(doc).or_default() += 1;
                }
            }
            for (doc, count) in having.drain() {
                let tf = count as f32;
                let length = f32::from(self.touches[doc as usize]) / self.mean_touches;
                *votes.messages.entry(doc).or_default() += idf * tf / (tf + K1 * (0.25 + 0.75 * length));
            }
        }
        let mut voters: Vec<(u32, f32)> = scores.into_iter().collect();
        voters.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        voters.truncate(VOTERS);
        let most = voters.first().map_or(1.0, |voter| voter.1);
        for (commit, score) in voters {
            self.vote(commit, (score / most).powi(2), &mut votes);
        }
        votes
    }

    /// Splits a commit's vote among what it touched: the more it touched, the less each was its purpose.
    fn vote(&self, commit: u32, weight: f32, votes: &mut Votes) {
        let symbols = self.symbols.get(commit);
        for (items, scores) in [(symbols, &mut votes.symbols), (self.files.get(commit), &mut votes.files)] {
            let share = weight / (items.len().max(1) as f32).sqrt();
            for &item in items {
                *scores.entry(item).or_default() += share;
            }
        }
    }
}

/// Resolves the names of a history in the graph.
struct NameResolver<'g> {
    files: FxHashMap<&'g str, u32>,
    /// Documents by file and qualified name.
    symbols: FxHashMap<(u32, &'g str), u32>,
}

impl<'g> NameResolver<'g> {
    fn of(graph: &'g Graph<'_>, text: &TextIndex) -> Self {
        let files = (0..graph.n_files() as u32).map(|file| (graph.path(crate::model::FileId(file)), file));
        let docs = 0..text.len(true) as u32;
        let symbols = docs.map(|doc| ((text.file(doc), graph.symbol(text.symbol(doc)).qualified()), doc));
        Self { files: files.collect(), symbols: symbols.collect() }
    }
}

impl Lists {
    fn push(&mut self, items: impl Iterator<Item = u32>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
    }

    fn get(&self, ix: u32) -> &[u32] {
        let start = if ix == 0 { 0 } else { self.ends[ix as usize - 1] };
        &self.items[start as usize..self.ends[ix as usize] as usize]
    }

    fn last(&self) -> &[u32] {
        self.get(self.ends.len() as u32 - 1)
    }
}

fn mean(numbers: &[u16]) -> f32 {
    numbers.iter().map(|&n| f32::from(n)).sum::<f32>() / numbers.len().max(1) as f32
}
