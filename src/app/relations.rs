//! Who depends on a symbol and what it depends on, as rows to walk through.

use crate::model::{EdgeId, EdgeKind, EdgeRef, Graph, SymbolId};

/// A row beside the source.
#[derive(Clone, Debug, PartialEq)]
pub enum Relation {
    /// What the rows below are, and how many.
    Heading { title: &'static str, count: usize },
    /// A neighbour and the edge that makes it one.
    Edge { edge: EdgeId, other: SymbolId, incoming: bool },
    /// Something to know, such as why there is nothing.
    Note(String),
}

/// A kind of neighbourhood.
struct Group {
    title: &'static str,
    kinds: &'static [EdgeKind],
    incoming: bool,
}

const GROUPS: [Group; 9] = [
    Group { title: "callers", kinds: &[EdgeKind::Calls], incoming: true },
    Group { title: "callees", kinds: &[EdgeKind::Calls], incoming: false },
    Group { title: "used by", kinds: &[EdgeKind::Uses, EdgeKind::Accesses], incoming: true },
    Group { title: "implemented by", kinds: &[EdgeKind::Implements], incoming: true },
    Group { title: "embedded by", kinds: &[EdgeKind::Extends], incoming: true },
    Group { title: "imported by", kinds: &[EdgeKind::Imports], incoming: true },
    Group { title: "uses", kinds: &[EdgeKind::Uses, EdgeKind::Accesses, EdgeKind::Imports], incoming: false },
    Group { title: "implements, embeds", kinds: &[EdgeKind::Implements, EdgeKind::Extends], incoming: false },
    Group { title: "members", kinds: &[EdgeKind::MemberOf], incoming: true },
];

/// Rows for `symbol`: callers first, then callees and the rest, strongest edge first in each group.
#[must_use]
pub fn relations(graph: &Graph<'_>, symbol: SymbolId) -> Vec<Relation> {
    let mut rows = Vec::new();
    let callable = is_callable(graph, symbol);
    let incoming: Vec<EdgeRef<'_>> = graph.incoming(symbol).collect();
    let outgoing: Vec<EdgeRef<'_>> = graph.outgoing(symbol).collect();
    for group in &GROUPS {
        let other = |edge: &EdgeRef<'_>| if group.incoming { edge.from } else { edge.to };
        let edges = if group.incoming { &incoming } else { &outgoing };
        let mut found: Vec<&EdgeRef<'_>> =
            edges.iter().filter(|edge| group.kinds.contains(&edge.kind)).collect();
        let says_none = group.title == "callers" && callable;
        if found.is_empty() && !says_none {
            continue;
        }
        let authority = |edge: &EdgeRef<'_>| graph.symbol_authority[other(edge).ix()];
        // Differences below a percent say nothing; code comes before its tests.
        let percent = |edge: &EdgeRef<'_>| (edge.strength() * 100.0).round() as u32;
        let is_test = |edge: &EdgeRef<'_>| graph.symbol(other(edge)).is_test();
        found.sort_by(|a, b| {
            let order = percent(b).cmp(&percent(a)).then(is_test(a).cmp(&is_test(b)));
            order.then(authority(b).total_cmp(&authority(a)))
        });
        if found.is_empty() {
            rows.extend(no_caller(graph, symbol).into_iter().map(Relation::Note));
            continue;
        }
        rows.push(Relation::Heading { title: group.title, count: found.len() });
        rows.extend(found.iter().map(|edge| Relation::Edge {
            edge: edge.id,
            other: other(edge),
            incoming: group.incoming,
        }));
    }
    let unbound: Vec<String> =
        graph.unbound(symbol).map(|(cause, count)| format!("{count} {}", cause.word())).collect();
    if !unbound.is_empty() {
        rows.push(Relation::Note(format!("not bound here: {}", unbound.join(", "))));
    }
    rows
}

fn is_callable(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    use crate::model::SymbolKind::{Func, InterfaceMethod, Method};
    matches!(graph.symbol(symbol).kind(), Func | Method | InterfaceMethod)
}

/// Why a function may have no caller, from what the graph knows.
fn no_caller(graph: &Graph<'_>, symbol: SymbolId) -> Vec<String> {
    let this = graph.symbol(symbol);
    let mut lines = vec!["no known caller".to_owned()];
    let values = graph.incoming(symbol).filter(|edge| edge.kind == EdgeKind::Uses).count();
    if values > 0 {
        lines.push(format!("  taken as a value in {values} places: called through those"));
    }
    match (this.kind(), this.name()) {
        (_, "main" | "init") if this.owner().is_none() => lines.push("  called by the runtime".to_owned()),
        (_, name) if this.is_test() && is_test_name(name) => lines.push("  run by `go test`".to_owned()),
        _ if this.has(crate::model::symbol_flag::EXPORTED) => {
            lines.push("  exported: its callers may be outside of this tree".to_owned());
        }
        _ => {}
    }
    lines
}

fn is_test_name(name: &str) -> bool {
    ["Test", "Benchmark", "Fuzz", "Example"].iter().any(|prefix| name.starts_with(prefix))
}
