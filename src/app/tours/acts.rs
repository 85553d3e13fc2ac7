//! What can be done in the Tours view.

use super::data::{Entry, Meanwhile};
use super::playing::{Asks, Pane, Playing};
use crate::app::action::Action;
use crate::app::job::Class;
use crate::app::list::Cursor;
use crate::app::msg::{Effect, Tone};
use crate::app::{App, View};
use crate::index::tours::Progress;
use crate::memory::Act;

/// Why nothing can be done about a step.
pub(super) const CLOSED: &str = "no tour is open: enter opens the selection";

impl App {
    /// Carries out what concerns this view; whether it did.
    pub(in crate::app) fn tours_act(&mut self, action: Action) -> bool {
        if self.tours.prompt.is_some() {
            return self.prompt_act(action);
        }
        match action {
            Action::NextPane => self.tours.focus = self.tours.focus.next(1),
            Action::PreviousPane => self.tours.focus = self.tours.focus.next(2),
            Action::Descend if self.tours.playing.is_none() => self.tours_open(),
            Action::Descend => self.tours_to_symbol(false),
            Action::Climb => return self.tours_climb(),
            Action::TourNext => self.tours_go(1),
            Action::TourPrevious => self.tours_go(-1),
            Action::TourWhy => self.tours_why(),
            Action::TourLink => self.tours_link(),
            Action::TourRange => self.tours_ask(Asks::Range),
            Action::TourPackage => self.tours_ask_package(),
            Action::TourCallers => self.tours_to_symbol(true),
            Action::TourAgain => self.tours_forget(),
            Action::TourEarlier => self.tours_shift(-1),
            Action::TourLater => self.tours_shift(1),
            Action::TourDelete if self.tours.playing.is_none() => self.tours_drop(),
            Action::TourDelete => self.tours_delete(),
            Action::TourUndo => self.tours_undo(),
            Action::TourRedo => self.tours_redo(),
            Action::TourReload => self.tours_reload(),
            Action::TourWords => self.tours_words(),
            Action::TourSave => self.tours_save(),
            action => return self.tours_move(action),
        }
        true
    }

    fn tours_move(&mut self, action: Action) -> bool {
        let pane = self.tours.focus;
        let height = self.tours_height(pane);
        match (&self.tours.playing, pane) {
            (Some(_), Pane::Main | Pane::Steps) if matches!(action, Action::Left | Action::Right) => {
                self.tours_go(if action == Action::Left { -1 } else { 1 });
                true
            }
            (None, Pane::Main) => {
                let moved = self.tours.cursor.moved(action, self.tours.entries.len(), height);
                moved.map(|moved| self.tours.cursor = moved).is_some()
            }
            (None, _) => false,
            (Some(playing), Pane::Steps) => {
                let moved = playing.step.moved(action, playing.tour.steps().len(), height);
                moved.map(|moved| self.tours_step(moved.at)).is_some()
            }
            (Some(_), Pane::Main) => {
                // The words move as a cursor on their first row would.
                let page = self.tours_page();
                let last = page.rows.len().saturating_sub(page.height);
                let moved = Cursor { at: page.top, offset: 0 }.moved(action, last + 1, page.height);
                moved.map(|moved| self.tours.top = moved.at).is_some()
            }
            (Some(_), Pane::Source) => {
                let area = self.tours_areas()[Pane::Source as usize];
                let (Some(source), Some(shown)) = (&self.tours.source, &mut self.tours.shown) else {
                    return false;
                };
                let Some(top) = shown.top else { return false };
                let cursor = Cursor { at: top, offset: 0 };
                match cursor.moved(action, source.lines.len().saturating_sub(height) + 1, height) {
                    Some(moved) => shown.top = Some(moved.at),
                    None => return shown.sideways(action, source, area, height),
                }
                true
            }
        }
    }

    /// Turns the mouse's wheel over a pane.
    pub(super) fn tours_scroll(&mut self, pane: Pane, by: isize) {
        let focus = std::mem::replace(&mut self.tours.focus, pane);
        let action = if by < 0 { Action::Up } else { Action::Down };
        // A wheel over the steps would run through the tour.
        if pane != Pane::Steps {
            for _ in 0..by.unsigned_abs() {
                self.tours_move(action);
            }
        }
        self.tours.focus = focus;
    }

    /// Selects a tour of the list.
    pub(super) fn tours_select(&mut self, at: usize) {
        let height = self.tours_height(Pane::Main);
        let cursor = Cursor { at, ..self.tours.cursor };
        self.tours.cursor = cursor.clamped(self.tours.entries.len(), height);
    }

