//! Names, blocks and lengths of lines in a text that is shown.

use super::source::{Caret, SourceText};
use crate::golang::highlight::Tint;
use std::ops::Range;

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceWord {
    pub text: String,
    /// Its characters in the line, from 0.
    pub columns: Range<usize>,
    /// True if a dot stands before it.
    pub is_member: bool,
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl SourceText {
    /// A row without its colours; empty beyond the end.
    pub fn plain(&self, row: usize) -> String {
        self.lines.get(row).into_iter().flatten().map(|(_, text)| text.as_str()).collect()
    }

    /// The identifiers of a row, without those in comments, strings and numbers.
    pub fn words(&self, row: usize) -> Vec<SourceWord> {
        let (mut words, mut column): (Vec<SourceWord>, usize) = (Vec::new(), 0);
        let mut before = ' ';
        for (tint, text) in self.lines.get(row).into_iter().flatten() {
            let is_code = !matches!(tint, Tint::Comment | Tint::Text | Tint::Number);
            for c in text.chars() {
                if is_code && is_letter(c) {
                    match words.last_mut().filter(|word| word.columns.end == column) {
                        Some(word) => {
                            word.text.push(c);
                            word.columns.end += 1;
                        }
                        None if c.is_numeric() => {}
                        None => words.push(SourceWord {
                            text: c.to_string(),
                            columns: column..column + 1,
                            is_member: before == '.',
                        }),
                    }
                }
                before = c;
                column += 1;
            }
        }
        words
    }

    /// The columns at which a name begins in a row.
    pub fn words_of<'n>(&self, row: usize, name: &'n str) -> impl Iterator<Item = usize> + 'n {
        self.words(row).into_iter().filter(move |word| word.text == name).map(|word| word.columns.start)
    }

    /// The name at a place.
    pub fn word_at(&self, at: Caret) -> Option<SourceWord> {
        self.words(at.row).into_iter().find(|word| word.columns.contains(&at.column))
    }

    /// Where the next name begins, in whichever row.
    pub fn next_word(&self, from: Caret) -> Option<Caret> {
        let place = |row: usize, word: &SourceWord| Caret { row, column: word.columns.start };
        (from.row..self.lines.len())
            .find_map(|row| self.words(row).iter().map(|word| place(row, word)).find(|&at| at > from))
    }

    /// Where the name before begins.
    pub fn previous_word(&self, from: Caret) -> Option<Caret> {
        let place = |row: usize, word: &SourceWord| Caret { row, column: word.columns.start };
        (0..=from.row.min(self.lines.len().saturating_sub(1)))
            .rev()
            .find_map(|row| self.words(row).iter().rev().map(|word| place(row, word)).find(|&at| at < from))
    }

    /// Blanks before the text of a row.
    pub fn indent(&self, row: usize) -> usize {
        self.plain(row).chars().take_while(|&c| c == ' ').count()
    }

    /// The rows of the block that a row opens or lies in, judged by indents, without its first and its closing row.
    /// `None` outside blocks.
    pub fn block_at(&self, row: usize) -> Option<Range<usize>> {
        let is_blank = |row: usize| self.plain(row).trim().is_empty();
        let opens = |row: usize| {
            let next = (row + 1..self.lines.len()).find(|&next| !is_blank(next))?;
            (!is_blank(row) && self.indent(next) > self.indent(row)).then_some(row)
        };
        let header = opens(row).or_else(|| {
            let inner = (0..=row).rev().find(|&row| !is_blank(row)).map(|row| self.indent(row))?;
            (0..row).rev().find(|&above| !is_blank(above) && self.indent(above) < inner)
        })?;
        let depth = self.indent(header);
        let end = (header + 1..self.lines.len()).find(|&row| !is_blank(row) && self.indent(row) <= depth);
        let rows = header + 1..end.unwrap_or(self.lines.len());
        (!rows.is_empty()).then_some(rows)
    }

    /// Rows of the screen that a row takes where lines go on after `room` columns.
    pub fn rows_in(&self, row: usize, room: usize) -> usize {
        let letters: usize =
            self.lines.get(row).into_iter().flatten().map(|(_, text)| text.chars().count()).sum();
        letters.div_ceil(room.max(1)).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "package p\n\nfunc f(a int) {\n\tif a.b1 > 2 {\n\t\tg(\"x y\") // z\n\n\t}\n}\n";

    fn source() -> SourceText {
        SourceText::new("p.go", TEXT.as_bytes())
    }

    #[test]
    fn names_are_code_and_know_their_dot() {
        let names = |row| -> Vec<(String, usize, bool)> {
            source().words(row).into_iter().map(|w| (w.text, w.columns.start, w.is_member)).collect()
        };
        let name = |text: &str, column, is_member| (text.to_owned(), column, is_member);
        assert_eq!(names(3), [name("if", 4, false), name("a", 7, false), name("b1", 9, true)]);
        assert_eq!(names(4), [name("g", 8, false)]);
        let at = |row, column| Caret { row, column };
        assert_eq!(source().word_at(at(3, 10)).map(|word| word.text), Some("b1".to_owned()));
        assert_eq!(source().word_at(at(3, 8)), None);
        assert_eq!(source().next_word(at(3, 9)), Some(at(4, 8)));
        assert_eq!(source().previous_word(at(4, 8)), Some(at(3, 9)));
        assert_eq!(source().next_word(at(4, 8)), None);
    }

    #[test]
    fn blocks_are_found_from_their_header_and_from_within() {
        for (row, block) in [(2, Some(3..7)), (3, Some(4..6)), (4, Some(4..6)), (6, Some(3..7)), (0, None)] {
            assert_eq!(source().block_at(row), block, "{row}");
        }
    }

    #[test]
    fn a_long_line_takes_rows() {
        assert_eq!((source().rows_in(2, 10), source().rows_in(1, 10), source().rows_in(2, 100)), (2, 1, 1));
    }
}
