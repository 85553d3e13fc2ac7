//! Tours that were changed and not saved yet, kept beside the database: work outlives the program that it was done in.
//!
//! A file for each, written whole. One that cannot be read is left where it is, told of, and counts as none.

use std::fs;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::sidecar::write_whole;
use super::store::{Store, private_dir_builder};
use crate::tour::{MAX_BYTES, Tour};

const PREFIX: &str = "draft-";

/// A tour with changes that are in no file of the repository.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// What its tour goes by in the list of tours.
    pub key: String,
    /// The file that it was read from, relative to the root.
    pub path: Option<String>,
    /// The digest of what that file said then; `None` when it is not known.
    pub read: Option<String>,
    pub tour: Tour,
}

/// What was kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// In order of key.
    pub drafts: Vec<Draft>,
    /// Files that are there and hold no draft that can be read, in order.
    pub unreadable: Vec<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    key: String,
    path: Option<String>,
    read: Option<String>,
    /// As a tour file has it.
    tour: String,
}

/// All drafts.
#[must_use]
pub fn all(store: &Store) -> Kept {
    let mut kept = Kept::default();
    let Ok(entries) = fs::read_dir(store.dir()) else { return kept };
    let is_draft = |path: &PathBuf| {
        path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            name.starts_with(PREFIX) && name.ends_with(".json")
        })
    };
    for path in entries.flatten().map(|entry| entry.path()).filter(is_draft) {
        match read(&path) {
            Some(draft) => kept.drafts.push(draft),
            None => kept.unreadable.push(path),
        }
    }
    kept.drafts.sort_by(|a, b| a.key.cmp(&b.key));
    kept.unreadable.sort();
    kept
}

fn read(path: &PathBuf) -> Option<Draft> {
    // A tour of the largest size, its text escaped once more.
    let plausible = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= 4 * MAX_BYTES as u64);
    let bytes = plausible.then(|| fs::read(path).ok())??;
    let Stored { key, path, read, tour } = serde_json::from_slice(&bytes).ok()?;
    Some(Draft { key, path, read, tour: Tour::parse(tour.as_bytes()).ok()? })
}

/// Keeps a draft in the place of an older one of its key.
///
/// # Errors
/// It cannot be written.
pub fn keep(store: &Store, draft: &Draft) -> io::Result<()> {
    private_dir_builder().create(store.dir())?;
    let Draft { key, path, read, tour } = draft.clone();
    let stored = Stored { key, path, read, tour: tour.to_text() };
    write_whole(&file(store, &draft.key), &serde_json::to_vec(&stored)?)
}

/// Forgets the draft of a key, if there is one.
///
/// # Errors
/// It cannot be removed.
pub fn drop(store: &Store, key: &str) -> io::Result<()> {
    match fs::remove_file(file(store, key)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Keys are paths and titles: a print of them is always a file name.
fn file(store: &Store, key: &str) -> PathBuf {
    store.dir().join(format!("{PREFIX}{}.json", &blake3::hash(key.as_bytes()).to_hex()[..16]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_there_after_a_restart_and_a_damaged_one_harms_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(dir.path().join("data"));
        assert_eq!(all(&store), Kept::default());
        let draft = |key: &str, title: &str| Draft {
            key: key.to_owned(),
            path: Some("a/../b\u{1b}.tour".to_owned()),
            read: Some("0123456789abcdef".to_owned()),
            tour: Tour::new(title, ""),
        };
        for (key, title) in [("New tour", "one"), (".tours/x.tour", "x"), ("New tour", "two")] {
            keep(&store, &draft(key, title)).unwrap();
        }
        assert_eq!(all(&store).drafts, [draft(".tours/x.tour", "x"), draft("New tour", "two")]);
        let damaged = file(&store, ".tours/x.tour");
        fs::write(&damaged, "half").unwrap();
        assert_eq!(all(&store), Kept { drafts: vec![draft("New tour", "two")], unreadable: vec![damaged] });
        drop(&store, "New tour").unwrap();
        drop(&store, "New tour").unwrap();
        assert!(all(&store).drafts.is_empty());
    }
}
