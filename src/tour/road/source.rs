//! The text of functions, read on demand: what a function starts, and how a line of it uses what it names.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::model::{Graph, SymbolId};
use crate::tour::{FileOpener, Opened};

/// Concurrent parts of the body of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tour) struct Activity {
    /// It starts a goroutine.
    pub starts: bool,
    /// It sends to or receives from a channel.
    pub channels: bool,
    /// It has a loop without a condition, or a `select`.
    pub endless: bool,
}

/// The texts of the files that were read.
pub(in crate::tour) struct Sources<'o> {
    open: &'o FileOpener<'o>,
    known: RefCell<FxHashMap<String, Option<Arc<[u8]>>>>,
}

impl<'o> Sources<'o> {
    pub(in crate::tour) fn new(open: &'o FileOpener<'o>) -> Self {
        Self { open, known: RefCell::default() }
    }

    fn text(&self, path: &str) -> Option<Arc<[u8]>> {
        if let Some(known) = self.known.borrow().get(path) {
            return known.clone();
        }
        let text = match (self.open)(path) {
            Opened::Text(text) => Some(text),
            Opened::Folder | Opened::Missing | Opened::Refused(_) => None,
        };
        self.known.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    /// The concurrent parts of a function, read from its text without its comments.
    pub(super) fn activity(&self, graph: &Graph<'_>, id: SymbolId) -> Activity {
        let Some(text) = self.text(graph.symbol(id).path()) else { return Activity::default() };
        let span = graph.symbol_start[id.ix()] as usize..graph.symbol_end[id.ix()] as usize;
        text.get(span).map(activity).unwrap_or_default()
    }

    /// A line of the file of a symbol, without the blanks around it. Empty if it cannot be read.
    pub(in crate::tour) fn line(&self, graph: &Graph<'_>, id: SymbolId, line: u32) -> String {
        let Some(text) = self.text(graph.symbol(id).path()) else { return String::new() };
        let row = text.split(|&b| b == b'\n').nth((line as usize).saturating_sub(1)).unwrap_or_default();
        String::from_utf8_lossy(row.trim_ascii()).into_owned()
    }
}

fn activity(body: &[u8]) -> Activity {
    let mut found = Activity::default();
    for line in body.split(|&b| b == b'\n') {
        let line = code_of(line);
        let has = |part: &[u8]| memchr::memmem::find(line, part).is_some();
        found.channels |= has(b"<-");
        found.starts |= line.starts_with(b"go ") || has(b"{ go ") || has(b".Go(");
        found.endless |= line.starts_with(b"for {") || line.starts_with(b"select {");
    }
    found
}

/// A line without the blanks and the comment around its code.
fn code_of(line: &[u8]) -> &[u8] {
    let end = memchr::memmem::find(line, b"//").unwrap_or(line.len());
    line[..end].trim_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_says_what_it_starts_and_waits_for() {
        for (body, starts, channels, endless) in [
            ("{\n\tgo work()\n}", true, false, false),
            ("{\n\tg.Go(func() error {\n", true, false, false),
            ("{\n\tx := <-done\n}", false, true, false),
            ("{\n\tfor {\n\t\tselect {\n", false, false, true),
            ("{\n\t// go on, for { and <- are words\n\tgoing()\n\tfor x {\n}", false, false, false),
        ] {
            assert_eq!(activity(body.as_bytes()), Activity { starts, channels, endless }, "{body}");
        }
    }
}
