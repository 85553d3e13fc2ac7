//! The results that a program that stays open keeps between refreshes, so that the next one is faster.
//!
//! They never change a result: a refresh without them stores the same bytes, only later.

use std::sync::Arc;

use rayon::ThreadPool;
use rustc_hash::FxHashMap;

use super::dependencies::Dependencies;
use super::{IndexError, parse};
use crate::golang::build_constraint::Host;
use crate::golang::facts::FileFacts;
use crate::golang::{BodyCheckCache, Fingerprint};

/// The facts of a tree's files by content hash, and the results of checking their bodies. Empty for a tree that is
/// too large.
#[derive(Default)]
pub struct IncrementalState {
    files: FxHashMap<[u8; 32], KnownFile>,
    pub(super) body_checks: BodyCheckCache,
    /// The build that the bodies were checked for, and the digest of the dependencies that they saw.
    host: Host,
    digest: String,
    /// The packages that were read of other modules.
    pub(super) dependencies: Dependencies,
    pool: Option<Arc<ThreadPool>>,
}

/// A file's facts with their fingerprint.
#[derive(Clone)]
pub(super) struct KnownFile {
    pub(super) facts: Arc<FileFacts>,
    pub(super) print: Arc<Fingerprint>,
}

impl IncrementalState {
    /// The most bytes of source whose facts are kept. In memory, facts take three times as much.
    const MAX_SOURCE: u64 = 24 << 20;

    /// Returns whether results for a tree of `source` bytes may be kept; drops everything if not.
    pub(super) fn fits(&mut self, source: u64) -> bool {
        if source > Self::MAX_SOURCE {
            *self = Self::default();
        }
        source <= Self::MAX_SOURCE
    }

    /// Drops the results of bodies if they were checked for another build or with other dependencies.
    pub(super) fn bind_for(&mut self, host: &Host, digest: &str) {
        if self.host != *host || self.digest != digest {
            self.body_checks = BodyCheckCache::default();
            self.host = host.clone();
            digest.clone_into(&mut self.digest);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The thread pool of the last refresh, or a new one. A thread reuses the memory that it freed itself, which is
    /// faster than taking over the memory of a thread that ended.
    ///
    /// # Errors
    /// The system starts no threads.
    pub(super) fn pool(&mut self, threads: usize) -> Result<Arc<ThreadPool>, IndexError> {
        if let Some(pool) = self.pool.as_ref().filter(|pool| pool.current_num_threads() == threads) {
            return Ok(Arc::clone(pool));
        }
        Ok(Arc::clone(self.pool.insert(Arc::new(parse::pool(threads)?))))
    }

    pub(super) fn find(&self, hash: &[u8; 32]) -> Option<KnownFile> {
        self.files.get(hash).cloned()
    }

    /// Keeps these files and drops all others.
    pub(super) fn keep(&mut self, files: impl Iterator<Item = ([u8; 32], KnownFile)>) {
        self.files = files.collect();
    }
}
