//! Inverts documents: the terms of a shard's documents are sorted and written as postings of a tantivy segment.
//!
//! Tantivy's own writer splits each document's text and looks up every word by its bytes. Here words are numbers
//! already, given by the lexicon, so inversion is a counting sort; only the output uses tantivy's serializers.

use std::io;

use tantivy::columnar::{MergeRowOrder, RowAddr, ShuffleMergeOrder, merge_columnar};
use tantivy::directory::{Directory, RamDirectory, TerminatingWrite};
use tantivy::fieldnorm::{FieldNormsSerializer, FieldNormsWriter};
use tantivy::index::{IndexMeta, Segment, SegmentComponent, SegmentId};
use tantivy::postings::{FieldSerializer, InvertedIndexSerializer};
use tantivy::store::{Compressor, StoreWriter};
use tantivy::{Index, IndexSettings, TantivyError};

use super::blob::BlobPart;
use super::{TextField, TextKey, schema};
use crate::search::analysis::lexicon::Lexicon;

/// A fixed name for the only segment, so that equal input makes equal bytes; tantivy would choose a random one.
const SEGMENT: &str = "00000000000000000000000000000000";
/// Tantivy's record of an index.
const META: &str = "meta.json";

/// The terms of a shard's symbols, in the order in which they were met.
#[derive(Default)]
pub(super) struct Inverted<'g> {
    /// The names of the symbols, exactly as written, with their numbers.
    names: Vec<(&'g str, u32)>,
    fields: [Column; TextField::ALL.len()],
    /// Word sequences of string literals: pairs and whole messages.
    rows: Vec<Site>,
}

/// One field of all symbols.
#[derive(Default)]
struct Column {
    sites: Vec<Site>,
    /// Terms in each symbol.
    lengths: Vec<u32>,
}

/// A term in a symbol.
#[derive(Clone, Copy)]
struct Site {
    term: u32,
    symbol: u32,
}

impl<'g> Inverted<'g> {
    /// Begins the next symbol.
    pub(super) fn begin(&mut self, name: &'g str) {
        self.names.push((name, self.names.len() as u32));
        for column in &mut self.fields {
            column.lengths.push(0);
        }
    }

    /// The number of the symbol begun last.
    fn last(&self) -> u32 {
        (self.names.len() as u32).saturating_sub(1)
    }

    /// Adds a word sequence to the symbol begun last.
    pub(super) fn add_row(&mut self, row: u32) {
        self.rows.push(Site { term: row, symbol: self.last() });
    }

    /// Adds terms to a field of the symbol begun last.
    pub(super) fn add(&mut self, field: TextField, terms: &[u32]) {
        let symbol = self.last();
        let column = &mut self.fields[field as usize];
        column.sites.extend(terms.iter().map(|&term| Site { term, symbol }));
        if let Some(length) = column.lengths.last_mut() {
            *length += terms.len() as u32;
        }
    }

    /// Terms in each field, in the order of [`TextField::ALL`].
    pub(super) fn totals(&self) -> [u64; TextField::ALL.len()] {
        self.fields.each_ref().map(|column| column.sites.len() as u64)
    }

    /// Tantivy's files by name, and the lengths of the symbols as vectors: every term of every field that says what a
    /// symbol is a dimension, `1 + ln(frequency)` in it.
    ///
    /// That is SMART's `lnc` weighting (Manning, Raghavan, Schütze, chapter 6): rarity is left to the question's side, so
    /// that a shard's lengths do not depend on the other shards. O(sites + terms log terms).
    pub(super) fn write(self, lexicon: &mut Lexicon) -> tantivy::Result<(Vec<BlobPart>, Vec<f32>)> {
        let directory = RamDirectory::create();
        let index = Index::create(directory.clone(), schema(), IndexSettings::default())?;
        let id = SegmentId::from_uuid_string(SEGMENT)
            .map_err(|error| TantivyError::InvalidArgument(error.to_string()))?;
        let segment =
            index.segment(index.new_segment_meta(id, (self.names.len() * TextField::ALL.len()) as u32));
        self.write_lengths(&segment)?;
        let norms = self.write_postings(&segment, lexicon)?;
        write_absent(&segment)?;
        let meta = IndexMeta { segments: vec![segment.meta().clone()], ..IndexMeta::with_schema(schema()) };
        let meta = serde_json::to_vec(&meta).map_err(io::Error::from)?;
        Ok((files(&segment, &directory, meta)?, norms))
    }

