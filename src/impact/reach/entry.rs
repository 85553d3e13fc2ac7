//! The entry points of a test.

use crate::model::SymbolId;

/// A test and its entry points.
#[derive(Clone, Debug)]
pub(in crate::impact) struct Test {
    pub(in crate::impact) symbol: SymbolId,
    /// The folder that its file lies in, `.` for the root.
    pub(in crate::impact) dir: String,
    /// The symbols where its execution starts: itself, and what a runner calls by reflection for it.
    pub(in crate::impact) starts: Vec<SymbolId>,
}
