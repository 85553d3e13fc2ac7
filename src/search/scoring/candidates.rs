//! Candidate generation: collects the symbols that may answer, and measures every signal of each.

use std::cell::RefCell;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::golang::module::passed_over;
use crate::model::{EdgeKind, FileId, Graph, Symbol, SymbolId, SymbolKind, symbol_flag};
use crate::rank::Nearness;
use crate::search::analysis::stemmer::stem;
use crate::search::analysis::stop_words::{is_doing, is_stop_word};
use crate::search::analysis::tokenizer::parts;
use crate::search::query::parsed::AlsoPhrase;
use crate::search::query::parsed::ParsedQuestion;
use crate::search::request::QueryRequest;
use crate::search::scoring::bm25::Matches;
use crate::search::scoring::commit_votes::{Past, Votes};
use crate::search::scoring::corpus::Corpus;
use crate::search::scoring::fusion::{COUNT, Candidate, Fusion, Signal};
use crate::search::scoring::weights::Weights;
use crate::search::text::TextIndex;

/// Most candidates by text, by nearness, by past commits and by tests.
const BY_TEXT: usize = 300;
const BY_NEARNESS: usize = 100;
const BY_PAST: usize = 60;
const BY_TESTS: usize = 40;
/// For a plain question: hits whose neighbours become candidates, most neighbours of one in each direction, and most
/// symbols of their files.
const HITS: usize = 20;
const MAX_BESIDE: usize = 24;
const FILES_OF_HITS: usize = 4;
/// A symbol's callers count, this many: the ones whose comments say most of the question.
const BEST_CALLERS: usize = 3;
/// Users of a symbol that are looked at, at most: what thousands call says nothing of them.
const MAX_USERS: usize = 100;
/// At this rank a hit counts half as much for what it calls as the best.
const HALF_RANK: f32 = 5.0;
/// Share of a constant's or variable's penalty as a part that full coverage by the question takes away. At 1, misspelt
/// names would find namesakes among them.
const SPOKEN_OF: f32 = 0.9;
/// Factor for a word of a name if the question has another form of it: `listeners` is no `Listen`.
const OTHER_FORM: f32 = 0.95;
/// Discount for matches that need the owner or the package, so that a match of the bare name wins.
const WITH_OWNER: f32 = 0.95;
const WITH_PACKAGE: f32 = 0.9;
/// Scores of a walk that are far below the inverse of this are all alike.
const NEARNESS_SCALE: f64 = 1e4;
/// Weight of a stop word in a name.
const STOP_WORD: f32 = 0.3;

/// Signals of a question's candidates.
pub(crate) struct CandidatePool<'g> {
    graph: &'g Graph<'g>,
    text: &'g TextIndex,
    past: Option<&'g Past>,
    matches: &'g Matches,
    votes: Votes,
    names: NameComparer<'g>,
    /// One for each phrase beside the question.
    also: Vec<NameComparer<'g>>,
    /// Sum of the three best symbols of each file.
    file_tops: FxHashMap<u32, f32>,
    in_pool: FxHashSet<u32>,
    weights: &'g Weights,
    is_plain: bool,
    asks_for_tests: Option<&'static str>,
    /// Packages that serve only tests, if the question asks how something is done.
    test_packages: Option<&'g FxHashSet<SymbolId>>,
    pub(crate) pool: Vec<Candidate>,
}

