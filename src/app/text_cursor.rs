//! The cursor in a text that a pane shows: how it moves, and how the text scrolls with it. The source panes of all views
//! use it.

use super::action::Action;
use super::folds::Folds;
use super::list::Cursor;
use super::source::{Caret, Shown, SourceText};

/// A text in a pane, to move the cursor in it.
pub(super) struct TextCursor<'t> {
    pub text: &'t SourceText,
    pub shown: &'t mut Shown,
    pub folds: &'t mut Folds,
    /// Whether long lines go on in the next row.
    pub wraps: bool,
    /// Rows and columns of the pane's text.
    pub height: usize,
    pub room: usize,
}

/// The cursor's place in a text; until it was moved, the first character of the marked line. `None` in an empty text.
#[must_use]
pub fn caret_of(text: &SourceText, shown: &Shown) -> Option<Caret> {
    let last = text.lines.len().checked_sub(1)?;
    let caret = shown.caret.unwrap_or_else(|| {
        let row = (shown.line as usize).saturating_sub(1).min(last);
        Caret { row, column: text.indent(row) }
    });
    Some(Caret { row: caret.row.min(last), ..caret })
}

impl TextCursor<'_> {
    /// Carries out an action that moves the cursor from `caret`; returns whether it is one.
    pub(super) fn moved(&mut self, caret: Caret, action: Action) -> bool {
        match action {
            Action::Left => self.put(Caret { column: caret.column.saturating_sub(1), ..caret }),
            Action::Right => self.put(Caret { column: caret.column + 1, ..caret }),
            Action::WordNext => self.put(self.text.next_word(caret).unwrap_or(caret)),
            Action::WordPrevious => self.put(self.text.previous_word(caret).unwrap_or(caret)),
            Action::LineStart => self.put(Caret { column: self.text.indent(caret.row), ..caret }),
            Action::LineEnd => {
                self.put(Caret { column: self.text.plain(caret.row).chars().count(), ..caret });
            }
            action => {
                let (folds, goal) = (&self.folds, self.shown.goal.max(caret.column));
                let top = self.shown.top.unwrap_or(0);
                let cursor = Cursor { at: folds.place_of(caret.row), offset: folds.place_of(top) };
                let rows = folds.shown(self.text.lines.len());
                let Some(moved) = cursor.moved(action, rows, self.height) else { return false };
                let (row, top) = (folds.row_at(moved.at), folds.row_at(moved.offset));
                self.shown.top = Some(top);
                self.put(Caret { row, column: goal });
                self.shown.goal = goal;
            }
        }
        true
    }

    /// Moves the cursor to a place within its line, and scrolls to it.
    pub(super) fn put(&mut self, at: Caret) {
        let row = at.row.min(self.text.lines.len().saturating_sub(1));
        let letters = self.text.plain(row).chars().count();
        let column = at.column.min(letters.saturating_sub(1));
        self.folds.unfold_hiding(row);
        self.shown.goal = column;
        self.shown.caret = Some(Caret { row, column });
        self.keep_in_sight(Caret { row, column });
    }

    pub(super) fn keep_in_sight(&mut self, caret: Caret) {
        let (text, folds, room) = (self.text, &self.folds, self.room);
        let top = folds.place_of(self.shown.top.unwrap_or(0));
        let cursor = Cursor { at: folds.place_of(caret.row), offset: top };
        let mut top = cursor.clamped(folds.shown(text.lines.len()), self.height).offset;
        if self.wraps {
            self.shown.left = 0;
            let taken = |top: usize| -> usize {
                (top..=cursor.at).map(|place| text.rows_in(folds.row_at(place), room)).sum()
            };
            while top < cursor.at && taken(top) > self.height {
                top += 1;
            }
        } else {
            self.shown.left = self.shown.left.min(caret.column).max((caret.column + 1).saturating_sub(room));
        }
        self.shown.top = Some(folds.row_at(top));
    }

    /// Scrolls the text; the cursor stays visible.
    pub(super) fn scroll(&mut self, caret: Caret, by: isize) {
        let folds = &self.folds;
        let top = self.shown.top.unwrap_or(0);
        let cursor = Cursor { at: folds.place_of(caret.row), offset: folds.place_of(top) };
        let moved = cursor.scrolled(by, folds.shown(self.text.lines.len()), self.height);
        let (row, top) = (folds.row_at(moved.at), folds.row_at(moved.offset));
        self.shown.top = Some(top);
        // If the cursor is still visible it stays.
        if row != caret.row {
            self.shown.caret = Some(Caret { row, ..caret });
        }
    }

    /// Moves the cursor to where the mouse pressed, which ends a selection of lines; returns whether a name is there.
    pub(super) fn press(&mut self, row: usize, column: usize) -> bool {
        let Some(at) = self.pressed(row, column) else { return false };
        self.shown.anchor = None;
        self.put(at);
        self.text.word_at(at).is_some()
    }

    /// Selects the lines from the cursor at `from` to where the mouse was dragged.
    pub(super) fn drag(&mut self, from: Caret, row: usize, column: usize) {
        if let Some(at) = self.pressed(row, column).filter(|at| at.row != from.row) {
            self.shown.anchor.get_or_insert(from.row);
            self.put(at);
        }
    }

    /// The place at a row and a column of the pane, counted from the text's first visible row and the pane's first
    /// column; `None` below the text.
    pub(super) fn pressed(&self, row: usize, column: usize) -> Option<Caret> {
        let mut at = self.shown.top?;
        let (mut part, mut skipped) = (0, 0);
        while skipped < row && at < self.text.lines.len() {
            part += 1;
            skipped += 1;
            if !self.wraps || part >= self.text.rows_in(at, self.room) {
                (at, part) = (at + 1 + self.folds.below(at), 0);
            }
        }
        let first = if self.wraps { part * self.room } else { self.shown.left };
        let column = first + column.saturating_sub(self.text.gutter());
        (at < self.text.lines.len()).then_some(Caret { row: at, column })
    }
}

/// A pane that only shows a text: nothing in it is folded or wrapped.
pub(super) fn in_pane<T>(
    text: &SourceText,
    shown: &mut Shown,
    (width, height): (u16, usize),
    act: impl FnOnce(&mut TextCursor<'_>, Caret) -> T,
) -> Option<T> {
    let caret = caret_of(text, shown)?;
    let room = usize::from(width).saturating_sub(text.gutter() + 1).max(1);
    let folds = &mut Folds::default();
    Some(act(&mut TextCursor { text, shown, folds, wraps: false, height, room }, caret))
}
