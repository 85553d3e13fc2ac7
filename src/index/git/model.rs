//! Ranges to compare, and the changes and diffs that result: data only, no calls of git.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use rustc_hash::FxHashSet;

use super::child::Git;
use crate::golang::build_constraint::Host;
use crate::history::{LineChange, line_changes};
use crate::impact::{Broken, ChangeKind, Changed, FileChange, FilePart, FileVersion, Limits, Outside, Start};
use crate::index::before::ManifestChange;
use crate::index::{Meta, content_hash};
use crate::model::SymbolId;

/// The two states to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// A commit and the work tree, including untracked files.
    WorkTree { since: String },
    /// `HEAD` and the staged files.
    Staged,
    /// Two commits.
    Commits { from: String, to: String },
    /// From the merge base of two commits to the second: the changes of a branch.
    Branch { base: String, tip: String },
}

/// A diff as symbols.
#[derive(Clone, Debug, Default)]
pub struct Diff {
    pub changed: Vec<Changed>,
    /// Code that no longer compiles, by types before and after; `None` if the change cannot break anything, or they are not known.
    pub broken: Option<Vec<Broken>>,
    /// Changes outside of declarations, module files among them, in order of path.
    pub outside: Vec<Outside>,
    /// The object names of the compared commits, the older one first; `None` for the work tree and for staged files.
    pub ends: [Option<String>; 2],
    /// Go files that differ, and other files that are compiled into a package or that tests may read, as (old path, new path).
    pub files: Vec<(Option<String>, Option<String>)>,
    /// The lines of these Go files that differ, in the order of the files.
    pub lines: Vec<FileLines>,
    /// Notes for a reader: a merge in progress, a shallow clone, files that do not parse.
    pub notes: Vec<String>,
    /// Those of the notes on files that could not be compared at all: what these affect is missing.
    pub uncompared: Vec<String>,
}

/// The lines of a Go file that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLines {
    /// Its path in the old and in the new state, where it is there.
    pub paths: [Option<String>; 2],
    /// The hashes by which the index knows the content of each state.
    pub hashes: [[u8; 32]; 2],
    pub changes: Vec<LineChange>,
    /// Of each change the first lines of the old state, at most [`MAX_REMOVED`].
    pub removed: Vec<Vec<String>>,
    /// Changes of the work tree since the new state, if it has moved on.
    pub since: Option<LinesSince>,
}

/// Differences between the work tree's lines of a file and those at the end of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinesSince {
    /// The hash by which the index knows the work tree's content.
    pub hash: [u8; 32],
    changes: Vec<LineChange>,
}

impl FileLines {
    pub(super) fn of(file: &FileChange) -> Self {
        let sides = [&file.old, &file.new].map(Option::as_ref);
        let texts = sides.map(|side| side.map_or(&[][..], |side| &side.text));
        let [old, new] = texts;
        let changes = line_changes(old, new);
        Self {
            paths: sides.map(|side| side.map(|side| side.path.clone())),
            hashes: texts.map(content_hash),
            removed: removed_lines(old, &changes),
            changes,
            since: None,
        }
    }

    /// With what became of the new state, by the work tree's text. O(lines) if that differs.
    pub(super) fn until(self, new: Option<&FileVersion>, today: Option<Vec<u8>>) -> Self {
        let differing = new.zip(today).filter(|(new, today)| new.text != *today);
        let since = differing.map(|(new, today)| LinesSince {
            hash: content_hash(&today),
            changes: line_changes(&new.text, &today),
        });
        Self { since, ..self }
    }

    /// Where a line of the new state stands in the work tree; `None` if it is gone from there.
    pub fn line_today(&self, line: u32) -> Option<u32> {
        let since = self.since.iter().flat_map(|since| &since.changes);
        match since.take_while(|change| change.old.start <= line).last() {
            Some(LineChange { old, .. }) if line < old.end => None,
            Some(LineChange { old, new }) => Some(new.end + (line - old.end)),
            None => Some(line),
        }
    }

    /// The line of the old state that stands where one of the work tree stands, or would.
    pub fn old_line_of_today(&self, line: u32) -> u32 {
        let since = self.since.as_ref().map_or(&[][..], |since| &since.changes);
        line_before(&self.changes, line_before(since, line))
    }
}

/// Lines of the old state that are kept of a change.
const MAX_REMOVED: usize = 40;
/// Bytes that are kept of such a line.
const LONGEST_REMOVED: usize = 400;

/// The first lines of the old state of each change.
fn removed_lines(old: &[u8], changes: &[LineChange]) -> Vec<Vec<String>> {
    let mut lines = (1..).zip(old.split_inclusive(|&byte| byte == b'\n')).peekable();
    let mut of_change = |change: &LineChange| {
        while lines.next_if(|(line, _)| *line < change.old.start).is_some() {}
        let mut removed = Vec::new();
        while let Some((_, line)) = lines.next_if(|(line, _)| *line < change.old.end) {
            if removed.len() < MAX_REMOVED {
                let line = line.trim_ascii_end();
                removed.push(String::from_utf8_lossy(&line[..line.len().min(LONGEST_REMOVED)]).into_owned());
            }
        }
        removed
    };
    changes.iter().map(&mut of_change).collect()
}

/// The line of the old state that stands where one of the new state stands, or would.
fn line_before(changes: &[LineChange], line: u32) -> u32 {
    let before = changes.iter().take_while(|change| change.new.start <= line).last();
    match before {
        Some(LineChange { old, new }) if line < new.end => {
            (old.start + (line - new.start)).min(old.end.saturating_sub(1)).max(old.start.min(old.end)).max(1)
        }
        Some(LineChange { old, new }) => old.end + (line - new.end),
        None => line,
    }
}

