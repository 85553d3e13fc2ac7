//! Chooses the lines of an excerpt: lines that match the question, lines that lead to other rows, and lines with the
//! question's words, each shown with the statements around it.

use rustc_hash::FxHashMap;

use crate::golang::elision::elide;
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId};
use crate::search::analysis::stemmer::stem;
use crate::search::analysis::tokenizer::split;
use crate::search::answer::Answer;
use crate::search::pack::texts::Texts;

/// At most this many rows get an excerpt, unless the question asks for a relation.
const MAX_ROWS: usize = 20;
/// A shorter declaration is shown whole or not at all.
const MIN_LINES: usize = 10;
/// An excerpt chooses one line in this many of its declaration, within these bounds.
const ONE_OF: usize = 8;
const CHOSEN: [usize; 2] = [3, 10];
/// An excerpt takes this part of its declaration's bytes at most.
const LARGEST: f64 = 0.6;
/// Value of a line that leads to another row; a line with a word that all rows have is worth about 1.
const LEADS: f32 = 2.0;
/// Only uses of the best rows, this many, make a line worth showing.
const LED_TO: usize = 40;

/// Finds the lines of declarations that answer a question.
pub(crate) struct Answering<'a> {
    answer: &'a Answer,
    /// Stems of the question's words, each with how rare it is among the rows.
    stems: Vec<(String, f32)>,
    ranks: FxHashMap<SymbolId, usize>,
}

impl<'a> Answering<'a> {
    pub(crate) fn new(answer: &'a Answer) -> Self {
        let mut having: FxHashMap<&str, usize> = FxHashMap::default();
        for word in answer.rows.iter().flat_map(|row| &row.why.words) {
            *having.entry(word).or_default() += 1;
        }
        let rarity = |rows: usize| (1.0 + answer.rows.len() as f32 / rows as f32).ln();
        let mut stems: Vec<(String, f32)> =
            having.into_iter().map(|(word, rows)| (stem(&word.to_lowercase()), rarity(rows))).collect();
        stems.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        stems.dedup_by(|a, b| a.0 == b.0);
        stems.truncate(u64::BITS as usize);
        let rows = answer.rows.iter().take(LED_TO).enumerate();
        Self { answer, stems, ranks: rows.map(|(rank, row)| (row.symbol, rank)).collect() }
    }

    /// Rows of the text of the answer's row at `rank`, from 0 and rising, that answer; none where it gets no excerpt.
    /// O(its text).
    pub(crate) fn wanted_of(
        &self,
        graph: &Graph<'_>,
        rank: usize,
        symbol: SymbolId,
        texts: &Texts,
    ) -> Vec<usize> {
        let is_end = self.answer.relation.as_ref().is_some_and(|relation| relation.is_end(symbol));
        if rank >= MAX_ROWS && !is_end || texts.source.lines().count() < MIN_LINES {
            return Vec::new();
        }
        self.wanted(graph, symbol, texts)
    }

