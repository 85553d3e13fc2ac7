//! Builds the text of an answer line by line, within a budget of tokens.

use crate::model::clean;
use crate::search::pack::tokens::Encoding;
use crate::secrets::{describe, mask, masked_in};

/// Tokens that are reserved for the line about omissions: the budget divided by the first, within the other two.
const FOR_OMISSIONS: [u32; 3] = [20, 70, 130];
/// The ways to ask for the rest may take the budget divided by this.
const FOR_REST: u32 = 4;
/// The most kinds of omissions that are named.
const MAX_OMITTED: usize = 4;

/// The last line of each answer, and whether the answer may show secrets.
pub(super) struct Footer {
    pub(super) text: String,
    pub(super) show_secrets: bool,
}

/// A row of a list.
pub(super) struct Row<'r> {
    /// The number of things on it.
    pub(super) n: usize,
    /// Makes it when it is its turn: of a long list most rows have no room.
    pub(super) shown: Box<dyn FnOnce() -> ShownRow + 'r>,
}

/// A row as it is written.
pub(super) struct ShownRow {
    /// Name what is on it, uniquely in the answer, whatever has changed since: ids or paths.
    pub(super) keys: Vec<String>,
    pub(super) text: String,
}

impl<'r> Row<'r> {
    /// A row of one thing.
    pub(super) fn one(shown: impl FnOnce() -> (String, String) + 'r) -> Self {
        let shown = || {
            let (key, text) = shown();
            ShownRow { keys: vec![key], text }
        };
        Self { n: 1, shown: Box::new(shown) }
    }
}

/// A list, or a part of one: parts of one list name the same `what`.
#[derive(Clone, Copy)]
pub(super) struct ListPart<'r> {
    /// The name of the rows, in the plural.
    pub(super) what: &'r str,
    /// Stands above the rows; empty if they need none.
    pub(super) heading: &'r str,
    /// The tokens that stay free.
    pub(super) floor: u32,
    /// A way to ask for its rest; empty if that is with `after`.
    pub(super) rest: &'r str,
}

impl<'r> ListPart<'r> {
    /// A part of a list whose rest is asked for with `after`.
    pub(super) fn of(what: &'r str, heading: &'r str, floor: u32) -> Self {
        Self { what, heading, floor, rest: "" }
    }
}

/// The place from which an answer goes on.
enum After {
    /// A key of a row, or the name of a list, that has not come yet.
    Wanted(String),
    /// The list in which it was.
    In(String),
}

/// The part of a kind that is left out.
struct Omitted {
    what: String,
    n: usize,
    /// A way to ask for it.
    rest: String,
}

/// An answer under construction. Lines that do not fit are counted by kind, and the last lines report the counts.
///
/// An answer that goes on after a key is built like any other, but keeps only the rows of that list behind it.
pub(super) struct AnswerBuilder {
    text: String,
    /// The tokens of the text so far, and the largest number that it may have.
    used: u32,
    room: u32,
    budget: u32,
    footer: Footer,
    omitted: Vec<Omitted>,
    after: Option<After>,
    /// The list of the last row, and its key.
    last: Option<(String, String)>,
    /// True while rows behind the key are added.
    is_behind: bool,
}

impl AnswerBuilder {
    /// An empty answer that ends with `footer`.
    pub(super) fn new(budget: u32, footer: Footer) -> Self {
        let room = budget.saturating_sub(count(&footer.text) + for_omissions(budget));
        Self {
            text: String::new(),
            used: 0,
            room,
            budget,
            footer,
            omitted: Vec::new(),
            after: None,
            last: None,
            is_behind: false,
        }
    }

    /// The same, going on after a key if there is one.
    pub(super) fn going_on(self, after: Option<&str>) -> Self {
        Self { after: after.map(|key| After::Wanted(key.to_owned())), ..self }
    }

    /// The tokens that are left.
    pub(super) fn left(&self) -> u32 {
        self.room - self.used
    }

