//! Actions, keys and mouse of the Tours view.

use super::playing::{Playing, PromptKind};
use super::requests::{BROUGHT, Meanwhile, TourEntry};
use super::{StepInSight, TourRow, ToursView};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::JobKind;
use crate::app::layout::Shape;
use crate::app::msg::StoreTask;
use crate::app::nav_history::ViewPlace;
use crate::app::offer::{Offer, offer};
use crate::app::pane::prompt::Typing;
use crate::app::pane::slot::{Slot, SlotRows};
use crate::app::pane::workspace::Workspace;
use crate::app::source::{Shown, SourceText};
use crate::app::view::View;
use crate::app::view_state::ViewState;
use crate::index::Snapshot;
use crate::index::tours::Progress;
use crate::interactions::Act;
use crate::model::SymbolId;
use crate::tour::{StepPlace, Verdict, leads_on, tree_path};
use std::sync::Arc;

/// The largest number of lines of a step that are marked in the source.
const MAX_LINES: u32 = 10_000;

/// The notice for actions on a step without an open tour.
pub(super) const CLOSED: &str = "no tour is open: enter opens the selection";

impl ToursView {
    /// Goes into the code of the step, to the name that leads on to the next one; returns whether there is such a name.
    fn go_on(&mut self, cx: &mut Ctx) -> bool {
        let Some(snapshot) = cx.index.snapshot.clone().filter(|_| self.is_on_step()) else { return false };
        let Some(step) = self.in_sight().filter(|step| step.version.commit().is_none()) else { return false };
        let Some(step) = step.tour.step(step.at) else { return false };
        let graph = snapshot.graph();
        let Some(anchor) = step.anchor() else { return false };
        let to = leads_on(&graph, &anchor, step.description());
        let Some((symbol, (line, to))) = graph.find_id(&anchor.symbol).zip(to) else { return false };
        cx.did(Act::Opened, &[symbol]);
        let (path, name) = (graph.symbol(symbol).path(), graph.symbol(to).name());
        self.slots.pane.spot = Some(Shown::named(path, line, Some(name)));
        self.focus_on(cx, Slot::Source);
        true
    }

    /// Returns whether the cursor is on a step.
    pub(super) fn is_on_step(&self) -> bool {
        matches!(self.row(), Some(TourRow::Step(_)))
    }

