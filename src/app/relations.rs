//! The neighbours of a symbol, its users and its dependencies, as rows to walk through.

use std::borrow::Cow;

use super::filter::{Filter, matcher};
use super::symbol_rows::SymbolRows;
use super::wrap::wrapped;
use crate::golang::module::passed_over;
use crate::model::{Doubt, EdgeId, EdgeKind, EdgeRef, Graph, SymbolId, SymbolKind, clean, grouped};

/// A row beside the source.
#[derive(Clone, Debug, PartialEq)]
pub enum RelationRow {
    /// A heading: what the rows below are, and how many.
    Heading(String),
    /// A neighbour with its edge: from it, to it, or from its type.
    Edge { edge: EdgeId, other: SymbolId, incoming: bool },
    /// A note, such as why there are no rows.
    Note(String),
}

impl RelationRow {
    /// The neighbour that it is about.
    #[must_use]
    pub fn other(&self) -> Option<SymbolId> {
        match *self {
            Self::Edge { other, .. } => Some(other),
            Self::Heading(_) | Self::Note(_) => None,
        }
    }

    /// The symbol in whose file its places are, and their lines.
    #[must_use]
    pub fn places<'g>(&self, graph: &Graph<'g>) -> Option<(SymbolId, Cow<'g, [u32]>)> {
        let Self::Edge { edge, other, incoming } = *self else { return None };
        let edge = graph.edge(edge);
        if incoming && edge.from != other {
            // A method that fits an interface is where it is; that its type fits is said elsewhere.
            return Some((other, Cow::Owned(vec![graph.symbol(other).line()])));
        }
        Some((edge.from, Cow::Borrowed(edge.lines)))
    }
}

/// The order of the rows in a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RelationOrder {
    /// The surest first, code before test data and tests, the more important before others, and of what is called what sets
    /// most in motion.
    #[default]
    Importance,
    /// As one comes by them in the source: by the path and the line of the first place.
    Line,
}

impl RelationOrder {
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Importance => Self::Line,
            Self::Line => Self::Importance,
        }
    }
}

/// A kind of neighbourhood besides callers.
struct RelationGroup {
    title: &'static str,
    kinds: &'static [EdgeKind],
    incoming: bool,
}

const GROUPS: [RelationGroup; 10] = [
    RelationGroup { title: "callees", kinds: &[EdgeKind::Calls], incoming: false },
    RelationGroup { title: "may run", kinds: &[EdgeKind::Runs], incoming: false },
    RelationGroup { title: "delegates to", kinds: &[EdgeKind::Delegates], incoming: false },
    RelationGroup { title: "used by", kinds: &[EdgeKind::Uses, EdgeKind::Accesses], incoming: true },
    RelationGroup { title: "implemented by", kinds: &[EdgeKind::Implements], incoming: true },
    RelationGroup { title: "embedded by", kinds: &[EdgeKind::Extends], incoming: true },
    RelationGroup { title: "imported by", kinds: &[EdgeKind::Imports], incoming: true },
    RelationGroup {
        title: "uses",
        kinds: &[EdgeKind::Uses, EdgeKind::Accesses, EdgeKind::Imports],
        incoming: false,
    },
    RelationGroup {
        title: "implements, embeds",
        kinds: &[EdgeKind::Implements, EdgeKind::Extends],
        incoming: false,
    },
    RelationGroup { title: "members", kinds: &[EdgeKind::MemberOf], incoming: true },
];

