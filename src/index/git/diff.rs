//! Finds the differences between two states of a tree: commits, the index, the work tree.
//!
//! git only names the files that differ and provides stored contents. Files of the work tree are read here, and
//! renames are found here, because git could run the repository's own filters for both.

use std::path::Path;
use std::thread;
use std::time::Duration;

use super::child::{Cancelled, Git, GitError};
use super::clone_gaps::likely_history_gap;
use super::compiled::{OtherFile, add_compiled};
use super::model::{ChangedFiles, Checkout, Diff, FileLines, Range};
use super::modules::add_modules;
use super::output::{self, Content, RawChange};
use super::submodules;
use crate::golang::lower::Lowering;
use crate::impact::{
    Breakage, FileChange, FilePart, FileVersion, Outside, broken as broken_code, built_otherwise,
    changed_symbols_unless, may_break_others, may_rebind, outside, put_in_order, rebound, renames,
};
use crate::index::before::{self, ManifestChange};
use crate::index::fs::on_disk;
use crate::index::walk::MAX_FILE_SIZE;
use crate::index::{Meta, Snapshot};
use crate::model::{Graph, grouped};

/// The time limit of one run of git.
const LIMIT: Duration = Duration::from_secs(30);

/// The symbols of the repository at `root` that differ between the two states of a range, without readers of other files, found in `graph`, which
/// should be that of the new one and has `meta`.
///
/// # Errors
/// There is no git, no repository, or no such commit, or git failed.
pub fn diff(root: &Path, graph: &Graph<'_>, range: &Range, meta: &Meta) -> Result<Diff, GitError> {
    compared(&git_at(root)?, root, graph, range, meta, false).map(|(diff, _)| diff)
}

