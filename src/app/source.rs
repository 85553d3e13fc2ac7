//! A source file as the screen shows it: lines of tinted pieces, safe to print.

use super::layout::PaneArea;
use crate::golang::highlight::{Tint, highlight};
use crate::model::{Graph, SymbolId, clean};
use std::path::Path;

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
    /// The version of the text if it is not the working tree's: a commit, or a tour that contains it.
    pub version: Option<String>,
    /// The hash of the content, as in the index, if it was read from the tree.
    pub print: Option<[u8; 32]>,
    pub lines: Vec<SourceLine>,
}

/// A line: the kind of each piece, and its text without tabs and control characters.
pub type SourceLine = Vec<(Tint, String)>;

/// The message for a file that does not exist.
pub fn absent(path: &str) -> String {
    format!("{} is missing", clean(path))
}

impl SourceText {
    /// Lines of a file, tinted when it is Go source. Bytes that are not UTF-8 show as the replacement character.
    pub fn new(path: &str, bytes: &[u8]) -> Self {
        let pieces = if bytes.len() <= LARGEST_TINTED && is_go(path) { highlight(bytes) } else { Vec::new() };
        let mut pieces = pieces.into_iter().peekable();
        let (mut lines, mut start) = (Vec::new(), 0);
        for line in bytes.split_inclusive(|&b| b == b'\n') {
            let end = start + line.len();
            let shown = line.strip_suffix(b"\n").unwrap_or(line);
            let shown = shown.strip_suffix(b"\r").unwrap_or(shown);
            let stop = start + shown.len().min(LONGEST);
            let mut out = LineBuilder::default();
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

    /// The same text with its version.
    pub fn of_version(self, version: Option<String>) -> Self {
        Self { version, ..self }
    }

    /// The first row of the comment right above a row, both from 0; the row itself if there is none.
    pub fn comment_above(&self, row: usize) -> usize {
        let Some(above) = self.lines.get(..row) else { return row };
        let text = |line: &SourceLine| line.iter().map(|(_, text)| text.as_str()).collect::<String>();
        let is_comment = |line: &SourceLine| {
            line.iter().any(|(tint, _)| *tint == Tint::Comment)
                && line.iter().all(|(tint, text)| *tint == Tint::Comment || text.trim().is_empty())
        };
        // A block comment can contain blank rows.
        if above.last().is_some_and(|last| is_comment(last) && text(last).trim_end().ends_with("*/")) {
            let begin = above.iter().rposition(|line| text(line).trim_start().starts_with("/*"));
            return begin.unwrap_or(row);
        }
        row - above.iter().rev().take_while(|line| is_comment(line)).count()
    }

    /// Columns before the text of a line: a mark, its number, a blank.
    pub fn gutter(&self) -> usize {
        self.lines.len().max(1).ilog10() as usize + 3
    }

    /// Columns of the longest line among `rows`.
    pub fn width(&self, rows: std::ops::Range<usize>) -> usize {
        let columns = |line: &SourceLine| line.iter().map(|(_, text)| text.chars().count()).sum();
        let rows = rows.start.min(self.lines.len())..rows.end.min(self.lines.len());
        self.lines[rows].iter().map(columns).max().unwrap_or(0)
    }
}

/// A row and a character of a text that is shown, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Caret {
    pub row: usize,
    pub column: usize,
}

/// The difference between a line and the other state of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differs {
    /// Only the state that is shown has it.
    Added,
    /// Only the state before a change has it, which is shown.
    Removed,
    /// The other state has more lines right above it.
    Above,
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub path: String,
    /// The version of its text if it is not the working tree's: a commit, a folder elsewhere, a tour that contains it.
    pub version: Option<String>,
    /// The line to mark, from 1.
    pub line: u32,
    /// For a package, the line of its clause. Its doc is what matters: once the text is there, the first line of the
    /// comment above is marked.
    pub clause: Option<u32>,
    /// Lines to mark, rising: uses, which are shown in the middle.
    pub sites: Vec<u32>,
    /// First visible row and column, from 0; the row is unknown until the text is there.
    pub top: Option<usize>,
    pub left: usize,
    /// The cursor's place if it was moved; otherwise it is at the marked line.
    pub caret: Option<Caret>,
    /// The name in the marked line that the cursor begins at: what Enter follows.
    pub name: Option<String>,
    /// The row, from 0, at which the selection of lines began; the cursor's row is its other end.
    pub anchor: Option<usize>,
    /// The column that the cursor goes back to on lines that are long enough.
    pub(in crate::app) goal: usize,
}

impl Shown {
    /// A line with a name in it that the cursor begins at.
    pub fn named(path: &str, line: u32, name: Option<&str>) -> Self {
        Self { path: path.to_owned(), line, name: name.map(str::to_owned), ..Self::default() }
    }

    /// The declaration of a symbol, with the cursor on its name.
    pub fn declaration(graph: &Graph<'_>, id: SymbolId) -> Self {
        let (path, line) = graph.place(id);
        Self::named(path, line, Some(graph.symbol(id).name()).filter(|name| !name.is_empty()))
    }

    /// Lines of a symbol's file at which another is used; `None` without any.
    pub fn uses(graph: &Graph<'_>, holder: SymbolId, lines: &[u32], used: SymbolId) -> Option<Self> {
        let first =
            Self::named(graph.symbol(holder).path(), *lines.first()?, Some(graph.symbol(used).name()));
        Some(Self { sites: lines.to_vec(), ..first })
    }

    /// The same place at that of its uses with a number, from 0.
    pub fn at_site(&self, site: usize) -> Self {
        Self { line: self.sites.get(site).copied().unwrap_or(self.line), ..self.clone() }
    }

    /// The line that was asked for: the clause's, or the marked one.
    pub(in crate::app) fn asked(&self) -> u32 {
        self.clause.unwrap_or(self.line)
    }

    /// Sets the top row if there is none yet, and limits it so that the text fills the pane.
    pub(in crate::app) fn put_top(&mut self, first: usize, lines: usize, height: usize) {
        self.top = Some(self.top.unwrap_or(first).min(lines.saturating_sub(height)));
    }

    /// Forgets the top row, so that the text is scrolled to the marked line again.
    pub(in crate::app) fn forget_top(&mut self) {
        (self.top, self.left) = (None, 0);
    }

    /// Scrolls sideways in an area by so many columns, to the right if positive, as far as the visible lines go.
    pub(in crate::app) fn scroll_aside(
        &mut self,
        by: isize,
        source: &SourceText,
        area: PaneArea,
        height: usize,
    ) {
        let top = self.top.unwrap_or(0);
        let room = usize::from(area.width).saturating_sub(source.gutter());
        let most = source.width(top..top + height).saturating_sub(room);
        self.left = self.left.saturating_add_signed(by).min(most.max(self.left));
    }
}

fn is_go(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "go")
}

#[derive(Default)]
struct LineBuilder {
    pieces: SourceLine,
    column: usize,
}

impl LineBuilder {
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