impl<'g> CandidatePool<'g> {
    /// Collects the candidates found by words, names and past commits.
    pub(crate) fn new(
        corpus: &Corpus<'g>,
        query: &'g QueryRequest,
        question: &'g ParsedQuestion,
        matches: &'g Matches,
        test_packages: Option<&'g FxHashSet<SymbolId>>,
        known: &'g RefCell<KnownNames>,
    ) -> Self {
        let Corpus { graph, text, past, .. } = *corpus;
        let mut gathering = Self {
            graph,
            text,
            past,
            matches,
            votes: past.map(|past| past.votes(&question.terms)).unwrap_or_default(),
            names: NameComparer::of(text, question, known),
            also: question.also.iter().map(|phrase| NameComparer::beside(text, phrase, known)).collect(),
            file_tops: FxHashMap::default(),
            in_pool: FxHashSet::default(),
            weights: &query.weights,
            is_plain: question.is_plain,
            asks_for_tests: question.asks_for_tests,
            test_packages,
            pool: Vec::with_capacity(BY_TEXT),
        };
        let most = BY_TEXT.max(query.limit);
        let by_text = best(matches.found.iter().map(|&doc| (doc, matches.of(doc).text)), most);
        gathering.file_tops = file_tops(text, &by_text[..by_text.len().min(BY_TEXT)]);
        let by_past = best(gathering.votes.symbols.iter().map(|(&doc, &vote)| (doc, vote)), BY_PAST);
        gathering.names.get_to_know(graph, by_text.iter().map(|&(doc, _)| text.symbol(doc)));
        for (doc, _) in by_text.into_iter().chain(by_past) {
            gathering.add(doc);
        }
        gathering
    }

    /// Adds documents that must be candidates whatever their words are.
    pub(crate) fn require(&mut self, docs: impl IntoIterator<Item = u32>) {
        for doc in docs {
            self.add(doc);
        }
    }

    /// Adds the walk's scores as a signal, and its nearest symbols as candidates.
    pub(crate) fn near(&mut self, near: &Nearness, doc_of: impl Fn(SymbolId) -> Option<u32>) {
        for doc in near.top(BY_NEARNESS).into_iter().filter_map(|(symbol, _)| doc_of(symbol)) {
            self.add(doc);
        }
        for candidate in &mut self.pool {
            let score = near.score(self.text.symbol(candidate.doc));
            // Scores fall by orders of magnitude with each step; the logarithm keeps distant symbols distinguishable.
            candidate.values[Signal::Near as usize] = (1.0 + NEARNESS_SCALE * score).ln() as f32;
        }
    }

    /// Adds what past commits changed together with `seeds`, as candidates and as a signal.
    pub(crate) fn company(&mut self, seeds: &[(u32, f32)]) {
        let Some(past) = self.past else { return };
        let company = past.company(seeds);
        for (doc, _) in best(company.iter().map(|(&doc, &score)| (doc, score)), BY_PAST) {
            self.add(doc);
        }
        for candidate in &mut self.pool {
            let score = company.get(&candidate.doc).copied().unwrap_or(0.0);
            candidate.values[Signal::Company as usize] = score;
        }
    }

    /// Adds the matches of a report's title with their scores, as candidates and as a signal.
    pub(crate) fn title(&mut self, by_title: &[(u32, f32)]) {
        let scores: FxHashMap<u32, f32> = by_title.iter().copied().collect();
        self.require(scores.keys().copied());
        for candidate in &mut self.pool {
            let score = scores.get(&candidate.doc).copied().unwrap_or(0.0);
            candidate.values[Signal::Title as usize] = score;
        }
    }

    /// Adds the callees, callers, users and implementers of the best `hits`, and symbols of their files: a plain
    /// question shares few words with the code that answers it.
    pub(crate) fn beside(&mut self, hits: &[(SymbolId, f64)], doc_of: impl Fn(SymbolId) -> Option<u32>) {
        let mut docs: Vec<u32> = Vec::new();
        let mut files: Vec<FileId> = Vec::new();
        for &(hit, _) in hits.iter().take(HITS) {
            let is_followed =
                |kind: EdgeKind| !matches!(kind, EdgeKind::Imports | EdgeKind::Accesses | EdgeKind::Runs);
            let outgoing = self.graph.outgoing(hit).filter(|edge| is_followed(edge.kind)).map(|edge| edge.to);
            let incoming =
                self.graph.incoming(hit).filter(|edge| is_followed(edge.kind)).map(|edge| edge.from);
            docs.extend(outgoing.take(MAX_BESIDE).chain(incoming.take(MAX_BESIDE)).filter_map(&doc_of));
            let file = self.graph.symbol(hit).file().filter(|file| !files.contains(file));
            files.extend(file.filter(|_| files.len() < FILES_OF_HITS));
        }
        let within = files
            .into_iter()
            .flat_map(|file| self.graph.symbols_of(file))
            .map(|ix| self.graph.symbol(SymbolId(ix)));
        let is_code = |symbol: &Symbol<'_>| symbol.kind().is_callable() || symbol.kind().is_type();
        docs.extend(within.filter(is_code).filter_map(|symbol| doc_of(symbol.id)));
        for doc in docs {
            self.add(doc);
        }
    }