impl Diff {
    /// The symbols whose references the change breaks; they did not change themselves.
    pub fn unbound(&self) -> impl Iterator<Item = &Changed> + Clone {
        self.changed.iter().filter(|changed| changed.change == ChangeKind::Unbound)
    }

    /// Where walks from the change start: at what changed, and at what reads a changed file.
    pub fn starts(&self, limits: Limits) -> Vec<Start> {
        let mut starts: Vec<Start> =
            self.changed.iter().filter_map(|changed| changed.start(limits)).collect();
        let known: FxHashSet<SymbolId> = starts.iter().map(|start| start.symbol).collect();
        let readers: BTreeSet<SymbolId> =
            self.outside.iter().flat_map(|outside| outside.readers.iter().copied()).collect();
        let new = readers.into_iter().filter(|reader| !known.contains(reader));
        starts.extend(new.map(|reader| Start::of(reader, ChangeKind::Body)));
        starts
    }

    /// The changed files that tests may read, though no code names them.
    pub fn unread(&self) -> impl Iterator<Item = &str> {
        let others = self.outside.iter().filter(|outside| outside.parts.contains(&FilePart::Other));
        others.map(|outside| outside.path.as_str())
    }

    /// Notes that a file could not be compared.
    pub(super) fn leave_out(&mut self, why: String) {
        self.notes.push(why.clone());
        self.uncompared.push(why);
    }

    /// Why the diff is not known as a whole; `None` if all of its files were compared.
    pub fn gap(&self) -> Option<String> {
        const MAX_NAMED: usize = 3;
        let named = self.uncompared.iter().take(MAX_NAMED).map(String::as_str);
        let more = self.uncompared.len().saturating_sub(MAX_NAMED);
        let more = (more > 0).then(|| format!("so could not {more} more"));
        let sentences: Vec<String> = named.map(str::to_owned).chain(more).collect();
        (!sentences.is_empty()).then(|| {
            format!("{}. A list without what they affect would not be complete", sentences.join("; "))
        })
    }

    /// Files with another path, as (old path, new path). Their content may be the same.
    pub fn moved(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        let pairs = self.files.iter().filter_map(|(old, new)| old.as_deref().zip(new.as_deref()));
        pairs.filter(|(old, new)| old != new)
    }
}

/// As git writes it; [`Range::parse`] reads it.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WorkTree { since } => f.write_str(since),
            Self::Staged => f.write_str("staged"),
            Self::Commits { from, to } => write!(f, "{from}..{to}"),
            Self::Branch { base, tip } => write!(f, "{base}...{tip}"),
        }
    }
}

impl Range {
    /// Parses a range as git writes it: `A` (the work tree against A), `A..B`, `A...B`, with `HEAD` for an omitted
    /// side; `A^!` and `A^-` for a commit against its parent, `A^-2` against its second parent; `--staged`,
    /// `--cached` or `staged` for staged files.
    pub fn parse(text: &str) -> Self {
        let side = |side: &str| if side.is_empty() { "HEAD" } else { side }.to_owned();
        if matches!(text, "staged" | "--staged" | "--cached") {
            Self::Staged
        } else if let Some((base, tip)) = text.split_once("...") {
            Self::Branch { base: side(base), tip: side(tip) }
        } else if let Some((from, to)) = text.split_once("..") {
            Self::Commits { from: side(from), to: side(to) }
        } else if let Some((commit, parent)) = with_parent(text) {
            Self::Commits { from: format!("{}^{parent}", side(commit)), to: side(commit) }
        } else {
            Self::WorkTree { since: side(text) }
        }
    }
}

/// The commit of `A^!`, `A^-` or `A^-2`, and the number of its parent as written; `None` for other texts.
fn with_parent(text: &str) -> Option<(&str, &str)> {
    let is_number = |parent: &&str| parent.bytes().all(|byte| byte.is_ascii_digit());
    let first = text.strip_suffix("^!").map(|commit| (commit, ""));
    first.or_else(|| text.rsplit_once("^-").filter(|(_, parent)| is_number(parent)))
}

/// The files that differ, with both sides of each.
#[derive(Default)]
pub(super) struct ChangedFiles {
    pub(super) files: Vec<FileChange>,
    pub(super) manifests: Vec<ManifestChange>,
}

impl ChangedFiles {
    /// Adds the other paths under which the index has the files that differ, and a note on each.
    pub(super) fn with_twins(mut self, meta: &Meta, notes: &mut Vec<String>) -> Self {
        let named = |version: &Option<FileVersion>, path: &str| {
            version.as_ref().map(|version| FileVersion { path: path.to_owned(), ..version.clone() })
        };
        let mut twins = Vec::new();
        for FileChange { old, new } in self.files.iter().filter(|_| !meta.links.is_empty()) {
            let Some(path) = new.as_ref().map(|new| new.path.as_str()) else { continue };
            for twin in meta.twins(path) {
                notes.push(format!(
                    "{twin} and {path} are one file by a link: a change of one is a change of both"
                ));
                twins.push(FileChange { old: named(old, twin), new: named(new, twin) });
            }
        }
        self.files.extend(twins);
        self
    }
}

/// A repository that is checked out: that of the tree, or of a submodule.
#[derive(Clone, Copy)]
pub(super) struct Checkout<'c> {
    pub(super) git: &'c Git<'c>,
    pub(super) root: &'c Path,
    /// Its folder in the tree, with a slash at the end; empty for the tree itself.
    pub(super) below: &'c str,
    /// The build that decides which files belong to it.
    pub(super) host: &'c Host,
}
