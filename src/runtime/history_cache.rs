//! The repository's past, one for all threads that ask about it, and never behind HEAD.

use std::sync::{Arc, Mutex, PoisonError};

use crate::app::impact::{HistoryDetails, PastRequest};
use crate::app::interactions::Partners;
use crate::history::{CoChange, History, Partner};
use crate::impact::cochange::co_changes;
use crate::index::{Repository, git};
use crate::model::IdParts;

/// Most partners that are listed.
const MAX_PARTNERS: usize = 50;

pub(super) struct HistoryCache {
    repository: Repository,
    /// The commit at HEAD, with the history up to it.
    read: Mutex<Option<(String, Arc<History>)>>,
}

impl HistoryCache {
    pub(super) fn new(repository: &Repository) -> Self {
        Self { repository: repository.clone(), read: Mutex::default() }
    }

    /// The history up to HEAD. A second thread waits until the first has read it. The error is a sentence for a person.
    pub(super) fn history(&self) -> Result<Arc<History>, String> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let head = git::head(&self.repository).map_err(|error| error.to_string())?;
        if let Some((known, history)) = &*read
            && *known == head
        {
            return Ok(Arc::clone(history));
        }
        let (history, report) = git::history(&self.repository).map_err(|error| error.to_string())?;
        let history = Arc::new(history);
        *read = Some((report.head, Arc::clone(&history)));
        Ok(history)
    }

    /// Returns facts from past commits about some targets.
    pub(super) fn details(&self, request: PastRequest) -> Result<Arc<HistoryDetails>, String> {
        let PastRequest { snapshot, target, targets } = request;
        let history = self.history()?;
        let co_changes = co_changes(&snapshot.graph(), &history, &targets);
        Ok(Arc::new(HistoryDetails { snapshot, target, history, co_changes }))
    }

    /// Finds the symbols that changed together with a symbol, or with a file if the id is that of one.
    pub(super) fn partners(&self, of: String) -> Partners {
        let rows = self.history().map(|history| {
            let Some(parts) = IdParts::of(&of) else { return Vec::new() };
            let co_changes = if parts.kind.is_container() {
                history.co_changes(parts.path)
            } else {
                history.co_changes_of_symbol(parts.path, parts.name)
            };
            let mut rows: Vec<_> = co_changes.iter().map(row).collect();
            // The sort is stable: among equals the surest stays first.
            rows.sort_by(|a, b| b.1.total_cmp(&a.1));
            rows.truncate(MAX_PARTNERS);
            rows
        });
        Partners { of, rows }
    }
}

fn row(change: &CoChange<'_>) -> (String, f64, u32) {
    let Partner { path, symbol, .. } = change.partner;
    let name = symbol.map_or_else(|| path.to_owned(), |symbol| format!("{path}::{symbol}"));
    (name, change.shares()[0], change.support)
}
