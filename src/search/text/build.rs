//! Builds a shard: every symbol of its files becomes a document, of which the index stores the terms.

use std::fmt::Write as _;
use std::iter::once;
use std::ops::RangeInclusive;

use super::invert::Inverted;
use super::{Layout, TextError, TextField, blob};
use crate::model::{FileId, Graph, Symbol, SymbolId, readable, symbol_flag};
use crate::search::analysis::go_scanner::{self, Inside, Word};
use crate::search::analysis::lexicon::{EDGE, LONGEST_KNOWN, Lexicon, STRETCH, VALUE};
use crate::search::analysis::tokenizer::is_variable;

/// Most words that one part of a symbol contributes: tables of data are no prose.
const MAX_WORDS: usize = 4_000;
/// The edges of shorter messages are not stored.
const MIN_SAID: usize = 3;
/// Messages of this many words are stored whole; longer ones in parts of the maximal length, each overlapping the
/// last by half, so that any run of words up to half of it lies in one part.
const WHOLE: RangeInclusive<usize> = 2..=LONGEST_KNOWN;

/// Parts of a blob besides tantivy's files.
pub(super) const NORMS: &str = "norms";
pub(super) const TOTALS: &str = "totals";
pub(super) const WORDS: &str = "words";

/// Makes shards, one after the other. What it keeps from one to the next only saves time.
#[derive(Default)]
pub struct ShardBuilder {
    lexicon: Lexicon,
    source: String,
    words: Vec<Word>,
    /// Terms of the path, the same for a whole file.
    path: Vec<u32>,
}

impl ShardBuilder {
    /// Makes the bytes of a shard. `read` puts a file's content, as it was when the graph was made, into an empty
    /// buffer; a file that leaves it empty takes part with its names only. Of the graph only the columns of files and
    /// symbols are read.
    ///
    /// O(bytes of the shard's files).
    ///
    /// # Errors
    /// [`TextError::Tantivy`].
    pub fn build(
        &mut self,
        graph: &Graph<'_>,
        layout: &Layout,
        shard: usize,
        mut read: impl FnMut(FileId, &mut Vec<u8>),
    ) -> Result<Vec<u8>, TextError> {
        if layout.documents(shard).next().is_none() {
            return Ok(Vec::new());
        }
        self.lexicon.begin();
        let mut author = Author { tools: self, shard: Inverted::default() };
        for &file in layout.files(shard) {
            author.tools.open(graph.path(file), |buffer| read(file, buffer));
            for &symbol in layout.symbols(file) {
                author.document(graph, symbol);
            }
        }
        let shard = author.shard;
        let (words, totals) = (self.vocabulary(), shard.totals());
        let (mut parts, norms) = shard.write(&mut self.lexicon)?;
        parts.push((NORMS.to_owned(), bytemuck::cast_slice(&norms).to_vec()));
        parts.push((TOTALS.to_owned(), bytemuck::cast_slice(&totals).to_vec()));
        parts.push((WORDS.to_owned(), words));
        Ok(blob::join(&parts))
    }

    /// Reads the words of the next file.
    fn open(&mut self, path: &str, read: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = std::mem::take(&mut self.source).into_bytes();
        bytes.clear();
        read(&mut bytes);
        self.source = readable(bytes);
        self.words.clear();
        go_scanner::words_of(self.source.as_bytes(), &mut self.words);
        self.path.clear();
        for part in path.strip_suffix(".go").unwrap_or(path).split('/') {
            self.path.extend_from_slice(self.lexicon.terms(part));
        }
    }

    /// The words of the shard, as lines of word, number of names, number of uses; in order of the word.
    fn vocabulary(&mut self) -> Vec<u8> {
        let mut out = String::new();
        for (word, names, uses) in self.lexicon.counts() {
            let _ = writeln!(out, "{word}\t{names}\t{uses}");
        }
        out.into_bytes()
    }
}

/// Writes the documents of one file after the other.
struct Author<'t, 'g> {
    tools: &'t mut ShardBuilder,
    shard: Inverted<'g>,
}

