//! The marks behind the name of a symbol in lists.

use crate::model::symbol_flag;

/// A symbol's marks from its [`symbol_flag`] bits: `·t` for a test, `g` generated, `c` excluded by constraints, `v` vendored.
pub fn marks(flags: u16) -> String {
    let marks = [
        (symbol_flag::TEST, 't'),
        (symbol_flag::GENERATED, 'g'),
        (symbol_flag::CONSTRAINED, 'c'),
        (symbol_flag::VENDORED, 'v'),
    ];
    let letters: String = marks.iter().filter(|(bit, _)| flags & bit != 0).map(|(_, c)| *c).collect();
    if letters.is_empty() { letters } else { format!(" ·{letters}") }
}