    /// The tokens that stay free if `most` are taken.
    pub(super) fn floor(&self, most: u32) -> u32 {
        self.left().saturating_sub(most)
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
        if self.after.is_some() && !self.is_behind {
            return true;
        }
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

    /// Adds why one of several names has no answer, with as many of its lines as fit above `floor` tokens, but always the first.
    pub(super) fn error(&mut self, error: &str, floor: u32) {
        for (line, floor) in error.lines().zip(std::iter::once(0).chain(std::iter::repeat(floor))) {
            self.lines_above(&[line], floor);
        }
    }

    /// Adds the rows of a list as long as they fit; those behind one that does not are left out too, in all parts of the list,
    /// so that one key is enough to go on from. Returns whether none is left out.
    pub(super) fn list<'r>(&mut self, part: &ListPart<'_>, rows: impl IntoIterator<Item = Row<'r>>) -> bool {
        if matches!(&self.after, Some(After::In(list)) if list != part.what) {
            return true;
        }
        self.begin(part.what);
        let floor = if self.after.is_some() { 0 } else { part.floor };
        let (mut heading, mut left_out, mut last) = (part.heading, 0, None);
        let mut is_cut = self.omitted.iter().any(|omitted| omitted.what == part.what);
        for row in rows {
            if is_cut && !self.is_seeking() {
                left_out += row.n;
                continue;
            }
            let ShownRow { mut keys, text } = (row.shown)();
            if self.is_seeking() {
                self.is_behind = self.meet(part.what, &keys);
                continue;
            }
            is_cut = !self.lines_above(&[heading, &text], floor);
            if is_cut {
                left_out += row.n;
            } else {
                (heading, last) = ("", keys.pop());
            }
        }
        if let Some(key) = last {
            self.last = Some((part.what.to_owned(), key));
        }
        self.omit(part.what, left_out, part.rest);
        self.is_behind = false;
        left_out == 0
    }

    /// Returns whether the answer goes on from a key.
    pub(super) fn is_going_on(&self) -> bool {
        self.after.is_some()
    }

    /// Returns whether the place from which to go on has not come yet.
    fn is_seeking(&self) -> bool {
        matches!(self.after, Some(After::Wanted(_)))
    }

    /// Goes on with a list if it is the one that is asked for by name, or by a key that has come.
    fn begin(&mut self, what: &str) {
        if matches!(&self.after, Some(After::Wanted(name)) if name == what) {
            self.after = Some(After::In(what.to_owned()));
        }
        self.is_behind = matches!(self.after, Some(After::In(_)));
    }

    /// Goes on with a list behind a row of it if that has the key. Returns whether it has.
    fn meet(&mut self, what: &str, keys: &[String]) -> bool {
        let is_met = matches!(&self.after, Some(After::Wanted(key)) if keys.contains(key));
        if is_met && let Some(After::Wanted(key)) = self.after.replace(After::In(what.to_owned())) {
            self.last = Some((what.to_owned(), key));
        }
        is_met
    }

    fn cut_to(&mut self, (len, used): (usize, u32)) {
        self.text.truncate(len);
        self.used = used;
    }

    /// Counts `n` omitted `what`. Where `rest` does not say how to ask for them, that is behind the last key of their list, or
    /// by its name.
    pub(super) fn omit(&mut self, what: &str, n: usize, rest: &str) {
        let is_of_answer = match &self.after {
            None => true,
            Some(After::In(list)) => list == what,
            Some(After::Wanted(_)) => false,
        };
        if n == 0 || !is_of_answer {
            return;
        }
        if let Some(omitted) = self.omitted.iter_mut().find(|omitted| omitted.what == what) {
            omitted.n += n;
            return;
        }
        let last = self.last.as_ref().filter(|(list, _)| list == what).map_or(what, |(_, key)| key);
        let rest =
            if rest.is_empty() { format!("for the rest with after: \"{last}\"") } else { rest.to_owned() };
        self.omitted.push(Omitted { what: what.to_owned(), n, rest });
    }

    /// The line about omissions; empty if there are none.
    fn omissions(&self) -> String {
        let mut said: Vec<String> = self
            .omitted
            .iter()
            .take(MAX_OMITTED)
            .map(|omitted| format!("{} {}", omitted.n, omitted.what))
            .collect();
        if said.is_empty() {
            return String::new();
        }
        if self.omitted.len() > MAX_OMITTED {
            said.push("more".to_owned());
        }
        let mut line = format!(
            "left out for the budget of {}: {}; ask again with a larger budget",
            self.budget,
            said.join(", ")
        );
        for Omitted { rest, .. } in &self.omitted {
            let longer = format!("{line}, or {rest}");
            if count(rest) <= self.budget / FOR_REST && count(&longer) < for_omissions(self.budget) {
                line = longer;
            }
        }
        clean(&line).into_owned() + "\n"
    }

    /// The whole answer. The tokens of the whole can differ by a few from the sum of its parts; then the last lines
    /// are dropped.
    pub(super) fn finish(mut self) -> String {
        if let Some(After::Wanted(key)) = &self.after {
            let text = format!("nothing here is behind `{key}`: ask without `after`");
            self.after = None;
            self.line(&text);
        }
        let omitted = self.omissions();
        let masked = describe(masked_in(&self.text)).map_or(String::new(), |masked| {
            format!("{masked}; `codegraph-tui mcp --show-secrets` shows them\n")
        });
        let end = [omitted, masked, self.footer.text].concat();
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

fn for_omissions(budget: u32) -> u32 {
    let [part, least, most] = FOR_OMISSIONS;
    (budget / part).clamp(least, most)
}
