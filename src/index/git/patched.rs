//! Compares the tree with a unified diff that somebody hands over. Needs no git.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use super::child::GitError;
use super::compiled::{OtherFile, add_compiled};
use super::diff::{add_broken_references, broken, is_go, is_module, is_vendored, left_out, on_deep_stack};
use super::model::{ChangedFiles, Diff, FileLines};
use super::modules::add_modules;
use super::patch::{Applied, Direction, FilePatch, parse, paths, plain};
use crate::golang::lower::Lowering;
use crate::impact::{FileChange, FileVersion, changed_symbols_unless, is_assembly, outside, put_in_order};
use crate::index::Snapshot;
use crate::index::before::{self, ManifestChange};
use crate::index::fs::on_disk;

/// The symbols that a unified diff changes, in the graph of a snapshot. Each file of the tree must be in its state
/// before the diff or after it; for others [`Diff::uncompared`] says why they are not compared. `here` is the folder that
/// paths of the diff may be relative to, itself relative to the root and empty for it.
///
/// # Errors
/// The text is no unified diff, or the caller cancelled.
pub fn patched(
    snapshot: &Snapshot,
    text: &[u8],
    here: &str,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Diff, GitError> {
    let text = plain(text);
    let patches = parse(&text);
    if patches.is_empty() {
        return Err(GitError::NoDiff);
    }
    let check = || if cancelled() { Err(GitError::Cancelled) } else { Ok(()) };
    let (graph, root, mut diff) = (snapshot.graph(), snapshot.root(), Diff::default());
    let all = series(&patches, paths(&patches, here, &|path| on_disk_inside(root, path).is_some()));
    let (vendored, all): (Vec<_>, Vec<_>) = all.into_iter().partition(|file| is_vendored(file.path()));
    diff.notes.extend(left_out(vendored.len()));
    let (sources, others): (Vec<_>, Vec<_>) = all.into_iter().partition(Series::is_source);
    let (sides, is_before) = on_deep_stack(|| Ok(sides(snapshot, &sources, &mut diff)))?;
    let sides = sides.with_twins(snapshot.meta(), &mut diff.notes);
    let path = |version: &Option<FileVersion>| version.as_ref().map(|version| version.path.clone());
    diff.notes.extend(broken(&sides.files));
    let changed = changed_symbols_unless(&graph, &sides.files, cancelled);
    diff.changed = changed.ok_or(GitError::Cancelled)?;
    if is_before {
        // Symbols that the diff removes are still in the tree.
        for changed in diff.changed.iter_mut().filter(|changed| changed.symbol.is_none()) {
            changed.symbol = changed.gone(&graph);
        }
    }
    diff.files = sides.files.iter().map(|file| (path(&file.old), path(&file.new))).collect();
    diff.lines = sides.files.iter().map(FileLines::of).collect();
    diff.outside.extend(outside(&sides.files));
    let others: Vec<OtherFile<'_>> =
        others.iter().flat_map(|series| other_files(root, series, &mut diff)).collect();
    add_compiled(&check, root, &graph, &others, true, &mut diff)?;
    put_in_order(&mut diff.changed);
    diff.outside.sort_by(|a, b| a.path.cmp(&b.path));
    add_broken_references(snapshot, &sides, &mut diff, cancelled)?;
    if !sides.manifests.is_empty() {
        let ChangedFiles { files, manifests } = &sides;
        let compared =
            before::changed_dependencies(snapshot, files, manifests, cancelled).unwrap_or_default();
        on_deep_stack(|| {
            let check = || if cancelled() { Err(GitError::Cancelled) } else { Ok(()) };
            add_modules(&check, root, &graph, manifests, &compared, &mut diff)
        })?;
    }
    Ok(diff)
}

/// A file with its patches one after the other: a series of mails may change it several times.
struct Series<'p> {
    /// Its path before the first patch and after the last; `None` where it does not exist.
    paths: [Option<String>; 2],
    patches: Vec<&'p FilePatch<'p>>,
}

