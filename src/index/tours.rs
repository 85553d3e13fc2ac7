//! Reads and writes tours: CodeTour's folders in a repository, and a reader's progress, beside the database.
//!
//! Nothing outside the repository is opened, whatever a tour names: no absolute path, no `..`, no link that leads
//! out. Only [`write()`] and [`delete()`] change the repository, and only at the request of a person.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::fs::{inside, read_at_most, write_whole};
use super::store::Store;
use crate::platform::private_dir_builder;
use crate::tour::{MAX_BYTES, Malformed, Tour, tree_path};

pub use super::fs::Opener;

/// Files that are tours themselves.
const FILES: [&str; 3] = [".tour", "main.tour", ".vscode/main.tour"];
/// Folders in which every file, at any depth, is a tour.
const FOLDERS: [&str; 3] = [".tours", ".github/tours", ".vscode/tours"];
/// The settings file and key by which a repository may name one more folder.
const SETTINGS: (&str, &str) = (".vscode/settings.json", "codetour.customTourDirectory");
/// The folder for new tours.
const OURS: &str = ".tours";
/// The deepest nesting of folders that is walked, and the most files that are listed.
const MAX_DEEP: usize = 16;
const MAX_FILES: usize = 1_000;

/// A tour file of a repository.
#[derive(Debug)]
pub struct TourFile {
    /// Relative to the root, `/` between parts.
    pub path: String,
    pub tour: Result<Tour, Unusable>,
}

/// Why a tour file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    #[error("{0}")]
    Malformed(#[from] Malformed),
    #[error("{0}")]
    Refused(&'static str),
    #[error("{0}")]
    Io(io::Error),
}

/// The files that a tour may overwrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// A generated tour that nobody edited.
    Generated,
    /// Its own file, if the content still has the given digest, which it had when it was read.
    Read(String),
}

/// Why a tour was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    #[error("{0} already exists and was not generated: use another name, or delete it")]
    Taken(String),
    #[error("{0} was edited since it was generated: delete it, or rename it")]
    Edited(String),
    #[error("{0} may have been edited since it was generated: delete it, or rename it")]
    Untold(String),
    #[error("{0} was changed elsewhere since it was read: save under another title")]
    Changed(String),
    #[error("cannot write {0}: {1}")]
    Refused(String, &'static str),
    #[error("cannot write {path}: {source}")]
    Io { path: String, source: io::Error },
}

/// Why a tour's file was not deleted.
#[derive(Debug, thiserror::Error)]
pub enum NotDeleted {
    #[error("{0} was changed since it was read: open it again first")]
    Changed(String),
    #[error("{0} is not deleted: {1}")]
    Unusable(String, Unusable),
    #[error("cannot delete {0}: {1}")]
    Io(String, io::Error),
}

/// All tour files of a repository, in order of path; each with its tour, or the reason why it is unusable.
pub fn discover(root: &Path) -> Vec<TourFile> {
    let mut paths: Vec<String> =
        FILES.iter().filter(|file| root.join(file).is_file()).map(|file| (*file).to_owned()).collect();
    for folder in FOLDERS {
        collect(root, folder, 0, &mut paths);
    }
    if let Some(folder) = custom_folder(root) {
        collect(root, &folder, 0, &mut paths);
    }
    paths.sort();
    paths.dedup();
    paths.truncate(MAX_FILES);
    paths.into_iter().map(|path| TourFile { tour: load(root, &path), path }).collect()
}

/// The existing folders of tours, relative to the root, including the one that a setting names.
pub fn folders(root: &Path) -> impl Iterator<Item = String> {
    let is_there = |folder: &String| matches!(inside(root, folder), Ok(Some(real)) if real.is_dir());
    FOLDERS.map(str::to_owned).into_iter().chain(custom_folder(root)).filter(is_there)
}

/// The folder that the editor's settings name. They are JSON with comments and with commas after last elements.
fn custom_folder(root: &Path) -> Option<String> {
    let (file, key) = SETTINGS;
    let real = inside(root, file).ok().flatten()?;
    let bytes = read_at_most(&real, MAX_BYTES as u64).ok().flatten()?;
    let settings: serde_json::Value =
        serde_json::from_str(&plain_json(&String::from_utf8(bytes).ok()?)).ok()?;
    let folder = tree_path(settings.get(key)?.as_str()?);
    (!folder.is_empty()).then(|| folder.into_owned())
}

/// A text without its comments and without commas before closing brackets.
fn plain_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (part, is_kept) = match c {
            '"' => (string_at(rest), true),
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            '/' if rest.starts_with("/*") => (rest.find("*/").map_or(rest.len(), |at| at + 2), false),
            ']' | '}' => {
                let before = out.trim_end();
                let end = before.strip_suffix(',').map_or(out.len(), str::len);
                out.truncate(end);
                (1, true)
            }
            c => (c.len_utf8(), true),
        };
        if is_kept {
            out.push_str(&rest[..part]);
        }
        rest = &rest[part..];
    }
    out
}

