//! The answer to a question: rows with reasons, and remarks about how it was read.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::model::{Graph, SymbolId};
use crate::rank::{Detected, PushReport};
use crate::relations::describe;
use crate::search::certainty::{Certainty, Strength};
use crate::search::query::corrected_word::Correction;
use crate::search::query::parsed::QuestionCut;
use crate::search::query::path_answer::PathAnswer;
use crate::search::query::relation::{Relation, RelationRole};
use crate::search::scoring::fusion::ScorePart;
use crate::search::scoring::way::Way;

/// The way in which rows were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    Bm25,
    /// No word of the question is known; words with similar trigrams replaced them.
    Trigram,
    Substring,
    /// Only seeds and named symbols contributed.
    Seeds,
    /// Nothing matches.
    #[default]
    None,
}

/// A symbol that answers, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerRow {
    pub symbol: SymbolId,
    /// The score that orders rows; comparable within one answer.
    pub score: f32,
    /// Quality of the match with the words, 1 for the best of the answer.
    pub relevance: f32,
    /// PageRank, 1 for the most important symbol of the answer.
    pub importance: f32,
    pub why: MatchReason,
}

/// Why a symbol is among the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchReason {
    /// Words of the question that it has.
    pub words: Vec<String>,
    /// The seed that it is next to, or is.
    pub seed: Option<SymbolId>,
    /// Parts of the score, largest first.
    pub parts: Vec<ScorePart>,
}

/// An answer. A function of corpus and query alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    pub rows: Vec<AnswerRow>,
    /// Number of the last rows that the request adds and that were not found.
    pub added: usize,
    pub found: Found,
    pub certainty: Certainty,
    /// The score from which a row is strong.
    pub(crate) strong_from: f32,
    pub corrections: Vec<Correction>,
    /// Errors in qualifiers of the question, and the reason why it is read as words.
    pub problems: Vec<String>,
    /// The requested folder or file that does not exist, as a sentence; shown only if nothing matches.
    pub nowhere: Option<String>,
    /// Limits of length that the question exceeds.
    pub cut: QuestionCut,
    pub intent: Option<Detected>,
}

/// Source of the rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// The graph knows them.
    Lookup(Box<LookupAnswer>),
    /// The question's words led to them.
    Ranked(Box<RankedAnswer>),
}

/// The answer of a question that the graph answers.
#[derive(Clone, Debug, PartialEq)]
pub struct LookupAnswer {
    pub found: LookupFound,
    /// Places of assembly that use the target of a relation, as sentences. The graph does not contain them, so the caller
    /// of the engine adds them.
    pub in_assembly: Vec<String>,
}

impl LookupAnswer {
    /// The strength of the link to a row.
    fn strength(&self, symbol: SymbolId) -> Strength {
        match &self.found {
            LookupFound::Relation(relation) if relation.role_of(symbol) == Some(RelationRole::Possible) => {
                Strength::Fair
            }
            LookupFound::Relation(_) => Strength::Strong,
            LookupFound::Path(path) => path.strength(symbol),
        }
    }
}

/// The answer of a lookup.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "it is always boxed, as a part of `Found::Lookup`")]
pub enum LookupFound {
    /// The ends of a relation. The rows are these, the target and the seeds of the request.
    Relation(Relation),
    /// A path. The rows are its steps.
    Path(PathAnswer),
}

/// The answer of a question whose words were searched for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankedAnswer {
    pub tier: Tier,
    /// For a question how something comes about: the way through its best rows.
    pub way: Option<Way>,
    /// Words of this tree near the question's, the most telling first: what its best rows are called.
    pub tree_words: Vec<String>,
    pub words: SearchedWords,
    /// Symbols whose users are asked for, but not known.
    pub unused: Vec<SymbolId>,
    pub(crate) pasted: PastedText,
    /// The seeds of the walk, heaviest first.
    pub seeds: Vec<SymbolId>,
    pub walk: PushReport,
    /// The number of symbols that were scored.
    pub candidates: usize,
}

/// Words of a question, as far as the tree knows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchedWords {
    /// The number of words that were searched for.
    pub n_searched: usize,
    /// Words that the tree does not know; and, where nothing matches, words of the tree like them.
    pub unknown: Vec<String>,
    pub suggestions: Vec<String>,
    /// Words that are only part of import paths, each with such a path.
    pub imported: Vec<(String, String)>,
}

/// Places that a pasted text leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PastedText {
    /// True if rows may print a message of the question.
    pub(crate) quotes: bool,
    /// Lines of a row's file that the text matches: places of a trace, or a printed message. Rising.
    pub(crate) lines: FxHashMap<SymbolId, Vec<u32>>,
    /// Rows that print a message there.
    pub(crate) saying: FxHashSet<SymbolId>,
}

impl Default for Found {
    fn default() -> Self {
        Self::Ranked(Box::default())
    }
}

impl Found {
    /// An answer that has only what the request names.
    pub(crate) fn of_tier(tier: Tier) -> Self {
        Self::Ranked(Box::new(RankedAnswer { tier, ..RankedAnswer::default() }))
    }
}

impl Answer {
    /// The relation that the question asks for. The rows are then its ends, the target and the seeds.
    pub fn relation(&self) -> Option<&Relation> {
        match &self.found {
            Found::Lookup(lookup) => match &lookup.found {
                LookupFound::Relation(relation) => Some(relation),
                LookupFound::Path(_) => None,
            },
            Found::Ranked(_) => None,
        }
    }

