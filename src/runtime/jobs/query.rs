//! Answers questions and counts the tokens of the answers.

use std::sync::Arc;

use crate::app::query::Answered;
use crate::index::{Snapshot, Sources};
use crate::runtime::history_cache::HistoryCache;
use crate::search::pack::PackStyle;
use crate::search::pack::context::PackContext;
use crate::search::pack::tokens::Counter;
use crate::search::text::{TextError, TextIndex};
use crate::search::{Corpus, Engine, Past, QueryError, QueryRequest};

/// What the next question can use again.
#[derive(Default)]
pub(super) struct Asking {
    /// The text index with its snapshot.
    text: Option<(Arc<Snapshot>, Arc<TextIndex>)>,
    engine: Engine,
    counter: Counter,
    sources: Sources,
}

impl Asking {
    fn text(&mut self, snapshot: &Arc<Snapshot>) -> Result<Arc<TextIndex>, TextError> {
        if let Some((of, text)) = &self.text
            && Arc::ptr_eq(of, snapshot)
        {
            return Ok(Arc::clone(text));
        }
        let text = Arc::new(snapshot.text()?);
        self.text = Some((Arc::clone(snapshot), Arc::clone(&text)));
        Ok(text)
    }

    /// Answers a question and counts the tokens of its rows; `None` if it was cancelled.
    pub(super) fn ask(
        &mut self,
        snapshot: &Arc<Snapshot>,
        past: Option<&Past>,
        query: &QueryRequest,
        style: &PackStyle,
        ceiling: u32,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Result<Arc<Answered>, String>> {
        let text = match self.text(snapshot) {
            Ok(text) => text,
            Err(error) => return Some(Err(error.to_string())),
        };
        let graph = snapshot.graph();
        let corpus = Corpus { graph: &graph, generation: snapshot.generation(), text: &text, past };
        let mut answer = match self.engine.answer(&corpus, query, &|| !cancelled()) {
            Ok(answer) => answer,
            Err(QueryError::Cancelled) => return None,
            Err(error) => return Some(Err(error.to_string())),
        };
        if cancelled() {
            return None;
        }
        let sources = &mut self.sources;
        let mut read = |file| sources.bytes(snapshot, &graph, file);
        answer.locate(&graph, &query.text, &mut read);
        let context = PackContext::new(&graph, &answer, style, ceiling, &self.counter, &mut read);
        let snapshot = Arc::clone(snapshot);
        let order = (query.strategy, query.intent);
        Some(Ok(Arc::new(Answered { snapshot, text: query.text.clone(), order, answer, context })))
    }

    /// An answer with its rows counted in another style.
    pub(super) fn recount(&mut self, answered: &Answered, style: &PackStyle, ceiling: u32) -> Arc<Answered> {
        let Answered { snapshot, text, order, answer, .. } = answered;
        let graph = snapshot.graph();
        let mut read = |file| self.sources.bytes(snapshot, &graph, file);
        let context = PackContext::new(&graph, answer, style, ceiling, &self.counter, &mut read);
        Arc::new(Answered {
            snapshot: Arc::clone(snapshot),
            text: text.clone(),
            order: *order,
            answer: answer.clone(),
            context,
        })
    }

    /// Past commits, arranged for a snapshot. The first time it reads the whole log.
    pub(super) fn past(
        &mut self,
        history_cache: &HistoryCache,
        snapshot: &Arc<Snapshot>,
    ) -> Result<Arc<Past>, String> {
        let text = self.text(snapshot).map_err(|error| error.to_string())?;
        let history = history_cache.history()?;
        Ok(Arc::new(Past::new(&snapshot.graph(), &text, &history)))
    }
}
