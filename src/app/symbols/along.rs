//! Asking how a marked symbol comes to the selection, and showing the chains in the place of what stands around it.

use super::Symbols;
use super::data::Pane;
use super::ways::Ways;
use crate::app::corpus::Corpus;
use crate::app::ctx::Ctx;
use crate::app::job::Job;
use crate::app::listing::Listing;
use crate::app::relations::Relation;
use crate::index::Snapshot;
use crate::model::SymbolId;
use std::sync::Arc;

impl Symbols {
    /// Asks how a symbol comes to another, which is selected.
    pub(in crate::app) fn find_ways(
        &mut self,
        cx: &mut Ctx,
        snapshot: Arc<Snapshot>,
        from: SymbolId,
        to: SymbolId,
    ) {
        self.select(cx, to);
        cx.start(Job::Ways { snapshot, from, to, beside: None });
    }

    /// Asks anew for ways that were left, from the symbol of an id, to come back to a neighbour on them.
    pub(super) fn ways_again(cx: &mut Ctx, from: &str, to: SymbolId, beside: Option<SymbolId>) {
        if let (Some(from), Some(snapshot)) = (cx.symbol_of(from), cx.index.snapshot.clone()) {
            cx.start(Job::Ways { snapshot, from, to, beside });
        }
    }

    /// The ways came: they stand around the selection, unless one went on meanwhile.
    pub(in crate::app) fn ways_came(&mut self, cx: &mut Ctx, ways: Ways) {
        self.wanted_beside = ways.beside;
        self.ways = Some(ways);
        self.focus = Pane::Relations;
        if !self.is_on_the_way() {
            self.surround(cx);
            self.look(cx);
        }
    }

    /// Drops the ways; whether there were any.
    pub(super) fn ways_dropped(&mut self, cx: &mut Ctx) -> bool {
        let dropped = self.focus == Pane::Relations && self.ways.take().is_some();
        if dropped {
            self.surround(cx);
            self.look(cx);
        }
        dropped
    }

    /// The rows of the ways to the selection, if they are what is to stand around it. In a newer graph they are looked
    /// for anew; of another selection they are of no use.
    pub(super) fn ways_rows(&mut self, cx: &mut Ctx) -> Option<Vec<Relation>> {
        let Listing { corpus: Corpus::Graph(shown), .. } = self.listing.as_ref()? else {
            return None;
        };
        let shown = Arc::clone(shown);
        let ways = self.ways.as_ref()?;
        let selected = self.row().map(SymbolId);
        if Arc::ptr_eq(&ways.snapshot, &shown) {
            if selected == Some(ways.to) {
                return Some(ways.rows.clone());
            }
        } else {
            let (older, graph) = (ways.snapshot.graph(), shown.graph());
            let ends = [ways.from, ways.to].map(|end| graph.counterpart(&older, end));
            if let [Some(from), Some(to)] = ends
                && selected == Some(to)
            {
                let beside = self.beside_in(&graph);
                cx.start(Job::Ways { snapshot: Arc::clone(&shown), from, to, beside });
            }
        }
        if !self.is_on_the_way() {
            self.ways = None;
        }
        None
    }
}
