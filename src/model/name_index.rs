//! An index of a graph's symbols by their names.

use std::hash::Hasher;
use std::sync::OnceLock;

use rustc_hash::FxHasher;

use super::ids::SymbolId;

/// The longest text, in bytes, whose parts are looked up. For longer ones a pass over all symbols costs less.
const MAX_BYTES: usize = 256;

/// The symbols of one graph in buckets by the hash of their names. A pass over the names of a large graph takes 15 ms,
/// a lookup some microseconds.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    /// Where each bucket ends in `symbols`.
    ends: Vec<u32>,
    symbols: Vec<u32>,
    /// The length of the longest name, in bytes.
    longest: usize,
}

/// The place for the index of a graph that is kept, which the first lookup fills.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameIndexPlace<'a>(Option<&'a OnceLock<NameIndex>>);

/// Two places are equal if their graphs are, because an index follows from its graph.
impl PartialEq for NameIndexPlace<'_> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<'a> NameIndexPlace<'a> {
    /// A place that lasts as long as the graph's columns.
    pub fn at(place: &'a OnceLock<NameIndex>) -> Self {
        Self(Some(place))
    }

    /// The index, which `make` makes if it is not there yet. None if the graph has no place for it.
    pub(super) fn get_or_make(self, make: impl FnOnce() -> NameIndex) -> Option<&'a NameIndex> {
        self.0.map(|place| place.get_or_init(make))
    }
}

impl NameIndex {
    /// The index of symbols by their names, which are in order of id. O(symbols).
    pub fn of<'n>(names: impl ExactSizeIterator<Item = &'n str> + Clone) -> Self {
        let n_buckets = names.len().next_power_of_two();
        let buckets: Vec<u32> = names.clone().map(|name| bucket(name.as_bytes(), n_buckets)).collect();
        let mut ends = vec![0; n_buckets];
        for &bucket in &buckets {
            ends[bucket as usize] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            (*end, total) = (total, total + *end);
        }
        let mut symbols = vec![0; buckets.len()];
        // Each bucket is filled from its start, so the starts become the ends.
        for (symbol, &bucket) in (0..).zip(&buckets) {
            let next = &mut ends[bucket as usize];
            symbols[*next as usize] = symbol;
            *next += 1;
        }
        Self { ends, symbols, longest: names.map(str::len).max().unwrap_or(0) }
    }

    /// The symbols whose name is a part of `text`, in no order and some twice. None if the text is too long to look its
    /// parts up. `name` returns the name of a symbol. O(length² + symbols found).
    pub fn within<'n>(&self, text: &str, name: impl Fn(SymbolId) -> &'n str) -> Option<Vec<SymbolId>> {
        if text.len() > MAX_BYTES {
            return None;
        }
        let mut found = Vec::new();
        for (start, _) in text.char_indices() {
            let rest = &text[start..];
            for len in (1..=rest.len().min(self.longest)).filter(|&len| rest.is_char_boundary(len)) {
                let part = &rest[..len];
                let at = bucket(part.as_bytes(), self.ends.len()) as usize;
                let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]) as usize;
                let of_bucket = self.symbols[begin..self.ends[at] as usize].iter().map(|&id| SymbolId(id));
                found.extend(of_bucket.filter(|&id| name(id) == part));
            }
        }
        Some(found)
    }
}

/// The bucket of a name among `n_buckets`, a power of two.
fn bucket(name: &[u8], n_buckets: usize) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    // The hasher's high bits are the better ones.
    let hash = (hasher.finish() >> 32) as u32;
    hash & (n_buckets as u32).wrapping_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_leads_to_the_symbols_whose_names_it_contains() {
        let names = ["a", "Serve", "Server", "Größe", "Serve", "S", "aa"];
        let index = NameIndex::of(names.iter().copied());
        for text in ["a.Serve", "Serve", "erver", "x.Größe.y", "", "S", "Nothing", "Server", "aaa"] {
            let mut found = index.within(text, |id| names[id.ix()]).unwrap();
            found.sort_unstable();
            found.dedup();
            let expected: Vec<SymbolId> = (0..)
                .zip(names)
                .filter(|(_, name)| text.contains(name))
                .map(|(id, _)| SymbolId(id))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(index.within(&"x".repeat(MAX_BYTES + 1), |id| names[id.ix()]), None);
        assert_eq!(NameIndex::of(std::iter::empty()).within("a", |_| ""), Some(Vec::new()));
    }
}
