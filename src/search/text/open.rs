//! The text index of a graph, open for reading.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use tantivy::directory::{Directory, RamDirectory};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::InvertedIndexReader;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{Index, SegmentReader, Term};

use super::build::{NORMS, TOTALS, WORDS};
use super::layout::holds_tests;
use super::name_list::NameList;
use super::{Layout, SHARDS, TextError, TextField, TextKey, blob};
use crate::model::{Graph, SymbolId};

/// All shards of a graph. Documents are numbered from 0 over the shards, sources before tests.
pub struct TextIndex {
    shards: Vec<Shard>,
    /// Documents of sources; those of tests follow.
    n_sources: u32,
    symbols: Vec<SymbolId>,
    /// Files of the documents, as their numbers in the graph.
    files: Vec<u32>,
    /// Packages of the documents, numbered from 0.
    packages: Vec<u32>,
    /// Tokens of each file and each package, over their documents of sources.
    file_lengths: Vec<u32>,
    package_lengths: Vec<u32>,
    /// Documents of each package.
    package_sizes: FxHashMap<SymbolId, u32>,
    /// Length of each document as a vector.
    norms: Vec<f32>,
    /// Tokens of each field in the sources.
    totals: [u64; TextField::ALL.len()],
    vocabulary: Vocabulary,
    /// Made when a question first needs it.
    names: OnceLock<NameList>,
}

/// One segment.
struct Shard {
    /// Number of its first document.
    base: u32,
    n_symbols: u32,
    words: Arc<InvertedIndexReader>,
    lengths: FieldNormReader,
    idents: Arc<InvertedIndexReader>,
    rows: Arc<InvertedIndexReader>,
    is_test: bool,
}

/// A term in a field of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Posting {
    pub(in crate::search) doc: u32,
    pub(in crate::search) field: TextField,
    pub(in crate::search) frequency: u32,
    /// Tokens of the field, as exactly as tantivy's byte keeps it.
    pub(in crate::search) length: u8,
}

/// The words of a tree as they are spelled, in lower case, with the number of names and of uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Vocabulary {
    /// In order of the word.
    pub(in crate::search) words: Vec<(Box<str>, u32, u32)>,
}

impl Vocabulary {
    /// The number of names that have a word. O(log words).
    pub(in crate::search) fn names(&self, word: &str) -> u32 {
        let at = self.words.binary_search_by(|(known, ..)| (**known).cmp(word));
        at.map_or(0, |at| self.words[at].1)
    }
}

