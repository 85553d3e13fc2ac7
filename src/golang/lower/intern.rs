//! The names of one file as numbers, in order of first appearance.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::golang::ast::NameIx;
use crate::model::readable;

/// An open-addressing table over the bytes of the names themselves, kept from file to file: after the first few files
/// nothing is allocated.
#[derive(Default)]
pub(super) struct Interner {
    ends: Vec<u32>,
    bytes: Vec<u8>,
    /// Name number + 1; 0 is free. A power of two long, at most half full.
    slots: Vec<u32>,
}

const MIN_SLOTS: usize = 256;

impl Interner {
    /// Forgets all names.
    pub(super) fn clear(&mut self) {
        self.ends.clear();
        self.bytes.clear();
        if self.slots.len() > 64 * MIN_SLOTS {
            // Clearing a giant file's table would slow down every later file.
            self.slots = Vec::new();
        }
        self.slots.fill(0);
    }

    pub(super) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    pub(super) fn text(&self, ix: NameIx) -> &[u8] {
        let Some(&end) = self.ends.get(ix as usize) else { return &[] };
        let start = ix.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.bytes[start as usize..end as usize]
    }

    /// The number of a name; a new one if the name is new. Bytes that are not UTF-8 are replaced.
    pub(super) fn intern(&mut self, name: &[u8]) -> NameIx {
        if self.slots.len() < 2 * (self.ends.len() + 1) {
            self.grow();
        }
        let mut slot = self.first_slot(name);
        loop {
            match self.slots[slot] {
                0 => break,
                taken if self.text(taken - 1) == name => return taken - 1,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
        self.slots[slot] = self.len() + 1;
        self.push(name)
    }

    fn push(&mut self, name: &[u8]) -> NameIx {
        let ix = self.len();
        match std::str::from_utf8(name) {
            Ok(_) => self.bytes.extend_from_slice(name),
            Err(_) => self.bytes.extend_from_slice(String::from_utf8_lossy(name).as_bytes()),
        }
        self.ends.push(self.bytes.len() as u32);
        ix
    }

    fn first_slot(&self, name: &[u8]) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(name);
        hasher.finish() as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let len = (self.slots.len() * 4).max(MIN_SLOTS);
        self.slots.clear();
        self.slots.resize(len, 0);
        for ix in 0..self.len() {
            let mut slot = self.first_slot(self.text(ix));
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = ix + 1;
        }
    }

    /// The names, followed by the given texts, as exactly sized columns: ends and letters.
    pub(super) fn with_texts(&self, text_ends: &[u32], texts: &[u8]) -> (Vec<u32>, String) {
        let own = self.bytes.len() as u32;
        let mut ends = Vec::with_capacity(self.ends.len() + text_ends.len());
        ends.extend_from_slice(&self.ends);
        ends.extend(text_ends.iter().map(|end| own + end));
        let mut bytes = Vec::with_capacity(self.bytes.len() + texts.len());
        bytes.extend_from_slice(&self.bytes);
        bytes.extend_from_slice(texts);
        (ends, readable(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_share_a_number_also_after_growing_and_clearing() {
        let mut names = Interner::default();
        for _ in 0..2 {
            let texts: Vec<String> = (0..5_000).map(|n| format!("name{n}")).collect();
            let first: Vec<NameIx> = texts.iter().map(|t| names.intern(t.as_bytes())).collect();
            let again: Vec<NameIx> = texts.iter().map(|t| names.intern(t.as_bytes())).collect();
            assert_eq!(first, again);
            assert_eq!(first, (0..5_000).collect::<Vec<_>>());
            assert!(texts.iter().zip(first).all(|(text, ix)| names.text(ix) == text.as_bytes()));
            names.clear();
            assert_eq!(names.len(), 0);
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        let mut names = Interner::default();
        let ix = names.intern(b"a\xffb");
        assert_eq!(names.text(ix), "a\u{fffd}b".as_bytes());
    }

    #[test]
    fn a_text_that_is_not_utf_8_takes_no_name_away() {
        let mut names = Interner::default();
        names.intern(b"serve");
        let (ends, text) = names.with_texts(&[4, 6], b"a\xe9\xffbok");
        assert_eq!((ends, text.as_str()), (vec![5, 9, 11], "servea??bok"));
    }
}
