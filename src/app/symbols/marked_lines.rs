//! Lines to mark in a declaration, such as the one that prints the message of a question.

use super::SymbolsView;
use super::panes::{Next, Pointed};

impl SymbolsView {
    /// Marks these lines of a declaration once it is selected.
    pub(in crate::app) fn point_at(&mut self, lines: Option<Pointed>) {
        self.pointed = lines;
    }

    /// The marked lines of the selection, whose first line is `line`; at least one.
    pub(super) fn pointed(&self, line: u32) -> Option<Vec<u32>> {
        let pointed =
            self.pointed.as_ref().filter(|pointed| self.selected_id().as_ref() == Some(&pointed.id))?;
        Some(pointed.below.iter().map(|below| line + below).collect())
    }

    /// Forgets the marked lines: a person who comes back later wants to see the beginning.
    pub(super) fn forget_pointed(&mut self) {
        let is_awaited = !matches!(self.next, Next::Same);
        let id = self.pointed.as_ref().map(|pointed| pointed.id.clone()).filter(|_| !is_awaited);
        if id.is_some() && id != self.selected_id() {
            self.pointed = None;
        }
    }
}
