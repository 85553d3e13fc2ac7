//! Making a shard: every symbol of its files becomes a tantivy document.

use std::fmt::Write as _;
use std::io;

use tantivy::directory::{Directory, RamDirectory};
use tantivy::schema::{Field as TantivyField, IndexRecordOption, TantivyDocument};
use tantivy::{Index, TantivyError};

use super::super::scan::{self, Inside, Word};
use super::super::words::Lexicon;
use super::open::{for_each_posting, segment};
use super::{Field, IDENT, Layout, TextError, blob, schema};
use crate::model::{FileId, Graph, Symbol, SymbolId, symbol_flag};

/// Most words that one part of a symbol contributes: tables of data are no prose.
const MOST_WORDS: usize = 4_000;
/// Bytes that tantivy may use before it would close the segment.
const MEMORY: usize = 1 << 30;
/// Stands for the random name that tantivy gives a segment, so that equal files make equal bytes.
pub(super) const SEGMENT: &str = "00000000000000000000000000000000";

/// Parts of a blob besides tantivy's files.
pub(super) const NORMS: &str = "norms";
pub(super) const WORDS: &str = "words";

/// Makes the bytes of a shard. `source` gives a file's content as it was when the graph was made; a file without one
/// takes part with its names only.
///
/// O(bytes of the shard's files).
///
/// # Errors
/// [`TextError::Tantivy`].
pub fn build(
    graph: &Graph<'_>,
    layout: &Layout,
    shard: usize,
    mut source: impl FnMut(FileId) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, TextError> {
    if layout.documents(shard).next().is_none() {
        return Ok(Vec::new());
    }
    let directory = RamDirectory::create();
    let mut writer =
        Index::builder().schema(schema()).single_segment_index_writer(directory.clone(), MEMORY)?;
    let mut author = Author::default();
    for &file in layout.files(shard) {
        author.open(graph.path(file), source(file).unwrap_or_default());
        for &symbol in layout.symbols(file) {
            writer.add_document(author.document(graph, symbol))?;
        }
    }
    let index = writer.finalize()?;
    let norms = norms(&index)?;
    let mut parts = files(&index, &directory)?;
    parts.push((NORMS.to_owned(), bytemuck::cast_slice(&norms).to_vec()));
    parts.push((WORDS.to_owned(), author.vocabulary()));
    Ok(blob::join(&parts))
}

/// Writes the documents of one file after the other.
#[derive(Default)]
struct Author {
    lexicon: Lexicon,
    source: Vec<u8>,
    words: Vec<Word>,
    /// Terms of the path and the package, the same for a whole file.
    path: String,
    /// Texts of the fields of the document at hand.
    fields: [String; Field::ALL.len()],
}

impl Author {
    fn open(&mut self, path: &str, source: Vec<u8>) {
        self.words.clear();
        scan::words_of(&source, &mut self.words);
        self.source = source;
        self.path = path_terms(&mut self.lexicon, path);
    }

    fn document(&mut self, graph: &Graph<'_>, id: SymbolId) -> TantivyDocument {
        self.fields.iter_mut().for_each(String::clear);
        let symbol = graph.symbol(id);
        self.fields[Field::Path as usize].push_str(&self.path);
        self.fields[Field::Name as usize].push_str(&self.lexicon.named(symbol.name()).text);
        // Not the owner's symbol, which may lie in another file: a shard depends on its own files only.
        let owner = symbol.qualified().rsplit_once('.').map_or("", |(owner, _)| owner);
        for context in [owner, symbol.package_name()] {
            self.fields[Field::Context as usize].push_str(&self.lexicon.terms(context).text);
        }
        self.texts(graph, symbol);

        let mut document = TantivyDocument::default();
        for (field, text) in Field::ALL.into_iter().zip(&self.fields) {
            if !text.is_empty() {
                document.add_text(field.id(), text);
            }
        }
        document.add_text(TantivyField::from_field_id(IDENT), symbol.name());
        document
    }

    /// The words of the doc comment, the head and the body.
    fn texts(&mut self, graph: &Graph<'_>, symbol: Symbol<'_>) {
        let ix = symbol.id.ix();
        let (start, body, end) = (graph.symbol_start[ix], graph.symbol_body[ix], graph.symbol_end[ix]);
        self.take(graph.symbol_doc_start[ix], graph.symbol_doc_end[ix], |inside| match inside {
            Inside::Comment => Some(Field::Doc),
            _ => None,
        });
        // Without a body, a variable's value still is no part of its head.
        let head = if body == end { self.first_line(start, end) } else { body };
        self.take(start, head, |inside| match inside {
            Inside::Code => Some(Field::Signature),
            Inside::Text => Some(Field::Strings),
            Inside::Comment => Some(Field::Comments),
        });
        // Bodies of tests and of generated code are half of a tree and answer few questions: what is declared, and
        // what is said about it, is enough to find them.
        if symbol.is_test() || symbol.has(symbol_flag::GENERATED) {
            return;
        }
        self.take(head, end, |inside| match inside {
            Inside::Code => Some(Field::Body),
            Inside::Text => Some(Field::Strings),
            Inside::Comment => Some(Field::Comments),
        });
    }

    fn first_line(&self, start: u32, end: u32) -> u32 {
        let line = self.source.get(start as usize..end as usize).unwrap_or_default();
        line.iter().position(|&byte| byte == b'\n').map_or(end, |len| start + len as u32)
    }

    /// Puts the terms of the words in `start..end` into the fields that `field` says.
    fn take(&mut self, start: u32, end: u32, field: impl Fn(Inside) -> Option<Field>) {
        let first = self.words.partition_point(|word| word.start < start);
        let words = self.words[first..].iter().take_while(|word| word.end <= end);
        for word in words.take(MOST_WORDS) {
            let Some(field) = field(word.inside) else { continue };
            let text = &self.source[word.start as usize..word.end as usize];
            if let Ok(text) = std::str::from_utf8(text) {
                self.fields[field as usize].push_str(&self.lexicon.terms(text).text);
            }
        }
    }

    /// The words of the shard, as lines of word, number of names, number of uses; in order of the word.
    fn vocabulary(&self) -> Vec<u8> {
        let mut out = String::new();
        for (word, names, uses) in self.lexicon.counts() {
            let _ = writeln!(out, "{word}\t{names}\t{uses}");
        }
        out.into_bytes()
    }
}

fn path_terms(lexicon: &mut Lexicon, path: &str) -> String {
    let path = path.strip_suffix(".go").unwrap_or(path);
    let mut terms = String::new();
    for part in path.split('/') {
        terms.push_str(&lexicon.terms(part).text);
    }
    terms
}

/// Tantivy's files, the segment under [`SEGMENT`]'s name.
fn files(index: &Index, directory: &RamDirectory) -> Result<Vec<(String, Vec<u8>)>, TextError> {
    let ids = index.searchable_segment_ids()?;
    let name = ids.first().map(tantivy::index::SegmentId::uuid_string).unwrap_or_default();
    let mut paths: Vec<_> = index.directory().list_managed_files().into_iter().collect();
    paths.sort_unstable();
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        let Ok(file) = directory.open_read(&path) else { continue };
        let mut bytes = file.read_bytes().map_err(TantivyError::from)?.to_vec();
        let path = path.to_string_lossy().replace(&name, SEGMENT);
        if path == META {
            bytes = anonymous(&bytes, &name);
        }
        files.push((path, bytes));
    }
    Ok(files)
}

