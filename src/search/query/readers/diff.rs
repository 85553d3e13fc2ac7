//! Questions that contain a unified diff: finds what it touches.
//!
//! A hunk gives its line ranges before and after the change, and git adds the declaration that it begins in. The tree
//! may be in either state; it is the one in which that declaration lies where the hunk says. The words of the
//! question are the text around the diff, its paths and its changed lines.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::model::{FileId, Graph, Head, Symbol, SymbolId, SymbolKind};
use crate::search::query::readers::stack_trace::{MAX_SYMBOLS, files_at};
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading};

/// Unchanged lines at each end of a hunk, unless one asks for others.
const CONTEXT: u32 = 3;
/// Lines looked up of a hunk that was joined to one.
const MAX_LINES: usize = 100;
/// Beginnings of lines in a file's header, besides those of [`DiffReader::line`].
const HEADS: [&str; 13] = [
    "diff --git ",
    "--- ",
    "new file mode ",
    "deleted file mode ",
    "old mode ",
    "new mode ",
    "similarity index ",
    "dissimilarity index ",
    "rename from ",
    "rename to ",
    "copy from ",
    "copy to ",
    "Binary files ",
];

/// A line of every commit's header.
const AUTHOR: &str = "Author:";

/// Both sides of a diff: before, after.
const SIDES: [usize; 2] = [0, 1];

/// A run of lines that a diff changes.
#[derive(Debug, Default, PartialEq, Eq)]
struct DiffHunk<'q> {
    path: &'q str,
    /// First line and number of lines, before and after.
    ranges: [(u32, u32); 2],
    /// The line that git gives it for a heading.
    heading: &'q str,
    /// Lines that differ, before and after.
    changed: [Vec<u32>; 2],
}

/// A question without what heads commits in the output of `git show` and `git log`: hashes, names and times are no words.
/// The commit's message stays. O(length).
pub(crate) fn without_headers(question: &str) -> Cow<'_, str> {
    if !question.contains(AUTHOR) {
        return question.into();
    }
    let place = |word: &str| word.as_ptr() as usize - question.as_ptr() as usize;
    let words: Vec<&str> = question.split_whitespace().collect();
    let is_parted = |at: usize| {
        let end = place(words[at - 1]) + words[at - 1].len();
        question[end..place(words[at])].contains('\n')
    };
    let (mut out, mut kept, mut at) = (String::new(), 0, 0);
    while at < words.len() {
        let len = header(&words[at..], |offset| is_parted(at + offset));
        if len > 0 {
            out.push_str(&question[kept..place(words[at])]);
            kept = words.get(at + len).map_or(question.len(), |next| place(next));
        }
        at += len.max(1);
    }
    out.push_str(&question[kept..]);
    out.into()
}

/// Number of words in the header of a commit with which some words begin, on lines or joined to one; 0 for no header.
/// `is_parted` returns whether a word begins a line.
fn header(words: &[&str], is_parted: impl Fn(usize) -> bool) -> usize {
    /// Words of a time: `Tue Nov 24 22:33:42 2026 +0000`.
    const MAX_OF_TIME: usize = 6;
    let is_hash = |word: &str| word.len() >= 7 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_zone = |word: &str| word.len() == 5 && word.starts_with(['+', '-']);
    let until = |from: usize, most: usize, is_last: &dyn Fn(&str) -> bool| {
        let ends = |at: &usize| is_last(words[*at - 1]) || is_parted(*at);
        let end = words.len().min(from + most);
        (from + 1..end).find(ends).unwrap_or(end)
    };
    if words.len() < 2 || words[0] != "commit" || !is_hash(words[1]) {
        return 0;
    }
    let (mut at, mut has_author) = (2, false);
    if words.get(at).is_some_and(|word| word.starts_with('(')) {
        at = until(at, words.len(), &|word| word.ends_with(')'));
    }
    while let Some(&word) = words.get(at) {
        at = match word {
            "Merge:" => at + 1 + words[at + 1..].iter().take_while(|word| is_hash(word)).count(),
            AUTHOR | "Commit:" => until(at + 1, words.len(), &|word| word.ends_with('>')),
            "Date:" | "AuthorDate:" | "CommitDate:" => until(at + 1, MAX_OF_TIME, &is_zone),
            _ => break,
        };
        has_author |= word == AUTHOR;
    }
    if has_author { at } else { 0 }
}

