//! Stores the interactions of a repository: `.interactions.json` beside its database.
//!
//! Every change locks, reads, changes, writes another file and renames it. So two processes that record at once lose
//! nothing, a reader sees a whole file at any moment, and a killed writer leaves the last good state. A file that is
//! damaged or of a newer version is moved to a name of its own and reported; it is never overwritten. Beside it are
//! the [`declaration_hashes`](super::declaration_hashes) by which a renamed symbol is recognised; they are removed
//! with it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::declaration_hashes::DeclarationHashes;
use super::fs::{Opener, write_whole};
use super::store::Store;
use crate::interactions::{Event, InteractionLog, MAX_SYMBOLS, Tidied, Unreadable};
use crate::model::Graph;
use crate::platform::{open_lock, private_dir_builder};
use crate::tour::{Finder, Twins};

const NAME: &str = ".interactions.json";
const LOCK: &str = ".interactions.lock";
/// The prefix of the name of a file that was set aside; the reason and a number follow.
const ASIDE: &str = ".interactions.";
const DAMAGED: &str = "damaged";
const NEWER: &str = "newer";

/// The largest file that is read, in bytes: far more than [`MAX_SYMBOLS`] need.
const MAX_SIZE: u64 = 64 << 20;

/// The path of a repository's interactions; the file may not exist yet.
#[derive(Clone, Debug)]
pub struct Sidecar {
    dir: PathBuf,
}

/// The memory, and the file that was set aside, if any.
#[derive(Debug, Default)]
pub struct Loaded {
    pub memory: InteractionLog,
    /// The file that was not usable and was moved.
    pub set_aside: Option<SetAside>,
}

/// A file that was moved out of the way.
#[derive(Debug)]
pub struct SetAside {
    pub to: PathBuf,
    pub why: Unreadable,
}

impl std::fmt::Display for SetAside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A narrow screen cuts off the end, so the important part comes first.
        let name = self.to.file_name().unwrap_or_default().to_string_lossy();
        let folder = self.to.parent().unwrap_or(&self.to).display();
        write!(f, "interactions moved to {name} and started again: {} (in {folder})", self.why)
    }
}

impl Sidecar {
    /// The sidecar of a database.
    pub fn of(store: &Store) -> Self {
        Self { dir: store.dir().to_owned() }
    }

    /// The path of the file.
    pub fn path(&self) -> PathBuf {
        self.dir.join(NAME)
    }

    /// Reads the memory; it is empty if there is no file.
    ///
    /// # Errors
    /// The file cannot be read, or cannot be set aside.
    pub fn load(&self) -> io::Result<Loaded> {
        if let Ok(memory) = read(&self.path())? {
            return Ok(Loaded { memory, set_aside: None });
        }
        // Only the holder of the lock may move the file. Another process may have moved it meanwhile.
        let _lock = self.lock()?;
        self.load_locked()
    }

    /// Adds events to the stored memory, and returns the whole memory.
    ///
    /// # Errors
    /// The file cannot be read or written; then the events are not recorded.
    pub fn record(&self, events: &[Event]) -> io::Result<Loaded> {
        self.update(|memory| events.iter().for_each(|event| memory.record(event)))
    }

    /// Adds events about symbols of the tree at `root`, and stores the hashes by which renamed symbols are
    /// recognised.
    ///
    /// # Errors
    /// The file cannot be read or written; then the events are not recorded.
    pub fn record_in(&self, events: &[Event], graph: &Graph<'_>, root: &Path) -> io::Result<Loaded> {
        let loaded = self.record(events)?;
        let mut ids: Vec<&str> = events.iter().map(|event| event.symbol.as_str()).collect();
        ids.sort_unstable();
        let hashes = DeclarationHashes::load(&self.dir);
        hashes.with(hashes.renewed(ids, graph, root)).save(&self.dir, &hashes)?;
        Ok(loaded)
    }

    /// Updates the stored memory to a graph of the tree at `root`, and returns the whole memory: see
    /// [`InteractionLog::tidy`]. Writes only if something changes. O(entries x log), and reads the files of the symbols in
    /// it.
    ///
    /// # Errors
    /// The file cannot be read or written; then nothing is changed.
    pub fn settle(&self, graph: &Graph<'_>, root: &Path, now: i64) -> io::Result<Loaded> {
        let mut loaded = self.load()?;
        if loaded.memory.is_empty() {
            return Ok(loaded);
        }
        let opener = Opener::new(root);
        let open = |path: &str| opener.open(path);
        let hashes = DeclarationHashes::load(&self.dir);
        let mut finder = Finder::new(graph, &open);
        let mut follow = |id: &str| finder.follow(id, hashes.of(id), Twins::default());
        if loaded.memory.tidy(graph, now, &mut follow) != Tidied::default() {
            let set_aside = loaded.set_aside.take();
            loaded = self.update(|memory| {
                memory.tidy(graph, now, &mut follow);
            })?;
            loaded.set_aside = set_aside.or(loaded.set_aside);
        }
        let ids = loaded.memory.iter().map(|(id, _)| id);
        hashes.renewed(ids, graph, root).save(&self.dir, &hashes)?;
        Ok(loaded)
    }