    /// Adds what tests like the question call, as candidates and as a signal.
    pub(crate) fn tested(
        &mut self,
        votes: &FxHashMap<SymbolId, f32>,
        doc_of: impl Fn(SymbolId) -> Option<u32>,
    ) {
        let votes: FxHashMap<u32, f32> =
            votes.iter().filter_map(|(&symbol, &vote)| Some((doc_of(symbol)?, vote))).collect();
        for (doc, _) in best(votes.iter().map(|(&doc, &vote)| (doc, vote)), BY_TESTS) {
            self.add(doc);
        }
        for candidate in &mut self.pool {
            candidate.values[Signal::Tested as usize] = votes.get(&candidate.doc).copied().unwrap_or(0.0);
        }
    }

    /// Measures what the comments of a candidate's callees, of the fields it reads and of its best callers say of the
    /// question. Who does not know the names asks in the words of comments, and these often stand one call away. Only the
    /// candidates from the place `first` on are measured. O(candidates x their edges).
    pub(crate) fn comments_around(&mut self, first: usize, doc_of: impl Fn(SymbolId) -> Option<u32>) {
        let terms_of = |symbol: SymbolId| doc_of(symbol).map_or(0, |doc| self.matches.of(doc).prose_terms);
        for candidate in self.pool.iter_mut().skip(first) {
            let id = self.text.symbol(candidate.doc);
            let is_leaned_on = |kind: u8| kind == EdgeKind::Calls as u8 || kind == EdgeKind::Accesses as u8;
            let leaned_on =
                self.graph.outgoing_ids(id).filter(|&edge| is_leaned_on(self.graph.edge_kind[edge]));
            let leaned_on = leaned_on.map(|edge| SymbolId(self.graph.edge_to[edge])).filter(|&to| to != id);
            let below = leaned_on.fold(0, |terms, symbol| terms | terms_of(symbol));
            let users = self.graph.incoming_ids(id).iter().take(MAX_USERS).map(|&edge| edge as usize);
            let callers = users.filter(|&edge| self.graph.edge_kind[edge] == EdgeKind::Calls as u8);
            let callers =
                callers.map(|edge| SymbolId(self.graph.edge_from[edge])).filter(|&caller| caller != id);
            let above = callers.map(terms_of).filter(|&terms| terms != 0);
            let mut above: Vec<f32> = above.map(|terms| self.matches.covered_by(terms)).collect();
            above.sort_unstable_by(|a, b| b.total_cmp(a));
            let best = above.iter().take(BEST_CALLERS).sum::<f32>() / BEST_CALLERS as f32;
            candidate.values[Signal::CalleeDocs as usize] = self.matches.covered_by(below);
            candidate.values[Signal::CallerDocs as usize] = best;
        }
    }