impl<'g> Author<'_, 'g> {
    fn document(&mut self, graph: &'g Graph<'_>, id: SymbolId) {
        let symbol = graph.symbol(id);
        self.shard.begin(symbol.name());
        self.shard.add(TextField::Path, &self.tools.path);
        self.shard.add(TextField::Name, self.tools.lexicon.named(symbol.name()));
        // The owner is taken from the name, because its symbol may lie in another file, and a shard depends on its
        // own files only.
        let owner = symbol.qualified().rsplit_once('.').map_or("", |(owner, _)| owner);
        for context in [owner, symbol.package_name()] {
            self.shard.add(TextField::Context, self.tools.lexicon.terms(context));
        }
        self.texts(graph, symbol);
    }

    /// The words of the doc comment, the head and the body.
    fn texts(&mut self, graph: &Graph<'_>, symbol: Symbol<'_>) {
        let ix = symbol.id.ix();
        let (start, body, end) = (graph.symbol_start[ix], graph.symbol_body[ix], graph.symbol_end[ix]);
        self.take(graph.symbol_doc_start[ix], graph.symbol_doc_end[ix], |inside| match inside {
            Inside::Comment => Some(TextField::Doc),
            _ => None,
        });
        // A variable's value is no part of its head.
        let head = if body == end { self.first_line(start, end) } else { body };
        self.take(start, head, |inside| match inside {
            Inside::Code => Some(TextField::Signature),
            Inside::Text => Some(TextField::Strings),
            Inside::Comment => Some(TextField::Comments),
        });
        if !symbol.is_test() {
            self.messages(start, end);
        }
        // Bodies of generated code answer few questions: what is declared, and what is said about it, is enough to find
        // them.
        if symbol.has(symbol_flag::GENERATED) {
            return;
        }
        self.take(head, end, |inside| match inside {
            Inside::Code => Some(TextField::Body),
            Inside::Text => Some(TextField::Strings),
            Inside::Comment => Some(TextField::Comments),
        });
    }

    fn first_line(&self, start: u32, end: u32) -> u32 {
        let line = self.tools.source.get(start as usize..end as usize).unwrap_or_default();
        line.find('\n').map_or(end, |len| start + len as u32)
    }

    /// Adds the terms of the words in `start..end` to the fields that `field` chooses.
    fn take(&mut self, start: u32, end: u32, field: impl Fn(Inside) -> Option<TextField>) {
        let first = self.tools.words.partition_point(|word| word.start < start);
        let words = self.tools.words[first..].iter().take_while(|word| word.end <= end);
        for word in words.take(MAX_WORDS) {
            let Some(field) = field(word.inside) else { continue };
            if let Some(text) = word.text(&self.tools.source) {
                self.shard.add(field, self.tools.lexicon.terms(text));
            }
        }
    }

    /// Stores the neighbouring words of the string literals in `start..end`, and the edges of messages.
    fn messages(&mut self, start: u32, end: u32) {
        let first = self.tools.words.partition_point(|word| word.start < start);
        let words = self.tools.words[first..].iter().take_while(|word| word.end <= end);
        let source = self.tools.source.as_str();
        let read = |word: &Word| Some((*word, word.text(source)?));
        let words = words.filter(|word| word.inside == Inside::Text).take(MAX_WORDS).filter_map(read);
        let words: Vec<(Word, &str)> = words.collect();
        let between = |before: Word, word: Word| &source.as_bytes()[before.end as usize..word.start as usize];
        let is_verb = |word: Word| go_scanner::is_verb(source.as_bytes(), word);
        let is_on = |&(before, _): &(Word, &str), &(word, _): &(Word, &str)| {
            go_scanner::is_one_message(between(before, word)) && !is_verb(before) && !is_verb(word)
        };
        let messages: Vec<&[(Word, &str)]> = words.chunk_by(is_on).collect();
        // The mark at the edge of a message beside a verb or another message.
        let mark = |verb: Word, first: Word, then: Word| {
            if is_verb(verb) && go_scanner::is_one_literal(between(first, then)) { VALUE } else { EDGE }
        };
        for (ix, message) in messages.iter().enumerate().filter(|(_, message)| !is_verb(message[0].0)) {
            let (first, last) = (message[0].0, message[message.len() - 1].0);
            let before = ix.checked_sub(1).and_then(|ix| messages[ix].last());
            let after = messages.get(ix + 1).and_then(|after| after.first());
            let before = before.map_or(EDGE, |&(before, _)| mark(before, before, first));
            let after = after.map_or(EDGE, |&(after, _)| mark(after, last, after));
            let whole: Vec<&str> =
                once(before).chain(message.iter().map(|(_, text)| *text)).chain(once(after)).collect();
            let said = if message.len() < MIN_SAID { &whole[1..=message.len()] } else { &whole[..] };
            for pair in said.windows(2) {
                self.shard.add_row(self.tools.lexicon.row(pair));
            }
            // A single word is stored if a value stands beside it, or if it names an environment variable.
            let is_telling = || [before, after].contains(&VALUE) || is_variable(message[0].1);
            if WHOLE.contains(&message.len()) || message.len() == 1 && is_telling() {
                self.shard.add_row(self.tools.lexicon.row(&whole));
            }
            if message.len() > LONGEST_KNOWN {
                let words = &whole[1..=message.len()];
                for first in (0..words.len() - LONGEST_KNOWN / 2).step_by(LONGEST_KNOWN / 2) {
                    let stretch = &words[first..words.len().min(first + LONGEST_KNOWN)];
                    self.shard.add_row(self.tools.lexicon.row(&[&[STRETCH], stretch].concat()));
                }
            }
        }
    }
}
