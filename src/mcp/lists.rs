//! Lists of ends: a line for the ends in one file, and a line for all that goes through one interface or value.

use super::answer_builder::AnswerBuilder;
use crate::model::{Graph, SymbolId, counted};
use crate::relations::{Direction, RelationKind};

/// The most ends on one line.
const MAX_ON_LINE: usize = 12;
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

/// A line of a list.
#[derive(Clone, Debug)]
pub(super) struct ListRow {
    text: String,
    /// The last of its ends, after which the list can go on.
    last: SymbolId,
    n: usize,
}

/// A part of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct ListSection {
    /// Stands above the rows; empty if they need none.
    pub(super) heading: String,
    pub(super) rows: Vec<ListRow>,
}

/// Makes a row of the ends in each file, in the order in which files come first.
pub(super) fn by_file<'e>(
    graph: &Graph<'_>,
    kind: RelationKind,
    ends: impl IntoIterator<Item = ListedEnd<'e>>,
) -> Vec<ListRow> {
    let mut groups: Vec<(&str, Vec<ListedEnd<'e>>)> = Vec::new();
    for end in ends {
        let is_container = graph.symbol(end.symbol).kind().is_container();
        let group = groups
            .iter_mut()
            .find(|(path, ends)| *path == end.place.0 && !is_container && ends.len() < MAX_ON_LINE);
        match group {
            Some((_, ends)) => ends.push(end),
            None => groups.push((end.place.0, vec![end])),
        }
    }
    let row = |(path, ends): (&str, Vec<ListedEnd<'_>>)| {
        let (n, last) = (ends.len(), ends.last()?.symbol);
        let named: Vec<String> = ends.iter().map(|end| named(graph, kind, end)).collect();
        Some(ListRow { text: format!("  {path}: {}", named.join("; ")), last, n })
    };
    groups.into_iter().filter_map(row).collect()
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
pub(super) fn folded(
    graph: &Graph<'_>,
    kind: RelationKind,
    through: &str,
    ends: &[ListedEnd<'_>],
) -> Option<ListRow> {
    let last = ends.last()?.symbol;
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
        some @ [_, ..] if kind.direction() == Direction::Outgoing => format!(" from {}", some_lines(some)),
        _ => String::new(),
    };
    let possible = counted(ends.len(), &format!("possible {}", kind.nouns()[0]));
    let text = format!("  through {through}{at}: {possible}{in_tests}: {}{more}", names.join(", "));
    Some(ListRow { text, last, n: ends.len() })
}

/// Adds the sections of one list above `floor` tokens, from behind the row with the end `after`. Ends that have no room are
/// counted as omitted `what`, and `how` says how to ask for those behind an end.
pub(super) fn write_list(
    builder: &mut AnswerBuilder,
    sections: &[ListSection],
    after: Option<SymbolId>,
    (floor, what): (u32, &str),
    how: &dyn Fn(SymbolId) -> String,
) {
    let all = || sections.iter().flat_map(|section| &section.rows);
    let begins = after.and_then(|after| all().position(|row| row.last == after)).map_or(0, |at| at + 1);
    let (mut at, mut left_out, mut last) = (0, 0, after);
    for section in sections {
        let is_skipped = at + section.rows.len() <= begins;
        let has_heading = !section.heading.is_empty() && !is_skipped && left_out == 0;
        let mut heading = has_heading.then_some(section.heading.as_str());
        for row in &section.rows {
            at += 1;
            if at <= begins {
                continue;
            }
            // Rows behind one that is left out are left out too, so that one end is enough to go on from.
            let lines = [heading.unwrap_or_default(), &row.text];
            if left_out > 0 || !builder.lines_above(&lines, floor) {
                left_out += row.n;
                continue;
            }
            (heading, last) = (None, Some(row.last));
        }
    }
    builder.omit(what, left_out);
    if let (true, Some(last)) = (left_out > 0, last) {
        builder.rest(how(last));
    }
}
