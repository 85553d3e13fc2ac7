//! The code graph as plain arrays: symbols, dependency edges, ranks.
//!
//! This room knows nothing of files, threads, clocks or screens. [`GraphData`] owns the columns while a graph is
//! built. [`Graph`] borrows the same columns, from a `GraphData` or from a mapped database, and is what every reader
//! works on. One table ([`columns`]) defines both, so they cannot drift apart.
//!
//! Invariants: symbols are in order of (file path, place), packages first; ids are dense indices; edges are in order of
//! (from, to, kind), at most one each; every index in a column is in range once [`Graph::check`] has passed.

mod build;
mod callers;
mod check;
mod clean;
mod columns;
mod conversion;
pub mod edit_distance;
#[cfg(test)]
pub(crate) mod fixture;
mod folder;
mod follow;
mod foreign;
mod graph;
mod head;
mod ids;
mod kinds;
pub mod leb128;
mod name_index;
mod number;
mod place;
mod resolve;
mod variants;
mod written;

pub use build::{EdgeDraft, FileDraft, GraphBuilder, SymbolDraft, ViaDraft};
pub use callers::{Callers, Doubt, Possible, Through};
pub use check::Damage;
pub use clean::{clean, is_unsafe, readable};
pub use columns::{Graph, GraphData};
pub use conversion::{ANY, Conversion, ConversionDraft};
pub use edit_distance::edits;
pub use folder::{folder, joined, package_folder};
pub use follow::{Followed, Follower, IdParts};
pub use foreign::{ForeignDraft, ForeignSite, OF_UNKNOWN_TYPE, spoken};
pub use graph::{Called, EdgeRef, NotFound, Symbol, is_testdata};
pub use head::{Head, package_clause};
pub use ids::{EdgeId, FileId, Label, Line, NONE, StrId, SymbolId};
pub use kinds::{Cause, EdgeKind, Origin, SymbolKind, access, symbol_flag};
pub use name_index::{NameIndex, NameIndexPlace};
pub use number::{age, counted, first_of, grouped, hundredths};
pub use resolve::{Lines, lines_meant, resolve, resolve_with_variants, symbol_meant};
pub use variants::Variants;
pub use written::{is_literal, plain_name, unlinked, without_arguments};
