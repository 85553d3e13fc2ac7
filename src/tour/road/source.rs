//! The text of functions, read on demand.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::code::is_code;
use super::verbs::is_of_work;
use crate::golang::{Arms, FunctionTokens, Mention, Outline, When};
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId, SymbolKind, access};
use crate::tour::names::in_marks;
use crate::tour::{FileOpener, Opened};

/// The texts of the files that were read.
pub(crate) struct Sources<'o> {
    open: &'o FileOpener<'o>,
    known: RefCell<FxHashMap<String, Option<Arc<[u8]>>>>,
    outlines: RefCell<FxHashMap<SymbolId, Rc<Outline>>>,
    arms: RefCell<FxHashMap<SymbolId, Rc<Arms>>>,
    /// The function that was read last: it is mostly asked for again.
    last: RefCell<Option<(SymbolId, Rc<FunctionTokens>)>>,
}

impl<'o> Sources<'o> {
    pub(in crate::tour) fn new(open: &'o FileOpener<'o>) -> Self {
        Self {
            open,
            known: RefCell::default(),
            outlines: RefCell::default(),
            arms: RefCell::default(),
            last: RefCell::default(),
        }
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

    /// The tokens of a symbol's declaration.
    fn tokens(&self, graph: &Graph<'_>, id: SymbolId) -> Option<Rc<FunctionTokens>> {
        if let Some((last, tokens)) = &*self.last.borrow()
            && *last == id
        {
            return Some(tokens.clone());
        }
        let span = graph.symbol_start[id.ix()]..graph.symbol_end[id.ix()];
        let tokens = self.part(graph, id, span, |text| Some(Rc::new(FunctionTokens::of(text))))?;
        *self.last.borrow_mut() = Some((id, tokens.clone()));
        Some(tokens)
    }

    /// The parts of a function.
    pub(in crate::tour) fn outline(&self, graph: &Graph<'_>, id: SymbolId) -> Rc<Outline> {
        let mut known = self.outlines.borrow_mut();
        let read = || self.tokens(graph, id).map_or_else(Rc::default, |tokens| Rc::new(Outline::of(&tokens)));
        known.entry(id).or_insert_with(read).clone()
    }

    /// The lines of a function that run under conditions.
    fn arms(&self, graph: &Graph<'_>, id: SymbolId) -> Rc<Arms> {
        let mut known = self.arms.borrow_mut();
        let read = || self.tokens(graph, id).map_or_else(Rc::default, |tokens| Rc::new(Arms::of(&tokens)));
        known.entry(id).or_insert_with(read).clone()
    }

    /// Returns whether of two lines of a function only one runs.
    pub(in crate::tour) fn exclude(&self, graph: &Graph<'_>, id: SymbolId, lines: [u32; 2]) -> bool {
        let [a, b] = lines.map(|line| line.saturating_sub(graph.symbol(id).line()));
        self.arms(graph, id).exclude(a, b)
    }

    /// The condition under which a line of a function runs, in words. Empty if there is none that says something.
    pub(in crate::tour) fn when(&self, graph: &Graph<'_>, id: SymbolId, line: u32) -> String {
        match self.arms(graph, id).when(line.saturating_sub(graph.symbol(id).line())) {
            Some(When::If(condition)) => format!(" if {}", in_marks(condition)),
            Some(When::Unless(condition)) => format!(" unless {}", in_marks(condition)),
            Some(When::Case(case)) => format!(" in the case {}", in_marks(case)),
            Some(When::Some) | None => String::new(),
        }
    }

    /// The doc comment of a symbol.
    pub(in crate::tour) fn doc(&self, graph: &Graph<'_>, id: SymbolId) -> Vec<u8> {
        let span = graph.symbol_doc_start[id.ix()]..graph.symbol_doc_end[id.ix()];
        self.part(graph, id, span, |text| Some(text.to_vec())).unwrap_or_default()
    }

    /// Reads a part of the file of a symbol.
    fn part<T>(
        &self,
        graph: &Graph<'_>,
        id: SymbolId,
        span: Range<u32>,
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(graph.symbol(id).path())?;
        read(text.get(span.start as usize..span.end as usize)?)
    }

    /// Reads what a line of a symbol's declaration does with a name that it mentions.
    pub(in crate::tour) fn mention<T>(
        &self,
        graph: &Graph<'_>,
        id: SymbolId,
        line: u32,
        name: &str,
        is_called: bool,
        read: impl FnOnce(Mention<'_>) -> Option<T>,
    ) -> Option<T> {
        let at = line.checked_sub(graph.symbol(id).line())?;
        read(Mention::on(&*self.tokens(graph, id)?, at, name, is_called)?)
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
            let name = graph.symbol(to).name();
            let reads = |mention: Mention<'_>| Some(mention.is_of_element() || mention.is_ranged());
            self.mention(graph, from, line, name, false, reads) == Some(true)
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

    /// Of the lines of a function that lead to a symbol, in their order, the one that hands over the function behind that, or a value
    /// that has it, or that runs what a variable has; or else the first that runs here and in most cases, or where the program goes on,
    /// or the first one; 0 without any.
    pub(in crate::tour) fn line_on(
        &self,
        graph: &Graph<'_>,
        [from, to]: [SymbolId; 2],
        next: Option<SymbolId>,
        lines: &[u32],
    ) -> u32 {
        if let [] | [_] = lines {
            return lines.first().copied().unwrap_or(0);
        }
        let owner = next.and_then(|next| graph.symbol(next).owner());
        let is_given = |edge: &EdgeRef<'_>| {
            let is_value = edge.kind == EdgeKind::Uses && !edge.origin.is_through() && Some(edge.to) == next;
            is_value || edge.access & access::MAKES != 0 && Some(edge.to) == owner
        };
        let given = graph.outgoing(from).filter(is_given).flat_map(|edge| edge.lines.iter().copied());
        let first = graph.symbol(from).line();
        let to = graph.symbol(to);
        // The call with the value among its arguments, or else the first behind that.
        let hands_over = |given: u32| {
            let last =
                |line: u32| self.mention(graph, from, line, to.name(), true, |mention| mention.last_line());
            let has = |line: &u32| *line <= given && last(*line).is_some_and(|last| given <= first + last);
            let with = lines.iter().copied().rev().find(has);
            with.or_else(|| lines.iter().copied().find(|line| *line > given))
        };
        let runs = |line: &u32| {
            let is_var = to.kind() == SymbolKind::Var;
            let method = || self.mention(graph, from, *line, to.name(), false, |mention| mention.method());
            is_var && method().is_some_and(|method| is_of_work(&method))
        };
        let arms = self.arms(graph, from);
        let rank = |line: &u32| {
            let is_elsewhere = self.is_at_exit(graph, from, *line) || self.is_started(graph, from, *line);
            let depth = arms.depth(line.saturating_sub(first));
            (self.is_end(graph, from, *line), is_elsewhere, depth, *line)
        };
        let given = given.into_iter().find_map(hands_over);
        let best = given.or_else(|| lines.iter().copied().find(runs));
        best.or_else(|| lines.iter().copied().min_by_key(rank)).unwrap_or(0)
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

    /// Returns whether the text of a command hides it or calls it deprecated.
    pub(super) fn is_hidden(&self, graph: &Graph<'_>, id: SymbolId) -> bool {
        let is_hidden = |tokens: &FunctionTokens| {
            tokens.gives("Hidden", Some("true")) || tokens.gives("Deprecated", None)
        };
        self.tokens(graph, id).is_some_and(|tokens| is_hidden(&tokens))
    }

    /// The first line of a function that has some words.
    pub(super) fn line_with(&self, graph: &Graph<'_>, id: SymbolId, words: &str) -> Option<u32> {
        let span = graph.symbol_start[id.ix()]..graph.symbol_end[id.ix()];
        let at = self.part(graph, id, span, |text| {
            String::from_utf8_lossy(text).lines().position(|line| line.contains(words))
        })?;
        Some(graph.symbol(id).line() + at as u32)
    }
}

/// The lines of a symbol that refer to another one.
fn lines(graph: &Graph<'_>, from: SymbolId, to: SymbolId) -> impl Iterator<Item = u32> {
    let edges = graph.outgoing(from).filter(move |edge| edge.to == to && edge.kind != EdgeKind::MemberOf);
    edges.flat_map(|edge| edge.lines.iter().copied())
}
