//! Relations: the symbols at the other ends of a symbol's edges, and sentences about them.
//!
//! * [`RelationKind`] has one row of data for each kind: the edges, the access, the direction and the nouns.
//! * [`ends`] finds the [`End`]s of a kind for one symbol; [`ends_within`], [`imports`], [`tests_of`] and
//!   [`affected`] find those that lie more than an edge away.
//! * [`around`] groups the ends of all kinds for one symbol.
//! * [`describe`] has all sentences about a list of ends: how many there are, and whether others may be missing.
//!
//! Invariants: the explorer, the command line, questions and the server's tools list what this room finds, so they mean
//! the same by the same word. Nothing here ranks by words, or leaves an end out for its rank.

mod affected;
mod around;
pub mod describe;
mod ends;
mod entries;
mod extension;
mod imports;
mod kind;
mod order;
mod reach;
mod result_types;
mod tests_of;

pub use affected::affected;
pub use around::{RelationGroup, RelationPart, around};
pub use describe::ListState;
pub use ends::{Certainty, End, Via, direct_ends, ends, has_ends, meant, n_dependants, outward};
pub use entries::{Entries, entries};
pub use extension::Extension;
pub use imports::{ImportEnd, imports, imports_from_outside, outward_imports};
pub use kind::{Direction, RelationKind};
pub use order::{by_symbol, in_order, is_data, is_one};
pub use reach::{MAX_DEPTH, Reach, ends_within};
pub use tests_of::tests_of;

#[cfg(test)]
mod tests;