/// Compares the last commit with the work tree: the [`diff`] for a snapshot, with lines only of files that the commit
/// has. Of a new file every line differs.
///
/// # Errors
/// Those of [`diff`], or the caller cancelled.
pub fn diff_since_commit(
    snapshot: &Snapshot,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Diff, GitError> {
    let git = git_cancellable_at(snapshot.root(), cancelled)?;
    let range = Range::WorkTree { since: "HEAD".to_owned() };
    // Readers of other files are of no interest here, and would be looked for after every edit.
    let (mut diff, _) = compared(&git, snapshot.root(), &snapshot.graph(), &range, snapshot.meta(), false)?;
    diff.lines.retain(|file| file.paths[0].is_some());
    Ok(diff)
}

/// [`diff`] for the graph of a snapshot, with the code that the change breaks. This checks the types of what the change can concern as
/// it was before, and right after: of the files that differ alone if only bodies of functions do.
///
/// # Errors
/// Those of [`diff`], or the caller cancelled.
pub fn diff_with_unbound(
    snapshot: &Snapshot,
    range: &Range,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Diff, GitError> {
    let graph = snapshot.graph();
    let git = git_cancellable_at(snapshot.root(), cancelled)?;
    let (mut diff, sides) = compared(&git, snapshot.root(), &graph, range, snapshot.meta(), true)?;
    git.check()?;
    add_broken_references(snapshot, &sides, &mut diff, cancelled)?;
    if !ends_now(&git, &diff)? {
        // Other files are known as they are today.
        let own: Vec<String> = diff.files.iter().filter_map(|(_, new)| new.clone()).collect();
        diff.broken.iter_mut().for_each(|broken| broken.retain(|of| own.contains(&of.path)));
        diff.changed.retain(|of| of.change != crate::impact::ChangeKind::Unbound || own.contains(&of.path));
        diff.notes.push(
            "what no longer compiled then elsewhere is not known: the tree has changed since".to_owned(),
        );
    }
    git.check()?;
    if !sides.manifests.is_empty() {
        let check = || git.check();
        let ChangedFiles { files, manifests } = &sides;
        let compared =
            before::changed_dependencies(snapshot, files, manifests, cancelled).unwrap_or_default();
        on_deep_stack(|| add_modules(&check, snapshot.root(), &graph, manifests, &compared, &mut diff))?;
    }
    Ok(diff)
}

/// Returns whether the newer end of a diff is the work tree, the commit that this has, or one with the same Go code.
fn ends_now(git: &Git<'_>, diff: &Diff) -> Result<bool, GitError> {
    const SOURCES: &[&str] = &["--", ":(glob)**/*.go", ":(glob)**/go.mod", ":(glob)**/go.work"];
    let Some(end) = &diff.ends[1] else { return Ok(true) };
    if *end == commit(git, "HEAD")? {
        return Ok(true);
    }
    let differing = ["diff", "--no-ext-diff", "--ignore-submodules=all", "--name-only", end];
    Ok(git.output(&[&differing, SOURCES].concat())?.is_empty())
}

/// Adds the references that a change breaks. This needs binding the tree as it was.
pub(super) fn add_broken_references(
    snapshot: &Snapshot,
    sides: &ChangedFiles,
    diff: &mut Diff,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<(), GitError> {
    let graph = snapshot.graph();
    let ChangedFiles { files, manifests } = sides;
    let rebinds = diff.outside.iter().any(Outside::rebinds);
    let is_wide = rebinds || may_break_others(&graph, &diff.changed) || may_rebind(files);
    if diff.changed.is_empty() && !is_wide {
        return Ok(());
    }
    match before::misfits(snapshot, files, manifests, is_wide, cancelled) {
        _ if cancelled() => return Err(GitError::Cancelled),
        Ok([before, after]) => {
            let Breakage { broken, unbound } =
                broken_code(&graph, [&before.found, &after.found], files, &diff.changed);
            diff.broken = Some(broken);
            diff.changed.extend(unbound);
            let packages = [&before.packages, &after.packages];
            let rebound = rebound(packages, &graph, files, &diff.changed);
            diff.changed.extend(rebound);
            put_in_order(&mut diff.changed);
        }
        Err(why) => diff.notes.push(format!("what no longer compiles is not known: {why}")),
    }
    Ok(())
}

/// Adds the differences in a checkout between the ends of a range, those in its submodules included.
fn add_checkout(
    checkout: Checkout<'_>,
    range: &Range,
    sides: &mut ChangedFiles,
    diff: &mut Diff,
) -> Result<(), GitError> {
    let (mut changes, ends) = raw_changes(checkout.git, range)?;
    changes.retain(is_source);
    let ChangedFiles { files, manifests } = versions(checkout, changes, diff)?;
    sides.files.extend(files);
    sides.manifests.extend(manifests);
    add_submodules(checkout, range, &ends, sides, diff)
}

/// Adds the differences in the submodules of a checkout, and a note for each that cannot be compared.
fn add_submodules(
    checkout: Checkout<'_>,
    range: &Range,
    ends: &[Option<String>; 2],
    sides: &mut ChangedFiles,
    diff: &mut Diff,
) -> Result<(), GitError> {
    for (path, compared) in submodules::differing(checkout, range, ends)? {
        let dir = checkout.root.join(&path);
        let below = format!("{}{path}/", checkout.below);
        let added = compared.and_then(|range| {
            let git = submodules::opened(checkout.git, &dir)?;
            let checkout = Checkout { git: &git, root: &dir, below: &below, ..checkout };
            add_checkout(checkout, &range, sides, diff).map_err(|error| error.to_string())
        });
        checkout.git.check()?;
        if let Err(why) = added {
            diff.notes
                .push(format!("{} is a submodule and was not compared: {why}", below.trim_end_matches('/')));
        }
    }
    Ok(())
}

fn compared(
    git: &Git<'_>,
    root: &Path,
    graph: &Graph<'_>,
    range: &Range,
    meta: &Meta,
    finds_readers: bool,
) -> Result<(Diff, ChangedFiles), GitError> {
    let mut diff = Diff { notes: notes(git), ..Diff::default() };
    let changes;
    (changes, diff.ends) = raw_changes(git, range).map_err(|error| error.of_a_range().in_clone(root))?;
    let (sources, others): (Vec<_>, Vec<_>) = changes.into_iter().partition(is_source);
    let checkout = Checkout { git, root, below: "", host: &meta.host };
    let ends = diff.ends.clone();
    let sides = on_deep_stack(|| {
        let mut sides = versions(checkout, sources, &mut diff)?;
        add_submodules(checkout, range, &ends, &mut sides, &mut diff)?;
        Ok(sides)
    })?;
    let sides = sides.with_twins(meta, &mut diff.notes);
    let path = |version: &Option<FileVersion>| version.as_ref().map(|version| version.path.clone());
    diff.notes.extend(broken(&sides.files));
    let rebuilt = sides.files.iter().filter_map(|file| built_otherwise(file, &meta.host)).collect();
    diff.notes.extend(first_of(rebuilt, "files that are no longer built, or now are"));
    let changed = changed_symbols_unless(graph, &sides.files, git.cancelled());
    diff.changed = changed.ok_or(GitError::Cancelled)?;
    diff.files = sides.files.iter().map(|file| (path(&file.old), path(&file.new))).collect();
    // A range that ends at a commit may have been built on since.
    let is_past = diff.ends[1].is_some();
    let today = |new: &FileVersion| is_past.then(|| on_disk(root, &new.path)).flatten();
    let lines = |file| FileLines::of(file).until(file.new.as_ref(), file.new.as_ref().and_then(today));
    diff.lines = sides.files.iter().map(lines).collect();
    diff.outside.extend(outside(&sides.files));
    let others: Vec<OtherFile<'_>> = others.iter().map(|change| OtherFile::of(git, root, change)).collect();
    add_compiled(&|| git.check(), root, graph, &others, finds_readers, &mut diff)?;
    put_in_order(&mut diff.changed);
    diff.outside.sort_by(|a, b| a.path.cmp(&b.path));
    Ok((diff, sides))
}

fn git_at(dir: &Path) -> Result<Git<'static>, GitError> {
    Git::at(dir, LIMIT)?.without_filters()
}

fn git_cancellable_at<'c>(dir: &Path, cancelled: Cancelled<'c>) -> Result<Git<'c>, GitError> {
    Git::cancellable_at(dir, LIMIT, cancelled)?.without_filters()
}

