//! The rows of a pane for a text: its lines, which may continue in the next row, and lines that a change removed.

use super::folds::Folds;
use super::source::{SourceLine, SourceText};
use super::source_changes::SourceChanges;

/// The content of a row of a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRow<'t> {
    /// A row of the text from one of its characters on, both from 0.
    Line { row: usize, from: usize },
    /// A line that is gone from here.
    Removed(&'t SourceLine),
    /// So many more lines that are gone.
    MoreRemoved(usize),
}

impl TextRow<'_> {
    /// The row of the text that it begins.
    pub fn begins(&self) -> Option<usize> {
        match *self {
            Self::Line { row, from: 0 } => Some(row),
            Self::Line { .. } | Self::Removed(_) | Self::MoreRemoved(_) => None,
        }
    }
}

/// A text in a pane.
#[derive(Clone, Copy)]
pub struct TextRows<'t> {
    pub text: &'t SourceText,
    pub changes: &'t SourceChanges,
    pub folds: &'t Folds,
    /// The columns of a row, if long lines go on in the next one.
    pub wraps: Option<usize>,
    /// Rows of the pane.
    pub height: usize,
}

impl<'t> TextRows<'t> {
    /// The rows of the pane if the text begins with row `top` of its own. Above its first row nothing else is shown, but for
    /// what was removed from the beginning of the text.
    pub fn from(&self, top: usize) -> Vec<TextRow<'t>> {
        let (mut rows, mut row) = (Vec::new(), top);
        while rows.len() < self.height {
            if row != top || top == 0 {
                rows.extend(self.removed_above(row));
            }
            if row >= self.text.lines.len() {
                break;
            }
            let columns = self.wraps.unwrap_or(0);
            rows.extend((0..self.parts(row)).map(|part| TextRow::Line { row, from: part * columns }));
            row += 1 + self.folds.below(row);
        }
        rows.truncate(self.height);
        rows
    }

    /// Returns whether a row of the text is shown if the first one is `top`.
    pub fn shows(&self, top: usize, wanted: usize) -> bool {
        self.from(top).iter().any(|shown| matches!(shown, TextRow::Line { row, .. } if *row == wanted))
    }

    /// The first row, nearest to `top`, with which a row of the text is shown as a whole if it can be.
    pub fn top_for(&self, top: usize, row: usize) -> usize {
        let (at, last) = (self.folds.place_of(row), self.last_top());
        let mut top = self.folds.place_of(top).min(last).min(at).max((at + 1).saturating_sub(self.height));
        while top < at && self.taken(top, at) > self.height {
            top += 1;
        }
        self.folds.row_at(top)
    }

    /// The first row after a move by so many rows; the last row of the text stays at the end of the pane.
    pub fn scrolled(&self, top: usize, by: isize) -> usize {
        let top = self.folds.place_of(top);
        let last = self.last_top().max(if by < 0 { top } else { 0 });
        self.folds.row_at(top.saturating_add_signed(by).min(last))
    }

    /// The least first row, counted without folded ones, with which the end of the text is shown.
    fn last_top(&self) -> usize {
        let mut top = self.folds.shown(self.text.lines.len());
        let mut taken = self.removed_above(self.text.lines.len()).count();
        while top > 0 {
            let row = self.folds.row_at(top - 1);
            taken += self.parts(row);
            if taken > self.height {
                break;
            }
            taken += self.removed_above(row).count();
            top -= 1;
        }
        top
    }

    /// Rows of the pane from the row at `top` to that at `at`, both counted without folded ones.
    fn taken(&self, top: usize, at: usize) -> usize {
        let rows = |place: usize| {
            let row = self.folds.row_at(place);
            let above = if place == top && top > 0 { 0 } else { self.removed_above(row).count() };
            above + self.parts(row)
        };
        (top..=at).map(rows).sum()
    }

    fn parts(&self, row: usize) -> usize {
        self.wraps.map_or(1, |room| self.text.rows_in(row, room))
    }

    /// Returns the lines removed right above a row, in at most half of the pane, so that the row itself stays visible.
    fn removed_above(&self, row: usize) -> impl Iterator<Item = TextRow<'t>> + use<'t> {
        let changes: &'t SourceChanges = self.changes;
        let first = changes.removed.partition_point(|removed| removed.row < row);
        let removed = changes.removed[first..].iter().take_while(move |removed| removed.row == row);
        let most = self.height / 2;
        removed.flat_map(move |removed| {
            let all = removed.lines.len() + removed.more;
            let shown = if all > most { most.saturating_sub(1) } else { all };
            let more = (all > most && most > 0).then_some(TextRow::MoreRemoved(all - shown));
            removed.lines.iter().take(shown).map(TextRow::Removed).chain(more)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::source_changes::RemovedLines;

    /// A text of ten lines, of which the second is long, with lines removed above some rows.
    fn text(removed: &[(usize, usize)]) -> (SourceText, SourceChanges) {
        let lines: Vec<String> =
            (0..10).map(|row| if row == 1 { "x".repeat(25) } else { format!("line {row}") }).collect();
        let of = |n: usize| SourceText::new("", "gone\n".repeat(n).as_bytes()).lines;
        let removed = removed.iter().map(|&(row, n)| RemovedLines { row, lines: of(n), more: 0 }).collect();
        (SourceText::new("a", lines.join("\n").as_bytes()), SourceChanges { lines: Vec::new(), removed })
    }

    fn shown(rows: &TextRows<'_>, top: usize) -> Vec<String> {
        let name = |row: &TextRow<'_>| match row {
            TextRow::Line { row, from: 0 } => row.to_string(),
            TextRow::Line { row, from } => format!("{row}+{from}"),
            TextRow::Removed(_) => "-".to_owned(),
            TextRow::MoreRemoved(n) => format!("-{n}"),
        };
        rows.from(top).iter().map(name).collect()
    }

    #[test]
    fn removed_lines_stand_above_the_row_that_follows_them() {
        let (text, changes) = text(&[(0, 1), (3, 2), (5, 9), (10, 1)]);
        let folds = Folds::default();
        let rows = TextRows { text: &text, changes: &changes, folds: &folds, wraps: None, height: 6 };
        assert_eq!(shown(&rows, 0), ["-", "0", "1", "2", "-", "-"]);
        assert_eq!(shown(&rows, 3), ["3", "4", "-", "-", "-7", "5"], "not above the first row");
        assert_eq!(shown(&rows, 6), ["6", "7", "8", "9", "-"]);
        let wrapped = TextRows { wraps: Some(10), ..rows };
        assert_eq!(shown(&wrapped, 0), ["-", "0", "1", "1+10", "1+20", "2"]);
    }

    #[test]
    fn every_row_can_be_brought_into_sight_and_the_end_scrolled_to() {
        let mut folded = Folds::default();
        folded.fold(6..8);
        for removed in [&[][..], &[(0, 3), (4, 9), (10, 2)], &[(9, 30)]] {
            let (text, changes) = text(removed);
            for (folds, wraps, height) in [&Folds::default(), &folded].into_iter().flat_map(|folds| {
                [None, Some(10)]
                    .into_iter()
                    .flat_map(move |wraps| (1..14).map(move |height| (folds, wraps, height)))
            }) {
                let rows = TextRows { text: &text, changes: &changes, folds, wraps, height };
                for top in 0..10 {
                    for row in (0..10).filter(|row| folds.row_at(folds.place_of(*row)) == *row) {
                        assert!(rows.shows(rows.top_for(top, row), row), "{removed:?} {height} {top} {row}");
                    }
                }
                let end = rows.scrolled(0, 100);
                assert!(rows.shows(end, 9), "{removed:?} {wraps:?} {height}: {:?}", shown(&rows, end));
                assert_eq!(rows.scrolled(end, -100), 0);
            }
        }
    }
}
