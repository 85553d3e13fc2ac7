//! A table of strings that keeps each string once, because paths, symbol names and authors repeat in every commit.

use rustc_hash::FxHashMap;

/// A table of strings. The number of a string is its index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StringTable {
    all: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
}

impl StringTable {
    /// The number of a string, which is added if it is new.
    pub(super) fn intern(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.all.len() as u32;
        self.all.push(text.into());
        self.numbers.insert(text.into(), number);
        number
    }

    /// The number of a string. None if the table does not have it.
    pub(super) fn number(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// The string with this number; empty if there is none.
    pub(super) fn text(&self, number: u32) -> &str {
        self.all.get(number as usize).map_or("", |text| text)
    }

    pub(super) fn all(&self) -> &[Box<str>] {
        &self.all
    }
}