    /// Measures calls between candidates: who is called by the best of them (by `weights`), and who calls those.
    /// O(candidates x their calls).
    pub(crate) fn calls(&mut self, weights: &[f32; COUNT]) {
        let fusion = Fusion::of(&self.pool, weights);
        let mut order: Vec<(usize, f32)> =
            self.pool.iter().map(|candidate| fusion.score(candidate)).enumerate().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(self.pool[a.0].doc.cmp(&self.pool[b.0].doc)));
        let places: FxHashMap<SymbolId, (usize, f32)> = order
            .iter()
            .enumerate()
            .map(|(rank, &(at, _))| {
                (self.text.symbol(self.pool[at].doc), (at, 1.0 / (1.0 + rank as f32 / HALF_RANK)))
            })
            .collect();
        for (&from, &(caller, worth)) in &places {
            for edge in
                self.graph.outgoing(from).filter(|edge| edge.kind == EdgeKind::Calls && edge.to != from)
            {
                let Some(&(callee, worth_of_callee)) = places.get(&edge.to) else { continue };
                let mut raise = |at: usize, signal: Signal, value: f32| {
                    let slot = &mut self.pool[at].values[signal as usize];
                    *slot = slot.max(value);
                };
                raise(callee, Signal::CalledBy, worth * edge.strength());
                raise(caller, Signal::Calling, worth_of_callee * edge.strength());
            }
        }
    }

    fn add(&mut self, doc: u32) {
        if self.matches.covers(doc) && self.in_pool.insert(doc) {
            let candidate = self.candidate(doc);
            self.pool.push(candidate);
        }
    }

    fn candidate(&mut self, doc: u32) -> Candidate {
        let (id, matched) = (self.text.symbol(doc), self.matches.of(doc));
        let symbol = self.graph.symbol(id);
        let (file, package) = (self.text.file(doc), self.text.package(doc));
        let is_function = matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Method);
        let lines = symbol.end_line().saturating_sub(symbol.line()) + 1;
        let authority = self.graph.authority(id);
        let vote = |votes: &FxHashMap<u32, f32>, key: u32| votes.get(&key).copied().unwrap_or(0.0);
        let (likeness, contained) = self.names.likeness(self.graph, id);
        let kinds = self.graph.outgoing_ids(id).map(|edge| self.graph.edge_kind[edge]);
        let written = kinds.filter(|&kind| kind != EdgeKind::Runs as u8).count();
        let mut values = [0.0; COUNT];
        for (signal, value) in [
            (Signal::Text, matched.text),
            (Signal::Name, likeness),
            (Signal::NameIn, contained),
            (Signal::AlsoText, matched.beside),
            (
                Signal::AlsoName,
                self.also.iter().map(|also| also.total * also.likeness(self.graph, id).0).sum(),
            ),
            (Signal::Doc, matched.doc.powi(2)),
            (Signal::Cover, matched.cover.powi(2)),
            (Signal::File, self.matches.file[file as usize]),
            (Signal::Package, self.matches.package[package as usize]),
            (Signal::FileTop, vote(&self.file_tops, file)),
            (Signal::Semantic, matched.cosine),
            (Signal::Importance, (1.0 + authority * self.graph.n_symbols() as f64).ln() as f32),
            (Signal::Size, (1.0 + lines as f32).ln()),
            (Signal::Function, f32::from(u8::from(is_function))),
            (Signal::Past, vote(&self.votes.symbols, doc)),
            (Signal::Messages, vote(&self.votes.messages, doc)),
            (Signal::PastFile, vote(&self.votes.files, file)),
            (Signal::Hub, (1.0 + self.graph.hub(id) * self.graph.n_symbols() as f64).ln() as f32),
            (Signal::Degree, (1.0 + written as f32).ln()),
            (Signal::OwnChurn, self.past.map_or(0.0, |past| past.own_churn(doc).ln_1p())),
        ] {
            values[signal as usize] = value;
        }
        let part = part(symbol.kind(), &values, self.is_plain);
        Candidate { doc, values, factor: self.factor(id, part), part }
    }

    fn factor(&self, id: SymbolId, part: f32) -> f32 {
        let symbol = self.graph.symbol(id);
        let mut factor = 1.0;
        // If tests are asked for, everything else counts less. A question how something is done means the program, so
        // packages for tests count less. Not for commit messages: their first hits would come later by 0.3 points of
        // MRR.
        let is_test_support =
            self.test_packages.is_some_and(|test_packages| test_packages.contains(&symbol.package()));
        let is_for_tests = symbol.is_test() || is_test_support;
        let is_asked_for = self.asks_for_tests.is_none_or(|sort| symbol.name().starts_with(sort));
        if is_for_tests != self.asks_for_tests.is_some() {
            factor *= self.weights.tests;
        } else if !is_asked_for {
            // These are tests, but of another sort.
            factor *= self.weights.tests.sqrt();
        }
        if symbol.has(symbol_flag::GENERATED) {
            factor *= self.weights.generated;
        }
        if symbol.has(symbol_flag::CONSTRAINED) {
            // The variant that is built may have another name.
            let variants = self.weights.variants;
            factor *= if symbol.has(symbol_flag::VARIANT) { variants } else { variants.sqrt() };
        }
        if passed_over(symbol.path()).is_some() {
            factor *= self.weights.tests;
        }
        factor * self.weights.of_part(part)
    }
}

