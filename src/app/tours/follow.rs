//! An open tour whose file others change: an editor, `git pull`, another program.

use super::{Entry, Pane};
use crate::app::App;
use crate::app::msg::Tone;
use crate::index::guide::Located;

impl App {
    /// Takes over what the open tour's file says by now, unless the tour has changes of its own. The step stays the one
    /// that was shown, as far as it is still there.
    pub(super) fn tours_follow_file(&mut self) {
        let height = self.tours_height(Pane::Steps);
        let Some(playing) = self.tours.playing.as_mut().filter(|playing| !playing.changed) else { return };
        let is_its = |entry: &&Entry| entry.path.is_some() && entry.key == playing.key && !entry.draft;
        let Some(entry) = self.tours.entries.iter().find(is_its) else { return };
        let Ok((tour, Located { found, version })) = &entry.tour else { return };
        if *tour == playing.tour {
            return;
        }
        let (at, steps) = (playing.step.at, tour.steps().len());
        let shown = playing.tour.step(at);
        let kept = tour.steps().position(|step| Some(step) == shown);
        playing.step.at = kept.unwrap_or(at);
        playing.step = playing.step.clamped(steps, height);
        playing.visited.retain(|&step| step < steps);
        playing.tour = tour.clone();
        playing.read.clone_from(&entry.read);
        (playing.found, playing.version) = (found.clone(), version.clone());
        playing.ended = false;
        if kept.is_none() {
            self.tours.top = 0;
        }
        self.tours.why = None;
        self.tell(Tone::Good, "the tour's file was changed: this is what it says now");
    }
}
