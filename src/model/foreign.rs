//! Names from outside the tree that its code uses: functions, types and members of the standard library and of other
//! modules, and the compiler's own functions.
//!
//! There are no edges for them, since they are no symbols. But people ask who calls `os.Exit` as often as who calls a
//! function of the tree.

use std::borrow::Cow;

use super::{Graph, Label, StrId, SymbolId};

/// The beginning of the name of a field or method of a value of which only is known that it is from outside: `_.Close`.
pub const OF_UNKNOWN_TYPE: &str = "_.";

/// Describes a name from outside as a sentence has it: itself, or `Close of a value of unknown type`.
pub fn spoken(name: &str) -> Cow<'_, str> {
    match name.strip_prefix(OF_UNKNOWN_TYPE) {
        Some(member) => Cow::Owned(format!("{member} of a value of unknown type")),
        None => Cow::Borrowed(name),
    }
}

/// One reference to a name from outside the tree.
#[derive(Clone, Copy, Debug)]
pub struct ForeignDraft {
    pub from: SymbolId,
    /// The name with its import path: `net/http.Client.Do`; `panic`.
    pub name: Label,
    pub is_call: bool,
    /// True if another reference is the same one, by the name of the type that the code selects from or that declares the member:
    /// `io.ReadCloser.Close` and `io.Closer.Close`.
    pub is_other: bool,
    /// Line of the place in the file of `from`.
    pub line: u32,
}

/// A [`ForeignDraft`] as the graph stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignSite<'a> {
    pub from: SymbolId,
    pub name: &'a str,
    pub is_call: bool,
    pub is_other: bool,
    pub line: u32,
}

/// Bits of the column of flags.
pub(super) mod foreign_flag {
    pub(in crate::model) const CALL: u8 = 1;
    pub(in crate::model) const OTHER: u8 = 1 << 1;
}

impl<'a> Graph<'a> {
    fn foreign_at(&self, row: usize) -> ForeignSite<'a> {
        ForeignSite {
            from: SymbolId(self.foreign_from[row]),
            name: self.str(StrId(self.foreign_name[row])),
            is_call: self.foreign_flags[row] & foreign_flag::CALL != 0,
            is_other: self.foreign_flags[row] & foreign_flag::OTHER != 0,
            line: self.foreign_line[row],
        }
    }

    /// All references to names from outside, in order of names.
    pub fn all_foreign(&self) -> impl Iterator<Item = ForeignSite<'a>> {
        let graph = *self;
        (0..graph.foreign_name.len()).map(move |row| graph.foreign_at(row))
    }

    /// The references to a name from outside, in order of declaration and line. O(log of all such references).
    pub fn foreign(&self, name: &str) -> impl Iterator<Item = ForeignSite<'a>> {
        let start = self.foreign_name.partition_point(|&known| self.str(StrId(known)) < name);
        let rows = self.foreign_name[start..].chunk_by(|a, b| a == b).next().map_or(0, <[u32]>::len);
        let graph = *self;
        let is_named = graph.foreign_name.get(start).is_some_and(|&known| graph.str(StrId(known)) == name);
        (start..start + rows).filter(move |_| is_named).map(move |row| graph.foreign_at(row))
    }

    /// All names from outside, in order. O(all such references).
    pub fn foreign_names(&self) -> impl Iterator<Item = &'a str> {
        let graph = *self;
        graph.foreign_name.chunk_by(|a, b| a == b).map(move |rows| graph.str(StrId(rows[0])))
    }

    /// The references of a declaration to names from outside, in order of names. O(all such references).
    pub fn foreign_of(&self, symbol: SymbolId) -> impl Iterator<Item = ForeignSite<'a>> {
        self.all_foreign().filter(move |site| site.from == symbol)
    }
}
