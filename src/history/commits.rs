//! Reads the first of the two logs: commits with their messages and all their files.
//!
//! The bytes are those of
//!
//! ```text
//! git log -z --raw --no-abbrev --no-merges -M100% --format=%x01%H%x00%P%x00%ct%x00%aN%x00%B
//! ```
//!
//! cut at each NUL. Exact renames need no file's content, so this works on clones that lack some (partial clones).

use super::MAX_MESSAGE;
use super::log::{Entry, Log, Touched};

/// Takes the pieces between NULs, in order.
#[derive(Debug)]
pub struct CommitReader {
    log: Log,
    /// Whether commits without parents are where a shallow clone ends: they seem to add every file there is.
    shallow: bool,
    expected: Expected,
}

/// What the next piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// A commit's object name, or a line of the raw format.
    Head,
    Parents,
    Time,
    Author,
    Message,
    /// The path of a raw line; before a rename's second path.
    Path {
        renamed: bool,
    },
    /// A rename's new path, the old one being a Go file's (as its number) or not.
    To(Option<u32>),
}

impl CommitReader {
    /// The format to ask `git log` for.
    pub const FORMAT: &'static str = "%x01%H%x00%P%x00%ct%x00%aN%x00%B";

    #[must_use]
    pub fn new(shallow: bool) -> Self {
        Self { log: Log::default(), shallow, expected: Expected::Head }
    }

    /// Takes one piece. Pieces that make no sense are skipped.
    pub fn piece(&mut self, piece: &[u8]) {
        self.expected = match self.expected {
            Expected::Head => self.head(piece),
            Expected::Parents => {
                // A root's files are its whole tree; only where the history truly begins is that a change.
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

    /// The log read.
    #[must_use]
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
            self.log.entries.push(Entry { id: str(id).into(), ..Entry::default() });
            return Expected::Parents;
        }
        // `:100644 100644 <old> <new> R100`; a line feed stands before the first of a commit.
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
            entry.files.extend(path.map(|path| Touched { path, from, symbols: Vec::new() }));
        });
    }

    /// The number of a path that the graph can know.
    fn go_file(&mut self, path: &[u8]) -> Option<u32> {
        let path = String::from_utf8_lossy(path);
        is_indexed(&path).then(|| self.log.words.intern(&path))
    }

    fn entry(&mut self, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.log.entries.last_mut() {
            change(entry);
        }
    }
}

/// Whether a path is one of those that history is kept for: Go files outside of `vendor`.
pub(super) fn is_indexed(path: &str) -> bool {
    // Case counts in Go: `x.GO` is no source file.
    #[allow(clippy::case_sensitive_file_extension_comparisons, reason = "the go tool compares bytes")]
    let go = path.ends_with(".go");
    go && !path.split('/').any(|part| part == "vendor")
}

fn str(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or("")
}

/// At most [`MAX_MESSAGE`] bytes, cut between characters.
fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_MESSAGE)]
}
