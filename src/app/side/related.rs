//! The links of a symbol as a tree: who depends on it, what it depends on, and the same of each of these, to any depth.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::row::{RowTone, RowWhat, SideRow};
use crate::app::filter::{Filter, matcher};
use crate::app::source::Shown;
use crate::app::sure::Sure;
use crate::app::symbol_rows::SymbolRows;
use crate::model::{Graph, SymbolId, SymbolKind, clean, grouped};
use crate::relations::{Certainty, Direction, End, RelationKind, around, by_symbol, ends, has_ends, is_data};

/// Ends of a list that are shown before one asks for more.
const MAX_ENDS: usize = 20;

/// Ends up to which a list of what matters less stands open.
const MAX_OPEN: usize = 8;

/// The choices about the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RelatedChoices {
    /// True if ends come as in the source, by the path and the line of the first place. Otherwise the surest come first, code before
    /// test data and tests, the more important before others, and of what is called what sets most in motion.
    pub by_line: bool,
    /// True if doubtful links are left out.
    pub sure: bool,
}

/// The rows of a symbol's tree, or of its links in one direction: `toggled` are the keys of rows that are folded otherwise than they are by themselves.
#[expect(clippy::implicit_hasher, reason = "called with the sets of this crate alone")]
pub fn rows(
    graph: &Graph<'_>,
    (subject, direction): (SymbolId, Option<Direction>),
    choices: &RelatedChoices,
    toggled: &FxHashSet<String>,
    filter: &Filter,
) -> Vec<SideRow> {
    let mut tree = Tree { graph, choices, toggled, filter, rows: Vec::new() };
    let (path, line) = graph.place(subject);
    let head = SideRow::heading("", label(graph, subject), clean(&format!("{path}:{line}")));
    let head = SideRow { symbol: Some(subject), ..head };
    tree.rows.push(head.at(Some(Shown::declaration(graph, subject))));
    let is_meant = |kind: RelationKind| direction.is_none_or(|wanted| wanted == kind.direction());
    for group in around(graph, subject).into_iter().filter(|group| is_meant(group.kind)) {
        let kind = group.kind;
        let all = without_itself(graph, subject, by_symbol(&group.ends));
        let possible = group.state.possible.all;
        let note = match possible {
            _ if choices.sure => String::new(),
            0 => grouped(all.len() as u64),
            n if n == all.len() => format!("{} possible", grouped(n as u64)),
            n => format!("{}, {} of them possible", grouped(all.len() as u64), grouped(n as u64)),
        };
        let is_main = !matches!(kind, RelationKind::Members | RelationKind::Used) || all.len() <= MAX_OPEN;
        let key = format!("{kind:?}");
        let open = tree.heading(&key, 0, (kind.plural().to_owned(), note), is_main);
        if !open {
            continue;
        }
        for part in group.parts(graph) {
            let part_ends: Vec<End<'_>> = part.ends.iter().map(|end| (*end).clone()).collect();
            let part_ends = without_itself(graph, subject, part_ends);
            match part.heading {
                None => tree.list(kind, &key, 1, by_symbol(&part_ends), &[subject]),
                Some(heading) => {
                    let (way, n) = heading.rsplit_once(' ').unwrap_or((&heading, ""));
                    let key = format!("{key}/{way}");
                    if tree.heading(&key, 1, (clean(way).into_owned(), n.to_owned()), true) {
                        tree.list(kind, &key, 2, by_symbol(&part_ends), &[subject]);
                    }
                }
            }
        }
        if choices.sure && possible > 0 {
            // The heading stays, so that nobody takes what is left out for nothing.
            let text = format!("{} possible left out", grouped(possible as u64));
            tree.rows.push(SideRow::words(text, RowTone::Faint).below(1));
        }
        if !tree.is_narrowed() {
            for reason in group.state.gaps.inside.iter().filter(|_| kind.direction() == Direction::Incoming) {
                let text = format!("some may be missing: {reason}");
                tree.rows.push(SideRow::words(clean(&text), RowTone::Faint).below(1));
            }
        }
    }
    let first = graph.repeated(subject).filter(|_| is_meant(RelationKind::Used));
    if let Some(first) = first {
        let used = by_symbol(&ends(graph, RelationKind::Used, first));
        let text = format!("repeats {}, which uses", label(graph, first));
        if tree.heading("repeats", 0, (text, grouped(used.len() as u64)), true) {
            tree.list(RelationKind::Used, "repeats", 1, used, &[subject]);
        }
    }
    let unbound = graph.unbound_words(subject).filter(|_| is_meant(RelationKind::Used));
    if let Some(words) = unbound.filter(|_| !tree.is_narrowed()) {
        let text = clean(&format!("not followed here: {words}")).into_owned();
        tree.rows.push(SideRow::words(text, RowTone::Faint));
    }
    if tree.rows.len() == 1 && direction.is_some() {
        tree.rows.push(SideRow::words("nothing that is known", RowTone::Faint));
    }
    if tree.is_narrowed() {
        drop_empty(&mut tree.rows);
    }
    tree.rows
}

