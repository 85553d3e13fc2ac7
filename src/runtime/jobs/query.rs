//! Answers questions and counts the tokens of the answers.

use std::sync::Arc;

use crate::app::interactions::WithoutMemory;
use crate::app::job::JobAnswer;
use crate::app::query::Answered;
use crate::app::query::requests::QueryAsked;
use crate::index::{Snapshot, Sources, add_assembly};
use crate::runtime::history_cache::HistoryCache;
use crate::search::pack::PackStyle;
use crate::search::pack::context::PackContext;
use crate::search::pack::tokens::Counter;
use crate::search::text::{TextError, TextIndex};
use crate::search::{Corpus, Engine, Past, QueryError, QueryRequest};

/// The state that the next question can use again.
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
        asked: QueryAsked,
        style: &PackStyle,
        ceiling: u32,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Result<Arc<Answered>, String>> {
        let text = match self.text(snapshot) {
            Ok(text) => text,
            Err(error) => return Some(Err(error.to_string())),
        };
        let graph = snapshot.graph();
        let QueryAsked { query, past } = &asked;
        let past = past.as_deref();
        let corpus = Corpus { graph: &graph, generation: snapshot.generation(), text: &text, past };
        let mut answer = match self.engine.answer(&corpus, query, cancelled) {
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
        add_assembly(snapshot, &mut answer);
        let context = PackContext::new(&graph, &answer, style, ceiling, &self.counter, &mut read);
        let snapshot = Arc::clone(snapshot);
        let (order, text) = ((query.strategy, query.intent), query.text.clone());
        Some(Ok(Arc::new(Answered { snapshot, text, order, asked, answer, context })))
    }

    /// An answer with its rows counted in another style.
    pub(super) fn recount(&mut self, answered: &Answered, style: &PackStyle, ceiling: u32) -> Arc<Answered> {
        let Answered { snapshot, text, order, asked, answer, .. } = answered;
        let graph = snapshot.graph();
        let mut read = |file| self.sources.bytes(snapshot, &graph, file);
        let context = PackContext::new(&graph, answer, style, ceiling, &self.counter, &mut read);
        Arc::new(Answered {
            snapshot: Arc::clone(snapshot),
            text: text.clone(),
            order: *order,
            asked: asked.clone(),
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

/// Answers a question again as if nothing were remembered; `None` if it was cancelled. What the engine prepares for this
/// is dropped afterwards, since the question is rarely asked.
pub(super) fn without_memory(of: &Arc<Answered>, cancelled: &dyn Fn() -> bool) -> Option<JobAnswer> {
    let mut asking = Asking::default();
    let text = match asking.text(&of.snapshot) {
        Ok(text) => text,
        Err(error) => return Some(JobAnswer::Failed(error.to_string())),
    };
    let graph = of.snapshot.graph();
    let past = of.asked.past.as_deref();
    let corpus = Corpus { graph: &graph, generation: of.snapshot.generation(), text: &text, past };
    let query = QueryRequest { interactions: Vec::new(), traces: Vec::new(), ..(*of.asked.query).clone() };
    match asking.engine.answer(&corpus, &query, cancelled) {
        Ok(answer) => {
            let rows = answer.rows.iter().map(|row| row.symbol).collect();
            Some(JobAnswer::WithoutMemory(WithoutMemory { of: Arc::clone(of), rows }))
        }
        Err(QueryError::Cancelled) => None,
        Err(error) => Some(JobAnswer::Failed(error.to_string())),
    }
}
