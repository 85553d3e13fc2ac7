//! The open tour, and its steps before each change.

use super::requests::{Meanwhile, TourEntry};
use crate::index::tour_steps::{Located, TourVersion};
use crate::index::tours::Progress;
use crate::tour::{LocatedStep, Tour};
use std::collections::BTreeSet;

/// The open tour.
#[derive(Clone, Debug)]
pub struct Playing {
    pub key: String,
    pub path: Option<String>,
    /// The digest of the file when it was read: any other content comes from somebody else.
    pub read: Option<String>,
    pub tour: Tour,
    pub found: Vec<LocatedStep>,
    pub version: TourVersion,
    /// The current step.
    pub step: usize,
    pub visited: BTreeSet<usize>,
    /// True if it has unsaved changes, which a draft keeps.
    pub changed: bool,
    /// Changes that others made to its file and that were not taken over.
    pub meanwhile: Option<Meanwhile>,
    /// Its steps before each change, for undo, the newest last.
    pub past: Vec<Before>,
    /// Its steps before each undo, for redo; emptied by another change.
    pub future: Vec<Before>,
    /// True if saving leaves anchors as they are, because the person undid their update.
    pub as_written: bool,
    /// True if the end was reached and reported.
    pub ended: bool,
}

/// The kind of text that is being typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PromptKind {
    /// A title to save under.
    #[default]
    Title,
    /// A git range to make a tour of.
    Range,
    /// A package to make a tour of.
    Package,
    /// The text of a step without a place.
    Words,
    /// The file, folder or lines of a step.
    Place,
    /// The number of a link.
    Link,
}

impl PromptKind {
    /// The prompt, with an example.
    pub fn wants(self) -> &'static str {
        match self {
            Self::Title => "type a title, such as How requests are served",
            Self::Range => "type a git range: main..HEAD, HEAD~3, or HEAD for uncommitted changes",
            Self::Package => "type a package: its folder, import path or name, such as net/http",
            Self::Words => "type the words of the step; the key for words opens the editor for more",
            Self::Place => "type a file, a folder or lines: docs/guide.md, docs, docs/guide.md:3-9",
            Self::Link => "type the number of a link, such as 1",
        }
    }
}

impl Playing {
    pub(super) fn of(entry: &TourEntry) -> Option<Self> {
        let (tour, Located { found, version }) = entry.tour.as_ref().ok()?;
        let steps = tour.steps().len();
        let at = entry.resumed();
        Some(Self {
            key: entry.key.clone(),
            path: entry.path.clone(),
            read: entry.read.clone(),
            tour: tour.clone(),
            found: found.clone(),
            version: version.clone(),
            step: at,
            visited: entry.progress.visited.iter().copied().filter(|&step| step < steps).collect(),
            changed: entry.draft,
            meanwhile: entry.meanwhile.clone(),
            past: Vec::new(),
            future: Vec::new(),
            as_written: false,
            ended: false,
        })
    }

    /// The entry of the list for it.
    pub(super) fn entry(&self) -> TourEntry {
        let Self { key, path, read, tour, found, version, changed, meanwhile, .. } = self.clone();
        let progress = self.progress();
        let located = Located { found, version };
        TourEntry { key, path, read, tour: Ok((tour, located)), progress, draft: changed, meanwhile }
    }

    /// Returns the current step and the visited ones.
    pub(super) fn progress(&self) -> Progress {
        Progress { step: self.step, visited: self.visited.iter().copied().collect() }
    }
}

/// Most changes that can be undone.
const MAX_CHANGES: usize = 100;

/// The steps of an open tour before a change or an undo.
#[derive(Clone, Debug)]
pub struct Before {
    pub(super) tour: Tour,
    /// The digest of the file that these steps were begun from.
    pub(super) read: Option<String>,
    pub(super) found: Vec<LocatedStep>,
    pub(super) step: usize,
    pub(super) visited: BTreeSet<usize>,
    pub(super) as_written: bool,
    /// True if the tour then had unsaved changes.
    pub(super) changed: bool,
}

impl Playing {
    /// Records the steps before a change. Redo is not possible after that.
    pub(super) fn note(&mut self) {
        self.future.clear();
        if self.past.len() == MAX_CHANGES {
            self.past.remove(0);
        }
        self.past.push(self.before());
    }

    pub(super) fn before(&self) -> Before {
        let Self { tour, read, found, step, visited, as_written, changed, .. } = self.clone();
        Before { tour, read, found, step, visited, as_written, changed }
    }

    /// Records the steps before they were updated for the file, which contains `now`. Undoing that makes saving keep
    /// the old anchors.
    pub(super) fn note_written(&mut self, now: &Tour) {
        self.tour.set_title(now.title());
        self.tour.set_own();
        (self.as_written, self.changed) = (true, true);
        self.note();
        (self.as_written, self.changed) = (false, false);
    }
}
