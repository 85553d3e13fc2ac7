//! Opening an index: every command that reads one updates it first.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};

use super::progress::ProgressDisplay;
use super::{Common, Failure};
use crate::history::History;
use crate::index::{
    self, BuildEvent, BuildSettings, DEPENDENCY_TIME, DependencySource, IndexError, Outcome, Repository,
    Task, git,
};
use crate::model::clean;
use crate::runtime;

/// Files of a tree from which on large pages cost a build more than they save ([`runtime::take_small_pages`]).
const LARGE_TREE: usize = 4_000;

/// Opens the index of the repository around `path`, built or refreshed, with progress on a terminal.
///
/// Problems that did not stop it (a damaged database, one that cannot be stored) are reported on standard error. On Ctrl-C
/// the stored index stays as it was, and the process ends by the signal.
pub(super) fn refreshed(path: &Path, common: &Common, force: bool) -> Result<(Repository, Outcome), Failure> {
    let repository = repository(path, common)?;
    let settings = settings(common, force);
    let cancel = Arc::new(AtomicBool::new(false));
    // Without the handler Ctrl-C would kill the process outright: safe for the database, but a temporary file stays.
    let handler = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&cancel)).ok();
    let progress = ProgressDisplay::new();
    let small_pages = Once::new();
    let report = |event| {
        if matches!(event, BuildEvent::Files { total, .. } if total >= LARGE_TREE) {
            small_pages.call_once(runtime::take_small_pages);
        }
        progress.show(&event);
    };
    let answer =
        index::refresh(&repository, &settings, &Task { cancel: &cancel, report: &report, glimpses: false });
    progress.finish();
    handler.map(signal_hook::low_level::unregister);
    match answer {
        Ok(outcome) => {
            complain(&outcome);
            Ok((repository, outcome))
        }
        Err(error @ IndexError::Cancelled) => {
            let _ = writeln!(std::io::stderr(), "codegraph-tui: {error}");
            // A shell loop stops at Ctrl-C only if its command died from the signal.
            let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGINT);
            Err(error.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// The repository's history, or why there is none. A terminal shows that it is being read, which takes long the first time.
pub(super) fn history(repository: &Repository) -> Result<History, String> {
    let progress = ProgressDisplay::new();
    progress.say("reading past commits …");
    let read = git::history(repository);
    progress.finish();
    read.map(|(history, _)| history).map_err(|error| error.to_string())
}

/// The repository around `path`, with its database in the requested folder. If flags name another build, it is kept for
/// the repository.
pub(super) fn repository(path: &Path, common: &Common) -> Result<Repository, IndexError> {
    let Repository { root, store } = Repository::at(path, common.data_dir.as_deref())?;
    let change = common.build.change();
    if !change.is_none() {
        let host = index::build_target(&store).changed(&change).map_err(IndexError::Build)?;
        let kept = index::keep_build_target(&store, &host);
        kept.map_err(|source| IndexError::Io {
            what: "keep the build in",
            path: store.dir().to_owned(),
            source,
        })?;
    }
    let store = if common.vendor { store.of_vendored() } else { store };
    Ok(Repository { root, store })
}

/// Settings of a build, by flags and by the settings file.
pub(super) fn settings(common: &Common, force: bool) -> BuildSettings {
    let reads = !common.no_deps && super::settings::read(common).1.settings.read_dependencies;
    let dependencies = match &common.deps {
        _ if !reads => DependencySource::None,
        Some(folder) => DependencySource::Folder(folder.clone()),
        None => DependencySource::Machine,
    };
    BuildSettings {
        threads: threads(common),
        vendor: common.vendor,
        force,
        dependencies,
        dependency_time: DEPENDENCY_TIME,
    }
}

/// The requested number of threads, or one per core.
pub(super) fn threads(common: &Common) -> usize {
    common.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

fn complain(outcome: &Outcome) {
    let mut err = std::io::stderr().lock();
    for refused in outcome.refused.iter().filter(|refused| !refused.is_older()) {
        let path = refused.path.display().to_string();
        let _ = writeln!(
            err,
            "codegraph-tui: {} was not usable ({}); the index was rebuilt",
            clean(&path),
            refused.error
        );
    }
    if let Some(why) = &outcome.unsaved {
        let _ = writeln!(
            err,
            "codegraph-tui: the index could not be stored and is in memory only: {}",
            clean(why)
        );
    }
}
