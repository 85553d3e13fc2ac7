//! Choosing the build that the tree is read for.

use super::explorer::App;
use super::msg::Effect;
use super::overlay::{Overlay, OverlayKind, OverlayRow};

impl App {
    /// Opens the list of builds.
    pub(super) fn choose_build(&mut self) {
        self.overlay = Some(Overlay::new(OverlayKind::Builds, &self.overlaid()));
    }

    /// Reads the tree for the build that was chosen.
    pub(super) fn build_chosen(&mut self, overlay: &Overlay) {
        if let Some(OverlayRow::Build(choice)) = overlay.rows.get(overlay.cursor.at) {
            self.ctx.push(Effect::KeepBuild(choice.host.clone()));
            self.ctx.index.asked = true;
            self.ctx.refresh();
        }
    }
}
