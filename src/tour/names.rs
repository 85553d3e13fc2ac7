//! Names of symbols in tours.

use crate::model::{Symbol, clean};

/// The largest number of names that a sentence lists.
pub(super) const MAX_NAMES: usize = 3;

/// The name of a symbol in lists: `package.Recv.Name`.
pub fn named(symbol: Symbol<'_>) -> String {
    clean(&symbol.label()).into_owned()
}
