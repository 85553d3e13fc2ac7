//! Guided walks through the code, in CodeTour's format.
//!
//! [`Tour`] is a tour file as it stands, unknown keys and key order included. [`plan()`] chooses what a
//! generated tour shows and in which order; [`generate`](generate()) makes a tour of a plan, with words from facts of
//! the graph. [`Finder`] says where a step is now: by its anchor (symbol and content), else by the plain line or
//! pattern that CodeTour uses.
//!
//! Invariants: equal graphs and sources give equal tours, byte for byte; no generated tour has more than
//! [`MOST_STEPS`] steps; commands in a tour are text and nothing else. This room opens no file: whoever calls it
//! hands in [`Opened`] texts, and decides what lies inside the repository.

mod anchor;
mod by_package;
mod changes;
mod doc;
mod entry;
mod file;
mod find;
mod generate;
mod holds;
mod kinds;
mod links;
mod load;
mod names;
mod order;
mod package;
mod pattern;
mod phrase;
mod plan;
mod prose;
mod purpose;
mod reasons;
mod renew;
mod series;
mod start;
mod step;
mod when;
mod words;
mod work;

pub use anchor::{Anchor, print};
pub use changes::{Difference, How, changes};
pub use file::{MAX_BYTES, Malformed, Tour, slug};
pub use find::{Finder, Found, Spot, Verdict};
pub use generate::generate;
pub use kinds::plan;
pub use links::Link;
pub use load::place;
pub use names::named;
pub use order::{Order, in_order};
pub use package::{of_package, package_named};
pub use plan::Plan;
pub use prose::plain;
pub use renew::renew;
pub use step::{At, Kind, Place, Step, StepDraft, Stop};
pub use when::Host;

/// Most steps of a generated tour: what a person can keep in mind.
pub const MOST_STEPS: usize = 12;

/// The content of a path of the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    Text(std::sync::Arc<[u8]>),
    Folder,
    Missing,
    /// It would lead out of the repository, or is nothing to read; why.
    Refused(&'static str),
}

/// Opens a path relative to the repository's root.
pub type Open<'o> = dyn Fn(&str) -> Opened + 'o;

#[cfg(test)]
mod tests;
