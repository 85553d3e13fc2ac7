//! Actions on the memory.

use super::Interactions;
use super::requests::Remember;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::msg::{StoreTask, Tone};
use crate::model::{clean, counted};

impl Interactions {
    /// Puts the rows into their next order.
    pub(in crate::app) fn next_order(&mut self, cx: &mut Ctx) {
        self.sort = self.sort.next();
        self.lay_out(cx);
        cx.notify(Tone::Good, format!("sorted by {}", self.sort.name()));
    }

    /// Switches tracking on or off, for as long as the program runs.
    pub(in crate::app) fn track(&mut self, cx: &mut Ctx) {
        cx.settings.track_interactions = !cx.settings.track_interactions;
        let text = if cx.settings.track_interactions {
            "tracking until you quit: ids, counts, times, hashes; settings keep it on"
        } else {
            "tracking is off; what is remembered stays until cleared"
        };
        cx.notify(Tone::Good, text);
        cx.teach_switch(Action::MemoryTrack);
        self.version += 1;
    }

    /// Forgets everything, if that is meant.
    pub(in crate::app) fn clear(cx: &mut Ctx) {
        let count = cx.remembered.as_ref().map_or(0, |remembered| remembered.memory.len());
        if count == 0 {
            return cx.notify(Tone::Bad, "nothing is remembered: there is nothing to forget");
        }
        let key = cx.keymap.shown(Action::MemoryClear);
        let question =
            format!("forget all {}? {key} confirms, any other key cancels", counted(count, "symbol"));
        if cx.is_meant(Action::MemoryClear, question) {
            cx.store(StoreTask::Remember(Remember::Clear));
            cx.notify(Tone::Good, "everything is forgotten");
        }
    }

    /// Forgets the symbol of an id, if that is meant.
    pub(in crate::app) fn forget(&self, cx: &mut Ctx, id: &str) {
        if !self.rows.iter().any(|row| row.id == id) {
            return cx.notify(Tone::Bad, "no symbol is selected: there is nothing to forget");
        }
        let (key, name) = (cx.keymap.shown(Action::TakeOut), clean(id).into_owned());
        if cx.is_meant(Action::TakeOut, format!("forget it? {key} confirms: {name}")) {
            cx.notify(Tone::Good, format!("forgotten: {name}"));
            cx.store(StoreTask::Remember(Remember::Forget(id.to_owned())));
        }
    }
}
