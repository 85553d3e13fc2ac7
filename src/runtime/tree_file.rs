//! Reading one file of the tree, without leaving it.

use crate::index::MAX_FILE_SIZE;
use crate::platform::canonical;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};

/// A file of the repository, by its path relative to the root.
///
/// # Errors
/// The path leads out of the root, the file is no plain one, or it is larger than what is indexed.
pub(super) fn read(root: &Path, path: &str) -> io::Result<Vec<u8>> {
    let relative = Path::new(path);
    if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(io::Error::other("it lies outside of the repository"));
    }
    let whole = canonical(&root.join(relative))?;
    if !whole.starts_with(root) {
        return Err(io::Error::other("it leads out of the repository"));
    }
    // Reading a pipe would never end.
    if !std::fs::metadata(&whole)?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    let mut bytes = Vec::new();
    File::open(whole)?.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(io::Error::other("it is too large"));
    }
    Ok(bytes)
}