pub(crate) const DIFF: Reader = Reader {
    name: "diffs",
    about: "The declarations that a pasted diff touches, those with the most changed lines first.",
    examples: &[
        "--- a/internal/queue/queue.go\n+++ b/internal/queue/queue.go\n@@ -10 +10 @@\n-\tif limit < 1 {\n+\tif limit < 2 {\n",
    ],
    read,
};

/// The remark for a diff that touches no declaration.
const TOUCHES_NOTHING: &str = "the diff touches no declaration of this tree; searched by words instead; `impact --diff` shows what it affects";

fn read(input: &Input<'_>) -> ReaderOutcome {
    let Some((touched, words)) = touched(input.graph(), input.question) else { return ReaderOutcome::Pass };
    let why = touched.is_empty().then(|| TOUCHES_NOTHING.to_owned());
    // Words around the diff may hold a message.
    let prints = input.lookups.message_hits(&words);
    let more: Vec<SymbolId> = prints.iter().copied().filter(|id| !touched.contains(id)).collect();
    let exact = [touched, more].concat();
    ReaderOutcome::Read(Reading { exact, why, rest: Some(words), ..Reading::default() })
}

/// Returns the symbols that a question's unified diff touches, and the words of the question; `None` if it holds no
/// diff. O(length + symbols of its files x its lines).
fn touched(graph: &Graph<'_>, question: &str) -> Option<(Vec<SymbolId>, String)> {
    let mut reader = DiffReader::default();
    let is_joined = !question.trim().contains('\n');
    let unfolded = if is_joined { unfolded(question) } else { Vec::new() };
    for line in if is_joined { unfolded } else { question.lines().collect() } {
        reader.line(line);
    }
    let DiffReader { hunks, words, .. } = reader;
    if hunks.is_empty() {
        return None;
    }
    let mut lines: FxHashMap<SymbolId, usize> = FxHashMap::default();
    for of_file in hunks.chunk_by(|a, b| a.path == b.path) {
        if let [file] = files_at(graph, of_file[0].path)[..] {
            let side = side(graph, file, of_file);
            for symbol in of_file.iter().flat_map(|hunk| hunk.touches(graph, file, side)) {
                *lines.entry(symbol).or_default() += 1;
            }
        }
    }
    let mut symbols: Vec<SymbolId> = lines.keys().copied().collect();
    // The symbols with most changed lines come first, tests last.
    symbols.sort_by_key(|id| (graph.symbol(*id).is_test(), usize::MAX - lines[id], *id));
    symbols.truncate(MAX_SYMBOLS);
    Some((symbols, words))
}

/// Returns the side of a diff that a file of the tree is: the one where more hunks begin in the declaration of their
/// heading.
fn side(graph: &Graph<'_>, file: FileId, hunks: &[DiffHunk<'_>]) -> usize {
    let fits = |side: usize| {
        let is_in = |hunk: &&DiffHunk<'_>| {
            let (start, _) = hunk.ranges[side];
            at(graph, file, start).is_some_and(|id| hunk.is_headed(graph.symbol(id)))
        };
        hunks.iter().filter(is_in).count()
    };
    let [before, after] = SIDES.map(fits);
    usize::from(after >= before)
}

/// The symbol that contains a line; the type, for a field.
fn at(graph: &Graph<'_>, file: FileId, line: u32) -> Option<SymbolId> {
    let symbol = graph.symbol(graph.around(file, line)?);
    match symbol.kind() {
        SymbolKind::Field | SymbolKind::InterfaceMethod => symbol.owner().or(Some(symbol.id)),
        _ => Some(symbol.id),
    }
}

