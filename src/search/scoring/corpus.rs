//! The corpus that questions are asked of.

use crate::model::Graph;
use crate::search::scoring::commit_votes::Past;
use crate::search::text::TextIndex;

/// A graph with its text index and history, all of one generation.
#[derive(Clone, Copy)]
pub struct Corpus<'c> {
    pub graph: &'c Graph<'c>,
    /// Names the content: equal numbers, equal graph and text.
    pub generation: u64,
    pub text: &'c TextIndex,
    /// Past commits; `None` without a history, or when it is not wanted.
    pub past: Option<&'c Past>,
}
