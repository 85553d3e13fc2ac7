//! From documents to postings: the terms of a shard's documents turned round and written as a tantivy segment.
//!
//! Tantivy's own writer takes each document as text, cuts it into words and looks every one of them up by its bytes. Here
//! the words are numbers already, because the lexicon knows each identifier's, so turning them round is a counting
//! sort; only what is written is tantivy's, by tantivy's serializers.

use std::io;

use tantivy::columnar::{MergeRowOrder, RowAddr, ShuffleMergeOrder, merge_columnar};
use tantivy::directory::{Directory, RamDirectory, TerminatingWrite};
use tantivy::fieldnorm::{FieldNormsSerializer, FieldNormsWriter};
use tantivy::index::{IndexMeta, Segment, SegmentComponent, SegmentId};
use tantivy::postings::{FieldSerializer, InvertedIndexSerializer};
use tantivy::schema::Field as TantivyField;
use tantivy::store::{Compressor, StoreWriter};
use tantivy::{Index, IndexSettings, TantivyError};

use super::super::words::Lexicon;
use super::blob::Part;
use super::{Field, IDENT, PAIRS, schema};

/// The name of the one segment, so that equal files make equal bytes: tantivy would take a random one.
const SEGMENT: &str = "00000000000000000000000000000000";
/// Tantivy's record of an index.
const META: &str = "meta.json";

/// The terms of a shard's documents, in the order in which they were met.
#[derive(Default)]
pub(super) struct Inverted<'g> {
    /// The names of the documents, exactly as written, with their numbers.
    names: Vec<(&'g str, u32)>,
    fields: [Column; Field::ALL.len()],
    /// Pairs of words that follow each other in a string literal.
    pairs: Vec<Site>,
}

/// One field of all documents.
#[derive(Default)]
struct Column {
    sites: Vec<Site>,
    /// Terms in each document.
    lengths: Vec<u32>,
}

/// A term in a document.
#[derive(Clone, Copy)]
struct Site {
    term: u32,
    doc: u32,
}

impl<'g> Inverted<'g> {
    /// Begins the next document.
    pub(super) fn begin(&mut self, name: &'g str) {
        self.names.push((name, self.names.len() as u32));
        for column in &mut self.fields {
            column.lengths.push(0);
        }
    }

    /// The number of the document begun last.
    fn doc(&self) -> u32 {
        (self.names.len() as u32).saturating_sub(1)
    }

    /// Adds a pair of words to the document begun last.
    pub(super) fn add_pair(&mut self, pair: u32) {
        self.pairs.push(Site { term: pair, doc: self.doc() });
    }

    /// Adds terms to a field of the document begun last.
    pub(super) fn add(&mut self, field: Field, terms: &[u32]) {
        let doc = self.doc();
        let column = &mut self.fields[field as usize];
        column.sites.extend(terms.iter().map(|&term| Site { term, doc }));
        if let Some(length) = column.lengths.last_mut() {
            *length += terms.len() as u32;
        }
    }

    /// Tantivy's files by name, and the lengths of the documents as vectors: every term of every field that says what a
    /// symbol is a dimension, `1 + ln(frequency)` in it.
    ///
    /// That is SMART's `lnc` weighting (Manning, Raghavan, Schütze, chapter 6): rarity is left to the question's side, so
    /// that a shard's lengths do not depend on the other shards. O(sites + terms log terms).
    pub(super) fn write(self, lexicon: &Lexicon) -> tantivy::Result<(Vec<Part>, Vec<f32>)> {
        let directory = RamDirectory::create();
        let index = Index::create(directory.clone(), schema(), IndexSettings::default())?;
        let id = SegmentId::from_uuid_string(SEGMENT)
            .map_err(|error| TantivyError::InvalidArgument(error.to_string()))?;
        let segment = index.segment(index.new_segment_meta(id, self.names.len() as u32));
        self.write_lengths(&segment)?;
        let norms = self.write_postings(&segment, lexicon)?;
        write_absent(&segment)?;
        let meta = IndexMeta { segments: vec![segment.meta().clone()], ..IndexMeta::with_schema(schema()) };
        let meta = serde_json::to_vec(&meta).map_err(io::Error::from)?;
        Ok((files(&segment, &directory, meta)?, norms))
    }

    fn write_lengths(&self, segment: &Segment) -> tantivy::Result<()> {
        let mut lengths = FieldNormsWriter::for_schema(&segment.schema());
        for (field, column) in Field::ALL.into_iter().zip(&self.fields) {
            for (doc, &length) in column.lengths.iter().enumerate() {
                lengths.record(doc as u32, field.id(), length);
            }
        }
        let out = segment.open_write(SegmentComponent::FieldNorms)?;
        lengths.serialize(FieldNormsSerializer::from_write(out)?, None)?;
        Ok(())
    }

