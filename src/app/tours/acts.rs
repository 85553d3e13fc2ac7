//! What can be done in the Tours view.

use super::{Pane, Playing};
use crate::app::action::Action;
use crate::app::list::Cursor;
use crate::app::msg::{Effect, Tone};
use crate::app::{App, View};
use crate::index::tours::Progress;

impl App {
    /// Carries out what concerns this view; whether it did.
    pub(in crate::app) fn tours_act(&mut self, action: Action) -> bool {
        if self.tours.prompt.is_some() {
            return self.title_act(action);
        }
        match action {
            Action::NextPane => self.tours.focus = self.tours.focus.next(1),
            Action::PreviousPane => self.tours.focus = self.tours.focus.next(2),
            Action::Descend if self.tours.playing.is_none() => self.tours_open(),
            Action::Descend => self.tours_to_symbol(false),
            Action::Climb => return self.tours_climb(),
            Action::TourNext => self.tours_go(1),
            Action::TourPrevious => self.tours_go(-1),
            Action::TourCallers => self.tours_to_symbol(true),
            Action::TourAgain => self.tours_forget(),
            Action::TourEarlier => self.tours_shift(-1),
            Action::TourLater => self.tours_shift(1),
            Action::TourDelete => self.tours_delete(),
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
            (Some(_), _) if matches!(action, Action::Left | Action::Right) => {
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
            (Some(playing), Pane::Main) => {
                // The words move as a cursor on their first row would.
                let len = playing.words().len();
                let moved = Cursor { at: self.tours.top, offset: 0 }.moved(action, len, height);
                moved.map(|moved| self.tours.top = moved.at).is_some()
            }
            (Some(_), Pane::Source) => {
                let lines = self.tours.source.as_ref().map_or(0, |source| source.lines.len());
                let Some(top) = self.tours.shown.as_mut().and_then(|shown| shown.top.as_mut()) else {
                    return false;
                };
                let cursor = Cursor { at: *top, offset: 0 };
                let moved = cursor.moved(action, lines.saturating_sub(height) + 1, height);
                moved.map(|moved| *top = moved.at).is_some()
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
        let Some(entry) = self.tours.entries.get(self.tours.cursor.at) else {
            return self.tell(Tone::Bad, "there is no tour yet");
        };
        let Some(playing) = Playing::of(entry) else {
            let why = entry.tour.as_ref().err().cloned().unwrap_or_default();
            return self.tell(Tone::Bad, format!("this tour is not usable: {why}"));
        };
        let at = playing.step.at;
        self.tours.playing = Some(playing);
        self.tours.focus = Pane::Main;
        self.tours_step(at);
    }

    fn tours_go(&mut self, by: isize) {
        let Some(playing) = &self.tours.playing else {
            return self.tell(Tone::Bad, "no tour is open: enter takes the selected one");
        };
        let (at, len) = (playing.step.at, playing.tour.steps().len());
        match at.checked_add_signed(by) {
            Some(next) if next < len => self.tours_step(next),
            Some(_) => {
                let next =
                    playing.tour.next_tour().map_or(String::new(), |title| format!("; `{title}` goes on"));
                let text = format!("this is the tour's end{next}; esc leads back to the list");
                self.tell(Tone::Good, crate::model::clean(&text).into_owned());
            }
            None => self.tell(Tone::Good, "this is the first step"),
        }
    }

    /// Shows a step, and keeps that it was shown.
    pub(super) fn tours_step(&mut self, at: usize) {
        let height = self.tours_height(Pane::Steps);
        let Some(playing) = &mut self.tours.playing else { return };
        let len = playing.tour.steps().len();
        playing.step = Cursor { at, ..playing.step }.clamped(len, height);
        if len > 0 {
            playing.visited.insert(playing.step.at);
        }
        let progress = Progress { step: playing.step.at, visited: playing.visited.iter().copied().collect() };
        let key = playing.key.clone();
        if let Some(entry) = self.tours.entries.iter_mut().find(|entry| entry.key == key) {
            entry.progress = progress.clone();
        }
        self.tours.top = 0;
        self.push(Effect::Bookmark { tour: key, progress: Some(progress) });
        self.tours_turn();
    }

    /// Forgets how far the selected tour was taken.
    fn tours_forget(&mut self) {
        let Some(entry) = self.tours.entries.get_mut(self.tours.cursor.at) else { return };
        entry.progress = Progress::default();
        let key = entry.key.clone();
        if let Some(playing) = self.tours.playing.as_mut().filter(|playing| playing.key == key) {
            playing.visited.clear();
            return self.tours_step(0);
        }
        self.push(Effect::Bookmark { tour: key, progress: None });
    }

    /// Goes to the step's symbol in the Symbols view, or to its callers there. The way back is kept.
    fn tours_to_symbol(&mut self, callers: bool) {
        match self.tours_current() {
            Some(symbol) => {
                self.show(View::Symbols);
                self.select(symbol);
                if callers {
                    self.act(Action::Relations);
                }
            }
            None => self.tell(Tone::Bad, "this step has no symbol of the index"),
        }
    }

    /// One step out; whether there was one.
    fn tours_climb(&mut self) -> bool {
        if self.tours.focus != Pane::Main {
            self.tours.focus = Pane::Main;
            return true;
        }
        match &self.tours.playing {
            Some(playing) if playing.changed => {
                self.tell(Tone::Bad, "the tour has changes: S saves it, esc once more drops them");
                if let Some(playing) = &mut self.tours.playing {
                    playing.changed = false;
                }
                true
            }
            Some(_) => {
                self.tours.playing = None;
                self.tours_look();
                self.tours_turn();
                true
            }
            None => false,
        }
    }

    pub(in crate::app) fn tours_hints(&self) -> Vec<Action> {
        if self.tours.playing.is_none() {
            return vec![Action::Descend, Action::AddStep, Action::TourAgain, Action::NextPane];
        }
        vec![
            Action::TourNext,
            Action::TourPrevious,
            Action::TourCallers,
            Action::Descend,
            Action::Climb,
            Action::TourSave,
        ]
    }
}
