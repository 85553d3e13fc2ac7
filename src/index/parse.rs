//! Reads and lowers files on all threads.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use rayon::ThreadPool;
use rustc_hash::FxHashMap;

use super::IndexError;
use super::files::FactsRange;
use super::task::{BuildEvent, Glimpse, Task};
use super::walk::{FoundFile, MAX_FILE_SIZE, Skip, SkipReason};
use crate::golang::facts::{FileFacts, decl_flag, file_flag};
use crate::golang::lower::Lowering;
use crate::model::{SymbolKind, is_testdata, symbol_flag};

/// The hash of a file's content, and its facts.
#[derive(Debug)]
pub(super) struct Digest {
    /// BLAKE3 of the bytes.
    pub hash: [u8; 32],
    pub facts: FactsSource,
}

/// A file's facts, or their place if they are in the facts file already.
#[derive(Debug)]
pub(super) enum FactsSource {
    /// With the content itself, if it is kept until its words are taken.
    New(FileFacts, Option<Box<[u8]>>),
    Stored(FactsRange),
}

/// Files of no more bytes than this together are kept in memory until the text index is made, so that they are read
/// only once.
const KEPT: u64 = 32 << 20;

/// The places of facts in the facts file, by the hash of the file's content.
pub(super) type KnownFacts = FxHashMap<[u8; 32], FactsRange>;

/// Reads a whole file of the tree, of at most [`MAX_FILE_SIZE`] bytes, into `buffer`.
pub(super) fn read(root: &Path, path: &str, buffer: &mut Vec<u8>) -> Result<(), Skip> {
    buffer.clear();
    let result = File::open(root.join(path)).and_then(|file| {
        // Without a place to read into, reading would begin with a few bytes and double them.
        let size = file.metadata()?.len().min(MAX_FILE_SIZE);
        buffer.reserve(size as usize + 1);
        file.take(MAX_FILE_SIZE + 1).read_to_end(buffer)
    });
    let skip = |reason, detail| Skip { path: path.to_owned(), reason, detail };
    match result {
        Ok(len) if len as u64 > MAX_FILE_SIZE => Err(skip(SkipReason::TooLarge, String::new())),
        Ok(_) => Ok(()),
        Err(error) => Err(skip(SkipReason::Unreadable, error.to_string())),
    }
}

/// Reads `files` on the pool's threads and lowers those whose content is not `known`. The results are in the order of
/// `files`.
///
/// The threads take the largest files first from one shared list. A large file that is taken last would keep one core
/// busy while the others have nothing left to do. If somebody watches the symbols appear, code comes before tests.
///
/// # Errors
/// [`IndexError::Cancelled`].
pub(super) fn parse(
    root: &Path,
    files: &[&FoundFile],
    known: &KnownFacts,
    pool: &ThreadPool,
    task: &Task<'_>,
) -> Result<Vec<Result<Digest, Skip>>, IndexError> {
    let mut order: Vec<u32> = (0..files.len() as u32).collect();
    order.sort_by_key(|&ix| {
        let file = files[ix as usize];
        let is_later = task.glimpses && (is_test_file(&file.path) || is_testdata(&file.path));
        (is_later, std::cmp::Reverse(file.stamp.size))
    });
    let total: u64 = files.iter().map(|file| file.stamp.size).sum();
    let shared = ParseProgress { total, ..ParseProgress::default() };
    let keeps = total <= KEPT;
    let batches = pool.broadcast(|_| {
        let mut worker = ParseWorker { known, lowering: Lowering::new(), buffer: Vec::new(), keeps };
        let mut batch = Vec::new();
        while let Some(&ix) = order.get(shared.next.fetch_add(1, Relaxed)) {
            task.go_on()?;
            let file = files[ix as usize];
            let digest = worker.digest(root, file);
            shared.report(file, digest.as_ref().ok(), files.len(), task);
            batch.push((ix, digest));
        }
        Ok::<_, IndexError>(batch)
    });
    let mut answers: Vec<Option<Result<Digest, Skip>>> = files.iter().map(|_| None).collect();
    for batch in batches {
        for (ix, digest) in batch? {
            answers[ix as usize] = Some(digest);
        }
    }
    Ok(answers.into_iter().flatten().collect())
}

/// Makes the thread pool of a build. The stacks of its threads suffice for the deepest nesting that lowering keeps.
pub(super) fn pool(threads: usize) -> Result<ThreadPool, IndexError> {
    const STACK: usize = 16 << 20;
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|ix| format!("index-{ix}"))
        .build()
        .map_err(|error| IndexError::Threads(io::Error::other(error)))
}

#[derive(Default)]
struct ParseProgress {
    next: AtomicUsize,
    done: AtomicUsize,
    symbols: AtomicUsize,
    /// Bytes of the files that are done, and of all.
    bytes: AtomicU64,
    total: u64,
}

impl ParseProgress {
    fn report(&self, file: &FoundFile, digest: Option<&Digest>, total: usize, task: &Task<'_>) {
        let facts = match digest {
            Some(Digest { facts: FactsSource::New(facts, _), .. }) => Some(facts),
            _ => None,
        };
        let new = facts.map_or(0, |facts| facts.decls.len());
        let symbols = self.symbols.fetch_add(new, Relaxed) + new;
        let done = self.done.fetch_add(1, Relaxed) + 1;
        if task.glimpses
            && let Some(facts) = facts
        {
            (task.report)(BuildEvent::Glimpses(glimpses(&file.path, facts)));
        }
        let bytes = self.bytes.fetch_add(file.stamp.size, Relaxed) + file.stamp.size;
        let part = bytes as f32 / self.total.max(1) as f32;
        (task.report)(BuildEvent::Files { done, total, symbols, part });
    }
}

struct ParseWorker<'k> {
    known: &'k KnownFacts,
    lowering: Lowering,
    buffer: Vec<u8>,
    keeps: bool,
}

impl ParseWorker<'_> {
    fn digest(&mut self, root: &Path, file: &FoundFile) -> Result<Digest, Skip> {
        read(root, &file.path, &mut self.buffer)?;
        let hash = hash(&self.buffer);
        let facts = if let Some(&place) = self.known.get(&hash) {
            FactsSource::Stored(place)
        } else {
            let kept = self.keeps.then(|| self.buffer.as_slice().into());
            FactsSource::New(self.lowering.facts(&self.buffer), kept)
        };
        Ok(Digest { hash, facts })
    }
}

/// The hash by which the content of a file is recognised: BLAKE3.
pub fn hash(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}

fn is_test_file(path: &str) -> bool {
    path.ends_with("_test.go")
}

fn glimpses(path: &str, facts: &FileFacts) -> Vec<Glimpse> {
    let path: Arc<str> = path.into();
    let mut common = 0;
    if is_test_file(&path) {
        common |= symbol_flag::TEST;
    }
    if facts.flags & file_flag::GENERATED != 0 {
        common |= symbol_flag::GENERATED;
    }
    let glimpse = |decl: &crate::golang::facts::Decl| {
        let (name, receiver) = (facts.name(decl.name), facts.name(decl.receiver));
        let exported = if decl.flags & decl_flag::EXPORTED != 0 { symbol_flag::EXPORTED } else { 0 };
        Some(Glimpse {
            kind: SymbolKind::from_number(decl.kind)?,
            name: name.to_owned(),
            qualified: if receiver.is_empty() { name.to_owned() } else { format!("{receiver}.{name}") },
            path: Arc::clone(&path),
            line: decl.line,
            flags: common | exported,
        })
    };
    facts.decls.iter().filter_map(glimpse).collect()
}
