//! Answering: from a question to rows, stage by stage.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{Graph, NONE, SymbolId, SymbolKind};
use crate::rank::{Detected, Intent, Nearness, Personalization, Walker, kits};
use crate::search::analysis::tokenizer::asks_how;
use crate::search::answer::{Answer, Row, Tier, Why};
use crate::search::messages::phrase_match::is_table;
use crate::search::query::filters::Qualifiers;
use crate::search::query::narrowing::Narrowed;
use crate::search::query::parsed::{Question, Reading};
use crate::search::query::spelling;
use crate::search::scoring::bm25::{Matches, Term, matches};
use crate::search::scoring::call_flow::flow;
use crate::search::scoring::candidates::Gathering;
use crate::search::scoring::commit_votes::Past;
use crate::search::scoring::fusion::{Candidate, Fusion, Part, Signal};
use crate::search::scoring::strategy::{Mode, Strategy};
use crate::search::scoring::weights::Weights;
use crate::search::text::TextIndex;

/// Hits that a walk starts from.
const SEEDS: usize = 20;
/// What it weighs that the question names a symbol's folder or file: that says where to start, not which of its symbols
/// answer.
const START_AT_PLACE: f32 = 1.7;
/// Likeness of trigrams below which a word is no substitute, and below which it is not even a suggestion.
const SUBSTITUTE: f32 = 0.55;
const SUGGESTION: f32 = 0.3;
/// Words suggested when nothing matches.
const MOST_SUGGESTED: usize = 5;

/// What lifts a symbol that the question names exactly: no signal, for nothing else can outweigh it.
pub(crate) const EXACT: (&str, &str) = (
    "exact",
    "The question names it, asks for it as a caller, callee and the like, quotes its text word for word, or leads to its line.",
);

/// What is asked of: all of it belongs to one generation.
#[derive(Clone, Copy)]
pub struct Corpus<'c> {
    pub graph: &'c Graph<'c>,
    /// Names the content: equal numbers, equal graph and text.
    pub generation: u64,
    pub text: &'c TextIndex,
    /// Past commits; `None` without a history, or when it is not wanted.
    pub past: Option<&'c Past>,
}

/// A question with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    pub text: String,
    pub strategy: Strategy,
    pub mode: Mode,
    /// `None` reads it out of the text.
    pub intent: Option<Intent>,
    /// Whether words that the tree does not know are corrected.
    pub fuzzy: bool,
    /// Symbols to start from, besides what the text finds.
    pub seeds: Vec<SymbolId>,
    pub weights: Weights,
    /// Scores of remembered interactions.
    pub interactions: Vec<(SymbolId, f64)>,
    /// What the strategy `relevance` weighs, and what it knows of a person's own work: task traces in (-1, 1).
    pub relevance: crate::search::scoring::relevance::Weights,
    pub traces: Vec<(SymbolId, f64)>,
    /// Most rows wanted.
    pub limit: usize,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            text: String::new(),
            strategy: Strategy::default(),
            mode: Mode::default(),
            intent: None,
            fuzzy: true,
            seeds: Vec::new(),
            weights: Weights::default(),
            interactions: Vec::new(),
            relevance: crate::search::scoring::relevance::Weights::default(),
            traces: Vec::new(),
            limit: 100,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    #[error("the question is empty: say in words or names what to look for")]
    Empty,
    #[error("the question only narrows the search: add a word or a name")]
    Narrowing,
    #[error("cancelled")]
    Cancelled,
}

/// Answers questions; keeps what repeated questions have in common.
#[derive(Default)]
pub struct Engine {
    walker: Walker,
    /// Documents by symbol, for one generation.
    docs: Vec<u32>,
    /// Packages that are there for tests, once a question needs to know.
    kits: OnceCell<FxHashSet<SymbolId>>,
    generation: Option<u64>,
}

/// Cosines of one question and the symbols of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Semantic {
    /// By symbol.
    cosines: Vec<f32>,
}

impl Semantic {
    /// The cosine of the question and a symbol, in [0, 1]; 0 for files and packages, which have no text of their own.
    #[must_use]
    pub fn of(&self, symbol: SymbolId) -> f64 {
        self.cosines.get(symbol.ix()).copied().map_or(0.0, f64::from)
    }
}

/// What was found before it is weighed; for answers, and for tuning the weights.
pub struct Evidence {
    pub candidates: Vec<Candidate>,
    question: Question,
    matches: Matches,
    near: Arc<Nearness>,
    intent: Detected,
    seeds: Vec<(SymbolId, f64)>,
    tier: Tier,
}

