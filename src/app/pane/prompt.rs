//! A line that is typed into a slot: a filter, a search, a question.

use crate::app::action::Action;
use crate::app::typed_line::TypedLine;

/// A line that is open or closed. Open, letters are text; closed, they are keys. Nothing but typing changes its text.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    pub line: TypedLine,
    pub open: bool,
}

/// The outcome of an action on an open line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// It was taken, and is closed.
    Taken,
    /// It was left by Esc, and is closed.
    Left,
    /// It was left for another slot, and is closed.
    Away,
    /// It was edited; true if its text changed.
    Edited(bool),
    /// The action is none of a line.
    Other,
}

impl Prompt {
    /// Opens it with its text selected.
    pub fn open(&mut self) {
        self.open = true;
        self.line.select();
    }

    /// The typed text.
    pub fn text(&self) -> &str {
        self.line.text()
    }

    /// Returns whether it stands in a title: it is open, or has a text.
    pub fn is_shown(&self) -> bool {
        self.open || !self.text().is_empty()
    }

    /// Carries an action out on the open line.
    pub(in crate::app) fn act(&mut self, action: Action) -> Typing {
        let done = match action {
            Action::Accept => Typing::Taken,
            Action::Leave => Typing::Left,
            Action::NextPane | Action::PreviousPane => Typing::Away,
            action => {
                let before = self.text().to_owned();
                let is_edit = self.line.edit(action);
                return if is_edit { Typing::Edited(self.text() != before) } else { Typing::Other };
            }
        };
        self.open = false;
        done
    }
}
