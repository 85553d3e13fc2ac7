//! An open tour whose file others change: an editor, `git pull`, another program.

use super::acts::CLOSED;
use super::data::{Entry, Meanwhile};
use super::playing::{Pane, Playing};
use crate::app::App;
use crate::app::action::Action;
use crate::app::msg::Tone;
use crate::index::guide::Located;
use crate::model::clean;
use crate::tour::Tour;

impl Playing {
    /// Takes over what its file says. The step stays the one that was shown, as far as it is still there; whether it is.
    fn take_over(&mut self, tour: &Tour, located: &Located, read: Option<&String>, height: usize) -> bool {
        let (at, steps) = (self.step.at, tour.steps().len());
        let shown = self.tour.step(at);
        let kept = tour.steps().position(|step| Some(step) == shown);
        self.step.at = kept.unwrap_or(at);
        self.step = self.step.clamped(steps, height);
        self.visited.retain(|&step| step < steps);
        self.tour = tour.clone();
        self.read = read.cloned();
        (self.found, self.version) = (located.found.clone(), located.version.clone());
        self.ended = false;
        self.meanwhile = None;
        kept.is_some()
    }
}

impl App {
    /// Takes over what the open tour's file says by now, unless the tour has changes of its own: then it is told, and
    /// a person chooses.
    pub(super) fn tours_follow_file(&mut self) {
        let height = self.tours_height(Pane::Steps);
        let Some(playing) = self.tours.playing.as_mut().filter(|playing| playing.path.is_some()) else {
            return;
        };
        let entry = self.tours.entries.iter().find(|entry| entry.key == playing.key);
        if let Some(entry) = entry
            && !(playing.changed || entry.draft)
            && let Ok((tour, located)) = &entry.tour
        {
            playing.meanwhile = None;
            if *tour != playing.tour {
                if !playing.take_over(tour, located, entry.read.as_ref(), height) {
                    self.tours.top = 0;
                }
                self.tours.why = None;
                self.tell(Tone::Good, "the tour's file changed: this is the new content");
            }
            return;
        }
        let meanwhile = match entry {
            Some(entry) if entry.draft => entry.meanwhile.clone(),
            // The list is older than the first change: of what else the file says then it knows.
            entry => Meanwhile::of(playing.read.as_ref(), entry),
        };
        if playing.meanwhile != meanwhile {
            playing.meanwhile = meanwhile;
            if playing.meanwhile.as_ref().is_some_and(Meanwhile::is_lost) && !playing.changed {
                // Nobody else has it.
                self.tours_changed();
                self.tours_look();
            }
            self.tours_tell_meanwhile();
        }
    }

    /// Drops drafts that say what their files said when they were begun: they were kept while no file had the tour.
    pub(super) fn tours_settle_unchanged(&mut self) {
        let is_unchanged = |entry: &&mut Entry| {
            let tour = entry.tour.as_ref().ok().filter(|_| entry.draft && entry.path.is_some());
            tour.is_some_and(|(tour, _)| entry.read == Some(tour.digest()))
                && !entry.meanwhile.as_ref().is_some_and(Meanwhile::is_lost)
        };
        let mut keys = Vec::new();
        for entry in self.tours.entries.iter_mut().filter(is_unchanged) {
            (entry.draft, entry.meanwhile) = (false, None);
            keys.push(entry.key.clone());
        }
        for key in &keys {
            self.tours_settled(key);
            if let Some(playing) = self.tours.playing.as_mut().filter(|playing| playing.key == *key) {
                playing.changed = false;
            }
        }
        if !keys.is_empty() {
            self.tours_look();
        }
    }

    /// Tells what others did to the open tour's file.
    pub(super) fn tours_tell_meanwhile(&mut self) {
        if let Some(text) = self.tours_meanwhile() {
            self.tell(Tone::Bad, text);
        }
    }

    /// What others did to the open tour's file, and what can be done about it.
    pub(super) fn tours_meanwhile(&self) -> Option<String> {
        let playing = self.tours.playing.as_ref()?;
        let path = clean(playing.path.as_deref().unwrap_or_default()).into_owned();
        let [reload, save, undo] =
            [Action::TourReload, Action::TourSave, Action::TourUndo].map(|action| self.keymap.shown(action));
        Some(match playing.meanwhile.as_ref()? {
            Meanwhile::Changed { .. } => format!(
                "{path} was changed elsewhere: {reload} loads it and {undo} brings your changes back; {save} saves yours under another title"
            ),
            Meanwhile::Unusable(why) => {
                format!(
                    "{path} cannot be read as a tour any more ({}): {save} saves this under another title",
                    clean(why)
                )
            }
            Meanwhile::Gone => format!("{path} is gone: the tour is kept as a draft, {save} rewrites it"),
        })
    }

    /// Takes what others wrote into the open tour's file instead of changes of one's own, which can be brought back.
    pub(super) fn tours_reload(&mut self) {
        let height = self.tours_height(Pane::Steps);
        let Some(playing) = &mut self.tours.playing else { return self.tell(Tone::Bad, CLOSED) };
        let Some(Meanwhile::Changed { tour, located, read }) = playing.meanwhile.clone() else {
            return match playing.meanwhile {
                Some(_) => self.tours_tell_meanwhile(),
                None => {
                    self.tell(Tone::Bad, "nobody else changed this tour's file: nothing to reload");
                }
            };
        };
        playing.note();
        playing.take_over(&tour, &located, Some(&read), height);
        playing.changed = false;
        let key = playing.key.clone();
        let at = playing.step.at;
        self.tours_settled(&key);
        self.tours_look();
        self.tours_step(at);
        let undo = self.keymap.shown(Action::TourUndo);
        self.tell(Tone::Good, format!("the file is loaded again; {undo} brings your changes back"));
    }
}