    /// Opens the selected tour where it was left; closes it if it is open.
    fn unfold(&mut self, cx: &mut Ctx) {
        let Some(at) = self.selected_at() else {
            let awaited = cx.index.snapshot.is_none() || cx.is_awaited(JobKind::Tours);
            let text = if awaited { "still looking for tours: try again" } else { "there is no tour" };
            return cx.warn(text);
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
            cx.warn(format!("this tour is not usable: {why}"));
            return false;
        };
        let step = step.unwrap_or(playing.now.step);
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
        let (at, len) = (playing.now.step, playing.now.tour.steps().len());
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
            None => cx.tell("this is the first step"),
        }
    }

    /// Reports the end of a tour; the same key once more opens the next one.
    fn end(&mut self, cx: &mut Ctx) {
        let Some(playing) = &mut self.playing else { return };
        let once_more = std::mem::replace(&mut playing.ended, true);
        let (tour, key) = (&playing.now.tour, &playing.key);
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
                cx.tell(text);
            }
            None => cx.tell("end of the tour; esc closes it"),
        }
    }

    /// Marks a step as read, because the person went on to the next one.
    fn mark_read(&mut self, at: usize) {
        self.playing.iter_mut().for_each(|playing| {
            playing.now.visited.insert(at);
        });
    }

    /// Shows a step and stores it as the one to continue at.
    pub(super) fn show_step(&mut self, cx: &mut Ctx, at: usize) {
        let Some(playing) = &mut self.playing else { return };
        playing.now.step = at.min(playing.now.tour.steps().len().saturating_sub(1));
        playing.ended = false;
        let progress = playing.progress();
        let key = playing.key.clone();
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.key == key) {
            entry.progress = progress.clone();
        }
        let row = TourRow::Step(playing.now.step);
        self.select(cx, row);
        cx.store(StoreTask::Bookmark { tour: key, progress: Some(progress) });
        self.turn(cx);
    }

    /// Forgets the progress of the selected tour; a second time restores it.
    fn forget(&mut self, cx: &mut Ctx) {
        let Some(key) = self.selected().map(|entry| entry.key.clone()) else { return };
        let again = cx.key(Action::TourAgain);
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
            (false, None) => return cx.warn("this tour was not started: nothing to forget"),
        };
        let progress = entry.progress.clone();
        cx.tell(text);
        if let Some(playing) = self.playing.as_mut().filter(|playing| playing.key == key) {
            playing.now.visited = progress.visited.iter().copied().collect();
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
            cx.tell("cancelled: no tour is made");
            return true;
        }
        let is_open = self.playing.is_some();
        self.leave(cx);
        is_open
    }

    /// Closes the open tour, if one is; the cursor stays on it.
    fn leave(&mut self, cx: &mut Ctx) {
        let Some(at) = self.open_at() else { return };
        if self.playing.take().is_some_and(|playing| playing.now.changed) {
            let [save, drop] = [Action::TourSave, Action::TakeOut].map(|action| cx.key(action));
            let text = format!("changes are kept as a draft: {save} saves, {drop} on the tour drops them");
            cx.tell(text);
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
}

impl ViewState for ToursView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Descend if self.slots.focus == Slot::List && !self.is_on_step() => self.unfold(cx),
            Action::Descend if self.go_on(cx) => {}
            Action::Descend if self.slots.pane.shown.is_some() => return false,
            Action::Descend => cx.warn("this step has no place in the tree to go to"),
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

    fn view(&self) -> View {
        View::Tours
    }

    fn slots(&self) -> &Workspace {
        &self.slots
    }

    fn slots_mut(&mut self) -> &mut Workspace {
        &mut self.slots
    }

    fn list_rows(&self, _cx: &Ctx) -> SlotRows {
        SlotRows { head: self.head(), foot: 0, cursor: self.slots.cursor, len: self.n_rows() }
    }

    /// Shows the step or the tour under the cursor.
    fn turned(&mut self, cx: &mut Ctx) {
        match self.row() {
            Some(TourRow::Step(step)) => self.show_step(cx, step),
            _ => self.turn(cx),
        }
    }

    fn folding(&self, at: usize) -> Option<(u16, Option<bool>)> {
        Some(match self.row_at(at)? {
            TourRow::Tour(at) => (0, Some(self.open_at() == Some(at))),
            TourRow::Step(_) => (1, None),
        })
    }

    fn set_open(&mut self, cx: &mut Ctx, _at: usize, open: bool) {
        if open { self.unfold(cx) } else { self.leave(cx) }
    }

    fn closed(&mut self, cx: &mut Ctx, how: Typing) {
        if how == Typing::Taken {
            self.prompt_taken(cx);
        }
    }

    /// The step's place, and the version of its text.
    fn wanted(&self, _cx: &Ctx) -> Option<Shown> {
        let StepInSight { tour, found, version, at } = self.in_sight()?;
        let (step, found) = tour.step(at).zip(found.get(at))?;
        let commit = version.commit().map(str::to_owned);
        let version = if step.contents().is_some() { Some(BROUGHT.to_owned()) } else { commit };
        match (&found.spot, step.place()) {
            (Some(spot), _) => {
                let sites = spot.lines.map_or_else(Vec::new, |[first, last]| {
                    (first..=last.min(first.saturating_add(MAX_LINES))).collect()
                });
                Some(Shown { version, sites, ..Shown::named(&spot.path, spot.line, None) })
            }
            (None, StepPlace::Folder(path)) if found.verdict == Verdict::Kept => {
                Some(Shown::named(&tree_path(path), 0, None))
            }
            // Where its place is gone, its file may still be there.
            (None, StepPlace::File { path, .. }) if matches!(found.verdict, Verdict::Gone(_)) => {
                Some(Shown { version, ..Shown::named(&tree_path(path), 1, None) })
            }
            _ => None,
        }
    }

    /// Shows the step's place, or where reading has led to from there; a text that the tour brings is there at once.
    fn look(&mut self, cx: &mut Ctx) {
        let area = self.text_area(cx);
        let wanted = self.beside(cx).or_else(|| self.wanted(cx));
        let brought = self.brought_text().zip(wanted.as_ref().map(|shown| shown.path.clone()));
        self.slots.pane.show(cx, View::Tours, area, wanted);
        if let Some((text, path)) = brought.filter(|_| self.slots.pane.version() == Some(BROUGHT)) {
            let source = SourceText::new(&path, text.as_bytes()).of_version(Some(BROUGHT.to_owned()));
            self.slots.pane.text_came(cx, area, &Arc::new(source));
        }
    }

    fn here(&self, cx: &Ctx) -> ViewPlace {
        ViewPlace::Tours(self.open_step(cx))
    }

    fn come_back(&mut self, cx: &mut Ctx, place: ViewPlace) {
        let ViewPlace::Tours(Some((key, step))) = place else { return };
        if self.playing.as_ref().is_some_and(|playing| playing.key == key) {
            return self.show_step(cx, step);
        }
        match self.entries.iter().position(|entry| entry.key == key) {
            Some(at) => {
                self.take(cx, at, Some(step));
            }
            None => cx.warn("that tour no longer exists"),
        }
    }

    fn tree_checked(&mut self, cx: &mut Ctx) {
        self.list_again(cx);
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        self.is_early(cx).then_some(JobKind::Tours)
    }

    fn hints(&self, _cx: &Ctx) -> Vec<Offer> {
        let is_open = self.open_at().is_some() && self.selected_at() == self.open_at();
        let open = self.playing.as_ref().filter(|_| is_open);
        let own = match open {
            Some(open) if self.is_on_step() && open.now.changed => vec![
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

    /// The view was turned to, or the tree was checked: tour files are not part of the graph, so they are looked for
    /// again.
    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        self.list_again(cx);
    }

    /// A new graph came: steps may have moved.
    fn graph_came(&mut self, cx: &mut Ctx) {
        if self.drafts.is_none() {
            cx.store(StoreTask::ReadDrafts);
        }
        if !cx.is_awaited(JobKind::Make) {
            self.begin_making(cx);
        }
        if self.looked || cx.view == View::Tours {
            self.list_again(cx);
        }
    }

    /// Returns whether the first list is awaited.
    fn is_early(&self, cx: &Ctx) -> bool {
        self.entries.is_empty() && cx.is_awaited(JobKind::Tours)
    }

    fn awaits(&self) -> &'static str {
        "the list of tours"
    }

    /// The line changed.
    fn typed(&mut self, cx: &mut Ctx) {
        // There are at most nine links, so one digit is enough.
        if self.asks == PromptKind::Link {
            self.slots.prompt.open = false;
            self.prompt_taken(cx);
        }
    }

    /// The rows are tours and their steps.
    fn row_symbol(&self, _cx: &Ctx) -> Option<SymbolId> {
        None
    }

    fn rows_of(&self) -> Option<&Arc<Snapshot>> {
        None
    }

    fn symbol_at(&self, _at: usize) -> Option<SymbolId> {
        None
    }

    /// The rows are tours and their steps, so that none is listed.
    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        self.current(cx).into_iter().collect()
    }

    /// The symbol that actions are about.
    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        Self::symbol_of(self.in_sight().filter(|_| self.is_on_step())?, cx)
    }
}
