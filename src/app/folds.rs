//! Rows of a text that are folded away.

use std::ops::Range;

/// Ranges of hidden rows, sorted and disjoint. The row above each range stays visible and represents it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folds(Vec<Range<usize>>);

impl Folds {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The range of hidden rows that a row lies in, or right above.
    pub fn around(&self, row: usize) -> Option<Range<usize>> {
        self.0.iter().find(|hidden| (hidden.start..=hidden.end).contains(&(row + 1))).cloned()
    }

    /// Number of rows that are hidden right below a row.
    pub fn below(&self, row: usize) -> usize {
        self.0.iter().find(|hidden| hidden.start == row + 1).map_or(0, Range::len)
    }

    /// Number of rows, of `len`, that are visible.
    pub fn shown(&self, len: usize) -> usize {
        len.saturating_sub(self.0.iter().map(Range::len).sum())
    }

    /// The position among the visible rows of a row, or of the row that represents it.
    pub fn place_of(&self, row: usize) -> usize {
        let hidden = self.0.iter().take_while(|hidden| hidden.start <= row);
        row - hidden.map(|hidden| hidden.end.min(row + 1) - hidden.start).sum::<usize>()
    }

    /// The row at a position among the visible rows.
    pub fn row_at(&self, place: usize) -> usize {
        self.0.iter().fold(place, |row, hidden| if hidden.start <= row { row + hidden.len() } else { row })
    }

    /// Hides rows; ranges already hidden within them become part of the new range.
    pub fn fold(&mut self, rows: Range<usize>) {
        if rows.is_empty() {
            return;
        }
        self.0.retain(|hidden| hidden.end <= rows.start || rows.end <= hidden.start);
        self.0.push(rows);
        self.0.sort_by_key(|hidden| hidden.start);
    }

    /// Unfolds the range that hides a row.
    pub fn unfold_hiding(&mut self, row: usize) {
        self.0.retain(|hidden| !hidden.contains(&row));
    }

    /// Unfolds the range that hides a row or lies right below it; returns whether there was one.
    pub fn unfold(&mut self, row: usize) -> bool {
        let before = self.0.len();
        self.0.retain(|hidden| !(hidden.start..=hidden.end).contains(&(row + 1)));
        self.0.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_rows_fit_each_other() {
        let mut folds = Folds::default();
        folds.fold(3..5);
        folds.fold(8..9);
        assert_eq!(folds.shown(10), 7);
        let shown: Vec<usize> = (0..7).map(|place| folds.row_at(place)).collect();
        assert_eq!(shown, [0, 1, 2, 5, 6, 7, 9]);
        for (place, &row) in shown.iter().enumerate() {
            assert_eq!(folds.place_of(row), place);
        }
        assert_eq!((folds.place_of(3), folds.place_of(4)), (2, 2), "the row above stands for them");
        assert_eq!((folds.below(2), folds.below(3), folds.below(7)), (2, 0, 1));
    }

    #[test]
    fn a_fold_takes_in_those_within_it_and_opens_from_any_of_its_rows() {
        let mut folds = Folds::default();
        folds.fold(3..5);
        folds.fold(2..9);
        assert_eq!((folds.below(1), folds.shown(10)), (7, 3));
        assert!(!folds.unfold(9) && folds.unfold(5) && folds.is_empty());
        folds.fold(2..4);
        assert!(folds.unfold(1), "from the row above");
        folds.fold(4..4);
        assert!(folds.is_empty());
    }
}
