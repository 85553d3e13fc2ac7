//! What past commits add to the Impact view: another order, how lively each row is, and what changes with the target.
//!
//! Reading a long history takes seconds the first time, so it is asked for only when one of these is wanted, as a job
//! of its own: the radius stays and moves meanwhile.

use super::Impact;
use super::data::{Below, HistoryDetails, ImpactResult, Order, Pane, PastRequest};
use crate::app::ctx::Ctx;
use crate::app::job::Job;
use crate::app::list::Cursor;
use std::sync::Arc;

impl Impact {
    pub(super) fn switch_order(&mut self, cx: &mut Ctx) {
        let next = match self.past.order {
            Order::Likely => Order::WithPast,
            Order::WithPast => Order::Score,
            Order::Score => Order::Likely,
        };
        self.put_in_order(cx, next);
    }

    pub(super) fn put_in_order(&mut self, cx: &mut Ctx, order: Order) {
        self.past.order = order;
        self.ask_past(cx);
        self.grow(cx, self.selected(), false);
    }

    pub(super) fn switch_churn(&mut self, cx: &mut Ctx) {
        self.past.churn = !self.past.churn;
        self.ask_past(cx);
    }

    /// Turns the pane below to the partners, or back to the tests.
    pub(super) fn switch_below(&mut self, cx: &mut Ctx) {
        let past = &mut self.past;
        past.below = match past.below {
            Below::Tests => Below::Partners,
            Below::Partners => Below::Tests,
        };
        // On a screen for one pane at a time nobody would see it otherwise.
        if self.areas(cx)[Pane::Below as usize].height == 0 {
            self.focus = Pane::Below;
        }
        self.ask_past(cx);
    }

    /// Asks for the past, where it is wanted and not known.
    pub(super) fn ask_past(&mut self, cx: &mut Ctx) {
        let Some(blast) = self.blast.clone().filter(|_| self.past.is_wanted()) else { return };
        if self.past.of(&blast).is_none() {
            let ImpactResult { snapshot, target, targets, .. } = &*blast;
            let (snapshot, target, targets) = (snapshot.clone(), target.clone(), targets.clone());
            cx.start(Job::HistoryDetails(Box::new(PastRequest { snapshot, target, targets })));
        }
    }

    /// The past answered.
    pub(in crate::app) fn lore_came(&mut self, cx: &mut Ctx, details: Result<Arc<HistoryDetails>, String>) {
        self.past.details = Some(details);
        self.past.partner = Cursor::default();
        if self.past.order == Order::WithPast {
            self.grow(cx, self.selected(), false);
        }
    }
}
