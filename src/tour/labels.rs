//! The words of a step: at most four labels, each one or two sentences from facts of the graph.
//!
//! The words for single links stand in `hop_words`. A path with a missing edge gives no sentence.

use super::FileOpener;
use super::anchor::Anchor;
use super::doc::{first_sentence, opening};
use super::hop_words::{Phrase, SURE, Teller, surest};
use super::names::{MAX_NAMES, in_marks};
use super::phrase::{capital, enumerated, says_something};
use super::prose::escaped;
use super::road::{Path, Sources, other_targets, siblings, signature, types};
use super::stop::StopLinks;
use crate::golang::Mention;
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, grouped};
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

impl Teller<'_, '_> {
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
            let between = if text.is_empty() { "" } else { "; " };
            match (&phrase.field, ends_with_object) {
                (Some(field), true) => text.extend([", whose ", field]),
                (None, true) => text.push_str(", which"),
                (Some(field), false) => text.extend([between, field, " of ", &self.name(from)]),
                (None, false) => text.extend([between, &self.name(from)]),
            }
            let place = self.place(from, phrase.line);
            let _ = write!(text, " {} {what}{}{}{place}", phrase.verb, phrase.after, phrase.when);
            ends_with_object = phrase.after.is_empty() && phrase.when.is_empty();
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
        let member = format!("its {}", in_marks(graph.symbol(first.to).name()));
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
        if let Some(Phrase { line, verb, after, when, .. }) = self.phrase_on(path, 0) {
            return Some(format!("Line {line} {verb} {what}{after}{when}{on}."));
        }
        let leads = if self.is_sure(path, 1) { "leads" } else { "may lead" };
        let on = if to == last { String::new() } else { format!("; it {leads} to {}", self.name(last)) };
        Some(format!("{}{on}.", self.gap(from, to, &what)?))
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
            let &[from, to] = pair else { return None };
            let before = &way[..=links.from.len() + at];
            let is_given = self.is_given(&next[..=at], to);
            let targets = if is_given { Vec::new() } else { other_targets(self.graph, before, [from, to]) };
            let kinds = [siblings(self.graph, from, to), targets];
            let [alike, targets] = kinds.map(|mut others| {
                // A wrapper of the others is passed, too.
                others.retain(|other| !next.contains(other));
                others
            });
            let (taken, here) =
                (self.name(to), if at == 0 { "here".to_owned() } else { format!("in {}", self.name(from)) });
            let number = |others: &[SymbolId]| grouped(others.len() as u64);
            let of = if at == 0 { String::new() } else { format!(" {here}") };
            Some(match (&alike[..], &targets[..]) {
                ([], []) => return None,
                ([], few) if few.len() <= MAX_NAMES => {
                    format!("The call that may reach {taken}{of} may also reach {}.", self.some_of(few))
                }
                ([], many) => format!(
                    "The call that may reach {taken}{of} may also reach {} others, such as {}.",
                    number(many),
                    self.some_of(many)
                ),
                ([other], _) => format!("Another like {taken} {here} is {}.", self.name(*other)),
                (few, _) if few.len() <= MAX_NAMES => {
                    format!("Others like {taken} {here} are {}.", self.some_of(few))
                }
                (many, _) => format!(
                    "There are {} others like {taken} {here}, such as {}.",
                    number(many),
                    self.some_of(many)
                ),
            })
        })
    }

    /// The lines that lead to the other steps; those that run where the next one's does not are told apart.
    fn other_ways(&self, links: &StopLinks) -> Option<String> {
        let next = self.phrase_on(&links.next, 0).map(|phrase| phrase.line);
        let mut ways: Vec<((bool, u32, bool), Vec<SymbolId>)> = Vec::new();
        for path in links.aside.iter().take(MAX_NAMES) {
            let (Some(phrase), Some(&end)) = (self.phrase_on(path, 0), path.last()) else { continue };
            let is_instead =
                next.is_some_and(|next| self.sources.exclude(self.graph, path[0], [next, phrase.line]));
            let way = (is_instead, phrase.line, self.is_sure(path, 0));
            match ways.iter_mut().find(|known| known.0 == way) {
                Some(known) => known.1.push(end),
                None => ways.push((way, vec![end])),
            }
        }
        ways.sort_by_key(|way| (way.0.0, way.0.1));
        let told = |is_instead: bool| {
            let mut before = None;
            let way = |((_, line, is_sure), ends): &((bool, u32, bool), Vec<SymbolId>)| {
                let word = if before.is_none() && !is_instead { "Line" } else { "line" };
                let leads = match before.replace(*is_sure) {
                    Some(before) if before == *is_sure => "",
                    _ if *is_sure => " leads",
                    _ => " may lead",
                };
                format!("{word} {line}{leads} to {}", self.some_of(ends))
            };
            let ways: Vec<String> = ways.iter().filter(|way| way.0.0 == is_instead).map(way).collect();
            let when = if is_instead { "In other cases " } else { "" };
            (!ways.is_empty()).then(|| format!("{when}{}.", enumerated(&ways)))
        };
        let said: Vec<String> = [false, true].into_iter().filter_map(told).collect();
        (!said.is_empty()).then(|| said.join(" "))
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
        let guard = guard.map(|guard| format!("It returns early if {}.", in_marks(&guard)));
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
        let is_plain = |edge: &EdgeRef<'_>| {
            let line = self.sources.line_on(graph, [id, edge.to], None, edge.lines);
            let is_elsewhere = |mention: Mention<'_>| mention.started().or_else(|| mention.within());
            !self.sources.is_end(graph, id, line) && self.mention(edge, line, is_elsewhere).is_none()
        };
        calls.retain(|edge| !told(edge.to) && is_plain(edge));
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
            let names: Vec<String> = names.map(in_marks).collect();
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

    fn some_of(&self, ids: &[SymbolId]) -> String {
        let mut names: Vec<String> = ids.iter().take(MAX_NAMES).map(|&id| self.name(id)).collect();
        names.dedup();
        enumerated(&names)
    }
}

/// The results of a function as words: `` a `*Graph` or an error ``. `None` if there are none, or only an error.
fn results(symbol: Symbol<'_>) -> Option<String> {
    let (_, results) = signature(symbol)?;
    let mut types = types(results);
    let is_fallible = types.last() == Some(&"error");
    types.truncate(types.len() - usize::from(is_fallible));
    let names: Vec<String> = types.iter().map(|ty| in_marks(ty)).collect();
    let or_error = if is_fallible { ", or an error" } else { "" };
    (!names.is_empty()).then(|| format!("{}{or_error}", enumerated(&names)))
}
