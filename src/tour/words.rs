//! Writes the text of steps from facts of the graph and from doc comments.

use std::fmt::Write as _;

use super::doc::{first_words, markdown, opening};
use super::names::{MAX_NAMES, named};
use super::prose::escaped;
use super::purpose::likelihood;
use crate::model::{Doubt, EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, clean};
use crate::rank::is_dependency;

/// The beginning of text about a package.
const PACKAGE: &str = "Package **";

/// [`named()`] in a text about `of`: without the package if both are in one, and with the folder of the package if
/// another package has the same name.
fn name_beside(graph: &Graph<'_>, of: Symbol<'_>, symbol: Symbol<'_>) -> String {
    match () {
        () if of.package() == symbol.package() => clean(symbol.qualified()).into_owned(),
        () if of.package_name() == symbol.package_name() => {
            format!("{}.{}", named(graph.symbol(symbol.package())), clean(symbol.qualified()))
        }
        () => named(symbol),
    }
}

/// Returns whether text from [`describe()`] begins with an introduction of the package.
pub(super) fn introduces(words: &str) -> bool {
    words.starts_with(PACKAGE)
}

/// The text of one stop, as markdown. `doc` is its doc comment.
pub(super) fn describe(graph: &Graph<'_>, id: SymbolId, doc: &[u8], package_doc: Option<&[u8]>) -> String {
    let symbol = graph.symbol(id);
    let mut text = String::new();
    if let Some(doc) = package_doc {
        let package = graph.symbol(symbol.package());
        let lines_of_doc = opening(doc);
        let (words, further) = match first_words(&lines_of_doc) {
            "" => ("", &lines_of_doc[..]),
            words => (words, &lines_of_doc[1..]),
        };
        let _ = writeln!(text, "{}\n", introduced(package, words));
        if !further.is_empty() {
            let _ = writeln!(text, "{}\n", markdown(further));
        }
    }
    let _ = writeln!(text, "`{}`\n", clean(&symbol.signature().replace('`', "'")));
    let words = markdown(&opening(doc));
    let lines = if symbol.kind().is_container() {
        super::contents::lines(graph, id)
    } else {
        vec![role(symbol), used_by(graph, id), controls(graph, id)]
    };
    if !words.is_empty() {
        let _ = writeln!(text, "{words}\n");
    }
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "- {line}");
    }
    text.truncate(text.trim_end().len());
    text
}

/// An introduction of a package from `words`, its doc comment, which mostly begins with its name.
fn introduced(package: Symbol<'_>, words: &str) -> String {
    let (name, path) = (package.name(), package.path());
    // The folder of the root is not shown.
    let place = if name == path || path == "." { String::new() } else { format!(" ({})", escaped(path)) };
    let head = format!("{PACKAGE}{}**{place}", escaped(name));
    let rest = words.strip_prefix("Package ").and_then(|rest| rest.strip_prefix(name));
    match rest.filter(|rest| rest.starts_with(' ')) {
        Some(rest) => format!("{head} {}", escaped(rest.trim_start())),
        None if words.is_empty() => format!("{head} has no doc comment."),
        None => format!("{head}: {}", escaped(words)),
    }
}

fn role(symbol: Symbol<'_>) -> String {
    let what = symbol.kind().noun();
    let visible = if symbol.has(crate::model::symbol_flag::EXPORTED) { "exported" } else { "unexported" };
    format!("Role: {visible} {what} of package {}.", escaped(symbol.package_name()))
}

/// Lists symbols like `` `A.B`, `C`, `D` and others``, the most important first.
fn listed<'g>(
    graph: &Graph<'g>,
    of: SymbolId,
    edges: &[EdgeRef<'g>],
    end: fn(&EdgeRef<'g>) -> SymbolId,
) -> String {
    let mut edges: Vec<&EdgeRef<'_>> = edges.iter().collect();
    let weight = |edge: &EdgeRef<'g>| graph.neighbour_weight(edge, end(edge));
    edges.sort_by(|a, b| {
        let test = |edge: &EdgeRef<'g>| graph.symbol(end(edge)).is_test();
        test(a).cmp(&test(b)).then(weight(b).total_cmp(&weight(a))).then(end(a).cmp(&end(b)))
    });
    edges.dedup_by_key(|edge| end(edge));
    let names: Vec<String> = edges
        .iter()
        .take(MAX_NAMES)
        .map(|edge| {
            let symbol = graph.symbol(end(edge));
            format!("`{}`", name_beside(graph, graph.symbol(of), symbol))
        })
        .collect();
    let others = if edges.len() > MAX_NAMES { " and others" } else { "" };
    names.join(", ") + others
}

fn used_by(graph: &Graph<'_>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    if !symbol.kind().is_callable() {
        let implementers: Vec<EdgeRef<'_>> =
            graph.incoming(id).filter(|edge| edge.kind == EdgeKind::Implements).collect();
        let users: Vec<EdgeRef<'_>> = graph.incoming(id).filter(is_dependency).collect();
        let used = match symbol.kind() {
            SymbolKind::Field => "Read or written",
            _ => "Used",
        };
        let mut text = match users.len() {
            0 => format!("{used} by nothing that the index knows"),
            _ => format!("{used} by {}", listed(graph, id, &users, |edge| edge.from)),
        };
        if !implementers.is_empty() {
            let _ = write!(text, "; satisfied by {}", listed(graph, id, &implementers, |edge| edge.from));
        }
        return text + ".";
    }
    let callers = graph.callers(id);
    let known = [&callers.known[..], &callers.elsewhere].concat();
    let is_value = |doubt: &&Doubt<'_>| matches!(doubt, Doubt::Value(_) | Doubt::ValueThrough(..));
    let value = callers.doubts.iter().find(is_value);
    let mut text = match known.len() {
        // The line about functions that have the value may follow.
        0 if value.is_some() => "No direct caller is known".to_owned(),
        0 => "No known caller".to_owned(),
        _ => format!("Called by {}", listed(graph, id, &known, |edge| edge.from)),
    };
    if let Some(first) = callers.possible.first() {
        let others = if callers.possible.len() > 1 { " and other interfaces" } else { "" };
        let who = if callers.known.is_empty() { "some code" } else { "other code" };
        let interface = clean(first.interface);
        let _ = write!(text, "; {who} may call it through `{interface}.{}`{others}", symbol.name());
    }
    let is_unknown = callers.known.is_empty() && callers.possible.is_empty();
    if let Some(doubt) = callers.doubts.first().filter(|_| is_unknown) {
        let _ = write!(text, ": {}", escaped(&clean(&doubt.to_string())));
    } else if let Some(value) = value {
        let _ = write!(text, "; {}", escaped(&clean(&value.to_string())));
    }
    let implementing = graph.implementing(id);
    if !implementing.is_empty() {
        let names = implementing
            .iter()
            .take(MAX_NAMES)
            .map(|&(method, _)| format!("`{}`", name_beside(graph, symbol, graph.symbol(method))));
        let _ = write!(text, ". Implemented by {}", names.collect::<Vec<_>>().join(", "));
        if implementing.len() > MAX_NAMES {
            text.push_str(" and others");
        }
    }
    text + "."
}

