//! What a step says: facts of the graph and the author's own words, put into sentences.

use std::fmt::Write as _;

use super::prose::{escaped, first_paragraph};
use crate::model::{Cause, EdgeKind, EdgeRef, Graph, Symbol, SymbolId, SymbolKind, clean};

/// Most names that a sentence lists.
const MOST_NAMES: usize = 3;
/// An edge that is surer than this is told as a fact.
const SURE: f32 = 0.9;

/// The words of one stop, as markdown. `doc` is its doc comment.
pub(super) fn describe(graph: &Graph<'_>, id: SymbolId, doc: &[u8], package_doc: Option<&[u8]>) -> String {
    let symbol = graph.symbol(id);
    let mut text = String::new();
    if let Some(doc) = package_doc {
        let package = graph.symbol(symbol.package());
        let words = first_paragraph(doc);
        let words = if words.is_empty() { "It has no doc comment.".to_owned() } else { escaped(&words) };
        let _ = writeln!(
            text,
            "Package **{}** ({}): {words}\n",
            escaped(package.name()),
            escaped(package.path())
        );
    }
    let _ = writeln!(text, "`{}`\n", clean(&symbol.signature().replace('`', "'")));
    let words = first_paragraph(doc);
    if !words.is_empty() {
        let _ = writeln!(text, "{}\n", escaped(&words));
    }
    let lines = [role(symbol), used_by(graph, id), controls(graph, id), surety(graph, id)];
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "- {line}");
    }
    text.truncate(text.trim_end().len());
    text
}

fn role(symbol: Symbol<'_>) -> String {
    let what = match symbol.kind() {
        SymbolKind::InterfaceMethod => "interface method",
        SymbolKind::Func => "function",
        kind => kind.word(),
    };
    let visible =
        if symbol.has(crate::model::symbol_flag::EXPORTED) { "exported" } else { "package-private" };
    format!(
        "Role: {visible} {what} of package {}, {}.",
        escaped(symbol.package_name()),
        match symbol.end_line().saturating_sub(symbol.line()) + 1 {
            1 => "1 line".to_owned(),
            lines => format!("{lines} lines"),
        }
    )
}

/// `` `A.B` (x.go:3), `C` (y.go:9) and 4 more``: the most important first.
fn listed<'g>(graph: &Graph<'g>, edges: &[EdgeRef<'g>], end: fn(&EdgeRef<'g>) -> SymbolId) -> String {
    let mut edges: Vec<&EdgeRef<'_>> = edges.iter().collect();
    let authority = |edge: &EdgeRef<'g>| graph.symbol_authority[end(edge).ix()];
    edges.sort_by(|a, b| {
        let test = |edge: &EdgeRef<'g>| graph.symbol(end(edge)).is_test();
        test(a).cmp(&test(b)).then(authority(b).total_cmp(&authority(a))).then(end(a).cmp(&end(b)))
    });
    edges.dedup_by_key(|edge| end(edge));
    let names: Vec<String> = edges
        .iter()
        .take(MOST_NAMES)
        .map(|edge| {
            let symbol = graph.symbol(end(edge));
            // The line of the site, in the file where the edge begins.
            let file = graph.symbol(edge.from).path();
            let line = edge.lines.first().copied().unwrap_or(symbol.line());
            format!("`{}` ({}:{line})", symbol.qualified(), escaped(&clean(file)))
        })
        .collect();
    match edges.len().saturating_sub(MOST_NAMES) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

fn used_by(graph: &Graph<'_>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    if symbol.kind().is_type() {
        let implementers = graph.incoming(id).filter(|edge| edge.kind == EdgeKind::Implements).count();
        let users: Vec<EdgeRef<'_>> = graph
            .incoming(id)
            .filter(|edge| !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Implements))
            .collect();
        let mut text = match users.len() {
            0 => "Used by nothing that the index knows".to_owned(),
            _ => format!("Used by {}", listed(graph, &users, |edge| edge.from)),
        };
        if implementers > 0 {
            let _ = write!(text, "; {implementers} types satisfy it");
        }
        return text + ".";
    }
    let callers = graph.callers(id);
    let mut text = match callers.known.len() {
        0 => "No known caller".to_owned(),
        _ => format!("Called by {}", listed(graph, &callers.known, |edge| edge.from)),
    };
    if let Some(first) = callers.possible.first() {
        let _ =
            write!(text, "; {} more may call it through `{}`", callers.n_possible(), clean(first.interface));
        if callers.possible.len() > 1 {
            let _ = write!(text, " and {} other interfaces", callers.possible.len() - 1);
        }
    }
    if let (true, Some(doubt)) = (callers.known.is_empty(), callers.doubts.first()) {
        let _ = write!(text, ": {}", escaped(&clean(&doubt.to_string())));
    }
    text + "."
}

fn controls(graph: &Graph<'_>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    if symbol.kind().is_type() {
        let of_kind = |kind: SymbolKind| {
            graph
                .incoming(id)
                .filter(|edge| edge.kind == EdgeKind::MemberOf && graph.symbol(edge.from).kind() == kind)
                .count()
        };
        let parts = [
            (of_kind(SymbolKind::Field), "fields"),
            (of_kind(SymbolKind::Method), "methods"),
            (of_kind(SymbolKind::InterfaceMethod), "methods to satisfy it"),
        ];
        let parts: Vec<String> =
            parts.iter().filter(|part| part.0 > 0).map(|(count, what)| format!("{count} {what}")).collect();
        return if parts.is_empty() { String::new() } else { format!("Holds {}.", parts.join(", ")) };
    }
    let calls: Vec<EdgeRef<'_>> = graph.outgoing(id).filter(|edge| edge.kind == EdgeKind::Calls).collect();
    if calls.is_empty() {
        return "Calls nothing of this repository.".to_owned();
    }
    format!("Controls: calls {}.", listed(graph, &calls, |edge| edge.to))
}

/// How sure the two sentences before are.
fn surety(graph: &Graph<'_>, id: SymbolId) -> String {
    let counts = |edge: &EdgeRef<'_>| !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Imports);
    let (sure, all) = graph
        .incoming(id)
        .chain(graph.outgoing(id))
        .filter(counts)
        .fold((0usize, 0usize), |(sure, all), edge| (sure + usize::from(edge.strength() >= SURE), all + 1));
    let unbound: u32 =
        graph.unbound(id).filter(|(cause, _)| *cause != Cause::External).map(|(_, count)| count).sum();
    let mut text = match all {
        0 => return String::new(),
        _ if sure == all => format!("How surely: all {all} links are bound by the language's own rules"),
        _ => format!("How surely: {sure} of {all} links at {SURE} or more, the rest are likelihoods"),
    };
    if unbound > 0 {
        let _ = write!(text, "; {unbound} sites in it are bound to nothing");
    }
    text + "."
}
