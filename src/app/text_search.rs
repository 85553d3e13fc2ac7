//! Searching the text of the whole tree: what was found, as rows of an overlay.

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub typed: String,
    pub hits: Vec<TextHit>,
    /// How many files have any.
    pub files: usize,
    /// Whether there are more.
    pub is_cut: bool,
    /// Why nothing could be searched for.
    pub problem: Option<String>,
}

/// A line that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextHit {
    pub path: String,
    /// From 1.
    pub line: u32,
    /// The line from its first word on, safe to print; of a long one the part with the first match.
    pub text: String,
}
