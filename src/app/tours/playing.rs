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
    pub version: TourVersion,
    /// Its steps and what was done with them.
    pub now: TourState,
    /// Changes that others made to its file and that were not taken over.
    pub meanwhile: Option<Meanwhile>,
    /// The same before each change, for undo, the newest last.
    pub past: Vec<TourState>,
    /// The same before each undo, for redo; emptied by another change.
    pub future: Vec<TourState>,
    /// True if the end was reached and reported.
    pub ended: bool,
}

/// The steps of an open tour at one time, and what was done with them.
#[derive(Clone, Debug)]
pub struct TourState {
    pub tour: Tour,
    /// The digest of the file that these steps were begun from: any other content comes from somebody else.
    pub read: Option<String>,
    pub found: Vec<LocatedStep>,
    /// The current step.
    pub step: usize,
    pub visited: BTreeSet<usize>,
    /// True if it has unsaved changes, which a draft keeps.
    pub changed: bool,
    /// True if saving leaves anchors as they are, because the person undid their update.
    pub as_written: bool,
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
        let now = TourState {
            tour: tour.clone(),
            read: entry.read.clone(),
            found: found.clone(),
            step: entry.resumed(),
            visited: entry.progress.visited.iter().copied().filter(|&step| step < steps).collect(),
            changed: entry.draft,
            as_written: false,
        };
        let playing = Self::new(entry.key.clone(), entry.path.clone(), now);
        Some(Self { version: version.clone(), meanwhile: entry.meanwhile.clone(), ..playing })
    }

    pub(super) fn new(key: String, path: Option<String>, now: TourState) -> Self {
        let (past, future) = (Vec::new(), Vec::new());
        Self { key, path, version: TourVersion::Tree, now, meanwhile: None, past, future, ended: false }
    }

    /// The entry of the list for it.
    pub(super) fn entry(&self) -> TourEntry {
        let Self { key, path, version, now, meanwhile, .. } = self.clone();
        let TourState { tour, read, found, changed, .. } = now;
        let progress = self.progress();
        let located = Located { found, version };
        TourEntry { key, path, read, tour: Ok((tour, located)), progress, draft: changed, meanwhile }
    }

    /// Returns the current step and the visited ones.
    pub(super) fn progress(&self) -> Progress {
        Progress { step: self.now.step, visited: self.now.visited.iter().copied().collect() }
    }
}

/// Most changes that can be undone.
const MAX_CHANGES: usize = 100;

impl Playing {
    /// Records the steps before a change. Redo is not possible after that.
    pub(super) fn note(&mut self) {
        self.future.clear();
        if self.past.len() == MAX_CHANGES {
            self.past.remove(0);
        }
        self.past.push(self.now.clone());
    }

    /// Records the steps before they were updated for the file, which contains `now`. Undoing that makes saving keep
    /// the old anchors.
    pub(super) fn note_written(&mut self, now: &Tour) {
        self.now.tour.set_title(now.title());
        self.now.tour.set_own();
        (self.now.as_written, self.now.changed) = (true, true);
        self.note();
        (self.now.as_written, self.now.changed) = (false, false);
    }
}