    /// Changes the stored memory. No other process can change it between reading and writing. An empty memory leaves
    /// no file.
    ///
    /// # Errors
    /// The file cannot be read or written; then nothing is changed.
    pub fn update(&self, change: impl FnOnce(&mut InteractionLog)) -> io::Result<Loaded> {
        let _lock = self.lock()?;
        let mut loaded = self.load_locked()?;
        let before = loaded.memory.len();
        change(&mut loaded.memory);
        // There is no clock here, so the newest event stands for the present.
        let newest = loaded.memory.iter().map(|(_, tally)| tally.last()).max().unwrap_or(0);
        loaded.memory.bound(MAX_SYMBOLS, newest);
        if loaded.memory.is_empty() {
            match fs::remove_file(self.path()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        } else {
            write_whole(&self.path(), loaded.memory.to_text().as_bytes())?;
        }
        if loaded.memory.len() < before {
            let hashes = DeclarationHashes::load(&self.dir);
            hashes.retained(&loaded.memory).save(&self.dir, &hashes)?;
        }
        Ok(loaded)
    }

    /// Forgets everything, including files that were set aside, and returns the number of symbols that were in the
    /// memory.
    ///
    /// # Errors
    /// The file cannot be read or written, or one that was set aside cannot be removed.
    pub fn clear(&self) -> io::Result<usize> {
        let mut forgotten = 0;
        self.update(|memory| forgotten = std::mem::take(memory).len())?;
        for entry in fs::read_dir(&self.dir)? {
            let entry = entry?;
            let name = entry.file_name();
            let is_aside =
                |word| name.to_str().is_some_and(|name| name.starts_with(&format!("{ASIDE}{word}-")));
            if [DAMAGED, NEWER].into_iter().any(is_aside) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(forgotten)
    }

    /// Waits for the lock.
    fn lock(&self) -> io::Result<File> {
        private_dir_builder().create(&self.dir)?;
        let lock = open_lock(&self.dir.join(LOCK))?;
        lock.lock()?;
        Ok(lock)
    }

    fn load_locked(&self) -> io::Result<Loaded> {
        let path = self.path();
        match read(&path)? {
            Ok(memory) => Ok(Loaded { memory, set_aside: None }),
            Err(why) => {
                let to = set_aside(&path, &why)?;
                Ok(Loaded { memory: InteractionLog::default(), set_aside: Some(SetAside { to, why }) })
            }
        }
    }
}

fn read(path: &Path) -> io::Result<Result<InteractionLog, Unreadable>> {
    let size = match fs::metadata(path) {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ok(InteractionLog::default())),
        Err(error) => return Err(error),
    };
    if size > MAX_SIZE {
        return Ok(Err(Unreadable::Damaged(format!("{size} bytes is too large"))));
    }
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        // Another process has removed the file meanwhile.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ok(InteractionLog::default())),
        Err(error) => return Err(error),
    };
    let text = String::from_utf8(bytes).map_err(|_| Unreadable::Damaged("not UTF-8".to_owned()));
    Ok(text.and_then(|text| InteractionLog::parse(&text)))
}

