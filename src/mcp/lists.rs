//! Lists of ends: a row for the ends in one file, and a row for all that goes through one interface or value.

use rustc_hash::FxHashMap;

use super::answer_builder::{AnswerBuilder, ListPart, Row, ShownRow};
use crate::model::{Graph, SymbolId, counted};
use crate::relations::{Direction, RelationKind};

/// The most ends on one row.
const MAX_ON_ROW: usize = 12;
/// At most this many lines of one end are listed.
const MAX_LINES: usize = 12;
/// The most ends through one interface or value that are named; of more than these the first few.
pub(super) const MAX_FOLDED: usize = 6;
const FIRST_FOLDED: usize = 3;

/// An end as a list shows it.
#[derive(Clone, Debug)]
pub(super) struct ListedEnd<'e> {
    pub(super) symbol: SymbolId,
    /// Where it stands: its declaration, or its import.
    pub(super) place: (&'e str, u32),
    /// The lines that match: in its file for incoming edges, in that of the target for outgoing ones.
    pub(super) lines: &'e [u32],
}

/// A part of a list.
#[derive(Default)]
pub(super) struct ListSection<'e> {
    /// Stands above the rows; empty if they need none.
    pub(super) heading: String,
    pub(super) rows: Vec<Row<'e>>,
}

/// Makes a row of the ends in each file, in the order in which files come first.
pub(super) fn by_file<'e>(
    graph: &'e Graph<'_>,
    kind: RelationKind,
    ends: impl IntoIterator<Item = ListedEnd<'e>>,
) -> Vec<Row<'e>> {
    let mut groups: Vec<(&str, Vec<ListedEnd<'e>>)> = Vec::new();
    // The newest row of each file.
    let mut newest: FxHashMap<&str, usize> = FxHashMap::default();
    for end in ends {
        let path = end.place.0;
        let is_container = graph.symbol(end.symbol).kind().is_container();
        let open = newest.get(path).filter(|&&at| groups[at].1.len() < MAX_ON_ROW);
        match open {
            Some(&at) if !is_container => groups[at].1.push(end),
            _ => {
                if !is_container || open.is_none() {
                    newest.insert(path, groups.len());
                }
                groups.push((path, vec![end]));
            }
        }
    }
    let row = |(path, ends): (&'e str, Vec<ListedEnd<'e>>)| {
        row(graph, ends, move |ends| {
            let named: Vec<String> = ends.iter().map(|end| named(graph, kind, end)).collect();
            format!("  {path}: {}", named.join("; "))
        })
    };
    groups.into_iter().map(row).collect()
}

/// A row of some ends.
fn row<'e>(
    graph: &'e Graph<'_>,
    ends: Vec<ListedEnd<'e>>,
    text: impl FnOnce(&[ListedEnd<'e>]) -> String + 'e,
) -> Row<'e> {
    let n = ends.len();
    let shown = move || {
        let keys = ends.iter().map(|end| graph.symbol(end.symbol).id_text()).collect();
        ShownRow { keys, text: text(&ends) }
    };
    Row { n, shown: Box::new(shown) }
}

/// An end without its file: `Store.Save:12 at 14, 20`.
fn named(graph: &Graph<'_>, kind: RelationKind, end: &ListedEnd<'_>) -> String {
    let symbol = graph.symbol(end.symbol);
    let name = if symbol.kind().is_container() { symbol.name() } else { symbol.qualified() };
    // Lines of an outgoing edge are in the file of the target.
    let word = if kind.direction() == Direction::Outgoing { "from" } else { "at" };
    let at = match end.lines {
        [] => String::new(),
        lines => format!(" {word} {}", some_lines(lines)),
    };
    format!("{name}:{}{at}", end.place.1)
}

fn some_lines(lines: &[u32]) -> String {
    let shown: Vec<String> = lines.iter().take(MAX_LINES).map(u32::to_string).collect();
    let more = lines.len().saturating_sub(MAX_LINES);
    shown.join(",") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

/// Makes one row of what goes through one interface or value: `through a.Store: 64 possible callers: …`.
pub(super) fn folded<'e>(
    graph: &'e Graph<'_>,
    kind: RelationKind,
    through: String,
    ends: Vec<ListedEnd<'e>>,
) -> Row<'e> {
    row(graph, ends, move |ends| {
        let n = if ends.len() <= MAX_FOLDED { ends.len() } else { FIRST_FOLDED };
        let (tests, code): (Vec<_>, Vec<_>) = ends.iter().partition(|end| graph.symbol(end.symbol).is_test());
        let names = code.iter().chain(&tests).take(n).map(|end| graph.symbol(end.symbol).label());
        let names: Vec<String> = names.collect();
        let in_tests = match tests.len() {
            0 => String::new(),
            n => format!(", {n} in tests"),
        };
        let more = if n < ends.len() { ", …" } else { "" };
        // All targets of a call stand on its line.
        let mut lines: Vec<u32> = ends.iter().flat_map(|end| end.lines.iter().copied()).collect();
        lines.sort_unstable();
        lines.dedup();
        let at = match &lines[..] {
            some @ [_, ..] if kind.direction() == Direction::Outgoing => {
                format!(" from {}", some_lines(some))
            }
            _ => String::new(),
        };
        let possible = counted(ends.len(), &format!("possible {}", kind.nouns()[0]));
        format!("  through {through}{at}: {possible}{in_tests}: {}{more}", names.join(", "))
    })
}

/// Adds the sections of a list, each below its heading.
pub(super) fn write_list<'e>(
    builder: &mut AnswerBuilder,
    sections: impl IntoIterator<Item = ListSection<'e>>,
    list: &ListPart<'_>,
) {
    for ListSection { heading, rows } in sections {
        builder.list(&ListPart { heading: &heading, ..*list }, rows);
    }
}
