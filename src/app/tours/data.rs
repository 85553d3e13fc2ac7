//! What the Tours view asks for, and what comes back: tours, and what a person does to them.

use crate::index::Snapshot;
use crate::index::guide::Located;
use crate::index::tours::{Overwrite, Progress};
use crate::model::SymbolId;
use crate::tour::{Found, Host, StepDraft, Tour};
use std::sync::Arc;

/// What a text is the version of that comes with the tour, not from the tree.
pub const BROUGHT: &str = "as the tour brings it";

/// A tour that can be taken.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its file, or what generates it: what progress is kept by.
    pub key: String,
    /// Its file, relative to the root; `None` while it is only in memory.
    pub path: Option<String>,
    /// The digest of what the file said when it was read, or when the draft of it was begun.
    pub read: Option<String>,
    /// The tour and where its steps are, or why it cannot be used.
    pub tour: Result<(Tour, Located), String>,
    pub progress: Progress,
    /// Whether it has changes that are in no file yet.
    pub draft: bool,
    /// What others did to the file of such a tour.
    pub meanwhile: Option<Meanwhile>,
}

/// The answer to a look at all tours.
#[derive(Clone)]
pub struct Tourist {
    pub snapshot: Arc<Snapshot>,
    pub entries: Vec<Entry>,
    /// Where the steps of the open tour are now.
    pub open: Option<Located>,
}

/// Work on a tour that a person writes.
#[derive(Clone)]
pub enum Authoring {
    /// Words and anchor for a step at a symbol.
    Step { snapshot: Arc<Snapshot>, symbol: SymbolId },
    /// Write a tour as a file, its path relative to the root; its steps brought up to date where there is a graph.
    /// `key` and `sent` are of the open tour, as it is then.
    Save {
        snapshot: Option<Arc<Snapshot>>,
        key: String,
        sent: Tour,
        path: String,
        tour: Tour,
        over: Overwrite,
    },
    /// Delete a tour's file, while it says what it said when it was read: its digest.
    Delete { path: String, read: String },
}

/// What somebody wants a tour of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// What a git range changes.
    Range(String),
    /// A package, by its folder or whatever else names it.
    Package(String),
}

/// What came of it.
#[derive(Clone)]
pub enum Authored {
    Step(Box<StepDraft>, Found),
    Saved(Box<Saved>),
    /// The file that is gone.
    Deleted(String),
}

/// A tour that was written to a file.
#[derive(Clone)]
pub struct Saved {
    /// Its key before, and what it was when it was sent.
    pub key: String,
    pub sent: Tour,
    /// The file, relative to the root, and what stands in it.
    pub path: String,
    pub tour: Tour,
    /// The steps that say other than before where they are.
    pub renewed: Vec<usize>,
}

impl Entry {
    /// Steps that were read, and all steps.
    #[must_use]
    pub fn done(&self) -> (usize, usize) {
        let all = self.tour.as_ref().map_or(0, |(tour, _)| tour.steps().len());
        (self.progress.visited.iter().filter(|&&step| step < all).count(), all)
    }

    /// Whether there is anything to go on with.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.progress.step > 0 || !self.progress.visited.is_empty()
    }

    /// What it was made of because somebody wanted it.
    #[must_use]
    pub fn wanted(&self) -> Option<Wanted> {
        Wanted::of_key(&self.key)
    }

    /// Whether its condition holds here; `None` when it is not understood.
    #[must_use]
    pub fn is_for_here(&self) -> Option<bool> {
        self.tour.as_ref().map_or(Some(true), |(tour, _)| tour.is_for(Host::here()))
    }
}

impl Wanted {
    /// The key of its tour.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Range(range) => format!("range:{range}"),
            Self::Package(package) => format!("package:{package}"),
        }
    }

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        let (kind, text) = key.split_once(':')?;
        match kind {
            "range" => Some(Self::Range(text.to_owned())),
            "package" => Some(Self::Package(text.to_owned())),
            _ => None,
        }
    }

    /// The title that its tour has, or nearly.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Range(range) => format!("What {range} changes"),
            Self::Package(package) => format!("Through package {package}"),
        }
    }
}

/// What others did to the file of a tour since it was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Meanwhile {
    /// It says something else; its digest.
    Changed {
        tour: Box<Tour>,
        located: Located,
        read: String,
    },
    /// It cannot be used any more; why.
    Unusable(String),
    Gone,
}

impl Meanwhile {
    /// What was done to the file of a draft that was begun of `read`; `file` is what is there now.
    #[must_use]
    pub fn of(read: Option<&String>, file: Option<&Entry>) -> Option<Self> {
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

    /// Whether no file has the tour any more.
    pub(super) fn is_lost(&self) -> bool {
        matches!(self, Self::Unusable(_) | Self::Gone)
    }
}
