//! Makes the text index of a generation: shards of unchanged files are reused, the others are made from the sources.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::shard::{KEY, KEYS, UNKNOWN, section};
use super::snapshot::Snapshot;
use super::task::Task;
use super::{IndexError, parse};
use crate::model::{FileId, Graph};
use crate::search::text::{Layout, SHARDS, ShardBuilder, TEXT_VERSION};

/// A shard of a generation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StoredShard {
    /// A hash over the paths and contents of its files.
    pub key: [u8; KEY],
    pub bytes: Vec<u8>,
}

/// The root of a tree, and its files as they were parsed.
pub(super) struct FileContents<'c> {
    pub root: &'c Path,
    pub parsed: FxHashMap<&'c str, ParsedFile<'c>>,
}

/// The hash of a file's content, and the content if it was kept.
pub(super) struct ParsedFile<'c> {
    pub hash: [u8; 32],
    pub text: Option<&'c [u8]>,
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
    // A builder goes from one shard to the next, with the identifiers that it knows already.
    let idle: Mutex<Vec<ShardBuilder>> = Mutex::default();
    let build = |shard: usize| {
        task.go_on()?;
        let key = key(graph, contents, layout.files(shard));
        if let Some(bytes) = base.and_then(|base| base.text_shard(shard, &key)) {
            return Ok(StoredShard { key, bytes: bytes.to_vec() });
        }
        let mut whole = true;
        let read = |file: FileId, buffer: &mut Vec<u8>| whole &= contents.read(graph.path(file), buffer);
        let mut builder = idle.lock().ok().and_then(|mut idle| idle.pop()).unwrap_or_default();
        let bytes = builder.build(graph, &layout, shard, read).map_err(IndexError::Text)?;
        if let Ok(mut idle) = idle.lock() {
            idle.push(builder);
        }
        // In a file that changed during the build, symbols are no longer at the recorded places.
        Ok(StoredShard { key: if whole { key } else { UNKNOWN }, bytes })
    };
    // Shards are taken one by one, so that a thread that has finished binding takes one of the remaining, and the largest
    // first, so that no thread waits long for the last.
    let (order, next) = (largest_first(graph, &layout), AtomicUsize::new(0));
    let take = |_| {
        let shard = order[next.fetch_add(1, Relaxed)];
        build(shard).map(|stored| (shard, stored))
    };
    let made: Result<Vec<_>, IndexError> = (0..SHARDS).into_par_iter().with_max_len(1).map(take).collect();
    let mut made = made?;
    made.sort_unstable_by_key(|&(shard, _)| shard);
    Ok(made.into_iter().map(|(_, stored)| stored).collect())
}

/// The shards, those with the most lines first.
fn largest_first(graph: &Graph<'_>, layout: &Layout) -> Vec<usize> {
    let lines =
        |shard: usize| -> u32 { layout.files(shard).iter().map(|file| graph.file_lines[file.ix()]).sum() };
    let mut shards: Vec<usize> = (0..SHARDS).collect();
    shards.sort_by_key(|&shard| std::cmp::Reverse(lines(shard)));
    shards
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
        hasher.update(contents.parsed.get(path).map_or(&UNKNOWN, |file| &file.hash));
    }
    *hasher.finalize().as_bytes()
}

impl FileContents<'_> {
    /// Puts a file's content into the buffer. Answers whether it is still the one that was parsed; otherwise the buffer
    /// is left empty.
    fn read(&self, path: &str, buffer: &mut Vec<u8>) -> bool {
        let Some(file) = self.parsed.get(path) else { return false };
        if let Some(text) = file.text {
            buffer.extend_from_slice(text);
            return true;
        }
        let is_same = parse::read(self.root, path, buffer).is_ok() && file.hash == parse::hash(buffer);
        if !is_same {
            buffer.clear();
        }
        is_same
    }
}
