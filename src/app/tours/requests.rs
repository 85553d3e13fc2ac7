//! Requests of the Tours view and their answers: tours, and what a person does to them.

use crate::index::Snapshot;
use crate::index::tour_steps::Located;
use crate::index::tours::{Overwrite, Progress};
use crate::model::SymbolId;
use crate::tour::{LocatedStep, Platform, StepDraft, Tour, review_title};
use std::sync::Arc;

/// The version of a text that the tour contains.
pub const BROUGHT: &str = "as the tour brings it";

/// A tour that can be taken.
#[derive(Clone, Debug)]
pub struct TourEntry {
    /// Its file, or its generator's key; progress is stored by it.
    pub key: String,
    /// Its file, relative to the root; `None` while it is only in memory.
    pub path: Option<String>,
    /// The digest of the file when it was read, or when its draft was begun.
    pub read: Option<String>,
    /// The tour and where its steps are, or why it cannot be used.
    pub tour: Result<(Tour, Located), String>,
    pub progress: Progress,
    /// True if it has changes that are in no file yet.
    pub draft: bool,
    /// Changes that others made to the file of such a draft.
    pub meanwhile: Option<Meanwhile>,
}

/// The answer to a look at all tours.
#[derive(Clone)]
pub struct TourList {
    pub snapshot: Arc<Snapshot>,
    pub entries: Vec<TourEntry>,
    /// Where the steps of the open tour are now.
    pub open: Option<Located>,
}

/// A task on a tour that a person writes.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "a job holds it in a box, and few wait")]
pub enum Authoring {
    /// Make description and anchor for a step at a symbol.
    Step { snapshot: Arc<Snapshot>, symbol: SymbolId },
    /// The same for lines of a file, from the first to the last, from 1.
    Lines { snapshot: Arc<Snapshot>, path: String, lines: [u32; 2] },
    /// The same for a file, a folder or lines of a file that were typed.
    Place { snapshot: Arc<Snapshot>, place: String },
    /// Write a tour to a file, its path relative to the root, with its steps updated if there is a graph. `key` and
    /// `sent` are key and content of the open tour at that time.
    Save {
        snapshot: Option<Arc<Snapshot>>,
        key: String,
        sent: Tour,
        path: String,
        tour: Tour,
        over: Overwrite,
    },
    /// Delete a tour's file if it still has the digest that it had when it was read.
    Delete { path: String, read: String },
}

/// The subject of a requested tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TourRequest {
    /// The changes of a git range.
    Range(String),
    /// The same for a reviewer: with what that affects, and tests.
    Review(String),
    /// A package, by its folder or whatever else names it.
    Package(String),
    /// Rows of a view.
    Rows { title: String, ids: Vec<String> },
}

/// Rows of a view that can become a tour: symbols of the newest graph, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TourRows {
    /// The title of the tour.
    pub title: String,
    pub symbols: Vec<SymbolId>,
}

/// The result of such a task.
#[derive(Clone)]
pub enum Authored {
    Step(Box<StepDraft>, LocatedStep),
    Saved(Box<Saved>),
    /// The file that was deleted.
    Deleted(String),
}

/// A tour that was written to a file.
#[derive(Clone)]
pub struct Saved {
    /// Its key before, and its content when it was sent.
    pub key: String,
    pub sent: Tour,
    /// The file, relative to the root, and its content.
    pub path: String,
    pub tour: Tour,
    /// The steps whose anchor was updated.
    pub renewed: Vec<usize>,
}

impl TourEntry {
    /// Steps that were read, and all steps.
    pub fn done(&self) -> (usize, usize) {
        let all = self.tour.as_ref().map_or(0, |(tour, _)| tour.steps().len());
        (self.progress.visited.iter().filter(|&&step| step < all).count(), all)
    }

    /// The step at which the tour goes on; a finished tour begins again.
    pub fn resumed(&self) -> usize {
        let last = self.done().1.saturating_sub(1);
        let finished = self.progress.step >= last && self.progress.visited.contains(&last);
        if finished { 0 } else { self.progress.step.min(last) }
    }

    /// Returns whether the tour was begun.
    pub fn is_begun(&self) -> bool {
        self.progress.step > 0 || !self.progress.visited.is_empty()
    }

    /// The request that it was generated for, if a person asked for it.
    pub fn wanted(&self) -> Option<TourRequest> {
        TourRequest::of_key(&self.key)
    }

    /// Returns whether its condition holds on this system; `None` if it cannot be evaluated.
    pub fn is_for_here(&self) -> Option<bool> {
        self.tour.as_ref().map_or(Some(true), |(tour, _)| tour.is_for(Platform::here()))
    }
}

impl TourRequest {
    /// The key of its tour.
    pub fn key(&self) -> String {
        match self {
            Self::Range(range) => format!("range:{range}"),
            Self::Review(range) => format!("review:{range}"),
            Self::Package(package) => format!("package:{package}"),
            // Neither titles nor ids have line breaks.
            Self::Rows { title, ids } => format!("rows:{title}\n{}", ids.join("\n")),
        }
    }

    pub fn of_key(key: &str) -> Option<Self> {
        let (kind, text) = key.split_once(':')?;
        match kind {
            "range" => Some(Self::Range(text.to_owned())),
            "review" => Some(Self::Review(text.to_owned())),
            "package" => Some(Self::Package(text.to_owned())),
            "rows" => {
                let mut lines = text.lines().map(str::to_owned);
                Some(Self::Rows { title: lines.next()?, ids: lines.collect() })
            }
            _ => None,
        }
    }

    /// The title that its tour will have, or nearly.
    pub fn title(&self) -> String {
        match self {
            Self::Range(range) => format!("What {range} changes"),
            Self::Review(range) => review_title(range),
            Self::Package(package) => format!("Through package {package}"),
            Self::Rows { title, .. } => title.clone(),
        }
    }

    /// Returns the subject of the tour: a range, a package, or the title of rows.
    pub fn subject(&self) -> &str {
        match self {
            Self::Range(of) | Self::Review(of) | Self::Package(of) | Self::Rows { title: of, .. } => of,
        }
    }
}

/// A change that others made to the file of a tour since it was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Meanwhile {
    /// Its content changed; the new digest.
    Changed {
        tour: Box<Tour>,
        located: Located,
        read: String,
    },
    /// It cannot be used any more, for this reason.
    Unusable(String),
    Gone,
}

impl Meanwhile {
    /// Compares the file of a draft with the digest `read` from which the draft began; `file` is the file's tour now.
    pub fn of(read: Option<&String>, file: Option<&TourEntry>) -> Option<Self> {
        let read = read?;
        match file.map(|file| (&file.tour, &file.read)) {
            None => Some(Self::Gone),
            Some((Err(why), _)) => Some(Self::Unusable(why.clone())),
            Some((Ok((tour, located)), Some(now))) if now != read => Some(Self::Changed {
                tour: Box::new(tour.clone()),
                located: located.clone(),
                read: now.clone(),
            }),
            Some(_) => None,
        }
    }

    /// Returns whether the tour has no usable file any more.
    pub(super) fn is_lost(&self) -> bool {
        matches!(self, Self::Unusable(_) | Self::Gone)
    }
}
