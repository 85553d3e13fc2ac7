//! Reads a unified diff, and applies it to a file in either direction.

/// The part of a unified diff about one file. Paths are relative to the root, `None` where the file does not exist.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FilePatch<'p> {
    pub(super) old: Option<&'p str>,
    pub(super) new: Option<&'p str>,
    hunks: Vec<Hunk<'p>>,
}

/// Consecutive lines, some of which exist in only one of both states.
#[derive(Debug, Default, PartialEq, Eq)]
struct Hunk<'p> {
    /// The number of the first line in each state, from 1; for an empty range, that of the line before.
    starts: [usize; 2],
    /// (whether each state has the line, its text).
    lines: Vec<([bool; 2], &'p str)>,
}

/// The direction in which a patch is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the state before the diff to the state after it.
    Forward,
    Backward,
}

/// Parses a unified diff of `git diff`, `git format-patch` or `diff -u`. Other lines around it are skipped. O(text).
pub(super) fn parse(text: &str) -> Vec<FilePatch<'_>> {
    let mut files: Vec<FilePatch<'_>> = Vec::new();
    let mut left = [0_usize; 2];
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if left != [0, 0]
            && let Some(hunk) = files.last_mut().and_then(|file| file.hunks.last_mut())
        {
            // An empty line of context may have lost its leading space.
            let (sides, rest) = match line.as_bytes().first() {
                Some(b'-') => ([true, false], &line[1..]),
                Some(b'+') => ([false, true], &line[1..]),
                Some(b' ') => ([true, true], &line[1..]),
                Some(b'\n' | b'\r') => ([true, true], line),
                _ => continue,
            };
            for (left, has) in left.iter_mut().zip(sides) {
                *left = left.saturating_sub(usize::from(has));
            }
            let is_cut = lines.peek().is_some_and(|next| next.starts_with("\\ "));
            hunk.lines.push((sides, if is_cut { rest.trim_end_matches('\n') } else { rest }));
            continue;
        }
        let words = line.trim_end_matches(['\n', '\r']);
        if let Some(path) = words.strip_prefix("--- ")
            && let Some(other) = lines.peek().and_then(|next| next.strip_prefix("+++ "))
        {
            files.push(FilePatch { old: named(path, "a/"), new: named(other, "b/"), hunks: Vec::new() });
            lines.next();
        } else if let (Some(hunk), Some(file)) = (words.strip_prefix("@@ -").and_then(head), files.last_mut())
        {
            left = hunk.1;
            file.hunks.push(hunk.0);
        }
    }
    files
}

/// The path of a header line, without git's prefix and without the text that `diff -u` writes after a tab; `None` for
/// `/dev/null`.
fn named<'p>(path: &'p str, prefix: &str) -> Option<&'p str> {
    let path = path.trim_end_matches(['\n', '\r']);
    let path = path.split('\t').next().unwrap_or(path);
    (path != "/dev/null").then(|| path.strip_prefix(prefix).unwrap_or(path))
}

