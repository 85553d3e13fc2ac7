//! One generation of an index, open for reading.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::dependencies::FactsCache;
use super::files::{Files, NAMES, ROWS};
use super::format::{self, FormatError};
use super::map::Bytes;
use super::meta::Meta;
use super::walk::Stamp;
use super::{database_paths, parse, shard};
use crate::golang::FileHead;
use crate::model::{Graph, NameIndex, NameIndexPlace};
use crate::search::text::{SHARDS, TextError, TextIndex};

/// The name of the section with the meta record.
pub(super) const META: &str = "meta";

/// Why a generation cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// A whole index as it was at one moment: mapped, immutable, and shared between threads. It stays readable when newer
/// generations replace it on disk. Clones share the bytes.
#[derive(Clone)]
pub struct Snapshot {
    bytes: Arc<Bytes>,
    /// The stamp of the file when it was opened; `None` for bytes in memory.
    stamp: Option<Stamp>,
    /// The folder of the database; `None` for bytes in memory.
    dir: Option<PathBuf>,
    /// The byte ranges of the graph's columns, in the order of its table.
    columns: Vec<Range<usize>>,
    rows: Range<usize>,
    names: Range<usize>,
    text_keys: Range<usize>,
    text_shards: Vec<Range<usize>>,
    meta: Arc<Meta>,
    generation: u64,
    symbol_names: Arc<OnceLock<NameIndex>>,
    /// The build that the files were chosen for.
    build: Arc<str>,
}

impl Snapshot {
    /// Opens a generation's file. Computes its checksum in one pass; nothing is decoded but the meta record.
    ///
    /// # Errors
    /// The file cannot be read, or it is not a whole database of this version.
    pub fn open(path: &Path, generation: u64) -> Result<Self, OpenError> {
        let mut file = File::open(path)?;
        let stamp = Stamp::of(&file.metadata()?);
        let snapshot = Self::over(Bytes::of_file(&mut file)?, generation)?;
        Ok(Self { stamp: Some(stamp), dir: path.parent().map(Path::to_owned), ..snapshot })
    }

    /// Returns whether both are over the same bytes.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.bytes, &other.bytes)
    }

    /// Returns whether `path` still is the file from which this was read, unchanged.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        self.stamp.is_some() && fs::metadata(path).map(|now| Stamp::of(&now)).ok() == self.stamp
    }

    /// A generation over bytes in memory.
    pub(super) fn over(bytes: Bytes, generation: u64) -> Result<Self, FormatError> {
        let table = format::read(&bytes)?;
        let malformed = |name: &str| FormatError::Section(name.to_owned());
        let names: Vec<&str> = Graph::default().sections().map(|(name, _)| name).collect();
        let columns = names.iter().map(|name| table.find(name)).collect::<Result<Vec<_>, _>>()?;
        let (rows, names) = (table.find(ROWS)?, table.find(NAMES)?);
        let text_keys = table.find(shard::KEYS)?;
        let text_shards =
            (0..SHARDS).map(|shard| table.find(&shard::section(shard))).collect::<Result<_, _>>()?;
        let meta: Meta = serde_json::from_slice(&bytes[table.find(META)?]).map_err(|_| malformed(META))?;
        if Files::over(&bytes[rows.clone()], &bytes[names.clone()]).is_none() {
            return Err(malformed(ROWS));
        }
        let build = Arc::from(meta.host.to_string());
        let (bytes, meta) = (Arc::new(bytes), Arc::new(meta));
        let snapshot = Self {
            bytes,
            stamp: None,
            dir: None,
            columns,
            rows,
            names,
            text_keys,
            text_shards,
            meta,
            generation,
            symbol_names: Arc::default(),
            build,
        };
        snapshot.columns().ok_or_else(|| malformed("of the graph"))?;
        Ok(snapshot)
    }

    /// The graph over the mapped columns. This costs a few hundred nanoseconds, so keep the graph during one task,
    /// but no longer.
    pub fn graph(&self) -> Graph<'_> {
        Graph {
            names: NameIndexPlace::at(&self.symbol_names),
            build: &self.build,
            ..self.columns().unwrap_or_default()
        }
    }

    fn columns(&self) -> Option<Graph<'_>> {
        let mut places = self.columns.iter();
        Graph::from_sections(|_| Some(&self.bytes[places.next()?.clone()]))
    }

    /// The files of which the graph was made.
    pub fn files(&self) -> Files<'_> {
        Files::over(&self.bytes[self.rows.clone()], &self.bytes[self.names.clone()]).unwrap_or_default()
    }

    /// Opens the text index. This costs a few milliseconds (see [`TextIndex::open`]), so do it once, and not before
    /// the first frame.
    ///
    /// # Errors
    /// The text index does not fit the graph, because a faulty program wrote the generation.
    pub fn text(&self) -> Result<TextIndex, TextError> {
        TextIndex::open(&self.graph(), self.text_shards.iter().map(|place| &self.bytes[place.clone()]))
    }

    /// The bytes of a shard of the text index; `None` if it was not made from the files of `key`.
    pub(super) fn text_shard(&self, shard: usize, key: &[u8; 32]) -> Option<&[u8]> {
        shard::is_same(&self.bytes[self.text_keys.clone()], shard, key)
            .then(|| &self.bytes[self.text_shards[shard].clone()])
    }

    /// The sections of the text index, for a generation that reuses them unchanged.
    pub(super) fn text_sections(&self) -> Vec<(String, &[u8])> {
        let shards = self.text_shards.iter().enumerate();
        let shards = shards.map(|(shard, place)| (shard::section(shard), &self.bytes[place.clone()]));
        std::iter::once((shard::KEYS.to_owned(), &self.bytes[self.text_keys.clone()])).chain(shards).collect()
    }

    /// Folders with a `go.mod`, relative to the root, `.` for the root itself.
    pub fn modules(&self) -> Vec<String> {
        let files = self.files();
        let manifests = files.iter().filter(|(_, row)| row.is_manifest());
        let paths = manifests.map(|(path, _)| String::from_utf8_lossy(path).into_owned());
        paths
            .filter_map(|path| match path.rsplit_once('/') {
                Some((dir, "go.mod")) => Some(dir.to_owned()),
                None if path == "go.mod" => Some(".".to_owned()),
                _ => None,
            })
            .collect()
    }

    /// Returns the parts of a file that decide which builds include it, as it is now; `None` if it cannot be read.
    pub fn head(&self, path: &str) -> Option<FileHead> {
        let mut text = Vec::new();
        parse::read(self.root(), path, &mut text).ok()?;
        Some(FileHead::of(&text))
    }

    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The repository's root.
    pub fn root(&self) -> &Path {
        Path::new(&self.meta.root)
    }

    /// The generation's number, which grows with each rebuild. Cache keys over the graph must include it.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The facts file with the facts of which it was made; `None` if it was not stored.
    pub(super) fn facts_file(&self) -> Option<PathBuf> {
        Some(database_paths::facts_file(self.dir.as_ref()?, self.meta.facts_file.number))
    }

    /// The facts of packages of other modules; `None` if the snapshot was not stored.
    pub(super) fn dependency_facts(&self) -> Option<FactsCache> {
        Some(FactsCache::beside(self.dir.as_ref()?))
    }

    /// The size of the database in bytes.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }
}
