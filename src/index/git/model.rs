//! Ranges to compare, and the changes and diffs that result: data only, no calls of git.

use std::path::Path;

use super::child::Git;
use crate::impact::{ChangeKind, Changed, FileChange, Outside};
use crate::index::before::ManifestChange;

/// The two states to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// A commit against the work tree, files that git does not know yet included.
    WorkTree { since: String },
    /// `HEAD` against what is staged.
    Staged,
    /// One commit against another.
    Commits { from: String, to: String },
    /// From the merge base of two commits to the second: the changes of a branch.
    Branch { base: String, tip: String },
}

/// A diff as symbols.
#[derive(Clone, Debug, Default)]
pub struct Diff {
    pub changed: Vec<Changed>,
    /// Changes outside of declarations, module files among them, in order of path.
    pub outside: Vec<Outside>,
    /// The commits that were compared, the older one first, by their object names; `None` for what lies in the work tree
    /// or is staged.
    pub ends: [Option<String>; 2],
    /// Go files that differ, and others that are compiled into a package, as (old path, new path).
    pub files: Vec<(Option<String>, Option<String>)>,
    /// Notes for a reader: a merge in progress, a shallow clone, files that could not be compared completely.
    pub notes: Vec<String>,
}

impl Diff {
    /// The symbols that the change leaves behind, unchanged themselves.
    pub fn unbound(&self) -> impl Iterator<Item = &Changed> + Clone {
        self.changed.iter().filter(|changed| changed.change == ChangeKind::Unbound)
    }

    /// Files that have another path, the old one first. Nothing else of them need differ.
    pub fn moved(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        let pairs = self.files.iter().filter_map(|(old, new)| old.as_deref().zip(new.as_deref()));
        pairs.filter(|(old, new)| old != new)
    }
}

impl Range {
    /// Reads a range as git writes it: `A` (the work tree against A), `A..B`, `A...B`, with `HEAD` where a side is
    /// left out; `A^!` and `A^-` for a commit against its parent, `A^-2` against its second; `--staged` or `staged` for
    /// what is staged.
    #[must_use]
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

/// The commit of `A^!`, `A^-` or `A^-2`, and the number of its parent, as it is written.
fn with_parent(text: &str) -> Option<(&str, &str)> {
    let is_number = |parent: &&str| parent.bytes().all(|byte| byte.is_ascii_digit());
    let first = text.strip_suffix("^!").map(|commit| (commit, ""));
    first.or_else(|| text.rsplit_once("^-").filter(|(_, parent)| is_number(parent)))
}

/// One line of git's raw format.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RawChange {
    /// Object names; `None` for nothing.
    pub(super) old: Option<String>,
    pub(super) new: Content,
    pub(super) path: String,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Content {
    Nothing,
    Object(String),
    /// The file as it lies in the work tree.
    OnDisk,
}

impl RawChange {
    /// The stored contents that it refers to, the old one first.
    pub(super) fn objects(&self) -> impl Iterator<Item = &str> {
        let new = match &self.new {
            Content::Object(new) => Some(new),
            Content::Nothing | Content::OnDisk => None,
        };
        self.old.iter().chain(new).map(String::as_str)
    }
}

/// The differences, with both sides of each file.
#[derive(Default)]
pub(super) struct Sides {
    pub(super) files: Vec<FileChange>,
    pub(super) manifests: Vec<ManifestChange>,
}

/// A repository that is checked out: that of the tree, or of a submodule.
#[derive(Clone, Copy)]
pub(super) struct Checkout<'c> {
    pub(super) git: &'c Git<'c>,
    pub(super) root: &'c Path,
    /// The folder in the tree, with a slash behind it; empty for the tree itself.
    pub(super) below: &'c str,
}