/// Moves an unusable file to the first free name for its kind.
fn set_aside(path: &Path, why: &Unreadable) -> io::Result<PathBuf> {
    let word = match why {
        Unreadable::Newer(_) => NEWER,
        Unreadable::Damaged(_) => DAMAGED,
    };
    let mut number = 1u32;
    loop {
        let to = path.with_file_name(format!("{ASIDE}{word}-{number}.json"));
        // A rename replaces a file that exists. Nothing can create one after this check, since this process holds the
        // lock.
        if !to.try_exists()? {
            fs::rename(path, &to)?;
            return Ok(to);
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::index::{BuildSettings, Repository, Task, refresh};
    use crate::interactions::{Act, VANISHED_DAYS};

    const NOW: i64 = 1_763_710_000;

    fn sidecar(dir: &Path) -> Sidecar {
        Sidecar::of(&Store::new(dir.join("data")))
    }

    fn event(symbol: &str, at: i64) -> Event {
        Event { symbol: symbol.to_owned(), act: Act::Opened, at }
    }

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir.join("data")).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn events_are_there_after_a_restart_and_clearing_leaves_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let sidecar = sidecar(dir.path());
        assert!(sidecar.load().unwrap().memory.is_empty());
        assert!(!dir.path().join("data").exists(), "looking makes nothing");
        sidecar.record(&[event("a.go::F::func", NOW)]).unwrap();
        assert_eq!(sidecar.load().unwrap().memory.get("a.go::F::func").unwrap().count(Act::Opened), 1);
        assert_eq!(names(dir.path()), [NAME, LOCK]);
        fs::write(sidecar.path(), "half").unwrap();
        assert!(sidecar.load().unwrap().set_aside.is_some());
        sidecar.record(&[event("a.go::G::func", NOW)]).unwrap();
        assert_eq!(names(dir.path()), [".interactions.damaged-1.json", NAME, LOCK]);
        assert_eq!(sidecar.clear().unwrap(), 1);
        assert_eq!(names(dir.path()), [LOCK], "what was set aside holds ids, too");
    }

    /// A repository of one file, its graph, and what was opened in it.
    struct Tree {
        dir: tempfile::TempDir,
        repository: Repository,
    }

    impl Tree {
        fn new(opened: &[&str]) -> Self {
            let dir = tempfile::tempdir().unwrap();
            let root = dir.path().canonicalize().unwrap().join("repo");
            fs::create_dir(&root).unwrap();
            let store = Store::new(dir.path().join("data"));
            sidecar(dir.path()).record(&opened.iter().map(|id| event(id, NOW)).collect::<Vec<_>>()).unwrap();
            Self { dir, repository: Repository { root, store } }
        }

        /// Writes a file, and settles `days` later: the ids remembered.
        fn settled(&self, path: &str, text: &str, days: i64) -> Vec<String> {
            let path = self.repository.root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
            let settings = BuildSettings::default();
            let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
            let snapshot = refresh(&self.repository, &settings, &task).unwrap().snapshot;
            let sidecar = sidecar(self.dir.path());
            let now = NOW + days * 86_400;
            let settled = sidecar.settle(&snapshot.graph(), &self.repository.root, now).unwrap().memory;
            assert_eq!(settled, sidecar.load().unwrap().memory, "what is returned is what is kept");
            settled.iter().map(|(id, _)| id.to_owned()).collect()
        }
    }

    const LONG: &str = "{\n\tprintln(\"a body that is like no other\")\n}\n";

    #[test]
    fn a_symbol_is_followed_where_its_name_or_its_content_goes() {
        let tree = Tree::new(&["a.go::Old::func", "b/main.go::main::func"]);
        let same = ["a.go::Old::func", "b/main.go::main::func"];
        assert_eq!(tree.settled("b/main.go", &format!("package main\n\nfunc main() {LONG}"), 0), same);
        assert_eq!(tree.settled("a.go", &format!("package a\n\nfunc Old() {LONG}"), 0), same);
        let renamed = ["a.go::New::func", "b/main.go::main::func"];
        assert_eq!(tree.settled("a.go", &format!("package a\n\nfunc New() {LONG}"), 1), renamed);
        fs::remove_file(tree.repository.root.join("a.go")).unwrap();
        let moved = ["b/main.go::main::func", "sub/c.go::New::func"];
        assert_eq!(tree.settled("sub/c.go", &format!("package sub\n\nfunc New() {LONG}"), 2), moved);
        // Another program's entry is a name-sake, no more.
        fs::remove_dir_all(tree.repository.root.join("b")).unwrap();
        assert_eq!(tree.settled("c/main.go", "package main\n\nfunc main() { println(1) }\n", 3), moved);
    }

    #[test]
    fn what_vanished_stays_a_while_and_its_print_goes_with_it() {
        let tree = Tree::new(&["a.go::F::func", "a.go::G::func"]);
        let whole = format!("package a\n\nfunc F() {LONG}\nfunc G() {{ println(2, 3, 4, 5, 6) }}\n");
        tree.settled("a.go", &whole, 0);
        let both = ["a.go::F::func", "a.go::G::func"];
        assert_eq!(DeclarationHashes::load(&tree.dir.path().join("data")).ids().collect::<Vec<_>>(), both);
        let without = format!("package a\n\nfunc F() {LONG}");
        assert_eq!(tree.settled("a.go", &without, VANISHED_DAYS - 1), both, "a branch comes back");
        assert_eq!(tree.settled("a.go", &without, VANISHED_DAYS + 1), ["a.go::F::func"]);
        assert_eq!(
            DeclarationHashes::load(&tree.dir.path().join("data")).ids().collect::<Vec<_>>(),
            ["a.go::F::func"]
        );
        sidecar(tree.dir.path()).update(|memory| *memory = InteractionLog::default()).unwrap();
        assert!(names(tree.dir.path()).iter().all(|name| !name.contains("hashes")), "clearing clears all");
    }

    #[test]
    fn what_cannot_be_read_is_set_aside_and_never_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let sidecar = sidecar(dir.path());
        sidecar.record(&[event("a.go::F::func", NOW)]).unwrap();
        let good = fs::read_to_string(sidecar.path()).unwrap();
        let newer = good.replace("\"version\":1", "\"version\":99");
        for (bytes, name) in [
            (b"\xff\xfe{".as_slice(), ".interactions.damaged-1.json"),
            (&good.as_bytes()[..good.len() - 9], ".interactions.damaged-2.json"),
            (newer.as_bytes(), ".interactions.newer-1.json"),
        ] {
            fs::write(sidecar.path(), bytes).unwrap();
            let loaded = sidecar.record(&[event("b.go::G::func", NOW)]).unwrap();
            assert_eq!(loaded.memory.len(), 1, "{name}");
            assert_eq!(loaded.set_aside.unwrap().to, dir.path().join("data").join(name));
            assert_eq!(fs::read(dir.path().join("data").join(name)).unwrap(), bytes);
        }
        fs::write(sidecar.path(), "damage").unwrap();
        assert!(sidecar.load().unwrap().set_aside.is_some(), "a reader says it too");
        assert!(sidecar.load().unwrap().set_aside.is_none(), "once");
    }

    /// The only strings in the file are its own words and the ids that were recorded.
    #[test]
    fn nothing_but_ids_counts_and_times_reaches_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let sidecar = sidecar(dir.path());
        let ids = ["cmd/a.go::F::func", "b.go::T.M::method"];
        let events = Act::ALL.map(|act| Event { symbol: ids[0].to_owned(), act, at: NOW });
        sidecar.record(&events).unwrap();
        sidecar.record(&[event(ids[1], NOW)]).unwrap();
        let text = fs::read_to_string(sidecar.path()).unwrap();
        let file: serde_json::Value = serde_json::from_str(&text).unwrap();
        let keys = |value: &serde_json::Value| {
            value.as_object().unwrap().keys().map(String::as_str).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(keys(&file), "format version symbols");
        assert_eq!(keys(&file["symbols"]), [ids[1], ids[0]].join(" "));
        for row in file["symbols"].as_object().unwrap().values() {
            for (key, value) in row.as_object().unwrap() {
                let count = |v: &serde_json::Value| v.is_number();
                match key.as_str() {
                    "last" => assert!(count(value)),
                    key => {
                        assert!(Act::ALL.iter().any(|act| act.name() == key), "{key}");
                        let pair = value.as_array().unwrap();
                        assert!(pair.len() == 2 && pair.iter().all(count), "{value}");
                    }
                }
            }
        }
    }

    const WRITERS: usize = 8;
    const EVENTS: usize = 1_000;
    const BATCH: usize = 20;

    /// Names the folder to the test below if it runs as one of its own writers.
    const WRITES_IN: &str = "CODEGRAPH_TUI_TEST_WRITER";

    fn record_as_a_writer(dir: &Path) {
        let sidecar = sidecar(dir);
        let own = format!("own.go::F{}::func", std::process::id());
        for batch in 0..EVENTS / BATCH {
            let at = NOW + batch as i64;
            let events: Vec<Event> =
                (0..BATCH).map(|n| event(if n % 2 == 0 { "shared.go::F::func" } else { &own }, at)).collect();
            sidecar.record(&events).unwrap();
        }
    }

    #[test]
    fn eight_processes_that_record_at_once_lose_nothing() {
        if let Some(dir) = std::env::var_os(WRITES_IN) {
            return record_as_a_writer(Path::new(&dir));
        }
        let dir = tempfile::tempdir().unwrap();
        let program = std::env::current_exe().unwrap();
        let mut writers: Vec<_> = (0..WRITERS)
            .map(|_| {
                std::process::Command::new(&program)
                    .args([
                        "--exact",
                        "index::interaction_store::tests::eight_processes_that_record_at_once_lose_nothing",
                    ])
                    .env(WRITES_IN, dir.path())
                    .stdout(std::process::Stdio::null())
                    .spawn()
                    .unwrap()
            })
            .collect();
        assert!(writers.iter_mut().all(|writer| writer.wait().unwrap().success()));
        let memory = sidecar(dir.path()).load().unwrap().memory;
        let total: usize = memory.iter().map(|(_, tally)| tally.count(Act::Opened) as usize).sum();
        assert_eq!((memory.len(), total), (WRITERS + 1, WRITERS * EVENTS));
        let shared = memory.get("shared.go::F::func").unwrap().count(Act::Opened) as usize;
        assert_eq!(shared, WRITERS * EVENTS / 2);
    }
}
