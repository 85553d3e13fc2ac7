//! Typed text: into the open line, or where no line is open.

use super::action::Action;
use super::clock::Millis;
use super::explorer::App;
use super::key::Key;
use super::msg::Tone;
use super::typed_line::TypedLine;
use super::view::View;

/// Milliseconds of silence after which a letter is a key again.
const STRAY: u64 = 600;

impl App {
    /// Reports that a key does nothing here, without keeping the notice among the messages. More letters right after a
    /// letter belong to a sentence that was meant for a line, and do nothing either.
    pub(super) fn tell_unbound(&mut self, key: Key) {
        let (ask, help) = (self.opener(), Action::Help);
        let text = match ask {
            Some(opens) if self.ctx.view == View::Query => {
                format!("{key} does nothing here: {} asks", self.ctx.key(opens))
            }
            Some(opens) => format!("{key} does nothing here: {} filters", self.ctx.key(opens)),
            None => format!("{key} does nothing here: {} shows the keys", self.ctx.key(help)),
        };
        self.ctx.show_toast(Tone::Bad, text, 4_000);
        if key.typed().is_some_and(char::is_alphabetic) {
            self.stray_until = Millis(self.ctx.now.0 + STRAY);
        }
    }

    /// Returns whether a letter belongs to a sentence that is typed where no line is open.
    pub(super) fn is_stray(&mut self, key: Key) -> bool {
        let is_letter = key.typed().is_some_and(|c| c.is_alphabetic() || c == ' ');
        let is_stray = is_letter && self.ctx.now < self.stray_until && !self.typing();
        self.stray_until = if is_stray { Millis(self.ctx.now.0 + STRAY) } else { Millis::default() };
        is_stray
    }

    /// The action that opens the line of the view in sight, if it has one.
    fn opener(&self) -> Option<Action> {
        (self.ctx.view != View::Tours).then_some(Action::Type)
    }

    /// Inserts a text into the open line, or into the one that the view opens.
    pub(super) fn paste(&mut self, text: &str) {
        if let Some(opens) = self.opener().filter(|_| !self.typing()) {
            self.act(opens);
        }
        if self.typing() {
            self.typed(|line| line.insert(text));
        } else {
            self.ctx.warn("nothing here takes a paste: / filters, : finds an action");
        }
    }

    /// Changes the line that is being typed, and lets its owner know.
    pub(super) fn typed(&mut self, change: impl FnOnce(&mut TypedLine)) {
        if let Some(overlay) = &mut self.overlay {
            change(&mut overlay.line);
            return self.overlay_typed();
        }
        if self.is_finding() {
            let (state, _) = self.in_sight_mut();
            change(&mut state.pane_mut().find.prompt.line);
            return self.find_typed();
        }
        if self.is_side_typed() {
            return change(&mut self.ctx.side.list_mut().filter.line);
        }
        let (state, cx) = self.in_sight_mut();
        change(&mut state.prompt_mut().line);
        state.typed(cx);
    }
}