    /// Takes the selected tour, from where it was left.
    fn tours_open(&mut self) {
        if self.tours.entries.is_empty() {
            let awaited = self.index.snapshot.is_none() || self.is_awaited(Class::Tours);
            let text = if awaited { "still looking for tours: try again" } else { "there is no tour" };
            return self.tell(Tone::Bad, text);
        }
        let selected = &self.tours.entries[self.tours.cursor.at];
        match selected.wanted().filter(|_| selected.tour.is_err()) {
            Some(wanted) => self.tours_make(wanted),
            None => {
                self.tours_take(self.tours.cursor.at, None);
            }
        }
    }

    /// Takes a tour of the list, from a step or from where it was left; whether it could be.
    pub(super) fn tours_take(&mut self, at: usize, step: Option<usize>) -> bool {
        let Some(entry) = self.tours.entries.get(at) else { return false };
        let Some(playing) = Playing::of(entry) else {
            let why = entry.tour.as_ref().err().cloned().unwrap_or_default();
            self.tell(Tone::Bad, format!("this tour is not usable: {why}"));
            return false;
        };
        let step = step.unwrap_or(playing.step.at);
        self.tours.playing = Some(playing);
        self.tours.focus = Pane::Main;
        self.tours_select(at);
        self.tours_step(step);
        self.tours_tell_meanwhile();
        true
    }

    fn tours_go(&mut self, by: isize) {
        let Some(playing) = &self.tours.playing else {
            return self.tell(Tone::Bad, CLOSED);
        };
        let (at, len) = (playing.step.at, playing.tour.steps().len());
        if by > 0 {
            self.tours_read(at);
        }
        match at.checked_add_signed(by) {
            Some(next) if next < len => {
                // Nothing comes after the last step that it could be left for.
                if by > 0 && next + 1 == len {
                    self.tours_read(next);
                }
                self.tours_step(next);
            }
            Some(_) => self.tours_end(),
            None => self.tell(Tone::Good, "this is the first step"),
        }
    }

    /// The end of a tour is told, and asked for once more leads on to the next one.
    fn tours_end(&mut self) {
        let Some(playing) = &mut self.tours.playing else { return };
        let once_more = std::mem::replace(&mut playing.ended, true);
        let (tour, key) = (&playing.tour, &playing.key);
        let next = self.tours.entries.iter().position(|entry| {
            entry.key != *key && entry.tour.as_ref().is_ok_and(|(next, _)| tour.leads_to(next))
        });
        match next {
            Some(next) if once_more => {
                let here = self.here();
                if self.tours_take(next, Some(0)) {
                    self.places.leave(here);
                }
            }
            Some(next) => {
                let title = self.tours.entries[next].tour.as_ref().map_or("", |(tour, _)| tour.title());
                let text = format!("end of the tour; again starts “{}”", crate::model::clean(title));
                self.tell(Tone::Good, text);
            }
            None => self.tell(Tone::Good, "end of the tour; esc goes back to the list"),
        }
    }

    /// Marks a step as read: it was left for the next one.
    fn tours_read(&mut self, at: usize) {
        self.tours.playing.iter_mut().for_each(|playing| {
            playing.visited.insert(at);
        });
    }

    /// Shows a step, and keeps that it is the one to go on at.
    pub(super) fn tours_step(&mut self, at: usize) {
        let height = self.tours_height(Pane::Steps);
        let Some(playing) = &mut self.tours.playing else { return };
        let len = playing.tour.steps().len();
        playing.step = Cursor { at, ..playing.step }.clamped(len, height);
        playing.ended = false;
        let progress = playing.progress();
        let key = playing.key.clone();
        if let Some(entry) = self.tours.entries.iter_mut().find(|entry| entry.key == key) {
            entry.progress = progress.clone();
        }
        self.tours.top = 0;
        self.tours.why = None;
        self.push(Effect::Bookmark { tour: key, progress: Some(progress) });
        self.tours_turn();
    }

