//! The neighbours of a symbol, its users and its dependencies, as rows to walk through.

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::model::{EdgeId, EdgeKind, EdgeRef, Graph, SymbolId, grouped};
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
