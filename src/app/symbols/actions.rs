//! Actions, keys and mouse of the Symbols view, and the choices about its list.

use super::panes::{Next, SymbolsChoices};
use super::{HEAD, SymbolsView};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::JobKind;
use crate::app::listing::{Listing, SymbolColumns, SymbolSort};
use crate::app::nav_history::ViewPlace;
use crate::app::offer::{Offer, begins, offer};
use crate::app::pane::prompt::Typing;
use crate::app::pane::slot::{Slot, SlotRows};
use crate::app::pane::workspace::Workspace;
use crate::app::source::Shown;
use crate::app::symbol_rows::SymbolSource;
use crate::app::tours::requests::TourRows;
use crate::app::undo::{UndoStack, Undoing, after};
use crate::app::view::View;
use crate::app::view_state::ViewState;
use crate::index::Snapshot;
use crate::model::{SymbolId, SymbolKind, clean};
use std::sync::Arc;

/// Columns that an arrow key scrolls the source sideways while the list has the keys.
const ASIDE: isize = 8;

impl SymbolsView {
    fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Type => {
                self.focus_on(cx, Slot::List);
                self.before_typing = Some(self.choices());
                self.slots.prompt.open();
            }
            Action::Order => self.sort_by(cx, after(&SymbolSort::ALL, self.sort)),
            Action::OrderRank => self.sort_by(cx, SymbolSort::Rank),
            Action::OrderLoad => self.sort_by(cx, SymbolSort::Load),
            Action::OrderStarts => self.sort_by(cx, SymbolSort::Starts),
            Action::OrderIn => self.sort_by(cx, SymbolSort::FanIn),
            Action::OrderOut => self.sort_by(cx, SymbolSort::FanOut),
            Action::OrderName => self.sort_by(cx, SymbolSort::Name),
            Action::OrderUse => self.sort_by(cx, SymbolSort::Use),
            Action::HideTests => {
                self.hide_tests = !self.hide_tests;
                self.list_again(cx);
            }
            Action::HideGenerated => {
                self.hide_generated = !self.hide_generated;
                self.list_again(cx);
            }
            Action::Climb if self.slots.focus != Slot::List || cx.zoomed => return false,
            Action::Climb => {
                if !self.clear_filter(cx) && std::mem::take(&mut cx.greets) {
                    self.reshaped(cx);
                }
            }
            _ => return false,
        }
        true
    }

    fn sort_by(&mut self, cx: &mut Ctx, sort: SymbolSort) {
        self.slots.pane.leave();
        self.sort = sort;
        // After sorting, the first row is selected.
        self.next = Next::First;
        cx.tell(format!("sorted by {}", sort.name()));
        self.list_again(cx);
    }
}

impl Undoing for SymbolsView {
    type Choices = SymbolsChoices;

    fn choices(&self) -> SymbolsChoices {
        SymbolsChoices {
            filter: self.slots.prompt.text().to_owned(),
            sort: self.sort,
            hides: (self.hide_tests, self.hide_generated),
        }
    }

    fn past(&mut self) -> &mut UndoStack<SymbolsChoices> {
        &mut self.undo
    }

    fn restore(&mut self, cx: &mut Ctx, before: SymbolsChoices) -> String {
        let now = self.choices();
        let SymbolsChoices { filter, sort, hides } = before;
        let holds = match () {
            () if now.filter != filter && filter.is_empty() => "no filter".to_owned(),
            () if now.filter != filter => format!("filter: {filter}"),
            () if now.sort != sort => format!("sorted by {}", sort.name()),
            () => {
                let [tests, generated] =
                    [hides.0, hides.1].map(|hidden| if hidden { "hidden" } else { "shown" });
                format!("tests {tests}, generated code {generated}")
            }
        };
        self.slots.prompt.line.set(&filter);
        self.sort = sort;
        (self.hide_tests, self.hide_generated) = hides;
        self.list_again(cx);
        format!("again {holds}")
    }
}

