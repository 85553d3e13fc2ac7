//! Answers questions and counts the tokens of the answers.

use std::sync::Arc;

use crate::app::interactions::WithoutMemory;
use crate::app::job::JobAnswer;
use crate::app::query::Answered;
use crate::app::query::requests::QueryAsked;
use crate::index::{Session, Snapshot};
use crate::runtime::history_cache::HistoryCache;
use crate::search::pack::PackStyle;
use crate::search::{Past, QueryRequest};

/// Answers a question and counts the tokens of its rows; `None` if it was cancelled.
pub(super) fn ask(
    session: &mut Session,
    snapshot: &Arc<Snapshot>,
    asked: QueryAsked,
    style: &PackStyle,
    ceiling: u32,
    cancelled: &dyn Fn() -> bool,
) -> Option<Result<Arc<Answered>, String>> {
    let QueryAsked { query, past } = &asked;
    let answer = match session.ask(snapshot, past.as_deref(), query, cancelled) {
        Ok(answer) => answer,
        Err(error) if error.is_cancelled() => return None,
        Err(error) => return Some(Err(error.to_string())),
    };
    let context = session.pack_context(snapshot, &answer, style, ceiling);
    let snapshot = Arc::clone(snapshot);
    let (order, text) = ((query.strategy, query.intent), query.text.clone());
    Some(Ok(Arc::new(Answered { snapshot, text, order, asked, answer, context })))
}

/// An answer with its rows counted in another style.
pub(super) fn recount(
    session: &mut Session,
    answered: &Answered,
    style: &PackStyle,
    ceiling: u32,
) -> Arc<Answered> {
    let Answered { snapshot, text, order, asked, answer, .. } = answered;
    Arc::new(Answered {
        snapshot: Arc::clone(snapshot),
        text: text.clone(),
        order: *order,
        asked: asked.clone(),
        answer: answer.clone(),
        context: session.pack_context(snapshot, answer, style, ceiling),
    })
}

/// Past commits, arranged for a snapshot. The first time it reads the whole log.
pub(super) fn past(
    session: &mut Session,
    history_cache: &HistoryCache,
    snapshot: &Snapshot,
) -> Result<Arc<Past>, String> {
    let history = history_cache.history()?;
    session.past(snapshot, &history).map(Arc::new).map_err(|error| error.to_string())
}

/// Answers a question again as if nothing were remembered; `None` if it was cancelled. What the session prepares for this
/// is dropped afterwards, since the question is rarely asked.
pub(super) fn without_memory(of: &Arc<Answered>, cancelled: &dyn Fn() -> bool) -> Option<JobAnswer> {
    let query = QueryRequest { interactions: Vec::new(), traces: Vec::new(), ..(*of.asked.query).clone() };
    match Session::default().ask(&of.snapshot, of.asked.past.as_deref(), &query, cancelled) {
        Ok(answer) => {
            let rows = answer.rows.iter().map(|row| row.symbol).collect();
            Some(JobAnswer::WithoutMemory(WithoutMemory { of: Arc::clone(of), rows }))
        }
        Err(error) if error.is_cancelled() => None,
        Err(error) => Some(JobAnswer::Failed(error.to_string())),
    }
}
