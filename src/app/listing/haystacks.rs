//! A corpus prepared for listing, and what the last list leaves to the next: a longer word only has to look at what
//! the shorter one found.

use std::cell::OnceCell;

use nucleo::{Matcher, Utf32Str};
use rayon::prelude::*;

use super::Sort;
use crate::app::corpus::{Corpus, Rows, push_label};
use crate::app::filter::{self, Filter};
use crate::model::SymbolKind;

/// Rows of one piece of work: between two pieces a look at whether the answer is still wanted.
const PIECE: usize = 1 << 13;

/// The highest score that is told from others.
const HIGHEST: u32 = 1 << 16;

/// A corpus prepared for listing.
///
/// 12 bytes a row once words were looked for, and 4 more for each order but authority's that was asked for.
pub struct Haystacks {
    corpus: Corpus,
    /// How many rows are files.
    files: usize,
    /// [`filter::letters`] of each label. Made after the first list, which has no words and must not wait.
    letters: Vec<u64>,
    /// All rows in the order of each [`Sort`], once asked for.
    orders: [OnceCell<Vec<u32>>; Sort::ALL.len()],
    kept: Option<Scored>,
}

/// A filter's judgement on every row.
struct Scored {
    filter: Filter,
    hidden: u16,
    /// 0 for rows that do not fit, else 1 more than the score.
    scores: Vec<u32>,
}

impl Haystacks {
    #[must_use]
    pub fn new(corpus: &Corpus) -> Self {
        let is_file = |rows: &dyn Rows, ix| rows.kind(ix) == SymbolKind::File;
        let files = corpus.open(|rows| (0..rows.len()).filter(|&ix| is_file(rows, ix)).count());
        Self { corpus: corpus.clone(), files, letters: Vec::new(), orders: Default::default(), kept: None }
    }

    /// Whether these are made of `corpus`.
    #[must_use]
    pub fn serve(&self, corpus: &Corpus) -> bool {
        self.corpus.is_same(corpus)
    }

    /// Does beforehand what the first words would wait for. Glimpses are too soon of the past to be worth it.
    pub fn prepare(&mut self) {
        if matches!(self.corpus, Corpus::Graph(_)) {
            self.read_letters();
        }
    }

    fn read_letters(&mut self) {
        if self.letters.is_empty() {
            self.letters = self.corpus.open(letters);
        }
    }

    /// How many rows a list without any filter has. Files only repeat what they contain, unless they are asked for.
    pub(super) fn total(&self, filter: &Filter) -> usize {
        self.corpus.len() - if filter.asks_for(SymbolKind::File) { 0 } else { self.files }
    }

