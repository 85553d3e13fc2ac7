//! Follows one declaration back through the log.

use rayon::prelude::*;

use super::cut::Subject;
use super::diff::{DiffLine, lines};
use super::origin::{self, FileVersions};
use crate::history::{Log, LoggedCommit, date};
use crate::model::{SymbolKind, counted};

/// The number of commits whose files are fetched together.
const BATCH: usize = 24;
/// The number of commits after which the search ends.
const MAX_EXAMINED: usize = 3_000;
/// The largest number of files of a commit that are searched for the origin of a declaration.
const MAX_FILES: usize = 60;

/// The effect of a commit on a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitEffect {
    Changed,
    Introduced,
    /// The declaration had another name before, or was in another file.
    Moved {
        from: Subject,
    },
}

/// One commit that changed a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The object name, in hexadecimal digits.
    pub id: String,
    /// The commit time, in seconds since 1970 (UTC).
    pub time: i64,
    pub author: String,
    /// At most [`crate::history::MAX_MESSAGE`] bytes.
    pub message: String,
    /// The path of the file after the commit.
    pub path: String,
    pub how: CommitEffect,
    /// The lines of the declaration that the commit removed and added.
    pub lines: Vec<DiffLine>,
}

/// Why the list of changes ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last change introduced the declaration.
    Introduced,
    /// No commit has the declaration yet.
    Uncommitted,
    /// The requested number of changes was found.
    Limit,
    /// The stored log, or the clone, has no older commits, or the search gave up after very many of them.
    History,
}

impl End {
    /// The word for it in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Introduced => "introduced",
            Self::Uncommitted => "uncommitted",
            Self::Limit => "limit",
            Self::History => "history",
        }
    }
}

/// The changes of a declaration, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    pub changes: Vec<Change>,
    pub end: End,
    /// The difference between HEAD and the text in the work tree.
    pub uncommitted: Vec<DiffLine>,
    /// Sentences on what the clone lacks of the history, if the list may end early because of that.
    pub gaps: Vec<String>,
}

impl Why {
    /// The number of commits, and who introduced the declaration, as a phrase.
    pub fn summary(&self) -> String {
        let commits = counted(self.changes.len(), "commit");
        match (self.changes.last(), self.end) {
            (_, End::Uncommitted) => "no commit has it yet".to_owned(),
            (Some(first), End::Introduced) => {
                format!("{commits}, introduced by {} on {}", first.author, date(first.time))
            }
            (Some(_), End::Limit) => format!("the newest {commits}"),
            (Some(_), End::History) => commits,
            (None, _) if self.gaps.is_empty() => {
                "it is committed, but no commit in the history changed it".to_owned()
            }
            (None, _) => "it is older than the history of this clone".to_owned(),
        }
    }
}

impl Change {
    /// The first line of the message.
    pub fn subject(&self) -> &str {
        self.message.lines().next().unwrap_or_default()
    }

    /// The numbers of added and of removed lines.
    pub fn counts(&self) -> (usize, usize) {
        let added = self.lines.iter().filter(|line| matches!(line, DiffLine::Added(_))).count();
        (added, self.lines.len() - added)
    }
}

/// Returns the contents for names `commit:path`, in their order. None for those that do not exist.
pub type Fetch<'f, E> = dyn FnMut(&[String]) -> Result<Vec<Option<Vec<u8>>>, E> + 'f;

/// A commit that touched the file, and the paths of the file after and before it.
struct Touch {
    entry: usize,
    path: String,
    before: String,
    /// True if it may have changed the declaration, according to the declarations that the hunks name.
    is_likely: bool,
}

/// Follows `subject` through a log that goes back from `head`. `now` is the content of its file in the work tree.
/// `fetch` returns the contents for names `commit:path`. Returns at most `limit` changes; 0 stands for all.
///
/// # Errors
/// Those of `fetch`.
pub fn trace<E>(
    log: &Log,
    head: &str,
    subject: Subject,
    now: &[u8],
    limit: usize,
    fetch: &mut Fetch<'_, E>,
) -> Result<Why, E> {
    let mut order: Vec<usize> = (0..log.entries().len()).collect();
    // A log that was extended may have an older branch before newer commits.
    order.sort_by_key(|&entry| std::cmp::Reverse(log.entries()[entry].time));
    let at_head = fetch(&[format!("{head}:{}", subject.path)])?.pop().flatten();
    let at_head = at_head.and_then(|file| subject.cut(&file));
    let in_tree = subject.cut(now);
    let uncommitted = match (&at_head, &in_tree) {
        (old, Some(new)) => lines(old.as_deref().unwrap_or_default(), new),
        _ => Vec::new(),
    };
    let mut tracer = Tracer { log, order, limit, changes: Vec::new(), n_examined: 0, fetch };
    let end = match at_head {
        Some(text) => tracer.run(subject, text)?,
        None => End::Uncommitted,
    };
    Ok(Why { changes: tracer.changes, end, uncommitted, gaps: Vec::new() })
}

