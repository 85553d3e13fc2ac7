//! Changes of pane sizes: the selection stays visible, and so does the marked line of a source.

use super::explorer::App;
use super::view::View;

impl App {
    /// Changes the sizes of panes. A marked line is scrolled back into view only if it was visible before: after
    /// scrolling away the person wants to read elsewhere.
    pub(super) fn reshape(&mut self, change: impl FnOnce(&mut Self)) {
        self.keeping_lines_in_sight(|app| {
            change(app);
            for view in View::ALL {
                let (state, cx) = app.state_mut(view);
                state.reshaped(cx);
            }
            app.overlay_typed();
        });
    }

    /// Makes a change that may move lines of sources, as a diff does whose removed lines stand among them.
    pub(super) fn keeping_lines_in_sight(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.lines_in_sight();
        change(self);
        let after = self.lines_in_sight();
        for (view, (before, after)) in View::ALL.into_iter().zip(before.into_iter().zip(after)) {
            if before && !after {
                let (state, cx) = self.state_mut(view);
                state.aim_source(cx);
            }
        }
    }

    /// Returns, for each view, whether the marked line is visible.
    fn lines_in_sight(&self) -> [bool; View::ALL.len()] {
        View::ALL.map(|view| {
            let state = self.state(view);
            state.pane().sees_line(&self.ctx, state.text_area(&self.ctx))
        })
    }
}
