//! The relations pane when it has a broad screen for itself: what depends on the symbol stands left of the source, what
//! the symbol depends on right of it, each row beside the line of the source that refers to it.

use super::{HEADS, SymbolsView};
use crate::app::ctx::Ctx;
use crate::app::layout::{self, PaneArea, PaneLayout, Shape};
use crate::app::list::Cursor;
use crate::app::listing::Listing;
use crate::app::msg::{Click, Mouse, Tone};
use crate::app::pane::slot::Slot;
use crate::app::relations::RelationRow;
use crate::app::source::SourceSpot;
use crate::app::symbol_rows::SymbolSource;
use crate::app::view_state::ViewState;
use crate::model::{EdgeKind, Graph, SymbolId, grouped};

/// A column of rows beside the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AroundColumn {
    pub area: PaneArea,
    /// True if the cursor is in it.
    pub has_cursor: bool,
    pub rows: Placed,
}

/// The visible rows and their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// Each visible row: its distance from the first row below the head, and its place among all relations.
    pub shown: Vec<(usize, usize)>,
    /// Number of neighbours out of sight, above and below.
    pub hidden: [usize; 2],
}

impl SymbolsView {
    /// The panes of dependants, source and dependencies, if these are side by side.
    pub(super) fn columns(&self, cx: &Ctx) -> Option<PaneLayout> {
        let is_shown = match self.slots.focus {
            Slot::List => false,
            Slot::Source => self.around.in_columns,
            Slot::Side => true,
        };
        let is_wanted = self.wants_columns && is_shown && self.call_path.is_none();
        let body = self.area_without_map(cx);
        let is_broad = Shape::of(body, false) == Shape::Columns;
        (is_broad && is_wanted).then(|| layout::slots(body, false, Slot::Source as usize, &cx.chosen_parts))
    }

    /// The rows of dependants and of dependencies with their places, if these are side by side.
    #[must_use]
    pub fn around_columns(&self, cx: &Ctx) -> Option<[AroundColumn; 2]> {
        let [left, _, right] = self.columns(cx)?.areas;
        let Listing { corpus: SymbolSource::Graph(snapshot), .. } = self.listing.as_ref()? else {
            return None;
        };
        let graph = snapshot.graph();
        let height = usize::from(left.height.saturating_sub(HEADS[Slot::Side as usize]));
        let parted = first_dependency(&graph, &self.relations);
        let cursor = self.relation.at;
        let is_row = |at: usize| self.relations[at].other().is_some();
        let dependants = listed(0..parted, cursor, height, is_row);
        let source_rows = self.slots.pane.rows(cx, self.text_area(cx));
        let wanted = |at: usize| self.row_beside(&graph, source_rows.as_deref()?, at);
        let dependencies = beside_lines(parted..self.relations.len(), cursor, height, wanted, is_row)
            .unwrap_or_else(|| listed(parted..self.relations.len(), cursor, height, is_row));
        Some([
            AroundColumn { area: left, has_cursor: cursor < parted, rows: dependants },
            AroundColumn { area: right, has_cursor: cursor >= parted, rows: dependencies },
        ])
    }

    /// The distance of the source's line that refers to a dependency from the first row of the columns; negative if it
    /// is scrolled away above. `None` if the source shows another file. `source_rows` are the rows of the text that the
    /// rows of the source begin, from 0.
    fn row_beside(&self, graph: &Graph<'_>, source_rows: &[Option<usize>], at: usize) -> Option<isize> {
        let (holder, lines) = self.relations[at].places(graph)?;
        let (text, top) = (self.slots.pane.text()?, self.slots.pane.shown.as_ref()?.top?);
        if text.path != graph.symbol(holder).path() || Some(holder) != self.subject() {
            return None;
        }
        // Of several lines the first visible one counts, if there is one.
        let line = lines.iter().find(|&&line| line as usize > top).or(lines.last())?;
        let folds = &self.slots.pane.folds;
        let place = |row: usize| folds.place_of(row) as isize;
        let row = folds.row_at(folds.place_of((*line as usize).saturating_sub(1)));
        let shown = source_rows.iter().position(|shown| *shown == Some(row)).map(|y| y as isize);
        let below_heads = HEADS[Slot::Source as usize] - HEADS[Slot::Side as usize];
        // A line below the last one is as far away as it is at least.
        let far = if row < top { place(row) - place(top) } else { source_rows.len() as isize };
        Some(shown.unwrap_or(far) + below_heads as isize)
    }

    /// The symbol that the relations are about.
    pub(super) fn subject(&self) -> Option<SymbolId> {
        self.subject.or(self.listed())
    }