impl DiffHunk<'_> {
    /// The symbols that a hunk touches, repeated for each line; the one of its heading if no line leads to a symbol.
    fn touches(&self, graph: &Graph<'_>, file: FileId, side: usize) -> Vec<SymbolId> {
        let (start, len) = self.ranges[side];
        let unread = self.changed.iter().all(Vec::is_empty);
        // In a hunk joined to one line, the changed lines are unknown.
        let inner = start.saturating_add(CONTEXT)..start.saturating_add(len.saturating_sub(CONTEXT));
        let lines = if unread { inner.take(MAX_LINES).collect() } else { self.changed[side].clone() };
        let found: Vec<SymbolId> = lines.iter().filter_map(|&line| at(graph, file, line)).collect();
        if !found.is_empty() {
            return found;
        }
        let of_file = graph.symbols_of(file).map(|ix| graph.symbol(SymbolId(ix)));
        of_file.filter(|symbol| self.is_headed(*symbol)).map(|symbol| symbol.id).take(1).collect()
    }

    fn is_headed(&self, symbol: Symbol<'_>) -> bool {
        Head::read(self.heading)
            .is_some_and(|head| head.name == symbol.qualified() && head.kinds.contains(&symbol.kind()))
    }
}

/// Reads lines one after the other.
#[derive(Default)]
struct DiffReader<'q> {
    hunks: Vec<DiffHunk<'q>>,
    words: String,
    /// The file that the next hunks are of: its path before, and now.
    before: &'q str,
    path: &'q str,
    /// Lines of the hunk still to come, before and after, and the number of the next one.
    left: [u32; 2],
    next: [u32; 2],
}

impl<'q> DiffReader<'q> {
    fn line(&mut self, line: &'q str) {
        if self.left != [0, 0] && self.differs(line) {
            return;
        }
        self.left = [0, 0];
        if let Some(path) = line.strip_prefix("+++ ") {
            let path = path.split('\t').next().unwrap_or(path).trim();
            self.path = if path == "/dev/null" { self.before } else { of_side(path) };
            return self.say(self.path);
        }
        if let Some(path) = line.strip_prefix("--- ") {
            self.before = of_side(path.split('\t').next().unwrap_or(path).trim());
        }
        match DiffHunk::headed(line).filter(|_| !self.path.is_empty()) {
            Some(hunk) => {
                self.left = hunk.ranges.map(|(_, len)| len);
                self.next = hunk.ranges.map(|(start, _)| start);
                // In a diff joined to one line, the content follows the heading.
                self.say(hunk.heading);
                self.hunks.push(DiffHunk { path: self.path, ..hunk });
            }
            None if HEADS.iter().any(|head| line.starts_with(head)) => {}
            None if line.starts_with("index ") && line.contains("..") => {}
            None => self.say(line),
        }
    }

    /// Takes a line of a hunk; whether it is one.
    fn differs(&mut self, line: &'q str) -> bool {
        let (sides, text): (&[usize], &str) = match line.split_at_checked(1) {
            None if line.is_empty() => (&SIDES, ""),
            Some((" ", text)) => (&SIDES, text),
            Some(("-", text)) => (&SIDES[..1], text),
            Some(("+", text)) => (&SIDES[1..], text),
            Some(("\\", _)) => return true,
            _ => return false,
        };
        if sides.iter().any(|&side| self.left[side] == 0) {
            return false;
        }
        if sides.len() == 1 {
            // Versions and hashes are not searched for.
            if !self.path.ends_with("go.sum") && !self.path.ends_with("go.mod") {
                self.say(text);
            }
            if let Some(hunk) = self.hunks.last_mut() {
                // On the other side, the change is at the next line.
                for side in SIDES {
                    hunk.changed[side].push(self.next[side]);
                }
            }
        }
        for &side in sides {
            self.left[side] -= 1;
            self.next[side] = self.next[side].saturating_add(1);
        }
        true
    }

    fn say(&mut self, text: &str) {
        self.words.push_str(text);
        self.words.push('\n');
    }
}

impl<'q> DiffHunk<'q> {
    /// `@@ -336,6 +336,27 @@ func (it *xorIterator) Next() ValueType {`
    fn headed(line: &'q str) -> Option<Self> {
        let (ranges, heading) = line.strip_prefix("@@ -")?.split_once(" @@")?;
        let (before, after) = ranges.split_once(" +")?;
        let range = |text: &str| {
            let (start, len) = text.split_once(',').unwrap_or((text, "1"));
            Some((start.parse().ok()?, len.parse().ok()?))
        };
        Some(Self { ranges: [range(before)?, range(after)?], heading: heading.trim(), ..Self::default() })
    }
}

