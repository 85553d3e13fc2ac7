//! Data of the Symbols view: panes, places and texts. Other views use it to show sources and to lead to symbols.

use crate::app::find_in_source::Find;
use crate::app::folds::Folds;
use crate::app::hover::Hover;
use crate::app::layout::PaneArea;
use crate::app::listing::SymbolSort;
use crate::app::relations::{RelationOrder, RelationRow, count};
use crate::app::source_authors::AuthorsColumn;
use crate::app::typed_line::TypedLine;
use crate::model::{Graph, SymbolId};

/// A pane of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SymbolsPane {
    #[default]
    List,
    Source,
    Relations,
}

/// A place in the view, with symbols by id, which outlives a rebuilt index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    pub(super) symbol: Option<String>,
    /// The neighbour under the cursor, if the relations had the focus.
    pub(super) beside: Option<String>,
    /// The start of the call paths that replaced the relations.
    pub(super) call_path: Option<String>,
    pub(super) filter: String,
    /// Whether symbols of tests, and generated ones, were hidden.
    pub(super) hides: (bool, bool),
    /// The cursor's place in the text, if that had the focus.
    pub(super) spot: Option<ShownSpot>,
}

/// The row that an awaited list selects.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Next {
    /// The same symbol as before, if it is still meaningful.
    #[default]
    Same,
    /// Its first row.
    First,
    Symbol(SymbolId),
}

impl SymbolsPane {
    pub(super) const ALL: [Self; 3] = [Self::List, Self::Source, Self::Relations];

    pub(super) fn next(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
}

/// The state of the relations pane besides its rows and cursor.
#[derive(Default)]
pub struct Around {
    /// The filter of its rows, and whether keys go into it.
    pub line: TypedLine,
    pub typing: bool,
    pub order: RelationOrder,
    /// Whether doubtful edges are left out.
    pub sure: bool,
    /// The place of the row under the cursor that the source shows, from 0.
    pub site: usize,
    /// The id in words of the symbol that it is about.
    pub(super) of: Option<String>,
    /// All rows, before filtering.
    pub(super) all: Vec<RelationRow>,
    /// The area that the rows were laid out for.
    pub(super) area: PaneArea,
    /// Whether the rows are in the order of columns beside the source.
    pub(super) in_columns: bool,
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
    /// Offsets of the lines from its first one; at least one.
    pub(super) below: Vec<u32>,
}

/// A selection whose declaration is gone, as in a half-written file, and the symbol selected instead, by id.
pub(super) struct Lost {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) instead: Option<String>,
    /// Whether a notice reported it.
    pub(super) told: bool,
}

impl Pointed {
    /// Lines of a declaration that the source pane is to mark; `None` if there are none: the pane then shows its
    /// beginning.
    pub(in crate::app) fn of(graph: &Graph<'_>, symbol: SymbolId, lines: &[u32]) -> Option<Self> {
        let first = graph.symbol(symbol).line();
        let below: Vec<u32> = lines.iter().map(|line| line.saturating_sub(first)).collect();
        (!below.is_empty()).then(|| Self { id: graph.symbol(symbol).id_text(), below })
    }
}

/// All choices of the view at one time, for undo.
#[derive(Clone, PartialEq)]
pub(super) struct SymbolsChoices {
    pub(super) filter: String,
    pub(super) sort: SymbolSort,
    pub(super) hides: (bool, bool),
    pub(super) order: RelationOrder,
    pub(super) sure: bool,
}

/// The state of reading in the source pane.
#[derive(Default)]
pub struct ReadingState {
    /// Whether long lines go on in the next row.
    pub wraps: bool,
    pub folds: Folds,
    pub find: Find,
    pub hover: Option<Hover>,
    pub authors: AuthorsColumn,
    /// A place that the pane shows instead of the selection.
    pub(super) spot: Option<ShownSpot>,
    /// The symbol under the cursor whose relations are shown instead of the selection's.
    pub(super) subject: Option<SymbolId>,
}

impl ReadingState {
    /// Resets the state for another selection.
    pub(super) fn leave(&mut self) {
        (self.hover, self.spot, self.subject) = (None, None, None);
    }

    /// The symbol whose relations are shown, if it is not the selection.
    #[must_use]
    pub fn subject(&self) -> Option<SymbolId> {
        self.subject
    }
}

/// A place that the source pane shows independently of the selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownSpot {
    pub(super) path: String,
    /// From 1.
    pub(super) line: u32,
    /// The cursor's character in the line, from 0.
    pub(super) column: Option<usize>,
}
