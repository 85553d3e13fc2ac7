//! Checks the types of a tree as it was before a change, and right after it.
//!
//! Files that differ, module files among them, have the content of that state. The facts of all others come from the
//! snapshot's facts file. Nothing is stored.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::dependencies::{self, Dependencies, DependencyContext, DependencySource};
use super::facts_file::FactsFile;
use super::gather::workspace_of;
use super::parse;
use super::snapshot::Snapshot;
use super::task::Task;
use crate::golang::facts::FileFacts;
use crate::golang::module::Workspace;
use crate::golang::stdlib::{Fate, changed_declarations, import_path, source_path};
use crate::golang::{Concern, Misfits, SourceFile, misfits as golang_misfits};
use crate::impact::{FileChange, FileVersion};
use crate::model::{folder, grouped};

/// The largest graph that is made once more for one answer, in symbols: this takes seconds and hundreds of megabytes.
const MAX_SYMBOLS: usize = 400_000;

const CANCELLED: &str = "cancelled";

/// A file of the tree by its path.
type TreeFile = (String, FileFacts);

/// By import path: the names of a package of another module that are gone or differ.
pub(super) type ChangedDependencies = BTreeMap<String, BTreeMap<String, Fate>>;

/// A `go.mod` or `go.work` that differs.
pub(super) struct ManifestChange {
    pub(super) path: String,
    /// The old side; `None` if the file is new.
    pub(super) old: Option<Vec<u8>>,
    /// The new side; `None` if the file is gone.
    pub(super) new: Option<Vec<u8>>,
}

/// A side of a change.
#[derive(Clone, Copy)]
enum Side {
    Before,
    After,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Before => Self::After,
            Self::After => Self::Before,
        }
    }

    fn of<T>(self, old: Option<T>, new: Option<T>) -> Option<T> {
        match self {
            Self::Before => old,
            Self::After => new,
        }
    }
}

