//! Where the execution of a test begins.

use crate::model::SymbolId;

/// A test, and what `go test` runs for it.
#[derive(Clone, Debug)]
pub(in crate::impact) struct Test {
    pub(in crate::impact) symbol: SymbolId,
    /// The folder that its file lies in, `.` for the root.
    pub(in crate::impact) dir: String,
    /// Where its execution starts: itself, and what a runner calls by reflection for it.
    pub(in crate::impact) starts: Vec<SymbolId>,
}
