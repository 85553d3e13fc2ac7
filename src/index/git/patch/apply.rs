//! Applies a patch to one state of a file, in either direction.

use super::parse::{FilePatch, Hunk};

/// The direction in which a patch is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::index::git) enum Direction {
    /// From the state before the diff to the state after it.
    Forward,
    Backward,
}

/// The equality that lines of a diff and of a file need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Equality {
    Exact,
    /// But for CR before LF: mails and checkouts change line ends.
    LineEnds,
    /// But for blanks: `git diff -w` leaves such differences out.
    Blanks,
}

/// The other state of a file.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::index::git) struct Applied {
    pub(in crate::index::git) text: Vec<u8>,
    equality: Equality,
    /// Lines of the hunks that were found in the file.
    found: usize,
}

impl Applied {
    /// Returns whether the file is more surely in the state that this was computed from than in that of `other`.
    pub(in crate::index::git) fn is_surer_than(&self, other: &Self) -> bool {
        (self.equality, other.found) < (other.equality, self.found)
    }

    /// The result of several patches one after the other.
    pub(in crate::index::git) fn after(self, first: &Self) -> Self {
        Self { equality: self.equality.max(first.equality), found: self.found + first.found, ..self }
    }

    /// A file that no patch has been applied to.
    pub(in crate::index::git) fn unchanged(text: Vec<u8>) -> Self {
        Self { text, equality: Equality::Exact, found: 0 }
    }
}

impl FilePatch<'_> {
    /// Computes the other state of a file from one of them; `None` if `text` is not that state. Hunks may have
    /// shifted, but not changed. O(lines) for each hunk that shifted.
    pub(in crate::index::git) fn apply(&self, text: &[u8], direction: Direction) -> Option<Applied> {
        let [from, to] = if direction == Direction::Forward { [0, 1] } else { [1, 0] };
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        let equalities = [Equality::Exact, Equality::LineEnds, Equality::Blanks];
        equalities.into_iter().find_map(|equality| {
            let (mut result, mut at, mut found) = (Vec::with_capacity(text.len()), 0, 0);
            for hunk in &self.hunks {
                let place = place(hunk, from, &lines, at, equality)?;
                lines[at..place].iter().for_each(|line| result.extend_from_slice(line));
                at = place;
                for (has, line) in &hunk.lines {
                    if has[from] {
                        // A line of both states stays as the file has it.
                        result.extend_from_slice(if has[to] { lines.get(at)? } else { b"" });
                        (at, found) = (at + 1, found + 1);
                    } else if has[to] && equality == Equality::Exact {
                        result.extend_from_slice(line);
                    } else if has[to] {
                        with_end_of(line, lines.first().copied(), &mut result);
                    }
                }
            }
            lines[at..].iter().for_each(|line| result.extend_from_slice(line));
            Some(Applied { text: result, equality, found })
        })
    }
}

/// Where the lines of a hunk stand in a file, from line `least` on: the nearest place to that which the hunk names, since code
/// may repeat itself.
fn place(hunk: &Hunk<'_>, side: usize, lines: &[&[u8]], least: usize, equality: Equality) -> Option<usize> {
    let expected: Vec<&[u8]> =
        hunk.lines.iter().filter(|(has, _)| has[side]).map(|(_, line)| *line).collect();
    let fits = |place: usize| {
        let found = place.checked_add(expected.len()).and_then(|end| lines.get(place..end));
        place >= least
            && found.is_some_and(|found| found.iter().zip(&expected).all(|(a, b)| is_equal(a, b, equality)))
    };
    let start = hunk.starts[side];
    let named = if expected.is_empty() { start } else { start.saturating_sub(1) };
    (0..=lines.len())
        .flat_map(|shift| [named.checked_add(shift), named.checked_sub(shift)])
        .flatten()
        .find(|&place| fits(place))
}

