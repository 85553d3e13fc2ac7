//! Actions, keys and mouse of the Tours view.

use super::ToursView;
use super::playing::{Playing, PromptKind};
use super::requests::{Meanwhile, TourEntry};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::JobKind;
use crate::app::list::Cursor;
use crate::app::msg::{StoreTask, Tone};
use crate::app::offer::{Offer, offer};
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;
use crate::index::tours::Progress;

/// The notice for actions on a step without an open tour.
pub(super) const CLOSED: &str = "no tour is open: enter opens the selection";

impl ToursView {
    /// Carries out an action of this view; returns whether it is one.
    pub(in crate::app) fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
        if self.prompt.is_some() {
            return self.prompt_act(cx, action);
        }
        match action {
            Action::Descend if self.playing.is_none() => self.open(cx),
            Action::Descend if self.slots.pane.shown.is_some() => return false,
            Action::Descend => cx.notify(Tone::Bad, "this step has no place in the tree to go to"),
            Action::Climb => return self.climb(cx),
            Action::Next => self.go(cx, 1),
            Action::Previous => self.go(cx, -1),
            Action::TourLink => self.link(cx),
            Action::TourRange => self.ask(PromptKind::Range),
            Action::TourPackage => self.ask_package(cx),
            Action::TourPlace => self.ask_place(cx),
            Action::TourText => self.ask(PromptKind::Words),
            Action::TourAgain => self.forget(cx),
            Action::TourEarlier => self.shift_step(cx, -1),
            Action::TourLater => self.shift_step(cx, 1),
            Action::TakeOut if self.playing.is_none() => self.drop_selected(cx),
            Action::TakeOut => self.delete_step(cx),
            Action::Undo => self.undo(cx),
            Action::Redo => self.redo(cx),
            Action::TourReload => self.reload(cx),
            Action::TourWords => self.edit_words(cx),
            Action::TourSave => self.save(cx),
            action => return self.move_cursor(cx, action),
        }
        true
    }

    fn move_cursor(&mut self, cx: &mut Ctx, action: Action) -> bool {
        let pane = self.slots.focus;
        let height = self.height(cx, pane);
        match (&self.playing, pane) {
            (Some(_), Slot::List | Slot::Side) if matches!(action, Action::Left | Action::Right) => {
                self.go(cx, if action == Action::Left { -1 } else { 1 });
                true
            }
            (None, Slot::List) => {
                let moved = self.cursor.moved(action, self.entries.len(), height);
                moved.map(|moved| self.cursor = moved).is_some()
            }
            (None, _) | (Some(_), Slot::Source) => false,
            (Some(playing), Slot::Side) => {
                let moved = playing.step.moved(action, playing.tour.steps().len(), height);
                moved.map(|moved| self.show_step(cx, moved.at)).is_some()
            }
            (Some(_), Slot::List) => {
                // The text scrolls as a cursor on its first row would move.
                let page = self.page(cx);
                let last = page.rows.len().saturating_sub(page.height);
                let moved = Cursor { at: page.top, offset: 0 }.moved(action, last + 1, page.height);
                moved.map(|moved| self.top = moved.at).is_some()
            }
        }
    }

    /// Scrolls a pane with the mouse wheel.
    pub(super) fn scroll(&mut self, cx: &mut Ctx, pane: Slot, by: isize) {
        let focus = std::mem::replace(&mut self.slots.focus, pane);
        let action = if by < 0 { Action::Up } else { Action::Down };
        // Over the list of steps the cursor stays: with it the wheel would run through the tour.
        let height = self.height(cx, Slot::Side);
        match self.playing.as_mut().filter(|_| pane == Slot::Side) {
            Some(Playing { step, tour, .. }) => {
                let last = tour.steps().len().saturating_sub(height);
                step.offset = step.offset.saturating_add_signed(by).min(last);
            }
            None if pane == Slot::Side => {
                let last = self.selected_steps().saturating_sub(height);
                let first = self.first_step().saturating_add_signed(by).min(last);
                self.seen_steps = (self.cursor.at, first);
            }
            None => {
                for _ in 0..by.unsigned_abs() {
                    self.move_cursor(cx, action);
                }
            }
        }
        self.slots.focus = focus;
    }

    /// Selects a tour of the list.
    pub(super) fn select(&mut self, cx: &Ctx, at: usize) {
        let height = self.height(cx, Slot::List);
        let cursor = Cursor { at, ..self.cursor };
        self.cursor = cursor.clamped(self.entries.len(), height);
    }

    /// Opens the selected tour where it was left.
    fn open(&mut self, cx: &mut Ctx) {
        if self.entries.is_empty() {
            let awaited = cx.index.snapshot.is_none() || cx.is_awaited(JobKind::Tours);
            let text = if awaited { "still looking for tours: try again" } else { "there is no tour" };
            return cx.notify(Tone::Bad, text);
        }
        let selected = &self.entries[self.cursor.at];
        match selected.wanted().filter(|_| selected.tour.is_err()) {
            Some(wanted) => self.make(cx, wanted),
            None => {
                self.take(cx, self.cursor.at, None);
            }
        }
    }

    /// Opens a tour of the list at a step, or where it was left; returns whether it could be opened.
    pub(super) fn take(&mut self, cx: &mut Ctx, at: usize, step: Option<usize>) -> bool {
        let Some(entry) = self.entries.get(at) else { return false };
        let Some(playing) = Playing::of(entry) else {
            let why = entry.tour.as_ref().err().cloned().unwrap_or_default();
            cx.notify(Tone::Bad, format!("this tour is not usable: {why}"));
            return false;
        };
        let step = step.unwrap_or(playing.step.at);
        self.playing = Some(playing);
        self.slots.focus = Slot::List;
        self.select(cx, at);
        self.show_step(cx, step);
        self.tell_meanwhile(cx);
        true
    }

    fn go(&mut self, cx: &mut Ctx, by: isize) {
        let Some(playing) = &self.playing else {
            return cx.notify(Tone::Bad, CLOSED);
        };
        let (at, len) = (playing.step.at, playing.tour.steps().len());
        if by > 0 {
            self.mark_read(at);
        }
        match at.checked_add_signed(by) {
            Some(next) if next < len => {
                // The last step counts as read when it is shown: no further step would mark it.
                if by > 0 && next + 1 == len {
                    self.mark_read(next);
                }
                self.show_step(cx, next);
            }
            Some(_) => self.end(cx),
            None => cx.notify(Tone::Good, "this is the first step"),
        }
    }

    /// Reports the end of a tour; the same key once more opens the next one.
    fn end(&mut self, cx: &mut Ctx) {
        let Some(playing) = &mut self.playing else { return };
        let once_more = std::mem::replace(&mut playing.ended, true);
        let (tour, key) = (&playing.tour, &playing.key);
        let next = self.entries.iter().position(|entry| {
            entry.key != *key && entry.tour.as_ref().is_ok_and(|(next, _)| tour.leads_to(next))
        });
        match next {
            Some(next) if once_more => {
                let here = self.here(cx);
                if self.take(cx, next, Some(0)) {
                    cx.places.leave(here.into());
                }
            }
            Some(next) => {
                let title = self.entries[next].tour.as_ref().map_or("", |(tour, _)| tour.title());
                let text = format!("end of the tour; again starts “{}”", crate::model::clean(title));
                cx.notify(Tone::Good, text);
            }
            None => cx.notify(Tone::Good, "end of the tour; esc goes back to the list"),
        }
    }

    /// Marks a step as read, because the person went on to the next one.
    fn mark_read(&mut self, at: usize) {
        self.playing.iter_mut().for_each(|playing| {
            playing.visited.insert(at);
        });
    }

    /// Shows a step and stores it as the one to continue at.
    pub(super) fn show_step(&mut self, cx: &mut Ctx, at: usize) {
        let height = self.height(cx, Slot::Side);
        let Some(playing) = &mut self.playing else { return };
        let len = playing.tour.steps().len();
        playing.step = Cursor { at, ..playing.step }.clamped(len, height);
        playing.ended = false;
        let progress = playing.progress();
        let key = playing.key.clone();
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.key == key) {
            entry.progress = progress.clone();
        }
        self.top = 0;
        cx.store(StoreTask::Bookmark { tour: key, progress: Some(progress) });
        self.turn(cx);
    }

    /// Forgets the progress of the open or the selected tour; a second time restores it.
    fn forget(&mut self, cx: &mut Ctx) {
        let open = self.playing.as_ref().map(|playing| playing.key.clone());
        let selected = || Some(self.entries.get(self.cursor.at)?.key.clone());
        let Some(key) = open.or_else(selected) else { return };
        let again = cx.keymap.shown(Action::TourAgain);
        let before = self.forgotten.take_if(|(forgotten, _)| *forgotten == key);
        let Some(entry) = self.entries.iter_mut().find(|entry| entry.key == key) else { return };
        let text = match (entry.is_begun(), before) {
            (true, _) => {
                self.forgotten = Some((key.clone(), std::mem::take(&mut entry.progress)));
                format!("your progress in this tour is forgotten; {again} brings it back")
            }
            (false, Some((_, before))) => {
                entry.progress = before;
                "your progress in this tour is back".to_owned()
            }
            (false, None) => return cx.notify(Tone::Bad, "this tour was not started: nothing to forget"),
        };
        let progress = entry.progress.clone();
        cx.notify(Tone::Good, text);
        if let Some(playing) = &mut self.playing {
            playing.visited = progress.visited.iter().copied().collect();
            self.show_step(cx, progress.step);
        } else {
            let is_begun = progress != Progress::default();
            cx.store(StoreTask::Bookmark { tour: key, progress: is_begun.then_some(progress) });
        }
    }

    /// Goes one step out; returns whether there was one.
    fn climb(&mut self, cx: &mut Ctx) -> bool {
        if self.slots.focus != Slot::List {
            return false;
        }
        if self.playing.is_none() && self.making.take().is_some() {
            cx.call_off(JobKind::Make);
            cx.notify(Tone::Good, "cancelled: no tour is made");
            return true;
        }
        match &self.playing {
            Some(playing) => {
                if playing.changed {
                    let [save, drop] =
                        [Action::TourSave, Action::TakeOut].map(|action| cx.keymap.shown(action));
                    let text = format!(
                        "changes are kept as a draft: {save} in the tour saves, {drop} here drops them"
                    );
                    cx.notify(Tone::Good, text);
                }
                self.leave(cx);
                true
            }
            None => false,
        }
    }

    /// Closes the open tour; the list selects it.
    fn leave(&mut self, cx: &mut Ctx) {
        let Some(playing) = self.playing.take() else { return };
        match self.entries.iter().position(|entry| entry.key == playing.key) {
            Some(at) => self.select(cx, at),
            None => self.left = Some(playing.key),
        }
        self.list_again(cx);
        self.turn(cx);
    }

    pub(in crate::app) fn hinted(&self) -> Vec<Offer> {
        let Some(playing) = &self.playing else {
            let selected = self.entries.get(self.cursor.at);
            let is_kept = selected.is_some_and(|entry| entry.draft || entry.path.is_some());
            let mut own =
                vec![offer(&[Action::Descend], "open"), Action::TourPackage.into(), Action::TourRange.into()];
            own.extend(selected.is_some_and(TourEntry::is_begun).then(|| Action::TourAgain.into()));
            own.extend(is_kept.then(|| offer(&[Action::TakeOut], "delete")));
            return own;
        };
        let linked = (!self.text().links.is_empty()).then(|| Action::TourLink.into());
        let undo = (!playing.past.is_empty()).then(|| Action::Undo.into());
        let redo = (!playing.future.is_empty()).then(|| Action::Redo.into());
        let reload =
            matches!(playing.meanwhile, Some(Meanwhile::Changed { .. })).then(|| Action::TourReload.into());
        let own = if playing.changed {
            vec![
                Action::TourSave.into(),
                offer(&[Action::TakeOut], "out"),
                Action::TourWords.into(),
                offer(&[Action::TourEarlier, Action::TourLater], "move"),
            ]
        } else {
            let save = playing.path.is_none().then(|| Action::TourSave.into());
            let step = [
                offer(&[Action::Next], "next step"),
                offer(&[Action::Previous], "previous"),
                Action::Descend.into(),
            ];
            step.into_iter().chain(save).collect()
        };
        reload.into_iter().chain(own).chain(undo).chain(redo).chain(linked).collect()
    }
}
