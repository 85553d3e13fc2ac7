//! Makes the text index of a generation: shards of unchanged files are reused, the others are made from the sources.

use std::path::Path;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::shard::{KEY, KEYS, UNKNOWN, section};
use super::snapshot::Snapshot;
use super::task::Task;
use super::{IndexError, parse};
use crate::model::{FileId, Graph};
use crate::search::text::{self, Layout, SHARDS, TEXT_VERSION};

/// A shard of a generation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StoredShard {
    /// A hash over the paths and contents of its files.
    pub key: [u8; KEY],
    pub bytes: Vec<u8>,
}

/// The root of a tree, and the hash of each file's content as it was parsed.
pub(super) struct FileContents<'c> {
    pub root: &'c Path,
    pub hashes: FxHashMap<&'c str, [u8; 32]>,
}

/// Makes or reuses every shard of `graph`, of which only the files and symbols are read, on the threads of the
/// current pool.
///
/// # Errors
/// The caller cancelled, or tantivy failed.
pub(super) fn shards(
    graph: &Graph<'_>,
    contents: &FileContents<'_>,
    base: Option<&Snapshot>,
    task: &Task<'_>,
) -> Result<Vec<StoredShard>, IndexError> {
    let layout = Layout::of(graph);
    let build = |shard: usize| {
        task.go_on()?;
        let key = key(graph, contents, layout.files(shard));
        if let Some(bytes) = base.and_then(|base| base.text_shard(shard, &key)) {
            return Ok(StoredShard { key, bytes: bytes.to_vec() });
        }
        let mut whole = true;
        let source = |file: FileId| {
            let source = contents.source(graph.path(file));
            whole &= source.is_some();
            source
        };
        let bytes = text::build(graph, &layout, shard, source).map_err(IndexError::Text)?;
        // In a file that changed during the build, symbols are no longer at the recorded places.
        Ok(StoredShard { key: if whole { key } else { UNKNOWN }, bytes })
    };
    // Shards are distributed one by one, so that a thread that has finished binding takes one of the remaining.
    (0..SHARDS).into_par_iter().with_max_len(1).map(build).collect()
}

/// The sections of shards: (name, bytes). Their keys are put into `keys`.
pub(super) fn sections<'s>(shards: &'s [StoredShard], keys: &'s mut Vec<u8>) -> Vec<(String, &'s [u8])> {
    *keys = shards.iter().flat_map(|shard| shard.key).collect();
    let each = shards.iter().enumerate().map(|(number, shard)| (section(number), shard.bytes.as_slice()));
    std::iter::once((KEYS.to_owned(), keys.as_slice())).chain(each).collect()
}

fn key(graph: &Graph<'_>, contents: &FileContents<'_>, members: &[FileId]) -> [u8; KEY] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&TEXT_VERSION.to_le_bytes());
    hasher.update(&super::meta::ANALYSIS_VERSION.to_le_bytes());
    for &file in members {
        let path = graph.path(file);
        hasher.update(path.as_bytes());
        hasher.update(&[0]);
        hasher.update(contents.hashes.get(path).unwrap_or(&UNKNOWN));
    }
    *hasher.finalize().as_bytes()
}

impl FileContents<'_> {
    /// A file's content; `None` if it is no longer the one that was parsed.
    fn source(&self, path: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        parse::read(self.root, path, &mut bytes).ok()?;
        (*self.hashes.get(path)? == parse::hash(&bytes)).then_some(bytes)
    }
}