struct Tracer<'t, 'f, E> {
    log: &'t Log,
    /// Indices of the commits of the log, newest first.
    order: Vec<usize>,
    limit: usize,
    changes: Vec<Change>,
    n_examined: usize,
    fetch: &'t mut Fetch<'f, E>,
}

/// The text of the declaration after and before a commit. None where it does not exist.
struct TextsAround {
    after: Option<String>,
    before: Option<String>,
}

impl<E> Tracer<'_, '_, E> {
    /// Goes back from the text `text` of the declaration until the commit that introduced it.
    fn run(&mut self, mut subject: Subject, mut text: String) -> Result<End, E> {
        let mut from = 0;
        loop {
            match self.follow(&subject, &mut text, from)? {
                FollowEnd::Ended(end) => return Ok(end),
                FollowEnd::Appeared { position, touch } => {
                    let Some((origin, old)) = self.origin(&subject, &text, &touch)? else {
                        self.push(&touch, CommitEffect::Introduced, "", &text);
                        return Ok(End::Introduced);
                    };
                    self.push(&touch, CommitEffect::Moved { from: origin.clone() }, &old, &text);
                    if self.is_full() {
                        return Ok(End::Limit);
                    }
                    (subject, text, from) = (origin, old, position + 1);
                }
            }
        }
    }

    /// Goes back as long as the declaration has one name and file. `text` becomes its oldest text.
    fn follow(&mut self, subject: &Subject, text: &mut String, from: usize) -> Result<FollowEnd, E> {
        let touches = self.touches(subject, from);
        let likely: Vec<usize> = (0..touches.len()).filter(|&ix| touches[ix].1.is_likely).collect();
        let mut last = None;
        for batch in likely.chunks(BATCH) {
            let texts = self.texts(subject, &touches, batch)?;
            for (&ix, texts) in batch.iter().zip(texts) {
                if texts.after.as_ref().is_some_and(|after| after != text) {
                    // A commit in between changed the declaration, although its hunks do not name it.
                    let missed: Vec<usize> = (last.map_or(0, |last: usize| last + 1)..ix).collect();
                    for batch in missed.chunks(BATCH) {
                        let texts = self.texts(subject, &touches, batch)?;
                        for (&ix, texts) in batch.iter().zip(texts) {
                            if let Some(step) = self.record(&touches[ix], texts, text) {
                                return Ok(step);
                            }
                        }
                    }
                }
                last = Some(ix);
                if let Some(step) = self.record(&touches[ix], texts, text) {
                    return Ok(step);
                }
            }
            if self.n_examined > MAX_EXAMINED {
                return Ok(FollowEnd::Ended(End::History));
            }
        }
        // It was introduced by a commit whose hunks name another declaration, or by a merge.
        let rest: Vec<usize> = (last.map_or(0, |last| last + 1)..touches.len()).collect();
        for batch in rest.chunks(BATCH) {
            let texts = self.texts(subject, &touches, batch)?;
            for (&ix, texts) in batch.iter().zip(texts) {
                if let Some(step) = self.record(&touches[ix], texts, text) {
                    return Ok(step);
                }
            }
            if self.n_examined > MAX_EXAMINED {
                break;
            }
        }
        Ok(FollowEnd::Ended(End::History))
    }

    /// Records what a commit did to the declaration. Returns a step if the search under this name ends.
    fn record(
        &mut self,
        (position, touch): &(usize, Touch),
        texts: TextsAround,
        text: &mut String,
    ) -> Option<FollowEnd> {
        let after = texts.after?;
        match texts.before {
            Some(before) if before == after => return None,
            Some(before) => {
                self.push(touch, CommitEffect::Changed, &before, &after);
                *text = before;
            }
            None => {
                *text = after;
                let touch = Touch { path: touch.path.clone(), before: touch.before.clone(), ..*touch };
                return Some(FollowEnd::Appeared { position: *position, touch });
            }
        }
        self.is_full().then_some(FollowEnd::Ended(End::Limit))
    }

