//! Actions on the memory.

use super::Interactions;
use super::requests::Remember;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::msg::{Effect, StoreTask, Tone};
use crate::app::query::QueryView;
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
            "tracking is on until you quit; a setting keeps it on"
        } else {
            "tracking is off; what is remembered stays until cleared"
        };
        cx.notify(Tone::Good, text);
        cx.teach_switch(Action::MemoryTrack);
        self.version += 1;
    }

    /// Forgets all symbols, and the questions of a view, if that is meant.
    pub(in crate::app) fn clear(cx: &mut Ctx, query: &mut QueryView) {
        let symbols = cx.remembered.as_ref().map_or(0, |remembered| remembered.memory.len());
        let questions = query.asked_before().len();
        if symbols + questions == 0 {
            return cx.notify(Tone::Bad, "nothing is remembered: there is nothing to forget");
        }
        let all = format!("{} and {}", counted(symbols, "symbol"), counted(questions, "question"));
        let key = cx.keymap.shown(Action::MemoryClear);
        if cx.is_meant(Action::MemoryClear, format!("forget {all}? {key} confirms, any other key cancels")) {
            cx.store(StoreTask::Remember(Remember::Clear));
            query.forget_asked(cx);
            cx.push(Effect::KeepPlace);
            cx.notify(Tone::Good, format!("forgotten: {all}"));
        }
    }

    /// Forgets the symbol of an id, if that is meant.
    pub(in crate::app) fn forget(&self, cx: &mut Ctx, id: &str) {
        let Some(row) = self.rows.iter().find(|row| row.id == id) else {
            return cx.notify(Tone::Bad, "no symbol is selected: there is nothing to forget");
        };
        let name = row.symbol.and_then(|symbol| cx.name_of(symbol));
        let name = name.unwrap_or_else(|| clean(id).into_owned());
        let key = cx.keymap.shown(Action::TakeOut);
        if cx.is_meant(Action::TakeOut, format!("forget {name}? {key} confirms")) {
            cx.notify(Tone::Good, format!("forgotten: {name}"));
            cx.store(StoreTask::Remember(Remember::Forget(id.to_owned())));
        }
    }
}
