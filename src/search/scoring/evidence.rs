//! The evidence for a question before fusion, and the answer that it makes.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind, symbol_flag};
use crate::rank::{Detected, Nearness};
use crate::search::answer::{
    Answer, AnswerRow, EXACT, Found, MatchReason, PastedText, RankedAnswer, SearchedWords, Tier,
};
use crate::search::certainty::Certainty;
use crate::search::query::parsed::{ParsedQuestion, Quotation};
use crate::search::query::spelling;
use crate::search::request::QueryRequest;
use crate::search::scoring::bm25::Matches;
use crate::search::scoring::corpus::Corpus;
use crate::search::scoring::extension_points::EXTENSION;
use crate::search::scoring::fusion::{COUNT, Candidate, Fusion, ScorePart, Signal};
use crate::search::scoring::strategy::Strategy;
use crate::search::scoring::tree_words::tree_words;
use crate::search::scoring::variety::{ALIKE, DEPRECATED};
use crate::search::scoring::way::{self, Way, way};
use crate::search::scoring::weights::Weights;
use crate::search::text::TextIndex;

/// Least trigram similarity of a word that is suggested for an unknown one.
const SUGGESTION: f32 = 0.3;

/// Boost for the first symbol quoted in a report, as a fraction of the best score. Reports answer alike from 0.15 to
/// 0.6: a frame or a message that leads to code of which the report says nothing is no answer.
const IN_REPORT: f32 = 0.3;

/// The score of a best row from which on an answer is likely: for plain questions, for any with words beside them, and for
/// all else. Measured: see [`Certainty`]; of 29 questions of assistants with words beside them, plain or not, 27 had what is needed.
const LIKELY_PLAIN: f32 = 0.59;
const LIKELY_BESIDE: f32 = 0.5;
const LIKELY: f32 = 0.8;

/// A plain question has a likely answer if its best score, and this times the share of its words that the first rows have, come to
/// so much. Of 64 questions of eight trees 45 are likely then, and 37 of these have what is needed in their first five rows, two more
/// than by score alone; of 96 questions that are about other trees 21 are, instead of 34.
const COVERED: f32 = 0.7;
const LIKELY_COVERED: f32 = 1.0;
const FIRST: usize = 5;

/// Words suggested when nothing matches.
const MAX_SUGGESTED: usize = 5;

/// The candidates with their signals, for answers and for tuning the weights.
pub struct Evidence {
    pub candidates: Vec<Candidate>,
    pub(crate) question: ParsedQuestion,
    pub(crate) matches: Matches,
    pub(crate) near: Arc<Nearness>,
    pub(crate) intent: Detected,
    pub(crate) seeds: Vec<(SymbolId, f64)>,
    pub(crate) tier: Tier,
}

impl Evidence {
    /// Returns whether the question is weighed as plain questions are.
    pub fn is_plain(&self) -> bool {
        self.question.is_plain
    }

