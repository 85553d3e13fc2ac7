//! The text index: the text of every symbol in weighted fields, stored by tantivy.
//!
//! Files are assigned to [`SHARDS`] shards by their path, tests to their own. Each shard is one tantivy segment in
//! one run of bytes, which the database stores and reuses unchanged while no file of the shard changes. So an edit
//! costs one shard, and since statistics are added up over the shards, the answers equal those of an index built from
//! scratch.
//!
//! In a segment, a symbol is one document for each [`TextField`]: first come the names of all symbols, then the contexts of
//! all, and so on ([`TextField::first`]). So a word is looked up once in a shard, whatever it stands in, and tantivy keeps the
//! length of each field as that of a document. Above this module, "document" means a symbol.
//!
//! * [`layout`] deals files to shards and numbers their symbols.
//! * [`ShardBuilder`] makes a shard from sources, `invert` writes its postings; [`blob`] is its form in bytes.
//! * [`TextIndex`] opens all shards of a graph for reading.
//!
//! Invariants: a shard is a function of its files' paths and contents; documents stand in the order of the graph, so no
//! table of numbers is stored.

mod blob;
mod build;
mod invert;
mod layout;
mod name_list;
mod open;
mod schema;

pub use build::ShardBuilder;
pub use layout::{Layout, SHARDS};
pub use open::TextIndex;
pub(in crate::search) use open::Vocabulary;
pub(in crate::search) use schema::damped;
pub use schema::{TextError, TextField};
use schema::{TextKey, schema};

/// Raised whenever the same sources would give other shards.
pub const TEXT_VERSION: u32 = 15;
