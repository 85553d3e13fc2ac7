//! Reads the second of the two logs: which declarations of which Go files each commit changed, and inexact renames.
//!
//! The bytes are the lines of
//!
//! ```text
//! git log -p -U0 -M --no-merges --src-prefix=a/ --dst-prefix=b/ --format=%x01%H -- '*.go'
//! ```
//!
//! git names in each hunk's header the last line before it that begins in the first column with a letter: with
//! gofmt's layout, the declaration that a hunk begins in. Declarations that begin inside of a hunk show by
//! themselves. So symbols come at the price of a patch, without parsing a single old file.

use rustc_hash::FxHashMap;

use super::commits::is_indexed;
use super::log::Log;

/// Takes lines, in order, and adds what they say to a log.
#[derive(Debug)]
pub struct HunkReader {
    log: Log,
    places: FxHashMap<Box<str>, usize>,
    /// The commit being read, if the log has it.
    entry: Option<usize>,
    /// Whether the lines describe a file, before its first hunk.
    header: bool,
    /// The path before, as the lines `rename from` or `---` gave it.
    from: Option<String>,
    renamed: bool,
    /// The file being read, as its place in the entry.
    file: Option<usize>,
    /// The declaration in whose body a hunk may begin; decided by the hunk's first line with text.
    context: Option<String>,
}

impl HunkReader {
    /// The format to ask `git log` for.
    pub const FORMAT: &'static str = "%x01%H";

    #[must_use]
    pub fn new(log: Log) -> Self {
        let places = log.entries.iter().enumerate().map(|(place, entry)| (entry.id.clone(), place)).collect();
        Self {
            log,
            places,
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
                self.entry = std::str::from_utf8(id).ok().and_then(|id| self.places.get(id)).copied();
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
            // `\ No newline at end of file`, the empty line behind a commit's name.
        } else if let Some(path) = line.strip_prefix("rename from ") {
            (self.from, self.renamed) = (Some(unquoted(path)), true);
        } else if let Some(path) = line.strip_prefix("rename to ") {
            // A rename without a change has no `+++` line.
            self.file(Some(unquoted(path)));
        } else if let Some(path) = line.strip_prefix("--- ") {
            self.from = named(path, "a/").or(self.from.take());
        } else if let Some(path) = line.strip_prefix("+++ ") {
            // A removed file (`/dev/null`) goes by its old path.
            let path = named(path, "b/").or_else(|| self.from.clone());
            self.file(path);
        }
    }

    /// The log with what was read.
    #[must_use]
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
        if let Some(place) = self.file
            && from.is_some()
        {
            files[place].from = from;
            // The first log told this rename as a removal and an addition: one file, not two.
            if let Some(removed) = files.iter().position(|file| Some(file.path) == from) {
                files.remove(removed);
                self.file = Some(place - usize::from(removed < place));
                let width = &mut self.log.entries[entry].width;
                *width = width.saturating_sub(1);
            }
        }
    }

    /// `-12,3 +12 @@ func (t *T) Name(`
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
            // What follows in this hunk stands below another declaration, or a comment, of the first column.
            self.context = None;
            declared(&String::from_utf8_lossy(text))
        };
        let (Some(symbol), Some(entry), Some(file)) = (symbol, self.entry, self.file) else { return };
        let symbol = self.log.words.intern(&symbol);
        self.log.entries[entry].files[file].symbols.push(symbol);
    }
}

/// The qualified name that a line of Go code in the first column declares: `Recv.Name` or `Name`; none for groups
/// (`var (`), comments and anything else.
#[must_use]
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

/// The identifier that a text begins with.
fn name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len());
    let starts = text.chars().next().is_some_and(|c| c == '_' || c.is_alphabetic());
    starts.then(|| &text[..end])
}

/// The path of a `---` or `+++` line without its prefix; none for `/dev/null`.
fn named(path: &str, prefix: &str) -> Option<String> {
    // git puts a tab behind a path with blanks in it.
    unquoted(path.trim_end_matches(['\t', '\r'])).strip_prefix(prefix).map(str::to_owned)
}

/// A path as git quotes it (`"a\tb\303\244"`), or as it is when it is not quoted.
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
