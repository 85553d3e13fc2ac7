//! JavaScript's regular expressions with the flag `m` and no other: what ECMA-262 says of them, including its annex B for
//! web browsers, which editors follow. So text is a sequence of UTF-16 units, as it is there.
//!
//! Tours come from strangers, and a pattern may take a backtracking engine more than a lifetime. This one gives up; the
//! library for these expressions (`regress`) does not.
//!
//! [`syntax`] reads a pattern, [`program`] makes instructions of it, and [`search`] carries them out with backtracking.

mod program;
mod search;
mod syntax;

use search::Search;

pub(super) use search::NoAnswer;

/// The offset of the first match of a pattern in UTF-16 text, in units.
pub(super) fn find(text: &[u16], pattern: &str) -> Result<Option<usize>, NoAnswer> {
    let (tree, n_groups) = syntax::read(pattern).ok_or(NoAnswer::NoPattern)?;
    let program = program::of(&tree, n_groups).ok_or(NoAnswer::TakesTooLong)?;
    let mut search = Search::new(text, &program);
    for start in 0..=text.len() {
        if search.matches_at(start)? {
            return Ok(Some(start));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
