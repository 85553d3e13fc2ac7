//! A list's rows prepared for filtering, and the last result: a longer filter only looks at what the shorter one
//! found.

use std::cell::OnceCell;
use std::ops::Range;

use nucleo::{Matcher, Utf32Str};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::SymbolSort;
use crate::app::filter::{self, Filter};
use crate::app::symbol_rows::{SymbolRows, SymbolSource};
use crate::model::{SymbolKind, symbol_flag};
use crate::unused::{Unused, Users};

/// Rows of one piece of work; cancellation is checked between pieces. Small in tests, so that short lists have
/// several.
const PIECE: usize = if cfg!(test) { 8 } else { 1 << 13 };

/// Longest label, in bytes, that is copied: a tree can have a package whose name takes a megabyte.
const LONGEST: usize = 1 << 8;

/// A list's rows prepared for filtering.
///
/// Memory: 14 bytes a row and its label after the first filter with words, and 4 more for each order that was used
/// except authority's.
pub struct Haystacks {
    corpus: SymbolSource,
    /// Number of rows that are files.
    files: usize,
    /// Labels by piece, made after the first list, which has no words and must not wait.
    labels: Vec<LabelColumn>,
    /// All rows in each [`SymbolSort`] that was used.
    orders: [OnceCell<Vec<u32>>; SymbolSort::ALL.len()],
    kept: Option<Scored>,
    /// The rows that no program reaches, with their users; `None` until a filter or an order asks.
    users: Option<FxHashMap<u32, Users>>,
}

/// The labels of a piece, side by side. In the graph, name and package lie apart, and reading them there would take
/// most of a filter's time.
#[derive(Default)]
struct LabelColumn {
    /// [`filter::letters`] of each.
    letters: Vec<u64>,
    /// Labels of up to [`LONGEST`] bytes; longer ones are empty.
    text: Box<str>,
    ends: Vec<u32>,
}

/// The scores of all rows for a filter.
struct Scored {
    filter: Filter,
    hidden: u16,
    /// 0 for rows that do not match, else score + 1.
    scores: Vec<u16>,
}

impl Haystacks {
    pub fn new(corpus: &SymbolSource) -> Self {
        let is_file = |rows: &dyn SymbolRows, ix| rows.kind(ix) == SymbolKind::File;
        let files = corpus.open(|rows| (0..rows.len()).filter(|&ix| is_file(rows, ix)).count());
        Self {
            corpus: corpus.clone(),
            files,
            labels: Vec::new(),
            orders: Default::default(),
            kept: None,
            users: None,
        }
    }

    /// Returns whether a list needs the users of rows, which are not known yet.
    pub fn want_users(&self, filter: &str, sort: SymbolSort) -> bool {
        let asks = || sort == SymbolSort::Use || Filter::parse(filter).asks_users();
        self.users.is_none() && asks()
    }

    /// Takes over which declarations no program reaches.
    pub fn take_unused(&mut self, unused: &Unused) {
        let rows = unused.findings.iter().map(|finding| (finding.symbol.0, finding.users));
        self.users = Some(rows.collect());
        self.orders[SymbolSort::Use as usize].take();
    }

    /// Returns whether these are the rows of `corpus`.
    pub fn serve(&self, corpus: &SymbolSource) -> bool {
        self.corpus.is_same(corpus)
    }

    /// Prepares what the first filter with words needs. Not done for glimpses, which change too soon.
    pub fn prepare(&mut self) {
        if matches!(self.corpus, SymbolSource::Graph(_)) {
            self.read_labels();
        }
    }

    fn read_labels(&mut self) {
        if self.labels.is_empty() {
            self.labels = self.corpus.open(labels);
        }
    }

    /// Rows of a list without a filter. Files are left out unless the filter asks for them: they repeat what they
    /// contain.
    pub(super) fn total(&self, filter: &Filter) -> usize {
        self.corpus.len() - if filter.asks_for(SymbolKind::File) { 0 } else { self.files }
    }