    /// Forgets how far the open tour, or the selected one, was taken; or, where that was just done, has it back.
    fn tours_forget(&mut self) {
        let open = self.tours.playing.as_ref().map(|playing| playing.key.clone());
        let selected = || Some(self.tours.entries.get(self.tours.cursor.at)?.key.clone());
        let Some(key) = open.or_else(selected) else { return };
        let again = self.keymap.shown(Action::TourAgain);
        let before = self.tours.forgotten.take_if(|(forgotten, _)| *forgotten == key);
        let Some(entry) = self.tours.entries.iter_mut().find(|entry| entry.key == key) else { return };
        let text = match (entry.is_begun(), before) {
            (true, _) => {
                self.tours.forgotten = Some((key.clone(), std::mem::take(&mut entry.progress)));
                format!("your progress in this tour is forgotten; {again} brings it back")
            }
            (false, Some((_, before))) => {
                entry.progress = before;
                "your progress in this tour is back".to_owned()
            }
            (false, None) => return self.tell(Tone::Bad, "this tour was not started: nothing to forget"),
        };
        let progress = entry.progress.clone();
        self.tell(Tone::Good, text);
        if let Some(playing) = &mut self.tours.playing {
            playing.visited = progress.visited.iter().copied().collect();
            self.tours_step(progress.step);
        } else {
            let is_begun = progress != Progress::default();
            self.push(Effect::Bookmark { tour: key, progress: is_begun.then_some(progress) });
        }
    }

    /// Goes to the step's symbol in the Symbols view, or to its callers there. The way back is kept.
    fn tours_to_symbol(&mut self, callers: bool) {
        match self.tours_current() {
            Some(symbol) => {
                self.show(View::Symbols);
                self.select(symbol);
                self.did(Act::Opened, &[symbol]);
                if callers {
                    self.act(Action::Relations);
                }
            }
            None if self.tours.playing.is_none() => self.tell(Tone::Bad, CLOSED),
            None => self.tell(Tone::Bad, "this step's symbol is not indexed"),
        }
    }

    /// One step out; whether there was one.
    fn tours_climb(&mut self) -> bool {
        if self.tours.strayed {
            self.tours.focus = Pane::Main;
            self.tours_turn();
            return true;
        }
        if self.tours.focus != Pane::Main {
            self.tours.focus = Pane::Main;
            return true;
        }
        if self.tours.why.take().is_some() {
            return true;
        }
        if self.tours.playing.is_none() && self.tours.making.take().is_some() {
            self.call_off(Class::Make);
            self.tell(Tone::Good, "called off: no tour is made");
            return true;
        }
        match &self.tours.playing {
            Some(playing) => {
                if playing.changed {
                    let text = "changes are kept as a draft: S in the tour saves, D here drops them";
                    self.tell(Tone::Good, text);
                }
                self.tours_leave();
                true
            }
            None => false,
        }
    }

    /// Closes the open tour; the list selects it.
    fn tours_leave(&mut self) {
        let Some(playing) = self.tours.playing.take() else { return };
        match self.tours.entries.iter().position(|entry| entry.key == playing.key) {
            Some(at) => self.tours_select(at),
            None => self.tours.left = Some(playing.key),
        }
        self.tours_look();
        self.tours_turn();
    }

    pub(in crate::app) fn tours_hints(&self) -> Vec<Action> {
        let Some(playing) = &self.tours.playing else {
            let selected = self.tours.entries.get(self.tours.cursor.at);
            let begun = selected.is_some_and(Entry::is_begun);
            let again = begun.then_some(Action::TourAgain);
            let drop = selected.is_some_and(|entry| entry.draft || entry.path.is_some());
            let drop = drop.then_some(Action::TourDelete);
            let all = [Action::Descend, Action::TourPackage, Action::TourRange]
                .into_iter()
                .chain(again)
                .chain(drop);
            return all.chain([Action::AddStep, Action::NextPane]).collect();
        };
        let linked = !self.tours_said().links.is_empty();
        let scrolls = self.tours.focus == Pane::Source;
        let (writes, is_made) = (playing.changed, playing.path.is_none());
        [
            matches!(playing.meanwhile, Some(Meanwhile::Changed { .. })).then_some(Action::TourReload),
            Some(Action::TourNext),
            (!writes).then_some(Action::TourPrevious),
            writes.then_some(Action::TourSave),
            writes.then_some(Action::TourDelete),
            writes.then_some(Action::TourWords),
            writes.then_some(Action::TourEarlier),
            writes.then_some(Action::TourLater),
            scrolls.then_some(Action::Right),
            linked.then_some(Action::TourLink),
            (!writes).then_some(Action::NextPane),
            Some(Action::Climb),
            (!playing.past.is_empty()).then_some(Action::TourUndo),
            (!playing.future.is_empty()).then_some(Action::TourRedo),
            Some(Action::TourWhy),
            Some(Action::TourCallers),
            Some(Action::Zoom),
            (!writes && is_made).then_some(Action::TourSave),
            Some(Action::Descend),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
