//! The commits that changed a symbol, as lines.

use crate::app::hover::Hover;
use crate::history::date;
use crate::model::{clean, counted};
use crate::why::{CommitEffect, End, Why};

/// Most commits that are listed.
const MOST_LISTED: usize = 12;

/// The newest commits, and who introduced it.
#[must_use]
pub fn why_code(label: &str, why: &Why) -> Hover {
    let commits = counted(why.changes.len(), "commit");
    let head = match (why.changes.last(), why.end) {
        (None, _) => format!("{label}: no commit has it yet"),
        (Some(first), End::Introduced) => {
            format!("{label}: {commits}, introduced by {} on {}", first.author, date(first.time))
        }
        (Some(_), End::Limit | End::History) => format!("{label}: {commits}"),
    };
    let mut doc = Vec::new();
    if !why.uncommitted.is_empty() {
        doc.push(format!("not committed yet: {}", counted(why.uncommitted.len(), "line")));
    }
    for change in why.changes.iter().take(MOST_LISTED) {
        let (added, removed) = change.counts();
        let id = change.id.get(..8).unwrap_or(&change.id);
        let what = match &change.how {
            CommitEffect::Changed => String::new(),
            CommitEffect::Introduced => " (introduced)".to_owned(),
            CommitEffect::Moved { from } if from.path == change.path => format!(" (was {})", from.name),
            CommitEffect::Moved { from } => format!(" (was in {})", from.path),
        };
        let (date, author, subject) = (date(change.time), &change.author, change.subject());
        doc.push(format!("{date} {id} +{added} -{removed} {author}: {subject}{what}"));
    }
    if let Some(more) = why.changes.len().checked_sub(MOST_LISTED).filter(|&more| more > 0) {
        doc.push(format!("… and {} before (`codegraph-tui why` lists them)", counted(more, "commit")));
    }
    let doc = doc.iter().map(|line| clean(line).into_owned()).collect();
    Hover { head: clean(&head).into_owned(), doc, ..Hover::default() }
}
