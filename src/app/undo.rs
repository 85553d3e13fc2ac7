//! States of choices before each change, for undo.

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
