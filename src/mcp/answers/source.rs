//! Shows source with line numbers: whole declarations, lines around a place, a range, or the lines that have some words.

use std::borrow::Cow;

use crate::golang::elision::Elision;
use crate::mcp::answer_builder::AnswerBuilder;
use crate::mcp::workspace::Parts;
use crate::model::{FileId, Graph, Lines, SymbolId, clean};
use crate::secrets::mask_lines;

/// Lines that are shown before and after a line that is asked for.
pub(super) const WINDOW: u32 = 20;
/// A declaration of at most so many lines is shown whole around a line of it.
const WHOLE: u32 = 60;
/// Fewer lines are shown rather than left out.
const MIN_GAP: u32 = 2;
/// The most lines of a declaration's head.
const MAX_HEAD: u32 = 4;
/// Lines that are shown beside a line that has a word, where statements cannot be told apart.
const BESIDE: usize = 2;

/// Bytes of code that a token has about, and the tokens of a line's number.
const BYTES_OF_TOKEN: u32 = 4;
const TOKENS_OF_NUMBER: u32 = 2;

/// First and last line of a run, from 1.
pub(super) type Run = [u32; 2];

/// The text of a file.
pub(super) struct Source {
    text: String,
    path: String,
    /// Byte offsets where lines begin.
    begins: Vec<usize>,
}

impl Source {
    /// Reads a file as it was indexed. None if it has changed or cannot be read.
    pub(super) fn of(parts: &mut Parts<'_>, graph: &Graph<'_>, file: FileId) -> Option<Self> {
        let text = String::from_utf8_lossy(&parts.bytes(graph, file)?).into_owned();
        let begins = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Some(Self { text, path: graph.path(file).to_owned(), begins })
    }

    /// The line of a byte, from 1.
    fn line_of(&self, byte: u32) -> u32 {
        self.begins.partition_point(|&begin| begin <= byte as usize) as u32
    }

