//! The words of a step: at most four labels, each one or two sentences from facts of the graph.
//!
//! All patterns of sentences about links stand in this file. A sentence is made of edges when it is written, so nothing is
//! said that no edge carries: a path with a missing edge gives no sentence.

use super::FileOpener;
use super::doc::{first_sentence, opening};
use super::names::{MAX_NAMES, named};
use super::prose::escaped;
use super::road::{Path, Sources, gap, preparations, siblings};
use super::stop::StopLinks;
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, SymbolId, SymbolKind, clean, grouped};

/// A label of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// The link to the step, and its line.
    From,
    /// The work of the step.
    Here,
    /// The line that leads on.
    Next,
    /// Forks, and the ends of the other ways.
    Aside,
}

impl Label {
    pub const ALL: [Self; 4] = [Self::From, Self::Here, Self::Next, Self::Aside];

    /// The word that stands before the sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::From => "from",
            Self::Here => "here",
            Self::Next => "next",
            Self::Aside => "aside",
        }
    }

    fn mark(self) -> String {
        format!("**{}** ", self.name())
    }
}

/// The labels of a text, in its order, each with its markdown. Empty for a text that a person wrote without them.
pub(super) fn labels(markdown: &str) -> Vec<(Label, &str)> {
    let labelled =
        |paragraph: &'_ str| Label::ALL.into_iter().find(|label| paragraph.starts_with(&label.mark()));
    let paragraphs = markdown.split(super::anchor::BETWEEN);
    paragraphs.filter_map(|part| labelled(part).map(|label| (label, &part[label.mark().len()..]))).collect()
}

/// The text of a step, as markdown.
pub(super) fn describe(
    graph: &Graph<'_>,
    id: SymbolId,
    doc: &[u8],
    links: &StopLinks,
    open: &FileOpener<'_>,
) -> String {
    let teller = Teller { graph, sources: Sources::new(open) };
    let here = if graph.symbol(id).kind().is_container() {
        super::contents::text(graph, id)
    } else {
        teller.here(id, doc, &links.next)
    };
    let said = [
        (Label::From, teller.from(&links.from)),
        (Label::Here, Some(here)),
        (Label::Next, teller.next(&links.next)),
        (Label::Aside, teller.aside(links)),
    ];
    let paragraphs = said.into_iter().filter_map(|(label, text)| {
        let text = text.filter(|text| !text.is_empty())?;
        Some(label.mark() + &text)
    });
    paragraphs.collect::<Vec<_>>().join(super::anchor::BETWEEN)
}

/// The least strength of a link that is told without a doubt.
const SURE: f32 = 0.9;

/// The link from one symbol to another, as a verb before the other and words after it.
struct Phrase {
    verb: &'static str,
    after: String,
    line: u32,
}

struct Teller<'g, 'o> {
    graph: &'g Graph<'g>,
    sources: Sources<'o>,
}

impl Teller<'_, '_> {
    fn name(&self, id: SymbolId) -> String {
        format!("`{}`", named(self.graph.symbol(id)).replace('`', "'"))
    }

    /// `` `p.F` calls it (f.go:31). `` Over others: `` `p.F` calls `p.g` (f.go:31); `p.g` calls it. ``
    fn from(&self, path: &Path) -> Option<String> {
        let (&first, &last) = (path.first()?, path.last()?);
        if self.graph.symbol(last).kind().is_type() {
            return self.type_from(first, last);
        }
        let mut parts = Vec::new();
        for pair in path.windows(2) {
            let what = if pair[1] == last { "it".to_owned() } else { self.name(pair[1]) };
            parts.push(match self.phrase(pair[0], pair[1]) {
                Some(phrase) => {
                    let place =
                        if parts.is_empty() { self.place(pair[0], phrase.line) } else { String::new() };
                    format!("{} {} {what}{}{place}", self.name(pair[0]), phrase.verb, phrase.after)
                }
                None => self.prepared(pair[0], pair[1]).or_else(|| self.gap(pair[0], pair[1], &what))?,
            });
        }
        Some(parts.join("; ") + ".")
    }

    /// The link of a step at a type from the step before it.
    fn type_from(&self, station: SymbolId, ty: SymbolId) -> Option<String> {
        let graph = self.graph;
        if graph.symbol(station).owner() == Some(ty) {
            return Some(format!("{} is a method of it.", self.name(station)));
        }
        let is_of = |edge: &EdgeRef<'_>| edge.to == ty || graph.symbol(edge.to).owner() == Some(ty);
        let is_link = |kind| matches!(kind, EdgeKind::Uses | EdgeKind::Accesses | EdgeKind::Calls);
        let edges = graph.outgoing(station).filter(|edge| is_link(edge.kind) && is_of(edge));
        let first =
            edges.filter(|edge| !edge.origin.is_through()).min_by_key(|edge| edge.lines.first().copied())?;
        let place = self.place(station, first.lines.first().copied().unwrap_or(0));
        let how = match first.kind {
            EdgeKind::Calls => "calls a method of it",
            EdgeKind::Accesses => "reads or writes a field of it",
            _ => "uses it",
        };
        Some(format!("{} {how}{place}.", self.name(station)))
    }

