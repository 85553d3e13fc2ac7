//! Reads the second of the two logs: the declarations of Go files that each commit changed, and inexact renames.
//!
//! The bytes are the lines of the output of
//!
//! ```text
//! git log -p -U0 -M --no-merges --src-prefix=a/ --dst-prefix=b/ --format=%x01%H -- '*.go'
//! ```
//!
//! In the header of each hunk git writes the last line before it that has a letter in the first column. In code that
//! gofmt formatted, that is the declaration in which the hunk begins. Declarations that begin inside of a hunk are
//! found in its lines. So the changed symbols are known from the patch alone, and no old file has to be parsed.

use rustc_hash::FxHashMap;

use super::commits::is_indexed;
use super::log::Log;

/// Takes the lines in order, and adds the changed declarations and the renames to a log.
#[derive(Debug)]
pub struct HunkReader {
    log: Log,
    entry_of: FxHashMap<Box<str>, usize>,
    /// The index of the current commit in the log. None if the log does not have it.
    entry: Option<usize>,
    /// True if the current line is in the header of a file, before its first hunk.
    header: bool,
    /// The old path, from the line `rename from` or `---`.
    from: Option<String>,
    renamed: bool,
    /// The index of the current file in its commit.
    file: Option<usize>,
    /// The declaration in which the current hunk may begin. The first line of the hunk that has text decides.
    context: Option<String>,
}

impl HunkReader {
    /// The value of `--format` for `git log`.
    pub const FORMAT: &'static str = "%x01%H";

    pub fn new(log: Log) -> Self {
        let entry_of = log.entries.iter().enumerate().map(|(ix, entry)| (entry.id.clone(), ix)).collect();
        Self {
            log,
            entry_of,
            entry: None,
            header: false,
            from: None,
            renamed: false,
            file: None,
            context: None,
        }
    }

    /// Takes one line, without its line feed.
    pub fn line(&mut self, line: &[u8]) {
        match line {
            [1, id @ ..] => {
                self.entry = std::str::from_utf8(id).ok().and_then(|id| self.entry_of.get(id)).copied();
                self.file = None;
            }
            [b'@', b'@', b' ', head @ ..] => self.hunk(head),
            [b'+' | b'-', text @ ..] if !self.header => self.changed(text),
            _ => self.head(&String::from_utf8_lossy(line)),
        }
    }

    fn head(&mut self, line: &str) {
        if line.starts_with("diff --git ") {
            (self.header, self.file, self.from, self.renamed) = (true, None, None, false);
        } else if !self.header {
            // These are `\ No newline at end of file` and the empty line after the name of a commit.
        } else if let Some(path) = line.strip_prefix("rename from ") {
            (self.from, self.renamed) = (Some(unquoted(path)), true);
        } else if let Some(path) = line.strip_prefix("rename to ") {
            // A rename without a change of the content has no `+++` line.
            self.file(Some(unquoted(path)));
        } else if let Some(path) = line.strip_prefix("--- ") {
            self.from = path_after(path, "a/").or(self.from.take());
        } else if let Some(path) = line.strip_prefix("+++ ") {
            // A removed file has `/dev/null` here, so its old path is used.
            let path = path_after(path, "b/").or_else(|| self.from.clone());
            self.file(path);
        }
    }

    /// Returns the log with the declarations and renames.
    pub fn finish(mut self) -> Log {
        for file in self.log.entries.iter_mut().flat_map(|entry| &mut entry.files) {
            file.symbols.sort_unstable();
            file.symbols.dedup();
        }
        self.log
    }

