//! Chooses the statements of a declaration that decide: lines that match the question, that lead to other rows or call
//! code of the tree, and that have the question's words. Comments, plain error handling and logging decide little.

use rustc_hash::FxHashMap;

use crate::golang::elision::Elision;
use crate::model::{EdgeKind, Graph, SymbolId};
use crate::search::analysis::stemmer::stem;
use crate::search::analysis::tokenizer::split;
use crate::search::answer::Answer;
use crate::search::pack::texts::Texts;

/// At most this many rows get excerpts, unless the question asks for a relation.
const MAX_ROWS: usize = 40;
/// A shorter declaration is shown whole or not at all.
const MIN_LINES: usize = 8;
/// The shortest excerpt chooses so many lines; each longer one twice as many.
const FEWEST: usize = 3;
/// Excerpts of one declaration, at most.
const MAX_EXCERPTS: usize = 6;

/// A line is worth 1, and this much more if it leads to the first row; to the row at [`HALF_RANK`] half as much more.
const LEADS: f32 = 6.0;
const HALF_RANK: f32 = 10.0;
/// Factor for a line that calls other code of the tree.
const CALLS: f32 = 1.6;
/// A word of the question makes a line worth so much more, as a part. More than three count as three.
const WORD: f32 = 0.5;
const MAX_WORDS: u32 = 3;
/// Factor for lines that seldom decide anything.
const PLUMBING: f32 = 0.25;

/// A shortened declaration, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Excerpt {
    pub text: String,
    /// Its lines of the file: first and last of each run, rising.
    pub lines: Vec<[u32; 2]>,
    /// The part of what is worth reading in the declaration that it shows, in [0, 1].
    pub share: f64,
}

/// Values the lines of declarations for one answer.
pub(crate) struct LineWorth<'a> {
    answer: &'a Answer,
    /// Stems of the question's words.
    stems: Vec<String>,
    ranks: FxHashMap<SymbolId, usize>,
}

impl<'a> LineWorth<'a> {
    pub(crate) fn new(answer: &'a Answer) -> Self {
        let words = answer.rows.iter().flat_map(|row| &row.why.words);
        let mut stems: Vec<String> = words.map(|word| stem(&word.to_lowercase())).collect();
        stems.sort_unstable();
        stems.dedup();
        stems.truncate(u64::BITS as usize);
        let rows = answer.rows.iter().take(MAX_ROWS).enumerate();
        Self { answer, stems, ranks: rows.map(|(rank, row)| (row.symbol, rank)).collect() }
    }

    /// Excerpts of the answer's row at `rank`, or of a companion of its rows, the shortest first. O(its text x
    /// [`MAX_EXCERPTS`]).
    pub(crate) fn excerpts(
        &self,
        graph: &Graph<'_>,
        rank: Option<usize>,
        symbol: SymbolId,
        texts: &Texts,
    ) -> Vec<Excerpt> {
        let lines: Vec<&str> = texts.source.split('\n').collect();
        let is_end = self.answer.relation().is_some_and(|relation| relation.is_end(symbol));
        if rank.is_some_and(|rank| rank >= MAX_ROWS) && !is_end || lines.len() < MIN_LINES {
            return Vec::new();
        }
        let worth = self.lines(graph, symbol, texts, &lines);
        let total: f64 = worth.iter().map(|worth| f64::from(*worth)).sum();
        let mut best: Vec<usize> = (1..lines.len()).filter(|&row| worth[row] > 0.0).collect();
        best.sort_by(|&a, &b| worth[b].total_cmp(&worth[a]).then(a.cmp(&b)));
        let Some(elision) = Elision::of(&texts.source).filter(|_| total > 0.0) else { return Vec::new() };
        let mut excerpts: Vec<Excerpt> = Vec::new();
        let mut chosen = FEWEST;
        while excerpts.len() < MAX_EXCERPTS {
            let mut wanted = best[..chosen.min(best.len())].to_vec();
            wanted.sort_unstable();
            let Some(elided) = elision.keep(texts.line, &wanted) else { break };
            let shown = elided.lines.iter().flat_map(|&[from, to]| from..=to);
            let shown: f64 = shown.map(|line| f64::from(worth[(line - texts.line) as usize])).sum();
            if excerpts.last().is_none_or(|last| last.text != elided.text) {
                excerpts.push(Excerpt { text: elided.text, lines: elided.lines, share: shown / total });
            }
            if chosen >= best.len() {
                break;
            }
            chosen *= 2;
        }
        excerpts
    }

    /// The worth of each row of a text. If the question leads to some of them, only these count.
    fn lines(&self, graph: &Graph<'_>, symbol: SymbolId, texts: &Texts, lines: &[&str]) -> Vec<f32> {
        let row_of =
            |line: u32| Some(line.checked_sub(texts.line)? as usize).filter(|&row| row < lines.len());
        let answering: Vec<usize> =
            self.answer.lines_of(graph, symbol).into_iter().filter_map(row_of).collect();
        let mut worth = vec![0.0; lines.len()];
        if answering.iter().any(|&row| row > 0) {
            for row in answering {
                worth[row] = 1.0;
            }
            return worth;
        }
        for (worth, line) in worth.iter_mut().zip(lines).skip(1) {
            *worth = self.line(line);
        }
        for (row, factor) in self.leading(graph, symbol, row_of) {
            worth[row] *= factor;
        }
        worth
    }

