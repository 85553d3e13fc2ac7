//! A repository: its tree, and the folder of its database.

use std::path::{Path, PathBuf};

use super::error::IndexError;
use super::store::Store;
use super::{database_paths, root};

/// A repository and its database.
#[derive(Clone, Debug)]
pub struct Repository {
    /// Absolute and without links.
    pub root: PathBuf,
    pub store: Store,
}

impl Repository {
    /// The repository that contains `path` (rules at [`root::find`]), with its database in `data_dir` or in the
    /// user's data folder. Creates and changes no file.
    ///
    /// # Errors
    /// There is no such path, it is a home folder or the file system's root, or there is no place for data.
    pub fn at(path: &Path, data_dir: Option<&Path>) -> Result<Self, IndexError> {
        let root = root::find(path, database_paths::home_dir().as_deref())?;
        let data_dir = database_paths::data_dir(data_dir)?;
        let store = Store::new(database_paths::repository_dir(&data_dir, &root));
        Ok(Self { root, store })
    }
}
