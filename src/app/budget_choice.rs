//! Choosing a token budget: one is typed, or taken from the usual ones.

use super::explorer::App;
use super::overlay::{Overlay, OverlayKind, OverlayRow};
use super::query::budget_steps::USUAL;

impl App {
    /// Opens the list of budgets with the cursor on the current one, if it is in the list.
    pub(super) fn choose_budget(&mut self) {
        let mut overlay = Overlay::new(OverlayKind::Budgets, &self.overlaid());
        overlay.cursor.at = USUAL.iter().position(|&budget| budget == self.query.budget).unwrap_or(0);
        self.overlay = Some(overlay);
    }

    /// Packs to the budget that was chosen.
    pub(super) fn budget_chosen(&mut self, overlay: &Overlay) {
        if let Some(OverlayRow::Budget(budget)) = overlay.rows.get(overlay.cursor.at) {
            self.query.choose_budget(&mut self.ctx, *budget);
        }
    }
}