    /// `` Line 350 calls `forms.Submit`. `` Over others: `` Line 31 calls `p.g`, on the way to `p.H`. ``
    fn next(&self, path: &Path) -> Option<String> {
        let (&[from, to], &last) = (path.get(..2)?, path.last()?) else { return None };
        let what = self.name(to);
        let on = if to == last { String::new() } else { format!(", on the way to {}", self.name(last)) };
        Some(match self.phrase(from, to) {
            Some(phrase) => format!(
                "Line {} {} {what}{}{on}.",
                grouped(u64::from(phrase.line)),
                phrase.verb,
                phrase.after
            ),
            None => format!("{}{on}.", self.gap(from, to, &what)?),
        })
    }

    /// The other ways from here: the alternatives at a fork, or else the other steps that this one leads to.
    fn aside(&self, links: &StopLinks) -> Option<String> {
        let forks =
            links.next.windows(2).map(|pair| (pair[0], pair[1], siblings(self.graph, pair[0], pair[1])));
        if let Some((_, taken, others)) = forks.into_iter().find(|(.., others)| !others.is_empty()) {
            let taken = self.name(taken);
            return Some(match &others[..] {
                [other] => {
                    format!("{taken} is one of 2 that could follow; the other is {}.", self.name(*other))
                }
                others => {
                    let count = grouped(others.len() as u64 + 1);
                    format!(
                        "{taken} is one of {count} that could follow; others are {}.",
                        self.some_of(others)
                    )
                }
            });
        }
        let ways = links.aside.iter().filter_map(|path| {
            let phrase = self.phrase(*path.first()?, *path.get(1)?)?;
            Some(format!("line {} to {}", grouped(u64::from(phrase.line)), self.name(*path.last()?)))
        });
        let ways: Vec<String> = ways.take(MAX_NAMES).collect();
        match ways.split_last() {
            None => None,
            Some((one, [])) => Some(format!("Another way goes on later: {one}.")),
            Some((last, ways)) => Some(format!("Other ways go on later: {} and {last}.", ways.join(", "))),
        }
    }

    /// The first sentence of the doc comment; without one, the calls of the code and its results, or the parts of the type.
    /// Empty if that is only what leads on to the next step.
    fn here(&self, id: SymbolId, doc: &[u8], next: &Path) -> String {
        let blocks = opening(doc);
        let sentence = first_sentence(&blocks);
        if !sentence.is_empty() {
            return escaped(&sentence);
        }
        let symbol = self.graph.symbol(id);
        if symbol.kind().is_type() {
            return self.parts_of_type(id);
        }
        if !symbol.kind().is_callable() {
            return String::new();
        }
        match &self.callees(id)[..] {
            [] if symbol.has_body() => "It calls nothing else in this repository.".to_owned(),
            [] => String::new(),
            [one] if next.get(1).is_some_and(|&to| self.name(to) == *one) => String::new(),
            [one] => format!("It calls {one}."),
            callees => format!("In this order, it calls {}.", enumerated(callees)),
        }
    }

    /// The callees that control most, in the order of their calls.
    fn callees(&self, id: SymbolId) -> Vec<String> {
        let graph = self.graph;
        let calls = graph
            .outgoing(id)
            .filter(|edge| edge.kind == EdgeKind::Calls && edge.to != id && edge.origin != Origin::Dispatch);
        let mut calls: Vec<EdgeRef<'_>> = calls.collect();
        calls.sort_by(|a, b| graph.hub(b.to).total_cmp(&graph.hub(a.to)).then(a.to.cmp(&b.to)));
        calls.truncate(MAX_NAMES);
        calls.sort_by_key(|edge| (edge.lines.first().copied(), edge.to));
        calls.iter().map(|edge| self.name(edge.to)).collect()
    }

    fn parts_of_type(&self, id: SymbolId) -> String {
        let graph = self.graph;
        let of = |wanted: &[SymbolKind]| -> Vec<String> {
            let mut members = graph.members(id);
            members.retain(|&member| wanted.contains(&graph.symbol(member).kind()));
            members.sort_by(|a, b| graph.load(*b).total_cmp(&graph.load(*a)).then(a.cmp(b)));
            let names = members.iter().take(MAX_NAMES).map(|&member| graph.symbol(member).name());
            names.map(|name| format!("`{}`", clean(name))).collect()
        };
        let (fields, methods) =
            (of(&[SymbolKind::Field]), of(&[SymbolKind::Method, SymbolKind::InterfaceMethod]));
        match (&fields[..], &methods[..]) {
            ([], []) => String::new(),
            ([], methods) => format!("Its methods include {}.", enumerated(methods)),
            (fields, []) => format!("Its fields include {}.", enumerated(fields)),
            (fields, methods) => {
                format!("Its fields include {}, its methods {}.", enumerated(fields), enumerated(methods))
            }
        }
    }

