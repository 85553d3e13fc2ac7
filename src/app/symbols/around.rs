//! The relations pane: rows around the selected symbol, their filter and order, and the places of each in the source.

use super::SymbolsView;
use super::around_columns::in_columns;
use super::panes::Around;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::filter::Filter;
use crate::app::list::Cursor;
use crate::app::listing::Listing;
use crate::app::msg::Tone;
use crate::app::pane::slot::Slot;
use crate::app::relations::{RelationOrder, RelationRow, broken, kept, relations};
use crate::app::symbol_rows::SymbolSource;
use crate::app::view_state::ViewState;
use crate::model::{Graph, SymbolId};

impl super::SymbolsView {
    /// The first neighbour of the group of relations after or before the cursor's, where `action` asks for one.
    pub(super) fn next_group(&self, action: Action) -> Option<usize> {
        if let (true, Action::Left | Action::Right) = (self.around.in_columns, action) {
            let Listing { corpus: SymbolSource::Graph(snapshot), .. } = self.listing.as_ref()? else {
                return None;
            };
            if let Some(at) = self.across(&snapshot.graph(), action == Action::Right) {
                return Some(at);
            }
        }
        let is_first = |at: &usize| {
            let above = at.checked_sub(1).map(|at| &self.relations[at]);
            !matches!(self.relations[*at], RelationRow::Heading(_))
                && matches!(above, Some(RelationRow::Heading(_)))
        };
        let mut firsts = (0..self.relations.len()).filter(is_first);
        match action {
            Action::Right => firsts.find(|&at| at > self.relation.at),
            // From within a group it goes to the group's first row, from there to the previous group.
            Action::Left => firsts.take_while(|&at| at < self.relation.at).last(),
            _ => None,
        }
    }

    /// The row under the cursor of the relations, if that pane has the focus.
    pub(super) fn beside(&self) -> Option<&RelationRow> {
        self.relations.get(self.relation.at).filter(|_| self.slots.focus == Slot::Side)
    }

    /// The path and the lines of the places of the row under the cursor.
    pub(super) fn sites(&self) -> Option<(String, Vec<u32>)> {
        let Listing { corpus: SymbolSource::Graph(snapshot), .. } = self.listing.as_ref()? else {
            return None;
        };
        let graph = snapshot.graph();
        let (holder, lines) = self.beside()?.places(&graph)?;
        (!lines.is_empty()).then(|| (graph.symbol(holder).path().to_owned(), lines.into_owned()))
    }

    /// The name in the line of a use that leads on: that of what is used.
    pub(super) fn name_at_site(&self) -> Option<String> {
        let (snapshot, row) = (self.graph()?, self.beside()?);
        let graph = snapshot.graph();
        let RelationRow::Edge { edge, other, .. } = *row else { return None };
        let edge = graph.edge(edge);
        let used = if edge.from == other { edge.to } else { other };
        Some(graph.symbol(used).name().to_owned())
    }

    /// The neighbour under the cursor in another graph of the tree.
    pub(super) fn beside_in(&self, newer: &Graph<'_>) -> Option<SymbolId> {
        let Listing { corpus: SymbolSource::Graph(snapshot), .. } = self.listing.as_ref()? else {
            return None;
        };
        newer.counterpart(&snapshot.graph(), self.beside()?.other()?)
    }

    fn first_edge(&self) -> usize {
        self.relations.iter().position(|row| row.other().is_some()).unwrap_or(0)
    }
}

impl SymbolsView {
    /// Makes the rows around the selection again. The filter is dropped for another symbol, whose rows it would only
    /// hide.
    pub(super) fn surround(&mut self, cx: &mut Ctx) {
        let call_path = if self.subject.is_some() { None } else { self.call_path_rows(cx) };
        let in_columns = call_path.is_none() && self.columns(cx).is_some();
        let (all, of) = self.rows_around(in_columns).unzip();
        let symbols = &mut *self;
        let around = &mut symbols.around;
        if around.of != of {
            *around = Around { order: around.order, sure: around.sure, ..Around::default() };
        }
        (around.all, around.of, around.in_columns) = (call_path.or(all).unwrap_or_default(), of, in_columns);
        let wanted = symbols.wanted_beside.take();
        if symbols.around.all.iter().any(|row| wanted.is_some() && row.other() == wanted) {
            symbols.slots.focus = Slot::Side;
        }
        self.sift(cx, wanted);
    }

    /// All rows around the subject, and its id in words.
    fn rows_around(&self, is_in_columns: bool) -> Option<(Vec<RelationRow>, String)> {
        let Listing { corpus: SymbolSource::Graph(snapshot), .. } = self.listing.as_ref()? else {
            return None;
        };
        let (graph, subject) = (snapshot.graph(), self.subject()?);
        let rows = relations(&graph, subject, self.around.order);
        let rows = if is_in_columns { in_columns(&graph, subject, &rows) } else { rows };
        Some((rows, graph.symbol(subject).id_text()))
    }

