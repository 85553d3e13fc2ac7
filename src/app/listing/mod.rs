//! The symbol list: which rows, in which order. Workers compute it, and it is cancelled when the filter changes
//! again.

mod columns;
mod haystacks;
mod sort;

use std::sync::Arc;

pub use columns::SymbolColumns;
pub use haystacks::Haystacks;
pub use sort::SymbolSort;

use super::filter::Filter;
use super::symbol_rows::SymbolSource;
use crate::model::symbol_flag;

/// A request for a list.
#[derive(Clone)]
pub struct ListRequest {
    pub corpus: SymbolSource,
    pub text: String,
    pub sort: SymbolSort,
    /// [`symbol_flag`] bits of symbols to leave out.
    pub hidden: u16,
}

/// A list of rows.
#[derive(Clone)]
pub struct Listing {
    pub corpus: SymbolSource,
    /// The filter as it was typed, and parsed.
    pub text: String,
    pub filter: Filter,
    pub sort: SymbolSort,
    pub hidden: u16,
    /// Numbers of rows, first to last.
    pub rows: Arc<Vec<u32>>,
    /// Number of rows without a filter.
    pub total: usize,
}

/// Answers a request over `haystacks`, which must be made of the same rows; `None` if cancelled.
///
/// With words, rows come by falling score, ties in the order of `sort`. O(symbols) on all threads, less if the filter
/// extends the last one, plus a sort of the matches.
pub fn list(
    haystacks: &mut Haystacks,
    request: &ListRequest,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Listing> {
    let ListRequest { corpus, text, sort, hidden } = request.clone();
    let mut filter = Filter::parse(&text);
    let mut rows = haystacks.found(&filter, hidden, sort, cancelled)?;
    if let Some(words) = filter.without_clause(&text).filter(|_| rows.is_empty()) {
        filter = words;
        rows = haystacks.found(&filter, hidden, sort, cancelled)?;
    }
    let rows = Arc::new(rows);
    let total = haystacks.total(&filter);
    Some(Listing { corpus, text, filter, sort, hidden, rows, total })
}

/// Returns the flags of the symbols that the two switches of the list hide.
pub fn hidden(tests: bool, generated: bool) -> u16 {
    let bit = |on: bool, bit: u16| if on { bit } else { 0 };
    bit(tests, symbol_flag::TEST) | bit(generated, symbol_flag::GENERATED)
}

#[cfg(test)]
mod tests;
