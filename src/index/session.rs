//! Answers questions: the engine and the counter, the text index of the generation that was asked last, and the sources of
//! its files. The explorer, the command line and the server each hold one.

use std::sync::Arc;

use super::{Snapshot, Sources, add_assembly};
use crate::history::History;
use crate::model::{FileId, Graph, SymbolId};
use crate::rank::ExtensionPoints;
use crate::search::pack::PackStyle;
use crate::search::pack::context::PackContext;
use crate::search::pack::texts::Texts;
use crate::search::pack::tokens::{Counter, Encoding};
use crate::search::text::{TextError, TextIndex};
use crate::search::{Answer, Corpus, Engine, Past, QueryError, QueryRequest};

/// Keeps between questions what the next one can use again.
#[derive(Default)]
pub struct Session {
    engine: Engine,
    counter: Counter,
    sources: Sources,
    /// The text index with its snapshot.
    text: Option<(Snapshot, Arc<TextIndex>)>,
}

/// Why a session gives no answer.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Text(#[from] TextError),
    #[error(transparent)]
    Query(#[from] QueryError),
}

impl SessionError {
    /// Returns whether the question was called off.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Query(QueryError::Cancelled))
    }
}

impl Session {
    /// Returns the text index of a snapshot, opened once.
    ///
    /// # Errors
    /// The text index does not fit the graph.
    pub fn text(&mut self, snapshot: &Snapshot) -> Result<Arc<TextIndex>, TextError> {
        if let Some((of, text)) = &self.text
            && of.is_same(snapshot)
        {
            return Ok(Arc::clone(text));
        }
        let text = Arc::new(snapshot.text()?);
        self.text = Some((snapshot.clone(), Arc::clone(&text)));
        Ok(text)
    }

    /// Arranges past commits for a snapshot.
    ///
    /// # Errors
    /// The text index does not fit the graph.
    pub fn past(&mut self, snapshot: &Snapshot, history: &History) -> Result<Past, TextError> {
        let text = self.text(snapshot)?;
        Ok(Past::new(&snapshot.graph(), &text, history))
    }

    /// Answers a question, with the lines that print what it quotes and the places of assembly that use its target.
    /// `cancelled` is asked between the stages.
    ///
    /// # Errors
    /// The question has nothing to look for or was called off, or the text index does not fit the graph.
    pub fn ask(
        &mut self,
        snapshot: &Snapshot,
        past: Option<&Past>,
        query: &QueryRequest,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Answer, SessionError> {
        let text = self.text(snapshot)?;
        let graph = snapshot.graph();
        let corpus = Corpus { graph: &graph, generation: snapshot.generation(), text: &text, past };
        let mut answer = self.engine.answer(&corpus, query, cancelled)?;
        if cancelled() {
            return Err(QueryError::Cancelled.into());
        }
        answer.locate(&graph, &query.text, &mut |file| self.sources.bytes(snapshot, &graph, file));
        add_assembly(snapshot, &mut answer);
        Ok(answer)
    }

    /// Returns where the program of a snapshot can be extended.
    ///
    /// # Errors
    /// The text index does not fit the graph.
    pub fn extensions(&mut self, snapshot: &Snapshot) -> Result<&ExtensionPoints, TextError> {
        let text = self.text(snapshot)?;
        let graph = snapshot.graph();
        let corpus = Corpus { graph: &graph, generation: snapshot.generation(), text: &text, past: None };
        Ok(self.engine.extensions(&corpus))
    }

    /// Reads the texts of an answer's rows and counts their tokens, for packs of at most `ceiling` tokens.
    pub fn pack_context(
        &mut self,
        snapshot: &Snapshot,
        answer: &Answer,
        style: &PackStyle,
        ceiling: u32,
    ) -> PackContext {
        let graph = snapshot.graph();
        let mut read = |file| self.sources.bytes(snapshot, &graph, file);
        PackContext::new(&graph, answer, style, ceiling, &self.counter, &mut read)
    }

    /// Counts the tokens of each symbol's doc comment and declaration.
    pub fn tokens_of_each(
        &mut self,
        snapshot: &Snapshot,
        symbols: impl Iterator<Item = SymbolId>,
    ) -> Vec<u32> {
        let graph = snapshot.graph();
        let mut read = |file| self.sources.bytes(snapshot, &graph, file);
        Texts::tokens_of_each(&graph, symbols, &self.counter, Encoding::O200k, &mut read)
    }

    /// Returns the content of a file as it was indexed; `None` if it cannot be read or has changed since.
    pub fn bytes(&mut self, snapshot: &Snapshot, graph: &Graph<'_>, file: FileId) -> Option<Arc<[u8]>> {
        self.sources.bytes(snapshot, graph, file)
    }
}
