//! What past commits add to the Impact view: another order, how lively each row is, and what changes with the target.
//!
//! Reading a long history takes seconds the first time, so it is asked for only when one of these is wanted, as a job
//! of its own: the radius stays and moves meanwhile.

use std::sync::Arc;

use super::{Blast, Pane, Target};
use crate::app::App;
use crate::app::job::Job;
use crate::app::list::Cursor;
use crate::history::History;
use crate::impact::Likely;
use crate::impact::cochange::{Partner, Together};
use crate::index::Snapshot;
use crate::model::{SymbolId, symbol_flag};

/// What the rows are in order of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// How surely the change is felt.
    #[default]
    Score,
    /// How likely each changes too, past commits included where there are any.
    Likely,
}

/// What the pane below shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Below {
    #[default]
    Tests,
    Partners,
}

/// A question about the past.
#[derive(Clone)]
pub struct PastRequest {
    pub snapshot: Arc<Snapshot>,
    pub target: Target,
    pub targets: Vec<SymbolId>,
}

/// What the past says of a target.
#[derive(Clone)]
pub struct Lore {
    pub snapshot: Arc<Snapshot>,
    pub target: Target,
    pub history: Arc<History>,
    pub together: Together,
}

/// The view's part that is about the past.
#[derive(Default)]
pub struct Past {
    pub order: Order,
    /// Whether rows tell how lively they are.
    pub churn: bool,
    pub below: Below,
    pub partner: Cursor,
    /// The newest answer, or why there is none.
    pub lore: Option<Result<Arc<Lore>, String>>,
}

impl Past {
    fn is_wanted(&self) -> bool {
        self.order == Order::Likely || self.churn || self.below == Below::Partners
    }

    /// What is known about a blast.
    #[must_use]
    pub fn of(&self, blast: &Blast) -> Option<&Lore> {
        let lore = self.lore.as_ref()?.as_ref().ok()?;
        let same = Arc::ptr_eq(&lore.snapshot, &blast.snapshot) && lore.target == blast.target;
        same.then_some(lore)
    }

    /// Why nothing is known.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.lore.as_ref()?.as_ref().err().map(String::as_str)
    }

    /// What changes with the target of a blast.
    #[must_use]
    pub fn partners(&self, blast: Option<&Arc<Blast>>) -> &[Partner] {
        blast.and_then(|blast| self.of(blast)).map_or(&[], |lore| &lore.together.partners)
    }

    /// The affected rows of a blast in the order wanted, those that a program wrote after all others.
    #[must_use]
    pub fn arranged(&self, blast: &Blast) -> Vec<usize> {
        let (radius, graph) = (&blast.radius, blast.snapshot.graph());
        let near = |symbol| radius.standing(&graph, symbol);
        let mut rows = match self.order {
            Order::Score => radius.impact.in_order(near),
            Order::Likely => {
                let company = self.of(blast).map(|lore| &lore.together.company);
                Likely::new(&graph, &blast.targets, company).order(&radius.impact, near)
            }
        };
        let affected = &radius.impact.affected;
        rows.sort_by_key(|&row| graph.symbol(affected[row].symbol).has(symbol_flag::GENERATED));
        rows
    }
}

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