impl Engine {
    /// Answers a query. `go_on` is asked between the stages.
    ///
    /// # Errors
    /// The question is empty, or was called off.
    pub fn answer(
        &mut self,
        corpus: &Corpus<'_>,
        query: &Query,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Answer, QueryError> {
        let narrowed = Narrowed::read(corpus.graph, corpus.text, &query.text);
        let mut answer = self.ranked(corpus, query, &narrowed, go_on)?;
        if narrowed.problem.is_some() {
            // It says already why the question is read as words.
            answer.problems.clear();
        }
        answer.problems.splice(..0, Qualifiers::problems(&query.text).into_iter().chain(narrowed.problem));
        if answer.rows.is_empty() {
            answer.nowhere = narrowed.qualifiers.nowhere(corpus.graph);
        } else {
            let is_no_row = |seed: &SymbolId| answer.rows.iter().all(|row| row.symbol != *seed);
            let unseen = query.seeds.iter().copied().filter(is_no_row);
            let unseen = unseen.map(|seed| corpus.graph.symbol(seed).label());
            answer.problems.extend(unseen.map(|seed| format!("{seed} is a seed, but not a row itself")));
        }
        Ok(answer)
    }

    fn ranked(
        &mut self,
        corpus: &Corpus<'_>,
        query: &Query,
        narrowed: &Narrowed,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Answer, QueryError> {
        let evidence = self.narrowed_evidence(corpus, query, narrowed, go_on)?;
        if query.strategy == Strategy::Relevance {
            let mut rows =
                crate::search::scoring::traversal::rows(corpus, query, &evidence, &|symbol| self.doc(symbol));
            rows.retain(|row| {
                narrowed.qualifiers.admit(corpus.graph.symbol(row.symbol)) && evidence.answers(row.symbol)
            });
            let rows = evidence.with_packages(corpus, query.limit, rows);
            return Ok(evidence.summed_up(corpus, rows));
        }
        let fusion = Fusion::of(&evidence.candidates, &query.weights.signals);
        let mut scored: Vec<(f32, &Candidate)> = evidence
            .candidates
            .iter()
            .map(|candidate| (query.strategy.score(&fusion, candidate, corpus, &evidence.seeds), candidate))
            .collect();
        evidence.lift(corpus.text, &mut scored);
        scored
            .retain(|(score, candidate)| *score > 0.0 && evidence.answers(corpus.text.symbol(candidate.doc)));
        let doc = |candidate: &Candidate| corpus.text.symbol(candidate.doc);
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| doc(a.1).cmp(&doc(b.1))));
        scored.truncate(query.limit);
        if !go_on() {
            return Err(QueryError::Cancelled);
        }
        Ok(evidence.answer(corpus, query, &fusion, &scored))
    }

