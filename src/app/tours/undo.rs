//! Taking back changes of an open tour's steps, one by one, until it is saved or left, and making them again.

use std::collections::BTreeSet;

use super::Playing;
use super::acts::CLOSED;
use crate::app::App;
use crate::app::action::Action;
use crate::app::msg::Tone;
use crate::tour::{Found, Tour};

/// Changes that can be taken back.
const MOST: usize = 100;

/// The steps of an open tour before one change of them, or before that was taken back.
#[derive(Clone, Debug)]
pub struct Before {
    tour: Tour,
    /// The digest of what its file said when these steps were begun.
    read: Option<String>,
    found: Vec<Found>,
    step: usize,
    visited: BTreeSet<usize>,
    as_written: bool,
    /// Whether that was a draft, too.
    changed: bool,
}

impl Playing {
    /// Notes what the steps are, before they are changed. What was taken back before cannot be made again after that.
    pub(super) fn note(&mut self) {
        self.future.clear();
        if self.past.len() == MOST {
            self.past.remove(0);
        }
        self.past.push(self.before());
    }

    fn before(&self) -> Before {
        let Self { tour, read, found, step, visited, as_written, changed, .. } = self.clone();
        Before { tour, read, found, step: step.at, visited, as_written, changed }
    }

    /// Notes what its steps said before they were brought up to date for its file, which says `now`. Who takes that
    /// back wants them saved as they were.
    pub(super) fn note_written(&mut self, now: &Tour) {
        self.tour.set_title(now.title());
        self.tour.set_own();
        (self.as_written, self.changed) = (true, true);
        self.note();
        (self.as_written, self.changed) = (false, false);
    }
}

impl App {
    /// Takes back the last change of the open tour's steps.
    pub(super) fn tours_undo(&mut self) {
        let Some(playing) = &mut self.tours.playing else { return self.tell(Tone::Bad, CLOSED) };
        let Some(before) = playing.past.pop() else {
            return self.tell(Tone::Bad, "nothing to undo since this tour was opened or saved");
        };
        let now = playing.before();
        playing.future.push(now);
        let is_as_it_was = self.tours_restore(before);
        let [save, redo] = [Action::TourSave, Action::TourRedo].map(|action| self.keymap.shown(action));
        let text = if is_as_it_was {
            format!("steps point to their old places again; {save} saves them so")
        } else {
            format!("the last change is undone; {redo} makes it again")
        };
        self.tell(Tone::Good, text);
    }

    /// Makes the change again that was taken back last.
    pub(super) fn tours_redo(&mut self) {
        let Some(playing) = &mut self.tours.playing else { return self.tell(Tone::Bad, CLOSED) };
        let Some(after) = playing.future.pop() else {
            return self.tell(Tone::Bad, "nothing to redo: no change was undone since the last one");
        };
        let now = playing.before();
        playing.past.push(now);
        self.tours_restore(after);
        let undo = self.keymap.shown(Action::TourUndo);
        self.tell(Tone::Good, format!("the change is made again; {undo} undoes it"));
    }

    /// Puts the steps of the open tour back to what they were; whether they point to their old places again.
    fn tours_restore(&mut self, before: Before) -> bool {
        let Some(playing) = &mut self.tours.playing else { return false };
        let Before { tour, read, found, step, visited, as_written, changed } = before;
        (playing.tour, playing.found, playing.visited) = (tour, found, visited);
        let is_as_it_was = as_written && !std::mem::replace(&mut playing.as_written, as_written);
        let elsewhere = std::mem::replace(&mut playing.read, read) != playing.read;
        if changed || elsewhere {
            self.tours_changed();
        } else {
            // It is again what it was made of, and goes on following that.
            playing.changed = false;
            let key = playing.key.clone();
            self.tours_settled(&key);
        }
        if elsewhere || !changed {
            // The file says something else than these steps were begun of, or the list has no draft of it any more.
            self.tours_look();
        }
        self.tours_step(step);
        is_as_it_was
    }
}
