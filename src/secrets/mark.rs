//! A secret in a text, and the mark that replaces it.

use std::ops::Range;

/// The start of a mark. The kind of the secret and `]` follow.
pub(super) const MARK: &str = "[masked ";
/// Replaces the other lines of a private key.
pub(super) const REST: &str = "[...]";

/// A secret in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Secret {
    pub(super) range: Range<usize>,
    /// The kind of the secret, which the mark shows. None for a part of the secret before.
    pub(super) kind: Option<&'static str>,
}
