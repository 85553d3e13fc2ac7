//! The cursor in a text that a pane shows: how it moves, and how the text scrolls with it. The source panes of all views
//! use it.

use super::action::Action;
use super::folds::Folds;
use super::list::Cursor;
use super::source::{Caret, Shown, SourceText};
use super::source_changes::SourceChanges;
use super::text_rows::{TextRow, TextRows};

/// A text in a pane, to move the cursor in it.
pub(super) struct TextCursor<'t> {
    pub text: &'t SourceText,
    pub shown: &'t mut Shown,
    pub folds: &'t mut Folds,
    pub changes: &'t SourceChanges,
    /// True if long lines go on in the next row.
    pub wraps: bool,
    /// Rows and columns of the pane's text.
    pub height: usize,
    pub room: usize,
}

/// The cursor's place in a text; until it was moved, the name that leads on, or else the first
/// character of the marked line. `None` in an empty text.
pub fn caret_of(text: &SourceText, shown: &Shown) -> Option<Caret> {
    let last = text.lines.len().checked_sub(1)?;
    let caret = shown.caret.unwrap_or_else(|| {
        let row = (shown.line as usize).saturating_sub(1).min(last);
        let name = shown.name.as_ref().and_then(|name| text.words_of(row, name).next());
        Caret { row, column: name.unwrap_or_else(|| text.indent(row)) }
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
                let row = folds.row_at(moved.at);
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

    /// Maps rows of the pane to lines of the text.
    pub(super) fn rows(&self) -> TextRows<'_> {
        let wraps = self.wraps.then_some(self.room);
        TextRows { text: self.text, changes: self.changes, folds: self.folds, wraps, height: self.height }
    }

    pub(super) fn keep_in_sight(&mut self, caret: Caret) {
        self.keep_row_in_sight(caret.row);
        self.shown.left = if self.wraps {
            0
        } else {
            self.shown.left.min(caret.column).max((caret.column + 1).saturating_sub(self.room))
        };
    }

    /// Scrolls as little as shows a row.
    pub(super) fn keep_row_in_sight(&mut self, row: usize) {
        let top = self.rows().top_for(self.shown.top.unwrap_or(0), row);
        self.shown.top = Some(top);
    }

    /// Scrolls the text; the cursor stays visible.
    pub(super) fn scroll(&mut self, caret: Caret, by: isize) {
        let rows = self.rows();
        let top = rows.scrolled(self.shown.top.unwrap_or(0), by);
        let shown: Vec<usize> = rows.from(top).iter().filter_map(line_of).collect();
        let row = match (shown.first(), shown.last()) {
            (Some(&first), Some(&last)) => caret.row.clamp(first, last),
            _ => caret.row,
        };
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
    /// column; `None` below the text. Of a removed line it is in the line that follows.
    pub(super) fn pressed(&self, row: usize, column: usize) -> Option<Caret> {
        let rows = self.rows().from(self.shown.top?);
        let mut lines = rows.get(row..)?.iter().filter_map(|shown| match *shown {
            TextRow::Line { row, from } => Some((row, from)),
            TextRow::Removed(_) | TextRow::MoreRemoved(_) => None,
        });
        let (row, from) = lines.next()?;
        let first = if self.wraps { from } else { self.shown.left };
        Some(Caret { row, column: first + column.saturating_sub(self.text.gutter()) })
    }
}

fn line_of(shown: &TextRow<'_>) -> Option<usize> {
    match *shown {
        TextRow::Line { row, .. } => Some(row),
        TextRow::Removed(_) | TextRow::MoreRemoved(_) => None,
    }
}
