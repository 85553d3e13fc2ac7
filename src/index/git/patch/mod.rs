//! Reads unified diffs as people have them: from git with any setting of prefixes and colours, of merges, from mails,
//! from `diff -u`.
//!
//! [`plain`] removes colours and the encoding of mails, [`parse`] finds files and hunks, [`paths`] says which files of
//! the tree are meant, and [`FilePatch::apply`] leads from one state of a file to the other.

mod apply;
mod parse;
mod paths;
mod plain;

pub(super) use apply::{Applied, Direction};
pub(super) use parse::{FilePatch, parse};
pub(super) use paths::paths;
pub(super) use plain::plain;
