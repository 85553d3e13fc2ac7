//! The author of each line's last change, as `git blame --porcelain` prints it.

use rustc_hash::FxHashMap;

use crate::history::line_changes;

/// The last change of each line of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineAuthors {
    pub commits: Vec<BlamedCommit>,
    /// For each line the place of its commit in `commits`; `None` if no commit has the line.
    pub lines: Vec<Option<u32>>,
}

/// A commit that changed some lines last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlamedCommit {
    /// The object name, in hexadecimal digits.
    pub id: String,
    pub author: String,
    /// When it was written, in seconds since 1970 (UTC).
    pub time: i64,
    /// True if the clone lacks its parents, so that the line may be older.
    pub is_boundary: bool,
}

impl LineAuthors {
    /// Reads the porcelain format of `git blame`. Whatever is not of this format is skipped. O(length).
    pub fn read(porcelain: &[u8]) -> Self {
        let mut read = Self::default();
        let mut known: FxHashMap<&[u8], u32> = FxHashMap::default();
        let mut at = None;
        for line in porcelain.split(|&byte| byte == b'\n') {
            let Some(commit) = at else {
                // A group begins with the commit, the line's old number and its number.
                let id = line.split(|&byte| byte == b' ').next().unwrap_or_default();
                if id.len() >= 40 && id.iter().all(u8::is_ascii_hexdigit) {
                    let commit = *known.entry(id).or_insert(read.commits.len() as u32);
                    if commit as usize == read.commits.len() {
                        let id = String::from_utf8_lossy(id).into_owned();
                        read.commits.push(BlamedCommit { id, ..BlamedCommit::default() });
                    }
                    at = Some(commit);
                }
                continue;
            };
            let entry = &mut read.commits[commit as usize];
            if line.first() == Some(&b'\t') {
                read.lines.push(Some(commit));
                at = None;
            } else if let Some(author) = line.strip_prefix(b"author ") {
                entry.author = String::from_utf8_lossy(author).into_owned();
            } else if let Some(time) = line.strip_prefix(b"author-time ") {
                entry.time = std::str::from_utf8(time).ok().and_then(|time| time.parse().ok()).unwrap_or(0);
            }
        }
        read
    }

    /// The authors of the lines of `now`, which are those of `committed` where both texts are equal.
    pub fn moved_to(&self, committed: &[u8], now: &[u8]) -> Self {
        let total = now.split_inclusive(|&byte| byte == b'\n').count();
        let mut lines = Vec::with_capacity(total);
        // The number of the next line of `committed`, from 0.
        let mut from = 0;
        for change in line_changes(committed, now) {
            let kept = (change.new.start as usize - 1).saturating_sub(lines.len());
            lines.extend((from..from + kept).map(|line| self.lines.get(line).copied().flatten()));
            lines.extend(change.new.map(|_| None));
            from = change.old.end as usize - 1;
        }
        let kept = total.saturating_sub(lines.len());
        lines.extend((from..from + kept).map(|line| self.lines.get(line).copied().flatten()));
        Self { commits: self.commits.clone(), lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "1111111111111111111111111111111111111111";
    const B: &str = "2222222222222222222222222222222222222222";

    #[test]
    fn blame_gives_each_line_its_commit() {
        let text = format!(
            "{A} 1 1 2\nauthor Ann Lee\nauthor-mail <a@x>\nauthor-time 1700000000\nsummary author of it\n\
             filename a.go\n\tauthor Zed\n{A} 2 2\n\t\n{B} 1 3 1\nauthor Bo\nauthor-time 1\nboundary\n\tx\n{A} 3 4 1\n\ty\n"
        );
        let read = LineAuthors::read(text.as_bytes());
        assert_eq!(read.lines, [Some(0), Some(0), Some(1), Some(0)]);
        let commits: Vec<_> = read.commits.iter().map(|commit| (&*commit.author, commit.time)).collect();
        assert_eq!(commits, [("Ann Lee", 1_700_000_000), ("Bo", 1)]);
        assert_eq!(LineAuthors::read(b"fatal: no such path\n"), LineAuthors::default());
    }

    #[test]
    fn lines_that_no_commit_has_have_no_author() {
        let of = |lines: &[u32]| LineAuthors {
            commits: Vec::new(),
            lines: lines.iter().map(|&commit| Some(commit)).collect(),
        };
        for (committed, now, expected) in [
            ("a\nb\nc\n", "a\nb\nc\n", &[Some(0), Some(1), Some(2)][..]),
            ("a\nb\nc\n", "a\nx\ny\nc\n", &[Some(0), None, None, Some(2)]),
            ("a\nb\nc\n", "c\n", &[Some(2)]),
            ("a\nb\nc\n", "n\na\nb\nc", &[None, Some(0), Some(1), None]),
            ("a\nb\nc\n", "", &[]),
        ] {
            let lines = of(&[0, 1, 2]).moved_to(committed.as_bytes(), now.as_bytes()).lines;
            assert_eq!(lines.len(), expected.len(), "{now:?}");
            // The comparison decides if a last line without its line feed counts as changed.
            let agree = lines.iter().zip(expected).take(3).all(|(found, wanted)| found == wanted);
            assert!(agree, "{now:?} {lines:?}");
        }
    }
}
