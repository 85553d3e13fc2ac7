//! Work on tours that is done elsewhere, one thing after the other, and what came of it: of what a person adds, saves or
//! deletes nothing may be lost to what comes next.

use super::data::{Authored, Authoring, Saved};
use super::playing::Playing;
use crate::app::App;
use crate::app::action::Action;
use crate::app::job::{Class, Job};
use crate::app::msg::{Effect, Tone};
use crate::index::drafts::Draft;
use crate::model::clean;
use crate::tour::Tour;

impl App {
    /// Does what a person wants done to a tour, after what is still under way.
    pub(super) fn tours_author(&mut self, authoring: Authoring) {
        if self.is_awaited(Class::Author) {
            self.tours.waiting.push_back(authoring);
        } else {
            self.start(Job::Author(Box::new(authoring)));
        }
    }

    /// Whether anything of that is still to be done.
    pub(in crate::app) fn tours_at_work(&self) -> bool {
        self.is_awaited(Class::Author) || !self.tours.unplaced.is_empty()
    }

    /// One thing is done, or failed: the next is due.
    pub(in crate::app) fn tours_author_next(&mut self) {
        if let Some(authoring) = self.tours.waiting.pop_front() {
            self.start(Job::Author(Box::new(authoring)));
        }
    }

    /// A step was made, or a tour saved or deleted.
    pub(in crate::app) fn tours_authored(&mut self, authored: Result<Authored, String>) {
        match authored {
            Err(why) => {
                // Nobody is to leave unaware of it.
                self.leaving = false;
                self.tell(Tone::Bad, why);
            }
            // What is being written, which it goes on, may still have to be read.
            Ok(Authored::Step(draft, found)) if self.tours.drafts.is_none() => {
                self.tours.unplaced.push((draft, found));
            }
            Ok(Authored::Step(draft, found)) => self.tours_insert(&draft, found),
            Ok(Authored::Deleted(path)) => {
                self.push(Effect::Bookmark { tour: path.clone(), progress: None });
                self.tell(Tone::Good, format!("{} is deleted", clean(&path)));
                self.tours_look();
            }
            Ok(Authored::Saved(saved)) => self.tours_saved(&saved),
        }
    }

    /// A tour is in a file. It may have been gone on with, or left, since it was sent there.
    fn tours_saved(&mut self, saved: &Saved) {
        let Saved { key, sent, path, tour, renewed } = saved;
        let is_other = |known: &Draft| known.key == *key && known.tour != *sent;
        let gone_on = self.tours.drafts.iter().flatten().any(is_other);
        let mut progress = None;
        // The list goes on standing on it.
        for entry in self.tours.entries.iter_mut().filter(|entry| entry.key == *key) {
            entry.key.clone_from(path);
            progress = Some(entry.progress.clone());
        }
        let open = self.tours.playing.as_mut().filter(|playing| playing.key == *key);
        let is_open = open.is_some();
        let mut before = None;
        if let Some(playing) = open {
            before = playing.path.clone().filter(|before| before != path);
            playing.is_saved(saved, gone_on);
            progress = Some(playing.progress());
        }
        // How far it was taken holds of the file as well.
        if let Some(progress) = progress {
            self.push(Effect::Bookmark { tour: path.clone(), progress: Some(progress) });
        }
        // What is kept anew is kept before the draft of before goes.
        if is_open && gone_on {
            self.tours_changed();
        }
        if !gone_on || is_open && key != path {
            self.tours_settled(key);
        }
        let of_steps = if gone_on {
            "; what changed meanwhile is kept as a draft".to_owned()
        } else {
            brought(tour, renewed, &self.keymap.shown(Action::TourUndo))
        };
        let stays = before.map_or_else(String::new, |before| format!("; {} stays as it was", clean(&before)));
        self.tell(Tone::Good, format!("saved as {}{of_steps}{stays}", clean(path)));
        self.tours_look();
    }
}

impl Playing {
    /// It is in a file from now on, as it is now or as it was before it was gone on with.
    fn is_saved(&mut self, Saved { path, tour, renewed, .. }: &Saved, gone_on: bool) {
        self.past.clear();
        self.future.clear();
        self.meanwhile = None;
        self.read = Some(tour.digest());
        self.key.clone_from(path);
        self.path = Some(path.clone());
        if gone_on {
            self.tour.set_title(tour.title());
            self.tour.set_own();
            return;
        }
        self.changed = false;
        if !renewed.is_empty() {
            self.note_written(tour);
        }
        self.tour = tour.clone();
    }
}

/// Which steps of a saved tour say where their code is now, and did not before; and what takes that back.
fn brought(tour: &Tour, steps: &[usize], undo: &str) -> String {
    let numbers: Vec<String> = steps.iter().map(|step| (step + 1).to_string()).collect();
    let back = format!("{undo} undoes that");
    match numbers.as_slice() {
        [] => String::new(),
        [one] => {
            let title = tour.step(steps[0]).map_or("", |step| step.title());
            format!("; step {one} is at its code again: {}; {back}", clean(title))
        }
        [some @ .., last] => {
            format!("; steps {} and {last} are at their code again; {back}", some.join(", "))
        }
    }
}