/// Rows for `symbol`: callers first, then callees and the rest, each group in `order`.
#[must_use]
pub fn relations(graph: &Graph<'_>, symbol: SymbolId, order: RelationOrder) -> Vec<RelationRow> {
    let mut rows = Vec::new();
    let kind = graph.symbol(symbol).kind();
    if kind.is_callable() {
        callers(graph, symbol, order, &mut rows);
        implementing(graph, symbol, order, &mut rows);
    }
    let is_package = kind == SymbolKind::Package;
    if !is_package && !kind.is_callable() && graph.is_predeclared(symbol) {
        rows.push(RelationRow::Note(Doubt::Predeclared.to_string()));
    }
    let is_use = |edge: &EdgeRef<'_>| edge.kind == EdgeKind::Uses;
    for group in &GROUPS {
        let wanted = |edge: &EdgeRef<'_>| group.kinds.contains(&edge.kind);
        let (mut title, is_imports) = (group.title, is_package && group.kinds.contains(&EdgeKind::Imports));
        let edges: Vec<EdgeRef<'_>> = if group.kinds == [EdgeKind::MemberOf] {
            members(graph, symbol)
        } else if group.incoming {
            graph.incoming(symbol).chain(graph.elsewhere(symbol)).filter(wanted).collect()
        } else if is_imports {
            title = "imports";
            imports(graph, symbol)
        } else {
            graph.outgoing(symbol).filter(wanted).collect()
        };
        if !edges.is_empty() {
            // As in the list's columns, what it says of itself is not counted among the others.
            let others = edges.iter().filter(|edge| edge.from != edge.to).count();
            let itself = if others < edges.len() { " and itself" } else { "" };
            rows.push(RelationRow::Heading(format!("{title} {}{itself}", grouped(others as u64))));
            let users: Vec<EdgeRef<'_>> = edges.iter().copied().filter(is_use).collect();
            list(graph, edges, group.incoming, order, &mut rows);
            if group.incoming {
                repeating(graph, &users, &mut rows);
            }
        }
    }
    if let Some(first) = graph.repeated(symbol) {
        let name = graph.symbol(first).name();
        let used: Vec<EdgeRef<'_>> = graph.outgoing(first).filter(is_use).collect();
        rows.push(RelationRow::Heading(match used.len() {
            0 => format!("repeats {name}"),
            uses => format!("repeats {name}, which uses {}", grouped(uses as u64)),
        }));
        list(graph, used, false, order, &mut rows);
    }
    rows.extend(
        graph.unbound_words(symbol).map(|words| RelationRow::Note(format!("not followed here: {words}"))),
    );
    rows
}

/// The constants that use it only in so far as they repeat others that do, without a word of their own.
fn repeating(graph: &Graph<'_>, users: &[EdgeRef<'_>], rows: &mut Vec<RelationRow>) {
    let constants = users.iter().flat_map(|edge| {
        let constants = graph.repeating(edge.from).into_iter();
        constants.map(|other| RelationRow::Edge { edge: edge.id, other, incoming: true })
    });
    let constants: Vec<RelationRow> = constants.collect();
    if !constants.is_empty() {
        rows.push(RelationRow::Heading(format!("repeated by {}", grouped(constants.len() as u64))));
        rows.extend(constants);
    }
}

/// The `MemberOf` edge of each member; for a method in a file, the one to its type.
fn members<'g>(graph: &Graph<'g>, holder: SymbolId) -> Vec<EdgeRef<'g>> {
    let edge = |member| graph.outgoing(member).find(|edge| edge.kind == EdgeKind::MemberOf);
    graph.members(holder).into_iter().filter_map(edge).collect()
}

/// Imports of a package's files: an edge to each package.
fn imports<'g>(graph: &Graph<'g>, package: SymbolId) -> Vec<EdgeRef<'g>> {
    let files = graph.incoming(package).filter(|edge| edge.kind == EdgeKind::MemberOf).map(|edge| edge.from);
    let edges = files.flat_map(|file| graph.outgoing(file));
    let mut edges: Vec<_> =
        edges.filter(|edge| edge.kind == EdgeKind::Imports && edge.to != package).collect();
    edges.sort_by_key(|edge| edge.to);
    edges.dedup_by_key(|edge| edge.to);
    edges
}

/// Known callers, then those that an interface may hide; with none of either, the reasons why there may be some.
fn callers(graph: &Graph<'_>, symbol: SymbolId, order: RelationOrder, rows: &mut Vec<RelationRow>) {
    let callers = graph.callers(symbol);
    if callers.is_empty() {
        rows.push(RelationRow::Heading("no known caller".to_owned()));
        rows.extend(callers.doubts.iter().map(|doubt| RelationRow::Note(doubt.to_string())));
        return;
    }
    rows.push(RelationRow::Heading(callers.to_string()));
    if !callers.known.is_empty() && !callers.elsewhere.is_empty() {
        list(graph, callers.known, true, order, rows);
        rows.push(RelationRow::Heading(format!("other builds {}", grouped(callers.elsewhere.len() as u64))));
        list(graph, callers.elsewhere, true, order, rows);
    } else {
        list(graph, [callers.known, callers.elsewhere].concat(), true, order, rows);
    }
    for possible in callers.possible {
        rows.push(RelationRow::Heading(format!(
            "through {} {}",
            possible.interface,
            grouped(possible.callers.len() as u64)
        )));
        list(graph, possible.callers, true, order, rows);
    }
}

