//! The list of results: the rows of the answer, then the types that the pack includes because its code uses them.
//! Everything that is copied is in the list.

use super::QueryView;
use crate::app::ctx::Ctx;
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;
use crate::model::SymbolId;

impl QueryView {
    /// The types after the rows: those in the pack, and those with an override.
    #[must_use]
    pub fn types(&self) -> Vec<SymbolId> {
        let Some(answered) = &self.answered else { return Vec::new() };
        let types = answered.context.types().iter().copied();
        let is_shown =
            |id: &SymbolId| self.packed.as_ref().is_some_and(|packed| packed.levels.contains_key(id));
        types.filter(|id| is_shown(id) || self.overrides.of(*id).is_some()).collect()
    }

    pub(super) fn len(&self) -> usize {
        match &self.answered {
            Some(answered) => answered.answer.rows.len() + self.types().len(),
            None if self.line.text().trim().is_empty() => self.suggestions.len(),
            None => 0,
        }
    }

    /// The symbol of the selected line.
    #[must_use]
    pub fn selected(&self) -> Option<SymbolId> {
        let rows = &self.answered.as_ref()?.answer.rows;
        match self.cursor.at.checked_sub(rows.len()) {
            None => rows.get(self.cursor.at).map(|row| row.symbol),
            Some(behind) => self.types().get(behind).copied(),
        }
    }

    pub(super) fn place(&self, symbol: SymbolId) -> Option<usize> {
        let rows = &self.answered.as_ref()?.answer.rows;
        let row = rows.iter().position(|row| row.symbol == symbol);
        row.or_else(|| Some(rows.len() + self.types().iter().position(|&id| id == symbol)?))
    }

    /// Number of overrides about symbols that are missing in the list or the graph.
    #[must_use]
    pub fn wishes_elsewhere(&self) -> usize {
        if self.answered.is_none() {
            return 0;
        }
        let listed = self.overrides.here().filter(|&(symbol, _)| self.place(symbol).is_some());
        self.overrides.len() - listed.count()
    }
}

impl QueryView {
    /// Another pack has other types: the selection stays on its symbol, or returns to one that an earlier pack lost.
    pub(super) fn select_again(&mut self, cx: &Ctx, symbol: Option<SymbolId>) {
        let lost = self.answered.as_ref().zip(self.lost.as_ref());
        let back = lost.and_then(|(answered, id)| answered.snapshot.graph().find_id(id));
        let back = back.and_then(|symbol| self.place(symbol));
        if back.is_some() {
            self.lost = None;
        }
        if let Some(at) = back.or_else(|| symbol.and_then(|symbol| self.place(symbol))) {
            self.cursor.at = at;
        }
        let height = self.height(cx, Slot::List);
        self.cursor = self.cursor.clamped(self.len(), height);
    }
}