fn is_equal(a: &[u8], b: &[u8], equality: Equality) -> bool {
    match equality {
        Equality::Exact => a == b,
        Equality::LineEnds => without_end(a) == without_end(b) && a.ends_with(b"\n") == b.ends_with(b"\n"),
        Equality::Blanks => {
            let [a, b] = [a, b].map(|line| line.iter().filter(|byte| !byte.is_ascii_whitespace()));
            a.eq(b)
        }
    }
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Appends a line of the diff with the line end that the file's first line has.
fn with_end_of(line: &[u8], first: Option<&[u8]>, result: &mut Vec<u8>) {
    result.extend_from_slice(without_end(line));
    if line.ends_with(b"\n") {
        let is_crlf = first.is_some_and(|first| first.ends_with(b"\r\n"));
        result.extend_from_slice(if is_crlf { b"\r\n" } else { b"\n" });
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    const OLD: &str = "one\ntwo\nthree\nfour\nfive\n";
    const NEW: &str = "one\n2\nthree\nfour\nfive\nsix";
    const PATCH: &str = "From: somebody\nSubject: numbers\n---\n n.txt | 3 ++-\n\ndiff --git a/n.txt b/n.txt\n\
        index 1..2 100644\n--- a/n.txt\n+++ b/n.txt\n@@ -1,3 +1,3 @@ func F() {\n one\n-two\n+2\n three\n\
        @@ -5 +5,2 @@\n five\n+six\n\\ No newline at end of file\n-- \n2.40\n";

    fn applied(patch: &str, text: &str, direction: Direction) -> Option<String> {
        let files = parse(patch.as_bytes());
        let [file] = &files[..] else { panic!("{files:?}") };
        file.apply(text.as_bytes(), direction).map(|applied| String::from_utf8(applied.text).unwrap())
    }

    #[test]
    fn a_patch_leads_from_each_state_to_the_other() {
        let of = |text: &str, direction| applied(PATCH, text, direction);
        assert_eq!(of(OLD, Direction::Forward).as_deref(), Some(NEW));
        assert_eq!(of(NEW, Direction::Backward).as_deref(), Some(OLD));
        assert_eq!(of(NEW, Direction::Forward), None, "it is applied already");
        let shifted = format!("zero\nzero\n{OLD}");
        assert_eq!(of(&shifted, Direction::Forward), Some(format!("zero\nzero\n{NEW}")));
    }

    #[test]
    fn line_ends_and_blanks_need_not_be_the_files() {
        let crlf = |text: &str| text.replace('\n', "\r\n");
        let indented = OLD.replace("three", "\tthree");
        for (what, patch, text, expected) in [
            ("a patch from a mail", crlf(PATCH), OLD.to_owned(), NEW.to_owned()),
            ("a checkout with CR LF", PATCH.to_owned(), crlf(OLD), crlf(NEW)),
            ("a diff without blanks", PATCH.to_owned(), indented, NEW.replace("three", "\tthree")),
        ] {
            assert_eq!(applied(&patch, &text, Direction::Forward), Some(expected), "{what}");
        }
    }

    #[test]
    fn a_hunk_without_context_does_not_fit_both_states_equally_well() {
        let patch = "--- a/n\n+++ b/n\n@@ -2 +1,0 @@\n-two\n";
        let files = parse(patch.as_bytes());
        let both =
            [Direction::Forward, Direction::Backward].map(|to| files[0].apply(b"one\ntwo\n", to).unwrap());
        assert!(both[0].is_surer_than(&both[1]) && !both[1].is_surer_than(&both[0]), "{both:?}");
    }

    #[test]
    fn a_hunk_that_claims_an_impossible_line_is_looked_for_all_the_same() {
        let patch = format!("--- a/n\n+++ b/n\n@@ -{0} +{0} @@\n-two\n+2\n", usize::MAX);
        assert_eq!(applied(&patch, "one\nthree\n", Direction::Forward), None);
        assert_eq!(applied(&patch, "", Direction::Backward), None);
    }
}
