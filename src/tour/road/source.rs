//! The text of functions, read on demand.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::code::is_code;
use super::verbs::is_of_work;
use crate::golang::{Outline, Receiver};
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId, SymbolKind};
use crate::tour::row::method_on;
use crate::tour::{FileOpener, Opened};

/// The texts of the files that were read.
pub(crate) struct Sources<'o> {
    open: &'o FileOpener<'o>,
    known: RefCell<FxHashMap<String, Option<Arc<[u8]>>>>,
    outlines: RefCell<FxHashMap<SymbolId, Rc<Outline>>>,
}

impl<'o> Sources<'o> {
    pub(in crate::tour) fn new(open: &'o FileOpener<'o>) -> Self {
        Self { open, known: RefCell::default(), outlines: RefCell::default() }
    }

    fn text(&self, path: &str) -> Option<Arc<[u8]>> {
        if let Some(known) = self.known.borrow().get(path) {
            return known.clone();
        }
        let text = match (self.open)(path) {
            Opened::Text(text) => Some(text),
            Opened::Folder | Opened::Missing | Opened::Refused(_) => None,
        };
        self.known.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    /// The parts of a function.
    pub(in crate::tour) fn outline(&self, graph: &Graph<'_>, id: SymbolId) -> Rc<Outline> {
        if let Some(known) = self.outlines.borrow().get(&id) {
            return known.clone();
        }
        let span = graph.symbol_start[id.ix()]..graph.symbol_end[id.ix()];
        let found = Rc::new(self.part(graph, id, span).as_deref().map(Outline::of).unwrap_or_default());
        self.outlines.borrow_mut().insert(id, found.clone());
        found
    }

    /// The doc comment of a symbol.
    pub(in crate::tour) fn doc(&self, graph: &Graph<'_>, id: SymbolId) -> Vec<u8> {
        let span = graph.symbol_doc_start[id.ix()]..graph.symbol_doc_end[id.ix()];
        self.part(graph, id, span).unwrap_or_default()
    }

    /// A part of the file of a symbol.
    fn part(&self, graph: &Graph<'_>, id: SymbolId, span: Range<u32>) -> Option<Vec<u8>> {
        let text = self.text(graph.symbol(id).path())?;
        text.get(span.start as usize..span.end as usize).map(<[u8]>::to_vec)
    }

    /// Returns whether a line of a function is in one of some blocks, whose first lines count from `after` further lines on.
    fn is_in(
        &self,
        graph: &Graph<'_>,
        id: SymbolId,
        line: u32,
        blocks: impl Fn(&Outline) -> &[[u32; 2]],
        after: u32,
    ) -> bool {
        let at = line.saturating_sub(graph.symbol(id).line());
        blocks(&self.outline(graph, id)).iter().any(|&[first, last]| (first + after..=last).contains(&at))
    }

    /// Returns whether a line of a function is in one of its loops.
    pub(in crate::tour) fn is_in_loop(&self, graph: &Graph<'_>, id: SymbolId, line: u32) -> bool {
        self.is_in(graph, id, line, |outline| &outline.loops, 1)
    }

    /// Returns whether a function refers to a symbol only where the program ends or an error is handled, or only goes through what a
    /// variable lists or takes something from it: what it calls of that has links of its own.
    pub(super) fn is_off_road(&self, graph: &Graph<'_>, from: SymbolId, to: SymbolId) -> bool {
        let mut lines = lines(graph, from, to).peekable();
        let is_var = graph.symbol(to).kind() == SymbolKind::Var && is_code(graph.symbol(from));
        let is_listed = |line: u32| {
            let row = self.line(graph, from, line);
            let name = graph.symbol(to).name();
            row.contains(&format!("{name}["))
                || row.split_once(" range ").is_some_and(|(_, listed)| listed.contains(name))
        };
        lines.peek().is_some()
            && lines.all(|line| self.is_end(graph, from, line) || is_var && is_listed(line))
    }

    /// The line of a function that leads to a symbol, on the way to a further one, as [`Self::line_on()`] has it.
    pub(super) fn line_to(&self, graph: &Graph<'_>, pair: [SymbolId; 2], next: Option<SymbolId>) -> u32 {
        let mut all: Vec<u32> = lines(graph, pair[0], pair[1]).collect();
        all.sort_unstable();
        self.line_on(graph, pair, next, &all)
    }

    /// Of the lines of a function that lead to a symbol, in their order, the one that hands over the function behind that, or that runs
    /// what a variable has; or else the first that runs here and in any case, or where the program goes on, or the first one; 0 without
    /// any.
    pub(in crate::tour) fn line_on(
        &self,
        graph: &Graph<'_>,
        [from, to]: [SymbolId; 2],
        next: Option<SymbolId>,
        lines: &[u32],
    ) -> u32 {
        let is_value = |edge: &EdgeRef<'_>| {
            edge.kind == EdgeKind::Uses && !edge.origin.is_through() && Some(edge.to) == next
        };
        let mut given = graph.outgoing(from).filter(is_value).flat_map(|edge| edge.lines.iter());
        let hands_over = given.find_map(|line| lines.iter().rfind(|at| *at <= line));
        let to = graph.symbol(to);
        let runs = |line: &&u32| {
            let is_var = to.kind() == SymbolKind::Var;
            is_var && method_on(&self.line(graph, from, **line), to.name()).is_some_and(is_of_work)
        };
        let goes_on = |line: &&u32| !self.is_end(graph, from, **line);
        let is_plain = |line: &&u32| {
            goes_on(line) && !self.is_at_exit(graph, from, **line) && !self.is_started(graph, from, **line)
        };
        let first = hands_over.or_else(|| lines.iter().find(runs)).or_else(|| lines.iter().find(is_plain));
        first.or_else(|| lines.iter().find(goes_on)).or(lines.first()).copied().unwrap_or(0)
    }