/// Runs `work` on a thread whose stack suffices for the deepest nesting that lowering keeps.
pub(super) fn on_deep_stack<T: Send>(
    work: impl FnOnce() -> Result<T, GitError> + Send,
) -> Result<T, GitError> {
    const STACK: usize = 16 << 20;
    let failed = |message: &str| GitError::Failed { command: "diff".to_owned(), message: message.to_owned() };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| failed(&error.to_string()))?;
        thread.join().unwrap_or_else(|_| Err(failed("a file could not be read")))
    })
}

fn notes(git: &Git<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    let under_way =
        [("MERGE_HEAD", "a merge"), ("REBASE_HEAD", "a rebase"), ("CHERRY_PICK_HEAD", "a cherry-pick")];
    for (name, what) in under_way {
        if git.line(&["rev-parse", "--quiet", "--verify", name]).is_ok() {
            notes.push(format!("{what} is in progress: files in conflict are compared as they are on disk"));
        }
    }
    if git.line(&["rev-parse", "--is-shallow-repository"]).is_ok_and(|answer| answer == "true") {
        notes.push("the clone is shallow: older commits are missing".to_owned());
    }
    notes
}

/// Notes on files that do not parse on one side. Only their readable parts are compared.
pub(super) fn broken(files: &[FileChange]) -> Vec<String> {
    let broken = |version: &Option<FileVersion>| {
        let version = version.as_ref()?;
        version.facts.errors.first().map(|line| format!("{}:{line}", version.path))
    };
    let notes = files.iter().filter_map(|file| match (broken(&file.old), broken(&file.new)) {
        (_, Some(place)) => Some(format!(
            "{place} does not parse: its package and its importers do not build; only its readable part is compared"
        )),
        (Some(place), None) => {
            Some(format!("{place} did not parse before: only its readable part is compared"))
        }
        (None, None) => None,
    });
    first_of(notes.collect(), "changed files that do not parse, or did not")
}