    /// The worth of a line by its text alone.
    fn line(&self, line: &str) -> f32 {
        let line = line.trim();
        if !line.contains(char::is_alphanumeric) {
            return 0.0;
        }
        let mut has = 0u64;
        split(line, |part| {
            for (at, stem) in self.stems.iter().enumerate() {
                has |= u64::from(begins_with(part, stem)) << at;
            }
        });
        let words = 1.0 + WORD * has.count_ones().min(MAX_WORDS) as f32;
        words * if is_plumbing(line) { PLUMBING } else { 1.0 }
    }

    /// Factors for the rows of a text on which other rows of the answer, or other code of the tree, are called or used. Of a
    /// type these are the rows with fields and methods that rows use.
    fn leading(
        &self,
        graph: &Graph<'_>,
        symbol: SymbolId,
        row_of: impl Fn(u32) -> Option<usize>,
    ) -> FxHashMap<usize, f32> {
        let mut leading: FxHashMap<usize, f32> = FxHashMap::default();
        let mut raise = |row: usize, factor: f32| {
            let known = leading.entry(row).or_insert(1.0);
            *known = known.max(factor);
        };
        let leads = |rank: usize| 1.0 + LEADS / (1.0 + rank as f32 / HALF_RANK);
        if graph.symbol(symbol).kind().is_type() {
            let members = graph.incoming(symbol).filter(|edge| edge.kind == EdgeKind::MemberOf);
            for member in members.map(|edge| edge.from) {
                let is_inside = graph.symbol(member).file() == graph.symbol(symbol).file();
                let row = row_of(graph.symbol(member).line()).filter(|&row| is_inside && row > 0);
                let uses = graph.incoming(member);
                let uses = uses.filter(|edge| matches!(edge.kind, EdgeKind::Accesses | EdgeKind::Calls));
                let best = uses.filter_map(|edge| self.ranks.get(&edge.from)).min();
                if let (Some(row), Some(&rank)) = (row, best) {
                    raise(row, leads(rank));
                }
            }
            return leading;
        }
        for edge in graph.outgoing(symbol).filter(|edge| edge.to != symbol) {
            let factor = match (edge.kind, self.ranks.get(&edge.to)) {
                (EdgeKind::Calls, Some(&rank)) => CALLS * (1.0 + (leads(rank) - 1.0) * edge.share),
                (EdgeKind::Calls, None) => CALLS,
                _ => continue,
            };
            for row in edge.lines.iter().filter_map(|&line| row_of(line)) {
                raise(row, factor);
            }
        }
        leading
    }
}

/// Returns whether a line, without blanks around it, is one that seldom decides: a comment, a declaration without a
/// value, an error that is passed on, or a message to a log.
fn is_plumbing(line: &str) -> bool {
    /// Words in the names of functions that write to a log or a terminal.
    const TO_LOG: [&str; 12] = [
        "log", "logf", "logger", "logging", "slog", "klog", "lg", "debug", "debugf", "warnf", "printf",
        "println",
    ];
    if ["//", "/*", "var ", "defer "].iter().any(|begin| line.starts_with(begin)) {
        return true;
    }
    if let Some(values) = line.strip_prefix("return ") {
        let last = values.rsplit(", ").next().unwrap_or(values);
        return matches!(last, "nil" | "err") || values.contains("Errorf(") || values.contains("errors.New(");
    }
    if matches!(line, "if err != nil {" | "return") {
        return true;
    }
    let Some((callee, _)) = line.split_once('(') else { return false };
    let mut is_log = false;
    let is_name = callee.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    split(callee, |part| is_log |= TO_LOG.contains(&part.to_lowercase().as_str()));
    is_name && is_log
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

    fn answer(words: &[&str]) -> Answer {
        let why = MatchReason {
            words: words.iter().map(|&word| word.to_owned()).collect(),
            ..MatchReason::default()
        };
        let row = AnswerRow { symbol: SymbolId(0), score: 1.0, relevance: 1.0, importance: 0.0, why };
        Answer { rows: vec![row], ..Answer::default() }
    }

    #[test]
    fn the_words_of_the_question_raise_a_line_and_plumbing_lowers_it() {
        let answer = answer(&["retries", "server", "stops"]);
        let worth = |line: &str| LineWorth::new(&answer).line(line);
        for (more, less) in [
            ("\ts.retryOnce(ctx)", "\tx := 1"),
            ("\tserver.stop()", "\tserver.run()"),
            ("\tx := 1", "\t// x is one of those."),
            ("\treturn x, true", "\treturn nil, err"),
            ("\tif err := run(); err != nil {", "\tif err != nil {"),
            ("\tlogin(x)", "\tlog.Printf(x)"),
            ("\tx := 1", "\t})"),
        ] {
            assert!(worth(more) > worth(less), "{more} and {less}: {} {}", worth(more), worth(less));
        }
    }
}
