//! The commits that changed a symbol, as the rows of an overlay.

use crate::history::date;
use crate::model::clean;
use crate::why::{CommitEffect, DiffLine, Why};

/// The digits of a commit's name that are shown.
const DIGITS: usize = 8;

/// All commits that changed a symbol, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommitList {
    /// The number of commits, and who introduced the symbol.
    pub head: String,
    pub rows: Vec<CommitRow>,
}

/// A commit, with what it changed in the symbol. All texts are safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitRow {
    /// The commit's name; `None` for what is not committed yet.
    pub id: Option<String>,
    /// Date, name, author and subject.
    pub text: String,
    /// The lines of the message after the subject.
    pub message: Vec<String>,
    pub lines: Vec<DiffLine>,
}

impl CommitList {
    pub fn of(label: &str, why: &Why) -> Self {
        let gaps = why.gaps.first().map_or(String::new(), |gap| format!("; {gap}"));
        let head = format!("{label}: {}{gaps}", why.summary());
        let uncommitted = (!why.uncommitted.is_empty()).then(|| CommitRow {
            id: None,
            text: format!("not committed yet: {}", counts(&why.uncommitted)),
            message: Vec::new(),
            lines: printable(&why.uncommitted),
        });
        let changes = why.changes.iter().map(|change| {
            let what = match &change.how {
                CommitEffect::Changed => String::new(),
                CommitEffect::Introduced => " (introduced)".to_owned(),
                CommitEffect::Moved { from } if from.path == change.path => format!(" (was {})", from.name),
                CommitEffect::Moved { from } => format!(" (was in {})", from.path),
            };
            let id = change.id.get(..DIGITS).unwrap_or(&change.id);
            let (date, counts) = (date(change.time), counts(&change.lines));
            let text = format!("{date} {id} {counts} {}: {}{what}", change.author, change.subject());
            let rest = change.message.lines().skip(1).skip_while(|line| line.trim().is_empty());
            CommitRow {
                id: Some(change.id.clone()),
                text: clean(&text).into_owned(),
                message: rest.map(|line| clean(line).into_owned()).collect(),
                lines: printable(&change.lines),
            }
        });
        Self { head: clean(&head).into_owned(), rows: uncommitted.into_iter().chain(changes).collect() }
    }
}

/// The numbers of added and removed lines.
fn counts(lines: &[DiffLine]) -> String {
    let added = lines.iter().filter(|line| matches!(line, DiffLine::Added(_))).count();
    format!("+{added} -{}", lines.len() - added)
}

fn printable(lines: &[DiffLine]) -> Vec<DiffLine> {
    let safe = |text: &str| clean(&text.replace('\t', "    ")).into_owned();
    let line = |line: &DiffLine| match line {
        DiffLine::Added(text) => DiffLine::Added(safe(text)),
        DiffLine::Removed(text) => DiffLine::Removed(safe(text)),
    };
    lines.iter().map(line).collect()
}
