//! What a program that stays open holds between refreshes, so that the next one does less.
//!
//! Nothing here decides what a generation says: without it the same bytes come out later.

use std::sync::Arc;

use rayon::ThreadPool;
use rustc_hash::FxHashMap;

use super::{IndexError, parse};
use crate::golang::facts::FileFacts;
use crate::golang::{BodyCheckCache, Fingerprint};

/// The facts of a tree's files by content, and the results of checking their bodies. Holds nothing of a tree that is too large.
#[derive(Default)]
pub struct Held {
    files: FxHashMap<[u8; 32], HeldFile>,
    pub(super) body_checks: BodyCheckCache,
    pool: Option<Arc<ThreadPool>>,
}

/// A file's facts with their fingerprint.
#[derive(Clone)]
pub(super) struct HeldFile {
    pub(super) facts: Arc<FileFacts>,
    pub(super) print: Arc<Fingerprint>,
}

impl Held {
    /// Most bytes of source whose facts are held: in memory they come to three times that.
    const MOST: u64 = 24 << 20;

    /// Gives up what is held when a tree of that much source is too large to be held.
    pub(super) fn fits(&mut self, source: u64) -> bool {
        if source > Self::MOST {
            *self = Self::default();
        }
        source <= Self::MOST
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The threads of the refreshes before: memory that a thread has freed serves it again, where that of a thread which
    /// has ended has to be found first.
    ///
    /// # Errors
    /// No threads to be had.
    pub(super) fn pool(&mut self, threads: usize) -> Result<Arc<ThreadPool>, IndexError> {
        if let Some(pool) = self.pool.as_ref().filter(|pool| pool.current_num_threads() == threads) {
            return Ok(Arc::clone(pool));
        }
        Ok(Arc::clone(self.pool.insert(Arc::new(parse::pool(threads)?))))
    }

    pub(super) fn find(&self, hash: &[u8; 32]) -> Option<HeldFile> {
        self.files.get(hash).cloned()
    }

    /// Holds these files and no others.
    pub(super) fn hold(&mut self, files: impl Iterator<Item = ([u8; 32], HeldFile)>) {
        self.files = files.collect();
    }
}