fn series<'p>(patches: &'p [FilePatch<'p>], paths: Vec<[Option<String>; 2]>) -> Vec<Series<'p>> {
    let mut all: Vec<Series<'p>> = Vec::new();
    let mut by_path: BTreeMap<String, usize> = BTreeMap::new();
    for (patch, [old, new]) in patches.iter().zip(paths) {
        let known = old.as_ref().filter(|_| !patch.is_copy).and_then(|old| by_path.remove(old));
        let at = known.unwrap_or_else(|| {
            all.push(Series { paths: [old, None], patches: Vec::new() });
            all.len() - 1
        });
        all[at].patches.push(patch);
        if let Some(new) = &new {
            by_path.insert(new.clone(), at);
        }
        all[at].paths[1] = new;
    }
    // A file that only has another mode, or is gone before it was there, does not differ.
    all.retain(|file| {
        let has_lines = file.patches.iter().any(|patch| patch.changes_lines());
        has_lines || file.paths[0] != file.paths[1]
    });
    all
}

impl Series<'_> {
    fn path(&self) -> &str {
        self.paths[1].as_deref().or(self.paths[0].as_deref()).unwrap_or_default()
    }

    fn is_source(&self) -> bool {
        is_go(self.path()) || is_module(self.path())
    }

    fn is_copy(&self) -> bool {
        self.patches.first().is_some_and(|patch| patch.is_copy)
    }

    /// The old and the new text, and whether the tree has the old one.
    ///
    /// # Errors
    /// The tree has neither, or the diff does not tell the lines. The error is a sentence.
    fn states(&self, root: &Path) -> Result<([Vec<u8>; 2], bool), String> {
        if let Some(why) = self.patches.iter().find_map(|patch| patch.untold) {
            return Err(format!("{} could not be compared: {why}", self.path()));
        }
        let after = self.other_state(root, Direction::Backward);
        let before = self.other_state(root, Direction::Forward);
        match (after, before) {
            (Some((old, new)), before)
                if !before.as_ref().is_some_and(|(new, _)| new.is_surer_than(&old)) =>
            {
                Ok(([old.text, new], false))
            }
            (_, Some((new, old))) => Ok(([old, new.text], true)),
            _ => {
                let is_there = self.paths.iter().flatten().any(|path| on_disk_inside(root, path).is_some());
                let why = if is_there {
                    "it is neither as before the diff nor as after it"
                } else {
                    "there is no such file in this tree"
                };
                Err(format!("{} could not be compared: {why}", self.path()))
            }
        }
    }

    /// The other state of the file, from the text that the tree has, and that text; `None` if the tree has another.
    fn other_state(&self, root: &Path, direction: Direction) -> Option<(Applied, Vec<u8>)> {
        let [from, to] = if direction == Direction::Forward { [0, 1] } else { [1, 0] };
        let there = |side: usize| self.paths[side].as_deref().and_then(|path| on_disk_inside(root, path));
        let text = match &self.paths[from] {
            Some(_) => there(from)?,
            None if there(to).is_some() => return None,
            None => Vec::new(),
        };
        let mut patches = self.patches.clone();
        if direction == Direction::Backward {
            patches.reverse();
        }
        let other = patches.into_iter().try_fold(Applied::unchanged(text.clone()), |at, patch| {
            patch.apply(&at.text, direction).map(|applied| applied.after(&at))
        })?;
        Some((other, text))
    }
}

/// Both states of the Go and module files that a diff changes, and whether the tree has any of them in its state before
/// the diff.
fn sides(snapshot: &Snapshot, files: &[Series<'_>], diff: &mut Diff) -> (ChangedFiles, bool) {
    let (root, host) = (snapshot.root(), &snapshot.meta().host);
    let (mut sides, mut is_before, mut lowering) = (ChangedFiles::default(), false, Lowering::new());
    for file in files {
        let texts = match file.states(root) {
            Ok((texts, is_old)) => {
                is_before |= is_old;
                texts
            }
            Err(why) => {
                diff.leave_out(why);
                continue;
            }
        };
        let [mut old, new] = file.paths.clone();
        if file.is_copy() {
            old = None;
        }
        let [old_text, new_text] = texts;
        if is_module(file.path()) {
            let path = file.path().to_owned();
            let (old, new) = (old.map(|_| old_text), new.map(|_| new_text));
            sides.add_manifest(ManifestChange { path, old, new }, diff);
            continue;
        }
        let mut version = |path: Option<String>, text: Vec<u8>| {
            let facts = lowering.facts(&text);
            path.map(|path| FileVersion::new(path, text, facts, host))
        };
        sides.files.push(FileChange { old: version(old, old_text), new: version(new, new_text) });
    }
    (sides, is_before)
}

/// A changed file that is neither Go nor a module file; one that was renamed is gone at one path and new at the other.
fn other_files<'f>(root: &Path, file: &Series<'_>, diff: &mut Diff) -> Vec<OtherFile<'f>> {
    let ending = file.path().rsplit_once('.').map_or("", |(_, ending)| ending);
    let texts = if is_assembly(ending) {
        match file.states(root) {
            Ok((texts, _)) => texts.map(Some),
            Err(why) => {
                diff.leave_out(why);
                return Vec::new();
            }
        }
    } else {
        [None, None]
    };
    let is_moved = file.paths[0] != file.paths[1];
    let mut files = Vec::new();
    for (side, path) in file.paths.iter().enumerate() {
        let Some(path) = path.clone().filter(|_| side == 1 || is_moved && !file.is_copy()) else { continue };
        let is_there = [0, 1].map(|other| other == side || !is_moved);
        let texts = [0, 1].map(|other| texts[other].clone().filter(|_| is_there[other]));
        let texts = Box::new(move || Ok(texts.clone()));
        files.push(OtherFile { path, is_there, may_be_same: false, texts });
    }
    files
}

/// The content of a file of the tree; `None` if the path leads out of it, too.
fn on_disk_inside(root: &Path, path: &str) -> Option<Vec<u8>> {
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if is_inside { on_disk(root, path) } else { None }
}