/// Parses `12,7 +12,9 @@ ...`: returns an empty hunk, and the number of lines of each state that follow.
fn head(words: &str) -> Option<(Hunk<'_>, [usize; 2])> {
    let (old, rest) = words.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let range = |words: &str| -> Option<(usize, usize)> {
        let (start, count) = words.split_once(',').unwrap_or((words, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    let (old, new) = (range(old)?, range(new)?);
    Some((Hunk { starts: [old.0, new.0], lines: Vec::new() }, [old.1, new.1]))
}

impl FilePatch<'_> {
    /// Computes the other state of a file from one of them; `None` if `text` is not that state. Hunks may have
    /// shifted, but not changed. O(lines) for each hunk that shifted.
    pub(super) fn apply(&self, text: &str, direction: Direction) -> Option<String> {
        let (from, to) = if direction == Direction::Forward { (0, 1) } else { (1, 0) };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let (mut result, mut at) = (String::new(), 0);
        for hunk in &self.hunks {
            let expected: Vec<&str> =
                hunk.lines.iter().filter(|(has, _)| has[from]).map(|(_, line)| *line).collect();
            let fits = |place: usize| {
                let found = place.checked_add(expected.len()).and_then(|end| lines.get(place..end));
                place >= at && found.is_some_and(|found| found == expected)
            };
            let start = hunk.starts[from];
            let place = if expected.is_empty() { start } else { start.saturating_sub(1) };
            // The nearest place is tried first, since code may repeat itself.
            let place = (0..=lines.len())
                .flat_map(|shift| [place.checked_add(shift), place.checked_sub(shift)])
                .flatten()
                .find(|&place| fits(place))?;
            result.extend(lines[at..place].iter().copied());
            result.extend(hunk.lines.iter().filter(|(has, _)| has[to]).map(|(_, line)| *line));
            at = place + expected.len();
        }
        result.extend(lines[at..].iter().copied());
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "one\ntwo\nthree\nfour\nfive\n";
    const NEW: &str = "one\n2\nthree\nfour\nfive\nsix";
    const PATCH: &str = "From: somebody\nSubject: numbers\n---\n n.txt | 3 ++-\n\ndiff --git a/n.txt b/n.txt\n\
        index 1..2 100644\n--- a/n.txt\n+++ b/n.txt\n@@ -1,3 +1,3 @@ func F() {\n one\n-two\n+2\n three\n\
        @@ -5 +5,2 @@\n five\n+six\n\\ No newline at end of file\n-- \n2.40\n";

    #[test]
    fn a_patch_leads_from_each_state_to_the_other() {
        let files = parse(PATCH);
        let [file] = &files[..] else { panic!("{files:?}") };
        assert_eq!((file.old, file.new), (Some("n.txt"), Some("n.txt")));
        assert_eq!(file.apply(OLD, Direction::Forward).as_deref(), Some(NEW));
        assert_eq!(file.apply(NEW, Direction::Backward).as_deref(), Some(OLD));
        assert_eq!(file.apply(NEW, Direction::Forward), None, "it is applied already");
        let shifted = format!("zero\nzero\n{OLD}");
        assert_eq!(file.apply(&shifted, Direction::Forward), Some(format!("zero\nzero\n{NEW}")));
    }

    #[test]
    fn what_is_new_or_gone_has_one_path() {
        let text = "--- /dev/null\n+++ b/a.go\n@@ -0,0 +1 @@\n+package a\n--- a/b.go\t2024-01-01\n+++ /dev/null\n\
                    @@ -1 +0,0 @@\n-package b\n";
        let files = parse(text);
        let paths: Vec<_> = files.iter().map(|file| (file.old, file.new)).collect();
        assert_eq!(paths, [(None, Some("a.go")), (Some("b.go"), None)]);
        assert_eq!(files[0].apply("", Direction::Forward).as_deref(), Some("package a\n"));
        assert_eq!(files[1].apply("package b\n", Direction::Forward).as_deref(), Some(""));
    }

    #[test]
    fn a_hunk_that_claims_an_impossible_line_is_looked_for_all_the_same() {
        let text = format!("--- a/n\n+++ b/n\n@@ -{0} +{0} @@\n-two\n+2\n", usize::MAX);
        let files = parse(&text);
        assert_eq!(files[0].apply("one\nthree\n", Direction::Forward), None);
        assert_eq!(files[0].apply("", Direction::Backward), None);
    }

    #[test]
    fn no_text_is_a_diff_by_chance() {
        for text in ["", "--- a\n", "@@ -1 +1 @@\n-a\n+b\n", "--- a\n+++ b\n@@ -x +1 @@\n", "+++ b\n--- a\n"]
        {
            assert!(parse(text).iter().all(|file| file.hunks.is_empty()), "{text}");
        }
    }
}
