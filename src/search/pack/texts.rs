//! The text of a symbol as its file has it.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;

use crate::golang::standalone::{Declaration, Standalone};
use crate::model::{FileId, Graph, SymbolId};
use crate::search::pack::tokens::{Counter, Encoding};
use crate::secrets::mask;

/// Gives a file's content as it was indexed.
pub type FileReader<'r> = dyn FnMut(FileId) -> Option<Arc<[u8]>> + 'r;

/// A symbol's own text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// The doc comment as written; empty without one.
    pub doc: String,
    /// The declaration; empty when its file cannot be read.
    pub source: String,
    /// The lines of its file on which the declaration and its doc comment begin, from 1.
    pub line: u32,
    pub doc_line: u32,
    /// The head of the declaration on one line.
    pub signature: String,
}

impl Texts {
    /// Reads a symbol's text.
    pub fn of(graph: &Graph<'_>, symbol: SymbolId, read: &mut FileReader<'_>) -> Self {
        let bytes = graph.symbol(symbol).file().and_then(read);
        Self::within(graph, symbol, bytes.as_deref())
    }

    /// [`Texts::of`] each of some symbols, in their order. Files are read one by one, and their texts taken on all
    /// threads.
    pub(super) fn of_each(
        graph: &Graph<'_>,
        symbols: impl Iterator<Item = SymbolId>,
        read: &mut FileReader<'_>,
    ) -> Vec<Self> {
        let with_bytes = |symbol: SymbolId| (symbol, graph.symbol(symbol).file().and_then(&mut *read));
        let contents: Vec<(SymbolId, Option<Arc<[u8]>>)> = symbols.map(with_bytes).collect();
        contents.par_iter().map(|(symbol, bytes)| Self::within(graph, *symbol, bytes.as_deref())).collect()
    }

    /// The text of a symbol within the content of its file.
    fn within(graph: &Graph<'_>, symbol: SymbolId, bytes: Option<&[u8]>) -> Self {
        let signature = graph.symbol(symbol).signature().to_owned();
        let Some(bytes) = bytes else { return Self { signature, ..Self::default() } };
        let declaration = Declaration::of(graph, symbol);
        let line_at = |at: u32| {
            let before = bytes.get(..at as usize).unwrap_or_default();
            memchr::memchr_iter(b'\n', before).count() as u32 + 1
        };
        let [line, doc_line] = [declaration.own.start, declaration.doc.start].map(line_at);
        let Standalone { doc, source } = declaration.standalone(bytes);
        Self { doc, source, line, doc_line, signature }
    }

    /// The lines of its file that it has: first and last of each run, rising.
    pub(super) fn lines(&self) -> Vec<[u32; 2]> {
        let run = |first: u32, text: &str| {
            let rows = text.lines().count() as u32;
            (rows > 0).then(|| [first, first + rows - 1])
        };
        let mut runs: Vec<[u32; 2]> =
            [run(self.line, &self.source), run(self.doc_line, &self.doc)].into_iter().flatten().collect();
        runs.sort_unstable();
        runs.dedup_by(|next, run| {
            let joins = next[0] <= run[1] + 1;
            if joins {
                run[1] = run[1].max(next[1]);
            }
            joins
        });
        runs
    }

    /// Masks the secrets in it.
    pub(super) fn mask_secrets(&mut self) {
        for text in [&mut self.doc, &mut self.source, &mut self.signature] {
            if let Cow::Owned(masked) = mask(text) {
                *text = masked;
            }
        }
    }

    /// Tokens of the whole symbol with its doc comment.
    pub fn tokens(&self, counter: &Counter, encoding: Encoding) -> u32 {
        let text = if self.doc.is_empty() {
            self.source.clone()
        } else {
            [self.doc.as_str(), "\n", &self.source].concat()
        };
        counter.count_within(encoding, &text, u32::MAX / 4).unwrap_or(u32::MAX)
    }

    /// [`Texts::tokens`] of each of some symbols, in their order, counted on all threads.
    pub fn tokens_of_each(
        graph: &Graph<'_>,
        symbols: impl Iterator<Item = SymbolId>,
        counter: &Counter,
        encoding: Encoding,
        read: &mut FileReader<'_>,
    ) -> Vec<u32> {
        Self::of_each(graph, symbols, read).par_iter().map(|texts| texts.tokens(counter, encoding)).collect()
    }
}
