//! The columns of the symbol list, and what a press on their heads sorts by.

use super::{Listing, SymbolSort};
use crate::app::symbol_rows::SymbolSource;

/// Columns of the cursor's mark, and of the kind's letter.
const MARK: usize = 2;
const KIND: usize = 2;
/// Columns of position and score, and of the two degrees.
const NUMBERS: [usize; 2] = [8, 7];
const DEGREES: [usize; 2] = [6, 5];

/// The columns that fit beside the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolColumns {
    pub numbers: bool,
    pub degrees: bool,
}

impl SymbolColumns {
    pub fn fitting(width: u16, listing: &Listing) -> Self {
        let graph = matches!(listing.corpus, SymbolSource::Graph(_));
        Self { numbers: graph && width >= 34, degrees: graph && width >= 64 }
    }

    /// The order of the column at `x`, from the list's first one; `None` where no order is meant. The score is that of
    /// the order in force: pressed again, it is the next measure's.
    pub fn sort_at(self, x: usize, now: SymbolSort) -> Option<SymbolSort> {
        let measure = match now {
            SymbolSort::Rank => SymbolSort::Load,
            SymbolSort::Load => SymbolSort::Starts,
            _ => SymbolSort::Rank,
        };
        let [numbers, degrees] = [(self.numbers, NUMBERS), (self.degrees, DEGREES)];
        let shown = |(is_shown, widths): (bool, [usize; 2]), sorts: [SymbolSort; 2]| {
            widths.into_iter().zip(sorts.map(Some)).filter(move |_| is_shown)
        };
        let columns = std::iter::once((MARK, None))
            .chain(shown(numbers, [SymbolSort::Rank, measure]))
            .chain(shown(degrees, [SymbolSort::FanIn, SymbolSort::FanOut]))
            .chain([(KIND, None)]);
        let mut end = 0;
        for (width, sort) in columns {
            end += width;
            if x < end {
                return sort;
            }
        }
        Some(SymbolSort::Name)
    }
}
