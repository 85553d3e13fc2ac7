//! The state of a running refresh, which its steps share: gathering facts, then binding, ranking and storing.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rayon::ThreadPool;

use super::build_target::build_target;
use super::dependencies::{Dependencies, DependencyContext, DependencyReport, DependencySource, FactsCache};
use super::error::IndexError;
use super::incremental::IncrementalState;
use super::parse;
use super::repository::Repository;
use super::store::StoreWriter;
use super::task::{Phase, Task};
use crate::golang::build_constraint::Host;

/// Settings of a build.
#[derive(Clone, Debug)]
pub struct BuildSettings {
    /// The number of threads that walk, parse and bind; at least 1. The result does not depend on it.
    pub threads: usize,
    /// True if vendor folders are indexed too.
    pub vendor: bool,
    /// True if to build from the files alone, ignoring the stored index.
    pub force: bool,
    /// The place where declarations of other modules are read.
    pub dependencies: DependencySource,
    /// The longest time for which declarations of other modules are read that were never read before. What is left comes with a
    /// later refresh.
    pub dependency_time: Duration,
}

/// The time for which a command waits for declarations of other modules.
pub const DEPENDENCY_TIME: Duration = Duration::from_secs(30);

impl Default for BuildSettings {
    /// One thread, and nothing from outside of the tree.
    fn default() -> Self {
        Self {
            threads: 1,
            vendor: false,
            force: false,
            dependencies: DependencySource::Vendor,
            dependency_time: DEPENDENCY_TIME,
        }
    }
}

/// A build in progress.
pub(super) struct Build<'b> {
    pub(super) repository: &'b Repository,
    pub(super) settings: &'b BuildSettings,
    pub(super) task: &'b Task<'b>,
    pub(super) pool: Arc<ThreadPool>,
    pub(super) writer: Option<StoreWriter<'b>>,
    pub(super) incremental: Option<&'b mut IncrementalState>,
    pub(super) began: i64,
    /// The build that the tree is read for.
    pub(super) host: Host,
    pub(super) clock: Clock,
    started: Instant,
    pub(super) unsaved: Option<String>,
    /// The number of changes of what is read from other modules since `before`, once they were counted.
    dependency_changes: OnceLock<usize>,
    /// The number of files that were parsed again because their stored facts were damaged.
    pub(super) reparsed: usize,
}

impl<'b> Build<'b> {
    /// A build without a writer, which stores nothing.
    pub(super) fn new(
        repository: &'b Repository,
        settings: &'b BuildSettings,
        mut incremental: Option<&'b mut IncrementalState>,
        task: &'b Task<'b>,
    ) -> Result<Self, IndexError> {
        let host = build_target(&repository.store);
        let pool = match &mut incremental {
            Some(incremental) => incremental.pool(settings.threads)?,
            None => Arc::new(parse::pool(settings.threads)?),
        };
        Ok(Self {
            repository,
            settings,
            task,
            pool,
            writer: None,
            incremental,
            began: 0,
            host,
            clock: Clock::default(),
            started: Instant::now(),
            unsaved: None,
            dependency_changes: OnceLock::new(),
            reparsed: 0,
        })
    }

    /// The inputs that decide about dependencies. `before` is the report of the stored generation, and the time at which that began
    /// to read.
    pub(super) fn dependency_context<'c>(
        &'c self,
        known: &'c Dependencies,
        before: Option<(&'c DependencyReport, i64)>,
    ) -> DependencyContext<'c> {
        // With vendor folders in the tree their packages are part of it.
        let source = if self.settings.vendor { &DependencySource::None } else { &self.settings.dependencies };
        DependencyContext {
            root: &self.repository.root,
            host: &self.host,
            source,
            cache: FactsCache::beside(self.repository.store.dir()),
            known,
            before,
            changes: &self.dependency_changes,
            until: self.started.checked_add(self.settings.dependency_time),
            may_lack_sums: false,
        }
    }
}

/// Times by phase, in milliseconds. The times of a phase with several parts add up.
#[derive(Default)]
pub(super) struct Clock {
    pub(super) times: BTreeMap<Phase, f64>,
}

impl Clock {
    pub(super) fn time<T>(&mut self, phase: Phase, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let answer = work();
        self.add(phase, start.elapsed());
        answer
    }

    pub(super) fn add(&mut self, phase: Phase, time: Duration) {
        tracing::debug!(phase = phase.name(), ms = time.as_millis() as u64, "phase");
        *self.times.entry(phase).or_default() += time.as_secs_f64() * 1e3;
    }
}
