//! The names of a tree in one text, to look for words within them.

use rustc_hash::FxHashSet;

use crate::model::{Graph, Symbol};

/// The different names of a graph's symbols, in the order in which the symbols first have them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct NameList {
    /// Each name between line ends.
    written: String,
    /// The same with its ASCII letters small.
    lowered: String,
}

impl NameList {
    /// O(names).
    pub(super) fn of(graph: &Graph<'_>) -> Self {
        let mut written = String::from("\n");
        let mut seen = FxHashSet::default();
        for name in graph.symbols().map(Symbol::name).filter(|name| seen.insert(*name)) {
            written.push_str(name);
            written.push('\n');
        }
        Self { lowered: written.to_ascii_lowercase(), written }
    }

    /// The names that have a word of small ASCII letters somewhere in them, in any case; one that has it several times
    /// comes several times. O(length of all names), at the speed of memory.
    pub(in crate::search) fn containing(&self, word: &str) -> impl Iterator<Item = &str> {
        memchr::memmem::find_iter(self.lowered.as_bytes(), word).map(|at| {
            let bytes = self.written.as_bytes();
            let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
            let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
            self.written.get(start..end).unwrap_or_default()
        })
    }
}
