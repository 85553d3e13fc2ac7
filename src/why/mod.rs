//! Why a declaration is as it is: the commits that changed it, newest first, back to the one that introduced it.
//!
//! The stored log has the commits that touched a file, its path at that time, and the declarations that they changed
//! ([`crate::history`]). For each such commit the declaration is cut out of the file before and after it ([`cut`]),
//! and the two texts are compared ([`diff`]). So line numbers never have to be followed through merges, and a
//! declaration that only moved within its file counts as unchanged. Where the declaration appears, its origin is the
//! most similar declaration that the same commit removed ([`origin`]). Then it was renamed or moved, and the search
//! continues with the origin.
//!
//! [`LineAuthors`] has who changed each line of a file last.
//!
//! This room is pure: its caller fetches the contents of files at commits.

mod authors;
mod cut;
mod diff;
mod origin;
mod trace;

pub use authors::{BlamedCommit, LineAuthors};
pub use cut::Subject;
pub use diff::{DiffLine, lines};
pub use trace::{Change, CommitEffect, End, Fetch, Why, trace};
