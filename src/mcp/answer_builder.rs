//! Builds the text of an answer line by line, within a budget of tokens.

use crate::model::clean;
use crate::search::pack::tokens::Encoding;
use crate::secrets::{describe, mask, masked_in};

/// Tokens that are reserved for the line about omissions.
const FOR_OMISSIONS: u32 = 70;
/// The way to ask for the rest may take the budget divided by this.
const FOR_REST: u32 = 4;
/// The most kinds of omissions that are named.
const MAX_OMITTED: usize = 4;

/// The last line of each answer, and whether the answer may show secrets.
pub(super) struct Footer {
    pub(super) text: String,
    pub(super) show_secrets: bool,
}

/// An answer under construction. Lines that do not fit are counted by kind, and the last lines report the counts.
pub(super) struct AnswerBuilder {
    text: String,
    /// The tokens of the text so far, and the largest number that it may have.
    used: u32,
    room: u32,
    budget: u32,
    footer: Footer,
    omitted: Vec<(String, usize)>,
    /// The way to ask for what a cut list left out.
    rest: Option<String>,
}

impl AnswerBuilder {
    /// An empty answer that ends with `footer`.
    pub(super) fn new(budget: u32, footer: Footer) -> Self {
        let room = budget.saturating_sub(count(&footer.text) + FOR_OMISSIONS);
        Self { text: String::new(), used: 0, room, budget, footer, omitted: Vec::new(), rest: None }
    }

    /// The tokens that are left.
    pub(super) fn left(&self) -> u32 {
        self.room - self.used
    }

    /// Adds a line if it fits, and returns whether it did. The line is cleaned, because it may contain text of a
    /// tree.
    pub(super) fn line(&mut self, line: &str) -> bool {
        let line = if self.footer.show_secrets { line.into() } else { mask(line) };
        self.block(&format!("{}\n", clean(&line)))
    }

    /// Returns whether the answer may show secrets.
    pub(super) fn shows_secrets(&self) -> bool {
        self.footer.show_secrets
    }

    /// Adds text, which must be clean and end with a line feed, if it fits. Returns whether it did.
    pub(super) fn block(&mut self, text: &str) -> bool {
        let left = self.left();
        let Some(tokens) = Encoding::O200k.count_within(text, left) else { return false };
        self.text.push_str(text);
        self.used += tokens;
        true
    }

    /// Adds lines, but for empty ones, if all of them fit and `floor` tokens stay free. Returns whether they did.
    pub(super) fn lines_above(&mut self, lines: &[&str], floor: u32) -> bool {
        let before = (self.text.len(), self.used);
        let is_added = lines.iter().all(|line| line.is_empty() || self.line(line)) && self.left() >= floor;
        if !is_added {
            self.cut_to(before);
        }
        is_added
    }

    /// Adds rows below a heading, as many as fit into `most` tokens and the room. The others count as omitted `what`.
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
                if !self.lines_above(&[&row], floor) {
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

    /// Counts `n` omitted `what`.
    pub(super) fn omit(&mut self, what: &str, n: usize) {
        if n > 0 {
            self.omitted.push((what.to_owned(), n));
        }
    }

    /// Says how to ask for the rest of a cut list; the first list that is cut decides.
    pub(super) fn rest(&mut self, how: String) {
        if !how.is_empty() && count(&how) <= self.budget / FOR_REST {
            self.rest.get_or_insert(how);
        }
    }

    /// The whole answer. The tokens of the whole can differ by a few from the sum of its parts; then the last lines
    /// are dropped.
    pub(super) fn finish(mut self) -> String {
        let omitted: Vec<String> = self.omitted.iter().map(|(what, n)| format!("{n} {what}")).collect();
        let shown = omitted.iter().take(MAX_OMITTED).cloned().collect::<Vec<_>>().join(", ");
        let more = if omitted.len() > MAX_OMITTED { " and more" } else { "" };
        let how = self.rest.take().map_or(String::new(), |how| format!(", or {how}"));
        let omitted = match shown {
            none if none.is_empty() => String::new(),
            some => format!(
                "left out for the budget of {}: {some}{more}; ask again with a larger budget{how}\n",
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

/// The number of tokens of a text.
pub(super) fn count(text: &str) -> u32 {
    Encoding::O200k.count(text)
}

/// The lines of a text without control characters.
fn clean_lines(text: &str) -> String {
    text.lines().fold(String::new(), |all, line| all + &clean(line) + "\n")
}
