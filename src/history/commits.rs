//! Reads the first of the two logs: commits with their messages and all files that they changed.
//!
//! The bytes are the output of
//!
//! ```text
//! git log -z --raw --no-abbrev --no-merges -M100% --format=%x01%H%x00%P%x00%ct%x00%aN%x00%B
//! ```
//!
//! split at each NUL. Exact renames (`-M100%`) need no file contents, so this works on partial clones, which lack
//! some contents.

use super::MAX_MESSAGE;
use super::log::{Log, LoggedCommit, TouchedFile};

/// Takes the pieces between the NULs, in order.
#[derive(Debug)]
pub struct CommitReader {
    log: Log,
    /// True if commits without parents are where a shallow clone ends. Such a commit seems to add every file of the
    /// tree.
    shallow: bool,
    expected: Expected,
}

/// The meaning of the next piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// The object name of a commit, or a line of the raw format.
    Head,
    Parents,
    Time,
    Author,
    Message,
    /// The path of a raw line. For a rename it is the old path, and the new one follows.
    Path {
        renamed: bool,
    },
    /// The new path of a rename. It holds the number of the old path, or None if that is not an indexed Go file.
    To(Option<u32>),
}

impl CommitReader {
    /// The value of `--format` for `git log`.
    pub const FORMAT: &'static str = "%x01%H%x00%P%x00%ct%x00%aN%x00%B";

    pub fn new(shallow: bool) -> Self {
        Self { log: Log::default(), shallow, expected: Expected::Head }
    }

    /// Takes one piece. Pieces that do not fit the format are skipped.
    pub fn piece(&mut self, piece: &[u8]) {
        self.expected = match self.expected {
            Expected::Head => self.head(piece),
            Expected::Parents => {
                // A commit without parents seems to add its whole tree. That is a change only if the history really
                // begins there.
                if piece.is_empty() && self.shallow {
                    self.entry(|entry| entry.id = Box::default());
                }
                Expected::Time
            }
            Expected::Time => {
                let time = str(piece).trim().parse().unwrap_or(0);
                self.entry(|entry| entry.time = time);
                Expected::Author
            }
            Expected::Author => {
                let author = self.log.words.intern(&String::from_utf8_lossy(piece));
                self.entry(|entry| entry.author = author);
                Expected::Message
            }
            Expected::Message => {
                let message = String::from_utf8_lossy(piece);
                self.entry(|entry| entry.message = shortened(message.trim()).into());
                Expected::Head
            }
            Expected::Path { renamed: false } => {
                self.touched(piece, None);
                Expected::Head
            }
            Expected::Path { renamed: true } => Expected::To(self.go_file(piece)),
            Expected::To(from) => {
                self.touched(piece, from);
                Expected::Head
            }
        };
    }

    /// Returns the log that was read.
    pub fn finish(mut self) -> Log {
        self.log.entries.retain(|entry| !entry.id.is_empty());
        for entry in &mut self.log.entries {
            entry.files.sort_unstable_by_key(|file| file.path);
            entry.files.dedup_by_key(|file| file.path);
        }
        self.log
    }

    fn head(&mut self, piece: &[u8]) -> Expected {
        if let Some(id) = piece.strip_prefix(b"\x01") {
            self.log.entries.push(LoggedCommit { id: str(id).into(), ..LoggedCommit::default() });
            return Expected::Parents;
        }
        // `:100644 100644 <old> <new> R100`. The first line of a commit has a line feed before it.
        let line = str(piece).trim_start();
        let status = line.strip_prefix(':').and_then(|line| line.split(' ').nth(4));
        match status.and_then(|status| status.chars().next()) {
            Some('R' | 'C') => Expected::Path { renamed: true },
            Some(_) => Expected::Path { renamed: false },
            None => Expected::Head,
        }
    }

    fn touched(&mut self, path: &[u8], from: Option<u32>) {
        let path = self.go_file(path);
        self.entry(|entry| {
            entry.width = entry.width.saturating_add(1);
            entry.files.extend(path.map(|path| TouchedFile { path, from, symbols: Vec::new() }));
        });
    }

    /// The number of a path, or None if the index cannot contain it.
    fn go_file(&mut self, path: &[u8]) -> Option<u32> {
        let path = String::from_utf8_lossy(path);
        is_indexed(&path).then(|| self.log.words.intern(&path))
    }

    fn entry(&mut self, change: impl FnOnce(&mut LoggedCommit)) {
        if let Some(entry) = self.log.entries.last_mut() {
            change(entry);
        }
    }
}

/// Returns whether history is kept for a path: for Go files outside of `vendor`.
pub(super) fn is_indexed(path: &str) -> bool {
    // The go command compares the case, too: `x.GO` is no source file.
    #[allow(clippy::case_sensitive_file_extension_comparisons, reason = "the go tool compares bytes")]
    let go = path.ends_with(".go");
    go && !path.split('/').any(|part| part == "vendor")
}

fn str(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or("")
}

/// The first [`MAX_MESSAGE`] bytes or less, cut between characters.
fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_MESSAGE)]
}
