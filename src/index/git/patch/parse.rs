//! Finds the files and hunks of a unified diff.

/// The part of a diff about one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::index::git) struct FilePatch<'p> {
    /// The names that the two header lines, or `diff --git`, write, with their prefixes.
    pub(super) headers: [Option<String>; 2],
    /// The paths that a rename, a copy or the head of a combined diff writes, which have no prefix.
    pub(super) bare: [Option<String>; 2],
    /// True for each state in which the file does not exist.
    pub(super) is_absent: [bool; 2],
    /// True if the old state is another file, which stays.
    pub(in crate::index::git) is_copy: bool,
    /// Why the hunks do not tell how the file differs.
    pub(in crate::index::git) untold: Option<&'static str>,
    pub(super) hunks: Vec<Hunk<'p>>,
}

/// Consecutive lines, some of which exist in only one of both states.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Hunk<'p> {
    /// The number of the first line in each state, from 1; for an empty range, that of the line before.
    pub(super) starts: [usize; 2],
    /// (whether each state has the line, its text with its end).
    pub(super) lines: Vec<([bool; 2], &'p [u8])>,
}

impl FilePatch<'_> {
    /// Returns whether the file differs in its text, not only in its name or mode.
    pub(in crate::index::git) fn changes_lines(&self) -> bool {
        !self.hunks.is_empty() || self.untold.is_some()
    }
}

const BINARY: &str = "it is a binary difference";
const CUT: &str = "its hunks are cut short, or not those of a unified diff";
const UNMERGED: &str = "it is in conflict, and the diff does not have its lines";
const ONE_SIDED: &str = "the diff has it on one side only, without its lines";

/// Parses a unified diff. Of a merge (`diff --cc`, `--combined`) the old state is that of the first parent. Other lines
/// around the files are skipped. O(text).
pub(in crate::index::git) fn parse(text: &[u8]) -> Vec<FilePatch<'_>> {
    let mut parser = Parser::default();
    let mut lines = text.split_inclusive(|&byte| byte == b'\n').peekable();
    while let Some(line) = lines.next() {
        let is_cut = || lines.peek().is_some_and(|next| next.starts_with(b"\\ "));
        if parser.take(line, is_cut) {
            continue;
        }
        let next = lines.peek().copied().unwrap_or_default();
        if parser.head(line, next) {
            lines.next();
        }
    }
    parser.close();
    parser.files
}

#[derive(Default)]
struct Parser<'p> {
    files: Vec<FilePatch<'p>>,
    /// Number of lines that each parent and the new state still have in the open hunk.
    left: Vec<usize>,
}

impl<'p> Parser<'p> {
    /// Takes a line of the open hunk; false if there is none, or the line begins something else.
    fn take(&mut self, line: &'p [u8], is_cut: impl FnOnce() -> bool) -> bool {
        if self.left.iter().all(|&left| left == 0) {
            return false;
        }
        let Some(hunk) = self.files.last_mut().and_then(|file| file.hunks.last_mut()) else { return false };
        let parents = self.left.len() - 1;
        let signs = line.get(..parents).filter(|signs| signs.iter().all(|sign| b" +-".contains(sign)));
        // An empty line of context may have lost its leading space.
        let is_empty = line.trim_ascii_end().is_empty();
        let (signs, rest) = match signs {
            Some(signs) => (signs, &line[parents..]),
            None if is_empty => (&b"  "[..], line),
            None => return !(line.starts_with(b"diff ") || line.starts_with(b"@@")),
        };
        let is_gone = signs.contains(&b'-');
        let in_parent = |parent: usize| match signs.get(parent).copied().unwrap_or(b' ') {
            b'-' => true,
            b' ' => !is_gone,
            _ => false,
        };
        for (parent, left) in self.left.iter_mut().enumerate() {
            let is_in = if parent == parents { !is_gone } else { in_parent(parent) };
            *left = left.saturating_sub(usize::from(is_in));
        }
        let text = if is_cut() { rest.strip_suffix(b"\n").unwrap_or(rest) } else { rest };
        hunk.lines.push(([in_parent(0), !is_gone], text));
        true
    }

