//! Lines that matter in a declaration more than where it begins, as one that says a message that was asked for.

use super::Symbols;
use super::data::{Next, Pointed};

impl Symbols {
    /// Has the source pane show these lines of a declaration once that is selected.
    pub(in crate::app) fn point_at(&mut self, lines: Option<Pointed>) {
        self.pointed = lines;
    }

    /// The lines that matter in the selection, which begins on a line; at least one.
    pub(super) fn pointed(&self, line: u32) -> Option<Vec<u32>> {
        let pointed =
            self.pointed.as_ref().filter(|pointed| self.selected_id().as_ref() == Some(&pointed.id))?;
        Some(pointed.below.iter().map(|below| line + below).collect())
    }

    /// Who selects something else, and comes back, wants to see where it begins.
    pub(super) fn forget_pointed(&mut self) {
        let is_awaited = !matches!(self.next, Next::Same);
        let id = self.pointed.as_ref().map(|pointed| pointed.id.clone()).filter(|_| !is_awaited);
        if id.is_some() && id != self.selected_id() {
            self.pointed = None;
        }
    }
}