/// Finds the code that does not compile before a change and after it, in the files that the change can concern: those that differ, and
/// if it `is_wide`, all that see their declarations. O(tree + code of these files), twice.
///
/// # Errors
/// The tree is too large, threads or files are not available, or `cancelled` returned true. The error is a sentence.
pub(super) fn misfits(
    snapshot: &Snapshot,
    files: &[FileChange],
    manifests: &[ManifestChange],
    is_wide: bool,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<[Misfits; 2], String> {
    let versions = files.iter().flat_map(|file| [&file.old, &file.new]).flatten();
    let mut concern =
        Concern { files: versions.map(|file| file.path.as_str()).collect(), ..Concern::default() };
    if is_wide {
        concern.folders.extend(concern.files.iter().map(|path| folder(path)));
    }
    // A module file decides what all imports below it mean.
    let modules: Vec<&str> = manifests.iter().map(|manifest| folder(&manifest.path)).collect();
    let of_modules = |path: &str| modules.iter().any(|module| Path::new(path).starts_with(module));
    let known = snapshot.files();
    let below: Vec<String> =
        known.iter().map(|(path, _)| String::from_utf8_lossy(path).into_owned()).collect();
    concern.folders.extend(below.iter().filter(|path| of_modules(path)).map(|path| folder(path)));
    on_pool(snapshot, || {
        let unchanged = unchanged(snapshot, files, cancelled)?;
        let of_side = |side, before: Option<&Misfits>| {
            with_sources((side, true), snapshot, &unchanged, files, manifests, |sources, workspace| {
                golang_misfits(sources, workspace, &snapshot.meta().host, &concern, before, cancelled)
            })?
            .ok_or_else(|| CANCELLED.to_owned())
        };
        let before = of_side(Side::Before, None)?;
        let after = of_side(Side::After, Some(&before))?;
        Ok([before, after])
    })
}

/// Compares the declarations of other modules before a change of module files and after it: of each package that is known on both
/// sides, by its import path, the names that are gone or differ. O(tree).
///
/// # Errors
/// Those of [`misfits`].
pub(super) fn changed_dependencies(
    snapshot: &Snapshot,
    files: &[FileChange],
    manifests: &[ManifestChange],
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<ChangedDependencies, String> {
    on_pool(snapshot, || {
        let unchanged = unchanged(snapshot, files, cancelled)?;
        let of_side = |side| {
            with_sources((side, false), snapshot, &unchanged, files, manifests, |sources, _| {
                let others = sources.iter().filter(|file| file.declarations_only);
                let facts: FxHashMap<String, FileFacts> =
                    others.map(|file| (file.path.to_owned(), file.facts.clone())).collect();
                facts
            })
        };
        let (before, after) = (of_side(Side::Before)?, of_side(Side::After)?);
        let both = before.iter().filter_map(|(path, old)| Some((path, old, after.get(path)?)));
        let compared = both.filter_map(|(path, old, new)| {
            Some((import_path(path)?.to_owned(), changed_declarations(old, new)))
        });
        Ok(compared.collect())
    })
}

/// Runs work that binds the tree again, on threads with large stacks.
///
/// # Errors
/// The tree is too large, threads are not available, or the work failed. The error is a sentence.
fn on_pool<T: Send>(
    snapshot: &Snapshot,
    work: impl FnOnce() -> Result<T, String> + Send,
) -> Result<T, String> {
    let symbols = snapshot.graph().n_symbols();
    if symbols > MAX_SYMBOLS {
        return Err(format!(
            "the repository is too large to analyse twice ({} symbols)",
            grouped(symbols as u64)
        ));
    }
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    parse::pool(threads).map_err(|error| error.to_string())?.install(work)
}

/// Runs `work` on the files and modules of one side of a change, and on the declarations of the packages of other modules that it
/// needs. If it `is_filled`, packages of the other side stand for those that are not in the module cache, so that these do not differ.
///
/// # Errors
/// These are no longer there. The error is a sentence.
fn with_sources<T>(
    (side, is_filled): (Side, bool),
    snapshot: &Snapshot,
    unchanged: &[TreeFile],
    files: &[FileChange],
    manifests: &[ManifestChange],
    work: impl FnOnce(&[SourceFile<'_>], &Workspace) -> T,
) -> Result<T, String> {
    let known = snapshot.files();
    let mut sources: Vec<SourceFile<'_>> =
        unchanged.iter().map(|(path, facts)| SourceFile { path, facts, declarations_only: false }).collect();
    for file in files {
        // Files that are not in the index, such as those in folders that the walk leaves out, are not added.
        let is_indexed = file.new.as_ref().is_none_or(|new| known.find(&new.path).is_some());
        let version = side.of(file.old.as_ref(), file.new.as_ref());
        if let Some(FileVersion { path, facts, .. }) = version.filter(|_| is_indexed) {
            sources.push(SourceFile { path, facts, declarations_only: false });
        }
    }
    let own: Vec<_> = sources.iter().map(|file| (file.path, file.facts)).collect();
    let workspace_at = |side| {
        let texts = manifests_at(side, snapshot, manifests);
        let texts = texts.iter().map(|(path, bytes)| (path.as_str(), &**bytes));
        workspace_of(texts, &snapshot.meta().links, &own)
    };
    let workspace = workspace_at(side);
    let others = match snapshot.meta().dependencies.module_cache().filter(|_| !manifests.is_empty()) {
        Some(cache) => {
            let other = || is_filled.then(|| workspace_at(side.other()));
            dependencies_of(snapshot, &cache, &own, &workspace, other)?
        }
        None => dependencies(snapshot)?,
    };
    sources.extend(others.iter().map(|(path, facts)| SourceFile { path, facts, declarations_only: true }));
    Ok(work(&sources, &workspace))
}

/// All module files, with one side of the changed ones.
fn manifests_at(side: Side, snapshot: &Snapshot, changed: &[ManifestChange]) -> Vec<(String, Vec<u8>)> {
    let known = snapshot.files();
    let same = known.iter().filter(|(_, row)| row.is_manifest()).filter_map(|(path, _)| {
        let (path, mut bytes) = (String::from_utf8_lossy(path).into_owned(), Vec::new());
        if changed.iter().any(|manifest| manifest.path == path) {
            return None;
        }
        parse::read(snapshot.root(), &path, &mut bytes).ok()?;
        Some((path, bytes))
    });
    let differ = changed.iter().filter_map(|manifest| {
        let text = side.of(manifest.old.as_ref(), manifest.new.as_ref())?;
        Some((manifest.path.clone(), text.clone()))
    });
    same.chain(differ).collect()
}

const LOST_DECLARATIONS: &str =
    "declarations of other modules are no longer in the data folder: `index --force` reads them";

/// The declarations of other modules that one side of a change needs: of the versions that its module files name. Those of the `other`
/// side stand for packages that are not in the module cache, so that these do not differ.
fn dependencies_of(
    snapshot: &Snapshot,
    cache: &DependencySource,
    files: &[(&str, &FileFacts)],
    workspace: &Workspace,
    other: impl FnOnce() -> Option<Workspace>,
) -> Result<Vec<(String, Arc<FileFacts>)>, String> {
    let mut own = read_dependencies(snapshot, cache, files, workspace)?;
    if !own.is_whole
        && let Some(other) = other()
    {
        let known: FxHashSet<String> = own.packages.iter().map(|(path, _)| path.clone()).collect();
        let is_unread = |path: &str| {
            !known.contains(path) && import_path(path).is_some_and(|import| !own.gone.contains(import))
        };
        let others = read_dependencies(snapshot, cache, files, &other)?.packages;
        let unread: Vec<_> = others.into_iter().filter(|(path, _)| is_unread(path)).collect();
        own.packages.extend(unread);
    }
    Ok(own.packages)
}

fn read_dependencies(
    snapshot: &Snapshot,
    cache: &DependencySource,
    files: &[(&str, &FileFacts)],
    workspace: &Workspace,
) -> Result<Dependencies, String> {
    /// As long as the rest of an answer takes.
    const LIMIT: Duration = Duration::from_secs(10);
    let meta = snapshot.meta();
    let context = DependencyContext {
        root: snapshot.root(),
        host: &meta.host,
        source: cache,
        cache: snapshot.dependency_facts().ok_or(LOST_DECLARATIONS)?,
        known: &Dependencies::default(),
        before: None,
        changes: &OnceLock::new(),
        until: Some(Instant::now() + LIMIT),
        may_lack_sums: true,
    };
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| (), glimpses: false };
    dependencies::read(&context, files, workspace, &task).map_err(|error| error.to_string())
}

/// The declarations of other modules that the snapshot was bound with.
fn dependencies(snapshot: &Snapshot) -> Result<Vec<(String, Arc<FileFacts>)>, String> {
    let packages = &snapshot.meta().dependencies.packages;
    let cache = snapshot.dependency_facts();
    let packages = packages.par_iter().map(|package| {
        let facts = cache.as_ref().and_then(|cache| cache.load(&package.key)).ok_or(LOST_DECLARATIONS)?;
        Ok((source_path(&package.path), Arc::new(facts)))
    });
    packages.collect()
}

/// The files that do not differ, with their facts from the facts file.
fn unchanged(
    snapshot: &Snapshot,
    files: &[FileChange],
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<TreeFile>, String> {
    const LOST: &str = "the index on disk is damaged: `index --force` rebuilds it";
    let facts_file = snapshot.facts_file().and_then(|path| FactsFile::open(&path).ok()).ok_or(LOST)?;
    let sides = files.iter().flat_map(|file| [&file.old, &file.new]).flatten();
    let differ: FxHashSet<&[u8]> = sides.map(|version| version.path.as_bytes()).collect();
    let files = snapshot.files();
    let rows: Vec<_> =
        files.iter().filter(|(path, row)| !differ.contains(path) && !row.is_manifest()).collect();
    let load = |(path, row): &(&[u8], &super::files::FileRow)| {
        if cancelled() {
            return Err(CANCELLED.to_owned());
        }
        let facts = facts_file.load(row.facts).ok_or_else(|| LOST.to_owned())?;
        Ok((String::from_utf8_lossy(path).into_owned(), facts))
    };
    rows.par_iter().map(load).collect()
}
