//! The index of one repository on disk: it is built from the tree, stored, mapped and kept up to date.
//!
//! This is the only room that reads source trees wholesale and writes the database. Data goes one way through it:
//! [`walk`] finds files, [`parse`] reads and lowers the changed ones (facts of the others come from the [`facts_file`]),
//! `golang` binds them, `rank` ranks, and the [`store`] publishes a generation that readers map as a [`Snapshot`].
//!
//! Invariants: a generation is a pure function of the tree's content, whatever the number of threads and whatever
//! came from the facts file. It appears by one rename and is never changed. Nothing is written into the repository but
//! tours that a person asks for ([`tours`]). Everything that is skipped is counted with its reason. This room draws
//! nothing and asks the user nothing.

mod assembly;
mod before;
mod build;
mod build_target;
mod database_paths;
mod declaration_hashes;
mod dependencies;
mod diagnostics;
mod documents;
pub mod drafts;
mod embedded;
mod error;
mod facts_file;
mod files;
mod format;
mod fs;
mod gather;
pub mod git;
mod incremental;
mod inputs;
mod interaction_store;
mod map;
mod meta;
mod parse;
pub mod record;
mod refresh_state;
mod repository;
mod root;
mod session;
mod shard;
mod snapshot;
mod sources;
mod stamps;
mod store;
mod task;
mod text;
mod time_left;
pub mod tour_export;
pub mod tour_steps;
pub mod tours;
mod unused;
mod walk;

use assembly::add_assembly;
pub use assembly::{unseen_users, uses_in_assembly};
pub use build::{Outcome, prepare, refresh, refresh_from};
pub use build_target::{build_target, keep_build_target, machine};
pub use database_paths::{NoDataDir, data_dir, home_dir};
pub use dependencies::{
    DependencyReport, DependencySource, MissingReason, OutsideDeclaration, ReadPackage, outside_declaration,
};
pub use diagnostics::{DiagnosticKind, Diagnostics, FileDiagnostic};
pub use documents::documents;
pub use embedded::Embedded;
pub use error::IndexError;
pub use files::Files;
pub use format::{FORMAT_VERSION, FormatError};
pub use fs::write_whole;
pub use incremental::IncrementalState;
pub use inputs::IndexChange;
pub use interaction_store::{Loaded, SetAside, Sidecar};
pub use meta::{Counts, FactsFileRef, Meta};
pub use parse::hash as content_hash;
pub use refresh_state::{BuildSettings, DEPENDENCY_TIME};
pub use repository::Repository;
pub use root::RootError;
pub use session::{Session, SessionError};
pub use snapshot::{OpenError, Snapshot};
pub use sources::Sources;
pub use stamps::{StampDigest, Stamps};
pub use store::{Latest, Refused, Store};
pub use task::{BuildEvent, Glimpse, Phase, Task};
pub use time_left::TimeLeft;
pub use unused::{find_unused, unseen_tests, unseen_uses};
pub use walk::{MAX_FILE_SIZE, Skip, SkipReason, Skipped};

#[cfg(test)]
mod edit_tests;
#[cfg(test)]
mod tests;
