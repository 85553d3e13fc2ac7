//! Call paths from a marked symbol to the selection, shown in place of its relations.

use super::SymbolsView;
use super::call_path::CallPath;
use crate::app::ctx::Ctx;
use crate::app::job::Job;
use crate::app::listing::Listing;
use crate::app::pane::slot::Slot;
use crate::app::relations::RelationRow;
use crate::app::symbol_rows::SymbolSource;
use crate::app::view_state::ViewState;
use crate::index::Snapshot;
use crate::model::SymbolId;
use std::sync::Arc;

impl SymbolsView {
    /// Asks for the call paths from one symbol to another, which is selected.
    pub(in crate::app) fn find_call_path(
        &mut self,
        cx: &mut Ctx,
        snapshot: Arc<Snapshot>,
        from: SymbolId,
        to: SymbolId,
    ) {
        self.select(cx, to);
        cx.start(Job::CallPath { snapshot, from, to, beside: None });
    }

    /// Asks again for the call paths that were shown, from the symbol of an id, with the cursor on a neighbour.
    pub(super) fn ways_again(cx: &mut Ctx, from: &str, to: SymbolId, beside: Option<SymbolId>) {
        if let (Some(from), Some(snapshot)) = (cx.symbol_of(from), cx.index.snapshot.clone()) {
            cx.start(Job::CallPath { snapshot, from, to, beside });
        }
    }

    /// The call paths came: they replace the relations, unless the selection moved meanwhile.
    pub(in crate::app) fn call_path_came(&mut self, cx: &mut Ctx, call_path: CallPath) {
        self.wanted_beside = call_path.beside;
        self.call_path = Some(call_path);
        self.slots.focus = Slot::Side;
        if !self.is_on_the_way() {
            self.surround(cx);
            self.look(cx);
        }
    }

    /// Drops the call paths; returns whether there were any.
    pub(super) fn ways_dropped(&mut self, cx: &mut Ctx) -> bool {
        let dropped = self.slots.focus == Slot::Side && self.call_path.take().is_some();
        if dropped {
            self.surround(cx);
            self.look(cx);
        }
        dropped
    }

    /// The rows of the call paths to the selection, if they replace the relations. In a newer graph they are looked
    /// for anew; of another selection they are of no use.
    pub(super) fn call_path_rows(&mut self, cx: &mut Ctx) -> Option<Vec<RelationRow>> {
        let Listing { corpus: SymbolSource::Graph(shown), .. } = self.listing.as_ref()? else {
            return None;
        };
        let shown = Arc::clone(shown);
        let call_path = self.call_path.as_ref()?;
        let selected = self.row().map(SymbolId);
        if Arc::ptr_eq(&call_path.snapshot, &shown) {
            if selected == Some(call_path.to) {
                return Some(call_path.rows.clone());
            }
        } else {
            let (older, graph) = (call_path.snapshot.graph(), shown.graph());
            let ends = [call_path.from, call_path.to].map(|end| graph.counterpart(&older, end));
            if let [Some(from), Some(to)] = ends
                && selected == Some(to)
            {
                let beside = self.beside_in(&graph);
                cx.start(Job::CallPath { snapshot: Arc::clone(&shown), from, to, beside });
            }
        }
        if !self.is_on_the_way() {
            self.call_path = None;
        }
        None
    }
}