/// Ends without the subject itself: a type is no user of itself. A function that calls itself is its own caller.
fn without_itself<'g>(graph: &Graph<'_>, subject: SymbolId, mut ends: Vec<End<'g>>) -> Vec<End<'g>> {
    ends.retain(|end| end.symbol != subject || graph.symbol(subject).kind().is_callable());
    ends
}

/// Drops headings that have no rows below them any more.
fn drop_empty(rows: &mut Vec<SideRow>) {
    for at in (1..rows.len()).rev() {
        let is_heading = matches!(rows[at].what, RowWhat::Heading(..)) && rows[at].open == Some(true);
        if is_heading && rows.get(at + 1).is_none_or(|next| next.depth <= rows[at].depth) {
            rows.remove(at);
        }
    }
}

fn label(graph: &Graph<'_>, id: SymbolId) -> String {
    clean(&graph.symbol(id).label()).into_owned()
}

/// The relation that leads on from an end: callers of callers, what uses a user, what a callee calls.
fn leads_on(kind: RelationKind, end: SymbolKind) -> Option<RelationKind> {
    let next = match kind {
        RelationKind::Callers | RelationKind::Users if end.is_callable() => RelationKind::Callers,
        RelationKind::Callers | RelationKind::Users => RelationKind::Users,
        RelationKind::Callees | RelationKind::Used if end.is_callable() => RelationKind::Callees,
        RelationKind::Used => RelationKind::Used,
        RelationKind::Embedded
        | RelationKind::Embedders
        | RelationKind::Imports
        | RelationKind::Importers => kind,
        _ => return None,
    };
    Some(next).filter(|next| next.is_asked_of(end) && !next.is_of_packages())
}

/// A tree in the making.
struct Tree<'t, 'g> {
    graph: &'t Graph<'g>,
    choices: &'t RelatedChoices,
    toggled: &'t FxHashSet<String>,
    filter: &'t Filter,
    rows: Vec<SideRow>,
}