    /// Puts callers left of the source and callees right of it, or takes that back.
    pub(super) fn columns_switched(&mut self, cx: &mut Ctx) {
        self.wants_columns = !self.wants_columns;
        if self.wants_columns {
            self.focus_on(cx, Slot::Side);
            if self.columns(cx).is_none() {
                self.wants_columns = false;
                cx.notify(Tone::Bad, "columns need a broad screen, and no ways in their place");
            }
        }
        self.reshaped(cx);
        self.show_in_columns(cx);
    }

    /// Shows the symbol's own lines in the middle, if the columns are there.
    fn show_in_columns(&mut self, cx: &mut Ctx) {
        let subject = self.columns(cx).and_then(|_| self.newest(cx, self.subject()?));
        if let (Slot::Side, Some(subject)) = (self.slots.focus, subject) {
            self.show_declaration(cx, subject);
        }
    }

    /// Shows a symbol's declaration until the cursor of any pane moves.
    pub(super) fn show_declaration(&mut self, cx: &mut Ctx, symbol: SymbolId) {
        let Some(snapshot) = cx.index.snapshot.clone() else { return };
        let graph = snapshot.graph();
        if !graph.symbol(symbol).kind().is_container() {
            self.slots.pane.spot = Some(SourceSpot::declaration(&graph, symbol));
            self.look(cx);
        }
    }

    /// The row of the other column that the cursor goes to sideways.
    pub(super) fn across(&self, graph: &Graph<'_>, right: bool) -> Option<usize> {
        let parted = first_dependency(graph, &self.relations);
        let mut side = if right { parted..self.relations.len() } else { 0..parted };
        let is_there = side.contains(&self.relation.at);
        side.find(|&at| self.relations[at].other().is_some()).filter(|_| !is_there)
    }

    /// Handles the mouse in a column beside the source; `None` elsewhere. Returns whether it pressed a neighbour.
    pub(super) fn column_mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> Option<bool> {
        let columns = self.around_columns(cx)?;
        let column = columns.iter().find(|column| column.area.contains(mouse.x, mouse.y))?;
        if self.slots.focus != Slot::Side {
            self.focus_on(cx, Slot::Side);
        }
        let len = self.relations.len();
        let height = self.height(cx, Slot::Side);
        let cursor = match mouse.did {
            Click::Press => {
                let below = HEADS[Slot::Side as usize];
                let row = usize::from(mouse.y - column.area.y).checked_sub(usize::from(below));
                let pressed = column.rows.shown.iter().find(|(y, _)| Some(*y) == row);
                Cursor { at: pressed.map_or(self.relation.at, |(_, at)| *at), ..self.relation }
            }
            Click::Scroll(by) => self.relation.scrolled(by, len, height),
            Click::Drag | Click::ScrollAside(_) => return Some(false),
        };
        self.point_beside(cursor.clamped(len, height));
        self.look(cx);
        Some(mouse.did == Click::Press && self.beside().is_some_and(|row| row.other().is_some()))
    }
}

/// Returns whether an edge leads to something that the symbol depends on or consists of.
pub(super) fn is_dependency(graph: &Graph<'_>, row: &RelationRow) -> bool {
    match *row {
        RelationRow::Edge { edge, incoming, .. } => !incoming || graph.edge(edge).kind == EdgeKind::MemberOf,
        RelationRow::Heading(_) | RelationRow::Note(_) => false,
    }
}

/// The place of the first heading of dependencies; all rows stand before it if there are none.
fn first_dependency(graph: &Graph<'_>, rows: &[RelationRow]) -> usize {
    let Some(mut first) = rows.iter().position(|row| is_dependency(graph, row)) else { return rows.len() };
    while first > 0 && matches!(rows[first - 1], RelationRow::Heading(_)) {
        first -= 1;
    }
    first
}