/// Returns how much a symbol of a kind is only a part of something or a single line, in [0, 1]. For constants and
/// variables it falls with the share of the question that they cover. Methods of interfaces are not parts for plain
/// questions, because calls pass through them.
fn part(kind: SymbolKind, values: &[f32; COUNT], is_plain: bool) -> f32 {
    match kind {
        SymbolKind::InterfaceMethod if is_plain => 0.0,
        SymbolKind::Field | SymbolKind::InterfaceMethod => 1.0,
        SymbolKind::Const | SymbolKind::Var => {
            let spoken = values[Signal::Name as usize].max(values[Signal::Cover as usize]);
            1.0 - SPOKEN_OF * spoken.min(1.0)
        }
        _ => 0.0,
    }
}

/// The `most` best, best first, ties by number.
fn best(scores: impl Iterator<Item = (u32, f32)>, most: usize) -> Vec<(u32, f32)> {
    let better = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    let mut scores: Vec<(u32, f32)> = scores.collect();
    if scores.len() > most {
        scores.select_nth_unstable_by(most, better);
        scores.truncate(most);
    }
    scores.sort_unstable_by(better);
    scores
}

fn file_tops(text: &TextIndex, by_text: &[(u32, f32)]) -> FxHashMap<u32, f32> {
    const TOPS: u8 = 3;
    let mut tops: FxHashMap<u32, (u8, f32)> = FxHashMap::default();
    for &(doc, score) in by_text {
        let top = tops.entry(text.file(doc)).or_default();
        if top.0 < TOPS {
            *top = (top.0 + 1, top.1 + score);
        }
    }
    tops.into_iter().map(|(file, (_, sum))| (file, sum)).collect()
}

/// Compares a question with names, word by word.
struct NameComparer<'q> {
    text: &'q TextIndex,
    /// Stems of the question's words, with their rarity and the index of their word.
    spoken: FxHashMap<&'q str, (f32, usize)>,
    /// The same words as they are written or corrected, in small letters.
    written: FxHashSet<String>,
    total: f32,
    /// Compounds of the tree, each with its two words.
    compounds: FxHashMap<&'q str, [(f32, usize); 2]>,
    known: &'q RefCell<KnownNames>,
    /// True if common verbs carry no meaning: how something is *handled*.
    is_plain: bool,
}

/// The words of the names that questions about one tree have come upon.
pub(crate) type KnownNames = FxHashMap<Box<str>, Vec<NameWord>>;

/// A word of a name.
pub(crate) struct NameWord {
    written: Box<str>,
    stem: Box<str>,
    rarity: f32,
    is_stop: bool,
    /// True if it is a common verb.
    is_doing: bool,
}

impl<'q> NameComparer<'q> {
    fn of(text: &'q TextIndex, question: &'q ParsedQuestion, known: &'q RefCell<KnownNames>) -> Self {
        let mut spoken: FxHashMap<&str, (f32, usize)> = FxHashMap::default();
        let mut total = 0.0;
        for (number, word) in question.spoken.iter().enumerate() {
            let written = question.words.get(word.term).map_or(&*word.stem, String::as_str);
            let is_stop = word.is_stop || question.is_plain && is_doing(written);
            let rarity = rarity(text, written) * if is_stop { STOP_WORD } else { 1.0 };
            total += rarity;
            for stem in word.also.iter().chain([&word.stem]) {
                spoken.insert(stem, (rarity, number));
            }
        }
        let words = question.spoken.iter().filter_map(|word| question.words.get(word.term));
        let written = words.map(|word| word.to_lowercase()).collect();
        let said = |number: usize| spoken.get(&*question.spoken[number].stem).copied().unwrap_or_default();
        let compounds = question.compounds.iter().map(|whole| (&*whole.stem, whole.of.map(said))).collect();
        Self { text, spoken, written, total, compounds, known, is_plain: question.is_plain }
    }

