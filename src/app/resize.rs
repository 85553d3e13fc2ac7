//! Panes change their sizes: what is selected stays in sight, and so does the line of a source that matters.

use super::explorer::App;
use super::view::View;

impl App {
    /// Changes how much of the screen panes have. A line that matters is brought back only if it was in sight: who
    /// scrolled away from it wants to read there.
    pub(super) fn reshape(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.lines_in_sight();
        change(self);
        for view in View::ALL {
            let (state, cx) = self.state_mut(view);
            state.reshaped(cx);
        }
        self.overlay_typed();
        let after = self.lines_in_sight();
        for (view, (before, after)) in View::ALL.into_iter().zip(before.into_iter().zip(after)) {
            if before && !after {
                let (state, cx) = self.state_mut(view);
                state.aim_again(cx);
            }
        }
    }

    /// Whether the line that matters is in sight, in each view.
    fn lines_in_sight(&self) -> [bool; 5] {
        View::ALL.map(|view| self.state(view).sees_line(&self.ctx))
    }
}
