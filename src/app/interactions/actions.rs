//! Actions and keys of the Interactions view.

use super::InteractionsView;
use super::requests::Remember;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::hints::{Offer, begins, offer};
use crate::app::msg::{StoreTask, Tone};
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;

impl InteractionsView {
    /// Carries out an action of this view; returns whether it is one.
    pub(in crate::app) fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
        if self.typing {
            return self.typing_act(cx, action);
        }
        match action {
            Action::Type => {
                self.slots.focus = Slot::List;
                self.typing = true;
                self.filter.select();
            }
            Action::Order => {
                self.sort = self.sort.next();
                self.lay_out(cx);
            }
            Action::MemoryTrack => Self::track(cx),
            Action::TakeOut => self.forget(cx),
            Action::MemoryClear => Self::clear_memory(cx),
            Action::Descend => match self.current(cx) {
                None if !self.has_row() => {
                    cx.notify(Tone::Bad, "nothing is selected: there is nothing to open");
                }
                None if self.slots.focus == Slot::Side => {
                    cx.notify(Tone::Bad, "that symbol no longer exists");
                }
                Some(symbol) => {
                    cx.open(symbol);
                }
                None => cx.notify(Tone::Bad, "this symbol is no longer in the index"),
            },
            Action::Climb => return self.climb(cx),
            action => return self.move_cursor(cx, action),
        }
        true
    }

    /// Returns whether the pane with the focus has a row under its cursor.
    fn has_row(&self) -> bool {
        let view = self;
        match view.slots.focus {
            Slot::List | Slot::Source => view.selected().is_some(),
            Slot::Side => {
                let rows = view.partners.as_ref().and_then(|partners| partners.rows.as_ref().ok());
                rows.is_some_and(|rows| rows.get(view.partner.at).is_some())
            }
        }
    }

    fn typing_act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Accept | Action::Leave => self.typing = false,
            action if self.filter.edit(action) => self.lay_out(cx),
            action => return self.move_cursor(cx, action),
        }
        true
    }

    fn move_cursor(&mut self, cx: &mut Ctx, action: Action) -> bool {
        let pane = self.slots.focus;
        let height = self.height(cx, pane);
        let view = &mut *self;
        match pane {
            Slot::List => {
                let Some(moved) = view.cursor.moved(action, view.rows.len(), height) else { return false };
                view.cursor = moved;
                self.turn(cx);
                true
            }
            Slot::Source => false,
            Slot::Side => {
                let rows = view.partners.as_ref().and_then(|partners| partners.rows.as_ref().ok());
                let moved = view.partner.moved(action, rows.map_or(0, Vec::len), height);
                moved.map(|moved| view.partner = moved).is_some()
            }
        }
    }

    /// Goes one step out; returns whether there was one.
    fn climb(&mut self, cx: &mut Ctx) -> bool {
        if self.slots.focus != Slot::List {
            return false;
        }
        let filtered = !cx.zoomed && !self.filter.text().is_empty();
        if filtered {
            self.filter.set("");
            self.lay_out(cx);
        }
        filtered
    }

    /// Switches tracking on or off, for as long as the program runs.
    fn track(cx: &mut Ctx) {
        cx.settings.track_interactions = !cx.settings.track_interactions;
        let text = if cx.settings.track_interactions {
            "tracking until you quit: ids, counts, times, hashes; settings keep it on"
        } else {
            "tracking is off; what is remembered stays until cleared"
        };
        cx.notify(Tone::Good, text);
        cx.teach_switch(Action::MemoryTrack);
    }

    fn clear_memory(cx: &mut Ctx) {
        let count = cx.remembered.as_ref().map_or(0, |r| r.memory.len());
        if count == 0 {
            return cx.notify(Tone::Bad, "nothing is remembered: there is nothing to forget");
        }
        let key = cx.keymap.shown(Action::MemoryClear);
        let count = if count == 1 { "1 symbol".to_owned() } else { format!("{count} symbols") };
        let question = format!("forget all {count}? {key} confirms, any other key cancels");
        if cx.is_meant(Action::MemoryClear, question) {
            cx.store(StoreTask::Remember(Remember::Clear));
            cx.notify(Tone::Good, "everything is forgotten");
        }
    }

    fn forget(&mut self, cx: &mut Ctx) {
        match self.selected().map(|row| row.id.clone()) {
            Some(id) => {
                let (key, name) = (cx.keymap.shown(Action::TakeOut), crate::model::clean(&id).into_owned());
                if cx.is_meant(Action::TakeOut, format!("forget it? {key} confirms: {name}")) {
                    cx.notify(Tone::Good, format!("forgotten: {name}"));
                    cx.store(StoreTask::Remember(Remember::Forget(id)));
                }
            }
            None => cx.notify(Tone::Bad, "nothing is selected: there is nothing to forget"),
        }
    }

    pub(in crate::app) fn hinted(&self, cx: &Ctx) -> Vec<Offer> {
        vec![
            Action::Descend.into(),
            offer(&[Action::TakeOut], "forget"),
            begins(cx, Action::Order, "order"),
            offer(&[Action::Type], "filter"),
            Action::MemoryTrack.into(),
            Action::MemoryClear.into(),
        ]
    }
}
