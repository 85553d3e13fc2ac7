//! Stores drafts: tours that were changed and not saved yet. They are kept beside the database so that the work
//! outlives the program.
//!
//! Each draft is a file that is written whole. An unreadable one is left in place, reported, and ignored.
//!
//! A session writes only its own files, so two sessions on one tree never overwrite each other, and one tour may have
//! several drafts. When a session continues a draft of another session, the draft moves into a file of its own, and
//! the old file is removed if its content is still the same. A draft that one session drops or saves also disappears
//! for sessions that only read it; a session that wrote it, or has it open, keeps it.

use std::cell::OnceCell;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::fs::write_whole;
use super::store::Store;
use crate::platform::private_dir_builder;
use crate::tour::{MAX_BYTES, Tour};

const PREFIX: &str = "draft-";
const SUFFIX: &str = ".json";
/// Separates the number of a draft from the key of its tour. No path and no title contains it.
const NUMBERED: char = '\0';

/// A tour with changes that are in no file of the repository.
#[derive(Clone, Debug, PartialEq)]
pub struct TourDraft {
    /// The key of its tour in the list of tours. If a tour has several drafts, a number is added for all but the
    /// first.
    pub key: String,
    /// The tour file that it was read from, relative to the root.
    pub path: Option<String>,
    /// The digest of that file's content when it was read; `None` if it is unknown.
    pub read: Option<String>,
    pub tour: Tour,
    /// The draft's file before this session wrote it.
    pub origin: Option<DraftFile>,
}

/// The file that a draft was read from, with the hash of its content.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftFile {
    file: PathBuf,
    content: blake3::Hash,
    begun: u64,
}

/// All drafts on disk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredDrafts {
    /// Sorted by the keys of their tours and by the times when they were begun. Each has a key of its own.
    pub drafts: Vec<TourDraft>,
    /// Files of drafts that cannot be read, sorted.
    pub unreadable: Vec<PathBuf>,
}

/// The drafts of one session.
pub struct DraftStore {
    store: Store,
    /// A part of its files' names that no other session has.
    name: String,
    /// When the drafts that this session wrote were begun, by key, in nanoseconds since the epoch.
    begun: FxHashMap<String, u64>,
    /// Files of other sessions that this one has read.
    seen: FxHashSet<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct DraftRecord {
    key: String,
    path: Option<String>,
    read: Option<String>,
    #[serde(default)]
    begun: u64,
    /// The text of a tour file.
    tour: String,
}

impl DraftStore {
    pub fn new(store: &Store) -> Self {
        let name = format!("{:016x}", RandomState::new().build_hasher().finish());
        Self { store: store.clone(), name, begun: FxHashMap::default(), seen: FxHashSet::default() }
    }

    /// Reads all drafts, of all sessions.
    pub fn all(&mut self) -> StoredDrafts {
        let mut kept = StoredDrafts::default();
        for file in files(&self.store) {
            match read_from(&file) {
                Some(draft) => {
                    kept.drafts.push(draft);
                    self.seen.insert(file);
                }
                None => kept.unreadable.push(file),
            }
        }
        kept.drafts.sort_by_cached_key(|draft| {
            let (_, tour) = numbered(&draft.key);
            let origin = draft.origin.as_ref().map(|origin| (origin.begun, origin.file.clone()));
            (tour.to_owned(), origin)
        });
        let mut before: Option<(String, usize)> = None;
        for draft in &mut kept.drafts {
            let (_, tour) = numbered(&draft.key);
            let n = before.filter(|(last, _)| last == tour).map_or(1, |(_, n)| n + 1);
            before = Some((tour.to_owned(), n));
            draft.number(n);
        }
        kept.unreadable.sort();
        kept
    }

