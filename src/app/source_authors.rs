//! The column beside a source with the author of each line's last change.

use crate::history::date;
use crate::model::clean;
use crate::why::LineAuthors;

/// The authors of the lines of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceAuthors {
    pub path: String,
    /// The hash of the text.
    pub print: Option<[u8; 32]>,
    /// For each line the commit, and what is shown of it; `None` if no commit has the line.
    pub lines: Vec<Option<LineAuthor>>,
}

/// The last change of a line, safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineAuthor {
    pub commit: u32,
    pub author: String,
    pub date: String,
    /// True if the line may be older, because the history of the clone begins with this commit.
    pub is_boundary: bool,
}

impl SourceAuthors {
    pub fn of(path: String, print: Option<[u8; 32]>, authors: &LineAuthors) -> Self {
        let line = |commit: &Option<u32>| {
            let commit = (*commit)?;
            let change = authors.commits.get(commit as usize)?;
            let author = clean(&change.author).into_owned();
            Some(LineAuthor { commit, author, date: date(change.time), is_boundary: change.is_boundary })
        };
        Self { path, print, lines: authors.lines.iter().map(line).collect() }
    }

    /// Returns whether these are the authors of a text.
    pub fn are_of(&self, path: &str, print: Option<[u8; 32]>) -> bool {
        self.path == path && self.print == print
    }

    /// The text beside a row, in at most `width` columns. Below a row of the same commit it is blank.
    pub fn beside(&self, row: usize, is_first: bool, width: usize) -> String {
        let Some(author) = self.lines.get(row) else { return String::new() };
        let Some(author) = author else { return "not committed yet".to_owned() };
        let above = row.checked_sub(1).and_then(|row| self.lines[row].as_ref());
        if !is_first && above.is_some_and(|above| above.commit == author.commit) {
            return String::new();
        }
        if author.is_boundary {
            return "older than this clone".chars().take(width).collect();
        }
        let room = width.saturating_sub(author.date.len() + 2);
        if room < 4 {
            return format!("@{}", author.author);
        }
        let name: String = author.author.chars().take(room).collect();
        format!("@{name} {}", author.date)
    }
}

/// The column's width, and that in a pane too narrow for dates.
const WIDE: u16 = 24;
const NARROW: u16 = 13;
/// The width of the narrowest pane with the column.
const MIN_PANE: u16 = 36;

/// The state of the column.
#[derive(Debug, Default)]
pub struct AuthorsColumn {
    is_shown: bool,
    authors: Option<SourceAuthors>,
    /// The text that was asked about last.
    asked: Option<(String, Option<[u8; 32]>)>,
}

impl AuthorsColumn {
    /// Shows the column or hides it; true if it was hidden.
    pub(in crate::app) fn switch(&mut self) -> bool {
        self.is_shown = !self.is_shown;
        self.asked = None;
        !self.is_shown
    }

    /// The columns that it takes from a pane.
    pub fn width(&self, pane: u16) -> u16 {
        match pane {
            pane if !self.is_shown || pane < MIN_PANE => 0,
            ..64 => NARROW,
            _ => WIDE,
        }
    }

    /// The authors of a text, once they are known.
    pub fn of(&self, path: &str, print: Option<[u8; 32]>) -> Option<&SourceAuthors> {
        self.authors.as_ref().filter(|authors| self.is_shown && authors.are_of(path, print))
    }

    /// Returns whether the authors of a text are to be asked for; if so, notes that they are.
    pub(in crate::app) fn asks(&mut self, path: &str, print: Option<[u8; 32]>) -> bool {
        let wanted = (path.to_owned(), print);
        let asks = self.is_shown && self.of(path, print).is_none() && self.asked.as_ref() != Some(&wanted);
        if asks {
            self.asked = Some(wanted);
        }
        asks
    }

    /// Takes over an answer.
    pub(in crate::app) fn come(&mut self, authors: SourceAuthors) {
        self.authors = Some(authors);
    }

    /// Hides the column, since git has no answer.
    pub(in crate::app) fn fail(&mut self) {
        self.is_shown = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::why::BlamedCommit;

    #[test]
    fn each_change_is_named_once() {
        let commit = |author: &str| BlamedCommit { author: author.to_owned(), ..BlamedCommit::default() };
        let authors = LineAuthors {
            commits: vec![commit("Ann Lee"), commit("A very long name indeed")],
            lines: vec![Some(0), Some(0), None, Some(1)],
        };
        let of_file = SourceAuthors::of("a.go".to_owned(), None, &authors);
        let shown: Vec<String> = (0..5).map(|row| of_file.beside(row, false, 22)).collect();
        assert_eq!(shown, ["@Ann Lee 1970-01-01", "", "not committed yet", "@A very lon 1970-01-01", ""]);
        assert_eq!(of_file.beside(1, true, 22), "@Ann Lee 1970-01-01");
        assert_eq!(of_file.beside(0, false, 10), "@Ann Lee");
    }
}
