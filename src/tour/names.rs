//! Names of symbols in tours.

use crate::model::{Symbol, clean};

/// The largest number of names that a sentence lists.
pub(super) const MAX_NAMES: usize = 3;

/// A name or a piece of code in a sentence, in the marks that Markdown has for code.
pub(super) fn in_marks(code: &str) -> String {
    format!("`{}`", clean(code).replace('`', "'"))
}

/// The name of a symbol in lists: `package.Recv.Name`.
pub fn named(symbol: Symbol<'_>) -> String {
    clean(&symbol.label()).into_owned()
}
