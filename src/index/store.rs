//! A repository's database folder: its generations, the right to write, and the replacement of one generation by the
//! next.
//!
//! ```text
//! <data dir>/<repository>/
//!   graph-12.cgt      generation 12: graph, file states, meta (module `format`)
//!   facts-3.pack      facts of files by place, append-only (module `facts_file`)
//!   .lock             locked by the one writer while it writes
//!   .writing-…        being written; left behind only by a writer that was killed
//!   vendor/           the same with the vendor folders, for users who ask for them
//! ```
//!
//! The valid generation of the highest number is the current one. A generation appears by one rename of a complete
//! file and is never changed afterwards, so at any moment, whatever process is killed, the folder contains the last
//! good state. Readers take no lock: they map a generation, and an unlinked file stays mapped. The checksum detects
//! damage by a power cut or a bad disk; then the next lower generation or a rebuild replaces the damaged one.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Cursor, Write};
use std::path::{Path, PathBuf};

use super::IndexError;
use super::database_paths::{self, FACTS};
use super::files::Files;
use super::format::{self, FORMAT_VERSION, FormatError};
use super::map::Bytes;
use super::meta::Meta;
use super::snapshot::{META, OpenError, Snapshot};
use crate::model::Graph;
use crate::platform::{open_lock, private_dir_builder, replace};

const GENERATION: (&str, &str) = ("graph-", ".cgt");
const LOCK: &str = ".lock";
const WRITING: &str = ".writing-";
const VENDORED: &str = "vendor";

/// A database folder; it need not exist yet.
#[derive(Clone, Debug)]
pub struct Store {
    dir: PathBuf,
    /// The folder of the generations.
    database: PathBuf,
}

/// A generation that could not be opened.
#[derive(Debug)]
pub struct Refused {
    pub path: PathBuf,
    pub error: OpenError,
}

impl Refused {
    /// Returns whether the generation is whole, but of an older version of this program: no reason to complain.
    pub fn is_older(&self) -> bool {
        matches!(self.error, OpenError::Format(FormatError::Version { found }) if found < FORMAT_VERSION)
    }
}

/// The result of [`Store::latest`].
#[derive(Default)]
pub struct Latest {
    pub snapshot: Option<Snapshot>,
    /// Damaged or foreign generations of higher numbers.
    pub refused: Vec<Refused>,
}

/// The parts of a generation besides the graph.
#[derive(Clone, Copy)]
pub struct GenerationParts<'r> {
    pub files: &'r Files<'r>,
    /// Sections of the text index.
    pub text: &'r [(String, &'r [u8])],
    pub meta: &'r Meta,
}

/// The right to write. At most one process has it, until it is dropped.
pub struct StoreWriter<'s> {
    store: &'s Store,
    /// It is locked as long as it is open.
    _lock: File,
}

impl Store {
    pub fn new(dir: PathBuf) -> Self {
        Self { database: dir.clone(), dir }
    }

    /// A store in the same folder whose generations include the vendor folders. With one store for both settings,
    /// users of each would rebuild everything in turn.
    pub fn of_vendored(self) -> Self {
        Self { database: self.dir.join(VENDORED), ..self }
    }

    /// The folder of all data about a repository.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The folder of its generations and facts files.
    pub fn database(&self) -> &Path {
        &self.database
    }

