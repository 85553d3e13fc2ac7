//! Data of the Symbols view: places, neighbours and choices. Other views use it to show sources and to lead to symbols.

use crate::app::layout::PaneArea;
use crate::app::listing::SymbolSort;
use crate::app::relations::{RelationOrder, RelationRow, count};
use crate::app::typed_line::TypedLine;
use crate::model::SymbolId;

/// A place in the view, with symbols by id, which outlives a rebuilt index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    pub(super) symbol: Option<String>,
    /// The neighbour under the cursor, if the relations had the focus.
    pub(super) beside: Option<String>,
    /// The start of the call paths that replaced the relations.
    pub(super) call_path: Option<String>,
    pub(super) filter: String,
    /// True if symbols of tests, and generated ones, were hidden.
    pub(super) hides: (bool, bool),
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

/// The state of the relations pane besides its rows and cursor.
#[derive(Default)]
pub struct Around {
    /// The filter of its rows, and whether keys go into it.
    pub line: TypedLine,
    pub typing: bool,
    pub order: RelationOrder,
    /// True if doubtful edges are left out.
    pub sure: bool,
    /// The place of the row under the cursor that the source shows, from 0.
    pub site: usize,
    /// The id in words of the symbol that it is about.
    pub(super) of: Option<String>,
    /// All rows, before filtering.
    pub(super) all: Vec<RelationRow>,
    /// The area that the rows were laid out for.
    pub(super) area: PaneArea,
    /// True if the rows are in the order of columns beside the source.
    pub(super) in_columns: bool,
}

impl Around {
    /// Number of neighbours without the filter.
    pub fn total(&self) -> usize {
        count(&self.all)
    }

    pub fn is_filtered(&self) -> bool {
        !self.line.text().trim().is_empty()
    }
}

/// A selection whose declaration is gone, as in a half-written file, and the symbol selected instead, by id.
pub(super) struct Lost {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) instead: Option<String>,
    /// True if a notice reported it.
    pub(super) told: bool,
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
