//! The neighbours of a symbol, its users and its dependencies, as rows to walk through.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::filter::{Filter, matcher};
use super::symbol_rows::SymbolRows;
use super::wrap::wrapped;
use crate::model::{EdgeId, EdgeKind, EdgeRef, Graph, SymbolId, clean, grouped};
use crate::relations::{Direction, End, RelationKind, around, ends, is_data};

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
    pub fn other(&self) -> Option<SymbolId> {
        match *self {
            Self::Edge { other, .. } => Some(other),
            Self::Heading(_) | Self::Note(_) => None,
        }
    }

    /// The symbol in whose file its places are, and their lines.
    pub fn places<'g>(&self, graph: &Graph<'g>) -> Option<(SymbolId, Cow<'g, [u32]>)> {
        let Self::Edge { edge, other, incoming } = *self else { return None };
        let edge = graph.edge(edge);
        if incoming && edge.from != other && edge.kind != EdgeKind::Imports {
            // A constant that repeats another's expression is where it is, and so is a method that fits an
            // interface: that its type fits is said elsewhere.
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
    pub fn next(self) -> Self {
        match self {
            Self::Importance => Self::Line,
            Self::Line => Self::Importance,
        }
    }
}

/// Rows for `symbol`: the groups of its relations, each with its parts in `order`.
pub fn relations(graph: &Graph<'_>, symbol: SymbolId, order: RelationOrder) -> Vec<RelationRow> {
    let mut rows = Vec::new();
    for group in around(graph, symbol) {
        rows.push(RelationRow::Heading(group.heading()));
        for part in group.parts(graph) {
            rows.extend(part.heading.map(RelationRow::Heading));
            list(graph, group.kind, &part.ends, order, &mut rows);
        }
    }
    if let Some(first) = graph.repeated(symbol) {
        let name = graph.symbol(first).name();
        let used = ends(graph, RelationKind::Used, first);
        rows.push(RelationRow::Heading(match used.len() {
            0 => format!("repeats {name}"),
            uses => format!("repeats {name}, which uses {}", grouped(uses as u64)),
        }));
        list(graph, RelationKind::Used, &used.iter().collect::<Vec<_>>(), order, &mut rows);
    }
    rows.extend(
        graph.unbound_words(symbol).map(|words| RelationRow::Note(format!("not followed here: {words}"))),
    );
    rows
}

fn list(
    graph: &Graph<'_>,
    kind: RelationKind,
    ends: &[&End<'_>],
    order: RelationOrder,
    rows: &mut Vec<RelationRow>,
) {
    let incoming = kind.direction() == Direction::Incoming;
    let edge = |end: &&End<'_>| Some((graph.edge(end.edge?), end.symbol));
    let mut edges: Vec<(EdgeRef<'_>, SymbolId)> = ends.iter().filter_map(edge).collect();
    match order {
        // Differences below a percent say nothing; code comes before what no build takes in, both before tests, what says
        // most first.
        RelationOrder::Importance => edges.sort_by_cached_key(|(edge, other)| {
            let (percent, symbol) = ((edge.strength() * 100.0).round() as i64, graph.symbol(*other));
            // Positive floats order as their bits do.
            let weight = Reverse(graph.neighbour_weight(edge, *other).to_bits());
            (-percent, symbol.is_test(), is_data(graph, *other), weight)
        }),
        RelationOrder::Line => {
            // Of one line the surest first, as in the other order.
            edges.sort_by_cached_key(|(edge, _)| {
                let place = (graph.symbol(edge.from).path(), edge.lines.first().copied());
                (place, -(edge.strength() * 100.0).round() as i64)
            });
        }
    }
    rows.extend(edges.iter().map(|(edge, other)| RelationRow::Edge {
        edge: edge.id,
        other: *other,
        incoming,
    }));
}

/// Returns whether an edge is no guess, and no mere way that a call may take.
pub fn is_sure(edge: &EdgeRef<'_>) -> bool {
    !edge.origin.is_through() && edge.strength() >= 0.5
}

/// The rows that are about neighbours which `filter` lets through, under their headings, which say how many are left; only
/// the `sure` ones, where those are wanted.
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
pub fn count(rows: &[RelationRow]) -> usize {
    rows.iter().filter(|row| row.other().is_some()).count()
}
