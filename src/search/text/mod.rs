//! The text index: what every symbol says, in weighted fields, as tantivy keeps it.
//!
//! A tree's files are dealt to [`SHARDS`] shards by their path, tests apart from the rest. Each shard is one tantivy
//! segment with what belongs to it, in one run of bytes: the database stores it as it is, and takes it over unchanged
//! when no file of the shard changed. So an edit costs one shard, and since statistics are added up over the shards,
//! the answers are those of an index built from scratch.
//!
//! In a segment, a symbol is one document for each [`Field`]: first come the names of all symbols, then the contexts of
//! all, and so on ([`Field::first`]). So a word is looked up once in a shard, whatever it stands in, and tantivy keeps the
//! length of each field as that of a document. Above this module, "document" means a symbol.
//!
//! * [`layout`] deals files to shards and numbers their symbols.
//! * [`build`] makes a shard from sources, `invert` writes its postings; [`blob`] is its form in bytes.
//! * [`TextIndex`] opens all shards of a graph for reading.
//!
//! Invariants: a shard is a function of its files' paths and contents; documents stand in the order of the graph, so no
//! table of numbers is stored.

mod blob;
mod build;
mod invert;
mod layout;
mod open;

use tantivy::schema::{Field as TantivyField, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};

pub use build::build;
pub use layout::{Layout, SHARDS};
pub use open::TextIndex;
pub(in crate::search) use open::Vocabulary;

/// Raised whenever the same sources would give other shards.
pub const TEXT_VERSION: u32 = 13;

/// A part of what a symbol says; [`Field::about`] tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Field {
    Name,
    Context,
    Path,
    Signature,
    Doc,
    Body,
    Strings,
    Comments,
}

impl Field {
    pub const ALL: [Self; 8] = [
        Self::Name,
        Self::Context,
        Self::Path,
        Self::Signature,
        Self::Doc,
        Self::Body,
        Self::Strings,
        Self::Comments,
    ];

    /// What it holds.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Name => "the words of the name, and the whole name",
            Self::Context => "the receiver's or owner's name and the package's",
            Self::Path => "the folders and the file",
            Self::Signature => "the signature",
            Self::Doc => "the doc comment",
            Self::Body => "identifiers of the body",
            Self::Strings => "words of string literals",
            Self::Comments => "words of comments inside the declaration",
        }
    }

    /// The name in the settings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Context => "context",
            Self::Path => "path",
            Self::Signature => "signature",
            Self::Doc => "doc",
            Self::Body => "body",
            Self::Strings => "strings",
            Self::Comments => "comments",
        }
    }

    /// Whether the field takes part in the comparison of meanings: what a symbol itself says.
    pub(super) fn is_semantic(self) -> bool {
        !matches!(self, Self::Context | Self::Path | Self::Comments)
    }

    /// The first of a segment's documents that hold this field, of so many symbols.
    fn first(self, n_symbols: u32) -> u32 {
        self as u32 * n_symbols
    }

    /// The field that a segment's document holds, and of which of so many symbols.
    fn of(document: u32, n_symbols: u32) -> (Self, u32) {
        (Self::ALL[(document / n_symbols) as usize % Self::ALL.len()], document % n_symbols)
    }
}

/// A part of tantivy's schema.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
enum Key {
    /// The stemmed words of every [`Field`].
    Word,
    /// The names exactly as written, of the documents of [`Field::Name`]: where identifiers are looked up.
    Ident,
    /// Words that follow each other in a string literal, of the same documents: how a message is found word for word.
    Row,
}

impl Key {
    fn id(self) -> TantivyField {
        TantivyField::from_field_id(self as u32)
    }
}

/// What a term's frequency in a document counts for as a component of its vector.
pub(super) fn damped(frequency: u32) -> f32 {
    1.0 + (frequency.max(1) as f32).ln()
}

/// Why there is no text index.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    #[error("the text index cannot be made: {0}")]
    Tantivy(#[from] tantivy::TantivyError),
    #[error("the text index does not belong to this graph: {0}")]
    Foreign(&'static str),
}

/// In the order of [`Key`]; frequencies without positions.
fn schema() -> Schema {
    let indexed = |tokenizer: &str, option, norms| {
        let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer);
        TextOptions::default().set_indexing_options(indexing.set_index_option(option).set_fieldnorms(norms))
    };
    let mut schema = Schema::builder();
    schema.add_text_field("word", indexed("whitespace", IndexRecordOption::WithFreqs, true));
    schema.add_text_field("ident", indexed("raw", IndexRecordOption::Basic, false));
    schema.add_text_field("row", indexed("raw", IndexRecordOption::Basic, false));
    schema.build()
}
