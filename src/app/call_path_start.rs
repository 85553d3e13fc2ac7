//! Marks a symbol, and asks for the call path from it to the selection of any view.

use super::action::Action;
use super::explorer::App;
use super::job::Job;
use super::msg::Tone;
use super::side::Panel;

impl App {
    /// Marks the selection as the start of call paths.
    pub(super) fn mark(&mut self) {
        let marked = self.current();
        let Some((name, id)) =
            marked.and_then(|symbol| Some((self.ctx.name_of(symbol)?, self.ctx.id_of(symbol)?)))
        else {
            return self.ctx.notify(Tone::Bad, "nothing is selected: there is nothing to mark");
        };
        let key = self.ctx.keymap.shown(Action::Ways);
        let text = format!("marked: {name}; {key} elsewhere shows the paths from it");
        self.ctx.notify(Tone::Good, text);
        self.marked = Some(id);
    }

    /// Asks for the ways from the marked symbol to the selection, which the side shows.
    pub(super) fn find_call_path(&mut self) {
        let (Some(to), Some(snapshot)) = (self.current(), self.ctx.index.snapshot.clone()) else {
            return self.ctx.notify(Tone::Bad, "nothing is selected: there is no symbol to find a path to");
        };
        let key = self.ctx.keymap.shown(Action::Mark);
        let Some(from) = self.marked.as_ref().and_then(|id| self.ctx.symbol_of(id)) else {
            return self.ctx.notify(Tone::Bad, format!("no symbol is marked to start from: {key} marks one"));
        };
        if from == to {
            let text = format!("this is the marked symbol: select another, or mark one ({key})");
            return self.ctx.notify(Tone::Bad, text);
        }
        self.ctx.side.ways = None;
        self.ctx.start(Job::CallPath { snapshot, from, to });
        if self.panel() != Panel::Ways || !self.panel_has_keys() {
            self.open_panel(Panel::Ways);
        }
    }
}