    /// Of a type that the answer's rows use, the rows with fields and methods that they access or call. O(its members and text).
    pub(crate) fn wanted_of_used(&self, graph: &Graph<'_>, symbol: SymbolId, texts: &Texts) -> Vec<usize> {
        let mut wanted: Vec<usize> = Vec::new();
        for member in
            graph.incoming(symbol).filter(|edge| edge.kind == EdgeKind::MemberOf).map(|edge| edge.from)
        {
            let is_used = |edge: EdgeRef<'_>| {
                matches!(edge.kind, EdgeKind::Accesses | EdgeKind::Calls)
                    && self.ranks.contains_key(&edge.from)
            };
            let is_inside = graph.symbol(member).file() == graph.symbol(symbol).file();
            let row = graph.symbol(member).line().checked_sub(texts.line).map(|row| row as usize);
            let row = row.filter(|&row| is_inside && (1..texts.source.lines().count()).contains(&row));
            wanted.extend(row.filter(|_| graph.incoming(member).any(is_used)));
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// Rows of the text, from 0 and rising, that answer.
    fn wanted(&self, graph: &Graph<'_>, symbol: SymbolId, texts: &Texts) -> Vec<usize> {
        let lines: Vec<&str> = texts.source.lines().collect();
        let row_of =
            |line: u32| Some(line.checked_sub(texts.line)? as usize).filter(|&row| row < lines.len());
        let mut wanted: Vec<usize> = self
            .answer
            .lines_of(graph, symbol)
            .into_iter()
            .filter_map(row_of)
            .filter(|&row| row > 0)
            .collect();
        if wanted.is_empty() {
            // The first line is in every excerpt.
            let mut worth: Vec<(usize, f32)> =
                lines.iter().enumerate().skip(1).map(|(row, line)| (row, self.worth(line))).collect();
            for (row, leads) in self.leading(graph, symbol, row_of) {
                if let Some((_, worth)) = row.checked_sub(1).and_then(|at| worth.get_mut(at)) {
                    *worth += leads;
                }
            }
            worth.retain(|(_, worth)| *worth > 0.0);
            worth.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            worth.truncate((lines.len() / ONE_OF).clamp(CHOSEN[0], CHOSEN[1]));
            wanted = worth.into_iter().map(|(row, _)| row).collect();
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// Weighs the words of the question that a line has by their rarity, each counted once.
    fn worth(&self, line: &str) -> f32 {
        let mut has = 0u64;
        split(line, |part| {
            for (at, (stem, _)) in self.stems.iter().enumerate() {
                has |= u64::from(begins_with(part, stem)) << at;
            }
        });
        let words = self.stems.iter().enumerate().filter(|(at, _)| has & 1 << at != 0);
        words.map(|(_, (_, rarity))| rarity).sum()
    }

    /// Rows of the text on which another row of the answer is called or used, with what that is worth.
    fn leading(
        &self,
        graph: &Graph<'_>,
        symbol: SymbolId,
        row_of: impl Fn(u32) -> Option<usize>,
    ) -> Vec<(usize, f32)> {
        let mut leading = Vec::new();
        for edge in graph.outgoing(symbol) {
            let part = match edge.kind {
                EdgeKind::Calls => LEADS,
                EdgeKind::Uses => LEADS / 4.0,
                _ => continue,
            };
            let Some(&rank) = self.ranks.get(&edge.to).filter(|_| edge.to != symbol) else { continue };
            let worth = part * edge.share / (1.0 + rank as f32 / 10.0);
            // Only the first use of a row counts.
            leading
                .extend(edge.lines.iter().take(2).filter_map(|&line| row_of(line)).map(|row| (row, worth)));
        }
        leading
    }
}

/// The declaration with what is wanted of it; empty where nothing is, or where that is not much smaller than the whole.
/// O(its text).
pub(crate) fn excerpt(texts: &Texts, wanted: &[usize]) -> String {
    if wanted.is_empty() {
        return String::new();
    }
    let excerpt = elide(&texts.source, texts.line, wanted).unwrap_or_default();
    let is_small = (excerpt.len() as f64) < LARGEST * texts.source.len() as f64;
    if is_small { excerpt } else { String::new() }
}

/// Returns whether a word has a stem; that of a word in `y` ends with `i`.
fn begins_with(word: &str, stem: &str) -> bool {
    let begins = |stem: &str| word.get(..stem.len()).is_some_and(|head| head.eq_ignore_ascii_case(stem));
    let with_y = || stem.strip_suffix('i').is_some_and(|root| begins(root) && begins(&format!("{root}y")));
    begins(stem) || with_y()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::answer::{AnswerRow, MatchReason};

    #[test]
    fn lines_with_the_rarest_words_are_worth_most() {
        let row = |words: &[&str]| AnswerRow {
            symbol: SymbolId(0),
            score: 1.0,
            relevance: 1.0,
            importance: 0.0,
            why: MatchReason {
                words: words.iter().map(|&word| word.to_owned()).collect(),
                ..MatchReason::default()
            },
        };
        let rows = vec![row(&["retries", "server"]), row(&["server"]), row(&["server", "stops"])];
        let answer = Answer { rows, ..Answer::default() };
        let answering = Answering::new(&answer);
        let worth = |line: &str| answering.worth(line);
        assert!(worth("\ts.retryOnce(ctx)") > worth("\tserver.run()"));
        assert!(worth("\tserver.stop()") > worth("\tserver.server()"));
        assert!(worth("\tx := 1") < f32::EPSILON);
    }
}