    /// Finds candidates and measures every signal of each.
    ///
    /// # Errors
    /// As [`Engine::answer`].
    pub fn evidence(
        &mut self,
        corpus: &Corpus<'_>,
        query: &Query,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Evidence, QueryError> {
        let narrowed = Narrowed::read(corpus.graph, corpus.text, &query.text);
        self.narrowed_evidence(corpus, query, &narrowed, go_on)
    }

    fn narrowed_evidence(
        &mut self,
        corpus: &Corpus<'_>,
        query: &Query,
        narrowed: &Narrowed,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Evidence, QueryError> {
        let Narrowed { qualifiers, said, .. } = narrowed;
        if said.trim().is_empty() && query.seeds.is_empty() {
            return Err(if qualifiers.is_empty() { QueryError::Empty } else { QueryError::Narrowing });
        }
        self.attach(corpus);
        let Corpus { graph, text, past, .. } = *corpus;
        let reads_tests =
            qualifiers.ask_for_tests() || query.seeds.iter().any(|&seed| graph.symbol(seed).is_test());
        let reading = Reading { fuzzy: query.fuzzy, limit: query.limit, qualifiers };
        let mut question = Question::read(graph, text, said, reading);
        if let Some(relation) = &mut question.relation {
            relation.start_from(&query.seeds);
        }
        if question.quotes && question.lines.is_empty() {
            // Tables of packages for tests say what those expect of the others.
            let kits = self.kits.get_or_init(|| kits(graph));
            question
                .exact
                .retain(|&id| !(is_table(graph.symbol(id)) && kits.contains(&graph.symbol(id).package())));
        }
        let mut tests = reads_tests
            || question.speaks_of_tests
            || question.asks_for_tests.is_some()
            || question.named.iter().chain(&question.exact).any(|&id| graph.symbol(id).is_test());
        let found = |question: &Question, tests: bool| {
            let matched = match query.mode {
                Mode::Fts => matches(text, &question.terms, &query.weights.fields, tests, go_on),
                Mode::Legacy => {
                    Some(crate::search::scoring::strategy::substrings(graph, text, question, tests))
                }
            };
            let mut matched = matched.ok_or(QueryError::Cancelled)?;
            if !qualifiers.is_empty() {
                matched.found.retain(|&doc| qualifiers.admit(graph.symbol(text.symbol(doc))));
            }
            Ok(matched)
        };
        let mut matched = found(&question, tests)?;
        let mut tier = match (query.mode, matched.found.is_empty()) {
            (_, true) => Tier::None,
            (Mode::Fts, _) => Tier::Bm25,
            (Mode::Legacy, _) => Tier::Substring,
        };
        if tier == Tier::None && query.fuzzy && substitute(text, &mut question) {
            matched = found(&question, tests)?;
            if !matched.found.is_empty() {
                tier = Tier::Trigram;
            }
        }
        if tier == Tier::None && !tests {
            // Words that only tests have are better answered by tests than not at all.
            tests = true;
            matched = found(&question, tests)?;
            if !matched.found.is_empty() {
                tier = if query.mode == Mode::Fts { Tier::Bm25 } else { Tier::Substring };
            }
        }
        let is_led = !(question.named.is_empty() && question.exact.is_empty() && query.seeds.is_empty());
        if tier == Tier::None && is_led {
            tier = Tier::Seeds;
        }

        let intent = query
            .intent
            .map_or_else(|| Intent::detect(said), |intent| Detected { intent, words: Vec::new() });
        let kits = question.asks.then(|| self.kits.get_or_init(|| kits(graph)));
        let mut gathering = Gathering::new(graph, text, past, &question, &matched, &query.weights, kits);
        let mut asked_for: Vec<SymbolId> = query.seeds.iter().chain(&question.named).copied().collect();
        asked_for.extend(question.exact.iter().filter(|id| !question.named.contains(id)));
        gathering.require(asked_for.iter().filter_map(|&id| self.doc(id)));
        let seeds = seeds(corpus, &question, &gathering.pool, &query.weights, &asked_for);
        if !go_on() {
            return Err(QueryError::Cancelled);
        }
        let known = seeds.iter().filter_map(|&(id, weight)| Some((self.doc(id)?, weight as f32)));
        gathering.company(&known.collect::<Vec<_>>());
        let start = Personalization::new(&seeds, &query.interactions);
        let near = self.walker.walk(graph, corpus.generation, intent.intent, &start);
        gathering.near(&near, |symbol| self.doc(symbol));
        if asks_how(said) {
            gathering.flow(&flow(graph, &seeds), |symbol| self.doc(symbol));
        }
        let mut candidates = gathering.pool;
        candidates.retain(|candidate| qualifiers.admit(graph.symbol(text.symbol(candidate.doc))));
        Ok(Evidence { candidates, question, matches: matched, near, intent, seeds, tier })
    }

    /// How alike a question and each symbol are: cosines of their words, weighted by rarity.
    pub fn semantic(&mut self, corpus: &Corpus<'_>, text: &str, fuzzy: bool) -> Semantic {
        self.attach(corpus);
        let reading = Reading { fuzzy, limit: usize::MAX, qualifiers: &Qualifiers::default() };
        let question = Question::read(corpus.graph, corpus.text, text, reading);
        let weights = Weights::default();
        let matches = matches(corpus.text, &question.terms, &weights.fields, true, &|| true);
        let cosines = matches.unwrap_or_default().cosine;
        let of = |doc: &u32| cosines.get(*doc as usize).copied().unwrap_or(0.0);
        Semantic { cosines: self.docs.iter().map(of).collect() }
    }

    /// Numbers the documents of a new generation.
    fn attach(&mut self, corpus: &Corpus<'_>) {
        if self.generation == Some(corpus.generation) && self.docs.len() == corpus.graph.n_symbols() {
            return;
        }
        self.docs = vec![NONE; corpus.graph.n_symbols()];
        for doc in 0..corpus.text.len(true) as u32 {
            self.docs[corpus.text.symbol(doc).ix()] = doc;
        }
        self.kits = OnceCell::new();
        self.generation = Some(corpus.generation);
    }

    fn doc(&self, symbol: SymbolId) -> Option<u32> {
        self.docs.get(symbol.ix()).copied().filter(|&doc| doc != NONE)
    }
}

/// The best candidates by all signals but nearness, weighted by their score, and what was asked for outright.
fn seeds(
    corpus: &Corpus<'_>,
    question: &Question,
    pool: &[Candidate],
    weights: &Weights,
    asked_for: &[SymbolId],
) -> Vec<(SymbolId, f64)> {
    let mut signals = weights.signals;
    signals[Signal::Near as usize] = 0.0;
    let fusion = Fusion::of(pool, &signals);
    let mut best: Vec<(f32, SymbolId)> = pool
        .iter()
        .map(|candidate| {
            let symbol = corpus.text.symbol(candidate.doc);
            let place = START_AT_PLACE * question.nearness(corpus.graph.symbol(symbol).path());
            (fusion.score(candidate) * fusion.total + place * candidate.factor, symbol)
        })
        .filter(|(score, _)| *score > 0.0)
        .collect();
    best.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    best.truncate(SEEDS);
    let most = best.first().map_or(1.0, |first| f64::from(first.0));
    let hits = best.into_iter().map(|(score, symbol)| (symbol, f64::from(score)));
    // Asked for outright, a symbol weighs as much as the best hit.
    let mut seeds: FxHashMap<SymbolId, f64> = hits.collect();
    for &symbol in asked_for {
        *seeds.entry(symbol).or_default() += most;
    }
    let mut seeds: Vec<(SymbolId, f64)> = seeds.into_iter().collect();
    seeds.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    seeds
}

/// Puts words alike by their trigrams in the place of unknown ones; whether there were any.
fn substitute(text: &TextIndex, question: &mut Question) -> bool {
    for word in std::mem::take(&mut question.unknown) {
        for (alike, likeness) in spelling::alike(text.vocabulary(), &word, SUBSTITUTE, 3) {
            let stem = crate::search::analysis::tokenizer::stem(alike);
            question.terms.push(Term { text: stem.into(), weight: likeness, of: None });
            question.words.push(alike.to_owned());
        }
        question.unknown.push(word);
    }
    !question.terms.is_empty()
}

impl Evidence {
    /// Puts what is named exactly above all else, in the order of the naming: the first twice as high as the best of
    /// what is merely like it.
    fn lift(&self, text: &TextIndex, scored: &mut [(f32, &Candidate)]) {
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
                *score = best * (2.0 - place as f32 / exact.len() as f32);
            }
        }
    }

