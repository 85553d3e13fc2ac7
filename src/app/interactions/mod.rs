//! The memory of what was used: its symbols in an order, what changes with them, and what it does to an answer.

pub mod requests;
mod rows;

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::action::Action;
use super::ctx::Ctx;
use super::job::Job;
use super::msg::{Effect, StoreTask};
use crate::app::query::QueryView;
use crate::app::query::requests::{Answered, QueryAsked};
use crate::app::undo::after;
use crate::model::{Followed, Follower, clean, counted};
use crate::rank::HISTORY_PART;
pub use requests::{InteractionRow, InteractionSort, Partners, Remember, Remembered, WithoutMemory};

/// The memory as the panel shows it.
#[derive(Default)]
pub struct Interactions {
    pub rows: Vec<InteractionRow>,
    /// The sum of all rows' weights for a walk's start.
    total: f64,
    pub sort: InteractionSort,
    /// The symbols that change together with one, by its id; only of rows that were unfolded.
    partners: FxHashMap<String, Partners>,
    /// The row whose partners are awaited.
    asked: Option<String>,
    /// The answer to the last question without the memory, for comparison; `None` if nothing is remembered, or until it
    /// is known.
    without: Option<WithoutMemory>,
    /// Rises with every change of the above.
    pub version: usize,
}

impl Interactions {
    /// A row's share of every walk's start, in [0, 0.05].
    fn part(&self, row: &InteractionRow) -> f64 {
        if self.total > 0.0 { HISTORY_PART * row.score.max(0.0) / self.total } else { 0.0 }
    }

    /// Takes over the memory.
    pub(super) fn memory_came(&mut self, cx: &mut Ctx, remembered: Remembered) {
        if let Some(note) = &remembered.note {
            cx.warn(clean(note).into_owned());
        }
        cx.remembered = Some(remembered);
        self.lay_out(cx);
    }

    /// Follows the remembered symbols into another graph.
    pub(super) fn graph_came(&mut self, cx: &mut Ctx) {
        if let Some(snapshot) = cx.index.snapshot.clone() {
            cx.store(StoreTask::Remember(Remember::Settle(snapshot)));
        }
        self.partners.clear();
        self.asked = None;
        self.lay_out(cx);
    }

    /// Lays the rows out anew.
    fn lay_out(&mut self, cx: &Ctx) {
        self.version += 1;
        self.rows.clear();
        self.total = 0.0;
        let Some(Remembered { memory, now, .. }) = &cx.remembered else { return };
        let graph = cx.index.snapshot.as_ref().map(|snapshot| snapshot.graph());
        let mut follower = graph.as_ref().map(Follower::new);
        for (id, tally) in memory.iter() {
            let score = tally.score(*now);
            let symbol = match follower.as_mut().map(|follower| follower.follow(id)) {
                Some(Followed::Same(symbol) | Followed::Moved(symbol)) => Some(symbol),
                _ => None,
            };
            self.total += if symbol.is_some() { score.max(0.0) } else { 0.0 };
            self.rows.push(InteractionRow { id: id.to_owned(), tally: *tally, symbol, score });
        }
        match self.sort {
            InteractionSort::Score => self.rows.sort_by(|a, b| b.score.total_cmp(&a.score)),
            InteractionSort::Last => self.rows.sort_by_key(|row| Reverse(row.tally.last())),
            // Names as the rows show them: the label of a symbol that exists, otherwise the id.
            InteractionSort::Name => {
                self.rows.sort_by_cached_key(|row| match graph.as_ref().zip(row.symbol) {
                    Some((graph, symbol)) => graph.symbol(symbol).label(),
                    None => row.id.clone(),
                });
            }
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

    pub fn without_came(&mut self, without: WithoutMemory) {
        self.without = Some(without);
        self.version += 1;
    }

    pub(super) fn partners_came(&mut self, partners: Partners) {
        self.asked = None;
        self.partners.insert(partners.of.clone(), partners);
        self.version += 1;
    }

    /// Puts the rows into their next order.
    pub(in crate::app) fn next_order(&mut self, cx: &mut Ctx) {
        self.sort = after(&InteractionSort::ALL, self.sort);
        self.lay_out(cx);
        cx.tell(format!("sorted by {}", self.sort.name()));
    }

    /// Switches tracking on or off, for as long as the program runs.
    pub(in crate::app) fn track(&mut self, cx: &mut Ctx) {
        cx.settings.track_interactions = !cx.settings.track_interactions;
        let text = if cx.settings.track_interactions {
            "tracking is on until you quit; a setting keeps it on"
        } else {
            "tracking is off; what is remembered stays until cleared"
        };
        cx.tell(text);
        cx.teach_switch(Action::MemoryTrack);
        self.version += 1;
    }

    /// Forgets all symbols, and the questions of a view, if that is meant.
    pub(in crate::app) fn clear(cx: &mut Ctx, query: &mut QueryView) {
        let symbols = cx.remembered.as_ref().map_or(0, |remembered| remembered.memory.len());
        let questions = query.asked_before().len();
        if symbols + questions == 0 {
            return cx.warn("nothing is remembered: there is nothing to forget");
        }
        let all = format!("{} and {}", counted(symbols, "symbol"), counted(questions, "question"));
        let key = cx.key(Action::MemoryClear);
        if cx.is_meant(Action::MemoryClear, format!("forget {all}? {key} confirms, any other key cancels")) {
            cx.store(StoreTask::Remember(Remember::Clear));
            query.forget_asked(cx);
            cx.push(Effect::KeepPlace);
            cx.tell(format!("forgotten: {all}"));
        }
    }

    /// Forgets the symbol of an id, if that is meant.
    pub(in crate::app) fn forget(&self, cx: &mut Ctx, id: &str) {
        let Some(row) = self.rows.iter().find(|row| row.id == id) else {
            return cx.warn("no symbol is selected: there is nothing to forget");
        };
        let name = row.symbol.and_then(|symbol| cx.name_of(symbol));
        let name = name.unwrap_or_else(|| clean(id).into_owned());
        let key = cx.key(Action::TakeOut);
        if cx.is_meant(Action::TakeOut, format!("forget {name}? {key} confirms")) {
            cx.tell(format!("forgotten: {name}"));
            cx.store(StoreTask::Remember(Remember::Forget(id.to_owned())));
        }
    }
}