impl TextIndex {
    /// Opens the shards of `graph`, given as their bytes in order. O(size): about 5 ms for each 10 MB.
    ///
    /// # Errors
    /// They are no shards, or those of another graph.
    pub fn open<'b>(
        graph: &Graph<'_>,
        shards: impl ExactSizeIterator<Item = &'b [u8]>,
    ) -> Result<Self, TextError> {
        if shards.len() != SHARDS {
            return Err(TextError::Foreign("another number of shards"));
        }
        let layout = Layout::of(graph);
        let mut opened = Self {
            shards: Vec::with_capacity(SHARDS),
            n_sources: 0,
            symbols: Vec::with_capacity(graph.n_symbols()),
            files: Vec::with_capacity(graph.n_symbols()),
            packages: Vec::new(),
            file_lengths: vec![0; graph.n_files()],
            package_lengths: Vec::new(),
            package_sizes: FxHashMap::default(),
            norms: Vec::with_capacity(graph.n_symbols()),
            totals: [0; TextField::ALL.len()],
            vocabulary: Vocabulary::default(),
            names: OnceLock::new(),
        };
        let mut words: FxHashMap<Box<str>, (u32, u32)> = FxHashMap::default();
        for (number, bytes) in shards.enumerate() {
            opened.push(graph, &layout, number, bytes, &mut words)?;
        }
        let mut words: Vec<_> = words.into_iter().map(|(word, (names, uses))| (word, names, uses)).collect();
        words.sort_unstable();
        opened.vocabulary = Vocabulary { words };
        opened.measure(graph);
        Ok(opened)
    }

    /// Numbers the packages and adds up the lengths of files and packages.
    fn measure(&mut self, graph: &Graph<'_>) {
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        for symbol in &self.symbols {
            let next = numbers.len() as u32;
            let package = SymbolId(graph.symbol_package[symbol.ix()]);
            *self.package_sizes.entry(package).or_default() += 1;
            self.packages.push(*numbers.entry(graph.symbol_package[symbol.ix()]).or_insert(next));
        }
        self.package_lengths = vec![0; numbers.len()];
        for shard in self.shards.iter().filter(|shard| !shard.is_test) {
            for field in TextField::ALL.into_iter().filter(|field| field.is_semantic()) {
                for symbol in 0..shard.n_symbols {
                    let length = shard.lengths.fieldnorm(field.first(shard.n_symbols) + symbol);
                    let doc = (shard.base + symbol) as usize;
                    self.file_lengths[self.files[doc] as usize] += length;
                    self.package_lengths[self.packages[doc] as usize] += length;
                }
            }
        }
    }

    fn push(
        &mut self,
        graph: &Graph<'_>,
        layout: &Layout,
        number: usize,
        bytes: &[u8],
        words: &mut FxHashMap<Box<str>, (u32, u32)>,
    ) -> Result<(), TextError> {
        let base = self.symbols.len() as u32;
        self.symbols.extend(layout.documents(number));
        self.files.extend(self.symbols[base as usize..].iter().map(|id| graph.symbol_file[id.ix()]));
        let is_test = holds_tests(number);
        if !is_test {
            self.n_sources = self.symbols.len() as u32;
        }
        if self.symbols.len() == base as usize {
            return Ok(());
        }
        let parts = blob::parts(bytes).ok_or(TextError::Foreign("a shard is damaged"))?;
        let directory = RamDirectory::create();
        let (mut norms, mut totals): (&[u8], &[u8]) = (&[], &[]);
        for (name, part) in parts {
            match name.as_str() {
                NORMS => norms = part,
                TOTALS => totals = part,
                WORDS => add_words(part, words),
                _ => directory.atomic_write(Path::new(&name), part).map_err(tantivy::TantivyError::from)?,
            }
        }
        let reader = segment(&Index::open(directory)?)?;
        let n_symbols = self.symbols.len() as u32 - base;
        let (norms, totals) = (norms.as_chunks().0, totals.as_chunks().0);
        if reader.max_doc() as usize != n_symbols as usize * TextField::ALL.len()
            || norms.len() != n_symbols as usize
            || totals.len() != TextField::ALL.len()
        {
            return Err(TextError::Foreign("another number of symbols"));
        }
        // Numbers as this machine writes them.
        self.norms.extend(norms.iter().map(|&bytes| f32::from_ne_bytes(bytes)));
        if !is_test {
            let totals = totals.iter().map(|&bytes| u64::from_ne_bytes(bytes));
            self.totals.iter_mut().zip(totals).for_each(|(all, own)| *all += own);
        }
        let lengths = reader.get_fieldnorms_reader(TextKey::Word.id())?;
        let [words, idents, rows] =
            [TextKey::Word, TextKey::Ident, TextKey::Row].map(|key| reader.inverted_index(key.id()));
        self.shards.push(Shard {
            base,
            n_symbols,
            words: words?,
            lengths,
            idents: idents?,
            rows: rows?,
            is_test,
        });
        Ok(())
    }

    /// Documents in all, or those of sources alone.
    pub fn len(&self, tests: bool) -> usize {
        if tests { self.symbols.len() } else { self.n_sources as usize }
    }

    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    pub fn symbol(&self, doc: u32) -> SymbolId {
        self.symbols[doc as usize]
    }

    /// The file of a document, as its number in the graph.
    pub(in crate::search) fn file(&self, doc: u32) -> u32 {
        self.files[doc as usize]
    }

    /// The package of a document, as a number below [`TextIndex::package_lengths`]' size.
    pub(in crate::search) fn package(&self, doc: u32) -> u32 {
        self.packages[doc as usize]
    }

    /// The documents of a package.
    pub(in crate::search) fn package_size(&self, package: SymbolId) -> u32 {
        self.package_sizes.get(&package).copied().unwrap_or(0)
    }

    /// Tokens of each file, by its number in the graph.
    pub(in crate::search) fn file_lengths(&self) -> &[u32] {
        &self.file_lengths
    }

    /// Tokens of each package.
    pub(in crate::search) fn package_lengths(&self) -> &[u32] {
        &self.package_lengths
    }

    /// The length of a document as a vector.
    pub(in crate::search) fn norm(&self, doc: u32) -> f32 {
        self.norms[doc as usize]
    }

    /// Mean number of tokens of a field over the sources.
    pub(in crate::search) fn mean_length(&self, field: TextField) -> f32 {
        self.totals[field as usize] as f32 / (self.n_sources.max(1) as f32)
    }

    pub(in crate::search) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The names of the symbols of `graph`, of which this is the index. O(names) when first asked for.
    pub(in crate::search) fn names(&self, graph: &Graph<'_>) -> &NameList {
        self.names.get_or_init(|| NameList::of(graph))
    }

    /// Calls `visit` for every document and field that has `term`: shard by shard, and in each field by field in the
    /// order of [`TextField::ALL`], documents rising.
    pub(in crate::search) fn postings(&self, term: &str, tests: bool, visit: impl FnMut(Posting)) {
        self.postings_in(term, |shard| tests || !shard.is_test, visit);
    }

    /// As [`TextIndex::postings`], for the documents of tests alone.
    pub(in crate::search) fn postings_of_tests(&self, term: &str, visit: impl FnMut(Posting)) {
        self.postings_in(term, |shard| shard.is_test, visit);
    }

    fn postings_in(&self, term: &str, reads: impl Fn(&Shard) -> bool, mut visit: impl FnMut(Posting)) {
        let term = Term::from_field_text(TextKey::Word.id(), term);
        for shard in self.shards.iter().filter(|shard| reads(shard)) {
            // The data is in memory, so reading fails only if a shard was damaged before its checksum was computed.
            let Ok(Some(mut postings)) = shard.words.read_block_postings(&term, IndexRecordOption::WithFreqs)
            else {
                continue;
            };
            for_each_posting(&mut postings, |document, frequency| {
                let (field, symbol) = TextField::of(document, shard.n_symbols);
                let length = shard.lengths.fieldnorm_id(document);
                visit(Posting { doc: shard.base + symbol, field, frequency, length });
            });
        }
    }

    /// Returns whether any document has the term, tests included.
    pub(in crate::search) fn knows(&self, term: &str) -> bool {
        let term = Term::from_field_text(TextKey::Word.id(), term);
        self.shards.iter().any(|shard| matches!(shard.words.get_term_info(&term), Ok(Some(_))))
    }

    /// The documents whose name is exactly `name`, rising.
    pub(in crate::search) fn named(&self, name: &str) -> Vec<u32> {
        self.having(TextKey::Ident, name, |shard| &shard.idents)
    }

    /// The documents with a word sequence in a string literal, rising. `row` is written by [`write_row`]: two words,
    /// or a whole message.
    ///
    /// [`write_row`]: crate::search::analysis::lexicon::write_row
    pub(in crate::search) fn saying(&self, row: &str) -> Vec<u32> {
        self.having(TextKey::Row, row, |shard| &shard.rows)
    }

    /// Calls `visit` for every stored message in the shards of some documents, with a way to get its documents.
    /// `marks` are the first words of the messages.
    pub(in crate::search) fn messages(
        &self,
        docs: &[u32],
        marks: [&str; 3],
        mut visit: impl FnMut(&str, &dyn Fn() -> Vec<u32>),
    ) {
        let is_in =
            |shard: &&Shard| docs.iter().any(|doc| (shard.base..shard.base + shard.n_symbols).contains(doc));
        for shard in self.shards.iter().filter(is_in) {
            for mark in marks {
                // The range of rows that begin with the mark and a blank.
                let (first, end) = (format!("{mark} "), format!("{mark}!"));
                let Ok(mut rows) = shard.rows.terms().range().ge(first).lt(end).into_stream() else {
                    continue;
                };
                while rows.advance() {
                    let saying = || {
                        let (mut found, info) = (Vec::new(), rows.value());
                        let postings =
                            shard.rows.read_block_postings_from_terminfo(info, IndexRecordOption::Basic);
                        if let Ok(mut postings) = postings {
                            for_each_posting(&mut postings, |doc, _| found.push(shard.base + doc));
                        }
                        found
                    };
                    if let Ok(row) = std::str::from_utf8(rows.key()) {
                        visit(row, &saying);
                    }
                }
            }
        }
    }

    fn having(&self, key: TextKey, term: &str, of: impl Fn(&Shard) -> &InvertedIndexReader) -> Vec<u32> {
        let term = Term::from_field_text(key.id(), term);
        let mut found = Vec::new();
        for shard in &self.shards {
            if let Ok(Some(mut postings)) = of(shard).read_block_postings(&term, IndexRecordOption::Basic) {
                for_each_posting(&mut postings, |doc, _| found.push(shard.base + doc));
            }
        }
        found
    }
}

