//! Reads the texts of a snapshot's files from the tree on demand.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::parse;
use super::snapshot::Snapshot;
use crate::model::{FileId, Graph};

/// The most bytes of files that are kept. Beyond it all are dropped.
const MAX_KEPT: usize = 64 << 20;

/// Reads files of a tree, and keeps them for further calls.
#[derive(Debug, Default)]
pub struct Sources {
    root: PathBuf,
    generation: u64,
    known: FxHashMap<FileId, Option<Arc<[u8]>>>,
    kept: usize,
}

impl Sources {
    /// The content of a file as it was indexed; `None` if it cannot be read or has changed since, because the graph's
    /// positions are then wrong in it.
    pub fn bytes(&mut self, snapshot: &Snapshot, graph: &Graph<'_>, file: FileId) -> Option<Arc<[u8]>> {
        if self.generation != snapshot.generation() || self.root != snapshot.root() {
            *self = Self {
                root: snapshot.root().to_owned(),
                generation: snapshot.generation(),
                ..Self::default()
            };
        }
        if let Some(known) = self.known.get(&file) {
            return known.clone();
        }
        let path = graph.path(file);
        let mut bytes = Vec::new();
        let read = parse::read(&self.root, path, &mut bytes).is_ok();
        let same = || snapshot.files().find(path).is_some_and(|row| row.hash == parse::hash(&bytes));
        let bytes: Option<Arc<[u8]>> = (read && same()).then(|| bytes.into());
        self.kept += bytes.as_ref().map_or(0, |bytes| bytes.len());
        if self.kept > MAX_KEPT {
            self.known.clear();
            self.kept = bytes.as_ref().map_or(0, |bytes| bytes.len());
        }
        self.known.insert(file, bytes.clone());
        bytes
    }
}
