//! The log as git prints it: commits with the paths of their time. Renames are not followed yet.

use rustc_hash::FxHashSet;

use super::words::StringTable;

/// The commits without merges, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    pub(super) words: StringTable,
    pub(super) entries: Vec<LoggedCommit>,
}

/// One commit. Names and paths are numbers, which [`Log::text`] resolves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedCommit {
    /// The object name, in hexadecimal digits.
    pub id: Box<str>,
    /// The commit time, in seconds since 1970 (UTC).
    pub time: i64,
    pub author: u32,
    /// At most [`super::MAX_MESSAGE`] bytes.
    pub message: Box<str>,
    /// The number of files of any kind that it changed.
    pub width: u32,
    /// The Go files among them, in order of path.
    pub files: Vec<TouchedFile>,
}

/// A Go file that a commit changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TouchedFile {
    pub path: u32,
    /// The old path, if the commit renamed the file.
    pub from: Option<u32>,
    /// Qualified names of the changed declarations, rising and without repetition. Empty if hunks were not read.
    pub symbols: Vec<u32>,
}

impl Log {
    pub fn entries(&self) -> &[LoggedCommit] {
        &self.entries
    }

    /// The string with this number.
    pub fn text(&self, number: u32) -> &str {
        self.words.text(number)
    }

    /// The number of a string. None if the log does not contain it.
    pub fn number(&self, text: &str) -> Option<u32> {
        self.words.number(text)
    }

    /// Keeps only the `most` newest commits.
    pub fn truncate(&mut self, most: usize) {
        self.entries.truncate(most);
    }

    /// Extends the log for a new HEAD: drops the commits in `gone` and puts the commits of `newer` in front. If both
    /// logs have a commit, the one of `newer` is kept. O(size of both).
    pub fn extended(self, newer: Self, gone: &FxHashSet<Box<str>>) -> Self {
        let mut log = newer;
        let known: FxHashSet<Box<str>> = log.entries.iter().map(|entry| entry.id.clone()).collect();
        let Self { words: old, entries } = self;
        for entry in entries {
            if gone.contains(&entry.id) || known.contains(&entry.id) {
                continue;
            }
            let mut renumber = |number| log.words.intern(old.text(number));
            let author = renumber(entry.author);
            let files = entry.files.into_iter().map(|file| TouchedFile {
                path: renumber(file.path),
                from: file.from.map(&mut renumber),
                symbols: renumbered(&file.symbols, &mut renumber),
            });
            let files = files.collect();
            log.entries.push(LoggedCommit { author, files, ..entry });
        }
        log
    }
}

fn renumbered(numbers: &[u32], mut renumber: impl FnMut(u32) -> u32) -> Vec<u32> {
    let mut new: Vec<u32> = numbers.iter().map(|&number| renumber(number)).collect();
    new.sort_unstable();
    new
}
