//! Panes change their sizes: what is selected stays in sight, and so does the line of a source that matters.

use super::App;

impl App {
    /// Changes how much of the screen panes have. A line that matters is brought back only if it was in sight: who
    /// scrolled away from it wants to read there.
    pub(super) fn reshape(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.lines_in_sight();
        change(self);
        self.symbols_reshaped();
        self.query_reshaped();
        self.impact_reshaped();
        self.interactions_reshaped();
        self.tours_reshaped();
        self.overlay_typed();
        let after = self.lines_in_sight();
        let [symbols, impact, tours] = [0, 1, 2].map(|view| before[view] && !after[view]);
        if symbols {
            self.symbols_aim_again();
        }
        if impact {
            self.impact_aim_again();
        }
        if tours {
            self.tours_aim_again();
        }
    }

    /// Whether the line that matters is in sight, in each view that shows sources.
    fn lines_in_sight(&self) -> [bool; 3] {
        [self.symbols_sees_line(), self.impact_sees_line(), self.tours_sees_line()]
    }
}
