//! Actions, keys and mouse of the Tours view.

use super::playing::{Playing, PromptKind};
use super::requests::{Meanwhile, TourEntry};
use super::{TourRow, ToursView};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::JobKind;
use crate::app::layout::Shape;
use crate::app::msg::{StoreTask, Tone};
use crate::app::offer::{Offer, offer};
use crate::app::pane::slot::Slot;
use crate::app::source::SourceSpot;
use crate::app::view_state::ViewState;
use crate::index::tours::Progress;
use crate::interactions::Act;
use crate::tour::leads_on;

/// The notice for actions on a step without an open tour.
pub(super) const CLOSED: &str = "no tour is open: enter opens the selection";

impl ToursView {
    /// Carries out an action of this view; returns whether it is one.
    pub(in crate::app) fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Descend if self.slots.focus == Slot::List && !self.is_on_step() => self.unfold(cx),
            Action::Descend if self.go_on(cx) => {}
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
            Action::TakeOut if self.is_on_step() => self.delete_step(cx),
            Action::TakeOut => self.drop_selected(cx),
            Action::Undo => self.undo(cx),
            Action::Redo => self.redo(cx),
            Action::TourReload => self.reload(cx),
            Action::TourWords => self.edit_words(cx),
            Action::TourSave => self.save(cx),
            _ => return false,
        }
        true
    }

    /// Goes into the code of the step, to the name that leads on to the next one; returns whether there is such a name.
    fn go_on(&mut self, cx: &mut Ctx) -> bool {
        let Some(snapshot) = cx.index.snapshot.clone().filter(|_| self.is_on_step()) else { return false };
        let Some(step) = self.in_sight().filter(|step| step.version.commit().is_none()) else { return false };
        let Some(step) = step.tour.step(step.at) else { return false };
        let graph = snapshot.graph();
        let Some(anchor) = step.anchor() else { return false };
        let to = leads_on(&graph, &anchor, step.description());
        let Some((symbol, (line, to))) = graph.find_id(&anchor.symbol).zip(to) else { return false };
        let path = graph.symbol(symbol).path().to_owned();
        let name = Some(graph.symbol(to).name().to_owned());
        cx.did(Act::Opened, &[symbol]);
        self.slots.pane.spot = Some(SourceSpot { path, line, name, ..SourceSpot::default() });
        self.focus_on(cx, Slot::Source);
        true
    }

    /// Returns whether the cursor is on a step.
    pub(super) fn is_on_step(&self) -> bool {
        matches!(self.row(), Some(TourRow::Step(_)))
    }

    /// Folds or unfolds the tour under the cursor; of a step, goes to its tour.
    pub(super) fn fold_row(&mut self, cx: &mut Ctx, open: bool) -> bool {
        let row = self.row();
        let on_open = row.is_some() && row == self.open_at().map(TourRow::Tour);
        match (open, self.open_at()) {
            (false, Some(at)) if self.is_on_step() => {
                self.select(cx, TourRow::Tour(at));
                self.turn(cx);
            }
            (false, _) if on_open => self.leave(cx),
            (true, _) if on_open => return self.move_list(cx, Action::Down),
            (true, _) if !self.is_on_step() => self.unfold(cx),
            _ => {}
        }
        true
    }

    /// Opens the selected tour where it was left; closes it if it is open.
    fn unfold(&mut self, cx: &mut Ctx) {
        let Some(at) = self.selected_at() else {
            let awaited = cx.index.snapshot.is_none() || cx.is_awaited(JobKind::Tours);
            let text = if awaited { "still looking for tours: try again" } else { "there is no tour" };
            return cx.notify(Tone::Bad, text);
        };
        let selected = &self.entries[at];
        match selected.wanted().filter(|_| selected.tour.is_err()) {
            Some(wanted) => self.make(cx, wanted),
            None if self.open_at() == Some(at) => self.leave(cx),
            None => {
                self.take(cx, at, None);
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
        let step = step.unwrap_or(playing.step);
        self.playing = Some(playing);
        // Where list and words have no room beside each other, the words are what a tour is taken by.
        let is_small = matches!(Shape::of(self.body(cx), cx.zoomed), Shape::Rows | Shape::Single);
        self.slots.focus = if is_small { Slot::Side } else { Slot::List };
        self.show_step(cx, step);
        self.tell_meanwhile(cx);
        true
    }

    /// Goes to the next or the previous step of the open tour; a tour that is only selected is opened.
    fn go(&mut self, cx: &mut Ctx, by: isize) {
        let is_other = self.selected_at() != self.open_at();
        let Some(playing) = self.playing.as_ref().filter(|_| !is_other) else {
            return self.unfold(cx);
        };
        let (at, len) = (playing.step, playing.tour.steps().len());
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
            None => cx.notify(Tone::Good, "end of the tour; esc closes it"),
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
        let Some(playing) = &mut self.playing else { return };
        playing.step = at.min(playing.tour.steps().len().saturating_sub(1));
        playing.ended = false;
        let progress = playing.progress();
        let key = playing.key.clone();
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.key == key) {
            entry.progress = progress.clone();
        }
        let row = TourRow::Step(playing.step);
        self.select(cx, row);
        cx.store(StoreTask::Bookmark { tour: key, progress: Some(progress) });
        self.turn(cx);
    }

    /// Forgets the progress of the selected tour; a second time restores it.
    fn forget(&mut self, cx: &mut Ctx) {
        let Some(key) = self.selected().map(|entry| entry.key.clone()) else { return };
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
        if let Some(playing) = self.playing.as_mut().filter(|playing| playing.key == key) {
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
        if self.making.take().is_some() {
            cx.call_off(JobKind::Make);
            cx.notify(Tone::Good, "cancelled: no tour is made");
            return true;
        }
        let is_open = self.playing.is_some();
        self.leave(cx);
        is_open
    }

    /// Closes the open tour, if one is; the cursor stays on it.
    fn leave(&mut self, cx: &mut Ctx) {
        let Some(at) = self.open_at() else { return };
        if self.playing.take().is_some_and(|playing| playing.changed) {
            let [save, drop] = [Action::TourSave, Action::TakeOut].map(|action| cx.keymap.shown(action));
            let text = format!("changes are kept as a draft: {save} saves, {drop} on the tour drops them");
            cx.notify(Tone::Good, text);
        }
        self.select(cx, TourRow::Tour(at));
        self.list_again(cx);
        self.turn(cx);
    }

    /// Closes the tour with a key, because its changes or its file go.
    pub(super) fn close(&mut self, key: &str) {
        let at = self.open_at();
        if self.playing.take_if(|playing| playing.key == key).is_some() {
            self.slots.cursor.at = at.unwrap_or(0);
        }
    }

    pub(in crate::app) fn hinted(&self) -> Vec<Offer> {
        let is_open = self.open_at().is_some() && self.selected_at() == self.open_at();
        let open = self.playing.as_ref().filter(|_| is_open);
        let own = match open {
            Some(open) if self.is_on_step() && open.changed => vec![
                Action::TourSave.into(),
                offer(&[Action::TakeOut], "out"),
                Action::TourWords.into(),
                offer(&[Action::TourEarlier, Action::TourLater], "move"),
            ],
            Some(open) if self.is_on_step() => {
                let step = [
                    offer(&[Action::Next], "next step"),
                    offer(&[Action::Previous], "previous"),
                    Action::Descend.into(),
                ];
                let save = open.path.is_none().then(|| Action::TourSave.into());
                step.into_iter().chain(save).collect()
            }
            _ => {
                let selected = self.selected();
                let is_kept = selected.is_some_and(|entry| entry.draft || entry.path.is_some());
                let fold = offer(&[Action::Descend], if is_open { "close" } else { "open" });
                let mut own = vec![fold, Action::TourPackage.into(), Action::TourRange.into()];
                own.extend(selected.is_some_and(TourEntry::is_begun).then(|| Action::TourAgain.into()));
                own.extend(is_kept.then(|| offer(&[Action::TakeOut], "delete")));
                own
            }
        };
        let linked = open.is_some_and(|_| self.is_on_step() && !self.text().links.is_empty());
        let is_reloadable = |open: &Playing| matches!(open.meanwhile, Some(Meanwhile::Changed { .. }));
        let reload = open.is_some_and(is_reloadable).then(|| Action::TourReload.into());
        let undo = open.is_some_and(|open| !open.past.is_empty()).then(|| Action::Undo.into());
        let redo = open.is_some_and(|open| !open.future.is_empty()).then(|| Action::Redo.into());
        let linked = linked.then(|| Action::TourLink.into());
        reload.into_iter().chain(own).chain(undo).chain(redo).chain(linked).collect()
    }
}
