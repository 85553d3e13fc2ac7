//! Work that is done away from the screen, and its answers.
//!
//! Jobs of one class do one thing for one pane: a newer one takes the place of an older one, and what an older one
//! still answers is not looked at.

use std::sync::Arc;

use super::listing::{Listing, Request};
use super::source::SourceText;

/// What a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Filter,
    Source,
}

impl Class {
    pub const ALL: [Self; 2] = [Self::Filter, Self::Source];
}

/// Work to do.
#[derive(Clone)]
pub enum Job {
    Filter(Request),
    /// Read a file of the repository, path relative to the root.
    Source {
        path: String,
    },
}

/// A job's answer.
#[derive(Clone)]
pub enum Answer {
    Filter(Listing),
    Source(Arc<SourceText>),
    /// It could not be done; what and why.
    Failed(String),
}

/// Tells a class's newest job from those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// What is under way in a class.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    pub newest: Ticket,
    /// When the newest was started, while it has not answered.
    pub since: Option<super::Millis>,
}

impl Job {
    #[must_use]
    pub fn class(&self) -> Class {
        match self {
            Self::Filter(_) => Class::Filter,
            Self::Source { .. } => Class::Source,
        }
    }
}
