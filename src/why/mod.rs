//! Why a declaration is as it is: the commits that changed it, newest first, down to the one that introduced it.
//!
//! The stored log says which commits touched a file, under which path, and which declarations ([`crate::history`]). Of those
//! the declaration is cut out of the file right before and right after ([`cut`]) and compared ([`diff`]). So positions never
//! have to be carried through merges, and a declaration that only moved inside its file was not changed. Where it appears
//! anew, what went in the same commit and looks like it is where it came from ([`origin`]): it was renamed or moved, and the
//! search goes on there.
//!
//! This room is pure: its caller fetches the contents of files at commits.

mod cut;
mod diff;
mod origin;
mod trace;

pub use cut::Subject;
pub use diff::{Line, lines};
pub use trace::{Change, End, Fetch, How, Why, trace};
