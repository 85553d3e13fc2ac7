//! A secret in a text, and the mark in its place.

use std::ops::Range;

/// What a mark begins with; a few words and `]` follow.
pub(super) const MARK: &str = "[masked ";
/// What stands for the other lines of a private key.
pub(super) const REST: &str = "[...]";

/// A secret in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Secret {
    pub(super) place: Range<usize>,
    /// What it is, as its mark says; `None` for what belongs to the one before.
    pub(super) what: Option<&'static str>,
}
