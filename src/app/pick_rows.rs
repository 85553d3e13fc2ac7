//! Picking rows, in whatever list has the focus.

use super::action::Action;
use super::explorer::App;
use super::picks::MAX_PICKED;
use crate::model::{SymbolId, counted, grouped};

impl App {
    /// The symbols that an action on several is about: those picked, or the current one.
    pub(super) fn meant(&self) -> Vec<SymbolId> {
        match self.ctx.picks.symbols() {
            [] => self.current().into_iter().collect(),
            picked => picked.to_vec(),
        }
    }

    /// Picks the row under the cursor or drops it, and goes to the next row.
    pub(super) fn pick(&mut self) {
        let row = self.row_symbol().zip(self.ctx.index.snapshot.clone());
        let Some((symbol, snapshot)) = row else {
            return self.ctx.warn("there is no row here to pick: only symbols in lists are");
        };
        self.ctx.picks.switch(&snapshot, &[symbol]);
        if !self.side_act(Action::Down) {
            let (state, cx) = self.in_sight_mut();
            state.move_list(cx, Action::Down);
        }
    }

    /// Picks all rows of the list, or drops them if all are picked.
    pub(super) fn pick_all(&mut self) {
        let rows = self.listed_symbols();
        let Some(snapshot) = self.ctx.index.snapshot.clone().filter(|_| !rows.is_empty()) else {
            return self.ctx.warn("there are no rows here to pick");
        };
        if rows.len() > MAX_PICKED {
            let (rows, most) = (counted(rows.len(), "row"), grouped(MAX_PICKED as u64));
            let text = format!("{rows} are too many to pick at once, {most} at most: filter the list first");
            return self.ctx.warn(text);
        }
        let done = if self.ctx.picks.switch(&snapshot, &rows) { "picked" } else { "dropped" };
        self.ctx.tell(format!("{} {done}", counted(rows.len(), "row")));
    }

    /// Picks again what was picked before the last action on it.
    pub(super) fn pick_again(&mut self) {
        let Some(snapshot) = self.ctx.index.snapshot.clone() else { return };
        self.ctx.picks.again(&snapshot);
        if self.ctx.picks.is_empty() {
            self.ctx.warn("nothing was picked before");
        }
    }

    /// Ends the picking if Esc is about it: in a list, before it leads out of that.
    pub(super) fn unpicked(&mut self) -> bool {
        let is_meant = !self.ctx.picks.is_empty()
            && !self.typing()
            && (self.in_sight().is_in_list() || self.panel_has_keys());
        if is_meant {
            let n = counted(self.ctx.picks.symbols().len(), "row");
            self.ctx.picks.end();
            let again = self.ctx.key(Action::PickAgain);
            self.ctx.tell(format!("{n} dropped; {again} picks again"));
        }
        is_meant
    }
}