impl<'g> Tree<'_, 'g> {
    fn is_narrowed(&self) -> bool {
        self.choices.sure || !self.filter.is_empty()
    }

    fn is_open(&self, key: &str, usually: bool) -> bool {
        usually != self.toggled.contains(key)
    }

    /// Adds a heading; returns whether it is open.
    fn heading(&mut self, key: &str, depth: u16, (text, note): (String, String), usually: bool) -> bool {
        let open = self.is_open(key, usually);
        self.rows.push(SideRow::heading(key, text, note).below(depth).folding(open));
        open
    }

    fn strength(&self, end: &End<'_>) -> f32 {
        match (end.edge, end.certainty) {
            (Some(edge), _) => self.graph.edge(edge).strength(),
            (None, Certainty::Possible) => 0.5,
            (None, _) => 1.0,
        }
    }

    /// Puts ends in order: code before tests, the surest and most important first, or as they come in the source.
    fn in_order(&self, ends: &mut [End<'g>]) {
        let graph = self.graph;
        if self.choices.by_line {
            return ends.sort_by_cached_key(|end| {
                let at = end.lines.first().copied().unwrap_or_else(|| graph.symbol(end.symbol).line());
                (graph.symbol(end.symbol).path(), at)
            });
        }
        ends.sort_by_cached_key(|end| {
            let percent = (self.strength(end) * 100.0).round() as i64;
            let weight = end.edge.map_or_else(
                || graph.load(end.symbol),
                |edge| graph.neighbour_weight(&graph.edge(edge), end.symbol),
            );
            (-percent, is_data(graph, end.symbol), Reverse(weight.to_bits()))
        });
    }

    /// Adds the ends of a list, tests last in a group of their own.
    fn list(&mut self, kind: RelationKind, key: &str, depth: u16, ends: Vec<End<'g>>, path: &[SymbolId]) {
        let graph = self.graph;
        let mut matcher = matcher();
        let mut fits = |end: &End<'g>| {
            let is_sure =
                !self.choices.sure || end.certainty != Certainty::Possible && self.strength(end) >= 0.5;
            // Only what is linked with the symbol itself is filtered.
            let is_named = path.len() > 1
                || self.filter.is_empty()
                || graph.entry(end.symbol.ix()).is_some_and(|entry| self.filter.fits(&entry, &mut matcher));
            is_sure && is_named
        };
        let ends: Vec<End<'g>> = ends.into_iter().filter(|end| fits(end)).collect();
        let (mut tests, mut code): (Vec<_>, Vec<_>) =
            ends.into_iter().partition(|end| graph.symbol(end.symbol).is_of_tests());
        self.in_order(&mut code);
        let more = format!("{key}/more");
        let hidden = code.len().saturating_sub(MAX_ENDS);
        let is_cut = hidden > 0 && self.filter.is_empty() && !self.toggled.contains(&more);
        if is_cut {
            code.truncate(MAX_ENDS);
        }
        let has_code = !code.is_empty();
        for end in code {
            self.end(kind, key, depth, &end, path);
        }
        if is_cut {
            let words = SideRow::words(format!("{} more", grouped(hidden as u64)), RowTone::Faint);
            self.rows.push(SideRow { key: more, ..words }.below(depth).folding(false));
        }
        if tests.is_empty() {
            return;
        }
        self.in_order(&mut tests);
        let key = format!("{key}/tests");
        let head = ("in tests".to_owned(), grouped(tests.len() as u64));
        if self.heading(&key, depth, head, !has_code || !self.filter.is_empty()) {
            for end in tests {
                self.end(kind, &key, depth + 1, &end, path);
            }
        }
    }

    /// Adds an end and, if it is unfolded, what lies behind it.
    fn end(&mut self, kind: RelationKind, list: &str, depth: u16, end: &End<'g>, path: &[SymbolId]) {
        let graph = self.graph;
        let symbol = graph.symbol(end.symbol);
        let key = format!("{list}/{}", symbol.id_text());
        let is_again = path.contains(&end.symbol);
        let on = leads_on(kind, symbol.kind()).filter(|_| !is_again);
        let below = on.filter(|_| self.toggled.contains(&key)).map(|on| (on, ends(graph, on, end.symbol)));
        let has_below = on.is_some_and(|on| match &below {
            Some((_, ends)) => !ends.is_empty(),
            None => has_ends(graph, on, end.symbol),
        });
        let via = end.via.filter(|_| path.len() > 1).map(|via| format!("through {}", via.name(graph)));
        let note = if is_again { Some("↻ again".to_owned()) } else { via }.unwrap_or_default();
        let sure = Sure::of(self.strength(end));
        let row = SideRow::symbol(graph, list, depth, end.symbol, sure, &note).at(self.place(kind, end));
        self.rows.push(SideRow { open: has_below.then_some(below.is_some()), ..row });
        if let Some((on, ends)) = below {
            let path: Vec<SymbolId> = path.iter().copied().chain([end.symbol]).collect();
            self.list(on, &key, depth + 1, by_symbol(&ends), &path);
        }
    }

    /// Where an end refers to what it is an end of, or is referred to from there; `None` where no line says it.
    fn place(&self, kind: RelationKind, end: &End<'g>) -> Option<Shown> {
        let ends = [end.symbol, end.of];
        let [holder, used] = if kind.direction() == Direction::Incoming { ends } else { [ends[1], ends[0]] };
        Shown::uses(self.graph, holder, &end.lines, used)
    }
}
