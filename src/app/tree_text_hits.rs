//! The result of a text search over the whole tree.

/// The hits of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextHits {
    pub typed: String,
    pub hits: Vec<TextHit>,
    /// Number of files with hits.
    pub files: usize,
    /// True if more hits were left out.
    pub is_cut: bool,
    /// Why the pattern could not be searched for.
    pub problem: Option<String>,
}

/// A line with a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextHit {
    pub path: String,
    /// From 1.
    pub line: u32,
    /// The line without its indent, safe to print; for a long line the part with the first match.
    pub text: String,
    /// The lines around it, safe to print, and the number of the first of them.
    pub around: Vec<String>,
    pub around_from: u32,
}
