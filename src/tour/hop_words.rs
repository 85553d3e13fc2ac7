//! The words for links between symbols: a verb, what follows, and the line. A sentence is made of edges when it is written, so
//! nothing is said that no edge carries.

use super::names::{in_marks, named};
use super::phrase::{hand_over, receiver_phrase, with_article};
use super::prose::escaped;
use super::road::{Gap, Sources, gap, preparations};
use crate::golang::{Mention, Receiver};
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, SymbolId, SymbolKind, access, clean};

/// The least strength of a link that is told without a doubt.
pub(super) const SURE: f32 = 0.9;

/// The link from one symbol to another, as a verb before the other and words after it.
pub(super) struct Phrase {
    pub verb: String,
    pub after: String,
    /// The condition under which the line runs. Empty if there is none.
    pub when: String,
    /// The field of a variable whose function has the line.
    pub field: Option<String>,
    pub line: u32,
    pub is_sure: bool,
}

/// The surest edge from one symbol to another that a sentence is made of.
pub(super) fn surest<'g>(graph: &'g Graph<'g>, from: SymbolId, to: SymbolId) -> Option<EdgeRef<'g>> {
    let rank = |edge: &EdgeRef<'_>| match edge.kind {
        EdgeKind::Calls => 4,
        EdgeKind::Runs => 3,
        EdgeKind::Delegates => 2,
        EdgeKind::Uses | EdgeKind::Accesses | EdgeKind::Extends => 1,
        EdgeKind::Implements | EdgeKind::Imports | EdgeKind::MemberOf => 0,
    };
    let edges = graph.outgoing(from).filter(|edge| edge.to == to && rank(edge) > 0);
    edges.max_by(|a, b| {
        let sure = |edge: &EdgeRef<'_>| edge.strength() >= SURE;
        sure(a).cmp(&sure(b)).then(rank(a).cmp(&rank(b))).then(a.strength().total_cmp(&b.strength()))
    })
}

/// Tells links of one graph.
pub(super) struct Teller<'g, 'o> {
    pub graph: &'g Graph<'g>,
    pub sources: Sources<'o>,
}

impl Teller<'_, '_> {
    pub(super) fn name(&self, id: SymbolId) -> String {
        in_marks(&named(self.graph.symbol(id)))
    }

    /// Returns whether every link of a path from one of its symbols on is told without a doubt.
    pub(super) fn is_sure(&self, path: &[SymbolId], from: usize) -> bool {
        let is_sure = |at| self.phrase_on(path, at).is_none_or(|phrase| phrase.is_sure);
        (from..path.len().saturating_sub(1)).all(is_sure)
    }

