//! What the Symbols view is made of: its panes, places and texts. Other views show sources and lead to symbols by these.

use crate::app::find::Find;
use crate::app::folds::Folds;
use crate::app::hover::Hover;
use crate::app::layout::Area;
use crate::app::line::Line;
use crate::app::listing::Sort;
use crate::app::relations::{Order, Relation, count};
use crate::model::{Graph, SymbolId};

/// A pane of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    #[default]
    List,
    Source,
    Relations,
}

/// Where one was in the view; symbols by their ids in words, which outlive a rebuilt index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    pub(super) symbol: Option<String>,
    /// The neighbour that the cursor was on, when it was among them.
    pub(super) beside: Option<String>,
    /// The start of the call paths that replaced the relations.
    pub(super) call_path: Option<String>,
    pub(super) filter: String,
    /// Whether symbols of tests, and generated ones, were hidden.
    pub(super) hides: (bool, bool),
    /// Where the cursor was in the text, when it had the keys.
    pub(super) spot: Option<Spot>,
}

/// What a list that comes selects.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Next {
    /// What the one before did, where it still means something.
    #[default]
    Same,
    /// Its first row.
    First,
    Symbol(SymbolId),
}

impl Pane {
    pub(super) const ALL: [Self; 3] = [Self::List, Self::Source, Self::Relations];

    pub(super) fn next(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
}

/// The pane's state besides its rows and its cursor.
#[derive(Default)]
pub struct Around {
    /// The filter of its rows, and whether keys go into it.
    pub line: Line,
    pub typing: bool,
    pub order: Order,
    /// Whether what is doubtful is left out.
    pub sure: bool,
    /// Which of the places of the row under the cursor the source shows, from 0.
    pub site: usize,
    /// The id in words of the symbol that it is about.
    pub(super) of: Option<String>,
    /// Its rows without the filter.
    pub(super) all: Vec<Relation>,
    /// The pane that it is put in order for.
    pub(super) area: Area,
}

impl Around {
    /// How many neighbours there are without the filter.
    #[must_use]
    pub fn total(&self) -> usize {
        count(&self.all)
    }

    #[must_use]
    pub fn is_filtered(&self) -> bool {
        !self.line.text().trim().is_empty()
    }
}

/// Lines of a declaration.
pub struct Pointed {
    /// The id of the declaration in words, which outlives a rebuilt index.
    pub(super) id: String,
    /// So many lines below its first one; at least one.
    pub(super) below: Vec<u32>,
}

/// A selection whose declaration is gone, as in a file that is half written, and what stands in its place: ids in words.
pub(super) struct Lost {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) instead: Option<String>,
    /// Whether that was said.
    pub(super) told: bool,
}

impl Pointed {
    /// Lines of a declaration that the source pane is to show; `None` without any: it then shows where that begins.
    pub(in crate::app) fn of(graph: &Graph<'_>, symbol: SymbolId, lines: &[u32]) -> Option<Self> {
        let first = graph.symbol(symbol).line();
        let below: Vec<u32> = lines.iter().map(|line| line.saturating_sub(first)).collect();
        (!below.is_empty()).then(|| Self { id: graph.symbol(symbol).id_text(), below })
    }
}

/// All that can be chosen, as it was at one time.
#[derive(Clone, PartialEq)]
pub(super) struct Choices {
    pub(super) filter: String,
    pub(super) sort: Sort,
    pub(super) hides: (bool, bool),
    pub(super) order: Order,
    pub(super) sure: bool,
}

/// What a person does in the text.
#[derive(Default)]
pub struct Reading {
    /// Whether long lines go on in the next row.
    pub wraps: bool,
    /// The row, from 0, at which the selection of lines began; the cursor's row is its other end.
    pub anchor: Option<usize>,
    pub folds: Folds,
    pub find: Find,
    pub hover: Option<Hover>,
    /// The column that the cursor goes back to on lines that are long enough.
    pub(super) goal: usize,
    /// What the pane shows instead of what the selection is about.
    pub(super) spot: Option<Spot>,
    /// What stands around the name under the cursor, in the place of what stands around the selection.
    pub(super) subject: Option<SymbolId>,
}

impl Reading {
    /// Another selection: what was read of the one before is over.
    pub(super) fn leave(&mut self) {
        (self.anchor, self.hover, self.spot, self.subject) = (None, None, None, None);
    }

    /// What stands around the name under the cursor, where that is not the selection.
    #[must_use]
    pub fn subject(&self) -> Option<SymbolId> {
        self.subject
    }

    /// The selected rows, from 0, where the cursor is at a row.
    #[must_use]
    pub fn selected(&self, row: usize) -> Option<std::ops::RangeInclusive<usize>> {
        self.anchor.map(|anchor| anchor.min(row)..=anchor.max(row))
    }
}

/// A place that the source pane shows whatever the selection is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) path: String,
    /// From 1.
    pub(super) line: u32,
    /// The character that the cursor stands at, from 0.
    pub(super) column: Option<usize>,
}
