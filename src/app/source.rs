//! A source file as the screen shows it: lines of tinted pieces, safe to print.

use std::path::Path;

use super::job::Job;
use super::tours::BROUGHT;
use super::{App, View};
use crate::golang::highlight::{Tint, highlight};
use crate::model::clean;

/// Columns between two tab stops.
const TAB: usize = 4;
/// Longest line that is shown, in bytes; generated tables and minified text run to megabytes.
const LONGEST: usize = 2000;
/// Above this size a file is shown without colours.
const LARGEST_TINTED: usize = 4 << 20;

/// A file's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// Relative to the root.
    pub path: String,
    /// What it is the text of, when that is not the tree as it is: a commit, or a tour that brings it along.
    pub version: Option<String>,
    /// What the index knows a file's content by, if it was read from the tree.
    pub print: Option<[u8; 32]>,
    pub lines: Vec<SourceLine>,
}

/// A line: what its pieces are, and their text without tabs or anything that could steer a terminal.
pub type SourceLine = Vec<(Tint, String)>;

/// What is told of a file that is not there, until it is.
#[must_use]
pub fn absent(path: &str) -> String {
    format!("{} is missing", clean(path))
}

impl SourceText {
    /// Lines of a file, tinted when it is Go source. Bytes that are not UTF-8 show as the replacement character.
    #[must_use]
    pub fn new(path: &str, bytes: &[u8]) -> Self {
        let pieces = if bytes.len() <= LARGEST_TINTED && is_go(path) { highlight(bytes) } else { Vec::new() };
        let mut pieces = pieces.into_iter().peekable();
        let (mut lines, mut start) = (Vec::new(), 0);
        for line in bytes.split_inclusive(|&b| b == b'\n') {
            let end = start + line.len();
            let shown = line.strip_suffix(b"\n").unwrap_or(line);
            let shown = shown.strip_suffix(b"\r").unwrap_or(shown);
            let stop = start + shown.len().min(LONGEST);
            let mut out = Line::default();
            let mut at = start;
            while let Some((range, tint)) = pieces.peek() {
                if range.start >= stop {
                    break;
                }
                let from = range.start.max(at);
                out.push(Tint::Plain, &bytes[at..from.max(at)]);
                let to = range.end.min(stop).max(from);
                out.push(*tint, &bytes[from..to]);
                at = to;
                if range.end > end {
                    break;
                }
                pieces.next();
            }
            out.push(Tint::Plain, &bytes[at.min(stop)..stop]);
            if shown.len() > LONGEST {
                out.push(Tint::Comment, " …".as_bytes());
            }
            while pieces.peek().is_some_and(|(range, _)| range.end <= end) {
                pieces.next();
            }
            lines.push(out.pieces);
            start = end;
        }
        Self { path: path.to_owned(), version: None, print: None, lines }
    }

    /// The same as the text of something else than the tree.
    #[must_use]
    pub fn of_version(self, version: Option<String>) -> Self {
        Self { version, ..self }
    }

    /// The first row of the comment that stands right above a row, both from 0; the row itself where none does.
    #[must_use]
    pub fn comment_above(&self, row: usize) -> usize {
        let Some(above) = self.lines.get(..row) else { return row };
        let text = |line: &SourceLine| line.iter().map(|(_, text)| text.as_str()).collect::<String>();
        let is_comment = |line: &SourceLine| {
            line.iter().any(|(tint, _)| *tint == Tint::Comment)
                && line.iter().all(|(tint, text)| *tint == Tint::Comment || text.trim().is_empty())
        };
        // Rows of one that ends so may be blank.
        if above.last().is_some_and(|last| is_comment(last) && text(last).trim_end().ends_with("*/")) {
            let begin = above.iter().rposition(|line| text(line).trim_start().starts_with("/*"));
            return begin.unwrap_or(row);
        }
        row - above.iter().rev().take_while(|line| is_comment(line)).count()
    }

    /// Columns before the text of a line: a mark, its number, a blank.
    #[must_use]
    pub fn gutter(&self) -> usize {
        self.lines.len().max(1).ilog10() as usize + 3
    }

