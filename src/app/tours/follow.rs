//! An open tour that changes elsewhere: its file by an editor, `git pull` or another program, a generated one with the code.

use super::ToursView;
use super::actions::CLOSED;
use super::playing::Playing;
use super::requests::{Meanwhile, TourEntry};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::index::tour_steps::Located;
use crate::model::clean;
use crate::tour::{Tour, TourStep};

impl Playing {
    /// Takes over the newest content. Steps that still exist, if not with the same words then at the same symbol, stay the current
    /// one and visited.
    fn take_over(&mut self, tour: &Tour, located: &Located, read: Option<&String>) {
        let symbol = |step: TourStep<'_>| step.anchor().map(|anchor| anchor.symbol);
        let now = |at: usize| {
            let was = self.now.tour.step(at)?;
            let same = tour.steps().position(|step| step == was);
            let is_there = |step| symbol(was).is_some_and(|was| symbol(step) == Some(was));
            same.or_else(|| tour.steps().position(is_there))
        };
        let kept = now(self.now.step);
        let visited = self.now.visited.iter().filter_map(|&step| now(step)).collect();
        self.now.step = kept.unwrap_or(self.now.step).min(tour.steps().len().saturating_sub(1));
        self.now.visited = visited;
        self.now.tour = tour.clone();
        self.now.read = read.cloned();
        (self.now.found, self.version) = (located.found.clone(), located.version.clone());
        self.ended = false;
        self.meanwhile = None;
    }
}

impl ToursView {
    /// Takes over the newest content of the open tour: that of its file, or the words that the new graph gives. If the tour has
    /// unsaved changes, it reports the conflict with a changed file instead and the person chooses.
    pub(super) fn follow_newest(&mut self, cx: &mut Ctx) {
        let Some(playing) = self.playing.as_mut() else { return };
        let entry = self.entries.iter().find(|entry| entry.key == playing.key);
        if let Some(entry) = entry
            && !(playing.now.changed || entry.draft)
            && let Ok((tour, located)) = &entry.tour
        {
            playing.meanwhile = None;
            if *tour != playing.now.tour {
                playing.take_over(tour, located, entry.read.as_ref());
                if playing.path.is_some() {
                    cx.tell("the tour's file changed: this is the new content");
                }
            }
            return;
        }
        if playing.path.is_none() {
            return;
        }
        let meanwhile = match entry {
            Some(entry) if entry.draft => entry.meanwhile.clone(),
            // The list was made before the first change, so it has the file's content.
            entry => Meanwhile::of(playing.now.read.as_ref(), entry),
        };
        if playing.meanwhile != meanwhile {
            playing.meanwhile = meanwhile;
            if playing.meanwhile.as_ref().is_some_and(Meanwhile::is_lost) && !playing.now.changed {
                // No file has the tour any more, so the open one becomes a draft.
                self.changed(cx);
                self.list_again(cx);
            }
            self.tell_meanwhile(cx);
        }
    }

    /// Drops drafts equal to the file that they were begun from: they were only stored while the file was gone.
    pub(super) fn settle_unchanged(&mut self, cx: &mut Ctx) {
        let is_unchanged = |entry: &&mut TourEntry| {
            let tour = entry.tour.as_ref().ok().filter(|_| entry.draft && entry.path.is_some());
            tour.is_some_and(|(tour, _)| entry.read == Some(tour.digest()))
                && !entry.meanwhile.as_ref().is_some_and(Meanwhile::is_lost)
        };
        let mut keys = Vec::new();
        for entry in self.entries.iter_mut().filter(is_unchanged) {
            (entry.draft, entry.meanwhile) = (false, None);
            keys.push(entry.key.clone());
        }
        for key in &keys {
            self.settled(cx, key);
            if let Some(playing) = self.playing.as_mut().filter(|playing| playing.key == *key) {
                playing.now.changed = false;
            }
        }
        if !keys.is_empty() {
            self.list_again(cx);
        }
    }

    /// Reports what others did to the open tour's file.
    pub(super) fn tell_meanwhile(&mut self, cx: &mut Ctx) {
        if let Some(text) = self.meanwhile_text(cx) {
            cx.warn(text);
        }
    }

    /// The notice about what others did to the open tour's file, and the keys that resolve it.
    pub(super) fn meanwhile_text(&self, cx: &Ctx) -> Option<String> {
        let playing = self.playing.as_ref()?;
        let path = clean(playing.path.as_deref().unwrap_or_default()).into_owned();
        let [reload, save, undo] =
            [Action::TourReload, Action::TourSave, Action::Undo].map(|action| cx.key(action));
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

    /// Replaces unsaved changes with the file's content; undo restores them.
    pub(super) fn reload(&mut self, cx: &mut Ctx) {
        let Some(playing) = &mut self.playing else { return cx.warn(CLOSED) };
        let Some(Meanwhile::Changed { tour, located, read }) = playing.meanwhile.clone() else {
            return match playing.meanwhile {
                Some(_) => self.tell_meanwhile(cx),
                None => {
                    cx.warn("nobody else changed this tour's file: nothing to reload");
                }
            };
        };
        playing.note();
        playing.take_over(&tour, &located, Some(&read));
        playing.now.changed = false;
        let key = playing.key.clone();
        let at = playing.now.step;
        self.settled(cx, &key);
        self.list_again(cx);
        self.show_step(cx, at);
        let undo = cx.key(Action::Undo);
        cx.tell(format!("the file is loaded again; {undo} brings your changes back"));
    }
}