    /// Stores a draft, replacing this session's older draft of the same key. True, once, if another session has a
    /// draft of the same tour that this one does not know.
    ///
    /// # Errors
    /// The draft cannot be written.
    pub fn keep(&mut self, draft: &TourDraft) -> io::Result<bool> {
        private_dir_builder().create(self.store.dir())?;
        let TourDraft { key, path, read, tour, origin } = draft.clone();
        let file = self.file(&key);
        let is_first = !self.begun.contains_key(&key);
        let begun = *self
            .begun
            .entry(key.clone())
            .or_insert_with(|| origin.as_ref().map_or_else(now, |origin| origin.begun));
        let stored = DraftRecord { key, path, read, begun, tour: tour.to_text() };
        write_whole(&file, &serde_json::to_vec(&stored)?)?;
        if let Some(origin) = origin {
            origin.remove()?;
        }
        let mut others =
            files(&self.store).into_iter().filter(|other| *other != file && !self.seen.contains(other));
        Ok(is_first && others.any(|other| read_from(&other).is_some_and(|other| other.key == draft.key)))
    }

    /// Forgets the draft of a key, if there is one: removes the file that this session wrote, and the file that it
    /// was read from. True if that file stays because another session continued it.
    ///
    /// # Errors
    /// The draft cannot be removed.
    pub fn drop(&mut self, key: &str, origin: Option<&DraftFile>) -> io::Result<bool> {
        self.begun.remove(key);
        gone(fs::remove_file(self.file(key)))?;
        origin.map_or(Ok(false), |origin| Ok(!origin.remove()?))
    }

    /// Keys of this session's drafts whose files another session has deleted or saved. `known` lists the drafts with
    /// the files they came from.
    pub fn gone(&self, known: &[(String, Option<DraftFile>)]) -> Vec<String> {
        let others = OnceCell::new();
        let is_there = |(key, origin): &&(String, Option<DraftFile>)| {
            let (file, begun) = match origin {
                Some(DraftFile { file, begun, .. }) => (file.clone(), Some(begun)),
                None => (self.file(key), self.begun.get(key)),
            };
            // A session that continued it has it in a file of its own.
            let others =
                || others.get_or_init(|| files(&self.store).iter().filter_map(|f| read_from(f)).collect());
            let is_same = |other: &TourDraft| other.origin.as_ref().map(|origin| &origin.begun) == begun;
            file.exists() || {
                let others: &Vec<TourDraft> = others();
                others.iter().any(is_same)
            }
        };
        known.iter().filter(|known| !is_there(known)).map(|(key, _)| key.clone()).collect()
    }

    /// Keys are paths and titles; a hash of them is always a valid file name.
    fn file(&self, key: &str) -> PathBuf {
        let print = &blake3::hash(key.as_bytes()).to_hex()[..16];
        self.store.dir().join(format!("{PREFIX}{print}-{}{SUFFIX}", self.name))
    }
}

impl DraftFile {
    /// Removes the file if its content is still the same. True if it is gone.
    fn remove(&self) -> io::Result<bool> {
        match fs::read(&self.file) {
            Ok(bytes) if blake3::hash(&bytes) != self.content => Ok(false),
            Ok(_) => gone(fs::remove_file(&self.file)).map(|()| true),
            Err(error) => gone(Err(error)).map(|()| true),
        }
    }
}

impl TourDraft {
    /// Makes it the `n`-th draft of its tour, from 1.
    pub fn number(&mut self, n: usize) {
        let (_, tour) = numbered(&self.key);
        let tour = tour.to_owned();
        // A tour without a title of its own could not be distinguished by it.
        if n > 1 && self.tour.title() == tour {
            self.tour.set_title(&format!("{tour} {n}"));
        }
        self.key = if n > 1 { format!("{n}{NUMBERED}{tour}") } else { tour };
    }
}

/// The number of a draft, from 1, and the key of its tour, from the key of the draft.
pub fn numbered(key: &str) -> (usize, &str) {
    let parts = key.split_once(NUMBERED);
    parts.and_then(|(n, tour)| Some((n.parse().ok()?, tour))).unwrap_or((1, key))
}

/// The files of drafts, in no particular order.
fn files(store: &Store) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(store.dir()) else { return Vec::new() };
    let is_draft = |path: &PathBuf| {
        path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            name.starts_with(PREFIX) && name.ends_with(SUFFIX)
        })
    };
    entries.flatten().map(|entry| entry.path()).filter(is_draft).collect()
}

