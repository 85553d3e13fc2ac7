//! The tour that is being taken, and what its steps were before each change.

use super::data::{Entry, Meanwhile};
use crate::app::line::Line;
use crate::app::list::Cursor;
use crate::index::guide::{Located, TourVersion};
use crate::index::tours::Progress;
use crate::tour::{Found, Tour};
use std::collections::BTreeSet;

/// A pane of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    /// The list of tours, or the words of a step.
    #[default]
    Main,
    Source,
    /// The steps of the open tour, or of the selected one.
    Steps,
}

/// The tour that is being taken.
#[derive(Clone, Debug)]
pub struct Playing {
    pub key: String,
    pub path: Option<String>,
    /// The digest of what the file said when it was read: what else it says then is somebody else's.
    pub read: Option<String>,
    pub tour: Tour,
    pub found: Vec<Found>,
    pub version: TourVersion,
    /// The step, and the part of the list of steps on the screen.
    pub step: Cursor,
    pub visited: BTreeSet<usize>,
    /// Changed since it was read or saved: there is a draft of it.
    pub changed: bool,
    /// What others did to its file, as far as it was not taken over.
    pub meanwhile: Option<Meanwhile>,
    /// What its steps were before each change that can be taken back, the latest last.
    pub past: Vec<Before>,
    /// What they were before each change was taken back, as long as nothing else was changed since.
    pub future: Vec<Before>,
    /// Saving leaves its steps as they are: that they were brought up to date was taken back.
    pub as_written: bool,
    /// Its end was reached and said.
    pub ended: bool,
}

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A title to save under.
    Title,
    /// A git range to make a tour of.
    Range,
    /// A package to make a tour of.
    Package,
    /// The number of a link.
    Link,
}

/// A line being typed, and what for.
#[derive(Clone, Debug)]
pub struct Prompt {
    pub asks: Asks,
    pub line: Line,
}

impl Pane {
    pub(super) const ALL: [Self; 3] = [Self::Main, Self::Source, Self::Steps];

    pub(super) fn next(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
}

impl Asks {
    /// What is to be typed, with an example.
    #[must_use]
    pub fn wants(self) -> &'static str {
        match self {
            Self::Title => "type a title, such as How requests are served",
            Self::Range => "type a git range: main..HEAD, HEAD~3, or HEAD for uncommitted changes",
            Self::Package => "type a package: its folder, import path or name, such as net/http",
            Self::Link => "type the number of a link, such as 1",
        }
    }
}

impl Playing {
    pub(super) fn of(entry: &Entry) -> Option<Self> {
        let (tour, Located { found, version }) = entry.tour.as_ref().ok()?;
        let steps = tour.steps().len();
        // A tour that was finished begins anew.
        let last = steps.saturating_sub(1);
        let finished = entry.progress.step >= last && entry.progress.visited.contains(&last);
        let at = if finished { 0 } else { entry.progress.step.min(last) };
        Some(Self {
            key: entry.key.clone(),
            path: entry.path.clone(),
            read: entry.read.clone(),
            tour: tour.clone(),
            found: found.clone(),
            version: version.clone(),
            step: Cursor { at, offset: 0 },
            visited: entry.progress.visited.iter().copied().filter(|&step| step < steps).collect(),
            changed: entry.draft,
            meanwhile: entry.meanwhile.clone(),
            past: Vec::new(),
            future: Vec::new(),
            as_written: false,
            ended: false,
        })
    }

    /// How far it was taken.
    pub(super) fn progress(&self) -> Progress {
        Progress { step: self.step.at, visited: self.visited.iter().copied().collect() }
    }
}

/// Changes that can be taken back.
const MOST: usize = 100;

/// The steps of an open tour before one change of them, or before that was taken back.
#[derive(Clone, Debug)]
pub struct Before {
    pub(super) tour: Tour,
    /// The digest of what its file said when these steps were begun.
    pub(super) read: Option<String>,
    pub(super) found: Vec<Found>,
    pub(super) step: usize,
    pub(super) visited: BTreeSet<usize>,
    pub(super) as_written: bool,
    /// Whether that was a draft, too.
    pub(super) changed: bool,
}

impl Playing {
    /// Notes what the steps are, before they are changed. What was taken back before cannot be made again after that.
    pub(super) fn note(&mut self) {
        self.future.clear();
        if self.past.len() == MOST {
            self.past.remove(0);
        }
        self.past.push(self.before());
    }

    pub(super) fn before(&self) -> Before {
        let Self { tour, read, found, step, visited, as_written, changed, .. } = self.clone();
        Before { tour, read, found, step: step.at, visited, as_written, changed }
    }

    /// Notes what its steps said before they were brought up to date for its file, which says `now`. Who takes that
    /// back wants them saved as they were.
    pub(super) fn note_written(&mut self, now: &Tour) {
        self.tour.set_title(now.title());
        self.tour.set_own();
        (self.as_written, self.changed) = (true, true);
        self.note();
        (self.as_written, self.changed) = (false, false);
    }
}
