//! Tours on disk: where CodeTour keeps them in a repository, and how far a reader got, beside the database.
//!
//! Nothing outside the repository is opened, whatever a tour says: no absolute path, no `..`, no link that leads out.
//! Only [`write()`] writes into the repository, and only what a person asked for.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::sidecar::write_whole;
use super::store::{Store, private_dir_builder};
use super::walk::MAX_FILE_SIZE;
use crate::tour::{MAX_BYTES, Malformed, Opened, Tour};

/// Files that are tours themselves.
const FILES: [&str; 3] = [".tour", "main.tour", ".vscode/main.tour"];
/// Folders of which every file, at any depth, is a tour.
const FOLDERS: [&str; 3] = [".tours", ".github/tours", ".vscode/tours"];
/// Where a repository may name one more folder, and by which key.
const SETTINGS: (&str, &str) = (".vscode/settings.json", "codetour.customTourDirectory");
/// Where tours are written.
const OURS: &str = ".tours";
/// Depth and number beyond which folders of tours are not walked.
const MOST_DEEP: usize = 16;
const MOST_FILES: usize = 1_000;

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

/// What a tour may be written over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// A generated tour that nobody edited.
    Generated,
    /// Its own file, while that says what it said when it was read: its digest.
    Read(String),
}

/// Why a tour was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    #[error("{0} is there already and was not generated: take another name, or delete it")]
    Taken(String),
    #[error("{0} was edited since it was generated: delete it, or give it another name")]
    Edited(String),
    #[error(
        "{0} does not tell whether it was edited since it was generated: delete it, or give it another name"
    )]
    Untold(String),
    #[error("{0} was changed elsewhere since it was read: save under another title")]
    Changed(String),
    #[error("cannot write {0}: {1}")]
    Refused(String, &'static str),
    #[error("cannot write {path}: {source}")]
    Io { path: String, source: io::Error },
}

/// The repository's files, read when asked for and kept while the reader lives.
pub struct Opener {
    root: PathBuf,
    read: RefCell<FxHashMap<String, Opened>>,
}

impl Opener {
    /// `root` is absolute and without links.
    #[must_use]
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), read: RefCell::default() }
    }

    /// The repository's folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What a path relative to the root leads to.
    #[must_use]
    pub fn open(&self, path: &str) -> Opened {
        if let Some(known) = self.read.borrow().get(path) {
            return known.clone();
        }
        let opened = open_inside(&self.root, path);
        self.read.borrow_mut().insert(path.to_owned(), opened.clone());
        opened
    }
}

/// The path below `root` without links; `Err` says why it is not followed, `Ok(None)` that nothing is there.
fn inside(root: &Path, path: &str) -> Result<Option<PathBuf>, &'static str> {
    const OUTSIDE: &str = "it leads out of the repository";
    let relative = Path::new(path);
    if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(OUTSIDE);
    }
    match root.join(relative).canonicalize() {
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
    // A pipe would never end, a device need not.
    if !metadata.is_file() {
        return Opened::Refused("it is not a file");
    }
    match read_at_most(&real, MAX_FILE_SIZE) {
        Ok(Some(bytes)) => Opened::Text(bytes.into()),
        Ok(None) => Opened::Refused("it is too large"),
        Err(_) => Opened::Refused("it cannot be read"),
    }
}

/// `None` when there is more.
fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// All tour files of a repository, in order of path. Those that cannot be used say why.
#[must_use]
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
    paths.truncate(MOST_FILES);
    paths.into_iter().map(|path| TourFile { tour: load(root, &path), path }).collect()
}

/// The folders of tours that are there, relative to the root.
pub fn folders(root: &Path) -> impl Iterator<Item = &'static str> {
    FOLDERS.into_iter().filter(|folder| matches!(inside(root, folder), Ok(Some(real)) if real.is_dir()))
}

/// The folder that the editor's settings name. They are JSON with comments, of which those on lines of their own are
/// understood.
fn custom_folder(root: &Path) -> Option<String> {
    let (file, key) = SETTINGS;
    let real = inside(root, file).ok().flatten()?;
    let bytes = read_at_most(&real, MAX_BYTES as u64).ok().flatten()?;
    let text = String::from_utf8(bytes).ok()?;
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let settings: serde_json::Value = serde_json::from_str(&code.join("\n")).ok()?;
    let folder = settings.get(key)?.as_str()?.trim_start_matches("./").trim_end_matches('/');
    (!folder.is_empty()).then(|| folder.to_owned())
}

