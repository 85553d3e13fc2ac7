//! The words of a step: at most four labels, each one or two sentences from facts of the graph.
//!
//! All patterns of sentences about links stand in this file. A sentence is made of edges when it is written, so nothing is
//! said that no edge carries: a path with a missing edge gives no sentence.

use super::FileOpener;
use super::anchor::Anchor;
use super::doc::{first_sentence, opening};
use super::names::{MAX_NAMES, named};
use super::phrase::{capital, enumerated, receiver_phrase, says_something, with_article};
use super::prose::escaped;
use super::road::{Gap, Path, Sources, gap, other_targets, preparations, siblings, signature, types};
use super::row::{handed, method_on};
use super::stop::StopLinks;
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, access, clean, grouped};
use std::fmt::Write as _;

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

    pub(super) fn mark(self) -> String {
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
        teller.here(id, doc, links)
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
    verb: String,
    after: String,
    line: u32,
    is_sure: bool,
}

/// The surest edge from one symbol to another that a sentence is made of.
fn surest<'g>(graph: &'g Graph<'g>, from: SymbolId, to: SymbolId) -> Option<EdgeRef<'g>> {
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

/// The line that leads on from a step with an anchor and a text, from 1 in the file of its symbol, and the symbol that it
/// leads to: the line that the text names, or the first of the link. `None` where the graph has no such link.
pub fn leads_on(graph: &Graph<'_>, anchor: &Anchor, text: &str) -> Option<(u32, SymbolId)> {
    let next = anchor.links.in_graph(graph).next;
    let &[from, to] = next.get(..2)? else { return None };
    let lines = surest(graph, from, to)?.lines;
    let words = labels(text).into_iter().find(|(label, _)| *label == Label::Next);
    let number = |text: &str| text.strip_prefix("Line ")?.split(' ').next()?.parse().ok();
    let said = words.and_then(|(_, text)| number(text));
    let line = said.filter(|line| lines.contains(line)).or(lines.first().copied())?;
    Some((line, to))
}

struct Teller<'g, 'o> {
    graph: &'g Graph<'g>,
    sources: Sources<'o>,
}

impl Teller<'_, '_> {
    fn name(&self, id: SymbolId) -> String {
        format!("`{}`", named(self.graph.symbol(id)).replace('`', "'"))
    }

    /// `` `p.F` calls it (f.go:31). `` Over others: `` `p.F` calls `p.g` (f.go:31), which calls it (g.go:5). ``
    fn from(&self, path: &Path) -> Option<String> {
        let (&first, &last) = (path.first()?, path.last()?);
        if self.graph.symbol(last).kind().is_type() {
            return self.type_from(first, last);
        }
        // The last word before the next link is the symbol that it begins at.
        let (mut text, mut ends_with_object) = (String::new(), false);
        for (at, pair) in path.windows(2).enumerate() {
            let &[from, to] = pair else { continue };
            let what = if to == last { "it".to_owned() } else { self.name(to) };
            let Some(phrase) = self.phrase_on(path, at) else {
                let rest = self.prepared(from, to).or_else(|| self.gap(from, to, &what))?;
                text = if text.is_empty() { rest } else { format!("{text}; {rest}") };
                ends_with_object = false;
                continue;
            };
            if ends_with_object {
                text.push_str(", which");
            } else {
                text.push_str(if text.is_empty() { "" } else { "; " });
                text.push_str(&self.name(from));
            }
            let place = self.place(from, phrase.line);
            let _ = write!(text, " {} {what}{}{place}", phrase.verb, phrase.after);
            ends_with_object = phrase.after.is_empty();
        }
        Some(text + ".")
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
        let member = format!("its `{}`", clean(graph.symbol(first.to).name()));
        let how = match first.kind {
            EdgeKind::Calls => format!("calls {member}"),
            EdgeKind::Accesses => format!("{} {member}", self.access(&first)),
            _ if first.to == ty => "uses it".to_owned(),
            _ => format!("uses {member}"),
        };
        Some(format!("{} {how}{place}.", self.name(station)))
    }

    /// `` Line 350 calls `forms.Submit`. `` Over others: `` Line 31 calls `p.g`, on the way to `p.H`. `` In doubt: `, which may lead to`.
    fn next(&self, path: &Path) -> Option<String> {
        let (&[from, to], &last) = (path.get(..2)?, path.last()?) else { return None };
        let what = self.name(to);
        let leads = if self.is_sure(path, 1) { "on the way" } else { "which may lead" };
        let on = if to == last { String::new() } else { format!(", {leads} to {}", self.name(last)) };
        Some(match self.phrase_on(path, 0) {
            Some(phrase) => format!("Line {} {} {what}{}{on}.", phrase.line, phrase.verb, phrase.after),
            None => format!("{}{on}.", self.gap(from, to, &what)?),
        })
    }

    /// The other ways from here: the alternatives at the first fork, and the other steps that this one leads to.
    fn aside(&self, links: &StopLinks) -> Option<String> {
        let said = [self.alternatives(links), self.other_ways(links)];
        let said: Vec<String> = said.into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// The first fork on a path: others of its kind, or other targets of its call.
    fn alternatives(&self, links: &StopLinks) -> Option<String> {
        let next = &links.next;
        let way: Vec<SymbolId> = links.from.iter().chain(next).copied().collect();
        next.windows(2).enumerate().find_map(|(at, pair)| {
            let before = &way[..=links.from.len() + at];
            let targets = || other_targets(self.graph, before, [pair[0], pair[1]]);
            let targets = if self.is_given(&next[..at], pair[1]) { Vec::new() } else { targets() };
            let kinds = [siblings(self.graph, pair[0], pair[1]), targets];
            let [alike, targets] = kinds.map(|mut others| {
                // A wrapper of the others is passed, too.
                others.retain(|other| !next.contains(other));
                others
            });
            let taken = self.name(pair[1]);
            let number = |others: &[SymbolId]| grouped(others.len() as u64);
            Some(match (&alike[..], &targets[..]) {
                ([], []) => return None,
                ([], few) if few.len() <= MAX_NAMES => {
                    format!("The call of {taken} may also reach {}.", self.some_of(few))
                }
                ([], many) => format!(
                    "The call of {taken} may also reach {} others, such as {}.",
                    number(many),
                    self.some_of(many)
                ),
                ([other], _) => format!("Another like {taken} here is {}.", self.name(*other)),
                (few, _) if few.len() <= MAX_NAMES => {
                    format!("Others like {taken} here are {}.", self.some_of(few))
                }
                (many, _) => format!(
                    "There are {} others like {taken} here, such as {}.",
                    number(many),
                    self.some_of(many)
                ),
            })
        })
    }

    fn other_ways(&self, links: &StopLinks) -> Option<String> {
        let mut ways: Vec<((u32, bool), Vec<SymbolId>)> = Vec::new();
        for path in links.aside.iter().take(MAX_NAMES) {
            let (Some(phrase), Some(&end)) = (self.phrase_on(path, 0), path.last()) else { continue };
            let way = (phrase.line, self.is_sure(path, 0));
            match ways.iter_mut().find(|known| known.0 == way) {
                Some(known) => known.1.push(end),
                None => ways.push((way, vec![end])),
            }
        }
        ways.sort_by_key(|way| way.0.0);
        let mut before = None;
        let way = |((line, is_sure), ends): &((u32, bool), Vec<SymbolId>)| {
            let word = if before.is_none() { "Line" } else { "line" };
            let leads = match before.replace(*is_sure) {
                Some(before) if before == *is_sure => "",
                _ if *is_sure => " leads",
                _ => " may lead",
            };
            format!("{word} {line}{leads} to {}", self.some_of(ends))
        };
        let ways: Vec<String> = ways.iter().map(way).collect();
        (!ways.is_empty()).then(|| format!("{}.", enumerated(&ways)))
    }

    /// Returns whether every link of a path from one of its symbols on is told without a doubt.
    fn is_sure(&self, path: &[SymbolId], from: usize) -> bool {
        let is_sure = |at| self.phrase_on(path, at).is_none_or(|phrase| phrase.is_sure);
        (from..path.len().saturating_sub(1)).all(is_sure)
    }

    /// Returns whether one of some symbols hands over a function.
    fn is_given(&self, before: &[SymbolId], function: SymbolId) -> bool {
        let gives = |edge: EdgeRef<'_>| {
            edge.to == function && edge.kind == EdgeKind::Uses && !edge.origin.is_through()
        };
        before.iter().any(|&before| self.graph.outgoing(before).any(gives))
    }

    /// The link of a path from one of its symbols to the next.
    fn phrase_on(&self, path: &[SymbolId], at: usize) -> Option<Phrase> {
        let pair = [*path.get(at)?, *path.get(at + 1)?];
        self.phrase(&path[..at], pair, path.get(at + 2).copied())
    }

    /// The first sentence of the doc comment; without one, when the code returns early, its calls and its results, or the parts of
    /// the type. Nothing is said of the links to other steps.
    fn here(&self, id: SymbolId, doc: &[u8], links: &StopLinks) -> String {
        let sentence = first_sentence(&opening(doc));
        let symbol = self.graph.symbol(id);
        if says_something(&sentence, symbol.name()) {
            return escaped(&sentence);
        }
        if symbol.kind().is_type() {
            return self.parts_of_type(id);
        }
        if !symbol.kind().is_callable() || !symbol.has_body() {
            return String::new();
        }
        let guard = self.sources.outline(self.graph, id).guard.clone();
        let guard = guard.map(|guard| format!("It returns early if `{}`.", clean(&guard)));
        let calls = self.calls(id, links);
        let results = results(symbol);
        let is_end = links.on().all(Vec::is_empty);
        let work = match (calls.or_else(|| is_end.then(|| self.accesses(id)).flatten()), results) {
            (Some(calls), Some(results)) => Some(format!("{calls}, and returns {results}.")),
            (Some(calls), None) => Some(format!("{calls}.")),
            (None, Some(results)) => Some(format!("It returns {results}.")),
            (None, None) => None,
        };
        guard.into_iter().chain(work).collect::<Vec<_>>().join(" ")
    }

    /// `` It calls `a` and `b`, then `c` in a loop ``: without the calls that lead to other steps. `None` if there are no others.
    fn calls(&self, id: SymbolId, links: &StopLinks) -> Option<String> {
        let graph = self.graph;
        let mut calls = self.callees(id);
        let told = |to: SymbolId| links.on().any(|path| path.get(1) == Some(&to));
        let is_plain = |to| {
            let phrase = self.phrase(&[], [id, to], None);
            phrase.is_some_and(|phrase| {
                phrase.verb == "calls"
                    && phrase.after.is_empty()
                    && !self.sources.is_end(graph, id, phrase.line)
            })
        };
        calls.retain(|edge| !told(edge.to) && is_plain(edge.to));
        calls.truncate(MAX_NAMES);
        calls.sort_by_key(|edge| (edge.lines.first().copied(), edge.to));
        let is_looped = |edge: &&EdgeRef<'_>| {
            edge.lines.first().is_some_and(|&line| self.sources.is_in_loop(graph, id, line))
        };
        let (looped, once): (Vec<&EdgeRef<'_>>, Vec<&EdgeRef<'_>>) = calls.iter().partition(is_looped);
        let names =
            |of: &[&EdgeRef<'_>]| enumerated(&of.iter().map(|edge| self.name(edge.to)).collect::<Vec<_>>());
        match (once.last(), looped.first()) {
            (None, None) => None,
            (Some(_), None) => Some(format!("It calls {}", names(&once))),
            (None, Some(_)) => Some(format!("It calls {} in a loop", names(&looped))),
            (Some(last), Some(first)) if last.lines.first() < first.lines.first() => {
                Some(format!("It calls {}, then {} in a loop", names(&once), names(&looped)))
            }
            (Some(_), Some(_)) => {
                Some(format!("It calls {}, and in a loop {}", names(&once), names(&looped)))
            }
        }
    }

    /// The sure calls of a function, those of what controls most first.
    fn callees(&self, id: SymbolId) -> Vec<EdgeRef<'_>> {
        let graph = self.graph;
        let is_told = |edge: &EdgeRef<'_>| {
            edge.kind == EdgeKind::Calls
                && edge.to != id
                && edge.confidence >= SURE
                && edge.origin != Origin::Dispatch
        };
        let mut calls: Vec<EdgeRef<'_>> = graph.outgoing(id).filter(is_told).collect();
        calls.sort_by(|a, b| graph.hub(b.to).total_cmp(&graph.hub(a.to)).then(a.to.cmp(&b.to)));
        calls
    }

    /// The verb for an access to a field or variable. To set a part of it is not to set it.
    fn access(&self, edge: &EdgeRef<'_>) -> &'static str {
        let name = self.graph.symbol(edge.to).name();
        let is_of_part = || {
            let row = self.sources.line(self.graph, edge.from, edge.lines.first().copied().unwrap_or(0));
            row.contains(&format!("{name}.")) || row.contains(&format!("{name}["))
        };
        match (edge.access & access::READS != 0, edge.access & access::WRITES != 0) {
            (true, false) => "reads",
            (false, true) if !is_of_part() => "sets",
            _ => "uses",
        }
    }

    /// `` It reads `p.Job.name` and sets `p.Job.state` ``. `None` if there are no such fields and variables.
    fn accesses(&self, id: SymbolId) -> Option<String> {
        let mut edges: Vec<EdgeRef<'_>> =
            self.graph.outgoing(id).filter(|edge| edge.kind == EdgeKind::Accesses).collect();
        edges.sort_by_key(|edge| (edge.lines.first().copied(), edge.to));
        edges.dedup_by_key(|edge| edge.to);
        edges.truncate(MAX_NAMES);
        let said = ["reads", "sets", "uses"].map(|verb| {
            let of_verb = edges.iter().filter(|edge| self.access(edge) == verb);
            let names: Vec<String> = of_verb.map(|edge| self.name(edge.to)).collect();
            (!names.is_empty()).then(|| format!("{verb} {}", enumerated(&names)))
        });
        let said: Vec<String> = said.into_iter().flatten().collect();
        (!said.is_empty()).then(|| format!("It {}", enumerated(&said)))
    }

    /// `` Its fields include `a`, `b` and `c`, its method is `Run`. `` Empty if it has neither.
    fn parts_of_type(&self, id: SymbolId) -> String {
        let graph = self.graph;
        let of = |noun: &str, wanted: &[SymbolKind]| {
            let mut members = graph.members(id);
            members.retain(|&member| wanted.contains(&graph.symbol(member).kind()));
            members.sort_by(|a, b| graph.load(*b).total_cmp(&graph.load(*a)).then(a.cmp(b)));
            let names = members.iter().take(MAX_NAMES).map(|&member| graph.symbol(member).name());
            let names: Vec<String> = names.map(|name| format!("`{}`", clean(name))).collect();
            let verb = match members.len() {
                0 => return None,
                1 => " is",
                n if n <= MAX_NAMES => "s are",
                _ => "s include",
            };
            Some(format!("its {noun}{verb} {}", enumerated(&names)))
        };
        let methods = [SymbolKind::Method, SymbolKind::InterfaceMethod];
        let parts = [of("field", &[SymbolKind::Field]), of("method", &methods)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!("{}.", capital(&parts.join(", "))) }
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
        if matches!(edge.kind, EdgeKind::Calls | EdgeKind::Runs) {
            let name = self.graph.symbol(to).name();
            let receiver = self.sources.receiver(self.graph, from, line, name);
            after.push_str(&receiver.map_or_else(String::new, receiver_phrase));
        }
        Some(Phrase { verb, after, line, is_sure })
    }

    /// The verb and the words behind the target of an edge.
    fn words(&self, edge: &EdgeRef<'_>, line: u32, is_sure: bool) -> (String, String) {
        let graph = self.graph;
        let via = graph.via(edge.id).map(|via| format!("`{}`", clean(via).replace('`', "'")));
        let may = |sure: &'static str, may: &'static str| if is_sure { sure } else { may };
        let to = graph.symbol(edge.to);
        let row = || self.sources.line(graph, edge.from, line);
        let (verb, after) = match (edge.kind, edge.origin) {
            (EdgeKind::Calls, Origin::Dispatch) => {
                let method =
                    via.map(|via| format!(" through {}.{}`", via.trim_end_matches('`'), clean(to.name())));
                (may("calls", "may call"), method.unwrap_or_default())
            }
            (EdgeKind::Calls, _) => {
                let row = row();
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
                    () => (may("calls", "may call"), String::new()),
                }
            }
            (EdgeKind::Runs, Origin::Callback) => match via {
                Some(via) if is_sure => ("passes", format!(" to {via}, which calls it back")),
                Some(via) => ("may pass", format!(" to {via}, which may call it back")),
                None => ("may run", String::new()),
            },
            (EdgeKind::Runs, Origin::Closure) => {
                (may("runs a function literal of", "may run a function literal of"), String::new())
            }
            (EdgeKind::Runs, _) => {
                let value = graph.via(edge.id).and_then(|via| via.rsplit(' ').next()).unwrap_or("a value");
                (may("calls", "may call"), format!(" through `{}`", clean(value).replace('`', "'")))
            }
            (EdgeKind::Delegates, _) => ("passes its calls on to", String::new()),
            (EdgeKind::Extends, _) => ("embeds", String::new()),
            (EdgeKind::Accesses, _) => (self.access(edge), String::new()),
            _ if to.kind().is_callable() => match handed(&row(), to.name()) {
                Some(handed) => (handed.verb(), handed.words()),
                None => ("takes", " as a value".to_owned()),
            },
            _ => {
                let row = if to.kind() == SymbolKind::Var { row() } else { String::new() };
                match method_on(&row, to.name()) {
                    Some(method) => return (format!("calls `{method}` on"), String::new()),
                    None => ("uses", String::new()),
                }
            }
        };
        (verb.to_owned(), after)
    }

    /// `` `p.init` sets `p.commands` before `main` runs (p.go:12) ``.
    fn prepared(&self, variable: SymbolId, init: SymbolId) -> Option<String> {
        let (edge, line) = preparations(self.graph, Some(&self.sources), variable)
            .into_iter()
            .find(|(edge, _)| edge.from == init)?;
        let name = self.graph.symbol(variable).name();
        let row = self.sources.line(self.graph, init, line);
        let verb = match method_on(&row, name) {
            Some(method) => format!("calls `{method}` on"),
            None if edge.access & access::WRITES != 0 => "sets".to_owned(),
            None => "uses".to_owned(),
        };
        let place = self.place(init, line);
        Some(format!("{} {verb} {} before `main` runs{place}", self.name(init), self.name(variable)))
    }

    /// The link that no edge shows: `` `p.New` makes a `p.Command`; nothing in this repository calls `p.Command.Run`, so code outside
    /// has to ``. `None` if there is no such gap either.
    fn gap(&self, from: SymbolId, to: SymbolId, what: &str) -> Option<String> {
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

    fn some_of(&self, ids: &[SymbolId]) -> String {
        let mut names: Vec<String> = ids.iter().take(MAX_NAMES).map(|&id| self.name(id)).collect();
        names.dedup();
        enumerated(&names)
    }

    /// The place of a line in brackets, with a blank before it.
    fn place(&self, id: SymbolId, line: u32) -> String {
        let path = self.graph.symbol(id).path();
        let (mut folders, file) = path.rsplit_once('/').unwrap_or(("", path));
        let (files, names) = (&self.graph.file_symbol, &self.graph.symbol_name);
        let own = self.graph.symbol(id).file().map_or(id.0, |file| files[file.ix()]);
        let is_namesake = |&other: &u32| other != own && names[other as usize] == names[own as usize];
        // Where several files have the name, the folder tells them apart.
        if !files.iter().any(is_namesake) {
            folders = "";
        }
        let folder = folders.rsplit('/').next().filter(|folder| !folder.is_empty());
        let file = folder.map_or_else(|| file.to_owned(), |folder| format!("{folder}/{file}"));
        let file = file.as_str();
        if line == 0 { String::new() } else { format!(" ({}:{line})", escaped(&clean(file))) }
    }
}

/// The results of a function as words: `` a `*Graph` or an error ``. `None` if there are none, or only an error.
fn results(symbol: Symbol<'_>) -> Option<String> {
    let (_, results) = signature(symbol)?;
    let mut types = types(results);
    let is_fallible = types.last() == Some(&"error");
    types.truncate(types.len() - usize::from(is_fallible));
    let names: Vec<String> = types.iter().map(|ty| format!("`{}`", clean(ty).replace('`', "'"))).collect();
    let or_error = if is_fallible { ", or an error" } else { "" };
    (!names.is_empty()).then(|| format!("{}{or_error}", enumerated(&names)))
}