impl Vocabulary {
    /// The number of names and of uses of a word.
    pub(in crate::search) fn get(&self, word: &str) -> Option<(u32, u32)> {
        let found = self.words.binary_search_by(|(known, ..)| (**known).cmp(word)).ok()?;
        Some((self.words[found].1, self.words[found].2))
    }
}

fn add_words(part: &[u8], words: &mut FxHashMap<Box<str>, (u32, u32)>) {
    for line in std::str::from_utf8(part).unwrap_or("").lines() {
        let mut cells = line.split('\t');
        let (Some(word), names, uses) = (cells.next(), cells.next(), cells.next()) else { continue };
        let number = |cell: Option<&str>| cell.and_then(|cell| cell.parse().ok()).unwrap_or(0);
        if !words.contains_key(word) {
            words.insert(word.into(), (0, 0));
        }
        if let Some(count) = words.get_mut(word) {
            count.0 += number(names);
            count.1 += number(uses);
        }
    }
}

/// The one segment of an index.
pub(super) fn segment(index: &Index) -> Result<SegmentReader, TextError> {
    let segments = index.searchable_segments()?;
    let segment = segments.first().ok_or(TextError::Foreign("a shard without a segment"))?;
    Ok(SegmentReader::open(segment)?)
}

/// Documents and frequencies of a list, block by block.
pub(super) fn for_each_posting(postings: &mut BlockSegmentPostings, mut visit: impl FnMut(u32, u32)) {
    loop {
        let len = postings.block_len();
        if len == 0 {
            return;
        }
        for ix in 0..len {
            visit(postings.doc(ix), postings.freq(ix));
        }
        postings.advance();
    }
}