    /// The weights of signals for the question.
    pub fn weights<'w>(&self, weights: &'w Weights) -> &'w [f32; COUNT] {
        weights.column(self.question.is_plain)
    }

    /// Raises exactly named symbols above all others, in order of naming: the first to twice the best other score. What a
    /// report quotes is only raised by [`IN_REPORT`] of that.
    pub(crate) fn lift(&self, text: &TextIndex, scored: &mut [(f32, &Candidate)]) {
        let exact = &self.question.exact;
        let mut places: FxHashMap<SymbolId, usize> = FxHashMap::default();
        for (place, &named) in exact.iter().enumerate() {
            places.entry(named).or_insert(place);
        }
        let best = scored.iter().map(|(score, _)| *score).fold(0.0, f32::max);
        let best = if best > 0.0 { best } else { 1.0 };
        for (score, candidate) in scored {
            let symbol = text.symbol(candidate.doc);
            if let Some(&place) = places.get(&symbol) {
                let earlier = 1.0 - place as f32 / exact.len() as f32;
                *score = if self.question.quotation == Quotation::InReport {
                    *score + IN_REPORT * best * earlier
                } else {
                    best * (1.0 + earlier)
                };
            }
        }
    }

    /// The parts of a score, largest first, including the bonus for an exact name.
    pub(crate) fn parts(
        &self,
        corpus: &Corpus<'_>,
        query: &QueryRequest,
        fusion: &Fusion,
        scored: (f32, &Candidate),
    ) -> Vec<ScorePart> {
        let symbol = corpus.text.symbol(scored.1.doc);
        let mut parts = query.strategy.parts(fusion, scored.1, corpus, &self.seeds);
        let score = scored.0 - parts.iter().map(|part| part.score).sum::<f32>();
        let raised = if self.question.exact.contains(&symbol) {
            Some(EXACT)
        } else if score < -f32::EPSILON * 64.0 {
            let is_old = corpus.graph.symbol(symbol).has(symbol_flag::DEPRECATED);
            Some(if is_old { DEPRECATED } else { ALIKE })
        } else {
            let reason = if self.question.extends > 0.0 { EXTENSION } else { way::RAISED };
            (score > f32::EPSILON * 64.0).then_some(reason)
        };
        if let Some((signal, about)) = raised {
            parts.push(ScorePart { signal, about, score, weight: 1.0 });
            parts.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        parts
    }

    pub(crate) fn answer(
        &self,
        corpus: &Corpus<'_>,
        query: &QueryRequest,
        fusion: &Fusion,
        scored: &[(f32, &Candidate)],
        way: Option<Way>,
    ) -> Answer {
        let most = |value: &dyn Fn(&Candidate) -> f64| {
            scored.iter().map(|(_, candidate)| value(candidate)).fold(f64::MIN_POSITIVE, f64::max)
        };
        let text = |candidate: &Candidate| f64::from(candidate.values[Signal::Text as usize]);
        let importance = |candidate: &Candidate| corpus.graph.authority(corpus.text.symbol(candidate.doc));
        let (best_text, best_importance) = (most(&text), most(&importance));
        let seeds: Vec<SymbolId> = self.seeds.iter().map(|seed| seed.0).collect();
        let row = |(score, candidate): &(f32, &Candidate)| AnswerRow {
            symbol: corpus.text.symbol(candidate.doc),
            score: *score,
            relevance: (text(candidate) / best_text) as f32,
            importance: (importance(candidate) / best_importance) as f32,
            why: MatchReason {
                words: self.words(candidate.doc),
                seed: nearest_seed(corpus.graph, corpus.text.symbol(candidate.doc), &seeds),
                parts: self.parts(corpus, query, fusion, (*score, candidate)),
            },
        };
        let rows = self.with_packages(corpus, query.limit, scored.iter().map(row).collect());
        self.summed_up(corpus, query, rows, way)
    }

    /// The way through rows, best first, if the question asks how something comes about.
    pub(crate) fn way(&self, graph: &Graph<'_>, rows: impl Iterator<Item = SymbolId>) -> Option<Way> {
        let asks = self.question.asks_how && self.question.extends == 0.0 && self.question.is_open();
        asks.then(|| way(graph, rows)).flatten()
    }

    /// Adds the packages that a question asks for. They have no text of their own, so words find none.
    pub(crate) fn with_packages(
        &self,
        corpus: &Corpus<'_>,
        most_rows: usize,
        mut rows: Vec<AnswerRow>,
    ) -> Vec<AnswerRow> {
        let exact = &self.question.exact;
        let is_package = |id: SymbolId| corpus.graph.symbol(id).kind() == SymbolKind::Package;
        let packages = exact.iter().enumerate().filter(|(_, id)| is_package(**id));
        let authority = |id: SymbolId| corpus.graph.authority(id);
        let most = packages.clone().map(|(_, &id)| authority(id)).fold(f64::MIN_POSITIVE, f64::max);
        let best = rows.iter().map(|row| row.score).fold(0.0, f32::max);
        let best = if best > 0.0 { best } else { 1.0 };
        let row = |(place, &symbol): (usize, &SymbolId)| {
            let score = best * (2.0 - place as f32 / exact.len() as f32);
            let parts = vec![ScorePart { signal: EXACT.0, about: EXACT.1, score, weight: 1.0 }];
            let why = MatchReason { parts, ..MatchReason::default() };
            AnswerRow { symbol, score, relevance: 0.0, importance: (authority(symbol) / most) as f32, why }
        };
        let packages: Vec<AnswerRow> = packages.map(row).collect();
        rows.splice(..0, packages);
        rows.truncate(most_rows);
        rows
    }

    pub(crate) fn summed_up(
        &self,
        corpus: &Corpus<'_>,
        query: &QueryRequest,
        rows: Vec<AnswerRow>,
        way: Option<Way>,
    ) -> Answer {
        let suggestions = if rows.is_empty() { self.suggestions(corpus.text) } else { Vec::new() };
        let tree_words = tree_words(corpus, &self.question, &rows);
        let question = &self.question;
        let certainty = self.certainty(query, &rows, way.as_ref());
        let ranked = RankedAnswer {
            tier: if rows.is_empty() { Tier::None } else { self.tier },
            way,
            tree_words,
            words: SearchedWords {
                n_searched: question.terms.len(),
                unknown: question.unknown.clone(),
                imported: question.imported.clone(),
                suggestions,
            },
            unused: question.unused.clone(),
            pasted: PastedText {
                quotes: question.quotation != Quotation::None,
                lines: question.lines.clone(),
                saying: FxHashSet::default(),
            },
            seeds: self.seeds.iter().map(|seed| seed.0).collect(),
            walk: self.near.report,
            candidates: self.candidates.len(),
        };
        Answer {
            rows,
            found: Found::Ranked(Box::new(ranked)),
            certainty,
            strong_from: self.likely_from(query),
            corrections: question.corrections.clone(),
            problems: question.as_words.iter().cloned().collect(),
            cut: question.cut,
            intent: Some(self.intent.clone()),
            ..Answer::default()
        }
    }

    /// The score of a likely first row. Other strategies than the fused one have no common scale.
    fn likely_from(&self, query: &QueryRequest) -> f32 {
        match query.strategy {
            Strategy::Fused if !self.question.also.is_empty() => LIKELY_BESIDE,
            Strategy::Fused if self.question.is_plain => LIKELY_PLAIN,
            Strategy::Fused => LIKELY,
            _ => f32::INFINITY,
        }
    }

    /// The certainty of an answer. The way raises rows of every answer, so it says nothing of one.
    fn certainty(&self, query: &QueryRequest, rows: &[AnswerRow], way: Option<&Way>) -> Certainty {
        let Some(first) = rows.first() else { return Certainty::Nothing };
        let question = &self.question;
        let is_named = question.exact.contains(&first.symbol) && question.quotation == Quotation::None;
        let alone = |row: &AnswerRow| row.score / way.map_or(1.0, |way| way.factor(row.symbol));
        let score = rows.iter().map(alone).fold(0.0, f32::max);
        let is_by_words = question.is_plain && question.also.is_empty() && query.strategy == Strategy::Fused;
        match score {
            _ if is_named && !question.is_plain => Certainty::Certain,
            // None of its words is known: what is found looks similar, no more.
            _ if self.tier == Tier::Trigram => Certainty::Guess,
            score if is_by_words && score + COVERED * self.covered(rows) >= LIKELY_COVERED => {
                Certainty::Likely
            }
            score if !is_by_words && score >= self.likely_from(query) => Certainty::Likely,
            _ => Certainty::Guess,
        }
    }

    /// The share of the question that the first rows have, weighted by rarity; a word that the tree does not know counts as its
    /// rarest.
    fn covered(&self, rows: &[AnswerRow]) -> f32 {
        let ParsedQuestion { words, unknown, .. } = &self.question;
        let shares = &self.matches.shares;
        let first = &rows[..rows.len().min(FIRST)];
        let has = |word: &String| first.iter().any(|row| row.why.words.contains(word));
        let covered: f32 =
            words.iter().zip(shares).filter(|(word, _)| has(word)).map(|(_, share)| share).sum();
        let rarest = shares.iter().copied().fold(0.0, f32::max);
        covered / (1.0 + unknown.len() as f32 * rarest)
    }

    /// The cosine of the question and a document, in [0, 1].
    pub(crate) fn cosine(&self, doc: u32) -> f64 {
        f64::from(self.matches.of(doc).cosine)
    }

    /// The heaviest seeds.
    pub(crate) fn starts(&self, most: usize) -> Vec<SymbolId> {
        self.seeds.iter().take(most).map(|seed| seed.0).collect()
    }

    /// The heaviest seed that a symbol is or has an edge with.
    pub(crate) fn nearest_seed(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<SymbolId> {
        let seeds: Vec<SymbolId> = self.starts(usize::MAX);
        nearest_seed(graph, symbol, &seeds)
    }

    pub(crate) fn words(&self, doc: u32) -> Vec<String> {
        let has = self.matches.of(doc).terms;
        let words = self.question.words.iter().enumerate();
        words.filter(|(ix, _)| *ix < 64 && has & 1 << ix != 0).map(|(_, word)| word.clone()).collect()
    }

    pub(crate) fn suggestions(&self, text: &TextIndex) -> Vec<String> {
        let near = |word: &String| spelling::alike(text.vocabulary(), word, SUGGESTION, MAX_SUGGESTED);
        let mut words: Vec<(&str, f32)> = self.question.unknown.iter().flat_map(near).collect();
        words.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        words.dedup_by_key(|word| word.0);
        words.truncate(MAX_SUGGESTED);
        words.into_iter().map(|(word, _)| word.to_owned()).collect()
    }
}

/// The heaviest seed that a symbol is or has an edge with.
fn nearest_seed(graph: &Graph<'_>, symbol: SymbolId, seeds: &[SymbolId]) -> Option<SymbolId> {
    /// Most edges examined; a symbol with more is adjacent to everything.
    const MAX_EDGES: usize = 64;
    let place = |other: SymbolId| seeds.iter().position(|&seed| seed == other);
    if let Some(own) = place(symbol) {
        return Some(seeds[own]);
    }
    let is_written = |edge: &usize| graph.edge_kind[*edge] != EdgeKind::Runs as u8;
    let outgoing = graph.outgoing_ids(symbol).filter(is_written).take(MAX_EDGES);
    let incoming = graph.incoming_ids(symbol).iter().map(|&edge| edge as usize).filter(is_written);
    let outgoing = outgoing.map(|edge| SymbolId(graph.edge_to[edge]));
    let incoming = incoming.take(MAX_EDGES).map(|edge| SymbolId(graph.edge_from[edge]));
    outgoing.chain(incoming).filter_map(place).min().map(|place| seeds[place])
}