    /// The matching rows, the best first, ties in the order of `sort`; `None` if cancelled.
    pub(super) fn found(
        &mut self,
        filter: &Filter,
        hidden: u16,
        sort: SymbolSort,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u32>> {
        if filter.has_words() {
            self.read_labels();
        }
        let scores = self.corpus.open(|rows| self.scores(rows, filter, hidden, cancelled))?;
        let found = match (&self.corpus, sort) {
            (SymbolSource::Graph(snapshot), SymbolSort::Rank) => {
                fitting(snapshot.graph().by_authority, &scores, filter)
            }
            _ => fitting(self.order(sort), &scores, filter),
        };
        self.kept = Some(Scored { filter: filter.clone(), hidden, scores });
        Some(found)
    }

    fn scores(
        &self,
        rows: &dyn SymbolRows,
        filter: &Filter,
        hidden: u16,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u16>> {
        let narrower = |old: &&Scored| filter.narrows(&old.filter) && hidden & old.hidden == old.hidden;
        let old = self.kept.as_ref().filter(narrower);
        let before = old.map(|old| old.scores.as_slice());
        // A narrower filter has the same kinds and places.
        let is_admitted = old.is_some_and(|old| old.hidden == hidden);
        let labels = filter.has_words().then_some(self.labels.as_slice());
        let mut scores = vec![0; rows.len()];
        let users = self.users.as_ref();
        let judge = || RowScorer {
            rows,
            filter,
            hidden,
            needed: filter.letters(),
            matcher: filter::matcher(),
            label: String::new(),
            chars: Vec::new(),
            place: None,
            users,
        };
        let pieces = scores.par_chunks_mut(PIECE).enumerate();
        pieces.try_for_each_init(judge, |judge, (piece, scores)| {
            let labels = labels.map(|labels| &labels[piece]);
            for (at, score) in scores.iter_mut().enumerate() {
                let ix = piece * PIECE + at;
                if before.is_none_or(|before| before[ix] > 0)
                    && labels.is_none_or(|labels| judge.needed & !labels.letters[at] == 0)
                    && (is_admitted || judge.admits(ix))
                {
                    let alone = || 1 + u16::from(filter.is_led_by(rows.kind(ix)));
                    *score = labels.map_or_else(alone, |labels| judge.score(ix, labels, at));
                }
            }
            (!cancelled()).then_some(())
        })?;
        Some(scores)
    }

    /// All rows in an order, sorted on first use.
    fn order(&self, sort: SymbolSort) -> &[u32] {
        self.orders[sort as usize].get_or_init(|| match &self.corpus {
            SymbolSource::Graph(snapshot) => {
                let graph = snapshot.graph();
                let mut rows = graph.by_authority.to_vec();
                match sort {
                    SymbolSort::Rank => {}
                    SymbolSort::Load => by_falling(&mut rows, |ix| graph.symbol_load[ix]),
                    SymbolSort::Starts => by_falling(&mut rows, |ix| graph.symbol_hub[ix]),
                    SymbolSort::FanIn => by_falling(&mut rows, |ix| graph.symbol_in_degree[ix].into()),
                    SymbolSort::FanOut => by_falling(&mut rows, |ix| graph.symbol_out_degree[ix].into()),
                    SymbolSort::Name => by_label(&mut rows, &graph),
                    SymbolSort::Use => by_users(&mut rows, self.users.as_ref()),
                }
                rows
            }
            SymbolSource::Glimpses(glimpses) => {
                let mut rows: Vec<u32> = (0..glimpses.len() as u32).collect();
                if sort == SymbolSort::Name {
                    by_label(&mut rows, glimpses);
                }
                rows
            }
        })
    }
}

/// All rows' labels, piece by piece.
fn labels(rows: &dyn SymbolRows) -> Vec<LabelColumn> {
    let pieces = rows.len().div_ceil(PIECE);
    let piece = |text: &mut String, piece: usize| {
        LabelColumn::new(rows, piece * PIECE..rows.len().min((piece + 1) * PIECE), text)
    };
    (0..pieces).into_par_iter().map_init(String::new, piece).collect()
}

impl LabelColumn {
    /// `text` is a reused buffer, so that each piece allocates only what it keeps: with a million rows allocation
    /// took most of the time.
    fn new(rows: &dyn SymbolRows, piece: Range<usize>, text: &mut String) -> Self {
        text.clear();
        let (mut letters, mut ends) = (Vec::with_capacity(piece.len()), Vec::with_capacity(piece.len()));
        for ix in piece {
            let start = text.len();
            rows.name(ix).push_to(text);
            let label = &text[start..];
            letters.push(filter::letters(label));
            if label.len() > LONGEST {
                text.truncate(start);
            }
            ends.push(text.len() as u32);
        }
        Self { letters, text: text.as_str().into(), ends }
    }

    /// A row's label; empty if it is not kept.
    fn kept(&self, at: usize) -> &str {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.text[start as usize..self.ends[at] as usize]
    }
}

/// All sorts are stable: ties stay by falling authority.
fn by_falling(rows: &mut [u32], measure: impl Fn(usize) -> f64 + Sync) {
    rows.par_sort_by(|&a, &b| measure(b as usize).total_cmp(&measure(a as usize)));
}

fn by_users(rows: &mut [u32], users: Option<&FxHashMap<u32, Users>>) {
    rows.sort_by_key(|row| match users.and_then(|users| users.get(row)) {
        Some(Users::Nobody) => 0,
        Some(Users::Tests) => 1,
        None => 2,
    });
}

fn by_label(rows: &mut [u32], corpus: &dyn SymbolRows) {
    let (mut text, mut ends) = (String::new(), Vec::with_capacity(rows.len()));
    for ix in 0..corpus.len() {
        corpus.name(ix).push_to(&mut text);
        ends.push(text.len());
    }
    let label = |ix: u32| {
        let ix = ix as usize;
        &text.as_bytes()[if ix == 0 { 0 } else { ends[ix - 1] }..ends[ix]]
    };
    rows.par_sort_by(|&a, &b| label(a).cmp(label(b)));
}

/// The matching rows of `order` by falling score, ties in the order of `order`. A counting sort: of a million matches
/// few have distinct scores. O(rows + highest score).
fn fitting(order: &[u32], scores: &[u16], filter: &Filter) -> Vec<u32> {
    if !filter.has_scores() {
        return order.iter().copied().filter(|&ix| scores[ix as usize] > 0).collect();
    }
    let best = scores.par_iter().copied().max().unwrap_or(0);
    let parts: Vec<Sorted> =
        order.par_chunks(PIECE << 3).map(|part| Sorted::new(part, scores, best)).collect();
    let mut found = Vec::with_capacity(parts.iter().map(|part| part.rows.len()).sum());
    for rank in 0..usize::from(best) {
        for part in &parts {
            found.extend_from_slice(part.of(rank));
        }
    }
    found
}

/// The matching rows of one part of an order, by falling score.
struct Sorted {
    rows: Vec<u32>,
    /// End of the rows of each score, by distance from the best.
    ends: Vec<u32>,
}

impl Sorted {
    /// `best` is the highest score of all parts.
    fn new(order: &[u32], scores: &[u16], best: u16) -> Self {
        // In this order scores lie scattered in memory, so each is looked up once.
        let scores: Vec<u16> = order.iter().map(|&ix| scores[ix as usize]).collect();
        let fitting = || order.iter().zip(&scores).filter(|&(_, &score)| score > 0);
        let rank = |score: u16| usize::from(best - score);
        let mut ends = vec![0; usize::from(best)];
        fitting().for_each(|(_, &score)| ends[rank(score)] += 1);
        let mut fit = 0;
        for end in &mut ends {
            fit += std::mem::replace(end, fit);
        }
        // The next free place of each score; after the last row it is the end.
        let mut rows = vec![0; fit as usize];
        for (&ix, &score) in fitting() {
            let place = &mut ends[rank(score)];
            rows[*place as usize] = ix;
            *place += 1;
        }
        Self { rows, ends }
    }

    fn of(&self, rank: usize) -> &[u32] {
        let start = if rank == 0 { 0 } else { self.ends[rank - 1] };
        &self.rows[start as usize..self.ends[rank] as usize]
    }
}

/// Scores rows on one thread.
struct RowScorer<'j> {
    rows: &'j dyn SymbolRows,
    filter: &'j Filter,
    hidden: u16,
    /// Letters that every matching label contains.
    needed: u64,
    matcher: Matcher,
    label: String,
    chars: Vec<char>,
    /// The last file whose package and path were checked, and the result.
    place: Option<(u32, bool)>,
    users: Option<&'j FxHashMap<u32, Users>>,
}

impl RowScorer<'_> {
    /// Returns whether a row passes everything but the words. The cheapest check comes first.
    fn admits(&mut self, ix: usize) -> bool {
        let (rows, filter) = (self.rows, self.filter);
        let (kind, flags) = (rows.kind(ix), rows.flags(ix));
        let is_listed = kind != SymbolKind::File || filter.asks_for(SymbolKind::File);
        is_listed
            && flags & self.hidden == 0
            && filter.admits_kind(kind, flags)
            && (!filter.asks_users()
                || self.users.is_some_and(|users| filter.admits_users(users.get(&(ix as u32)).copied())))
            && (!filter.asks_place() || self.admits_place(ix, kind))
            && (!filter.asks_spot() || rows.entry(ix).is_some_and(|entry| filter.admits_spot(&entry)))
    }

    /// Score + 1 of the row `at` in its piece; 0 if the words do not match. Scores above the maximum, which take
    /// thousands of words, count as the maximum.
    fn score(&mut self, ix: usize, labels: &LabelColumn, at: usize) -> u16 {
        let mut label = labels.kept(at);
        if label.is_empty() {
            self.label.clear();
            self.rows.name(ix).push_to(&mut self.label);
            label = &self.label;
        }
        let text = if labels.letters[at] == filter::NOT_PLAIN {
            Utf32Str::new(label, &mut self.chars)
        } else {
            Utf32Str::Ascii(label.as_bytes())
        };
        let score = self.filter.score(text, &mut self.matcher);
        // Among ties, a symbol that is built here comes first.
        let built = u32::from(self.rows.flags(ix) & symbol_flag::CONSTRAINED == 0);
        score.map_or(0, |score| u16::try_from(score + 1 + built).unwrap_or(u16::MAX))
    }

    fn admits_place(&mut self, ix: usize, kind: SymbolKind) -> bool {
        let admits =
            |rows: &dyn SymbolRows| rows.entry(ix).is_some_and(|entry| self.filter.admits_place(&entry));
        // Symbols of one file share path and package; containers have no package.
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