/// The length of the string literal at the start of a text.
fn string_at(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// Adds the files below a folder. Links are listed; one that leads out is refused when it is read.
fn collect(root: &Path, folder: &str, depth: usize, paths: &mut Vec<String>) {
    let real = match inside(root, folder) {
        Ok(Some(real)) if depth < MAX_DEEP && paths.len() < MAX_FILES => real,
        _ => return,
    };
    let Ok(entries) = fs::read_dir(real) else { return };
    for entry in entries.flatten() {
        let (Some(name), Ok(kind)) = (entry.file_name().to_str().map(str::to_owned), entry.file_type())
        else {
            continue;
        };
        let path = format!("{folder}/{name}");
        if kind.is_dir() {
            collect(root, &path, depth + 1, paths);
        } else {
            paths.push(path);
        }
    }
}

/// Reads one tour file.
///
/// # Errors
/// The file cannot be read, is too large, or is not a tour.
pub fn load(root: &Path, path: &str) -> Result<Tour, Unusable> {
    let real = match inside(root, path) {
        Ok(Some(real)) => real,
        Ok(None) => return Err(Unusable::Refused("there is no such file")),
        Err(why) => return Err(Unusable::Refused(why)),
    };
    let metadata = fs::metadata(&real).map_err(Unusable::Io)?;
    if !metadata.is_file() {
        return Err(Unusable::Refused("it is not a file"));
    }
    if metadata.len() > MAX_BYTES as u64 {
        return Err(Malformed::TooLarge(metadata.len()).into());
    }
    match read_at_most(&real, MAX_BYTES as u64).map_err(Unusable::Io)? {
        Some(bytes) => Ok(Tour::parse(&bytes)?.in_repository(&root.to_string_lossy())),
        None => Err(Malformed::TooLarge(metadata.len()).into()),
    }
}

/// The path of a new tour with this name, relative to the root.
pub fn path_of(name: &str) -> String {
    format!("{OURS}/{name}.tour")
}

/// Writes a tour as a file, its path relative to the root.
///
/// # Errors
/// A tour of that name exists and may not be overwritten, the folder leads out of the repository, or the file cannot be
/// written.
pub fn write(root: &Path, path: &str, tour: &Tour, over: &Overwrite) -> Result<(), NotWritten> {
    let failed = |source| NotWritten::Io { path: path.to_owned(), source };
    let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
    if folder == OURS {
        fs::create_dir_all(root.join(folder)).map_err(failed)?;
    }
    match inside(root, folder) {
        Ok(Some(real)) if real.is_dir() => {}
        Ok(_) => return Err(NotWritten::Refused(folder.to_owned(), "it is not a folder")),
        Err(why) => return Err(NotWritten::Refused(folder.to_owned(), why)),
    }
    let target = root.join(path);
    // A link counts as an existing file, because the rename would replace it instead of following it.
    let there = fs::symlink_metadata(&target).is_ok();
    if there {
        may_go(root, path, tour, over)?;
    }
    write_whole(&target, tour.to_text().as_bytes()).map_err(failed)
}

/// Deletes a tour's file, given relative to the root, if its content still has the digest `read`, which it had when
/// it was read. [`OURS`] is removed with its last file.
///
/// # Errors
/// The file has changed, does not exist, leads out of the repository, or cannot be deleted.
pub fn delete(root: &Path, path: &str, read: &str) -> Result<(), NotDeleted> {
    let old = load(root, path).map_err(|error| NotDeleted::Unusable(path.to_owned(), error))?;
    if old.digest() != read {
        return Err(NotDeleted::Changed(path.to_owned()));
    }
    fs::remove_file(root.join(path)).map_err(|source| NotDeleted::Io(path.to_owned(), source))?;
    if path.rsplit_once('/').is_some_and(|(folder, _)| folder == OURS) {
        // The call fails if the folder is not empty.
        let _ = fs::remove_dir(root.join(OURS));
    }
    Ok(())
}

/// Checks that the tour in a file may be replaced by `new`: it contains nothing that a person wrote and `new` does not
/// include.
fn may_go(root: &Path, path: &str, new: &Tour, over: &Overwrite) -> Result<(), NotWritten> {
    let old = load(root, path).ok();
    if let Overwrite::Read(digest) = over {
        let same = old.is_some_and(|old| old.digest() == *digest);
        return if same { Ok(()) } else { Err(NotWritten::Changed(path.to_owned())) };
    }
    let Some(old) = old.filter(|old| old.generated().is_some()) else {
        return Err(NotWritten::Taken(path.to_owned()));
    };
    match old.is_as_generated() {
        Some(true) => Ok(()),
        Some(false) => Err(NotWritten::Edited(path.to_owned())),
        None if old.digest() == new.digest() => Ok(()),
        None => Err(NotWritten::Untold(path.to_owned())),
    }
}

/// A reader's progress in one tour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The step that was shown last, from 0.
    pub step: usize,
    /// The steps that were shown, ascending.
    pub visited: Vec<usize>,
}

/// A reader's progress in all tours, by the tour's file or by its origin if it was generated.
pub type AllProgress = BTreeMap<String, Progress>;

const PROGRESS: &str = "tours.json";

#[derive(Default, Serialize, Deserialize)]
struct ProgressFile {
    version: u32,
    tours: AllProgress,
}

/// Reads the progress in each tour. An unreadable file counts as empty, because it contains no more than bookmarks.
pub fn progress(store: &Store) -> AllProgress {
    let bytes = read_at_most(&store.dir().join(PROGRESS), MAX_BYTES as u64).ok().flatten();
    let file = bytes.and_then(|bytes| serde_json::from_slice::<ProgressFile>(&bytes).ok());
    file.map_or_else(AllProgress::new, |file| file.tours)
}

/// Stores the progress in one tour; `None` removes it.
///
/// # Errors
/// The file cannot be written.
pub fn keep_progress(store: &Store, tour: &str, progress: Option<Progress>) -> io::Result<()> {
    private_dir_builder().create(store.dir())?;
    let mut tours = self::progress(store);
    match progress {
        Some(progress) => tours.insert(tour.to_owned(), progress),
        None => tours.remove(tour),
    };
    let text = serde_json::to_vec_pretty(&ProgressFile { version: 1, tours })?;
    write_whole(&store.dir().join(PROGRESS), &text)
}

#[cfg(test)]
mod tests;