    fn file(&mut self, path: Option<String>) {
        self.file = None;
        let (Some(entry), Some(path)) = (self.entry, path) else { return };
        if !is_indexed(&path) {
            return;
        }
        let number = self.log.words.intern(&path);
        let from = self.from.as_ref().filter(|from| self.renamed && is_indexed(from));
        let from = from.map(|from| self.log.words.intern(from));
        let files = &mut self.log.entries[entry].files;
        self.file = files.iter().position(|file| file.path == number);
        if let Some(ix) = self.file
            && from.is_some()
        {
            files[ix].from = from;
            // The first log reported this rename as a removal and an addition, so it counted two files.
            if let Some(removed) = files.iter().position(|file| Some(file.path) == from) {
                files.remove(removed);
                self.file = Some(ix - usize::from(removed < ix));
                let width = &mut self.log.entries[entry].width;
                *width = width.saturating_sub(1);
            }
        }
    }

    /// Takes the header of a hunk after `@@ `, like `-12,3 +12 @@ func (t *T) Name(`.
    fn hunk(&mut self, head: &[u8]) {
        self.header = false;
        let head = String::from_utf8_lossy(head);
        self.context = head.split_once("@@ ").and_then(|(_, text)| declared(text));
    }

    fn changed(&mut self, text: &[u8]) {
        let Some(&first) = text.first() else { return };
        let inside = matches!(first, b' ' | b'\t' | b'}' | b')' | b'\r');
        let symbol = if inside {
            self.context.take()
        } else {
            // The next lines of the hunk belong to another declaration, or to a comment, which begins in this line.
            self.context = None;
            declared(&String::from_utf8_lossy(text))
        };
        let (Some(symbol), Some(entry), Some(file)) = (symbol, self.entry, self.file) else { return };
        let symbol = self.log.words.intern(&symbol);
        self.log.entries[entry].files[file].symbols.push(symbol);
    }
}

/// The qualified name that a line declares, if it begins a declaration in the first column: `Recv.Name` or `Name`.
/// None for groups (`var (`), comments and all other lines.
pub fn declared(line: &str) -> Option<String> {
    let (word, rest) = line.split_once(' ')?;
    let rest = rest.trim_start();
    match word {
        "func" => match rest.strip_prefix('(') {
            None => name(rest).map(str::to_owned),
            Some(receiver) => {
                let (receiver, method) = receiver.split_once(')')?;
                let of = receiver.split('[').next().unwrap_or(receiver);
                let of = of.rsplit([' ', '*']).find(|part| !part.is_empty())?;
                Some(format!("{}.{}", name(of)?, name(method.trim_start())?))
            }
        },
        "type" | "var" | "const" => name(rest).map(str::to_owned),
        _ => None,
    }
}

/// The identifier at the start of a text.
fn name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len());
    let starts = text.chars().next().is_some_and(|c| c == '_' || c.is_alphabetic());
    starts.then(|| &text[..end])
}

/// The path of a `---` or `+++` line without its prefix. None for `/dev/null`.
fn path_after(path: &str, prefix: &str) -> Option<String> {
    // git writes a tab after a path that contains blanks.
    unquoted(path.trim_end_matches(['\t', '\r'])).strip_prefix(prefix).map(str::to_owned)
}

/// Decodes a path that git quoted (`"a\tb\303\244"`). A path without quotes is returned unchanged.
fn unquoted(path: &str) -> String {
    let Some(quoted) = path.strip_prefix('"').and_then(|path| path.strip_suffix('"')) else {
        return path.to_owned();
    };
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut rest = quoted.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let [escape, tail @ ..] = rest else { break };
        rest = tail;
        bytes.push(match escape {
            b'a' => 7,
            b'b' => 8,
            b't' => b'\t',
            b'n' => b'\n',
            b'v' => 11,
            b'f' => 12,
            b'r' => b'\r',
            b'0'..=b'7' => {
                let digits = rest.iter().take(2).take_while(|c| matches!(c, b'0'..=b'7')).count();
                let octal =
                    rest[..digits].iter().fold(u32::from(escape - b'0'), |n, c| n * 8 + u32::from(c - b'0'));
                rest = &rest[digits..];
                octal as u8
            }
            other => *other,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