    /// Compares a phrase beside the question with names.
    fn beside(text: &'q TextIndex, phrase: &'q AlsoPhrase, known: &'q RefCell<KnownNames>) -> Self {
        let parts = phrase.parts.iter().enumerate();
        let spoken: FxHashMap<&str, (f32, usize)> =
            parts.map(|(number, (stem, word))| (&**stem, (rarity(text, word), number))).collect();
        let total = spoken.values().map(|(rarity, _)| rarity).sum();
        let written = phrase.parts.iter().map(|(_, word)| word.clone()).collect();
        Self { text, spoken, written, total, compounds: FxHashMap::default(), known, is_plain: true }
    }

    /// Takes the names of some symbols to words, on all threads. O(the names that are not known yet).
    fn get_to_know(&self, graph: &Graph<'_>, symbols: impl Iterator<Item = SymbolId>) {
        let mut known = self.known.borrow_mut();
        let names = symbols.flat_map(|id| names_around(graph, id));
        let new: FxHashSet<&str> = names.filter(|&name| !known.contains_key(name)).collect();
        let new: Vec<&str> = new.into_iter().collect();
        let words: Vec<Vec<NameWord>> = new.par_iter().map(|name| words_of(self.text, name)).collect();
        known.extend(new.into_iter().map(Box::from).zip(words));
    }

    /// The best match of the name alone, with its owner, and with its package; and the share of the question that the
    /// name makes up.
    fn likeness(&self, graph: &Graph<'_>, id: SymbolId) -> (f32, f32) {
        let [own, owner, package] = names_around(graph, id);
        let (alone, contained) = self.compare(&[own]);
        let owned = if owner.is_empty() { 0.0 } else { self.compare(&[owner, own]).0 };
        let packaged = self.compare(&[package, own]).0;
        (alone.max(WITH_OWNER * owned).max(WITH_PACKAGE * packaged), contained)
    }

    /// Recall x precision of the question's words against the names' words, both weighted by rarity: 1 when they are
    /// the same, near 0 for a sentence that happens to hold a short name.
    fn compare(&self, names: &[&str]) -> (f32, f32) {
        let (mut question_weight, mut matched, mut named) = (0.0, 0.0, 0.0);
        let mut matched_words = 0_u128;
        let mut known = self.known.borrow_mut();
        for name in names {
            if !known.contains_key(*name) {
                let words = words_of(self.text, name);
                known.insert((*name).into(), words);
            }
            for NameWord { written, stem, rarity, is_stop, is_doing } in &known[*name] {
                let rarity = rarity * if *is_stop || self.is_plain && *is_doing { STOP_WORD } else { 1.0 };
                named += rarity;
                let own = self.spoken.get(&**stem).map(std::slice::from_ref);
                let own = own.or_else(|| self.compounds.get(&**stem).map(|of| &of[..])).unwrap_or_default();
                if !own.is_empty() {
                    // Newcomers do not know the forms that the code uses.
                    let is_same = self.is_plain || self.written.contains(&**written);
                    matched += rarity * if is_same { 1.0 } else { OTHER_FORM };
                }
                for &(own, number) in own {
                    if matched_words & 1 << (number % 128) == 0 {
                        matched_words |= 1 << (number % 128);
                        question_weight += own;
                    }
                }
            }
        }
        if named > 0.0 && self.total > 0.0 {
            let precision = matched / named;
            ((question_weight / self.total) * precision, precision * precision * matched)
        } else {
            (0.0, 0.0)
        }
    }
}

/// The names of a symbol, of its owner, empty without one, and of its package.
fn names_around<'g>(graph: &'g Graph<'_>, id: SymbolId) -> [&'g str; 3] {
    let symbol = graph.symbol(id);
    let owner = symbol.owner().map_or("", |owner| graph.symbol(owner).name());
    [symbol.name(), owner, symbol.package_name()]
}

fn words_of(text: &TextIndex, name: &str) -> Vec<NameWord> {
    let word = |word: String| NameWord {
        stem: stem(&word).into_boxed_str(),
        rarity: rarity(text, &word),
        is_stop: is_stop_word(&word),
        is_doing: is_doing(&word),
        written: word.into_boxed_str(),
    };
    parts(name).into_iter().map(word).collect()
}

/// Rarity of a word among names.
fn rarity(text: &TextIndex, word: &str) -> f32 {
    let names = text.vocabulary().get(word).map_or(0, |(names, _)| names);
    (1.0 + text.len(false) as f32 / (1.0 + names as f32)).ln()
}