    /// Reads a line between hunks; true if it used the next one, too.
    fn head(&mut self, line: &'p [u8], next: &'p [u8]) -> bool {
        let words = trimmed(line);
        if let Some(names) = words.strip_prefix(b"diff --git ") {
            self.open(FilePatch { headers: both_names(names), ..FilePatch::default() });
        } else if let Some(path) = after_any(words, &[b"diff --cc ", b"diff --combined "]) {
            self.open(FilePatch { bare: [(); 2].map(|()| Some(name(path))), ..FilePatch::default() });
        } else if let Some(path) = words.strip_prefix(b"* Unmerged path ") {
            let bare = [(); 2].map(|()| Some(name(path)));
            self.open(FilePatch { bare, untold: Some(UNMERGED), ..FilePatch::default() });
        } else if let Some((folder, file)) =
            words.strip_prefix(b"Only in ").and_then(|rest| halves(rest, b": "))
        {
            let header = Some(format!("{}/{}", name(folder), name(file)));
            let headers = [header.clone(), header];
            self.open(FilePatch { headers, untold: Some(ONE_SIDED), ..FilePatch::default() });
        } else if let (Some(old), Some(new)) = (words.strip_prefix(b"--- "), next.strip_prefix(b"+++ ")) {
            // The lines that `diff --git` announces, or those of a diff without such a line.
            if self.files.last().is_none_or(|file| !file.hunks.is_empty() || file.untold.is_some()) {
                self.open(FilePatch::default());
            }
            let Some(file) = self.files.last_mut() else { return false };
            for (side, written) in [old, trimmed(new)].into_iter().enumerate() {
                let written = name(written);
                file.is_absent[side] |= written == "/dev/null";
                if written != "/dev/null" {
                    file.headers[side] = Some(written);
                }
            }
            return true;
        } else if let Some((hunk, left)) = hunk_head(words) {
            self.close_hunk();
            if let Some(file) = self.files.last_mut() {
                self.left = left;
                file.hunks.push(hunk);
            }
        } else if let Some(file) = self.files.last_mut().filter(|file| file.hunks.is_empty()) {
            describe(file, words);
        }
        false
    }

    fn open(&mut self, file: FilePatch<'p>) {
        self.close();
        self.files.push(file);
    }

    fn close_hunk(&mut self) {
        let is_open = self.left.iter().any(|&left| left > 0);
        if let Some(file) = self.files.last_mut().filter(|_| is_open) {
            file.untold = Some(CUT);
        }
        self.left.clear();
    }

    /// Ends a file. A diff of two folders names a file that one of them lacks without saying so.
    fn close(&mut self) {
        self.close_hunk();
        if let Some(file) = self.files.last_mut()
            && let [hunk] = &file.hunks[..]
        {
            for side in 0..2 {
                file.is_absent[side] |=
                    hunk.starts[side] == 0 && hunk.lines.iter().all(|(has, _)| !has[side]);
            }
        }
    }
}

/// Reads a line between the first one about a file and its hunks.
fn describe(file: &mut FilePatch<'_>, words: &[u8]) {
    let named = |prefixes: &[&[u8]]| after_any(words, prefixes).map(name);
    if let Some(path) = named(&[b"rename from ", b"copy from "]) {
        file.bare[0] = Some(path);
        file.is_copy = words.starts_with(b"copy");
    } else if let Some(path) = named(&[b"rename to ", b"copy to "]) {
        file.bare[1] = Some(path);
    } else if words.starts_with(b"new file mode ") {
        file.is_absent[0] = true;
    } else if words.starts_with(b"deleted file mode ") {
        file.is_absent[1] = true;
    } else if words.starts_with(b"GIT binary patch") || words.starts_with(b"Binary files ") {
        file.untold = Some(BINARY);
    }
}

fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn after_any<'w>(words: &'w [u8], prefixes: &[&[u8]]) -> Option<&'w [u8]> {
    prefixes.iter().find_map(|prefix| words.strip_prefix(*prefix))
}

fn halves<'w>(words: &'w [u8], between: &[u8]) -> Option<(&'w [u8], &'w [u8])> {
    let at = words.windows(between.len()).position(|window| window == between)?;
    Some((&words[..at], &words[at + between.len()..]))
}

/// The names of a line `diff --git OLD NEW`. Names with blanks are parted where both have the same path.
fn both_names(names: &[u8]) -> [Option<String>; 2] {
    let path = |name: &str| name.split_once('/').map_or(name.to_owned(), |(_, path)| path.to_owned());
    let parted = (0..names.len()).filter(|&at| names[at] == b' ').map(|at| [&names[..at], &names[at + 1..]]);
    let parted: Vec<[String; 2]> = parted.map(|sides| sides.map(name)).collect();
    let same = parted.iter().find(|[old, new]| old == new || path(old) == path(new));
    same.or(parted.first().filter(|_| parted.len() == 1))
        .map_or([None, None], |sides| sides.clone().map(Some))
}

/// A name as a header writes it, without the text that `diff -u` writes after a tab; a quoted one is decoded.
fn name(written: &[u8]) -> String {
    let bytes = match written.strip_prefix(b"\"") {
        Some(quoted) => unquoted(quoted),
        None => written.split(|&byte| byte == b'\t').next().unwrap_or(written).to_vec(),
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The bytes of a name in C's notation, up to the closing quote: git writes control characters, and bytes beyond
/// ASCII as three octal digits.
fn unquoted(mut rest: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'"' => break,
            b'\\' => {
                let octal =
                    after.get(..3).filter(|digits| digits.iter().all(|digit| (b'0'..=b'7').contains(digit)));
                if let Some(digits) = octal {
                    bytes.push(
                        digits.iter().fold(0_u8, |value, digit| value.wrapping_mul(8) | (digit - b'0')),
                    );
                    rest = &after[3..];
                } else if let Some((&sign, after)) = after.split_first() {
                    const CONTROLS: &[(u8, u8)] =
                        &[(b'a', 7), (b'b', 8), (b't', 9), (b'n', 10), (b'v', 11), (b'f', 12), (b'r', 13)];
                    let control = CONTROLS.iter().find(|(name, _)| *name == sign);
                    bytes.push(control.map_or(sign, |(_, byte)| *byte));
                    rest = after;
                }
            }
            byte => bytes.push(byte),
        }
    }
    bytes
}