    /// The rows that fit, the best first, equals in the order of `sort`; `None` when `cancelled` said so.
    pub(super) fn found(
        &mut self,
        filter: &Filter,
        hidden: u16,
        sort: Sort,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u32>> {
        if filter.has_words() {
            self.read_letters();
        }
        let scores = self.corpus.open(|rows| self.scores(rows, filter, hidden, cancelled))?;
        let found = match (&self.corpus, sort) {
            (Corpus::Graph(snapshot), Sort::Authority) => {
                fitting(snapshot.graph().by_authority.iter().copied(), &scores, filter)
            }
            _ => fitting(self.order(sort).iter().copied(), &scores, filter),
        };
        self.kept = Some(Scored { filter: filter.clone(), hidden, scores });
        Some(found)
    }

    fn scores(
        &self,
        rows: &dyn Rows,
        filter: &Filter,
        hidden: u16,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u32>> {
        let narrower = |old: &&Scored| filter.narrows(&old.filter) && hidden & old.hidden == old.hidden;
        let before = self.kept.as_ref().filter(narrower).map(|old| old.scores.as_slice());
        let letters = self.letters.as_slice();
        let mut scores = vec![0; rows.len()];
        let judge = || Judge {
            rows,
            filter,
            hidden,
            letters,
            needed: filter.letters(),
            matcher: filter::matcher(),
            label: String::new(),
            chars: Vec::new(),
            place: None,
        };
        let pieces = scores.par_chunks_mut(PIECE).enumerate();
        pieces.try_for_each_init(judge, |judge, (piece, scores)| {
            for (ix, score) in (piece * PIECE..).zip(scores) {
                if before.is_none_or(|before| before[ix] > 0) {
                    *score = judge.score(ix);
                }
            }
            (!cancelled()).then_some(())
        })?;
        Some(scores)
    }

    /// All rows in an order; the same ones every time, so they are put in it once.
    fn order(&self, sort: Sort) -> &[u32] {
        self.orders[sort as usize].get_or_init(|| match &self.corpus {
            Corpus::Graph(snapshot) => {
                let graph = snapshot.graph();
                let mut rows = graph.by_authority.to_vec();
                match sort {
                    Sort::Authority => {}
                    Sort::Hub => by_falling(&mut rows, |ix| graph.symbol_hub[ix]),
                    Sort::FanIn => by_falling(&mut rows, |ix| graph.symbol_in_degree[ix].into()),
                    Sort::FanOut => by_falling(&mut rows, |ix| graph.symbol_out_degree[ix].into()),
                    Sort::Name => by_label(&mut rows, &graph),
                }
                rows
            }
            Corpus::Glimpses(glimpses) => {
                let mut rows: Vec<u32> = (0..glimpses.len() as u32).collect();
                if sort == Sort::Name {
                    by_label(&mut rows, glimpses);
                }
                rows
            }
        })
    }
}

/// [`filter::letters`] of each row's label.
fn letters(rows: &dyn Rows) -> Vec<u64> {
    let mut letters = vec![0; rows.len()];
    letters.par_chunks_mut(PIECE).enumerate().for_each_init(String::new, |label, (piece, letters)| {
        for (ix, letters) in (piece * PIECE..).zip(letters) {
            label.clear();
            push_label(rows.name(ix), label);
            *letters = filter::letters(label);
        }
    });
    letters
}

/// Stable, as is the other: what is equal stays by falling authority.
fn by_falling(rows: &mut [u32], measure: impl Fn(usize) -> f64 + Sync) {
    rows.par_sort_by(|&a, &b| measure(b as usize).total_cmp(&measure(a as usize)));
}

fn by_label(rows: &mut [u32], corpus: &dyn Rows) {
    let (mut text, mut ends) = (String::new(), Vec::with_capacity(rows.len()));
    for ix in 0..corpus.len() {
        push_label(corpus.name(ix), &mut text);
        ends.push(text.len());
    }
    let label = |ix: u32| {
        let ix = ix as usize;
        &text.as_bytes()[if ix == 0 { 0 } else { ends[ix - 1] }..ends[ix]]
    };
    rows.par_sort_by(|&a, &b| label(a).cmp(label(b)));
}

/// The rows of `order` that fit, those of a higher score first, equals as they stand in it. A counting sort: of a million
/// rows that fit, few have scores of their own. What is above [`HIGHEST`], which takes thousands of words, counts as that.
/// O(rows + highest score).
fn fitting(order: impl Iterator<Item = u32>, scores: &[u32], filter: &Filter) -> Vec<u32> {
    let score = |ix: u32| scores[ix as usize];
    if !filter.has_words() {
        return order.filter(|&ix| score(ix) > 0).collect();
    }
    let best = scores.iter().copied().max().unwrap_or(0).min(HIGHEST) as usize;
    // Where the next row of each distance from the best goes.
    let mut next = vec![0; best + 1];
    let rank = |score: u32| best - score.min(HIGHEST) as usize;
    for &score in scores.iter().filter(|&&score| score > 0) {
        next[rank(score)] += 1;
    }
    let mut fit = 0;
    for start in &mut next {
        fit += std::mem::replace(start, fit);
    }
    let mut found = vec![0; fit];
    for ix in order.filter(|&ix| score(ix) > 0) {
        let place = &mut next[rank(score(ix))];
        found[*place] = ix;
        *place += 1;
    }
    found
}

/// One thread's means to score rows.
struct Judge<'j> {
    rows: &'j dyn Rows,
    filter: &'j Filter,
    hidden: u16,
    letters: &'j [u64],
    /// Letters without which no label fits.
    needed: u64,
    matcher: Matcher,
    label: String,
    chars: Vec<char>,
    /// The last file that was judged by its package and path.
    place: Option<(u32, bool)>,
}

impl Judge<'_> {
    /// 0 for a row that does not fit, else 1 more than its score. The cheapest question first.
    fn score(&mut self, ix: usize) -> u32 {
        let (rows, filter) = (self.rows, self.filter);
        let (kind, flags) = (rows.kind(ix), rows.flags(ix));
        let is_listed = kind != SymbolKind::File || filter.asks_for(SymbolKind::File);
        if !is_listed || flags & self.hidden != 0 || !filter.admits_kind(kind, flags) {
            return 0;
        }
        if filter.has_words() && self.needed & !self.letters[ix] != 0 {
            return 0;
        }
        if filter.asks_place() && !self.admits_place(ix, kind) {
            return 0;
        }
        if !filter.has_words() {
            return 1;
        }
        self.label.clear();
        push_label(rows.name(ix), &mut self.label);
        let text = if self.letters[ix] == filter::NOT_PLAIN {
            Utf32Str::new(&self.label, &mut self.chars)
        } else {
            Utf32Str::Ascii(self.label.as_bytes())
        };
        filter.score(text, &mut self.matcher).map_or(0, |score| score + 1)
    }

    fn admits_place(&mut self, ix: usize, kind: SymbolKind) -> bool {
        let admits = |rows: &dyn Rows| rows.entry(ix).is_some_and(|entry| self.filter.admits_place(&entry));
        // What stands in one file has its path and its package; containers have no package.
        let Some(file) = self.rows.file(ix).filter(|_| !kind.is_container()) else {
            return admits(self.rows);
        };
        match self.place {
            Some((last, admitted)) if last == file => admitted,
            _ => {
                let admitted = admits(self.rows);
                self.place = Some((file, admitted));
                admitted
            }
        }
    }
}