/// Adds the methods that implement an interface's method, in any build.
fn implementing(graph: &Graph<'_>, symbol: SymbolId, order: RelationOrder, rows: &mut Vec<RelationRow>) {
    let found = graph.implementing(symbol);
    if found.is_empty() {
        return;
    }
    rows.push(RelationRow::Heading(format!("implemented by {}", grouped(found.len() as u64))));
    let first = rows.len();
    list(graph, found.iter().map(|(_, edge)| *edge).collect(), true, order, rows);
    for row in &mut rows[first..] {
        let RelationRow::Edge { other, .. } = row else { continue };
        // They stand in the order of their types.
        if let Ok(at) = found.binary_search_by_key(other, |(_, edge)| edge.from) {
            *other = found[at].0;
        }
    }
}

fn list(
    graph: &Graph<'_>,
    mut edges: Vec<EdgeRef<'_>>,
    incoming: bool,
    order: RelationOrder,
    rows: &mut Vec<RelationRow>,
) {
    let other = |edge: &EdgeRef<'_>| if incoming { edge.from } else { edge.to };
    match order {
        // Differences below a percent say nothing; code comes before what no build takes in, both before tests, what says
        // most first.
        RelationOrder::Importance => edges.sort_by_cached_key(|edge| {
            let (percent, symbol) = ((edge.strength() * 100.0).round() as i64, graph.symbol(other(edge)));
            // Positive floats order as their bits do.
            let is_data = passed_over(symbol.path()).is_some();
            (
                -percent,
                symbol.is_test(),
                is_data,
                std::cmp::Reverse(graph.neighbour_weight(edge, symbol.id).to_bits()),
            )
        }),
        RelationOrder::Line => {
            // Of one line the surest first, as in the other order.
            edges.sort_by_cached_key(|edge| {
                let place = (graph.symbol(edge.from).path(), edge.lines.first().copied());
                (place, -(edge.strength() * 100.0).round() as i64)
            });
        }
    }
    rows.extend(edges.iter().map(|edge| RelationRow::Edge { edge: edge.id, other: other(edge), incoming }));
}

/// Returns whether an edge is no guess, and no mere way that a call may take.
#[must_use]
pub fn is_sure(edge: &EdgeRef<'_>) -> bool {
    !edge.origin.is_through() && edge.strength() >= 0.5
}

/// The rows that are about neighbours which `filter` lets through, under their headings, which say how many are left; only
/// the `sure` ones, where those are wanted.
#[must_use]
pub fn kept(graph: &Graph<'_>, rows: &[RelationRow], filter: &Filter, sure: bool) -> Vec<RelationRow> {
    let mut matcher = matcher();
    let mut fits =
        |other: SymbolId| graph.entry(other.ix()).is_some_and(|entry| filter.fits(&entry, &mut matcher));
    let mut fit = |row: &&RelationRow| match row {
        RelationRow::Edge { edge, other, .. } => (!sure || is_sure(&graph.edge(*edge))) && fits(*other),
        // Why there is nothing is no neighbour that words could be about.
        RelationRow::Note(_) => sure,
        RelationRow::Heading(_) => true,
    };
    let mut kept: Vec<RelationRow> = Vec::new();
    for group in rows.chunk_by(|_, next| !matches!(next, RelationRow::Heading(_))) {
        let left: Vec<&RelationRow> = group.iter().filter(&mut fit).collect();
        let shown = left.iter().filter(|row| row.other().is_some()).count();
        match left.as_slice() {
            // A heading without rows is left out.
            [RelationRow::Heading(_)] => {}
            [RelationRow::Heading(text), rest @ ..] if shown < count(group) => {
                kept.push(RelationRow::Heading(format!("{text}, {} shown", grouped(shown as u64))));
                kept.extend(rest.iter().copied().cloned());
            }
            rows => kept.extend(rows.iter().copied().cloned()),
        }
    }
    kept
}

/// Columns before the text of a heading, and before that of a note.
pub const HEADING: usize = 1;
pub const NOTE: usize = 3;

/// The rows with notes broken into lines for a pane of `width` columns. Rows without notes stay as they are.
#[must_use]
pub fn broken(rows: Vec<RelationRow>, width: usize) -> Vec<RelationRow> {
    if width <= NOTE {
        return rows;
    }
    let lines = |text: &str, before: usize| wrapped(&clean(text), width - before);
    let row = |row: RelationRow| -> Vec<RelationRow> {
        match &row {
            RelationRow::Heading(text) => {
                lines(text, HEADING).into_iter().map(RelationRow::Heading).collect()
            }
            RelationRow::Note(text) => lines(text, NOTE).into_iter().map(RelationRow::Note).collect(),
            RelationRow::Edge { .. } => vec![row],
        }
    };
    rows.into_iter().flat_map(row).collect()
}

/// Counts the rows that are neighbours.
#[must_use]
pub fn count(rows: &[RelationRow]) -> usize {
    rows.iter().filter(|row| row.other().is_some()).count()
}
