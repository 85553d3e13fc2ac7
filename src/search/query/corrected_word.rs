//! A word that was read as another.

use serde::Serialize;

/// A word that the tree does not know, and what it was taken for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Correction {
    pub from: String,
    pub to: String,
    /// The tree has the word, too, but hardly: both are looked for.
    #[serde(skip)]
    pub is_doubt: bool,
}
