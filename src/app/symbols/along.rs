//! Asking how a marked symbol comes to the selection, and showing the chains in the place of what stands around it.

use std::sync::Arc;

use super::data::Pane;
use super::ways::Ways;
use crate::app::corpus::Corpus;
use crate::app::job::Job;
use crate::app::listing::Listing;
use crate::app::msg::Tone;
use crate::app::relations::Relation;
use crate::app::{App, View};
use crate::model::{SymbolId, clean};

impl App {
    /// Marks the selection as where ways begin.
    pub(in crate::app) fn mark(&mut self) {
        let Some(id) = self.current().and_then(|symbol| self.id_of(symbol)) else {
            return self.tell(Tone::Bad, "nothing is selected: there is nothing to mark");
        };
        let key = self.keymap.shown(crate::app::action::Action::Ways);
        self.tell(Tone::Good, format!("marked; {key} elsewhere shows the path from here: {}", clean(&id)));
        self.marked = Some(id);
    }

    /// Asks how the marked symbol comes to the selection, which is then what is looked at.
    pub(in crate::app) fn ways(&mut self) {
        let (Some(to), Some(snapshot)) = (self.current(), self.index.snapshot.clone()) else {
            return self.tell(Tone::Bad, "nothing is selected: there is no symbol to find a path to");
        };
        let key = self.keymap.shown(crate::app::action::Action::Mark);
        let Some(from) = self.marked.as_ref().and_then(|id| self.symbol_of(id)) else {
            return self.tell(Tone::Bad, format!("no symbol is marked to start from: {key} marks one"));
        };
        if from == to {
            return self
                .tell(Tone::Bad, format!("this is the marked symbol: select another, or mark one ({key})"));
        }
        if self.view == View::Symbols {
            let here = self.here();
            self.places.leave(here);
        }
        self.show(View::Symbols);
        self.select(to);
        self.start(Job::Ways { snapshot, from, to, beside: None });
    }

    /// Asks anew for ways that were left, from the symbol of an id, to come back to a neighbour on them.
    pub(super) fn ways_again(&mut self, from: &str, to: SymbolId, beside: Option<SymbolId>) {
        if let (Some(from), Some(snapshot)) = (self.symbol_of(from), self.index.snapshot.clone()) {
            self.start(Job::Ways { snapshot, from, to, beside });
        }
    }

    /// The ways came: they stand around the selection, unless one went on meanwhile.
    pub(in crate::app) fn symbols_ways(&mut self, ways: Ways) {
        self.symbols.wanted_beside = ways.beside;
        self.symbols.ways = Some(ways);
        self.symbols.focus = Pane::Relations;
        if !self.symbols.is_on_the_way() {
            self.surround();
            self.look();
        }
    }

    /// Drops the ways; whether there were any.
    pub(super) fn ways_dropped(&mut self) -> bool {
        let dropped = self.symbols.focus == Pane::Relations && self.symbols.ways.take().is_some();
        if dropped {
            self.surround();
            self.look();
        }
        dropped
    }

    /// The rows of the ways to the selection, if they are what is to stand around it. In a newer graph they are looked
    /// for anew; of another selection they are of no use.
    pub(super) fn ways_rows(&mut self) -> Option<Vec<Relation>> {
        let Listing { corpus: Corpus::Graph(shown), .. } = self.symbols.listing.as_ref()? else {
            return None;
        };
        let shown = Arc::clone(shown);
        let ways = self.symbols.ways.as_ref()?;
        let selected = self.symbols.row().map(SymbolId);
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
                let beside = self.symbols.beside_in(&graph);
                self.start(Job::Ways { snapshot: Arc::clone(&shown), from, to, beside });
            }
        }
        if !self.symbols.is_on_the_way() {
            self.symbols.ways = None;
        }
        None
    }
}