/// Rows around a symbol in the order of the columns: dependants, then all that its own lines refer to in the order of
/// these lines, then the rest.
pub(super) fn in_columns(graph: &Graph<'_>, subject: SymbolId, rows: &[RelationRow]) -> Vec<RelationRow> {
    let (mut dependants, mut own, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for group in rows.chunk_by(|_, next| !matches!(next, RelationRow::Heading(_))) {
        let is_own = |row: &RelationRow| match *row {
            RelationRow::Edge { edge, incoming, .. } => !incoming && graph.edge(edge).from == subject,
            RelationRow::Heading(_) | RelationRow::Note(_) => false,
        };
        let notes = group.iter().position(|row| row.other().is_some()).map_or(group.len(), |first| {
            first + group[first..].iter().take_while(|row| row.other().is_some()).count()
        });
        let (group, notes) = group.split_at(notes);
        match () {
            () if group.iter().any(is_own) => own.extend(group.iter().filter(|row| is_own(row)).cloned()),
            () if group.iter().any(|row| is_dependency(graph, row)) => rest.extend_from_slice(group),
            () => dependants.extend_from_slice(group),
        }
        rest.extend_from_slice(notes);
    }
    own.sort_by_key(|row| row.places(graph).and_then(|(_, lines)| lines.first().copied()));
    if !own.is_empty() {
        dependants.push(RelationRow::Heading(format!("depends on {}", grouped(own.len() as u64))));
    }
    dependants.extend(own);
    dependants.extend(rest);
    dependants
}

/// Rows one below the other, scrolled so that the cursor's row is visible.
fn listed(
    rows: std::ops::Range<usize>,
    cursor: usize,
    height: usize,
    is_row: impl Fn(usize) -> bool,
) -> Placed {
    let most = rows.len().saturating_sub(height);
    let first =
        if rows.contains(&cursor) { (cursor - rows.start).saturating_sub(height / 2).min(most) } else { 0 };
    let shown = (rows.start + first)..(rows.start + first + height).min(rows.end);
    let hidden = |part: std::ops::Range<usize>| part.filter(|&at| is_row(at)).count();
    Placed {
        hidden: [hidden(rows.start..shown.start), hidden(shown.end.max(rows.start)..rows.end)],
        shown: shown.enumerate().collect(),
    }
}

/// Rows at the distances that `wanted` gives, or as near below as there is room. The heading stays in the first row, and
/// rows without a line of their own follow the last one that has one. `None` if no line is visible, or the row of the
/// cursor would not be.
fn beside_lines(
    rows: std::ops::Range<usize>,
    cursor: usize,
    height: usize,
    wanted: impl Fn(usize) -> Option<isize>,
    is_row: impl Fn(usize) -> bool,
) -> Option<Placed> {
    let (first, all) = (rows.start, rows.clone());
    let mut placed: Vec<(isize, usize)> = Vec::new();
    let (mut next, mut is_beside) = (1, false);
    for at in rows.skip(1) {
        let y = match wanted(at) {
            Some(y) => {
                is_beside |= (1..height as isize).contains(&y);
                if y < 1 { y.min(0) } else { y.max(next) }
            }
            None => next,
        };
        next = next.max(y + 1);
        placed.push((y, at));
    }
    // Several rows that share a line may push the cursor's below the last visible one.
    let last = height as isize - 1;
    let over = placed.iter().find(|(_, at)| *at == cursor).map_or(0, |(y, _)| (y - last).max(0));
    let is_visible = |y: isize| (1..=last).contains(&(y - over));
    let shown = placed.iter().filter(|(y, _)| is_visible(*y)).map(|(y, at)| ((y - over) as usize, *at));
    let shown: Vec<(usize, usize)> = std::iter::once((0, first)).chain(shown).collect();
    let hides_cursor = all.contains(&cursor) && shown.iter().all(|(_, at)| *at != cursor);
    if !is_beside || hides_cursor {
        return None;
    }
    let hidden =
        |is: &dyn Fn(isize) -> bool| placed.iter().filter(|(y, at)| is(y - over) && is_row(*at)).count();
    Some(Placed { shown, hidden: [hidden(&|y| y < 1), hidden(&|y| y > last)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_row(at: usize) -> bool {
        at != 0
    }

    #[test]
    fn rows_stand_beside_their_lines_or_next_below() {
        // Row 0 is the heading; the others want these places in a column of eight rows.
        let wanted = [None, Some(-3), Some(2), Some(2), Some(3), Some(6), Some(9), None];
        let place = |cursor: usize| beside_lines(0..8, cursor, 8, |at| wanted[at], is_row);
        let at_first = Placed { shown: vec![(0, 0), (2, 2), (3, 3), (4, 4), (6, 5)], hidden: [1, 2] };
        assert_eq!(place(3), Some(at_first));
        assert_eq!(place(1), None, "a line above the first visible one has no place");
        // The cursor's row is visible, wherever its line is pushed to.
        let shifted = Placed { shown: vec![(0, 0), (1, 3), (2, 4), (4, 5), (7, 6)], hidden: [2, 1] };
        assert_eq!(place(6), Some(shifted));
        assert_eq!(beside_lines(0..3, 1, 8, |_| None, is_row), None, "without lines it is a list");
    }

    #[test]
    fn a_list_scrolls_to_its_cursor() {
        let shown = |cursor: usize| {
            let placed = listed(10..20, cursor, 4, |at| at != 10);
            (placed.shown.iter().map(|(_, at)| *at).collect::<Vec<_>>(), placed.hidden)
        };
        assert_eq!(shown(3), (vec![10, 11, 12, 13], [0, 6]));
        assert_eq!(shown(15), (vec![13, 14, 15, 16], [2, 3]));
        assert_eq!(shown(19), (vec![16, 17, 18, 19], [5, 0]));
        assert_eq!(listed(5..5, 3, 4, is_row), Placed::default());
    }
}
