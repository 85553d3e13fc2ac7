//! What a question is answered with: rows and their reasons, and what has to be said besides.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::model::{Graph, SymbolId};
use crate::rank::{Detected, PushReport};
use crate::search::query::correction::Correction;
use crate::search::query::parsed::Cut;
use crate::search::query::relation::{Relation, TestUse, describe_lines};
use crate::search::scoring::fusion::Part;

/// How rows were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    Bm25,
    /// No word is known; words alike by their trigrams stood in.
    Trigram,
    Substring,
    /// Only seeds and names spoke.
    Seeds,
    /// Nothing matches.
    #[default]
    None,
}

/// A symbol that answers, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub symbol: SymbolId,
    /// What rows are ordered by; comparable within one answer.
    pub score: f32,
    /// How well the words match, 1 for the best of the answer.
    pub relevance: f32,
    /// PageRank, 1 for the most important symbol of the answer.
    pub importance: f32,
    pub why: Why,
}

/// Why a symbol is among the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Why {
    /// Words of the question that it has.
    pub words: Vec<String>,
    /// The seed that it is next to, or is.
    pub seed: Option<SymbolId>,
    /// Parts of the score, largest first.
    pub parts: Vec<Part>,
}

/// An answer. A function of corpus and query alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    pub rows: Vec<Row>,
    /// What the question asks of a symbol; the rows are its answer then, and what was to be started from.
    pub relation: Option<Relation>,
    /// What tests it was asked for do with what they are asked of.
    pub tests: FxHashMap<SymbolId, TestUse>,
    /// On which lines of its file a row is what was pasted: where a trace leads, what says a message. Rising.
    pub lines: FxHashMap<SymbolId, Vec<u32>>,
    /// Whether rows may say a message of the question, and those that do on these lines.
    pub(crate) quotes: bool,
    pub(crate) saying: FxHashSet<SymbolId>,
    pub tier: Tier,
    pub corrections: Vec<Correction>,
    /// Words that the tree does not know; and, where nothing matches, words of the tree like them.
    pub unknown: Vec<String>,
    pub suggestions: Vec<String>,
    /// Words that are only part of import paths, each with such a path.
    pub imported: Vec<(String, String)>,
    /// What is wrong with qualifiers of the question.
    pub problems: Vec<String>,
    /// The place that was asked for and is not there, in words; told only where nothing matches.
    pub nowhere: Option<String>,
    /// Words that were looked for.
    pub words: usize,
    /// Whether the question was too long to be read to its end.
    pub cut: Cut,
    pub intent: Option<Detected>,
    /// What the walk started from, heaviest first.
    pub seeds: Vec<SymbolId>,
    pub walk: PushReport,
    /// Symbols that were weighed.
    pub candidates: usize,
}

impl Answer {
    /// File and line to be shown for one of its rows, in the graph that it was found in: where the row says what was asked
    /// for, else where it is declared.
    #[must_use]
    pub fn place<'g>(&self, graph: &Graph<'g>, symbol: SymbolId) -> (&'g str, u32) {
        let said = self.relation.as_ref().and_then(|relation| relation.said_at.get(&symbol));
        said.map_or_else(|| graph.place(symbol), |&(file, line)| (graph.place(file).0, line))
    }

    /// The lines of a row that the question is about, rising: where it says what is asked for, is what was pasted, or says a
    /// message. They lie in its declaration.
    #[must_use]
    pub fn lines_of(&self, graph: &Graph<'_>, symbol: SymbolId) -> Vec<u32> {
        let said = self.relation.as_ref().and_then(|relation| relation.sites.get(&symbol));
        let lines = said.or_else(|| self.lines.get(&symbol)).map_or(&[][..], Vec::as_slice);
        let symbol = graph.symbol(symbol);
        let within = symbol.line()..=symbol.end_line();
        lines.iter().copied().filter(|line| within.contains(line)).collect()
    }

    /// Where what was pasted leads in a row, in words: `says it on line 12`.
    #[must_use]
    pub fn leads_to(&self, symbol: SymbolId) -> Option<String> {
        let lines = self.lines.get(&symbol).filter(|lines| !lines.is_empty())?;
        let leads = if self.saying.contains(&symbol) { "says it on" } else { "what was pasted leads to" };
        Some(format!("{leads} line {}", describe_lines(lines)))
    }

    /// How many of what is asked for have no row, because there are more than rows.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        let Some(relation) = &self.relation else { return 0 };
        let listed = self.rows.iter().filter(|row| relation.is_end(row.symbol)).count();
        (relation.ends.fitting + relation.possible.fitting).saturating_sub(listed)
    }
}

/// What lifts a symbol that the question names exactly: no signal, for nothing else can outweigh it.
pub(crate) const EXACT: (&str, &str) = (
    "exact",
    "The question names it, asks for it as a caller, callee and the like, quotes its text word for word, or leads to its line.",
);
