//! The log as git tells it: commits with the paths of their time, nothing interpreted yet.

use rustc_hash::FxHashSet;

use super::words::Words;

/// Commits, newest first, without merges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    pub(super) words: Words,
    pub(super) entries: Vec<Entry>,
}

/// One commit. Strings are numbers of [`Log::text`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The object name, in hexadecimal digits.
    pub id: Box<str>,
    /// When it was committed, in seconds since 1970 (UTC).
    pub time: i64,
    pub author: u32,
    /// At most [`super::MAX_MESSAGE`] bytes.
    pub message: Box<str>,
    /// Files of any kind that it changed.
    pub width: u32,
    /// Those of them that are Go files, in order of path.
    pub files: Vec<Touched>,
}

/// A Go file in a commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    pub path: u32,
    /// Its path before, when the commit renamed it.
    pub from: Option<u32>,
    /// Qualified names of the declarations changed, rising and unique; empty when hunks were not read.
    pub symbols: Vec<u32>,
}

impl Log {
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The string of a number.
    #[must_use]
    pub fn text(&self, number: u32) -> &str {
        self.words.text(number)
    }

    /// The number of a string; `None` if nothing here is called so.
    #[must_use]
    pub fn number(&self, text: &str) -> Option<u32> {
        self.words.number(text)
    }

    /// Keeps the `most` newest commits.
    pub fn truncate(&mut self, most: usize) {
        self.entries.truncate(most);
    }

    /// Drops the commits named in `gone` and puts those of `newer` in front: what a new HEAD needs. Commits that both
    /// hold are taken from `newer`. O(size of both).
    #[must_use]
    pub fn extended(self, newer: Self, gone: &FxHashSet<Box<str>>) -> Self {
        let mut log = newer;
        let known: FxHashSet<Box<str>> = log.entries.iter().map(|entry| entry.id.clone()).collect();
        let Self { words: old, entries } = self;
        for entry in entries {
            if gone.contains(&entry.id) || known.contains(&entry.id) {
                continue;
            }
            let mut moved = |number| log.words.intern(old.text(number));
            let author = moved(entry.author);
            let files = entry.files.into_iter().map(|file| Touched {
                path: moved(file.path),
                from: file.from.map(&mut moved),
                symbols: renumbered(&file.symbols, &mut moved),
            });
            let files = files.collect();
            log.entries.push(Entry { author, files, ..entry });
        }
        log
    }
}

fn renumbered(numbers: &[u32], mut moved: impl FnMut(u32) -> u32) -> Vec<u32> {
    let mut new: Vec<u32> = numbers.iter().map(|&number| moved(number)).collect();
    new.sort_unstable();
    new
}