    /// The path that the question asks for. The rows are then its steps.
    pub fn path(&self) -> Option<&PathAnswer> {
        match &self.found {
            Found::Lookup(lookup) => match &lookup.found {
                LookupFound::Path(path) => Some(path),
                LookupFound::Relation(_) => None,
            },
            Found::Ranked(_) => None,
        }
    }

    /// The parts of an answer whose words were searched for.
    pub fn ranked(&self) -> Option<&RankedAnswer> {
        match &self.found {
            Found::Ranked(ranked) => Some(ranked),
            Found::Lookup(_) => None,
        }
    }

    /// The way through the best rows, for a question how something comes about.
    pub fn way(&self) -> Option<&Way> {
        self.ranked()?.way.as_ref()
    }

    /// Words of this tree near the question's, the most telling first.
    pub fn tree_words(&self) -> &[String] {
        self.ranked().map_or(&[], |ranked| &ranked.tree_words)
    }

    /// Returns whether the tree knows no word of the question, and words that look similar found the rows.
    pub fn is_of_similar_words(&self) -> bool {
        self.ranked().is_some_and(|ranked| ranked.tier == Tier::Trigram)
    }

    /// Returns the kind of match: a lookup has its symbols alone.
    pub fn tier(&self) -> Tier {
        match (self.ranked(), self.rows.is_empty()) {
            (Some(ranked), _) => ranked.tier,
            (None, true) => Tier::None,
            (None, false) => Tier::Seeds,
        }
    }

    /// Adds rows for the symbols that are none, in their order. O(rows x symbols).
    pub(crate) fn add(&mut self, graph: &Graph<'_>, symbols: &[SymbolId]) {
        for &symbol in symbols {
            if symbol.ix() < graph.n_symbols() && self.rows.iter().all(|row| row.symbol != symbol) {
                let why = MatchReason::default();
                self.rows.push(AnswerRow { symbol, score: 0.0, relevance: 0.0, importance: 0.0, why });
                self.added += 1;
            }
        }
        if let Found::Lookup(lookup) = &mut self.found
            && let LookupFound::Relation(relation) = &mut lookup.found
        {
            relation.add(symbols);
        }
    }

    /// Returns whether a row is there because the request adds it.
    pub fn is_added(&self, symbol: SymbolId) -> bool {
        self.rows.iter().rev().take(self.added).any(|row| row.symbol == symbol)
    }

    /// Returns whether its scores have one scale with those of other answers.
    pub(crate) fn has_scale(&self) -> bool {
        self.ranked().is_some() && self.strong_from.is_finite()
    }

    /// Returns whether it says of itself that it is a guess: an order without a scale says nothing.
    pub fn is_guess(&self) -> bool {
        self.certainty == Certainty::Guess && self.has_scale()
    }

    /// Returns the strength of a row. Of an answer from the graph itself it is that of the link.
    pub fn strength(&self, row: &AnswerRow) -> Strength {
        /// Scores from this part of a strong one on are fair.
        const FAIR: f32 = 0.78;
        match &self.found {
            Found::Lookup(lookup) => lookup.strength(row.symbol),
            Found::Ranked(_) if row.score >= self.strong_from => Strength::Strong,
            Found::Ranked(_) if row.score >= FAIR * self.strong_from => Strength::Fair,
            Found::Ranked(_) => Strength::Weak,
        }
    }

    /// Returns whether a question found nothing.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == self.added && self.tier() == Tier::None
    }

    /// The file and line to show for a row, in the graph that it was found in: where it matches the question, else
    /// its declaration.
    pub fn place<'g>(&self, graph: &Graph<'g>, symbol: SymbolId) -> (&'g str, u32) {
        let relation = self.relation();
        relation.map_or_else(|| graph.place(symbol), |relation| relation.place(graph, symbol))
    }

    /// The lines of a row that match the question, rising; all lie in its declaration.
    pub fn lines_of(&self, graph: &Graph<'_>, symbol: SymbolId) -> Vec<u32> {
        let lines = match &self.found {
            Found::Lookup(lookup) => match &lookup.found {
                LookupFound::Relation(relation) => relation.lines_of(symbol),
                LookupFound::Path(path) => path.lines_of(graph, symbol),
            },
            Found::Ranked(ranked) => ranked.pasted.lines.get(&symbol).map_or(&[][..], Vec::as_slice),
        };
        let symbol = graph.symbol(symbol);
        let within = symbol.line()..=symbol.end_line();
        lines.iter().copied().filter(|line| within.contains(line)).collect()
    }

    /// Describes the lines of a row to which the pasted text leads: `says it on line 12`; for a path, the next step.
    pub fn leads_to(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<String> {
        if let Some(path) = self.path() {
            return path.describe_step(graph, symbol);
        }
        let pasted = &self.ranked()?.pasted;
        let lines = pasted.lines.get(&symbol).filter(|lines| !lines.is_empty())?;
        let leads = if pasted.saying.contains(&symbol) { "says it on" } else { "what was pasted leads to" };
        Some(format!("{leads} line {}", describe::lines(lines)))
    }

    /// The number of ends of the relation that are beyond the limit of rows.
    pub fn unlisted(&self) -> usize {
        let Some(relation) = self.relation() else { return 0 };
        let listed = self.rows.iter().filter(|row| relation.is_end(row.symbol)).count();
        (relation.state.sure.fitting + relation.state.possible.fitting).saturating_sub(listed)
    }
}

/// The reason shown for a symbol that the question names exactly. It is no signal: nothing outweighs it.
pub(crate) const EXACT: (&str, &str) = (
    "exact",
    "The question names it, asks for it as a caller, callee and the like, quotes its text word for word, or leads to its line.",
);