fn controls(graph: &Graph<'_>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    if symbol.kind().is_type() {
        let of_kind = |kind: SymbolKind| -> Vec<EdgeRef<'_>> {
            let members = graph.incoming(id).filter(|edge| edge.kind == EdgeKind::MemberOf);
            members.filter(|edge| graph.symbol(edge.from).kind() == kind).collect()
        };
        let parts = [
            (of_kind(SymbolKind::Field), "fields"),
            (of_kind(SymbolKind::Method), "methods"),
            (of_kind(SymbolKind::InterfaceMethod), "required methods"),
        ];
        let parts = parts.iter().filter(|part| !part.0.is_empty());
        let parts: Vec<String> = parts
            .map(|(members, what)| format!("{what} {}", listed(graph, id, members, |edge| edge.from)))
            .collect();
        return if parts.is_empty() { String::new() } else { format!("Holds {}.", parts.join("; ")) };
    }
    let of_kinds = |kinds: &[EdgeKind]| -> Vec<EdgeRef<'_>> {
        graph.outgoing(id).filter(|edge| kinds.contains(&edge.kind) && edge.to != id).collect()
    };
    let (dispatched, calls): (Vec<_>, Vec<_>) =
        of_kinds(&[EdgeKind::Calls]).into_iter().partition(|edge| edge.origin == Origin::Dispatch);
    let uses = of_kinds(&[EdgeKind::Uses, EdgeKind::Accesses]);
    let mut parts = Vec::new();
    if !calls.is_empty() {
        parts.push(format!("calls {}", listed(graph, id, &calls, |edge| edge.to)));
    }
    parts.extend(reached(graph, id, &dispatched));
    // Only a symbol with a body is expected to call others.
    let has_code = matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Method);
    if parts.is_empty() && has_code {
        parts.push("calls nothing in this repository".to_owned());
    }
    if calls.is_empty() && !uses.is_empty() {
        parts.push(format!("uses {}", listed(graph, id, &uses, |edge| edge.to)));
    }
    if parts.is_empty() { String::new() } else { format!("Controls: {}.", parts.join("; ")) }
}

/// Describes the targets of interface calls, of which each call reaches one. Shows the interface method with its most
/// probable target.
fn reached(graph: &Graph<'_>, id: SymbolId, dispatched: &[EdgeRef<'_>]) -> Option<String> {
    let through = |edge: &EdgeRef<'_>| {
        let method = graph.symbol(edge.to).name();
        clean(&format!("{}.{method}", graph.via(edge.id).unwrap_or("an interface"))).into_owned()
    };
    let likely = |edge: &EdgeRef<'_>| likelihood(graph.symbol(id), graph.symbol(edge.to), edge.strength());
    let likeliest =
        dispatched.iter().max_by(|a, b| likely(a).total_cmp(&likely(b)).then_with(|| (b.to).cmp(&a.to)))?;
    let method = through(likeliest);
    let mut methods: Vec<String> = dispatched.iter().map(through).collect();
    let others: Vec<f32> = dispatched
        .iter()
        .filter(|edge| edge.to != likeliest.to && through(edge) == method)
        .map(EdgeRef::strength)
        .collect();
    methods.sort_unstable();
    methods.dedup();
    let target = graph.symbol(likeliest.to);
    let which = if others.is_empty() {
        String::new()
    } else {
        let is_likeliest = others.iter().all(|&other| other < likeliest.strength());
        let how = if is_likeliest { "most likely" } else { "such as" };
        format!("one of several methods, {how} ")
    };
    let more = if methods.len() > 1 { ", and more through other interfaces" } else { "" };
    let target = name_beside(graph, graph.symbol(id), target);
    Some(format!("through `{method}` it may reach {which}`{target}`{more}"))
}