    /// Returns whether a line of a function is where the program ends or an error is handled.
    pub(in crate::tour) fn is_end(&self, graph: &Graph<'_>, id: SymbolId, line: u32) -> bool {
        self.is_in(graph, id, line, |outline| &outline.ends, 1)
    }

    fn is_at_exit(&self, graph: &Graph<'_>, id: SymbolId, line: u32) -> bool {
        self.is_in(graph, id, line, |outline| &outline.exits, 0)
    }

    /// Returns whether the code at a line of a function runs in a goroutine that the function starts.
    pub(in crate::tour) fn is_started(&self, graph: &Graph<'_>, id: SymbolId, line: u32) -> bool {
        self.is_in(graph, id, line, |outline| &outline.starts, 0)
    }

    /// The receiver of the function literal in which a line of a function names something.
    pub(in crate::tour) fn receiver(
        &self,
        graph: &Graph<'_>,
        id: SymbolId,
        line: u32,
        name: &str,
    ) -> Option<Receiver> {
        let at = line.saturating_sub(graph.symbol(id).line());
        let outline = self.outline(graph, id);
        let is_behind = || {
            let row = self.line(graph, id, line);
            row.find("func(").is_some_and(|func| row[func..].contains(name))
        };
        let is_in = |[first, last]: [u32; 2]| match at {
            at if first == last => at == first && is_behind(),
            at => first < at && at < last,
        };
        // Of literals within one another the inner one begins last.
        outline.literals.iter().rev().find(|literal| is_in(literal.lines)).map(|literal| literal.to.clone())
    }

    /// Returns whether a function refers to a symbol only in blocks that return before calls of its other statements run.
    pub(super) fn is_option(&self, graph: &Graph<'_>, from: SymbolId, to: SymbolId) -> bool {
        let is_at_exit = |line: u32| self.is_at_exit(graph, from, line);
        let mut last = None;
        for line in lines(graph, from, to) {
            if !is_at_exit(line) {
                return false;
            }
            last = last.max(Some(line));
        }
        last.is_some_and(|last| {
            let goes_on = |line: u32| line > last && !is_at_exit(line) && !self.is_end(graph, from, line);
            let calls = graph.outgoing(from).filter(|edge| edge.kind == EdgeKind::Calls && edge.to != to);
            calls.into_iter().any(|edge| edge.lines.iter().any(|&line| goes_on(line)))
        })
    }

    /// The first line behind another where a function waits for what it started.
    pub(super) fn wait_after(&self, graph: &Graph<'_>, id: SymbolId, line: u32) -> Option<u32> {
        let first = graph.symbol(id).line();
        let waits = self.outline(graph, id);
        waits.waits.iter().map(|wait| first + wait).find(|&wait| wait > line)
    }

    /// The first line of a function that has some words.
    pub(super) fn line_with(&self, graph: &Graph<'_>, id: SymbolId, words: &str) -> Option<u32> {
        let text = self.part(graph, id, graph.symbol_start[id.ix()]..graph.symbol_end[id.ix()])?;
        let text = String::from_utf8_lossy(&text);
        let at = text.lines().position(|line| line.contains(words))?;
        Some(graph.symbol(id).line() + at as u32)
    }

    /// A line of the file of a symbol, without the blanks around it. Empty if it cannot be read.
    pub(in crate::tour) fn line(&self, graph: &Graph<'_>, id: SymbolId, line: u32) -> String {
        let Some(text) = self.text(graph.symbol(id).path()) else { return String::new() };
        // Most rows that are asked for are of the symbol itself.
        let (first, start) = match graph.symbol(id).line() {
            own if line > own => (own, graph.symbol_start[id.ix()] as usize),
            _ => (1, 0),
        };
        let rows = text.get(start..).unwrap_or_default().split(|&b| b == b'\n');
        let row = rows.into_iter().nth(line.saturating_sub(first) as usize).unwrap_or_default();
        String::from_utf8_lossy(row.trim_ascii()).into_owned()
    }
}

/// The lines of a symbol that refer to another one.
fn lines(graph: &Graph<'_>, from: SymbolId, to: SymbolId) -> impl Iterator<Item = u32> {
    let edges = graph.outgoing(from).filter(move |edge| edge.to == to && edge.kind != EdgeKind::MemberOf);
    edges.flat_map(|edge| edge.lines.iter().copied())
}