/// The first few of some notes, and a note with the number of further ones, called `what`.
fn first_of(mut notes: Vec<String>, what: &str) -> Vec<String> {
    const MAX_NOTES: usize = 3;
    let more = notes.len().saturating_sub(MAX_NOTES);
    notes.truncate(MAX_NOTES);
    if more > 0 {
        notes.push(format!("{what}: {} more", grouped(more as u64)));
    }
    notes
}

pub(super) fn is_vendored(path: &str) -> bool {
    path.split('/').any(|part| part == "vendor")
}

/// A note on the number of vendored files, which are not compared.
pub(super) fn left_out(vendored: usize) -> Option<String> {
    match vendored {
        0 => None,
        1 => Some("1 vendored file is left out".to_owned()),
        vendored => Some(format!("{} vendored files are left out", grouped(vendored as u64))),
    }
}

fn is_source(change: &RawChange) -> bool {
    is_go(&change.path) || is_module(&change.path)
}

pub(super) fn is_go(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == "go")
}

pub(super) fn is_module(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("go.mod" | "go.work"))
}

/// The differences between the ends of a range, and those ends.
fn raw_changes(git: &Git<'_>, range: &Range) -> Result<(Vec<RawChange>, [Option<String>; 2]), GitError> {
    const COMMON: &[&str] =
        &["-z", "--raw", "--no-abbrev", "--no-renames", "--relative", "--ignore-submodules=all"];
    let run = |head: &[&str], commits: &[&str]| {
        Ok(output::raw_changes(&git.output(&[head, COMMON, commits].concat())?))
    };
    match range {
        Range::WorkTree { since } => {
            let since = commit(git, since)?;
            let mut changes = run(&["diff-index"], &[&since])?;
            let untracked = git.output(&["ls-files", "-z", "--others", "--exclude-standard"])?;
            let paths =
                untracked.split(|&byte| byte == 0).map(|path| String::from_utf8_lossy(path).into_owned());
            let paths = paths.filter(|path| !path.is_empty());
            changes.extend(paths.map(|path| RawChange { old: None, new: Content::OnDisk, path }));
            Ok((changes, [Some(since), None]))
        }
        Range::Staged => {
            let head = commit(git, "HEAD")?;
            Ok((run(&["diff-index", "--cached"], &[&head])?, [Some(head), None]))
        }
        Range::Commits { from, to } => {
            let (from, to) = (commit(git, from)?, commit(git, to)?);
            Ok((run(&["diff-tree", "-r"], &[&from, &to])?, [Some(from), Some(to)]))
        }
        Range::Branch { base, tip } => {
            let (from, to) = (commit(git, base)?, commit(git, tip)?);
            let parted = git.line(&["merge-base", &from, &to]).map_err(|error| match error {
                error if error.is_stopped() => error,
                _ => GitError::NoMergeBase(base.clone(), tip.clone()),
            })?;
            Ok((run(&["diff-tree", "-r"], &[&parted, &to])?, [Some(parted), Some(to)]))
        }
    }
}

/// The object name of a commit.
pub(super) fn commit(git: &Git<'_>, name: &str) -> Result<String, GitError> {
    // After `:/` everything is text of a commit message.
    let revision = if name.starts_with(":/") { name.to_owned() } else { format!("{name}^{{commit}}") };
    git.line(&["rev-parse", "--quiet", "--verify", "--end-of-options", &revision]).map_err(
        |error| match error {
            error if error.is_stopped() => error,
            _ if name == "HEAD" => GitError::NoCommit,
            _ => GitError::UnknownRevision(name.to_owned()),
        },
    )
}