    fn is_full(&self) -> bool {
        self.limit > 0 && self.changes.len() >= self.limit
    }

    /// The commits that touched the file, newest first, with their positions in `order`. Renames of the file are
    /// followed.
    fn touches(&self, subject: &Subject, from: usize) -> Vec<(usize, Touch)> {
        let Some(mut path) = self.log.number(&subject.path) else { return Vec::new() };
        let name = self.log.number(&subject.name);
        let owner = subject.name.split_once('.').and_then(|(owner, _)| self.log.number(owner));
        // The header of a hunk does not name a constant or variable of a group, or a member of a type.
        let is_named =
            matches!(subject.kind, SymbolKind::Func | SymbolKind::Method) || subject.kind.is_type();
        let mut found = Vec::new();
        for (position, &entry) in self.order.iter().enumerate().skip(from) {
            let LoggedCommit { files, .. } = &self.log.entries()[entry];
            let Some(file) = files.iter().find(|file| file.path == path) else { continue };
            let has = |number: Option<u32>| {
                number.is_some_and(|number| file.symbols.binary_search(&number).is_ok())
            };
            let is_likely = !is_named
                || file.symbols.is_empty()
                || has(name)
                || file.from.is_some()
                || !is_callable(subject) && has(owner);
            let before = file.from.unwrap_or(path);
            let text = |number: u32| self.log.text(number).to_owned();
            found.push((position, Touch { entry, path: text(path), before: text(before), is_likely }));
            path = before;
        }
        found
    }

    /// The declaration after and before each commit of a batch.
    fn texts(
        &mut self,
        subject: &Subject,
        touches: &[(usize, Touch)],
        batch: &[usize],
    ) -> Result<Vec<TextsAround>, E> {
        self.n_examined += batch.len();
        let entries = self.log.entries();
        let names = batch.iter().flat_map(|&ix| {
            let touch = &touches[ix].1;
            let id = &entries[touch.entry].id;
            [format!("{id}:{}", touch.path), format!("{id}^:{}", touch.before)]
        });
        let names: Vec<String> = names.collect();
        let files = (self.fetch)(&names)?;
        let cut = |file: Option<&Option<Vec<u8>>>| subject.cut(file?.as_deref()?);
        let pairs: Vec<&[Option<Vec<u8>>]> = files.chunks(2).collect();
        Ok(pairs
            .into_par_iter()
            .map(|pair| TextsAround { after: cut(pair.first()), before: cut(pair.get(1)) })
            .collect())
    }

    /// The origin of a declaration that appeared in a commit, with its text. None if the commit introduced it.
    fn origin(
        &mut self,
        subject: &Subject,
        text: &str,
        touch: &Touch,
    ) -> Result<Option<(Subject, String)>, E> {
        let entry = &self.log.entries()[touch.entry];
        let mut paths: Vec<(String, String)> = vec![(touch.before.clone(), touch.path.clone())];
        if entry.files.len() <= MAX_FILES {
            let others = entry.files.iter().map(|file| {
                let text = |number: u32| self.log.text(number).to_owned();
                (text(file.from.unwrap_or(file.path)), text(file.path))
            });
            paths.extend(others.filter(|(_, path)| *path != touch.path).collect::<Vec<_>>());
        }
        let id = &entry.id;
        let names: Vec<String> = paths
            .iter()
            .flat_map(|(before, after)| [format!("{id}^:{before}"), format!("{id}:{after}")])
            .collect();
        let files = (self.fetch)(&names)?;
        let versions = paths.iter().zip(files.chunks(2)).map(|((path, _), pair)| FileVersions {
            path,
            before: pair.first().and_then(|file| file.as_deref()),
            after: pair.get(1).and_then(|file| file.as_deref()),
        });
        Ok(origin::find(subject, text, &versions.collect::<Vec<_>>()))
    }

    fn push(&mut self, touch: &Touch, how: CommitEffect, before: &str, after: &str) {
        let entry = &self.log.entries()[touch.entry];
        self.changes.push(Change {
            id: entry.id.to_string(),
            time: entry.time,
            author: self.log.text(entry.author).to_owned(),
            message: entry.message.to_string(),
            path: touch.path.clone(),
            how,
            lines: lines(before, after),
        });
    }
}

fn is_callable(subject: &Subject) -> bool {
    subject.kind.is_callable() && subject.kind != SymbolKind::InterfaceMethod
}

enum FollowEnd {
    Ended(End),
    /// The declaration does not exist before this commit.
    Appeared {
        position: usize,
        touch: Touch,
    },
}