    /// The link from one symbol to another, by the surest edge between them. `None` without one.
    fn phrase(&self, from: SymbolId, to: SymbolId) -> Option<Phrase> {
        let graph = self.graph;
        let rank = |edge: &EdgeRef<'_>| match edge.kind {
            EdgeKind::Calls => 4,
            EdgeKind::Runs => 3,
            EdgeKind::Delegates => 2,
            EdgeKind::Uses | EdgeKind::Accesses | EdgeKind::Extends => 1,
            EdgeKind::Implements | EdgeKind::Imports | EdgeKind::MemberOf => 0,
        };
        let edges = graph.outgoing(from).filter(|edge| edge.to == to && rank(edge) > 0);
        let edge = edges.max_by(|a, b| {
            let sure = |edge: &EdgeRef<'_>| edge.strength() >= SURE;
            sure(a).cmp(&sure(b)).then(rank(a).cmp(&rank(b))).then(a.strength().total_cmp(&b.strength()))
        })?;
        let line = edge.lines.first().copied().unwrap_or(0);
        let (verb, after) = self.verb(&edge, line);
        Some(Phrase { verb, after, line })
    }

    fn verb(&self, edge: &EdgeRef<'_>, line: u32) -> (&'static str, String) {
        let graph = self.graph;
        let via = graph.via(edge.id).map(|via| format!("`{}`", clean(via).replace('`', "'")));
        let is_sure = edge.strength() >= SURE;
        let may = |sure: &'static str, may: &'static str| if is_sure { sure } else { may };
        let to = graph.symbol(edge.to);
        match (edge.kind, edge.origin) {
            (EdgeKind::Calls, Origin::Dispatch) => {
                let method =
                    via.map(|via| format!(" through {}.{}`", via.trim_end_matches('`'), clean(to.name())));
                (may("calls", "may call"), method.unwrap_or_default())
            }
            (EdgeKind::Calls, _) => {
                let row = self.sources.line(graph, edge.from, line);
                let called = format!("{}(", to.name());
                let is_called_so = |word: &str| {
                    row.strip_prefix(word).is_some_and(|rest| {
                        rest.split('(').next().is_some_and(|head| format!("{head}(").ends_with(&called))
                    })
                };
                match () {
                    () if is_called_so("go ") => ("starts", " in a goroutine".to_owned()),
                    () if is_called_so("defer ") && !row.ends_with(")()") => {
                        ("defers a call of", String::new())
                    }
                    () if edge.confidence < SURE => ("may call", String::new()),
                    () => ("calls", String::new()),
                }
            }
            (EdgeKind::Runs, Origin::Callback) => match via {
                Some(via) if is_sure => ("passes", format!(" to {via}, which calls it back")),
                Some(via) => ("passes", format!(" to {via}, which may call it back")),
                None => ("may run", String::new()),
            },
            (EdgeKind::Runs, _) => (may("calls", "may call"), " through a function value".to_owned()),
            (EdgeKind::Delegates, _) => ("passes its calls on to", String::new()),
            (EdgeKind::Extends, _) => ("embeds", String::new()),
            (EdgeKind::Accesses, _) => ("reads or writes", String::new()),
            _ if to.kind().is_callable() => ("takes", " as a value".to_owned()),
            _ => ("uses", String::new()),
        }
    }

    /// `` `p.init` uses `p.commands` before `main` runs (p.go:12) ``.
    fn prepared(&self, variable: SymbolId, init: SymbolId) -> Option<String> {
        let edge = preparations(self.graph, variable).find(|edge| edge.from == init)?;
        let place = self.place(init, edge.lines.first().copied().unwrap_or(0));
        Some(format!("{} uses {} before `main` runs{place}", self.name(init), self.name(variable)))
    }

    /// `` `p.New` makes a `p.Command`, whose `Run` only code outside can call ``. `None` if there is no such gap either.
    fn gap(&self, from: SymbolId, to: SymbolId, what: &str) -> Option<String> {
        let gap = gap(self.graph, from, to)?;
        Some(format!(
            "{} makes a {}; nothing in this repository calls {what}, so code outside has to",
            self.name(from),
            self.name(gap.of)
        ))
    }

    fn some_of(&self, ids: &[SymbolId]) -> String {
        let mut names: Vec<String> = ids.iter().take(MAX_NAMES).map(|&id| self.name(id)).collect();
        names.dedup();
        enumerated(&names)
    }

    /// The place of a line in brackets, with a blank before it.
    fn place(&self, id: SymbolId, line: u32) -> String {
        let path = self.graph.symbol(id).path();
        let file = path.rsplit('/').next().unwrap_or(path);
        if line == 0 { String::new() } else { format!(" ({}:{line})", escaped(&clean(file))) }
    }
}

/// Lists names like `` `a`, `b` and `c` ``, which have their marks already.
fn enumerated(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
