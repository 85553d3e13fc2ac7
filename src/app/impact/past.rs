//! What past commits add to the Impact view: another order, how lively each row is, and what changes with the target.
//!
//! Reading a long history takes seconds the first time, so it is asked for only when one of these is wanted, as a job
//! of its own: the radius stays and moves meanwhile.

use super::data::{Below, Blast, Lore, Order, Pane, PastRequest};
use crate::app::App;
use crate::app::job::Job;
use crate::app::list::Cursor;
use std::sync::Arc;

impl App {
    pub(super) fn switch_order(&mut self) {
        self.impact.past.order = match self.impact.past.order {
            Order::Score => Order::Likely,
            Order::Likely => Order::Score,
        };
        self.impact_past();
        self.impact_grown(self.impact.selected(), false);
    }

    pub(super) fn switch_churn(&mut self) {
        self.impact.past.churn = !self.impact.past.churn;
        self.impact_past();
    }

    /// Turns the pane below to the partners, or back to the tests.
    pub(super) fn switch_below(&mut self) {
        let past = &mut self.impact.past;
        past.below = match past.below {
            Below::Tests => Below::Partners,
            Below::Partners => Below::Tests,
        };
        // On a screen for one pane at a time nobody would see it otherwise.
        if self.impact_areas()[Pane::Below as usize].height == 0 {
            self.impact.focus = Pane::Below;
        }
        self.impact_past();
    }

    /// Asks for the past, where it is wanted and not known.
    pub(super) fn impact_past(&mut self) {
        let Some(blast) = self.impact.blast.clone().filter(|_| self.impact.past.is_wanted()) else { return };
        if self.impact.past.of(&blast).is_none() {
            let Blast { snapshot, target, targets, .. } = &*blast;
            let (snapshot, target, targets) = (snapshot.clone(), target.clone(), targets.clone());
            self.start(Job::Lore(Box::new(PastRequest { snapshot, target, targets })));
        }
    }

    /// The past answered.
    pub(in crate::app) fn lore_came(&mut self, lore: Result<Arc<Lore>, String>) {
        self.impact.past.lore = Some(lore);
        self.impact.past.partner = Cursor::default();
        if self.impact.past.order == Order::Likely {
            self.impact_grown(self.impact.selected(), false);
        }
    }
}
