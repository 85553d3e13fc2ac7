//! The rows that a person picked, in any list. The next action that can be about several symbols is about all of them,
//! and ends the picking.
//!
//! One set serves all lists: a symbol is picked wherever it is a row, and stays so while filters, views and the symbol
//! that is looked around change.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::index::Snapshot;
use crate::model::SymbolId;

/// Most rows that are picked at once: more are a mistake.
pub(super) const MAX_PICKED: usize = 1_000;

/// Picked symbols in the order of picking.
#[derive(Default)]
pub struct Picks {
    /// Their ids in words, which outlive a rebuilt index.
    ids: Vec<String>,
    /// The symbols of `ids` that `snapshot` has; those that it lacks are missing here.
    here: Vec<SymbolId>,
    /// The same, to be looked up.
    known: FxHashSet<SymbolId>,
    snapshot: Option<Arc<Snapshot>>,
    /// The picks before the last action on them.
    before: Vec<String>,
}

impl Picks {
    /// The picked symbols of the newest graph.
    pub fn symbols(&self) -> &[SymbolId] {
        &self.here
    }

    pub fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// Returns whether a symbol of a graph is picked. Rows of a graph that is not the newest show no picks.
    pub fn has(&self, snapshot: &Arc<Snapshot>, symbol: SymbolId) -> bool {
        self.known.contains(&symbol) && self.snapshot.as_ref().is_some_and(|own| Arc::ptr_eq(own, snapshot))
    }

    /// Looks the symbols up in the newest graph.
    pub(super) fn follow(&mut self, snapshot: &Arc<Snapshot>) {
        let graph = snapshot.graph();
        self.here = self.ids.iter().filter_map(|id| graph.find_id(id)).collect();
        self.known = self.here.iter().copied().collect();
        self.snapshot = Some(Arc::clone(snapshot));
    }

    /// Picks symbols of the newest graph, or drops them if all of them are picked; returns whether they are now.
    pub(super) fn switch(&mut self, snapshot: &Arc<Snapshot>, symbols: &[SymbolId]) -> bool {
        let graph = snapshot.graph();
        let id = |symbol: SymbolId| graph.symbol(symbol).id_text();
        let all = symbols.iter().all(|symbol| self.known.contains(symbol));
        if all {
            let dropped: FxHashSet<String> = symbols.iter().map(|&symbol| id(symbol)).collect();
            self.ids.retain(|id| !dropped.contains(id));
        } else {
            let new = symbols.iter().filter(|symbol| !self.known.contains(symbol));
            let mut ids: Vec<String> = new.map(|&symbol| id(symbol)).collect();
            let mut seen = FxHashSet::default();
            ids.retain(|id| seen.insert(id.clone()));
            self.ids.extend(ids);
        }
        self.follow(snapshot);
        !all
    }

    /// Ends the picking; [`Picks::again`] brings it back.
    pub(super) fn end(&mut self) {
        if !self.ids.is_empty() {
            self.before = std::mem::take(&mut self.ids);
        }
        self.here.clear();
        self.known.clear();
    }

    /// Picks what was picked before the last end, too.
    pub(super) fn again(&mut self, snapshot: &Arc<Snapshot>) {
        let known: FxHashSet<String> = self.ids.iter().cloned().collect();
        self.ids.extend(self.before.iter().filter(|id| !known.contains(*id)).cloned());
        self.follow(snapshot);
    }
}