    pub(super) fn line(&self, line: u32) -> &str {
        let at = line as usize;
        let begin = at.checked_sub(1).and_then(|at| self.begins.get(at)).copied();
        let end = self.begins.get(at).copied().unwrap_or(self.text.len());
        begin.and_then(|begin| self.text.get(begin..end)).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    /// The lines of a declaration with its doc comment.
    pub(super) fn declaration(&self, graph: &Graph<'_>, id: SymbolId) -> Run {
        let start = graph.symbol_start[id.ix()];
        let doc = graph.symbol_doc_start[id.ix()];
        let has_doc = doc < graph.symbol_doc_end[id.ix()] && doc < start;
        [self.line_of(if has_doc { doc } else { start }), graph.symbol(id).end_line()]
    }

    /// The same but for what stands between a doc comment of several declarations and this one of them.
    pub(super) fn whole(&self, graph: &Graph<'_>, id: SymbolId) -> Vec<Run> {
        let [first, last] = self.declaration(graph, id);
        let own = self.line_of(graph.symbol_start[id.ix()]);
        let doc = self.line_of(graph.symbol_doc_end[id.ix()]).clamp(first, own.max(first));
        joined(vec![[first, doc], [own, last]])
    }

    /// The lines of a declaration's head, without its doc comment.
    fn head(&self, graph: &Graph<'_>, id: SymbolId) -> Run {
        let [start, body] = [graph.symbol_start[id.ix()], graph.symbol_body[id.ix()]];
        let first = self.line_of(start);
        let last = if graph.symbol(id).has_body() { self.line_of(body) } else { first };
        [first, last.clamp(first, first + MAX_HEAD - 1)]
    }

    /// The lines that are asked for, with the head of the declaration around them.
    pub(super) fn around(&self, graph: &Graph<'_>, lines: Lines) -> Vec<Run> {
        let Lines { file, first, last } = lines;
        let end = self.begins.len() as u32;
        let enclosing = graph.around(file, first).or_else(|| graph.around(file, last));
        let whole = enclosing.map(|id| self.declaration(graph, id));
        let wanted = match whole {
            _ if last > first => [first, last.min(end)],
            Some([begin, last]) if last - begin < WHOLE => [begin, last],
            _ => [first.saturating_sub(WINDOW).max(1), (first + WINDOW).min(end)],
        };
        let head = enclosing.map(|id| self.head(graph, id));
        joined(head.into_iter().chain([wanted]).collect())
    }

    /// The statements of a declaration with one of some words, within what encloses them; None if no line has one. If they take
    /// more than `room` tokens, the words of most lines are left out, down to that of the fewest.
    pub(super) fn with_words(
        &self,
        graph: &Graph<'_>,
        id: SymbolId,
        words: &[String],
        room: u32,
    ) -> Option<Vec<Run>> {
        let [first, end] = self.declaration(graph, id);
        let lines: Vec<String> = (first..=end).map(|line| self.line(line).to_lowercase()).collect();
        let has = |line: u32, word: &str| {
            let at = line.checked_sub(first).and_then(|at| lines.get(at as usize));
            at.is_some_and(|line| line.contains(word))
        };
        let n_lines = |word: &String| (first..=end).filter(|&line| has(line, word)).count();
        let words = words.iter().map(|word| word.to_lowercase());
        let mut words: Vec<(usize, String)> = words.map(|word| (n_lines(&word), word)).collect();
        words.retain(|of| of.0 > 0);
        words.sort_unstable();
        let [_, last] = self.head(graph, id);
        loop {
            let has_word = |line: u32| words.iter().any(|(_, word)| has(line, word));
            // The words may stand in the doc comment or the head alone.
            let begin = || (first..=last).any(has_word).then(|| vec![[first, last]]);
            let runs = self.statements(graph, id, &has_word).or_else(begin)?;
            if words.len() == 1 || self.tokens(&runs) <= room {
                return Some(runs);
            }
            words.pop();
        }
    }

    /// The statements of a declaration with one of some lines, within what encloses them; None if there are none.
    pub(super) fn statements(
        &self,
        graph: &Graph<'_>,
        id: SymbolId,
        is_wanted: &dyn Fn(u32) -> bool,
    ) -> Option<Vec<Run>> {
        let [_, last] = self.declaration(graph, id);
        let head = self.head(graph, id);
        let first = head[0];
        let lines = (first + 1..=last).filter(|&line| is_wanted(line));
        let rows: Vec<usize> = lines.map(|line| (line - first) as usize).collect();
        if rows.is_empty() {
            return None;
        }
        let end = self.begins.get(last as usize).copied().unwrap_or(self.text.len());
        let declaration = self.text.get(self.begins[first as usize - 1]..end).unwrap_or_default();
        let n = (last - first) as usize;
        let mut wanted: Vec<usize> =
            rows.iter().flat_map(|&row| row.saturating_sub(1)..=(row + 1).min(n)).collect();
        wanted.dedup();
        let elided = Elision::of(declaration.trim_end()).and_then(|elision| elision.keep(first, &wanted));
        let runs = if let Some(elided) = elided {
            elided.lines
        } else {
            let beside = |&row: &usize| [row.saturating_sub(BESIDE) as u32, (row + BESIDE).min(n) as u32];
            rows.iter().map(beside).map(|[from, to]| [first + from, first + to]).collect()
        };
        Some(joined(std::iter::once(head).chain(runs).collect()))
    }

    /// The tokens of runs of lines, estimated.
    pub(super) fn tokens(&self, runs: &[Run]) -> u32 {
        let bytes = |&[from, to]: &Run| {
            let begin = self.begins.get(from as usize - 1).copied().unwrap_or_default();
            let end = self.begins.get(to as usize).copied().unwrap_or(self.text.len());
            end.saturating_sub(begin) as u32 / BYTES_OF_TOKEN + (to + 1 - from) * TOKENS_OF_NUMBER
        };
        runs.iter().map(bytes).sum()
    }

    /// Adds runs of lines above `floor` tokens, with a line in place of what is between them. If a run is cut, the answer
    /// says by which range the rest can be read.
    pub(super) fn show(&self, builder: &mut AnswerBuilder, runs: &[Run], floor: u32) {
        let last = runs.last().map_or(0, |run| run[1]);
        let mut before: Option<u32> = None;
        let all = if builder.shows_secrets() { Cow::Borrowed(&*self.text) } else { mask_lines(&self.text) };
        let lines: Vec<&str> = all.lines().collect();
        for &[from, to] in runs {
            if let Some(before) = before.filter(|before| before + 1 < from) {
                builder.lines_above(&[&format!("… {}-{}", before + 1, from - 1)], floor);
            }
            for line in from..=to {
                let text = lines.get(line as usize - 1).copied().unwrap_or_default();
                let code: Vec<_> = text.split('\t').map(clean).collect();
                // A line or two cost no more than to say that they are left out.
                let is_full = builder.left() <= floor && last - line >= MIN_GAP;
                if is_full || !builder.block(&format!("{line}\t{}\n", code.join("\t"))) {
                    let rest = format!("symbol \"{}:{line}-{last}\"", self.path);
                    builder.omit("lines of source", (last + 1 - line) as usize, &rest);
                    return;
                }
            }
            before = Some(to);
        }
    }
}

/// Runs in order, without overlaps; those with at most [`MIN_GAP`] lines between them are one.
fn joined(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_unstable();
    let mut all: Vec<Run> = Vec::new();
    for run in runs {
        match all.last_mut() {
            Some(last) if run[0] <= last[1] + MIN_GAP + 1 => last[1] = last[1].max(run[1]),
            _ => all.push(run),
        }
    }
    all
}