fn read_from(file: &Path) -> Option<TourDraft> {
    // This allows for a tour of the largest size whose text is escaped once more.
    let plausible = fs::metadata(file).is_ok_and(|file| file.is_file() && file.len() <= 4 * MAX_BYTES as u64);
    let bytes = plausible.then(|| fs::read(file).ok())??;
    let DraftRecord { key, path, read, begun, tour } = serde_json::from_slice(&bytes).ok()?;
    let origin = Some(DraftFile { file: file.to_owned(), content: blake3::hash(&bytes), begun });
    Some(TourDraft { key, path, read, tour: Tour::parse(tour.as_bytes()).ok()?, origin })
}

/// A file that is not there counts as removed.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(key: &str, title: &str) -> TourDraft {
        TourDraft {
            key: key.to_owned(),
            path: Some("a/../b\u{1b}.tour".to_owned()),
            read: Some("0123456789abcdef".to_owned()),
            tour: Tour::new(title, ""),
            origin: None,
        }
    }

    /// Keys and titles of what the next session finds.
    fn found(store: &Store) -> Vec<(String, String)> {
        let summary = |draft: TourDraft| (draft.key.replace(NUMBERED, " of "), draft.tour.title().to_owned());
        DraftStore::new(store).all().drafts.into_iter().map(summary).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(key, title)| (key.to_string(), title.to_string())).collect()
    }

    #[test]
    fn drafts_are_there_after_a_restart_and_a_damaged_one_harms_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(dir.path().join("data"));
        assert_eq!(DraftStore::new(&store).all(), StoredDrafts::default());
        let mut drafts = DraftStore::new(&store);
        for (key, title) in [("New tour", "one"), (".tours/x.tour", "x"), ("New tour", "two")] {
            assert!(!drafts.keep(&draft(key, title)).unwrap());
        }
        let without_origin = |mut draft: TourDraft| {
            draft.origin = None;
            draft
        };
        let kept: Vec<TourDraft> =
            DraftStore::new(&store).all().drafts.into_iter().map(without_origin).collect();
        assert_eq!(kept, [draft(".tours/x.tour", "x"), draft("New tour", "two")]);
        let damaged = drafts.file(".tours/x.tour");
        fs::write(&damaged, "half").unwrap();
        assert_eq!(found(&store), pairs(&[("New tour", "two")]));
        assert_eq!(DraftStore::new(&store).all().unreadable, [damaged]);
        drafts.drop("New tour", None).unwrap();
        drafts.drop("New tour", None).unwrap();
        assert!(DraftStore::new(&store).all().drafts.is_empty());
    }

    #[test]
    fn sessions_write_and_forget_their_own() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(dir.path().join("data"));
        let [mut one, mut two] = [DraftStore::new(&store), DraftStore::new(&store)];
        assert!(!one.keep(&draft("New tour", "New tour")).unwrap());
        assert!(two.keep(&draft("New tour", "New tour")).unwrap(), "it is reported");
        assert!(!two.keep(&draft("New tour", "New tour")).unwrap(), "once");
        let both = [("New tour", "New tour"), ("2 of New tour", "New tour 2")];
        assert_eq!(found(&store), pairs(&both));
        two.drop("New tour", None).unwrap();
        assert_eq!(found(&store), pairs(&both[..1]));
    }

    #[test]
    fn a_draft_that_is_gone_on_with_moves_unless_its_writer_went_on_as_well() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(dir.path().join("data"));
        let [mut one, mut two, mut three] = [(); 3].map(|()| DraftStore::new(&store));
        one.keep(&draft("K", "of one")).unwrap();
        let [mut read] = DraftStore::new(&store).all().drafts.try_into().unwrap();
        read.tour.set_title("of two");
        assert!(!two.keep(&read).unwrap());
        assert_eq!(found(&store), pairs(&[("K", "of two")]));
        one.keep(&draft("K", "of one")).unwrap();
        let mut both = DraftStore::new(&store).all().drafts;
        both.sort_by_key(|draft| draft.tour.title().to_owned());
        let titles: Vec<&str> = both.iter().map(|draft| draft.tour.title()).collect();
        assert_eq!(titles, ["of one", "of two"]);
        one.keep(&draft("K", "of one, too")).unwrap();
        assert!(three.drop(&both[0].key, both[0].origin.as_ref()).unwrap(), "its writer went on with it");
        assert!(!three.drop(&both[1].key, both[1].origin.as_ref()).unwrap());
        assert_eq!(found(&store), pairs(&[("K", "of one, too")]));
    }
}
