//! How tours name symbols.

use crate::model::{Symbol, clean};

/// Most names that a sentence lists.
pub(super) const MOST_NAMES: usize = 3;

/// A symbol as every list names it: `package.Recv.Name`.
#[must_use]
pub fn named(symbol: Symbol<'_>) -> String {
    clean(&symbol.label()).into_owned()
}