/// Adds the files below a folder. Links are listed, and refused when they are read and lead out.
fn collect(root: &Path, folder: &str, depth: usize, paths: &mut Vec<String>) {
    let real = match inside(root, folder) {
        Ok(Some(real)) if depth < MOST_DEEP && paths.len() < MOST_FILES => real,
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
/// It cannot be read, is too large, or is not a tour.
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
        Some(bytes) => Ok(Tour::parse(&bytes)?),
        None => Err(Malformed::TooLarge(metadata.len()).into()),
    }
}

/// Where a tour of a name is written, relative to the root.
#[must_use]
pub fn path_of(name: &str) -> String {
    format!("{OURS}/{name}.tour")
}

/// Writes a tour as a file, its path relative to the root.
///
/// # Errors
/// There is a tour of that name that it may not be written over, the folder leads out of the repository, or it cannot be written.
pub fn write(root: &Path, path: &str, tour: &Tour, over: &Over) -> Result<(), NotWritten> {
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
    // A link would be replaced by the rename, not followed; still, nobody asked for that.
    let there = fs::symlink_metadata(&target).is_ok();
    if there {
        may_go(root, path, tour, over)?;
    }
    write_whole(&target, tour.to_text().as_bytes()).map_err(failed)
}

/// Whether the tour of a file may make room for `new`: it holds no word of a person that `new` was not made of.
fn may_go(root: &Path, path: &str, new: &Tour, over: &Over) -> Result<(), NotWritten> {
    let old = load(root, path).ok();
    if let Over::Read(digest) = over {
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

/// How far a reader got in one tour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The step that was shown last, from 0.
    pub step: usize,
    /// Steps that were shown, rising.
    pub visited: Vec<usize>,
}

/// How far a reader got, by the tour's file or by what generated it.
pub type AllProgress = BTreeMap<String, Progress>;

const PROGRESS: &str = "tours.json";

#[derive(Default, Serialize, Deserialize)]
struct ProgressFile {
    version: u32,
    tours: AllProgress,
}

/// How far a reader got in each tour. What cannot be read counts as nothing: it is a bookmark, no more.
#[must_use]
pub fn progress(store: &Store) -> AllProgress {
    let bytes = read_at_most(&store.dir().join(PROGRESS), MAX_BYTES as u64).ok().flatten();
    let file = bytes.and_then(|bytes| serde_json::from_slice::<ProgressFile>(&bytes).ok());
    file.map_or_else(AllProgress::new, |file| file.tours)
}

/// Keeps how far a reader got in one tour; `None` forgets it.
///
/// # Errors
/// It cannot be written.
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
mod tests {
    use super::*;

    const TOUR: &str = "{\"title\": \"T\", \"steps\": []}";

    fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap().join("repo");
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        (dir, root)
    }

    #[test]
    fn tours_are_found_where_codetour_finds_them_and_broken_ones_are_listed() {
        let (_dir, root) = tree(&[
            (".tour", TOUR),
            ("main.tour", TOUR),
            (".vscode/main.tour", TOUR),
            (".vscode/tours/a", TOUR),
            (".github/tours/deep/er/b.json", TOUR),
            (".tours/c.tour", "{\"title\": 3}"),
            ("other.tour", TOUR),
            ("docs/.tours/d.tour", TOUR),
            ("docs/walks/e.tour", TOUR),
            (
                ".vscode/settings.json",
                "{\n  // Tours are documents.\n  \"codetour.customTourDirectory\": \"./docs/walks/\"\n}\n",
            ),
        ]);
        let found = discover(&root);
        let paths: Vec<&str> = found.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(
            paths,
            [
                ".github/tours/deep/er/b.json",
                ".tour",
                ".tours/c.tour",
                ".vscode/main.tour",
                ".vscode/tours/a",
                "docs/walks/e.tour",
                "main.tour"
            ]
        );
        assert!(found.iter().all(|file| file.tour.is_ok() == (file.path != ".tours/c.tour")));
    }

    #[test]
    fn a_giant_is_refused_by_its_size_without_being_read() {
        let (_dir, root) = tree(&[(".tours/big.tour", "")]);
        fs::OpenOptions::new()
            .write(true)
            .open(root.join(".tours/big.tour"))
            .unwrap()
            .set_len(100 << 20)
            .unwrap();
        let [file] = &discover(&root)[..] else { panic!() };
        assert!(
            matches!(file.tour, Err(Unusable::Malformed(Malformed::TooLarge(size))) if size == 100 << 20)
        );
    }

    #[cfg(unix)]
    #[test]
    fn nothing_outside_of_the_repository_is_opened() {
        let (dir, root) = tree(&[("a/b.go", "package b\n")]);
        fs::write(dir.path().join("secret"), TOUR).unwrap();
        std::os::unix::fs::symlink(dir.path().join("secret"), root.join("link")).unwrap();
        std::os::unix::fs::symlink(dir.path(), root.join(".tours")).unwrap();
        std::os::unix::fs::symlink("a/b.go", root.join("inner")).unwrap();
        let opener = Opener::new(&root);
        let secret = dir.path().join("secret");
        for path in ["../secret", "a/../../secret", "link", secret.to_str().unwrap(), ".tours/secret"] {
            assert!(matches!(opener.open(path), Opened::Refused(_)), "{path}");
        }
        assert_eq!(opener.open("a/b.go"), Opened::Text(b"package b\n".as_slice().into()));
        assert_eq!(opener.open("inner"), opener.open("./a/b.go"));
        assert_eq!(opener.open("a"), Opened::Folder);
        assert_eq!(opener.open("gone"), Opened::Missing);
        assert!(discover(&root).is_empty());
        let tour = Tour::new("T", "");
        assert!(matches!(
            write(&root, ".tours/x.tour", &tour, &Over::Generated),
            Err(NotWritten::Refused(..))
        ));
        assert!(matches!(
            write(&root, "../x.tour", &tour, &Over::Read(tour.digest())),
            Err(NotWritten::Refused(..))
        ));
        assert!(!dir.path().join("x.tour").exists());
    }

    #[test]
    fn a_generated_tour_replaces_only_what_was_generated() {
        let (_dir, root) = tree(&[(".tours/own.tour", TOUR), ("a.go", "")]);
        let mut tour = Tour::new("T", "");
        let (own, new) = (path_of("own"), path_of("new"));
        assert!(matches!(write(&root, &own, &tour, &Over::Generated), Err(NotWritten::Taken(_))));
        tour.set_generated("packages", "new");
        write(&root, &new, &tour, &Over::Generated).unwrap();
        write(&root, &new, &tour, &Over::Generated).unwrap();
        assert_eq!(load(&root, ".tours/new.tour").unwrap(), tour);
        let read = Over::Read(load(&root, &own).unwrap().digest());
        write(&root, &own, &tour, &read).expect("its own file is written over");
        assert!(matches!(
            write(&root, &own, &tour, &Over::Read("other".to_owned())),
            Err(NotWritten::Changed(_))
        ));
    }

    #[test]
    fn a_generated_tour_that_was_edited_is_left_alone() {
        let (_dir, root) = tree(&[("a.go", "")]);
        let path = path_of("new");
        let generated = |description: &str| {
            let mut tour = Tour::new("T", description);
            tour.set_generated("packages", "new");
            tour
        };
        let text = || fs::read_to_string(root.join(&path)).unwrap();
        write(&root, &path, &generated("one"), &Over::Generated).unwrap();
        write(&root, &path, &generated("two"), &Over::Generated)
            .expect("nobody edited what the code gave before");
        let two = text();
        let edited = two.replace("\"two\"", "\"my own words\"");
        fs::write(root.join(&path), &edited).unwrap();
        assert!(matches!(
            write(&root, &path, &generated("two"), &Over::Generated),
            Err(NotWritten::Edited(_))
        ));
        assert_eq!(text(), edited);

        let without_digest: Vec<&str> = two.lines().filter(|line| !line.contains("\"digest\"")).collect();
        let untold = without_digest.join("\n").replace("\"new\",", "\"new\"");
        fs::write(root.join(&path), &untold).unwrap();
        assert!(matches!(
            write(&root, &path, &generated("three"), &Over::Generated),
            Err(NotWritten::Untold(_))
        ));
        assert_eq!(text(), untold);
        write(&root, &path, &generated("two"), &Over::Generated)
            .expect("nothing is lost of what says the same");
        assert_eq!(text(), two);
    }

    #[test]
    fn progress_is_there_after_a_restart() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(dir.path().join("data"));
        let at = |step| Progress { step, visited: vec![0, step] };
        keep_progress(&store, "a", Some(at(2))).unwrap();
        keep_progress(&store, "b", Some(at(3))).unwrap();
        keep_progress(&store, "a", None).unwrap();
        assert_eq!(progress(&store), AllProgress::from([("b".to_owned(), at(3))]));
        fs::write(store.dir().join(PROGRESS), "damage").unwrap();
        assert!(progress(&store).is_empty());
    }
}
