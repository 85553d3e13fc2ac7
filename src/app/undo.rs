//! Choices that can be taken back one by one: their states before each change.

use super::action::Action;
use super::ctx::Ctx;
use super::view_state::ViewState;

/// The choice that comes after one where all take turns.
pub(super) fn after<T: Copy + PartialEq>(all: &[T], now: T) -> T {
    let at = all.iter().position(|&one| one == now).unwrap_or(0);
    all[(at + 1) % all.len()]
}

/// Most changes that can be undone.
const MAX_CHANGES: usize = 100;

/// States before changes, the newest last.
#[derive(Clone, Debug)]
pub(super) struct UndoStack<T>(Vec<T>);

impl<T> Default for UndoStack<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: PartialEq> UndoStack<T> {
    /// Keeps the state before a change, if `after` differs from it.
    pub(super) fn keep(&mut self, before: T, after: &T) {
        if before == *after {
            return;
        }
        if self.0.len() == MAX_CHANGES {
            self.0.remove(0);
        }
        self.0.push(before);
    }

    /// The state before the newest change, which is then forgotten.
    pub(super) fn take(&mut self) -> Option<T> {
        self.0.pop()
    }
}

/// A view with choices that can be taken back.
pub(super) trait Undoing: ViewState {
    /// All of them at one time.
    type Choices: PartialEq;

    fn choices(&self) -> Self::Choices;

    /// Those before each change.
    fn past(&mut self) -> &mut UndoStack<Self::Choices>;

    /// Puts choices in force again; returns what holds, in words.
    fn restore(&mut self, cx: &mut Ctx, before: Self::Choices) -> String;

    /// Makes a change that an action asks for, and keeps the choices before it.
    fn choosing<T>(&mut self, cx: &mut Ctx, by: Action, change: impl FnOnce(&mut Self, &mut Ctx) -> T) -> T {
        let before = self.choices();
        let done = change(self, cx);
        let after = self.choices();
        // Changes of a filter get no hint: it is visible, and Esc clears it.
        if before != after && !matches!(by, Action::Type | Action::Climb) {
            cx.teach_undo(by);
        }
        self.past().keep(before, &after);
        done
    }

    /// Carries out an action of the view, or takes the last choice back; returns whether it is one.
    fn act_or_undo(
        &mut self,
        cx: &mut Ctx,
        action: Action,
        carry_out: fn(&mut Self, &mut Ctx, Action) -> bool,
    ) -> bool {
        if action != Action::Undo {
            return self.choosing(cx, action, |view, cx| carry_out(view, cx, action));
        }
        match self.past().take() {
            Some(before) => {
                let holds = self.restore(cx, before);
                cx.tell(holds);
            }
            None => cx.warn("there is no change here to undo"),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_taken_back_from_the_newest_and_no_change_is_none() {
        let mut stack = UndoStack::default();
        stack.keep(1, &2);
        stack.keep(2, &2);
        stack.keep(2, &3);
        assert_eq!([stack.take(), stack.take(), stack.take()], [Some(2), Some(1), None]);
        (0..MAX_CHANGES + 5).for_each(|n| stack.keep(n, &(n + 1)));
        assert_eq!(std::iter::from_fn(|| stack.take()).last(), Some(5));
    }
}
