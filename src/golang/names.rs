//! Identifiers of the whole tree as small numbers.

use rustc_hash::FxHashMap;

/// An interned identifier or import path. Numbers depend on the order of interning and never reach a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Name(pub(crate) u32);

impl Name {
    /// No name at all: unnamed parameters and the like.
    pub(crate) const NONE: Name = Name(u32::MAX);
}

/// The interner. Borrows its strings from the files' facts.
#[derive(Default)]
pub(crate) struct Names<'a> {
    numbers: FxHashMap<&'a str, Name>,
    texts: Vec<&'a str>,
}

impl<'a> Names<'a> {
    pub(crate) fn intern(&mut self, text: &'a str) -> Name {
        let next = Name(self.texts.len() as u32);
        let texts = &mut self.texts;
        *self.numbers.entry(text).or_insert_with(|| {
            texts.push(text);
            next
        })
    }

    /// The number of a text that was interned.
    pub(crate) fn get(&self, text: &str) -> Option<Name> {
        self.numbers.get(text).copied()
    }

    pub(crate) fn text(&self, name: Name) -> &'a str {
        self.texts.get(name.0 as usize).copied().unwrap_or("")
    }

    /// Whether the name begins with an upper-case letter (Go spec, "Exported identifiers").
    pub(crate) fn is_exported(&self, name: Name) -> bool {
        self.text(name).chars().next().is_some_and(char::is_uppercase)
    }
}
