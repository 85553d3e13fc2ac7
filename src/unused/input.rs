//! The input of the search besides the graph.

/// The texts of the tree, from which the graph was built.
#[derive(Clone, Copy)]
pub struct SourceTexts<'t> {
    /// Returns the content of a file by its path. None if it cannot be read.
    pub text: &'t (dyn Fn(&str) -> Option<Vec<u8>> + Sync),
    /// The contents of all assembly files in the folders of the packages.
    pub assembly: &'t [Vec<u8>],
    /// Returns whether the search is cancelled.
    pub cancelled: &'t (dyn Fn() -> bool + Sync),
}

/// The uses that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// True if no other module imports packages of the tree. Then exported names count as used only if programs and
    /// tests of the tree use them.
    pub programs_only: bool,
}
