//! Errors that leave a repository without an index, as sentences for a person.

use std::io;
use std::path::PathBuf;

use super::database_paths::NoDataDir;
use super::root::RootError;

/// Why there is no index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error(transparent)]
    Root(#[from] RootError),
    #[error(transparent)]
    NoDataDir(#[from] NoDataDir),
    #[error("there are no Go files under {root}: {cause}")]
    NoGo {
        root: PathBuf,
        /// The part of the repository that is not checked out, or advice if there is none.
        cause: String,
    },
    #[error("the folder {0} is gone; its last index stays until it is back")]
    Gone(PathBuf),
    /// Go does not know the build that somebody asked for.
    #[error("{0}")]
    Build(String),
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
