//! The search engine: from a question to rows, stage by stage.

use std::cell::{OnceCell, RefCell};
use std::sync::{Arc, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::impact::Surveyor;
use crate::model::{Graph, NONE, SymbolId, symbol_flag};
use crate::rank::{Detected, ExtensionPoints, Intent, Personalization, Walker, test_support_packages};
use crate::search::analysis::sentence_type::report_title;
use crate::search::answer::{Answer, Found, Tier};
use crate::search::messages::phrase_match::is_table;
use crate::search::query::lookups::Lookups;
use crate::search::query::parsed::{ParsedQuestion, Quotation};
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::question::{Ask, Question};
use crate::search::query::spelling;
use crate::search::query::terms::Term;
use crate::search::request::{QueryError, QueryRequest};
use crate::search::scoring::bm25::{Matches, matches};
use crate::search::scoring::candidates::{CandidatePool, KnownNames};
use crate::search::scoring::corpus::Corpus;
use crate::search::scoring::evidence::Evidence;
use crate::search::scoring::extension_points;
use crate::search::scoring::fusion::{Candidate, Fusion, Signal};
use crate::search::scoring::strategy::{Mode, Strategy};
use crate::search::scoring::test_votes;
use crate::search::scoring::variety;
use crate::search::scoring::way;
use crate::search::scoring::weights::Weights;
use crate::search::text::TextIndex;

/// Hits that a walk starts from.
const SEEDS: usize = 20;
/// Candidates taken from a report's title alone.
const BY_TITLE: usize = 100;
/// Weight of a seed in a folder or file that the question names. A place is where to start, not which of its symbols
/// answers.
const START_AT_PLACE: f32 = 1.7;
/// Least trigram similarity of a word that stands in for an unknown one.
const SUBSTITUTE: f32 = 0.55;

/// Answers questions; caches what does not change between them.
#[derive(Default)]
pub struct Engine {
    walker: Walker,
    /// Documents by symbol, for one generation.
    docs: Vec<u32>,
    /// Packages that serve only tests, found when a question first needs them.
    test_packages: OnceCell<FxHashSet<SymbolId>>,
    extension_points: OnceCell<ExtensionPoints>,
    known_names: RefCell<KnownNames>,
    /// Lays the graph out when a question first asks what a change affects.
    surveyor: Arc<Mutex<Surveyor>>,
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
    pub fn of(&self, symbol: SymbolId) -> f64 {
        self.cosines.get(symbol.ix()).copied().map_or(0.0, f64::from)
    }
}

impl Engine {
    /// Answers a query. `cancelled` is asked between the stages.
    ///
    /// # Errors
    /// The question is empty, or was called off.
    pub fn answer(
        &mut self,
        corpus: &Corpus<'_>,
        query: &QueryRequest,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Answer, QueryError> {
        let lookups = self.lookups(corpus);
        let question = Question::read(&lookups, query);
        let is_asked =
            !(question.said.trim().is_empty() && question.scope.is_empty() && query.seeds.is_empty());
        if !is_asked && !query.added.is_empty() {
            let mut answer = Answer { found: Found::of_tier(Tier::Seeds), ..Answer::default() };
            answer.add(corpus.graph, &query.added);
            return Ok(answer);
        }
        check(&question, query)?;
        let Question { scope, said, problem, ask } = question;
        let mut answer = match ask {
            Ask::Lookup(lookup) => lookup.answer(corpus.graph, query, (&scope, &said)),
            Ask::Words(words) => self.ranked(corpus, query, (&scope, &said), *words, cancelled)?,
        };
        if problem.is_some() {
            // The relation already explains why the question is read as words.
            answer.problems.clear();
        }
        answer.problems.splice(..0, Qualifiers::problems(&query.text).into_iter().chain(problem));
        if answer.rows.is_empty() {
            answer.nowhere = scope.nowhere(corpus.graph);
        } else {
            let is_no_row = |seed: &SymbolId| answer.rows.iter().all(|row| row.symbol != *seed);
            let unseen = query.seeds.iter().copied().filter(is_no_row);
            let unseen = unseen.map(|seed| corpus.graph.symbol(seed).label());
            answer.problems.extend(unseen.map(|seed| format!("{seed} is a seed, but not a row itself")));
        }
        answer.add(corpus.graph, &query.added);
        Ok(answer)
    }

    fn ranked(
        &mut self,
        corpus: &Corpus<'_>,
        query: &QueryRequest,
        (scope, said): (&Qualifiers, &str),
        words: ParsedQuestion,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Answer, QueryError> {
        let evidence = self.evidence_of(corpus, query, (scope, said), words, cancelled)?;
        if query.strategy == Strategy::Relevance {
            let mut rows =
                crate::search::scoring::traversal::rows(corpus, query, &evidence, &|symbol| self.doc(symbol));
            rows.retain(|row| scope.admit(corpus.graph.symbol(row.symbol)));
            let rows = evidence.with_packages(corpus, query.limit, rows);
            let way = evidence.way(corpus.graph, rows.iter().map(|row| row.symbol));
            return Ok(evidence.summed_up(corpus, query, rows, way));
        }
        let fusion = Fusion::of(&evidence.candidates, evidence.weights(&query.weights));
        let mut scored: Vec<(f32, &Candidate)> = evidence
            .candidates
            .iter()
            .map(|candidate| (query.strategy.score(&fusion, candidate, corpus, &evidence.seeds), candidate))
            .collect();
        if evidence.question.extends > 0.0 && query.strategy == Strategy::Fused {
            let points = self.extension_points(corpus.graph);
            extension_points::raise(
                corpus.graph,
                corpus.text,
                points,
                evidence.question.extends,
                &mut scored,
            );
        }
        evidence.lift(corpus.text, &mut scored);
        scored.retain(|(score, _)| *score > 0.0);
        let doc = |candidate: &Candidate| corpus.text.symbol(candidate.doc);
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| doc(a.1).cmp(&doc(b.1))));
        // A question in plain words asks for an overview; other texts mean one thing, and it may be one of many alike.
        let is_open = evidence.question.is_plain && evidence.question.is_open() && scope.is_empty();
        if is_open && query.strategy == Strategy::Fused {
            variety::vary(corpus.graph, corpus.text, &mut scored);
        }
        let symbol = |candidate: &Candidate| corpus.text.symbol(candidate.doc);
        let way = evidence.way(corpus.graph, scored.iter().map(|(_, candidate)| symbol(candidate)));
        if let Some(way) = way.as_ref().filter(|_| query.strategy == Strategy::Fused) {
            way::raise(way, &mut scored, symbol);
        }
        variety::begin_with(&mut scored, |candidate| {
            let id = symbol(candidate);
            let is_old = corpus.graph.symbol(id).has(symbol_flag::DEPRECATED);
            !is_old || evidence.question.exact.contains(&id)
        });
        scored.truncate(query.limit);
        if cancelled() {
            return Err(QueryError::Cancelled);
        }
        Ok(evidence.answer(corpus, query, &fusion, &scored, way))
    }

    /// Finds candidates and measures every signal of each.
    ///
    /// # Errors
    /// As [`Engine::answer`].
    pub fn evidence(
        &mut self,
        corpus: &Corpus<'_>,
        query: &QueryRequest,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Evidence, QueryError> {
        let lookups = self.lookups(corpus);
        let question = Question::read(&lookups, query);
        check(&question, query)?;
        let (scope, said) = (question.scope.clone(), question.said.clone());
        let words = question.words(&lookups, query);
        self.evidence_of(corpus, query, (&scope, &said), words, cancelled)
    }

    fn evidence_of(
        &mut self,
        corpus: &Corpus<'_>,
        query: &QueryRequest,
        (qualifiers, said): (&Qualifiers, &str),
        mut question: ParsedQuestion,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Evidence, QueryError> {
        self.attach(corpus);
        let Corpus { graph, text, .. } = *corpus;
        question.put_beside(&query.also, text);
        if question.quotation != Quotation::None && question.lines.is_empty() {
            // Tables in packages for tests describe the expected results of other packages.
            let test_packages = self.test_packages.get_or_init(|| test_support_packages(graph));
            question.exact.retain(|&id| {
                !(is_table(graph.symbol(id)) && test_packages.contains(&graph.symbol(id).package()))
            });
        }
        let tests = reads_tests(graph, query, qualifiers, &question);
        let (matched, mut tier) = find(corpus, query, qualifiers, &mut question, tests, cancelled)?;
        let is_led = !(question.named.is_empty() && question.exact.is_empty() && query.seeds.is_empty());
        if tier == Tier::None && is_led {
            tier = Tier::Seeds;
        }
        let title = report_title(said);
        let by_title = title.map(|title| self.by_title(corpus, query, title, cancelled)).transpose()?;
        let detected = |intent| Detected { intent, words: Vec::new() };
        let intent = query.intent.map_or_else(|| Intent::detect(said), detected);
        let test_packages =
            question.is_plain.then(|| self.test_packages.get_or_init(|| test_support_packages(graph)));
        let mut gathering =
            CandidatePool::new(corpus, query, &question, &matched, test_packages, &self.known_names);
        let mut asked_for: Vec<SymbolId> = query.seeds.iter().chain(&question.named).copied().collect();
        asked_for.extend(question.exact.iter().filter(|id| !question.named.contains(id)));
        gathering.require(asked_for.iter().filter_map(|&id| self.doc(id)));
        if question.extends > 0.0 {
            let points = extension_points::candidates(self.extension_points(graph));
            gathering.require(points.into_iter().filter_map(|id| self.doc(id)));
        }
        gathering.title(by_title.as_deref().unwrap_or_default());
        let seeds = seeds(corpus, &question, &gathering.pool, &query.weights, &asked_for);
        if cancelled() {
            return Err(QueryError::Cancelled);
        }
        let column = query.weights.column(question.is_plain);
        let counts = |signal: Signal| column[signal as usize] > 0.0;
        // A name or a sentence of a doc comment means what has it, not what calls that.
        let is_prose = question.is_plain || title.is_some();
        let reads_around = is_prose && (counts(Signal::CalleeDocs) || counts(Signal::CallerDocs));
        let docs = &self.docs;
        let doc_of = |symbol: SymbolId| docs.get(symbol.ix()).copied().filter(|&doc| doc != NONE);
        let start = Personalization::new(&seeds, &query.interactions);
        // The walk takes as long as all that does not need it.
        let beside_walk = || {
            if counts(Signal::Tested) {
                gathering.tested(&test_votes::votes(graph, text, &question.terms), doc_of);
            }
            if question.is_plain {
                gathering.beside(&seeds, doc_of);
            }
            let known = seeds.iter().filter_map(|&(id, weight)| Some((doc_of(id)?, weight as f32)));
            gathering.company(&known.collect::<Vec<_>>());
            if reads_around {
                gathering.comments_around(0, doc_of);
            }
            gathering.pool.len()
        };
        let (near, measured) =
            self.walker.walk_beside(graph, corpus.generation, intent.intent, &start, beside_walk);
        gathering.near(&near, doc_of);
        if reads_around {
            gathering.comments_around(measured, doc_of);
        }
        if question.is_plain {
            gathering.calls(&query.weights.signals);
        }
        let mut candidates = gathering.pool;
        candidates.retain(|candidate| qualifiers.admit(graph.symbol(text.symbol(candidate.doc))));
        Ok(Evidence { candidates, question, matches: matched, near, intent, seeds, tier })
    }

    /// The best documents for a report's title alone, with their scores.
    fn by_title(
        &mut self,
        corpus: &Corpus<'_>,
        query: &QueryRequest,
        title: &str,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<(u32, f32)>, QueryError> {
        let question = Question::read_text(&self.lookups(corpus), title, query);
        let Question { scope, said, ask: Ask::Words(words), .. } = question else { return Ok(Vec::new()) };
        if said.trim().is_empty() && query.seeds.is_empty() {
            return Ok(Vec::new());
        }
        let evidence = self.evidence_of(corpus, query, (&scope, &said), *words, cancelled)?;
        let fusion = Fusion::of(&evidence.candidates, evidence.weights(&query.weights));
        let mut scored: Vec<(u32, f32)> =
            evidence.candidates.iter().map(|candidate| (candidate.doc, fusion.score(candidate))).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scored.truncate(BY_TITLE);
        Ok(scored)
    }

    /// The cosine similarity of a question and each symbol, over stems weighted by their rarity.
    pub fn semantic(&mut self, corpus: &Corpus<'_>, text: &str, fuzzy: bool) -> Semantic {
        self.attach(corpus);
        let request =
            QueryRequest { text: text.to_owned(), fuzzy, limit: usize::MAX, ..QueryRequest::default() };
        let lookups = self.lookups(corpus);
        let question = Question::read(&lookups, &request).words(&lookups, &request);
        let weights = Weights::default();
        let matches = matches(corpus.text, &question.terms, &weights.fields, true, &|| false);
        let matches = matches.unwrap_or_default();
        let of = |doc: &u32| matches.of(*doc).cosine;
        Semantic { cosines: self.docs.iter().map(of).collect() }
    }

    fn lookups<'g>(&self, corpus: &Corpus<'g>) -> Lookups<'g> {
        Lookups::new(corpus.graph, corpus.text).with(&self.surveyor, corpus.generation)
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
        self.test_packages = OnceCell::new();
        self.extension_points = OnceCell::new();
        self.known_names = RefCell::default();
        self.generation = Some(corpus.generation);
    }

    /// Returns where a program can be extended.
    pub fn extensions(&mut self, corpus: &Corpus<'_>) -> &ExtensionPoints {
        self.attach(corpus);
        self.extension_points(corpus.graph)
    }

    /// Where the program can be extended, found when a question first asks for it.
    fn extension_points(&self, graph: &Graph<'_>) -> &ExtensionPoints {
        let test_packages = self.test_packages.get_or_init(|| test_support_packages(graph));
        self.extension_points.get_or_init(|| ExtensionPoints::of(graph, test_packages))
    }

    fn doc(&self, symbol: SymbolId) -> Option<u32> {
        self.docs.get(symbol.ix()).copied().filter(|&doc| doc != NONE)
    }
}

/// # Errors
/// A question has nothing to look for.
fn check(question: &Question, query: &QueryRequest) -> Result<(), QueryError> {
    if question.said.trim().is_empty() && query.seeds.is_empty() {
        return Err(if question.scope.is_empty() { QueryError::Empty } else { QueryError::Narrowing });
    }
    Ok(())
}

/// The seeds of the walk: the best candidates by all signals except nearness, weighted by score, and the seeds that
/// were requested.
fn seeds(
    corpus: &Corpus<'_>,
    question: &ParsedQuestion,
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
    // A requested seed weighs as much as the best hit.
    let mut seeds: FxHashMap<SymbolId, f64> = hits.collect();
    for &symbol in asked_for {
        *seeds.entry(symbol).or_default() += most;
    }
    let mut seeds: Vec<(SymbolId, f64)> = seeds.into_iter().collect();
    seeds.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    seeds
}

/// The documents that have the words of a question, and how they were found. If only tests have them, an answer from
/// tests is better than none.
///
/// # Errors
/// The question was called off.
fn find(
    corpus: &Corpus<'_>,
    query: &QueryRequest,
    qualifiers: &Qualifiers,
    question: &mut ParsedQuestion,
    tests: bool,
    cancelled: &dyn Fn() -> bool,
) -> Result<(Matches, Tier), QueryError> {
    let Corpus { graph, text, .. } = *corpus;
    let found = |question: &ParsedQuestion, tests: bool| {
        let matched = match query.mode {
            Mode::Fts => matches(text, &question.terms, &query.weights.fields, tests, cancelled),
            Mode::Legacy => Some(crate::search::scoring::strategy::substrings(graph, text, question, tests)),
        };
        let mut matched = matched.ok_or(QueryError::Cancelled)?;
        if !qualifiers.is_empty() {
            matched.found.retain(|&doc| qualifiers.admit(graph.symbol(text.symbol(doc))));
        }
        Ok(matched)
    };
    let by_words = if query.mode == Mode::Fts { Tier::Bm25 } else { Tier::Substring };
    let matched = found(question, tests)?;
    if !matched.found.is_empty() {
        return Ok((matched, by_words));
    }
    let is_substituted = query.mode == Mode::Fts && query.fuzzy && substitute(text, question);
    if is_substituted {
        let matched = found(question, tests)?;
        if !matched.found.is_empty() {
            return Ok((matched, Tier::Trigram));
        }
    }
    let matched = found(question, true)?;
    let tier = match (matched.found.is_empty(), is_substituted) {
        (true, _) => Tier::None,
        (false, true) => Tier::Trigram,
        (false, false) => by_words,
    };
    Ok((matched, tier))
}

/// Replaces unknown words by words with similar trigrams; returns whether there were any.
fn substitute(text: &TextIndex, question: &mut ParsedQuestion) -> bool {
    for word in std::mem::take(&mut question.unknown) {
        for (alike, likeness) in spelling::alike(text.vocabulary(), &word, SUBSTITUTE, 3) {
            let stem = crate::search::analysis::stemmer::stem(alike);
            question.terms.push(Term { text: stem.into(), weight: likeness, of: None, is_beside: false });
            question.words.push(alike.to_owned());
        }
        question.unknown.push(word);
    }
    !question.terms.is_empty()
}

/// Returns whether a question is about tests, or names one.
fn reads_tests(
    graph: &Graph<'_>,
    query: &QueryRequest,
    scope: &Qualifiers,
    question: &ParsedQuestion,
) -> bool {
    let mut named = query.seeds.iter().chain(&question.named).chain(&question.exact);
    scope.ask_for_tests()
        || question.speaks_of_tests
        || question.asks_for_tests.is_some()
        || named.any(|&id| graph.symbol(id).is_test())
}
