//! The index of one repository on disk: built from the tree, stored, mapped, brought up to date.
//!
//! The only room that reads source trees wholesale and writes the database. Data goes one way through it:
//! [`walk`] finds files, [`parse`] reads and lowers the changed ones (facts of the others come from the [`cache`]),
//! `golang` binds them, `rank` ranks, and the [`store`] publishes a generation that readers map as a [`Snapshot`].
//!
//! Invariants: a generation is a pure function of the tree's content, whatever the number of threads and whatever
//! came from the cache; it appears by one rename and is never changed; nothing is written into the repository; what
//! is left out is counted with its reason. This room draws nothing and asks nobody.

mod before;
mod build;
mod cache;
pub mod drafts;
mod embedded;
mod files;
mod flaws;
mod format;
mod gather;
pub mod git;
pub mod guide;
mod held;
mod inputs;
mod map;
mod meta;
mod parse;
mod paths;
mod prints;
mod record;
mod root;
mod sidecar;
mod snapshot;

mod sources;
mod store;
mod task;
mod text;
pub mod tours;
mod vendor;
mod walk;

use std::io;
use std::path::{Path, PathBuf};

pub use build::{Outcome, Settings, prepare, refresh, refresh_from};
pub use embedded::Embedded;
pub use files::Files;
pub use flaws::{Flaw, Flawed, Flaws};
pub use format::{FORMAT_VERSION, FormatError};
pub use held::Held;
pub use inputs::Change;
pub use meta::{Counts, Meta, PackRef};
pub use parse::hash as content_hash;
pub use paths::{NoDataDir, data_dir, home_dir};
pub use root::RootError;
pub use sidecar::{Loaded, SetAside, Sidecar};
pub use snapshot::{OpenError, Snapshot};
pub use sources::Sources;
pub use store::{Latest, Refused, Store};
pub use task::{Event, Glimpse, Phase, Task};
pub use walk::{MAX_FILE_SIZE, Reason, Skip, Skipped};

/// A repository and where its database lies.
#[derive(Clone, Debug)]
pub struct Repository {
    /// Absolute and without links.
    pub root: PathBuf,
    pub store: Store,
}

impl Repository {
    /// The repository that `path` belongs to (rules at [`root::find`]), its database in `data_dir` or in the user's
    /// data folder. Touches no file but to look.
    ///
    /// # Errors
    /// There is no such path, it is a home folder or the file system's root, or there is no place for data.
    pub fn at(path: &Path, data_dir: Option<&Path>) -> Result<Self, IndexError> {
        let root = root::find(path, home_dir().as_deref())?;
        let data_dir = paths::data_dir(data_dir)?;
        let store = Store::new(paths::repository_dir(&data_dir, &root));
        Ok(Self { root, store })
    }
}

/// Why there is no index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error(transparent)]
    Root(#[from] RootError),
    #[error(transparent)]
    NoDataDir(#[from] NoDataDir),
    #[error("there are no Go files under {0}: name a repository with Go code")]
    NoGo(PathBuf),
    #[error("the folder {0} is gone; its last index stays until it is back")]
    Gone(PathBuf),
    #[error("cancelled; the last good index is kept")]
    Cancelled,
    #[error("cannot {what} {path}: {source}")]
    Io { what: &'static str, path: PathBuf, source: io::Error },
    #[error("the graph is inconsistent ({0}): a bug; nothing was stored")]
    Damage(#[from] crate::model::Damage),
    #[error(transparent)]
    Text(crate::search::text::TextError),
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
}

#[cfg(test)]
mod edits;
#[cfg(test)]
mod tests;