    /// Returns whether one of some symbols hands over a function.
    pub(super) fn is_given(&self, before: &[SymbolId], function: SymbolId) -> bool {
        let gives = |edge: EdgeRef<'_>| {
            edge.to == function && edge.kind == EdgeKind::Uses && !edge.origin.is_through()
        };
        before.iter().any(|&before| self.graph.outgoing(before).any(gives))
    }

    /// The link of a path from one of its symbols to the next.
    pub(super) fn phrase_on(&self, path: &[SymbolId], at: usize) -> Option<Phrase> {
        let pair = [*path.get(at)?, *path.get(at + 1)?];
        self.phrase(&path[..at], pair, path.get(at + 2).copied())
    }

    /// The verb for an access to a field or variable. To set a part of it is not to set it.
    pub(super) fn access(&self, edge: &EdgeRef<'_>) -> &'static str {
        let name = self.graph.symbol(edge.to).name();
        let is_of_part = || {
            let line = edge.lines.first().copied().unwrap_or(0);
            self.sources
                .mention(self.graph, edge.from, line, name, false, |mention| Some(mention.is_of_part()))
                == Some(true)
        };
        match (edge.access & access::READS != 0, edge.access & access::WRITES != 0) {
            (true, false) => "reads",
            (false, true) if !is_of_part() => "sets",
            _ => "uses",
        }
    }

    /// The link from one symbol to another, by the surest edge between them, on the way to a further one. A call of a function that
    /// code before hands over is one of that. `None` without an edge.
    fn phrase(
        &self,
        before: &[SymbolId],
        [from, to]: [SymbolId; 2],
        next: Option<SymbolId>,
    ) -> Option<Phrase> {
        let edge = surest(self.graph, from, to)?;
        let line = self.sources.line_on(self.graph, [from, to], next, edge.lines);
        let is_sure = match (edge.kind, edge.origin) {
            (EdgeKind::Runs, Origin::Callback) => {
                edge.strength() >= SURE && self.graph.via(edge.id).is_some()
            }
            (EdgeKind::Runs, Origin::Closure) => edge.strength() >= SURE,
            (EdgeKind::Calls, Origin::Dispatch) | (EdgeKind::Runs, _) => {
                edge.strength() >= SURE || self.is_given(before, to)
            }
            (EdgeKind::Calls, _) => edge.confidence >= SURE || self.is_given(before, to),
            _ => true,
        };
        let (verb, mut after) = self.words(&edge, line, is_sure);
        let is_var = self.graph.symbol(from).kind() == SymbolKind::Var;
        let mut field = None;
        if matches!(edge.kind, EdgeKind::Calls | EdgeKind::Runs) {
            let around =
                if is_var { self.mention(&edge, line, |mention| mention.field_around()) } else { None };
            field = around.map(|field| in_marks(&field));
            let within = self.mention(&edge, line, |mention| mention.within());
            let words =
                within.filter(|_| field.is_none()).map_or_else(String::new, |to| receiver_phrase(&to));
            // A goroutine that starts another is told as one.
            if !after.ends_with(&words) {
                after.push_str(&words);
            }
        }
        let when = if is_var { String::new() } else { self.sources.when(self.graph, from, line) };
        Some(Phrase { verb, after, when, field, line, is_sure })
    }

    /// Reads what a line does with what an edge names: its target, or the value that it goes through.
    pub(super) fn mention<T>(
        &self,
        edge: &EdgeRef<'_>,
        line: u32,
        read: impl FnOnce(Mention<'_>) -> Option<T>,
    ) -> Option<T> {
        let is_value = edge.kind == EdgeKind::Runs && edge.origin != Origin::Callback;
        let via = self.graph.via(edge.id).filter(|_| is_value);
        let name = via.map_or(self.graph.symbol(edge.to).name(), |via| {
            via.rsplit([' ', '.']).next().unwrap_or_default()
        });
        self.sources.mention(
            self.graph,
            edge.from,
            line,
            name,
            edge.kind == EdgeKind::Calls || is_value,
            read,
        )
    }

    /// Returns whether a line sets the field of code outside that an edge leads through.
    fn is_set(&self, edge: &EdgeRef<'_>, line: u32) -> bool {
        let field = self.graph.via(edge.id).and_then(|via| via.rsplit('.').next()).unwrap_or_default();
        let reads = |mention: Mention<'_>| Some(mention.is_set());
        self.sources.mention(self.graph, edge.from, line, field, false, reads) == Some(true)
    }

    /// The verb and the words behind the target of an edge.
    fn words(&self, edge: &EdgeRef<'_>, line: u32, is_sure: bool) -> (String, String) {
        let graph = self.graph;
        let via = graph.via(edge.id).map(in_marks);
        let may = |sure: &'static str, may: &'static str| if is_sure { sure } else { may };
        let to = graph.symbol(edge.to);
        let (verb, after) = match (edge.kind, edge.origin) {
            (EdgeKind::Calls, origin) => {
                let via = via.filter(|_| origin == Origin::Dispatch);
                let method =
                    via.map(|via| format!(" through {}.{}`", via.trim_end_matches('`'), clean(to.name())));
                let through = method.unwrap_or_default();
                match self.mention(edge, line, |mention| mention.started()) {
                    Some(Receiver::Goroutine) => {
                        (may("starts", "may start"), format!("{through} in a goroutine"))
                    }
                    Some(_) => (may("defers a call of", "may defer a call of"), through),
                    None => (may("calls", "may call"), through),
                }
            }
            (EdgeKind::Runs, Origin::Callback) => match via {
                Some(via) if self.is_set(edge, line) => {
                    let verb = format!("sets {via} to what has");
                    let calls = may("calls", "may call");
                    return (verb, format!(", which code outside {calls} back"));
                }
                Some(via) if is_sure => ("passes", format!(" to {via}, which calls it back")),
                Some(via) => ("may pass", format!(" to {via}, which may call it back")),
                None => ("may run", String::new()),
            },
            (EdgeKind::Runs, Origin::Closure) => {
                (may("runs a function literal of", "may run a function literal of"), String::new())
            }
            (EdgeKind::Runs, _) => {
                let value = graph.via(edge.id).and_then(|via| via.rsplit(' ').next()).unwrap_or("a value");
                (may("calls", "may call"), format!(" through {}", in_marks(value)))
            }
            (EdgeKind::Delegates, _) => ("passes its calls on to", String::new()),
            (EdgeKind::Extends, _) => ("embeds", String::new()),
            (EdgeKind::Accesses, _) => (self.access(edge), String::new()),
            _ if to.kind().is_callable() => {
                let receiver = self.mention(edge, line, |mention| Some(mention.handed()));
                hand_over(&receiver.unwrap_or(Receiver::Unknown))
            }
            _ if to.kind() == SymbolKind::Var => match self.mention(edge, line, |mention| mention.method()) {
                Some(method) => return (format!("calls `{method}` on"), String::new()),
                None => ("uses", String::new()),
            },
            _ => ("uses", String::new()),
        };
        (verb.to_owned(), after)
    }

    /// `` `p.init` sets `p.commands` before `main` runs (p.go:12) ``.
    pub(super) fn prepared(&self, variable: SymbolId, init: SymbolId) -> Option<String> {
        let (edge, line) = preparations(self.graph, Some(&self.sources), variable)
            .into_iter()
            .find(|(edge, _)| edge.from == init)?;
        let name = self.graph.symbol(variable).name();
        let method = self.sources.mention(self.graph, init, line, name, false, |mention| mention.method());
        let verb = match method {
            Some(method) => format!("calls `{method}` on"),
            None if edge.access & access::WRITES != 0 => "sets".to_owned(),
            None => "uses".to_owned(),
        };
        let place = self.place(init, line);
        Some(format!("{} {verb} {} before `main` runs{place}", self.name(init), self.name(variable)))
    }

    /// The link that no edge shows: `` `p.New` makes a `p.Command`; nothing in this repository calls `p.Command.Run`, so code outside
    /// has to ``. `None` if there is no such gap either.
    pub(super) fn gap(&self, from: SymbolId, to: SymbolId, what: &str) -> Option<String> {
        let name = self.name(from);
        Some(match gap(self.graph, &self.sources, from, to)? {
            Gap::Library([whole, of]) => {
                let part = if whole == of {
                    String::new()
                } else {
                    format!(", which has {}", with_article(&self.name(of)))
                };
                let whole = with_article(&self.name(whole));
                format!(
                    "{name} makes {whole}{part}; nothing here is seen to call {what}, so code outside may"
                )
            }
            Gap::Channel { by, lines: [sent, received] } => {
                let (sent, received) = (self.place(from, sent), self.place(to, received));
                let (by, is_type) = (self.name(by), self.graph.symbol(by).kind().is_type());
                let (by, from) =
                    if is_type { (with_article(&by), "which") } else { (format!("on {by}"), "from which") };
                format!("{name} sends {by}{sent}, {from} {what} receives{received}")
            }
            Gap::Remote { name: procedure, line } => {
                let place = self.place(from, line);
                format!(
                    "{name} calls the remote procedure `{}`{place}, which {what} serves",
                    clean(&procedure)
                )
            }
        })
    }

    /// The place of a line in brackets, with a blank before it. The file has as many folders as tell it from others.
    pub(super) fn place(&self, id: SymbolId, line: u32) -> String {
        let path = self.graph.symbol(id).path();
        let (files, names) = (&self.graph.file_symbol, &self.graph.symbol_name);
        let own = self.graph.symbol(id).file().map_or(id.0, |file| files[file.ix()]);
        let is_namesake = |&other: &u32| other != own && names[other as usize] == names[own as usize];
        let namesakes = files.iter().copied().filter(is_namesake);
        let others: Vec<&str> = namesakes.map(|other| self.graph.symbol(SymbolId(other)).path()).collect();
        let starts = path.rmatch_indices('/').map(|(at, _)| at + 1).chain([0]);
        let is_alone = |start: &usize| {
            let ends = |other: &&str| {
                let before = other.strip_suffix(&path[*start..]);
                before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
            };
            !others.iter().any(ends)
        };
        let file = &path[starts.into_iter().find(is_alone).unwrap_or(0)..];
        if line == 0 { String::new() } else { format!(" ({}:{line})", escaped(&clean(file))) }
    }
}