    /// Applies the filter, with the cursor on `neighbour` or otherwise on the first row.
    fn sift(&mut self, cx: &Ctx, neighbour: Option<SymbolId>) {
        self.around.area = self.area(cx, Slot::Side);
        self.relations = self.sifted();
        let symbols = &mut *self;
        let known = |wanted| symbols.relations.iter().position(|row| row.other() == Some(wanted));
        let Some(at) = neighbour.and_then(known) else {
            symbols.around.site = 0;
            symbols.relation = Cursor { at: symbols.first_edge(), offset: 0 };
            return;
        };
        let (len, height) = (symbols.relations.len(), self.height(cx, Slot::Side));
        self.relation = Cursor::default().jumped(at, len, height);
    }

    fn sifted(&self) -> Vec<RelationRow> {
        let (symbols, around) = (self, &self.around);
        let sure = around.sure && symbols.call_path.is_none();
        let rows = match &symbols.listing {
            Some(Listing { corpus: SymbolSource::Graph(snapshot), .. }) if around.is_filtered() || sure => {
                kept(&snapshot.graph(), &around.all, &Filter::parse(around.line.text()), sure)
            }
            _ => around.all.clone(),
        };
        broken(rows, usize::from(around.area.width))
    }

    /// Orders rows anew if they go into columns or leave them, and breaks notes again if the pane's width changed;
    /// returns whether its area changed.
    pub(super) fn around_reshaped(&mut self, cx: &Ctx) -> bool {
        let in_columns = self.columns(cx).is_some();
        if in_columns != self.around.in_columns {
            let neighbour = self.relations.get(self.relation.at).and_then(RelationRow::other);
            self.around.in_columns = in_columns;
            if let (None, Some((rows, _))) = (&self.call_path, self.rows_around(in_columns)) {
                self.around.all = rows;
                self.sift(cx, neighbour);
                return true;
            }
        }
        let area = self.area(cx, Slot::Side);
        let before = std::mem::replace(&mut self.around.area, area);
        if area.width == before.width {
            return area.height != before.height;
        }
        let at = self.relation.at;
        let before = self.relations.get(at).cloned();
        self.relations = self.sifted();
        let place = before.and_then(|before| self.relations.iter().position(|row| *row == before));
        self.relation.at = place.unwrap_or(at);
        true
    }

    /// Moves the cursor to another row, and shows that row's first place.
    pub(super) fn point_beside(&mut self, cursor: Cursor) {
        if cursor.at != self.relation.at {
            self.around.site = 0;
            self.slots.pane.spot = None;
        }
        self.relation = cursor;
    }

    /// Called after the pane's filter was changed.
    pub(super) fn around_typed(&mut self, cx: &mut Ctx) {
        self.sift(cx, None);
        self.look(cx);
    }

    /// Drops the filter; returns whether there was one.
    pub(super) fn around_unfiltered(&mut self, cx: &mut Ctx) -> bool {
        let is_filtered = self.slots.focus == Slot::Side && !self.around.line.text().is_empty();
        if is_filtered {
            let neighbour = self.beside().and_then(RelationRow::other);
            self.around.line.set("");
            self.sift(cx, neighbour);
            self.look(cx);
        }
        is_filtered
    }

    /// Carries out an action of the focused pane; returns whether it is one.
    pub(super) fn around_act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        let is_own = matches!(
            action,
            Action::Type | Action::Order | Action::Narrower | Action::Wider | Action::Next | Action::Previous
        );
        if !is_own || self.slots.focus != Slot::Side {
            return false;
        }
        match action {
            Action::Type => {
                self.around.typing = true;
                self.around.line.select();
            }
            Action::Order | Action::Narrower | Action::Wider if self.call_path.is_some() => {
                cx.notify(Tone::Bad, "paths are always in order: surest first, each step by step");
            }
            Action::Order => self.around_ordered(cx),
            Action::Narrower | Action::Wider => self.around_sure(cx, action == Action::Narrower),
            action => self.go_to_site(cx, action == Action::Next),
        }
        true
    }

    fn around_ordered(&mut self, cx: &mut Ctx) {
        let neighbour = self.beside().and_then(RelationRow::other);
        let order = self.around.order.next();
        self.around.order = order;
        let word = match order {
            RelationOrder::Importance => "the surest and most important first",
            RelationOrder::Line => "by source line",
        };
        cx.notify(Tone::Good, word);
        self.surround(cx);
        self.sift(cx, neighbour);
        self.look(cx);
    }

    fn around_sure(&mut self, cx: &mut Ctx, sure: bool) {
        let neighbour = self.beside().and_then(RelationRow::other);
        self.around.sure = sure;
        let text = if self.around.sure {
            "without guesses, and without what an interface call might reach"
        } else {
            "doubtful rows are shown, too"
        };
        cx.notify(Tone::Good, text);
        self.sift(cx, neighbour);
        self.look(cx);
    }

    /// Goes to the next or the previous place of the row under the cursor, wrapping around.
    fn go_to_site(&mut self, cx: &mut Ctx, next: bool) {
        let Some((_, lines)) = self.sites() else {
            return cx.notify(Tone::Bad, "this row has no place in the source");
        };
        let (at, len) = (self.around.site, lines.len());
        if len == 1 {
            return cx.notify(Tone::Good, "this is its only place");
        }
        let site = (at + if next { 1 } else { len - 1 }) % len;
        self.around.site = site;
        self.slots.pane.spot = None;
        self.look(cx);
        cx.notify(Tone::Good, format!("place {} of {len}", site + 1));
    }
}
