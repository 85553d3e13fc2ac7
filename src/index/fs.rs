//! Reads files of the tree without leaving it, and replaces a file as a whole.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use rustc_hash::FxHashMap;

use crate::platform::{canonical, replace, with_slashes};
use crate::tour::Opened;

/// The largest file that is read, in bytes. Larger Go files exist only by accident or as attacks.
pub const MAX_FILE_SIZE: u64 = 16 << 20;

/// Opens the repository's files. Each is read on first demand and kept while the opener lives.
pub struct Opener {
    root: PathBuf,
    read: RefCell<FxHashMap<String, Opened>>,
}

impl Opener {
    /// An opener for the tree at `root`, which is absolute and without links.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), read: RefCell::default() }
    }

    /// The repository's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Opens the file or folder at a path relative to the root.
    pub fn open(&self, path: &str) -> Opened {
        if let Some(known) = self.read.borrow().get(path) {
            return known.clone();
        }
        let opened = open_inside(&self.root, path);
        self.read.borrow_mut().insert(path.to_owned(), opened.clone());
        opened
    }
}

/// The path below `root` with links resolved; `Ok(None)` if nothing is there.
///
/// # Errors
/// The path may not be opened. The error is the reason.
pub(super) fn inside(root: &Path, path: &str) -> Result<Option<PathBuf>, &'static str> {
    const OUTSIDE: &str = "it is outside the repository";
    let relative = Path::new(path);
    if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(OUTSIDE);
    }
    match canonical(&root.join(relative)) {
        Ok(real) if real.starts_with(root) => Ok(Some(real)),
        Ok(_) => Err(OUTSIDE),
        Err(_) => Ok(None),
    }
}

fn open_inside(root: &Path, path: &str) -> Opened {
    let real = match inside(root, path) {
        Ok(Some(real)) => real,
        Ok(None) => return Opened::Missing,
        Err(why) => return Opened::Refused(why),
    };
    let Ok(metadata) = fs::metadata(&real) else { return Opened::Missing };
    if metadata.is_dir() {
        return Opened::Folder;
    }
    // Reading a pipe would never end, and reading a device might not.
    if !metadata.is_file() {
        return Opened::Refused("it is not a file");
    }
    match read_at_most(&real, MAX_FILE_SIZE) {
        Ok(Some(bytes)) => Opened::Text(bytes.into()),
        Ok(None) => Opened::Refused("it is too large"),
        Err(_) => Opened::Refused("it cannot be read"),
    }
}

/// Reads a file; `None` if it is longer than `most` bytes.
pub(super) fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// The content of a file of the work tree; `None` if it is missing, leads out of the tree, is not a regular file, or is
/// too large.
pub(super) fn on_disk(root: &Path, path: &str) -> Option<Vec<u8>> {
    match open_inside(root, path) {
        Opened::Text(bytes) => Some(bytes.to_vec()),
        _ => None,
    }
}

/// The path relative to `root` of the file that a path leads to, which differs from the path if there are links on it.
pub(super) fn real_path(root: &Path, path: &str) -> String {
    let real = inside(root, path).ok().flatten();
    let real = real.and_then(|real| Some(with_slashes(real.strip_prefix(root).ok()?.to_str()?).into_owned()));
    real.unwrap_or_else(|| path.to_owned())
}

/// Replaces a file as a whole or not at all: readers see the old bytes or the new ones.
///
/// # Errors
/// The file cannot be written. Then the old file is kept.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".writing-{}", std::process::id()));
    let aside = PathBuf::from(aside);
    let written = File::create(&aside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_data()))
        .and_then(|()| replace(&aside, path));
    if written.is_err() {
        let _ = fs::remove_file(&aside);
    }
    written
}
