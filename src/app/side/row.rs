//! A row of a panel.

use crate::app::msg::Tone;
use crate::app::source::{Shown, SourceSpot};
use crate::app::sure::Sure;
use crate::model::{Graph, SymbolId, SymbolKind};

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
    pub place: Option<RowPlace>,
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
    Told(Tone),
}

/// The lines of a file that a row leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowPlace {
    pub path: String,
    /// From 1, rising; one at least.
    pub lines: Vec<u32>,
    /// The name there that leads on.
    pub name: Option<String>,
    /// True if the lines are uses, which are shown in the middle.
    pub are_uses: bool,
}

impl RowPlace {
    /// The declaration of a symbol.
    pub fn declaration(graph: &Graph<'_>, id: SymbolId) -> Self {
        let (path, line) = graph.place(id);
        let name = Some(graph.symbol(id).name().to_owned()).filter(|name| !name.is_empty());
        Self { path: path.to_owned(), lines: vec![line], name, ..Self::default() }
    }

    /// The part that the source shows of it; of several lines that with a number, from 0.
    pub fn shown(&self, site: usize) -> Shown {
        let line = self.lines.get(site).or(self.lines.first()).copied().unwrap_or(1);
        let sites = if self.are_uses { self.lines.clone() } else { Vec::new() };
        Shown { path: self.path.clone(), line, sites, name: self.name.clone(), ..Shown::default() }
    }

    /// The spot to read it at.
    pub fn spot(&self, site: usize) -> SourceSpot {
        let Shown { path, line, name, .. } = self.shown(site);
        SourceSpot { path, line, name, ..SourceSpot::default() }
    }
}

impl SideRow {
    pub fn new(key: impl Into<String>, depth: u16, what: RowWhat) -> Self {
        Self { key: key.into(), depth, open: None, what, place: None, symbol: None }
    }

    pub fn words(text: impl Into<String>, tone: RowTone) -> Self {
        let text = text.into();
        Self::new(text.clone(), 0, RowWhat::Words(text, tone))
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
