//! What the search gets beside the graph.

/// The tree behind the graph.
#[derive(Clone, Copy)]
pub struct Tree<'t> {
    /// The content of a file by its path; `None` if it cannot be read.
    pub text: &'t (dyn Fn(&str) -> Option<Vec<u8>> + Sync),
    /// The content of all assembly files in the packages' folders.
    pub assembly: &'t [Vec<u8>],
    /// Whether nobody waits for the answer any more.
    pub cancelled: &'t (dyn Fn() -> bool + Sync),
}

/// Whose use counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Nobody imports the tree's packages: exported names are used by its own programs and tests or not at all.
    pub programs_only: bool,
}
