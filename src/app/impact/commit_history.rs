//! Facts that past commits add to the Impact view: another order, how often each row changes, and what changes with the
//! target.
//!
//! Reading a long history takes seconds the first time, so it is asked for only when one of these is wanted, as a job
//! of its own: the radius stays and moves meanwhile.

use super::ImpactView;
use super::requests::{HistoryDetails, ImpactOrder, ImpactResult, PastRequest};
use crate::app::ctx::Ctx;
use crate::app::job::Job;
use crate::app::pane::slot::Slot;
use crate::app::side::Panel;
use crate::app::view::View;
use crate::app::view_state::ViewState;
use std::sync::Arc;

impl ImpactView {
    pub(super) fn put_in_order(&mut self, cx: &mut Ctx, order: ImpactOrder) {
        self.past.order = order;
        self.ask_past(cx);
        self.grow(cx, self.selected(), false);
    }

    pub(super) fn switch_churn(&mut self, cx: &mut Ctx) {
        self.past.churn = !self.past.churn;
        self.ask_past(cx);
    }

    /// Shows what past commits changed together with the target above the tests, or no more.
    pub(super) fn switch_partners(&mut self, cx: &mut Ctx) {
        self.past.partners = !self.past.partners;
        cx.side.opened[View::Impact as usize] = Some(Panel::Tests);
        self.focus_on(cx, Slot::Side);
        self.ask_past(cx);
    }

    /// Asks for the history details if they are wanted and not there.
    pub(super) fn ask_past(&mut self, cx: &mut Ctx) {
        let Some(blast) = self.blast.clone().filter(|_| self.past.is_wanted()) else { return };
        if self.past.of(&blast).is_none() {
            let ImpactResult { snapshot, target, targets, .. } = &*blast;
            let (snapshot, target, targets) = (snapshot.clone(), target.clone(), targets.clone());
            cx.start(Job::HistoryDetails(Box::new(PastRequest { snapshot, target, targets })));
        }
    }

    /// Takes over the history details, or why there are none.
    pub(in crate::app) fn history_came(
        &mut self,
        cx: &mut Ctx,
        details: Result<Arc<HistoryDetails>, String>,
    ) {
        self.past.details = Some(details);
        if self.past.order == ImpactOrder::WithPast {
            self.grow(cx, self.selected(), false);
        }
    }
}
