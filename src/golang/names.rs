//! Identifiers of the whole tree as small numbers.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// An interned identifier or import path. Numbers depend on the order of interning and never reach a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Name(pub(crate) u32);

impl Name {
    /// No name, as of unnamed parameters.
    pub(crate) const NONE: Name = Name(u32::MAX);
}

/// The interner of names.
#[derive(Default)]
pub(crate) struct Names {
    texts: IndexSet<Box<str>, FxBuildHasher>,
}

impl Names {
    pub(crate) fn intern(&mut self, text: &str) -> Name {
        self.get(text).unwrap_or_else(|| Name(self.texts.insert_full(text.into()).0 as u32))
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The number of an interned text; `None` if the text was not interned.
    pub(crate) fn get(&self, text: &str) -> Option<Name> {
        self.texts.get_index_of(text).map(|ix| Name(ix as u32))
    }

    pub(crate) fn text(&self, name: Name) -> &str {
        self.texts.get_index(name.0 as usize).map_or("", |text| text)
    }

    /// Returns whether the name begins with an upper-case letter (Go spec, "Exported identifiers").
    pub(crate) fn is_exported(&self, name: Name) -> bool {
        self.text(name).chars().next().is_some_and(char::is_uppercase)
    }
}
