//! What can be done in the Interactions view.

use super::data::{Pane, Remember};
use crate::app::action::Action;
use crate::app::msg::{Effect, Tone};
use crate::app::{App, View};
use crate::memory::Act;

impl App {
    /// Carries out what concerns this view; whether it did.
    pub(in crate::app) fn interactions_act(&mut self, action: Action) -> bool {
        if self.interactions.typing {
            return self.interactions_typing_act(action);
        }
        match action {
            Action::MemoryFilter => {
                self.interactions.focus = Pane::List;
                self.interactions.typing = true;
                self.interactions.filter.select();
            }
            Action::MemorySort => {
                self.interactions.sort = self.interactions.sort.next();
                self.interactions_laid_out();
            }
            Action::MemoryTrack => self.track(),
            Action::MemoryForget => self.forget(),
            Action::MemoryClear => self.clear_memory(),
            Action::NextPane => self.interactions.focus = self.interactions.focus.next(1),
            Action::PreviousPane => self.interactions.focus = self.interactions.focus.next(2),
            Action::Descend => match self.interactions_current() {
                None if !self.interactions_has_row() => {
                    self.tell(Tone::Bad, "nothing is selected: there is nothing to open");
                }
                None if self.interactions.focus == Pane::Partners => {
                    self.tell(Tone::Bad, "that symbol no longer exists");
                }
                Some(symbol) => {
                    self.show(View::Symbols);
                    self.select(symbol);
                    self.did(Act::Opened, &[symbol]);
                }
                None => self.tell(Tone::Bad, "this symbol is no longer in the index"),
            },
            Action::Climb => return self.interactions_climb(),
            action => return self.interactions_move(action),
        }
        true
    }

    /// Whether the pane with the focus has a row under its cursor.
    fn interactions_has_row(&self) -> bool {
        let view = &self.interactions;
        match view.focus {
            Pane::List | Pane::Why => view.selected().is_some(),
            Pane::Partners => {
                let rows = view.partners.as_ref().and_then(|partners| partners.rows.as_ref().ok());
                rows.is_some_and(|rows| rows.get(view.partner.at).is_some())
            }
        }
    }

    fn interactions_typing_act(&mut self, action: Action) -> bool {
        match action {
            Action::Accept | Action::Leave => self.interactions.typing = false,
            action if self.interactions.filter.edit(action) => self.interactions_laid_out(),
            action => return self.interactions_move(action),
        }
        true
    }

    fn interactions_move(&mut self, action: Action) -> bool {
        let pane = self.interactions.focus;
        let height = self.interactions_height(pane);
        let view = &mut self.interactions;
        match pane {
            Pane::List => {
                let Some(moved) = view.cursor.moved(action, view.rows.len(), height) else { return false };
                view.cursor = moved;
                self.interactions_turn();
                true
            }
            Pane::Why => false,
            Pane::Partners => {
                let rows = view.partners.as_ref().and_then(|partners| partners.rows.as_ref().ok());
                let moved = view.partner.moved(action, rows.map_or(0, Vec::len), height);
                moved.map(|moved| view.partner = moved).is_some()
            }
        }
    }

    /// One step out; whether there was one.
    fn interactions_climb(&mut self) -> bool {
        if self.interactions.focus != Pane::List {
            self.interactions.focus = Pane::List;
            return true;
        }
        let filtered = !self.zoomed && !self.interactions.filter.text().is_empty();
        if filtered {
            self.interactions.filter.set("");
            self.interactions_laid_out();
        }
        filtered
    }

    /// Switches tracking on or off, for as long as the program runs.
    fn track(&mut self) {
        self.settings.track_interactions = !self.settings.track_interactions;
        let text = if self.settings.track_interactions {
            "tracking until you quit: ids, counts, times, hashes; settings keep it on"
        } else {
            "tracking is off; what is remembered stays until cleared"
        };
        self.tell(Tone::Good, text);
    }

    fn clear_memory(&mut self) {
        let count = self.interactions.remembered.as_ref().map_or(0, |r| r.memory.len());
        if count == 0 {
            return self.tell(Tone::Bad, "nothing is remembered: there is nothing to forget");
        }
        let key = self.keymap.shown(Action::MemoryClear);
        let count = if count == 1 { "1 symbol".to_owned() } else { format!("{count} symbols") };
        let question = format!("forget all {count}? {key} confirms, any other key cancels");
        if self.is_meant(Action::MemoryClear, question) {
            self.push(Effect::Remember(Remember::Clear));
            self.tell(Tone::Good, "all of it is forgotten");
        }
    }

    fn forget(&mut self) {
        match self.interactions.selected().map(|row| row.id.clone()) {
            Some(id) => {
                let (key, name) =
                    (self.keymap.shown(Action::MemoryForget), crate::model::clean(&id).into_owned());
                if self.is_meant(Action::MemoryForget, format!("forget it? {key} confirms: {name}")) {
                    self.tell(Tone::Good, format!("forgotten: {name}"));
                    self.push(Effect::Remember(Remember::Forget(id)));
                }
            }
            None => self.tell(Tone::Bad, "nothing is selected: there is nothing to forget"),
        }
    }

    pub(in crate::app) fn interactions_hints(&self) -> Vec<Action> {
        match self.interactions.focus {
            Pane::List => vec![
                Action::MemoryTrack,
                Action::Descend,
                Action::MemorySort,
                Action::MemoryFilter,
                Action::MemoryForget,
                Action::MemoryClear,
            ],
            Pane::Why | Pane::Partners => vec![Action::NextPane, Action::Climb],
        }
    }
}