    fn write_lengths(&self, segment: &Segment) -> tantivy::Result<()> {
        let mut lengths = FieldNormsWriter::for_schema(&segment.schema());
        // One column behind the other: the numbers of the documents.
        for (document, &length) in self.fields.iter().flat_map(|column| &column.lengths).enumerate() {
            lengths.record(document as u32, TextKey::Word.id(), length);
        }
        let out = segment.open_write(SegmentComponent::FieldNorms)?;
        lengths.serialize(FieldNormsSerializer::from_write(out)?, None)?;
        Ok(())
    }

    fn write_postings(self, segment: &Segment, lexicon: &mut Lexicon) -> tantivy::Result<Vec<f32>> {
        let mut out = InvertedIndexSerializer::open(segment)?;
        let mut squares = vec![0_f32; self.names.len()];
        let n_symbols = self.names.len() as u32;
        let total = self.totals().iter().sum();
        let columns = TextField::ALL.into_iter().zip(self.fields);
        let columns = columns.map(|(field, column)| (field.first(n_symbols), column.sites)).collect();
        // Without the lengths of documents tantivy does not note how much each block of postings can score at most,
        // which takes it a table for every word. Nothing asks for that: all postings of a question's words are read.
        let words = out.new_field(TextKey::Word.id(), total, None)?;
        let postings = by_term(columns, lexicon.term_count());
        let terms = lexicon.in_order(|term| !postings.of(term).is_empty());
        write_terms(words, &terms, &postings, true, |document, frequency| {
            let (field, symbol) = TextField::of(document, n_symbols);
            if field.is_semantic() {
                squares[symbol as usize] += super::damped(frequency).powi(2);
            }
        })?;
        write_names(&mut out, self.names)?;
        if !self.rows.is_empty() {
            let rows = out.new_field(TextKey::Row.id(), self.rows.len() as u64, None)?;
            let postings = by_term(vec![(0, self.rows)], lexicon.row_count());
            write_terms(rows, &lexicon.rows_in_order(), &postings, false, |_, _| ())?;
        }
        out.close()?;
        Ok(squares.into_iter().map(f32::sqrt).collect())
    }
}

/// The postings of a field, and the number of its first document.
type FieldPostings = (u32, Vec<Site>);

/// The documents of each term.
struct Postings {
    /// Term after term, rising.
    docs: Vec<u32>,
    /// Where each term's end.
    ends: Vec<u32>,
}

impl Postings {
    /// The documents of a term, once for each site.
    fn of(&self, term: u32) -> &[u32] {
        let start = if term == 0 { 0 } else { self.ends[term as usize - 1] };
        &self.docs[start as usize..self.ends[term as usize] as usize]
    }
}

/// Writes the postings of `terms` in their order, and shows each document with its frequency.
fn write_terms(
    mut out: FieldSerializer<'_>,
    terms: &[(&str, u32)],
    postings: &Postings,
    frequencies: bool,
    mut show: impl FnMut(u32, u32),
) -> io::Result<()> {
    for &(text, term) in terms {
        let each = || postings.of(term).chunk_by(|a, b| a == b);
        out.new_term(text.as_bytes(), each().count() as u32, frequencies)?;
        for same in each() {
            let (doc, frequency) = (same[0], same.len() as u32);
            out.write_doc(doc, frequency, &[]);
            show(doc, frequency);
        }
        out.close_term()?;
    }
    out.close()
}