    /// Opens the highest valid generation. It is no error if there is none.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub fn latest(&self) -> io::Result<Latest> {
        self.latest_after(None)
    }

    /// [`Store::latest`] for a program that has a snapshot `open`. If this is the newest generation, it is neither
    /// read nor checked again.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub(super) fn latest_after(&self, open: Option<&Snapshot>) -> io::Result<Latest> {
        // A writer may unlink a generation between listing and opening it. It has stored a newer one then.
        const ATTEMPTS: usize = 8;
        for _ in 0..ATTEMPTS {
            let mut latest = Latest::default();
            let mut vanished = false;
            for number in self.numbers(GENERATION)?.into_iter().rev() {
                let path = self.generation_path(number);
                let same = open.filter(|open| open.generation() == number && open.is_of(&path));
                match same.cloned().map_or_else(|| Snapshot::open(&path, number), Ok) {
                    Ok(snapshot) => {
                        latest.snapshot = Some(snapshot);
                        return Ok(latest);
                    }
                    Err(OpenError::Io(e)) if e.kind() == io::ErrorKind::NotFound => vanished = true,
                    Err(error) => latest.refused.push(Refused { path, error }),
                }
            }
            if !vanished {
                return Ok(latest);
            }
        }
        Ok(Latest::default())
    }

    /// Takes the right to write; `None` while another process has it. Creates the folder if it is missing.
    ///
    /// # Errors
    /// The folder cannot be made or written to.
    pub fn try_write(&self) -> io::Result<Option<StoreWriter<'_>>> {
        private_dir_builder().create(&self.database)?;
        let lock = open_lock(&self.database.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(StoreWriter { store: self, _lock: lock })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// The path of a facts file.
    pub(super) fn facts_path(&self, number: u64) -> PathBuf {
        database_paths::facts_file(&self.database, number)
    }

    fn generation_path(&self, number: u64) -> PathBuf {
        self.database.join(format!("{}{number}{}", GENERATION.0, GENERATION.1))
    }

    /// The numbers of all files of one kind, ascending.
    fn numbers(&self, (prefix, suffix): (&str, &str)) -> io::Result<Vec<u64>> {
        let entries = match fs::read_dir(&self.database) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut numbers = Vec::new();
        for entry in entries {
            let name = entry?.file_name();
            let number = name.to_str().and_then(|n| n.strip_prefix(prefix)?.strip_suffix(suffix));
            numbers.extend(number.and_then(|n| n.parse::<u64>().ok()));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }
}

impl StoreWriter<'_> {
    /// The path of a facts file.
    pub(super) fn facts_path(&self, number: u64) -> PathBuf {
        self.store.facts_path(number)
    }

    /// The next free number for a facts file.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub(super) fn next_facts_file(&self) -> io::Result<u64> {
        Ok(self.store.numbers(FACTS)?.last().map_or(1, |last| last + 1))
    }

    /// Removes a facts file that no generation uses; errors are ignored.
    pub(super) fn remove_facts_file(&self, number: u64) {
        let _ = fs::remove_file(self.facts_path(number));
    }

    /// Stores a generation, which makes it the current one, and removes older ones.
    ///
    /// # Errors
    /// [`IndexError::Damage`] if the graph is inconsistent (nothing is stored), [`IndexError::Io`] if it
    /// cannot be written. The last good state is kept in both cases.
    pub fn publish(&self, graph: &Graph<'_>, parts: &GenerationParts<'_>) -> Result<Snapshot, IndexError> {
        graph.check()?;
        let number = self.store.numbers(GENERATION).map_err(|e| self.failed(e))?.last().map_or(1, |n| n + 1);
        let (aside, target) =
            (self.store.database.join(format!("{WRITING}{number}")), self.store.generation_path(number));
        let written = write_aside(&aside, graph, parts).and_then(|()| replace(&aside, &target));
        if let Err(error) = written {
            // An error is ignored: the next writer removes the rest.
            let _ = fs::remove_file(&aside);
            return Err(self.failed(error));
        }
        let snapshot = Snapshot::open(&target, number)
            .map_err(|error| self.failed(io::Error::other(format!("reading it back: {error}"))))?;
        self.sweep(number, parts.meta.facts_file.number);
        Ok(snapshot)
    }

    /// Removes older generations, other facts files, and files that killed writers left. Errors are ignored, because the
    /// next writer tries again.
    pub(super) fn sweep(&self, generation: u64, facts_file: u64) {
        let Ok(entries) = fs::read_dir(&self.store.database) else { return };
        let keep = [
            self.store.generation_path(generation),
            self.store.facts_path(facts_file),
            self.store.database.join(LOCK),
        ];
        for path in entries.flatten().map(|entry| entry.path()).filter(|path| !keep.contains(path)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if [GENERATION.0, FACTS.0, WRITING].iter().any(|prefix| name.starts_with(prefix)) {
                let _ = fs::remove_file(&path);
            }
        }
    }

    pub(super) fn failed(&self, source: io::Error) -> IndexError {
        IndexError::Io { what: "write the index to", path: self.store.database.clone(), source }
    }
}

/// A generation in memory, for an index that cannot be stored.
pub(super) fn in_memory(graph: &Graph<'_>, parts: &GenerationParts<'_>) -> Result<Snapshot, IndexError> {
    graph.check()?;
    let mut out = Cursor::new(Vec::new());
    let written = write_sections(&mut out, graph, parts)
        .and_then(|()| Snapshot::over(Bytes::from(out.get_ref().as_slice()), 0).map_err(io::Error::other));
    written.map_err(|source| IndexError::Io { what: "lay out", path: PathBuf::from("the index"), source })
}

/// Writes a generation without waiting until the data is on the disk. A power cut within the system's delay of half a
/// minute may leave an incomplete file; its checksum shows that, and the next start builds again. Waiting would cost
/// milliseconds at every saved file.
fn write_aside(aside: &Path, graph: &Graph<'_>, parts: &GenerationParts<'_>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(aside)?);
    write_sections(&mut out, graph, parts)?;
    out.flush()
}

fn write_sections(
    out: &mut (impl Write + io::Seek),
    graph: &Graph<'_>,
    parts: &GenerationParts<'_>,
) -> io::Result<()> {
    let meta = serde_json::to_vec(parts.meta)?;
    let mut sections: Vec<(&str, &[u8])> = Vec::new();
    for (name, bytes) in graph.sections().chain(parts.files.sections()) {
        sections.push((name, bytes));
    }
    for (name, bytes) in parts.text {
        sections.push((name, bytes));
    }
    sections.push((META, &meta));
    format::write(out, &sections)
}