    /// Whether a symbol can be among the rows: who asks for callers is not answered with what is only alike, but seeds that
    /// somebody gave are among them.
    fn answers(&self, symbol: SymbolId) -> bool {
        self.question.relation.as_ref().is_none_or(|relation| relation.has(symbol))
    }

    /// The parts of a score, largest first; what being named exactly adds is one of them.
    fn parts(
        &self,
        corpus: &Corpus<'_>,
        query: &Query,
        fusion: &Fusion,
        scored: (f32, &Candidate),
    ) -> Vec<Part> {
        let symbol = corpus.text.symbol(scored.1.doc);
        let mut parts = query.strategy.parts(fusion, scored.1, corpus, &self.seeds);
        if self.question.exact.contains(&symbol) {
            let score = scored.0 - parts.iter().map(|part| part.score).sum::<f32>();
            parts.push(Part { signal: EXACT.0, about: EXACT.1, score, weight: 1.0 });
            parts.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        parts
    }

    fn answer(
        &self,
        corpus: &Corpus<'_>,
        query: &Query,
        fusion: &Fusion,
        scored: &[(f32, &Candidate)],
    ) -> Answer {
        let most = |value: &dyn Fn(&Candidate) -> f64| {
            scored.iter().map(|(_, candidate)| value(candidate)).fold(f64::MIN_POSITIVE, f64::max)
        };
        let text = |candidate: &Candidate| f64::from(candidate.values[Signal::Text as usize]);
        let importance = |candidate: &Candidate| corpus.graph.authority(corpus.text.symbol(candidate.doc));
        let (best_text, best_importance) = (most(&text), most(&importance));
        let seeds: Vec<SymbolId> = self.seeds.iter().map(|seed| seed.0).collect();
        let row = |(score, candidate): &(f32, &Candidate)| Row {
            symbol: corpus.text.symbol(candidate.doc),
            score: *score,
            relevance: (text(candidate) / best_text) as f32,
            importance: (importance(candidate) / best_importance) as f32,
            why: Why {
                words: self.words(candidate.doc),
                seed: nearest_seed(corpus.graph, corpus.text.symbol(candidate.doc), &seeds),
                parts: self.parts(corpus, query, fusion, (*score, candidate)),
            },
        };
        let rows = self.with_packages(corpus, query.limit, scored.iter().map(row).collect());
        self.summed_up(corpus, rows)
    }

    /// Adds the packages that a question asks for. They have no text of their own, so words find none.
    fn with_packages(&self, corpus: &Corpus<'_>, most_rows: usize, mut rows: Vec<Row>) -> Vec<Row> {
        let exact = &self.question.exact;
        let is_package = |id: SymbolId| corpus.graph.symbol(id).kind() == SymbolKind::Package;
        let packages = exact.iter().enumerate().filter(|(_, id)| is_package(**id));
        let authority = |id: SymbolId| corpus.graph.authority(id);
        let most = packages.clone().map(|(_, &id)| authority(id)).fold(f64::MIN_POSITIVE, f64::max);
        let best = rows.iter().map(|row| row.score).fold(0.0, f32::max);
        let best = if best > 0.0 { best } else { 1.0 };
        let row = |(place, &symbol): (usize, &SymbolId)| {
            let score = best * (2.0 - place as f32 / exact.len() as f32);
            let parts = vec![Part { signal: EXACT.0, about: EXACT.1, score, weight: 1.0 }];
            let why = Why { parts, ..Why::default() };
            Row { symbol, score, relevance: 0.0, importance: (authority(symbol) / most) as f32, why }
        };
        let packages: Vec<Row> = packages.map(row).collect();
        rows.splice(..0, packages);
        rows.truncate(most_rows);
        rows
    }

    fn summed_up(&self, corpus: &Corpus<'_>, rows: Vec<Row>) -> Answer {
        let suggestions = if rows.is_empty() { self.suggestions(corpus.text) } else { Vec::new() };
        Answer {
            problems: self.question.as_words.iter().cloned().collect(),
            nowhere: None,
            tier: if rows.is_empty() { Tier::None } else { self.tier },
            rows,
            relation: self.question.relation.clone(),
            tests: self.question.tests.clone(),
            lines: self.question.lines.clone(),
            quotes: self.question.quotes,
            saying: FxHashSet::default(),
            corrections: self.question.corrections.clone(),
            unknown: self.question.unknown.clone(),
            imported: self.question.imported.clone(),
            words: self.question.terms.len(),
            cut: self.question.cut,
            suggestions,
            intent: Some(self.intent.clone()),
            seeds: self.seeds.iter().map(|seed| seed.0).collect(),
            walk: self.near.report,
            candidates: self.candidates.len(),
        }
    }

    /// The cosine of the question and a document, in [0, 1].
    pub(crate) fn cosine(&self, doc: u32) -> f64 {
        self.matches.cosine.get(doc as usize).copied().map_or(0.0, f64::from)
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
        let has = self.matches.terms.get(doc as usize).copied().unwrap_or(0);
        let words = self.question.words.iter().enumerate();
        words.filter(|(ix, _)| *ix < 64 && has & 1 << ix != 0).map(|(_, word)| word.clone()).collect()
    }

    fn suggestions(&self, text: &TextIndex) -> Vec<String> {
        let near = |word: &String| spelling::alike(text.vocabulary(), word, SUGGESTION, MOST_SUGGESTED);
        let mut words: Vec<(&str, f32)> = self.question.unknown.iter().flat_map(near).collect();
        words.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        words.dedup_by_key(|word| word.0);
        words.truncate(MOST_SUGGESTED);
        words.into_iter().map(|(word, _)| word.to_owned()).collect()
    }
}

/// The heaviest seed that a symbol is or has an edge with.
fn nearest_seed(graph: &Graph<'_>, symbol: SymbolId, seeds: &[SymbolId]) -> Option<SymbolId> {
    /// Edges looked at: a symbol with more is next to everything.
    const MOST_EDGES: usize = 64;
    let place = |other: SymbolId| seeds.iter().position(|&seed| seed == other);
    if let Some(own) = place(symbol) {
        return Some(seeds[own]);
    }
    let outgoing = graph.outgoing(symbol).take(MOST_EDGES).map(|edge| edge.to);
    let incoming = graph.incoming(symbol).take(MOST_EDGES).map(|edge| edge.from);
    outgoing.chain(incoming).filter_map(place).min().map(|place| seeds[place])
}
