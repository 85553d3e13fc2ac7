//! The Interactions view: the recorded use of this repository, why a row counts, and what changes with it.

mod actions;
pub mod requests;
use super::ctx::Ctx;
use super::job::Job;
use super::list::Cursor;
use super::msg::StoreTask;
use super::nav_history::ViewPlace;
use super::pane::slot::Slot;
use super::pane::slot_rows::SlotRows;
use super::pane::source::SourcePane;
use super::pane::workspace::Workspace;
use super::symbol_rows::SymbolRows;
use super::typed_line::TypedLine;
use super::view_state::ViewState;
use crate::app::action::Action;
use crate::app::hints::Offer;
use crate::app::query::requests::{Answered, QueryAsked};
use crate::app::view::View;
use crate::model::{Followed, Follower, SymbolId};
use crate::rank::HISTORY_PART;
pub use requests::{InteractionRow, InteractionSort, Partners, Remember, Remembered, WithoutMemory};
use std::sync::Arc;

/// Rows of a pane above its content.
pub const HEADS: [u16; 3] = [3, 1, 1];

/// Columns of the list: the score after the cursor's mark, the counts, and the time of the last use.
const SCORE: u16 = 10;
const COUNTS: u16 = 29;
const LAST: u16 = 9;

/// Returns whether a list of this width has the counts: they are also in the pane beside, but a name that is cut is
/// nowhere in full.
pub fn has_counts(width: u16) -> bool {
    width >= 90
}

/// The view's state.
#[derive(Default)]
pub struct InteractionsView {
    pub rows: Vec<InteractionRow>,
    /// The sum of all rows' weights for a walk's start.
    pub total: f64,
    pub cursor: Cursor,
    pub partner: Cursor,
    pub slots: Workspace,
    pub sort: InteractionSort,
    pub typing: bool,
    pub filter: TypedLine,
    pub partners: Option<Partners>,
    /// The answer to the last question without the memory, for comparison; `None` if nothing is remembered, or until it
    /// is known.
    pub without: Option<WithoutMemory>,
}

impl InteractionsView {
    pub fn selected(&self) -> Option<&InteractionRow> {
        self.rows.get(self.cursor.at)
    }

    /// A row's share of every walk's start, in [0, 0.05].
    pub fn part(&self, row: &InteractionRow) -> f64 {
        if self.total > 0.0 { HISTORY_PART * row.score.max(0.0) / self.total } else { 0.0 }
    }

    /// Takes over the memory.
    pub(super) fn memory_came(&mut self, cx: &mut Ctx, remembered: Remembered) {
        if let Some(note) = &remembered.note {
            cx.notify(super::msg::Tone::Bad, crate::model::clean(note).into_owned());
        }
        cx.remembered = Some(remembered);
        self.lay_out(cx);
    }

    /// Lays the rows out anew, keeping the selected symbol.
    fn lay_out(&mut self, cx: &mut Ctx) {
        let kept = self.selected().map(|row| row.id.clone());
        let view = &mut *self;
        view.rows.clear();
        view.total = 0.0;
        let snapshot = cx.index.snapshot.clone();
        let graph = snapshot.as_ref().map(|snapshot| snapshot.graph());
        if let Some(Remembered { memory, now, .. }) = &cx.remembered {
            let mut follower = graph.as_ref().map(Follower::new);
            let wanted = view.filter.text().to_lowercase();
            for (id, tally) in memory.iter() {
                let score = tally.score(*now);
                let symbol = match follower.as_mut().map(|follower| follower.follow(id)) {
                    Some(Followed::Same(symbol) | Followed::Moved(symbol)) => Some(symbol),
                    _ => None,
                };
                view.total += if symbol.is_some() { score.max(0.0) } else { 0.0 };
                // The filter matches the id or the label that the row shows.
                let mut text = format!("{id} ");
                if let Some((graph, symbol)) = graph.as_ref().zip(symbol) {
                    graph.name(symbol.ix()).push_to(&mut text);
                }
                if text.to_lowercase().contains(&wanted) {
                    view.rows.push(InteractionRow { id: id.to_owned(), tally: *tally, symbol, score });
                }
            }
        }
        match view.sort {
            InteractionSort::Score => view.rows.sort_by(|a, b| b.score.total_cmp(&a.score)),
            InteractionSort::Last => view.rows.sort_by_key(|row| std::cmp::Reverse(row.tally.last())),
            // Names as the rows show them: the label of a symbol that exists, otherwise the id.
            InteractionSort::Name => view.rows.sort_by_cached_key(|row| {
                let mut label = String::new();
                match graph.as_ref().zip(row.symbol) {
                    Some((graph, symbol)) => graph.name(symbol.ix()).push_to(&mut label),
                    None => label.clone_from(&row.id),
                }
                label
            }),
        }
        let at = kept.and_then(|id| view.rows.iter().position(|row| row.id == id));
        view.cursor.at = at.unwrap_or(view.cursor.at);
        let (len, height) = (self.rows.len(), self.height(cx, Slot::List));
        self.cursor = self.cursor.clamped(len, height);
        self.turn(cx);
    }

    /// Asks for the partners of the selection.
    fn turn(&mut self, cx: &mut Ctx) {
        if cx.view != View::Interactions {
            return;
        }
        let Some(id) = self.selected().map(|row| row.id.clone()) else { return };
        if self.partners.as_ref().is_none_or(|partners| partners.of != id) {
            self.partner = Cursor::default();
            cx.start(Job::Partners { of: id });
        }
    }

