//! One generation of an index, open for reading.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::files::{Files, NAMES, ROWS};
use super::format::{self, FormatError};
use super::map::Bytes;
use super::meta::Meta;
use super::walk::Stamp;
use super::{parse, paths, shard};
use crate::golang::facts::FileFacts;
use crate::golang::lower::Lowering;
use crate::model::Graph;
use crate::search::text::{SHARDS, TextError, TextIndex};

/// Section of the meta record.
pub(super) const META: &str = "meta";

/// Why a generation cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// A whole index as it was at one moment: mapped, immutable, safe to share between threads. It stays readable when
/// newer generations replace it on disk. A clone shares the bytes.
#[derive(Clone)]
pub struct Snapshot {
    bytes: Arc<Bytes>,
    /// The file's when it was opened; `None` for bytes in memory.
    stamp: Option<Stamp>,
    /// The folder of the database; `None` for bytes in memory.
    dir: Option<PathBuf>,
    /// Places of the graph's columns, in the order of its table.
    columns: Vec<Range<usize>>,
    rows: Range<usize>,
    names: Range<usize>,
    text_keys: Range<usize>,
    text_shards: Vec<Range<usize>>,
    meta: Arc<Meta>,
    generation: u64,
}

impl Snapshot {
    /// Opens a generation's file. One pass of a checksum over it; nothing is decoded but the meta record.
    ///
    /// # Errors
    /// The file cannot be read, or it is not a whole database of this version.
    pub fn open(path: &Path, generation: u64) -> Result<Self, OpenError> {
        let mut file = File::open(path)?;
        let stamp = Stamp::of(&file.metadata()?);
        let snapshot = Self::over(Bytes::of_file(&mut file)?, generation)?;
        Ok(Self { stamp: Some(stamp), dir: path.parent().map(Path::to_owned), ..snapshot })
    }

    /// Whether `path` still is the file that this was read from, untouched.
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
        };
        snapshot.columns().ok_or_else(|| malformed("of the graph"))?;
        Ok(snapshot)
    }

    /// The graph over the mapped columns. Costs a few hundred nanoseconds: keep it while working, not for longer.
    #[must_use]
    pub fn graph(&self) -> Graph<'_> {
        self.columns().unwrap_or_default()
    }

    fn columns(&self) -> Option<Graph<'_>> {
        let mut places = self.columns.iter();
        Graph::from_sections(|_| Some(&self.bytes[places.next()?.clone()]))
    }

    /// Files that the graph was made of.
    #[must_use]
    pub fn files(&self) -> Files<'_> {
        Files::over(&self.bytes[self.rows.clone()], &self.bytes[self.names.clone()]).unwrap_or_default()
    }

    /// Opens the text index. Costs a few milliseconds (see [`TextIndex::open`]): do it once, off the first frame.
    ///
    /// # Errors
    /// It does not fit the graph: the generation was written by a program that went wrong.
    pub fn text(&self) -> Result<TextIndex, TextError> {
        TextIndex::open(&self.graph(), self.text_shards.iter().map(|place| &self.bytes[place.clone()]))
    }

    /// The bytes of a shard of the text index if it was made from the files of `key`.
    pub(super) fn text_shard(&self, shard: usize, key: &[u8; 32]) -> Option<&[u8]> {
        shard::is_same(&self.bytes[self.text_keys.clone()], shard, key)
            .then(|| &self.bytes[self.text_shards[shard].clone()])
    }

    /// The sections of the text index, for a generation that takes them over as they are.
    pub(super) fn text_sections(&self) -> Vec<(String, &[u8])> {
        let shards = self.text_shards.iter().enumerate();
        let shards = shards.map(|(shard, place)| (shard::section(shard), &self.bytes[place.clone()]));
        std::iter::once((shard::KEYS.to_owned(), &self.bytes[self.text_keys.clone()])).chain(shards).collect()
    }

    /// Folders with a `go.mod`, relative to the root, `.` for the root itself.
    #[must_use]
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

    /// Facts of what stands above a file's declarations, as the tree has it now: the package, the imports, the build
    /// constraint. `None` when the file cannot be read.
    #[must_use]
    pub fn head(&self, path: &str) -> Option<FileFacts> {
        let mut text = Vec::new();
        parse::read(self.root(), path, &mut text).ok()?;
        // No line of a header begins like a function: what is before one is enough.
        let end = text.windows(6).position(|bytes| bytes == b"\nfunc ").unwrap_or(text.len());
        Some(Lowering::new().facts(&text[..end]))
    }

    #[must_use]
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The repository's root.
    #[must_use]
    pub fn root(&self) -> &Path {
        Path::new(&self.meta.root)
    }

    /// The generation's number; grows with each rebuild. Part of every cache key over the graph.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The pack with the facts that it was made of; `None` when it was not stored.
    pub(super) fn pack(&self) -> Option<PathBuf> {
        Some(paths::pack(self.dir.as_ref()?, self.meta.pack.number))
    }

    /// Size of the database in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }
}
