//! The answer to a question: rows with reasons, and remarks about how it was read.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::model::{Graph, SymbolId};
use crate::rank::{Detected, PushReport};
use crate::search::query::corrected_word::Correction;
use crate::search::query::parsed::QuestionCut;
use crate::search::query::path_answer::PathAnswer;
use crate::search::query::relation::{Relation, TestUse, describe_lines};
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

/// The certainty of an answer. Measured on plain questions and reports: of the likely ones at least four fifths have what is
/// needed among their first five rows, of the guesses about half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Nothing matches.
    #[default]
    Nothing,
    /// No row stands out.
    Guess,
    Likely,
    /// It is read from the graph: the ends of a relation, a path, or what the question names.
    Certain,
}

/// The note beside a guess.
pub const GUESS: &str = "this is a guess, as no row stands out: say beside the question what the code may call it (also), or ask in other words";

impl Certainty {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Guess => "guess",
            Self::Likely => "likely",
            Self::Certain => "certain",
        }
    }
}

/// The strength of a row, on one scale for all answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    Weak,
    Fair,
    Strong,
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
    /// The relation that the question asks for. The rows are then its ends and the seeds.
    pub relation: Option<Relation>,
    /// The path that the question asks for. The rows are then its steps.
    pub path: Option<PathAnswer>,
    /// For a question how something comes about: the way through its best rows.
    pub way: Option<Way>,
    /// The use by each found test of the symbols that the question names.
    pub tests: FxHashMap<SymbolId, TestUse>,
    /// Lines of a row's file that the pasted text matches: places of a trace, or a printed message. Rising.
    pub lines: FxHashMap<SymbolId, Vec<u32>>,
    /// True if rows may print a message of the question.
    pub(crate) quotes: bool,
    pub(crate) saying: FxHashSet<SymbolId>,
    pub tier: Tier,
    pub certainty: Certainty,
    /// The score from which a row is strong.
    pub(crate) strong_from: f32,
    pub corrections: Vec<Correction>,
    /// Words that the tree does not know; and, where nothing matches, words of the tree like them.
    pub unknown: Vec<String>,
    pub suggestions: Vec<String>,
    /// Words that are only part of import paths, each with such a path.
    pub imported: Vec<(String, String)>,
    /// Words of this tree near the question's, the most telling first: what its best rows are called.
    pub tree_words: Vec<String>,
    /// Problems with qualifiers of the question.
    pub problems: Vec<String>,
    /// Places of assembly that use the target of a relation, as sentences. The graph does not contain them, so the caller
    /// of the engine adds them.
    pub in_assembly: Vec<String>,
    /// The requested folder or file that does not exist, as a sentence; shown only if nothing matches.
    pub nowhere: Option<String>,
    /// The number of words that were searched for.
    pub words: usize,
    /// The limits of length that the question exceeds.
    pub cut: QuestionCut,
    pub intent: Option<Detected>,
    /// The seeds of the walk, heaviest first.
    pub seeds: Vec<SymbolId>,
    pub walk: PushReport,
    /// The number of symbols that were scored.
    pub candidates: usize,
}

impl Answer {
    /// Adds rows for the symbols that are none, in their order. O(rows x symbols).
    pub(crate) fn add(&mut self, graph: &Graph<'_>, symbols: &[SymbolId]) {
        for &symbol in symbols {
            if symbol.ix() < graph.n_symbols() && self.rows.iter().all(|row| row.symbol != symbol) {
                let why = MatchReason::default();
                self.rows.push(AnswerRow { symbol, score: 0.0, relevance: 0.0, importance: 0.0, why });
                self.added += 1;
            }
        }
        if let Some(relation) = &mut self.relation {
            relation.add(symbols);
        }
    }

    /// Returns whether a row is there because the request adds it.
    #[must_use]
    pub fn is_added(&self, symbol: SymbolId) -> bool {
        self.rows.iter().rev().take(self.added).any(|row| row.symbol == symbol)
    }

    /// Returns whether it says of itself that it is a guess: an order without a scale says nothing.
    #[must_use]
    pub fn is_guess(&self) -> bool {
        self.certainty == Certainty::Guess && self.strong_from.is_finite()
    }

    /// Returns the strength of a row. An answer from the graph itself is strong.
    #[must_use]
    pub fn strength(&self, row: &AnswerRow) -> Strength {
        /// Scores from this part of a strong one on are fair.
        const FAIR: f32 = 0.78;
        match row.score {
            _ if self.relation.is_some() || self.path.is_some() => Strength::Strong,
            score if score >= self.strong_from => Strength::Strong,
            score if score >= FAIR * self.strong_from => Strength::Fair,
            _ => Strength::Weak,
        }
    }

    /// Returns whether a question found nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.len() == self.added && self.tier == Tier::None
    }

    /// The file and line to show for a row, in the graph that it was found in: where it matches the question, else
    /// its declaration.
    #[must_use]
    pub fn place<'g>(&self, graph: &Graph<'g>, symbol: SymbolId) -> (&'g str, u32) {
        let said = self.relation.as_ref().and_then(|relation| relation.said_at.get(&symbol));
        said.map_or_else(|| graph.place(symbol), |&(file, line)| (graph.place(file).0, line))
    }

    /// The lines of a row that match the question, rising; all lie in its declaration.
    #[must_use]
    pub fn lines_of(&self, graph: &Graph<'_>, symbol: SymbolId) -> Vec<u32> {
        let said = self.relation.as_ref().and_then(|relation| relation.sites.get(&symbol));
        let lines = said.or_else(|| self.lines.get(&symbol)).map_or(&[][..], Vec::as_slice);
        let symbol = graph.symbol(symbol);
        let within = symbol.line()..=symbol.end_line();
        lines.iter().copied().filter(|line| within.contains(line)).collect()
    }

    /// Describes the lines of a row to which the pasted text leads: `says it on line 12`; for a path, the next step.
    #[must_use]
    pub fn leads_to(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<String> {
        if let Some(path) = &self.path {
            return path.describe_step(graph, symbol);
        }
        let lines = self.lines.get(&symbol).filter(|lines| !lines.is_empty())?;
        let leads = if self.saying.contains(&symbol) { "says it on" } else { "what was pasted leads to" };
        Some(format!("{leads} line {}", describe_lines(lines)))
    }

    /// The number of ends of the relation that are beyond the limit of rows.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        let Some(relation) = &self.relation else { return 0 };
        let listed = self.rows.iter().filter(|row| relation.is_end(row.symbol)).count();
        (relation.ends.fitting + relation.possible.fitting).saturating_sub(listed)
    }
}

/// The reason shown for a symbol that the question names exactly. It is no signal: nothing outweighs it.
pub(crate) const EXACT: (&str, &str) = (
    "exact",
    "The question names it, asks for it as a caller, callee and the like, quotes its text word for word, or leads to its line.",
);
