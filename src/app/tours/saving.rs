//! Tasks on tours that workers do one after the other, and their results. Nothing that a person adds, saves or
//! deletes may be lost to a later task.

use super::ToursView;
use super::playing::Playing;
use super::requests::{Authored, Authoring, Saved};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::{Job, JobKind};
use crate::app::msg::StoreTask;
use crate::index::drafts::TourDraft;
use crate::model::clean;
use crate::tour::Tour;

impl ToursView {
    /// Queues a task on a tour behind the current one.
    pub(super) fn author(&mut self, cx: &mut Ctx, authoring: Authoring) {
        if cx.is_awaited(JobKind::Author) {
            self.waiting.push_back(authoring);
        } else {
            cx.start(Job::Author(Box::new(authoring)));
        }
    }

    /// Returns whether a task is under way or waiting.
    pub(in crate::app) fn at_work(&self, cx: &Ctx) -> bool {
        cx.is_awaited(JobKind::Author) || !self.unplaced.is_empty()
    }

    /// Starts the next task after one was done or failed.
    pub(in crate::app) fn author_next(&mut self, cx: &mut Ctx) {
        if let Some(authoring) = self.waiting.pop_front() {
            cx.start(Job::Author(Box::new(authoring)));
        }
    }

    /// A step was made, or a tour saved or deleted.
    pub(in crate::app) fn authored(&mut self, cx: &mut Ctx, authored: Result<Authored, String>) {
        match authored {
            Err(why) => {
                // After a failure the program does not end, so that the person sees it.
                cx.leaving = false;
                cx.warn(why);
            }
            // The draft that the step belongs to may not be read yet.
            Ok(Authored::Step(draft, found)) if self.drafts.is_none() => {
                self.unplaced.push((draft, found));
            }
            Ok(Authored::Step(draft, found)) => self.insert(cx, &draft, found),
            Ok(Authored::Deleted(path)) => {
                cx.store(StoreTask::Bookmark { tour: path.clone(), progress: None });
                cx.tell(format!("{} is deleted", clean(&path)));
                self.list_again(cx);
            }
            Ok(Authored::Saved(saved)) => self.saved(cx, &saved),
        }
    }

    /// A tour was saved. It may have been changed or closed meanwhile.
    fn saved(&mut self, cx: &mut Ctx, saved: &Saved) {
        let Saved { key, sent, path, tour, renewed } = saved;
        let is_other = |known: &TourDraft| known.key == *key && known.tour != *sent;
        let gone_on = self.drafts.iter().flatten().any(is_other);
        let mut progress = None;
        // The list's entry gets the new key, so that it stays selected.
        for entry in self.entries.iter_mut().filter(|entry| entry.key == *key) {
            entry.key.clone_from(path);
            progress = Some(entry.progress.clone());
        }
        let open = self.playing.as_mut().filter(|playing| playing.key == *key);
        let is_open = open.is_some();
        let mut before = None;
        if let Some(playing) = open {
            before = playing.path.clone().filter(|before| before != path);
            playing.is_saved(saved, gone_on);
            progress = Some(playing.progress());
        }
        // Progress moves to the file's key.
        if let Some(progress) = progress {
            cx.store(StoreTask::Bookmark { tour: path.clone(), progress: Some(progress) });
        }
        // The new draft is stored before the old one is dropped.
        if is_open && gone_on {
            self.changed(cx);
        }
        if !gone_on || is_open && key != path {
            self.settled(cx, key);
        }
        let of_steps = if gone_on {
            "; what changed meanwhile is kept as a draft".to_owned()
        } else {
            brought(tour, renewed, &cx.key(Action::Undo))
        };
        let stays = before.map_or_else(String::new, |before| format!("; {} stays as it was", clean(&before)));
        cx.tell(format!("saved as {}{of_steps}{stays}", clean(path)));
        self.list_again(cx);
    }
}

impl Playing {
    /// Notes in the open tour that it was saved, as it is now or before later changes (`gone_on`).
    fn is_saved(&mut self, Saved { path, tour, renewed, .. }: &Saved, gone_on: bool) {
        self.past.clear();
        self.future.clear();
        self.meanwhile = None;
        self.now.read = Some(tour.digest());
        self.key.clone_from(path);
        self.path = Some(path.clone());
        if gone_on {
            self.now.tour.set_title(tour.title());
            self.now.tour.set_own();
            return;
        }
        self.now.changed = false;
        if !renewed.is_empty() {
            self.note_written(tour);
        }
        self.now.tour = tour.clone();
    }
}

/// The notice about steps of a saved tour whose anchors were updated, with the key that undoes it.
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
