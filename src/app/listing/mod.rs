//! The symbol list: which rows, in which order. Worked out away from the screen, and called off when the filter
//! changes again.

mod haystacks;
mod sort;

use std::sync::Arc;

pub use haystacks::Haystacks;
pub use sort::Sort;

use super::corpus::Corpus;
use super::filter::Filter;
use crate::model::symbol_flag;

/// What a list is asked for.
#[derive(Clone)]
pub struct Request {
    pub corpus: Corpus,
    pub text: String,
    pub sort: Sort,
    /// [`symbol_flag`] bits of symbols to leave out.
    pub hidden: u16,
}

/// A list, answered.
#[derive(Clone)]
pub struct Listing {
    pub corpus: Corpus,
    /// The filter as it was typed, and as it was understood.
    pub text: String,
    pub filter: Filter,
    pub sort: Sort,
    pub hidden: u16,
    /// Rows of the corpus, first to last.
    pub rows: Arc<Vec<u32>>,
    /// How many there would be without any filter.
    pub total: usize,
}

/// Answers a request over `haystacks`, which must be those of its corpus; `None` when `cancelled` said so.
///
/// Words first: by falling score, equals in the order of `sort`. O(symbols) on all threads, less where the filter grew
/// out of the last one, and a sort of those that fit.
#[must_use]
pub fn list(
    haystacks: &mut Haystacks,
    request: &Request,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Listing> {
    let Request { corpus, text, sort, hidden } = request.clone();
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

/// What the two switches of the list hide.
#[must_use]
pub fn hidden(tests: bool, generated: bool) -> u16 {
    let bit = |on: bool, bit: u16| if on { bit } else { 0 };
    bit(tests, symbol_flag::TEST) | bit(generated, symbol_flag::GENERATED)
}

#[cfg(test)]
mod tests;