/// A path without the letter that git puts before it for its side.
fn of_side(path: &str) -> &str {
    ["a/", "b/", "i/", "w/", "c/", "o/"].iter().find_map(|side| path.strip_prefix(side)).unwrap_or(path)
}

/// Splits a diff that was joined to one line, as far as its lines can be recognized.
fn unfolded(line: &str) -> Vec<&str> {
    let marks = [" diff --git ", " --- ", " +++ ", " @@ -"];
    let mut cuts: Vec<usize> =
        marks.iter().flat_map(|mark| line.match_indices(mark)).map(|(at, _)| at + 1).collect();
    cuts.sort_unstable();
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([line.len()]);
    starts.zip(ends).map(|(start, end)| line[start..end].trim()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFF: &str = "a fix\n\ndiff --git a/x/a.go b/x/a.go\nindex 84153dd..1f2e3a4 100644\n--- a/x/a.go\n+++ b/x/a.go\n\
                        @@ -10,3 +10,4 @@ func (t *T) Next() bool {\n \tone()\n-\ttwo()\n+\tthree()\n+--- four\n \tfive()\n\
                        @@ -30 +31,0 @@ type U struct {\n-\tgone int\nwhy though";

    #[test]
    fn hunks_say_which_lines_differ_and_the_rest_is_prose() {
        let mut reader = DiffReader::default();
        DIFF.lines().for_each(|line| reader.line(line));
        assert_eq!(
            reader.words,
            "a fix\n\nx/a.go\nfunc (t *T) Next() bool {\n\ttwo()\n\tthree()\n--- four\ntype U struct {\n\tgone int\nwhy though\n"
        );
        let changed: Vec<_> = reader.hunks.iter().map(|hunk| (hunk.path, hunk.changed.clone())).collect();
        assert_eq!(
            changed,
            [("x/a.go", [vec![11, 12, 12], vec![11, 11, 12]]), ("x/a.go", [vec![30], vec![31]])]
        );
    }

    #[test]
    fn headers_of_commits_are_no_words() {
        let hash = "cfcb3f0c9a1b2c3d4e5f60718293a4b5c6d7e8f9";
        let one = format!(
            "commit {hash}\nAuthor: A B <a@b.c>\nDate:   Tue Nov 24 22:33:42 2026 +0000\n\n    a: fix b\n\n"
        );
        let two = format!(
            "commit {hash} (HEAD -> main, tag: v1)\nMerge: cfcb3f0 0123abc\nAuthor:     A B <a@b.c>\n\
             AuthorDate: 3 days ago\nCommit:     C <>\nCommitDate: 2026-11-24 22:33:42 +0000\n\n    Merge c\n\ndiff --git"
        );
        let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(without_headers(&(one.clone() + &two)), "a: fix b\n\nMerge c\n\ndiff --git");
        assert_eq!(without_headers(&joined(&one)), "a: fix b");
        for text in [
            "commit the change\nAuthor: x",
            "commit deadbeef fails",
            "Author: commit 1234567",
            "commit 1234567",
        ] {
            assert_eq!(without_headers(text), text);
        }
    }

    #[test]
    fn what_was_joined_to_a_line_is_unfolded() {
        let joined = DIFF.replace(['\n', '\t'], " ");
        let lines = unfolded(&joined);
        let begins = |with: &str| lines.iter().filter(|line| line.starts_with(with)).count();
        assert_eq!(
            [begins("diff --git a/x/a.go b/x/a.go index"), begins("+++ b/x/a.go"), begins("@@ -")],
            [1, 1, 2]
        );
    }

    #[test]
    fn prose_and_half_a_head_are_no_hunks() {
        for line in ["@@ -1,2 +3", "@@ -x,2 +3,4 @@", "@@ 1,2 @@", "- a list", "+1", "@@ -99999999999 +1 @@"]
        {
            assert_eq!(DiffHunk::headed(line), None, "{line}");
        }
    }
}
