//! Data of the Symbols view: places, neighbours and choices. Other views use it to show sources and to lead to symbols.

use crate::app::listing::SymbolSort;
use crate::model::SymbolId;

/// A place in the view, with symbols by id, which outlives a rebuilt index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    pub(super) symbol: Option<String>,
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
pub(in crate::app) struct SymbolsChoices {
    pub(super) filter: String,
    pub(super) sort: SymbolSort,
    pub(super) hides: (bool, bool),
}
