//! Both states of a file that a diff changes: which lines differ, and the file as it was before.

use super::ImpactView;
use crate::app::ctx::Ctx;
use crate::app::msg::Tone;
use crate::app::source::Shown;
use crate::app::source_changes::file_at;
use crate::app::view_state::ViewState;

impl ImpactView {
    /// Shows files that changed as they were before, or as they are.
    pub(super) fn switch_state(&mut self, cx: &mut Ctx) {
        self.shows_before = !self.shows_before;
        let (shown, version) = (self.slots.pane.shown.clone(), self.slots.pane.version.clone());
        self.look(cx);
        let is_same = self.slots.pane.shown.as_ref().map(|shown| &shown.path)
            == shown.as_ref().map(|shown| &shown.path)
            && self.slots.pane.version == version;
        if is_same {
            self.shows_before = false;
            cx.notify(Tone::Bad, "this file has no state before: nothing that is shown changed it");
        }
    }

    /// A place in a file that changed, as it was before where that is wanted; any other place as it is.
    pub(super) fn in_state(&self, (shown, version): (Shown, Option<String>)) -> (Shown, Option<String>) {
        let diff = self.blast.as_ref().and_then(|blast| blast.diff.as_ref());
        let Some(diff) = diff.filter(|_| self.shows_before && version.is_none()) else {
            return (shown, version);
        };
        let file = file_at(&diff.lines, &shown.path, 1);
        match (file, file.and_then(|file| file.paths[0].clone()), &diff.ends[0]) {
            (Some(file), Some(path), Some(commit)) => {
                let line = file.old_line_of_today(shown.line);
                let sites = shown.sites.iter().map(|&line| file.old_line_of_today(line)).collect();
                (Shown { path, line, sites, ..Shown::default() }, Some(commit.clone()))
            }
            _ => (shown, version),
        }
    }
}