    /// Asks how the answer to the last question would be if nothing were remembered.
    pub(super) fn compare(&mut self, cx: &mut Ctx, answered: Option<&Arc<Answered>>) {
        let is_known = |answered: &Arc<Answered>| {
            self.without.as_ref().is_some_and(|without| Arc::ptr_eq(&without.of, answered))
        };
        let Some(answered) = answered.filter(|answered| !is_known(answered)) else { return };
        let QueryAsked { query, .. } = &answered.asked;
        self.without = None;
        if !(query.interactions.is_empty() && query.traces.is_empty()) {
            cx.start(Job::WithoutMemory(Arc::clone(answered)));
        }
    }

    pub(super) fn partners_came(&mut self, partners: Partners) {
        self.partners = Some(partners);
    }

    fn partner_rows(&self) -> usize {
        let rows = self.partners.as_ref().and_then(|partners| partners.rows.as_ref().ok());
        rows.map_or(0, Vec::len)
    }

    /// Sorts by the column whose head was pressed.
    fn sort_by_head(&mut self, cx: &mut Ctx, width: u16, x: u16) {
        let last = if has_counts(width) { COUNTS } else { 0 } + SCORE;
        let sort = match x {
            x if x < SCORE => Some(InteractionSort::Score),
            x if x < last => None,
            x if x < last + LAST => Some(InteractionSort::Last),
            _ => Some(InteractionSort::Name),
        };
        if let Some(sort) = sort {
            self.sort = sort;
            self.lay_out(cx);
        }
    }
}

impl ViewState for InteractionsView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.carry_out(cx, action)
    }

    fn view(&self) -> View {
        View::Interactions
    }

    fn slots(&self) -> &Workspace {
        &self.slots
    }

    fn slots_mut(&mut self) -> &mut Workspace {
        &mut self.slots
    }

    fn pane(&self) -> Option<&SourcePane> {
        None
    }

    fn pane_mut(&mut self) -> Option<&mut SourcePane> {
        None
    }

    fn look(&mut self, _cx: &mut Ctx) {}

    fn rows_of(&self, _cx: &Ctx, slot: Slot) -> SlotRows {
        let (cursor, len) = match slot {
            Slot::List => (self.cursor, self.rows.len()),
            Slot::Source => return SlotRows::default(),
            Slot::Side => (self.partner, self.partner_rows()),
        };
        SlotRows { head: HEADS[slot as usize], foot: 0, cursor, len }
    }

    fn set_cursor(&mut self, cx: &mut Ctx, slot: Slot, cursor: Cursor) {
        if slot == Slot::List {
            self.cursor = cursor;
            self.turn(cx);
        } else {
            self.partner = cursor;
        }
    }

    fn stop_typing(&mut self, _cx: &mut Ctx) {
        self.typing = false;
    }

    fn press_head(&mut self, cx: &mut Ctx, slot: Slot, column: usize) {
        if slot == Slot::List {
            let width = self.areas(cx)[0].width;
            self.sort_by_head(cx, width, column as u16);
        }
    }

    fn here(&self, _cx: &Ctx) -> ViewPlace {
        ViewPlace::Interactions
    }

    fn hints(&self, cx: &Ctx) -> Vec<Offer> {
        self.hinted(cx)
    }

    /// Another graph is there.
    fn graph_came(&mut self, cx: &mut Ctx) {
        if let Some(snapshot) = cx.index.snapshot.clone() {
            cx.store(StoreTask::Remember(Remember::Settle(snapshot)));
        }
        self.lay_out(cx);
    }

    fn reshaped(&mut self, cx: &Ctx) {
        let (len, height) = (self.rows.len(), self.height(cx, Slot::List));
        self.cursor = self.cursor.clamped(len, height);
    }

    /// The view was turned to.
    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        cx.store(StoreTask::Remember(Remember::Load));
    }

    /// The line that keys are typed into, while they are.
    fn line_mut(&mut self) -> Option<&mut TypedLine> {
        self.typing.then_some(&mut self.filter)
    }

    fn is_typing(&self) -> bool {
        self.typing
    }

    /// The line changed.
    fn typed(&mut self, cx: &mut Ctx) {
        self.lay_out(cx);
    }

    fn row_symbol(&self, cx: &Ctx) -> Option<SymbolId> {
        self.current(cx).filter(|_| self.slots.focus != Slot::Source)
    }

    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        match self.slots.focus {
            Slot::List => self.rows.iter().filter_map(|row| row.symbol).collect(),
            Slot::Source | Slot::Side => self.current(cx).into_iter().collect(),
        }
    }

    /// The symbol that actions are about.
    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        if self.slots.focus != Slot::Side {
            return self.selected()?.symbol;
        }
        let view = self;
        let rows = view.partners.as_ref().and_then(|partners| partners.rows.as_ref().ok())?;
        let (place, ..) = rows.get(view.partner.at)?;
        let snapshot = cx.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        let (path, name) = place.split_once("::").unwrap_or((place, ""));
        let mut symbols = graph.symbols_of(graph.find_file(path)?).map(SymbolId);
        match name {
            "" => symbols.next(),
            name => symbols.skip(1).find(|&id| graph.symbol(id).qualified() == name),
        }
    }

    /// The path and line that the editor opens and that is copied.
    fn place(&self, cx: &Ctx) -> Option<(String, u32)> {
        let snapshot = cx.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        let (path, line) = graph.place(self.current(cx)?);
        Some((path.to_owned(), line))
    }
}