impl ViewState for SymbolsView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.act_or_undo(cx, action, Self::carry_out)
    }

    fn view(&self) -> View {
        View::Symbols
    }

    fn slots(&self) -> &Workspace {
        &self.slots
    }

    fn slots_mut(&mut self) -> &mut Workspace {
        &mut self.slots
    }

    fn list_rows(&self, cx: &Ctx) -> SlotRows {
        let len = self.listing.as_ref().map_or(0, |listing| listing.rows.len());
        SlotRows { head: HEAD, foot: self.greeting(cx), cursor: self.slots.cursor, len }
    }

    fn turned(&mut self, cx: &mut Ctx) {
        self.slots.pane.leave();
        self.settle(cx);
    }

    /// Scrolls the source sideways.
    fn fold(&mut self, cx: &mut Ctx, open: bool) -> bool {
        let area = self.text_area(cx);
        self.slots.pane.scroll_aside(area, if open { ASIDE } else { -ASIDE })
    }

    /// Sorts by the column whose head was pressed.
    fn press_head(&mut self, cx: &mut Ctx, column: usize) {
        let Some(listing) = &self.listing else { return };
        let width = self.areas(cx)[Slot::List as usize].width;
        let sort = SymbolColumns::fitting(width, listing).sort_at(column, self.sort);
        if let Some(sort) = sort.filter(|&sort| sort != self.sort) {
            self.choosing(cx, Action::Order, |view, cx| view.sort_by(cx, sort));
        }
    }

    fn wanted(&self, _cx: &Ctx) -> Option<Shown> {
        let (listing, row) = (self.listing.as_ref()?, self.row()?);
        let own = self.graph().map(|snapshot| snapshot.graph().symbol(SymbolId(row)).name().to_owned());
        let (path, line) = listing.corpus.place(row)?;
        let is_package = listing.corpus.open(|rows| rows.kind(row as usize)) == SymbolKind::Package;
        let clause = is_package.then_some(line);
        Some(Shown { clause, ..Shown::named(&path, line, own.as_deref()) })
    }

    fn closed(&mut self, cx: &mut Ctx, _how: Typing) {
        self.reshaped(cx);
        if let Some(before) = self.before_typing.take() {
            let after = self.choices();
            self.undo.keep(before, &after);
        }
    }

    fn here(&self, cx: &Ctx) -> ViewPlace {
        ViewPlace::Symbols(self.left(cx))
    }

    fn come_back(&mut self, cx: &mut Ctx, place: ViewPlace) {
        if let ViewPlace::Symbols(left) = place {
            self.return_to(cx, &left);
        }
    }

    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        self.tell_lost(cx);
    }

    fn graph_came(&mut self, cx: &mut Ctx) {
        if let Some(snapshot) = cx.index.snapshot.clone() {
            self.corpus_came(cx, SymbolSource::Graph(snapshot));
        }
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        self.is_early(cx).then_some(JobKind::Filter)
    }

    fn hints(&self, cx: &Ctx) -> Vec<Offer> {
        let back = (cx.places.count().0 > 0).then(|| Action::Back.into());
        let own = [
            Action::Descend.into(),
            offer(&[Action::Type], "filter"),
            begins(&cx.keymap, Action::Order, "order"),
            Action::Pick.into(),
        ];
        own.into_iter().chain(back).collect()
    }

    /// Returns whether a list is awaited of another filter, or one that selects something else.
    fn is_early(&self, cx: &Ctx) -> bool {
        // Until the index is opened no list is asked for, yet what is typed meanwhile is about the first one.
        let Some(listing) = &self.listing else { return cx.index.problem.is_none() };
        let is_other = listing.text != self.slots.prompt.text();
        cx.is_awaited(JobKind::Filter) && (matches!(self.next, Next::Symbol(_)) || is_other)
    }

    fn rows_of(&self) -> Option<&Arc<Snapshot>> {
        self.graph()
    }

    fn symbol_at(&self, at: usize) -> Option<SymbolId> {
        let row = self.listing.as_ref()?.rows.get(at).filter(|_| self.graph().is_some())?;
        Some(SymbolId(*row))
    }

    /// The rows of the list, whose own graph may be older.
    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        match (self.current(cx), &self.listing) {
            (Some(_), Some(Listing { corpus: SymbolSource::Graph(_), rows, .. })) => {
                rows.iter().filter_map(|&row| self.newest(cx, SymbolId(row))).collect()
            }
            (current, _) => current.into_iter().collect(),
        }
    }

    fn tour_rows(&self, cx: &Ctx) -> Option<TourRows> {
        let title = match self.slots.prompt.text().trim() {
            "" => "The list of symbols".to_owned(),
            filter => format!("Symbols: {}", clean(filter)),
        };
        let symbols = self.listed_symbols(cx);
        (!symbols.is_empty()).then_some(TourRows { title, symbols })
    }

    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        let Listing { corpus: seen @ SymbolSource::Glimpses(_), .. } = self.listing.as_ref()? else {
            return self.newest(cx, self.selected()?);
        };
        // The first graph is there and its list is awaited: the visible row is meant.
        let first = SymbolSource::Graph(cx.index.snapshot.clone()?);
        first.find(seen, self.row()?).map(SymbolId)
    }

    /// A filter's line changed.
    fn typed(&mut self, cx: &mut Ctx) {
        self.slots.pane.leave();
        self.list_again(cx);
    }
}
