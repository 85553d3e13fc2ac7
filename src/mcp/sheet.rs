//! An answer's text, kept within a budget of tokens line by line.

use crate::model::clean;
use crate::search::pack::tokens::Encoding;
use crate::secrets::{describe, mask, masked_in};

/// What the line about what was left out may take, in tokens.
const FOR_OMISSIONS: u32 = 60;

/// What stands at the end of each answer, and whether secrets may stand in it.
pub(super) struct Footer {
    pub(super) text: String,
    pub(super) show_secrets: bool,
}

/// An answer under way. Lines that no longer fit are counted, by what they are, and said at the end.
pub(super) struct Sheet {
    text: String,
    /// Tokens of the text, and the most that it may have.
    used: u32,
    room: u32,
    budget: u32,
    footer: Footer,
    omitted: Vec<(String, usize)>,
}

impl Sheet {
    /// An empty one; `footer` stands at its end.
    pub(super) fn new(budget: u32, footer: Footer) -> Self {
        let room = budget.saturating_sub(count(&footer.text) + FOR_OMISSIONS);
        Self { text: String::new(), used: 0, room, budget, footer, omitted: Vec::new() }
    }

    /// Tokens that are left.
    pub(super) fn left(&self) -> u32 {
        self.room - self.used
    }

    /// Adds a line if it fits. The text comes from a tree as often as not: it is cleaned.
    pub(super) fn line(&mut self, line: &str) -> bool {
        let line = if self.footer.show_secrets { line.into() } else { mask(line) };
        self.block(&format!("{}\n", clean(&line)))
    }

    /// Whether secrets may stand in the answer.
    pub(super) fn shows_secrets(&self) -> bool {
        self.footer.show_secrets
    }

    /// Adds text that is clean and ends with a line.
    pub(super) fn block(&mut self, text: &str) -> bool {
        let left = self.left();
        let Some(tokens) = Encoding::O200k.count_within(text, left) else { return false };
        self.text.push_str(text);
        self.used += tokens;
        true
    }

    /// Adds rows under a heading, as many as fit into `most` tokens and the room; the others are left out, as so many `what`.
    pub(super) fn rows(
        &mut self,
        heading: &str,
        rows: impl ExactSizeIterator<Item = String>,
        most: u32,
        what: &str,
    ) {
        let (total, floor) = (rows.len(), self.left().saturating_sub(most));
        if total == 0 {
            return;
        }
        let start = (self.text.len(), self.used);
        let mut shown = 0;
        if self.line(heading) {
            for row in rows {
                let before = (self.text.len(), self.used);
                if !self.line(&row) {
                    break;
                }
                if self.left() < floor {
                    self.cut_to(before);
                    break;
                }
                shown += 1;
            }
        }
        if shown == 0 {
            self.cut_to(start);
        }
        self.omit(what, total - shown);
    }

    fn cut_to(&mut self, (len, used): (usize, u32)) {
        self.text.truncate(len);
        self.used = used;
    }

    /// Counts what is left out.
    pub(super) fn omit(&mut self, what: &str, n: usize) {
        if n > 0 {
            self.omitted.push((what.to_owned(), n));
        }
    }

    /// The whole answer. Counts of parts may differ from that of the whole by a few tokens; lines give way then.
    pub(super) fn finish(mut self) -> String {
        let omitted: Vec<String> = self.omitted.iter().map(|(what, n)| format!("{n} {what}")).collect();
        let omitted = match omitted.join(", ") {
            none if none.is_empty() => String::new(),
            some => format!(
                "left out for the budget of {}: {some}; ask again with a larger budget\n",
                self.budget
            ),
        };
        let masked = describe(masked_in(&self.text)).map_or(String::new(), |masked| {
            format!("{masked}; `codegraph-tui mcp --show-secrets` shows them\n")
        });
        let end = [clean_lines(&omitted), masked, self.footer.text].concat();
        loop {
            let whole = [self.text.as_str(), end.as_str()].concat();
            if self.text.is_empty() || count(&whole) <= self.budget {
                return whole;
            }
            let last = self.text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
            self.text.truncate(last);
        }
    }
}

/// Tokens of a text.
pub(super) fn count(text: &str) -> u32 {
    Encoding::O200k.count(text)
}

/// Lines without control characters.
fn clean_lines(text: &str) -> String {
    text.lines().fold(String::new(), |all, line| all + &clean(line) + "\n")
}