    /// Columns of the longest line among `rows`.
    #[must_use]
    pub fn width(&self, rows: std::ops::Range<usize>) -> usize {
        let columns = |line: &SourceLine| line.iter().map(|(_, text)| text.chars().count()).sum();
        let rows = rows.start.min(self.lines.len())..rows.end.min(self.lines.len());
        self.lines[rows].iter().map(columns).max().unwrap_or(0)
    }
}

fn is_go(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "go")
}

#[derive(Default)]
struct Line {
    pieces: SourceLine,
    column: usize,
}

impl Line {
    fn push(&mut self, tint: Tint, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let text = String::from_utf8_lossy(bytes);
        let mut out = String::with_capacity(text.len());
        for (ix, part) in text.split('\t').enumerate() {
            if ix > 0 {
                let gap = TAB - self.column % TAB;
                out.extend(std::iter::repeat_n(' ', gap));
                self.column += gap;
            }
            let part = clean(part);
            self.column += part.chars().count();
            out.push_str(&part);
        }
        self.pieces.push((tint, out));
    }
}

impl App {
    /// Whether a text is not the one that the index was made of: its lines are not those that the index knows.
    pub(super) fn is_behind(&self, text: &SourceText) -> bool {
        let known =
            self.index.snapshot.as_ref().and_then(|snapshot| Some(snapshot.files().find(&text.path)?.hash));
        known.zip(text.print).is_some_and(|(known, print)| known != print)
    }

    /// Asks for the text that the view in sight shows; what is there stays until it comes. Asked when the tree
    /// changed, and when a view is turned to: what one out of sight holds may be old.
    pub(super) fn read_source(&mut self) {
        let shown = match self.view {
            View::Symbols => &self.symbols.shown,
            View::Impact => &self.impact.shown,
            View::Tours => &self.tours.shown,
            View::Query | View::Interactions => return,
        };
        let Some(path) = shown.as_ref().map(|shown| shown.path.clone()) else { return };
        let version = match self.view {
            View::Tours => self.tours.version.clone(),
            View::Impact => self.impact.version.clone(),
            View::Symbols | View::Query | View::Interactions => None,
        };
        match version {
            Some(version) if version == BROUGHT => {}
            commit => self.start(Job::Source { path, commit }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(source: &SourceText) -> Vec<String> {
        source.lines.iter().map(|line| line.iter().map(|(_, text)| text.as_str()).collect()).collect()
    }

    #[test]
    fn lines_are_whole_tinted_and_safe() {
        let text = "package p\r\n\nvar\tx = `a\nb\x1b[2J`\n/* one\ntwo */ func f() {}";
        let source = SourceText::new("p.go", text.as_bytes());
        assert_eq!(
            plain(&source),
            ["package p", "", "var x = `a", "b\\u{1b}[2J`", "/* one", "two */ func f() {}"]
        );
        assert_eq!(source.lines[0][0], (Tint::Keyword, "package".to_owned()));
        assert_eq!(source.lines[3][0].0, Tint::Text);
        assert_eq!(source.lines[5][0], (Tint::Comment, "two */".to_owned()));
    }

    #[test]
    fn the_comment_right_above_a_row_is_found() {
        for (text, row, first) in [
            ("// a\n\n// b\n// c\npackage p\n", 4, 2),
            ("// a\n\n/* b\n\nc\n*/\npackage p\n", 6, 2),
            ("var x = 1 // a\nvar y = 2\n", 1, 1),
            ("package p\n", 0, 0),
            ("package p\n", 7, 7),
        ] {
            assert_eq!(SourceText::new("p.go", text.as_bytes()).comment_above(row), first, "{text}");
        }
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = format!("package p\nvar x = \"{}\"\nvar y int\n", "a".repeat(100_000));
        let source = SourceText::new("p.go", text.as_bytes());
        assert!(source.lines[1].iter().map(|(_, text)| text.len()).sum::<usize>() < 2100);
        assert_eq!(plain(&source)[2], "var y int");
    }
}
