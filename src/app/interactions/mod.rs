//! The memory of what was used: its symbols in an order, what changes with them, and what it does to an answer.

mod actions;
pub mod requests;
mod rows;

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ctx::Ctx;
use super::job::Job;
use super::msg::{StoreTask, Tone};
use crate::app::query::requests::{Answered, QueryAsked};
use crate::model::{Followed, Follower, clean};
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
            cx.notify(Tone::Bad, clean(note).into_owned());
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
}
