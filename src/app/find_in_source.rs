//! Searching the text of a source that is being read.

use super::pane::prompt::Prompt;
use super::pattern::TextPattern;
use super::source::{Caret, SourceText};
use std::ops::Range;

/// Most places that are found in one text.
const MAX_HITS: usize = 10_000;

/// A search in one text and its hits.
#[derive(Clone, Debug, Default)]
pub struct Find {
    pub prompt: Prompt,
    pub hits: Vec<Hit>,
    /// Why the typed pattern cannot be searched for.
    pub problem: Option<String>,
}

/// A place: its row and its characters, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub row: usize,
    pub columns: Range<usize>,
}

impl Find {
    /// Searches a text anew.
    pub fn search(&mut self, source: &SourceText) {
        (self.hits, self.problem) = (Vec::new(), None);
        if self.prompt.text().is_empty() {
            return;
        }
        let pattern = match TextPattern::parse(self.prompt.text()) {
            Ok(pattern) => pattern,
            Err(problem) => return self.problem = Some(problem),
        };
        for row in 0..source.lines.len() {
            let text = source.plain(row);
            let column = |at: usize| text[..at].chars().count();
            let found = pattern.in_line(&text).map(|range| column(range.start)..column(range.end));
            self.hits.extend(found.map(|columns| Hit { row, columns }));
            if self.hits.len() >= MAX_HITS {
                self.hits.truncate(MAX_HITS);
                return;
            }
        }
    }

    /// The index in `hits` of the next hit after a caret, or of the one before it; the search wraps around. With
    /// `here` a hit right at the caret counts.
    pub fn next(&self, from: Caret, forward: bool, here: bool) -> Option<usize> {
        let at = |hit: &Hit| Caret { row: hit.row, column: hit.columns.start };
        if forward {
            let is_next = |hit: &Hit| if here { at(hit) >= from } else { at(hit) > from };
            self.hits.iter().position(is_next).or((!self.hits.is_empty()).then_some(0))
        } else {
            self.hits.iter().rposition(|hit| at(hit) < from).or(self.hits.len().checked_sub(1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_columns_of_what_is_shown_and_go_round() {
        let source = SourceText::new("p.go", "package p\n\n// é x\n\tx := y + x\n".as_bytes());
        let mut find = Find::default();
        find.prompt.line.set("x");
        find.search(&source);
        let hits: Vec<_> = find.hits.iter().map(|hit| (hit.row, hit.columns.clone())).collect();
        assert_eq!(hits, [(2, 5..6), (3, 4..5), (3, 13..14)]);
        let at = |row, column| Caret { row, column };
        for (from, forward, here, found) in [
            (at(3, 4), true, false, 2),
            (at(3, 4), true, true, 1),
            (at(3, 13), true, false, 0),
            (at(2, 5), false, false, 2),
            (at(3, 13), false, false, 1),
        ] {
            assert_eq!(find.next(from, forward, here), Some(found), "{from:?}");
        }
        find.prompt.line.set("/(/");
        find.search(&source);
        assert!(find.hits.is_empty() && find.problem.is_some());
    }
}
