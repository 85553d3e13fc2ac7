//! The thing that the explorer was opened on: a place of the tree, a question, or a range of commits.

/// The place to show first, once the graph is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartPlace {
    /// A file by its path relative to the root, at a line from 1 if one was given.
    File(String, Option<u32>),
    /// A folder by its path relative to the root: the list shows what it declares.
    Folder(String),
    /// The symbol with this id, if it still exists.
    Symbol(String),
    /// A question.
    Ask(String),
    /// A git range, as in `main...HEAD`.
    Impact(String),
}