    fn write_postings(self, segment: &Segment, lexicon: &Lexicon) -> tantivy::Result<Vec<f32>> {
        let mut out = InvertedIndexSerializer::open(segment)?;
        let mut squares = vec![0_f32; self.names.len()];
        let terms = lexicon.in_order();
        for (field, column) in Field::ALL.into_iter().zip(self.fields) {
            if column.sites.is_empty() {
                continue;
            }
            // Without the lengths of documents tantivy does not note how much each block of postings can score at most,
            // which takes it a table for every word. Nothing asks for that: all postings of a question's words are read.
            let out = out.new_field(field.id(), column.sites.len() as u64, None)?;
            write_terms(out, &terms, column.sites, true, |doc, frequency| {
                if field.is_semantic() {
                    squares[doc as usize] += super::damped(frequency).powi(2);
                }
            })?;
        }
        write_names(&mut out, self.names)?;
        if !self.pairs.is_empty() {
            let field = out.new_field(TantivyField::from_field_id(PAIRS), self.pairs.len() as u64, None)?;
            write_terms(field, &lexicon.pairs_in_order(), self.pairs, false, |_, _| ())?;
        }
        out.close()?;
        Ok(squares.into_iter().map(f32::sqrt).collect())
    }
}

/// Writes the postings of a field, of `terms` in their order, and shows each with its frequency.
fn write_terms(
    mut out: FieldSerializer<'_>,
    terms: &[(&str, u32)],
    sites: Vec<Site>,
    frequencies: bool,
    mut show: impl FnMut(u32, u32),
) -> io::Result<()> {
    let (docs, ends) = by_term(sites, terms.len());
    for &(text, term) in terms {
        let start = if term == 0 { 0 } else { ends[term as usize - 1] };
        let docs = &docs[start as usize..ends[term as usize] as usize];
        let each = || docs.chunk_by(|a, b| a == b);
        if docs.is_empty() {
            continue;
        }
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

/// The documents of each term, rising, and where each term's end; a counting sort.
fn by_term(sites: Vec<Site>, terms: usize) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0_u32; terms];
    for site in &sites {
        ends[site.term as usize] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    let mut next = ends.clone();
    let mut docs = vec![0; sites.len()];
    for site in sites.into_iter().rev() {
        let place = &mut next[site.term as usize];
        *place -= 1;
        docs[*place as usize] = site.doc;
    }
    (docs, ends)
}

/// The field of names exactly as written.
fn write_names(out: &mut InvertedIndexSerializer, mut names: Vec<(&str, u32)>) -> tantivy::Result<()> {
    names.sort_unstable();
    let mut out = out.new_field(TantivyField::from_field_id(IDENT), names.len() as u64, None)?;
    for same in names.chunk_by(|a, b| a.0 == b.0) {
        out.new_term(same[0].0.as_bytes(), same.len() as u32, false)?;
        for &(_, doc) in same {
            out.write_doc(doc, 0, &[]);
        }
        out.close_term()?;
    }
    out.close()?;
    Ok(())
}

/// The files that tantivy opens although there is nothing in them here: stored documents and columns of values.
fn write_absent(segment: &Segment) -> tantivy::Result<()> {
    const BLOCK: usize = 1 << 14;
    let store = segment.open_write(SegmentComponent::Store)?;
    StoreWriter::new(store, Compressor::None, BLOCK, false)?.close()?;
    let mut columns = segment.open_write(SegmentComponent::FastFields)?;
    // A merge of no columns: the writer of columns clears seven megabytes before it writes nothing.
    let row = RowAddr { segment_ord: 0, row_id: 0 };
    let rows = vec![row; segment.meta().max_doc() as usize];
    let order = ShuffleMergeOrder { new_row_id_to_old_row_id: rows, alive_bitsets: Vec::new() };
    merge_columnar(&[], &[], MergeRowOrder::Shuffled(order), &mut columns)?;
    columns.terminate()?;
    Ok(())
}

fn files(segment: &Segment, directory: &RamDirectory, meta: Vec<u8>) -> tantivy::Result<Vec<Part>> {
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

    /// Documents as name, words of the name, words of the body.
    const DOCUMENTS: &[(&str, &str, &str)] = &[
        ("addRoute", "add rout addrout", "rout tree rout path"),
        ("Tree", "tree", ""),
        ("addRoute", "add rout addrout", "tree tree tree"),
        ("é", "é", "zwölf é 日本語"),
    ];

    /// What tantivy's own writer makes of them.
    fn reference() -> Vec<(&'static str, Vec<u8>)> {
        let directory = RamDirectory::create();
        let mut writer = Index::builder()
            .schema(schema())
            .single_segment_index_writer::<TantivyDocument>(directory.clone(), 1 << 25)
            .unwrap();
        for (name, words, body) in DOCUMENTS {
            let mut document = TantivyDocument::default();
            document.add_text(Field::Name.id(), words);
            if !body.is_empty() {
                document.add_text(Field::Body.id(), body);
            }
            document.add_text(TantivyField::from_field_id(IDENT), name);
            writer.add_document(document).unwrap();
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
        for (name, words, body) in DOCUMENTS {
            shard.begin(name);
            for (field, text) in [(Field::Name, words), (Field::Body, body)] {
                text.split_whitespace().for_each(|word| shard.add(field, lexicon.terms(word)));
            }
        }
        let (files, norms) = shard.write(&lexicon).unwrap();
        for (end, expect) in reference() {
            let name = format!("{SEGMENT}.{end}");
            let found = files.iter().find(|(file, _)| *file == name).map(|(_, bytes)| bytes);
            assert_eq!(found, Some(&expect), "{end}");
        }
        let tripled = super::super::damped(3);
        assert_eq!(norms[1..3], [1.0, (3.0 + tripled * tripled).sqrt()]);
    }
}