/// Parses `@@ -12,7 +12,9 @@ …`, or with one more `@` for each further parent: an empty hunk, and how many lines of
/// each parent and of the new state follow.
fn hunk_head<'p>(words: &[u8]) -> Option<(Hunk<'p>, Vec<usize>)> {
    let signs = words.iter().take_while(|&&byte| byte == b'@').count();
    let words = std::str::from_utf8(words.get(signs..)?.split(|&byte| byte == b'@').next()?).ok()?;
    let mut ranges = words.split_ascii_whitespace();
    let mut range = |sign: char| -> Option<(usize, usize)> {
        let (start, count) = {
            let range = ranges.next()?.strip_prefix(sign)?;
            range.split_once(',').unwrap_or((range, "1"))
        };
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    let parents: Option<Vec<_>> = (1..signs).map(|_| range('-')).collect();
    let (parents, new) = (parents?, range('+')?);
    let starts = [parents.first()?.0, new.0];
    let left = parents.iter().chain([&new]).map(|(_, count)| *count).collect();
    Some((Hunk { starts, lines: Vec::new() }, left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(text: &str) -> Vec<[Option<String>; 2]> {
        parse(text.as_bytes()).into_iter().map(|file| file.headers).collect()
    }

    #[test]
    fn names_are_read_as_tools_write_them() {
        let cases: &[(&str, &str, &str, &str)] = &[
            ("of git", "--- a/x.go\n+++ b/x.go\n", "a/x.go", "b/x.go"),
            ("of diff -u", "--- x.go\t2024-01-01\n+++ y.go\t2024-01-02\n", "x.go", "y.go"),
            ("with CR LF", "--- a/x.go\r\n+++ b/x.go\r\n", "a/x.go", "b/x.go"),
            ("octal", "--- \"a/\\303\\274.go\"\n+++ \"b/\\303\\274.go\"\n", "a/ü.go", "b/ü.go"),
            ("quoted", "--- \"a/\\\"\\t\\\\.go\"\n+++ b/x\n", "a/\"\t\\.go", "b/x"),
            ("before a rename", "diff --git a/x y.go b/x y.go\nold mode 1\n", "a/x y.go", "b/x y.go"),
        ];
        for (what, text, old, new) in cases {
            let expected = [Some((*old).to_owned()), Some((*new).to_owned())];
            assert_eq!(headers(text), [expected], "{what}");
        }
    }

    #[test]
    fn what_a_diff_does_not_tell_of_a_file_is_known() {
        let cases: &[(&str, &str, Option<&str>)] = &[
            ("binary", "diff --git a/x.go b/x.go\nBinary files a/x.go and b/x.go differ\n", Some(BINARY)),
            ("cut", "--- a/x.go\n+++ b/x.go\n@@ -1,2 +1,2 @@\n-a\n", Some(CUT)),
            ("words", "--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n[-a-]{+b+}\n", Some(CUT)),
            ("in conflict", "* Unmerged path x.go\n", Some(UNMERGED)),
            ("two folders", "Only in b/p: x.go\n", Some(ONE_SIDED)),
            ("whole", "--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-a\n+b\n-- \n2.40\n", None),
        ];
        for (what, text, expected) in cases {
            let files = parse(text.as_bytes());
            assert_eq!(files.iter().map(|file| file.untold).collect::<Vec<_>>(), [*expected], "{what}");
        }
        for text in ["", "--- a\n", "@@ -1 +1 @@\n-a\n+b\n", "+++ b\n--- a\n", "*** a\n--- b\n"] {
            assert_eq!(parse(text.as_bytes()), [], "{text}");
        }
    }

    #[test]
    fn of_a_merge_the_first_parent_is_the_old_state() {
        let text = "diff --cc x.go\nindex 1,2..3\n--- a/x.go\n+++ b/x.go\n@@@ -1,3 -1,3 +1,4 @@@\n  a\n- b\n -c\n++d\n +e\n+ f\n";
        let files = parse(text.as_bytes());
        let [FilePatch { hunks, untold: None, .. }] = &files[..] else { panic!("{files:?}") };
        let of = |side: usize| -> String {
            let lines = hunks[0].lines.iter().filter(|(has, _)| has[side]);
            lines.map(|(_, line)| String::from_utf8_lossy(line).into_owned()).collect()
        };
        assert_eq!((of(0), of(1)), ("a\nb\ne\n".to_owned(), "a\nd\ne\nf\n".to_owned()));
    }
}