/// Reads and lowers both sides of every change, and joins a removed and an added file that are one renamed file.
fn versions(
    checkout: Checkout<'_>,
    mut changes: Vec<RawChange>,
    diff: &mut Diff,
) -> Result<ChangedFiles, GitError> {
    let Checkout { git, root, below, host } = checkout;
    let all = changes.len();
    changes.retain(|change| !is_vendored(&change.path));
    diff.notes.extend(left_out(all - changes.len()));
    let objects: Vec<&str> = changes.iter().flat_map(RawChange::objects).collect();
    let mut blobs = git.blobs(&objects, MAX_FILE_SIZE)?.into_iter();
    let (mut sides, mut gone, mut new) = (ChangedFiles::default(), Vec::new(), Vec::new());
    let mut lowering = Lowering::new();
    for change in changes {
        git.check()?;
        let stored: Vec<Option<Vec<u8>>> = blobs.by_ref().take(change.objects().count()).collect();
        let path = format!("{below}{}", change.path);
        if stored.contains(&None) {
            let gap =
                likely_history_gap(root).map_or(String::new(), |gap| format!(": {}", gap.with_remedy()));
            diff.leave_out(format!("{path} could not be compared: git does not have its content{gap}"));
            continue;
        }
        let mut stored = stored.into_iter().flatten();
        let old_text = change.old.as_ref().and_then(|_| stored.next());
        let new_text = match change.new {
            Content::Nothing => None,
            Content::Object(_) => stored.next(),
            Content::OnDisk => on_disk(root, &change.path),
        };
        if is_module(&change.path) {
            if old_text != new_text {
                sides.add_manifest(ManifestChange { path, old: old_text, new: new_text }, diff);
            }
            continue;
        }
        let mut version = |text: Vec<u8>| {
            let facts = lowering.facts(&text);
            FileVersion::new(path.clone(), text, facts, host)
        };
        match (old_text.map(&mut version), new_text.map(&mut version)) {
            (Some(old), None) => gone.push(Some(old)),
            (None, Some(text)) => new.push(Some(text)),
            // The index may only suspect that a file on disk differs.
            (Some(old), Some(new)) if old.text == new.text && old.path == new.path => {}
            (old, new) => sides.files.push(FileChange { old, new }),
        }
    }
    git.check()?;
    join_renamed(&mut sides.files, gone, new);
    Ok(sides)
}

impl ChangedFiles {
    /// Adds a module file that differs, and lists it.
    pub(super) fn add_manifest(&mut self, manifest: ManifestChange, diff: &mut Diff) {
        let path = &manifest.path;
        diff.outside.push(Outside::of(path, manifest.new.is_none(), vec![FilePart::Module]));
        // Imports are bound to any module of the tree, whether a workspace includes it or not.
        if path.rsplit('/').next() == Some("go.work") {
            let why = "imports may not resolve with it; what that affects is not counted";
            diff.notes.push(format!("{path} differs: {why}"));
        }
        self.manifests.push(manifest);
    }
}

fn join_renamed(
    files: &mut Vec<FileChange>,
    mut gone: Vec<Option<FileVersion>>,
    mut new: Vec<Option<FileVersion>>,
) {
    let pairs = {
        let [gone, new] = [&gone, &new].map(|side| {
            side.iter().flatten().map(|v| (v.path.as_str(), v.text.as_slice())).collect::<Vec<_>>()
        });
        renames(&gone, &new)
    };
    for (g, n) in pairs {
        files.push(FileChange { old: gone[g].take(), new: new[n].take() });
    }
    files.extend(gone.into_iter().filter(Option::is_some).map(|old| FileChange { old, new: None }));
    files.extend(new.into_iter().filter(Option::is_some).map(|new| FileChange { old: None, new }));
}
