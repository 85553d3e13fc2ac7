//! A row of a panel.

use crate::app::source::Shown;
use crate::app::sure::Sure;
use crate::app::symbol_marks::marks;
use crate::model::{Graph, SymbolId, SymbolKind, clean};

/// A row of a panel, safe to print.
#[derive(Clone, Debug, PartialEq)]
pub struct SideRow {
    /// Names the row where rows are made anew; it outlives a graph.
    pub key: String,
    pub depth: u16,
    /// True if its rows below are shown; `None` where nothing is.
    pub open: Option<bool>,
    pub what: RowWhat,
    /// The place that it leads to.
    pub place: Option<Shown>,
    pub symbol: Option<SymbolId>,
}

/// The content of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum RowWhat {
    /// A heading, and a note at its end.
    Heading(String, String),
    /// A symbol, and a note before its lines.
    Symbol {
        kind: SymbolKind,
        label: String,
        marks: String,
        sure: Sure,
        note: String,
    },
    /// A line that a person may run, and what is shown of it in this row.
    Command(String, String),
    Words(String, RowTone),
    /// A commit, by its place in the list.
    Commit(usize, String),
}

/// The look of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowTone {
    Plain,
    Strong,
    Faint,
    /// A word that names what follows.
    Key,
    Good,
    Bad,
}

impl SideRow {
    pub fn new(key: impl Into<String>, depth: u16, what: RowWhat) -> Self {
        Self { key: key.into(), depth, open: None, what, place: None, symbol: None }
    }

    pub fn words(text: impl Into<String>, tone: RowTone) -> Self {
        let text = text.into();
        Self::new(text.clone(), 0, RowWhat::Words(text, tone))
    }

    /// A heading, with a note at its end.
    pub fn heading(key: impl Into<String>, text: impl Into<String>, note: impl Into<String>) -> Self {
        Self::new(key, 0, RowWhat::Heading(text.into(), note.into()))
    }

    /// The row of a symbol that leads to its declaration.
    pub fn symbol(graph: &Graph<'_>, key: &str, depth: u16, id: SymbolId, sure: Sure, note: &str) -> Self {
        let symbol = graph.symbol(id);
        let (kind, marks) = (symbol.kind(), marks(symbol.flags()));
        let [label, note] = [&symbol.label(), note].map(|text| clean(text).into_owned());
        let what = RowWhat::Symbol { kind, label, marks, sure, note };
        Self {
            place: Some(Shown::declaration(graph, id)),
            symbol: Some(id),
            ..Self::new(format!("{key}/{}", symbol.id_text()), depth, what)
        }
    }

    /// The same row with another place, if there is one.
    pub fn at(self, place: Option<Shown>) -> Self {
        Self { place: place.or(self.place), ..self }
    }

    /// The same row at a depth.
    pub fn below(self, depth: u16) -> Self {
        Self { depth, ..self }
    }

    /// The same row with others below it, which are shown or not.
    pub fn folding(self, open: bool) -> Self {
        Self { open: Some(open), ..self }
    }

    /// Returns whether the cursor stops there: words that lead nowhere are passed over.
    pub fn is_stop(&self) -> bool {
        !matches!(self.what, RowWhat::Words(..)) || self.place.is_some() || self.open.is_some()
    }

    /// The text that it shows, to be filtered by and to be copied.
    pub fn text(&self) -> &str {
        match &self.what {
            RowWhat::Heading(text, _)
            | RowWhat::Command(text, _)
            | RowWhat::Words(text, _)
            | RowWhat::Commit(_, text) => text,
            RowWhat::Symbol { label, .. } => label,
        }
    }
}
