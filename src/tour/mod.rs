//! Guided tours through the code, in the format of CodeTour.
//!
//! [`Tour`] is a tour file, which keeps unknown keys and the order of keys. [`Planner`] chooses what a generated tour
//! shows and in which order. [`generate`](generate()) makes a tour from a plan, with words from facts of the graph.
//! [`Finder`] finds where a step is now: by its anchor (symbol and content) or by the plain line or pattern that
//! CodeTour uses.
//!
//! Invariants: equal graphs and sources give equal tours, byte for byte. No generated tour has more than
//! [`MAX_STEPS`] steps. Commands in a tour are only text. This room opens no file: its caller passes texts as
//! [`Opened`], and decides which paths are inside the repository.

mod all_packages;
mod anchor;
mod changes;
mod condition;
mod contents;
mod doc;

mod entry_points;
mod file;
mod find;
mod generate;
mod hop_words;
mod imports;
mod introduction;
mod javascript;

mod kinds;
mod labels;
mod links;
mod load_bearing;
mod names;
mod order;
mod package;
mod page;
mod pattern;
mod phrase;
mod plan;
mod programs;
mod prose;
mod purpose;
mod reasons;
mod renew;
mod review;
pub(crate) mod road;
mod rows;
mod selection;
mod series;
mod start_here;
mod step;
mod stop;
mod title;
mod tree_path;
mod twins;
mod typed_place;

pub use anchor::{Anchor, Twins, print};
pub use changes::{Difference, DifferenceKind, changes};
pub use condition::Platform;
pub use file::{MAX_BYTES, Malformed, Tour, slug};
pub use find::{Finder, HeadChange, LocatedStep, Location, PathFollower, Verdict};
pub use generate::generate;
pub use kinds::Planner;
pub use labels::{Label, leads_on};
pub use links::Link;
pub use load_bearing::place;
pub use names::named;
pub use order::{StopOrder, in_order};
pub use package::{of_package, package_named};
pub use page::page;
pub use phrase::verb;
pub use plan::Plan;
pub use prose::plain;
pub use renew::renew;
pub use review::{Consequence, review, review_title};
pub use rows::of_rows;
pub use step::{PlaceInFile, StepDraft, StepPlace, TourKind, TourStep};
pub use stop::{Stop, StopLinks};
pub use tree_path::tree_path;

/// The largest number of steps of a generated tour, because a person cannot keep more in mind.
pub const MAX_STEPS: usize = 12;

/// The result of opening a path of the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    Text(std::sync::Arc<[u8]>),
    Folder,
    Missing,
    /// The path leads out of the repository, or is neither a file nor a folder. Holds the reason.
    Refused(&'static str),
}

/// Opens a path relative to the root of the repository.
pub type FileOpener<'o> = dyn Fn(&str) -> Opened + 'o;

#[cfg(test)]
mod tests;