/// Tantivy's record of an index.
const META: &str = "meta.json";

/// The record with the segment's name replaced; it stands there with hyphens.
fn anonymous(meta: &[u8], name: &str) -> Vec<u8> {
    let hyphenated: Vec<&str> =
        [0..8, 8..12, 12..16, 16..20, 20..32].into_iter().filter_map(|part| name.get(part)).collect();
    String::from_utf8_lossy(meta).replace(&hyphenated.join("-"), SEGMENT).into_bytes()
}

/// The lengths of the documents as vectors: every term of every field a dimension, `1 + ln(frequency)` in it.
///
/// That is SMART's `lnc` weighting (Manning, Raghavan, Schütze, chapter 6): rarity is left to the question's side, so
/// that a shard's lengths do not depend on the other shards.
fn norms(index: &Index) -> Result<Vec<f32>, TextError> {
    let reader = segment(index)?;
    let mut squares = vec![0_f32; reader.max_doc() as usize];
    for field in Field::ALL.into_iter().filter(|field| field.is_semantic()) {
        let inverted = reader.inverted_index(field.id())?;
        let mut terms = inverted.terms().stream().map_err(io_error)?;
        while terms.advance() {
            let option = IndexRecordOption::WithFreqs;
            let mut postings =
                inverted.read_block_postings_from_terminfo(terms.value(), option).map_err(io_error)?;
            for_each_posting(&mut postings, |doc, frequency| {
                squares[doc as usize] += super::damped(frequency).powi(2);
            });
        }
    }
    Ok(squares.into_iter().map(f32::sqrt).collect())
}

fn io_error(error: io::Error) -> TextError {
    TextError::Tantivy(error.into())
}
