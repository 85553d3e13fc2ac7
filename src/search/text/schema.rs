//! The fields of the text index, and their schema in tantivy.

use tantivy::schema::{Field as TantivyField, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};

/// A part of a symbol's text; [`TextField::about`] describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum TextField {
    Name,
    Context,
    Path,
    Signature,
    Doc,
    Body,
    Strings,
    Comments,
}

impl TextField {
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

    /// One line that describes its content.
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

    /// Returns whether the field counts for the semantic comparison: it does if it is the symbol's own text.
    pub(in crate::search) fn is_semantic(self) -> bool {
        !matches!(self, Self::Context | Self::Path | Self::Comments)
    }

    /// The first of a segment's documents that hold this field, of so many symbols.
    pub(super) fn first(self, n_symbols: u32) -> u32 {
        self as u32 * n_symbols
    }

    /// The field that a segment's document holds, and of which of so many symbols.
    pub(super) fn of(document: u32, n_symbols: u32) -> (Self, u32) {
        (Self::ALL[(document / n_symbols) as usize % Self::ALL.len()], document % n_symbols)
    }
}

/// A part of tantivy's schema.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub(super) enum TextKey {
    /// The stemmed words of every [`TextField`].
    Word,
    /// The names exactly as written, of the documents of [`TextField::Name`]: where identifiers are looked up.
    Ident,
    /// Word sequences of string literals, for the same documents: finds messages word for word.
    Row,
}

impl TextKey {
    pub(super) fn id(self) -> TantivyField {
        TantivyField::from_field_id(self as u32)
    }
}

/// The weight of a term by its frequency in a document, `1 + ln(frequency)`, at least 1.
pub(in crate::search) fn damped(frequency: u32) -> f32 {
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

/// In the order of [`TextKey`]; frequencies without positions.
pub(super) fn schema() -> Schema {
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
