//! Unsaved changes. They are stored from the first one on, so that neither the end of the program nor another tour
//! loses them; only saving and dropping end a draft.

use super::ToursView;
use super::playing::{Playing, TourState};
use super::requests::{Authoring, Meanwhile};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::msg::StoreTask;
use crate::index::drafts::{DraftFile, StoredDrafts, TourDraft, numbered};
use crate::model::clean;
use crate::tour::{Anchor, LocatedStep, StepDraft, Tour, Verdict};
use std::collections::BTreeSet;

/// The key and title of a tour that has no file yet.
const NEW: &str = "New tour";

impl ToursView {
    /// Takes over the stored drafts. One that was begun meanwhile stays.
    pub(in crate::app) fn drafts_came(
        &mut self,
        cx: &mut Ctx,
        StoredDrafts { drafts: kept, unreadable }: StoredDrafts,
    ) {
        if let Some(first) = unreadable.first() {
            let more = match unreadable.len() {
                1 => String::new(),
                n => format!(", and {} more", n - 1),
            };
            let path = first.to_string_lossy();
            cx.warn(format!(
                "a draft of a tour cannot be read, and is left where it is: {}{more}",
                clean(&path)
            ));
        }
        let drafts = self.drafts.get_or_insert_default();
        for mut draft in kept {
            let is_known = |draft: &TourDraft| drafts.iter().any(|known| known.key == draft.key);
            let (mut n, _) = numbered(&draft.key);
            while is_known(&draft) {
                n += 1;
                draft.number(n);
            }
            drafts.push(draft);
        }
        if self.looked {
            self.list_again(cx);
        }
        for (step, found) in std::mem::take(&mut self.unplaced) {
            self.insert(cx, &step, found);
        }
    }

    /// The open tour was changed.
    pub(super) fn changed(&mut self, cx: &mut Ctx) {
        let Some(playing) = &mut self.playing else { return };
        playing.now.changed = true;
        let Playing { key, path, now, .. } = playing.clone();
        let TourState { read, tour, .. } = now;
        self.keep(cx, TourDraft { key, path, read, tour, origin: None });
    }

    fn keep(&mut self, cx: &mut Ctx, mut draft: TourDraft) {
        draft.origin = self.taken(&draft.key);
        cx.store(StoreTask::KeepDraft(draft.clone()));
        // From now on this session stores it.
        draft.origin = None;
        self.drafts.get_or_insert_default().push(draft);
    }

    /// Removes the known draft of a key; returns where it was read.
    fn taken(&mut self, key: &str) -> Option<DraftFile> {
        let drafts = self.drafts.get_or_insert_default();
        let at = drafts.iter().position(|known| known.key == key)?;
        drafts.remove(at).origin
    }

    /// Another session dropped or saved drafts that are listed here. Those that this session wrote or has open are
    /// stored again, since work on them may go on; those that it only read are removed.
    pub(in crate::app) fn drafts_gone(&mut self, cx: &mut Ctx, keys: &[String]) {
        let open = self.playing.as_ref().filter(|playing| playing.now.changed);
        let open = open.map(|playing| playing.key.clone());
        let drafts = self.drafts.get_or_insert_default();
        let (gone, stay): (Vec<TourDraft>, Vec<TourDraft>) =
            std::mem::take(drafts).into_iter().partition(|draft| keys.contains(&draft.key));
        *drafts = stay;
        let is_gone = !gone.is_empty();
        for draft in gone {
            if draft.origin.is_none() || Some(&draft.key) == open.as_ref() {
                let title = clean(draft.tour.title()).into_owned();
                self.keep(cx, draft);
                let text =
                    format!("another session dropped or saved the draft “{title}”: yours is kept as a draft");
                cx.warn(text);
            }
        }
        if is_gone {
            self.list_again(cx);
        }
    }

    /// Ends the draft of a tour: it has no unsaved changes any more.
    pub(super) fn settled(&mut self, cx: &mut Ctx, key: &str) {
        let origin = self.taken(key);
        cx.store(StoreTask::DropDraft(key.to_owned(), origin));
    }