/// A counting sort of sites by term.
fn by_term(columns: Vec<FieldPostings>, terms: usize) -> Postings {
    let mut ends = vec![0_u32; terms];
    for site in columns.iter().flat_map(|(_, sites)| sites) {
        ends[site.term as usize] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    let mut next = ends.clone();
    let mut docs = vec![0; total as usize];
    for (first, sites) in columns.into_iter().rev() {
        for site in sites.into_iter().rev() {
            let place = &mut next[site.term as usize];
            *place -= 1;
            docs[*place as usize] = first + site.symbol;
        }
    }
    Postings { docs, ends }
}

/// The field of names exactly as written.
fn write_names(out: &mut InvertedIndexSerializer, mut names: Vec<(&str, u32)>) -> tantivy::Result<()> {
    names.sort_unstable();
    let mut out = out.new_field(TextKey::Ident.id(), names.len() as u64, None)?;
    for same in names.chunk_by(|a, b| a.0 == b.0) {
        out.new_term(same[0].0.as_bytes(), same.len() as u32, false)?;
        for &(_, symbol) in same {
            out.write_doc(symbol, 0, &[]);
        }
        out.close_term()?;
    }
    out.close()?;
    Ok(())
}

/// Empty files that tantivy expects: stored documents and columns of values.
fn write_absent(segment: &Segment) -> tantivy::Result<()> {
    const BLOCK: usize = 1 << 14;
    let store = segment.open_write(SegmentComponent::Store)?;
    StoreWriter::new(store, Compressor::None, BLOCK, false)?.close()?;
    let mut columns = segment.open_write(SegmentComponent::FastFields)?;
    // A merge of no columns is used because the column writer clears seven megabytes before it writes nothing.
    let row = RowAddr { segment_ord: 0, row_id: 0 };
    let rows = vec![row; segment.meta().max_doc() as usize];
    let order = ShuffleMergeOrder { new_row_id_to_old_row_id: rows, alive_bitsets: Vec::new() };
    merge_columnar(&[], &[], MergeRowOrder::Shuffled(order), &mut columns)?;
    columns.terminate()?;
    Ok(())
}

fn files(segment: &Segment, directory: &RamDirectory, meta: Vec<u8>) -> tantivy::Result<Vec<BlobPart>> {
    use SegmentComponent::{FastFields, FieldNorms, Positions, Postings, Store, Terms};
    let mut files = vec![(META.to_owned(), meta)];
    for component in [FastFields, FieldNorms, Positions, Postings, Store, Terms] {
        let path = segment.relative_path(component);
        let file = directory.open_read(&path)?;
        let bytes = file.read_bytes()?;
        files.push((path.to_string_lossy().into_owned(), bytes.to_vec()));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tantivy::TantivyDocument;

    use super::*;

    /// Symbols as name, words of the name, words of the body.
    const SYMBOLS: &[(&str, &str, &str)] = &[
        ("addRoute", "add rout addrout", "rout tree rout path"),
        ("Tree", "tree", ""),
        ("addRoute", "add rout addrout", "tree tree tree"),
        ("é", "é", "zwölf é 日"),
    ];

    /// Returns the bytes that tantivy's own writer makes of them.
    fn reference() -> Vec<(&'static str, Vec<u8>)> {
        let directory = RamDirectory::create();
        let mut writer = Index::builder()
            .schema(schema())
            .single_segment_index_writer::<TantivyDocument>(directory.clone(), 1 << 25)
            .unwrap();
        for field in TextField::ALL {
            for (name, words, body) in SYMBOLS {
                let mut document = TantivyDocument::default();
                match field {
                    TextField::Name => {
                        document.add_text(TextKey::Word.id(), words);
                        document.add_text(TextKey::Ident.id(), name);
                    }
                    TextField::Body if !body.is_empty() => document.add_text(TextKey::Word.id(), body),
                    _ => {}
                }
                writer.add_document(document).unwrap();
            }
        }
        let index = writer.finalize().unwrap();
        let id = index.searchable_segment_ids().unwrap()[0].uuid_string();
        let read = |end| {
            let file = directory.open_read(Path::new(&format!("{id}.{end}"))).unwrap();
            (end, file.read_bytes().unwrap().to_vec())
        };
        ["term", "idx", "pos", "fieldnorm", "fast"].map(read).to_vec()
    }

    #[test]
    fn the_segment_is_the_one_that_tantivy_would_write() {
        let mut lexicon = Lexicon::default();
        let mut shard = Inverted::default();
        for (name, words, body) in SYMBOLS {
            shard.begin(name);
            for (field, text) in [(TextField::Name, words), (TextField::Body, body)] {
                text.split_whitespace().for_each(|word| shard.add(field, lexicon.terms(word)));
            }
        }
        let (files, norms) = shard.write(&mut lexicon).unwrap();
        for (end, expect) in reference() {
            let name = format!("{SEGMENT}.{end}");
            let found = files.iter().find(|(file, _)| *file == name).map(|(_, bytes)| bytes);
            assert_eq!(found, Some(&expect), "{end}");
        }
        let tripled = super::super::damped(3);
        assert_eq!(norms[1..3], [1.0, (3.0 + tripled * tripled).sqrt()]);
    }
}
