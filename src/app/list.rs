//! A cursor in a list of any length, and which part of the list is on the screen.

use super::action::Action;

/// Selection and scroll offset, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    pub at: usize,
    pub offset: usize,
}

impl Cursor {
    /// The cursor after a moving action in a list of `len` rows of which `height` fit; `None` when the action does
    /// not move a cursor.
    pub fn moved(self, action: Action, len: usize, height: usize) -> Option<Self> {
        let (page, last) = (height.max(2) - 1, len.saturating_sub(1));
        let at = match action {
            Action::Up | Action::LineUp => self.at.saturating_sub(1),
            Action::Down | Action::LineDown => self.at + 1,
            Action::PageUp | Action::LinePageUp => self.at.saturating_sub(page),
            Action::PageDown | Action::LinePageDown => self.at + page,
            Action::HalfUp => self.at.saturating_sub(height.max(2) / 2),
            Action::HalfDown => self.at + height.max(2) / 2,
            Action::Top => 0,
            Action::Bottom => last,
            _ => return None,
        };
        Some(Self { at, ..self }.clamped(len, height))
    }

    /// The cursor after a moving action in a list in which it stops at some rows alone: at the next one, or else at the last
    /// one on the way, with which the rows behind it come into sight.
    pub fn moved_to_stop(
        self,
        action: Action,
        (len, height): (usize, usize),
        is_stop: impl Fn(&usize) -> bool,
    ) -> Option<Self> {
        let moved = self.moved(action, len, height)?;
        let is_down = moved.at >= self.at;
        let (next, nearest) = if is_down {
            ((moved.at..len).find(&is_stop), (self.at..moved.at).rev().find(&is_stop))
        } else {
            ((0..=moved.at).rev().find(&is_stop), (moved.at + 1..=self.at).find(&is_stop))
        };
        let end = if is_down { len.saturating_sub(1) } else { 0 };
        let seen = if next.is_some() { moved } else { Self { at: end, ..self }.clamped(len, height) };
        Some(Self { at: next.or(nearest).unwrap_or(self.at), ..seen }.clamped(len, height))
    }

    /// The cursor clamped to the list, with the smallest scroll that shows it.
    pub fn clamped(self, len: usize, height: usize) -> Self {
        let at = self.at.min(len.saturating_sub(1));
        let height = height.max(1);
        let offset = self.offset.min(len.saturating_sub(height)).clamp((at + 1).saturating_sub(height), at);
        Self { at, offset }
    }

    /// The cursor on a row reached by a jump: in the middle of the screen, where its neighbours show on both sides,
    /// unless the row is on the screen already.
    pub fn jumped(self, at: usize, len: usize, height: usize) -> Self {
        let shown = self.visible(len, height).contains(&at);
        let offset = if shown { self.offset } else { at.saturating_sub(height / 2) };
        Self { at, offset }.clamped(len, height)
    }

    /// The list scrolled by `by` rows, the cursor kept on the screen.
    pub fn scrolled(self, by: isize, len: usize, height: usize) -> Self {
        let height = height.max(1);
        let offset = self.offset.saturating_add_signed(by).min(len.saturating_sub(height));
        let at = self.at.clamp(offset, offset + height - 1).min(len.saturating_sub(1));
        Self { at, offset }
    }

    /// Rows on the screen.
    pub fn visible(self, len: usize, height: usize) -> std::ops::Range<usize> {
        self.offset.min(len)..(self.offset + height).min(len)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MOVES: [Action; 8] = [
        Action::Up,
        Action::Down,
        Action::PageUp,
        Action::PageDown,
        Action::HalfUp,
        Action::HalfDown,
        Action::Top,
        Action::Bottom,
    ];

    #[test]
    fn a_jump_shows_what_is_around_unless_it_is_in_sight() {
        let cursor = Cursor { at: 3, offset: 0 };
        assert_eq!(cursor.jumped(7, 100, 10), Cursor { at: 7, offset: 0 });
        assert_eq!(cursor.jumped(50, 100, 10), Cursor { at: 50, offset: 45 });
        assert_eq!(cursor.jumped(99, 100, 10), Cursor { at: 99, offset: 90 });
        assert_eq!(Cursor { at: 50, offset: 45 }.jumped(2, 100, 10), Cursor { at: 2, offset: 0 });
    }

    proptest! {
        #[test]
        fn the_cursor_stays_in_the_list_and_on_the_screen(
            moves in prop::collection::vec((0..MOVES.len(), 0..200_usize, 0..50_usize, -60_isize..60), 1..60),
        ) {
            let mut cursor = Cursor::default();
            for (step, len, height, by) in moves {
                cursor = cursor.moved(MOVES[step], len, height).expect("a move");
                if by % 3 == 0 {
                    cursor = cursor.scrolled(by, len, height);
                }
                if by % 5 == 0 {
                    cursor = cursor.jumped(by.unsigned_abs(), len, height);
                }
                prop_assert!(cursor.at < len.max(1));
                prop_assert!(cursor.offset <= cursor.at && cursor.at < cursor.offset + height.max(1));
            }
        }
    }
}