    /// Drops the changes of the selected tour, or deletes its file if it has none, after confirmation.
    pub(super) fn drop_selected(&mut self, cx: &mut Ctx) {
        let Some(entry) = self.selected() else { return };
        let key = entry.key.clone();
        // If the file is gone there is nothing to go back to.
        let path = entry.path.as_ref().filter(|_| entry.meanwhile != Some(Meanwhile::Gone));
        let (question, done) = match (entry.draft, path.cloned()) {
            (true, None) => ("drop this draft? the same key confirms".to_owned(), "the draft is dropped"),
            (true, Some(path)) => {
                let path = clean(&path);
                let question = format!("drop the changes and go back to {path}? the same key confirms");
                (question, "the changes are dropped")
            }
            (false, Some(path)) => {
                let Some(read) = entry.read.clone() else {
                    let text = format!("{} cannot be read as a tour, and is not deleted here", clean(&path));
                    return cx.warn(text);
                };
                let question = format!("delete the file {}? the same key confirms", clean(&path));
                if cx.is_meant(Action::TakeOut, question) {
                    self.close(&key);
                    self.author(cx, Authoring::Delete { path, read });
                }
                return;
            }
            (false, None) => {
                let delete = cx.key(Action::TakeOut);
                let text = format!("a generated tour has no file to delete; {delete} on a step takes it out");
                return cx.warn(text);
            }
        };
        let has_file = path.is_some();
        if cx.is_meant(Action::TakeOut, question) {
            self.close(&key);
            self.settled(cx, &key);
            if !has_file {
                cx.store(StoreTask::Bookmark { tour: key, progress: None });
            }
            cx.tell(done);
            self.list_again(cx);
        }
    }

    /// Appends a step to the tour that is being written: the open one if it has changes, else an unsaved tour of
    /// one's own, else the open one if a person wrote it.
    pub(super) fn insert(&mut self, cx: &mut Ctx, draft: &StepDraft, found: LocatedStep) {
        let own = self.drafts.iter().flatten().find(|known| known.key == NEW).map(|own| own.tour.clone());
        let open = self.playing.as_ref();
        if open.is_some_and(|open| !open.now.changed && (own.is_some() || open.path.is_none())) {
            return self.append(cx, draft);
        }
        let new = || new(own.unwrap_or_else(|| Tour::new(NEW, "")));
        let mut playing = self.playing.take().unwrap_or_else(new);
        let known = step_of(&playing.now.tour, draft);
        let at = playing.now.found.len();
        let text = if let Some(step) = known {
            already(&playing.now.tour, step, draft)
        } else {
            playing.note();
            playing.now.tour.insert(at, draft);
            playing.now.found.push(found);
            added(&playing.now.tour, at)
        };
        self.playing = Some(playing);
        self.list_open();
        if let Some(step) = known {
            self.show_step(cx, step);
            return cx.warn(text);
        }
        self.changed(cx);
        self.show_step(cx, at);
        self.list_again(cx);
        cx.tell(text);
    }

    /// Appends a step to one's own tour while another tour is open for reading.
    fn append(&mut self, cx: &mut Ctx, draft: &StepDraft) {
        let known = self.drafts.iter().flatten().find(|known| known.key == NEW);
        let mut own = known.cloned().unwrap_or_else(|| TourDraft {
            key: NEW.to_owned(),
            path: None,
            read: None,
            tour: Tour::new(NEW, ""),
            origin: None,
        });
        if let Some(step) = step_of(&own.tour, draft) {
            return cx.warn(already(&own.tour, step, draft));
        }
        let at = own.tour.steps().len();
        own.tour.insert(at, draft);
        let text = added(&own.tour, at);
        self.keep(cx, own);
        self.list_again(cx);
        cx.tell(text);
    }
}

/// A tour that is written here, its last step shown.
fn new(tour: Tour) -> Playing {
    let steps = tour.steps().len();
    let now = TourState {
        tour,
        read: None,
        found: vec![LocatedStep::new(Verdict::Unchecked, None); steps],
        step: steps.saturating_sub(1),
        visited: BTreeSet::new(),
        changed: true,
        as_written: false,
    };
    Playing::new(NEW.to_owned(), None, now)
}

/// The step that is already at the same symbol, or at the same lines of it.
fn step_of(tour: &Tour, draft: &StepDraft) -> Option<usize> {
    let wanted = draft.anchor.as_ref()?;
    let is_same = |anchor: Anchor| anchor.symbol == wanted.symbol && anchor.selected == wanted.selected;
    tour.steps().position(|step| step.anchor().is_some_and(is_same))
}

fn already(tour: &Tour, step: usize, draft: &StepDraft) -> String {
    clean(&format!("{} is already step {} of “{}”", draft.title, step + 1, tour.title())).into_owned()
}

fn added(tour: &Tour, at: usize) -> String {
    let title = tour.step(at).map_or("", |step| step.title());
    clean(&format!("added step {} to “{}” (a draft in Tours): {title}", at + 1, tour.title())).into_owned()
}
