//! Follows one declaration through the log.

use rayon::prelude::*;

use super::cut::Subject;
use super::diff::{Line, lines};
use super::origin::{self, Versions};
use crate::history::{Log, LoggedCommit};
use crate::model::SymbolKind;

/// Commits whose files are fetched at once.
const BATCH: usize = 24;
/// Most commits that are looked at.
const MOST_LOOKED_AT: usize = 3_000;
/// Most files of a commit in which a declaration's origin is looked for.
const MOST_FILES: usize = 60;

/// What a commit did to a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    Changed,
    Introduced,
    /// It had another name, or stood in another file.
    Moved {
        from: Subject,
    },
}

/// One commit that changed a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The object name, in hexadecimal digits.
    pub id: String,
    /// When it was committed, in seconds since 1970 (UTC).
    pub time: i64,
    pub author: String,
    /// At most [`crate::history::MAX_MESSAGE`] bytes.
    pub message: String,
    /// The file's path after the commit.
    pub path: String,
    pub how: How,
    /// What it removed and added.
    pub lines: Vec<Line>,
}

/// Why the list of changes ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last one introduced the declaration.
    Introduced,
    /// As many as were asked for were found.
    Limit,
    /// The stored log, or the clone, reaches no further back.
    History,
}

/// The changes of a declaration, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    pub changes: Vec<Change>,
    pub end: End,
    /// What differs between the newest commit and the text in the work tree.
    pub uncommitted: Vec<Line>,
}

impl Change {
    /// The message's first line.
    #[must_use]
    pub fn subject(&self) -> &str {
        self.message.lines().next().unwrap_or_default()
    }

    /// How many lines it added and removed.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let added = self.lines.iter().filter(|line| matches!(line, Line::Added(_))).count();
        (added, self.lines.len() - added)
    }
}

/// Gives the contents of `commit:path` names, in their order; `None` for what is not there.
pub type Fetch<'f, E> = dyn FnMut(&[String]) -> Result<Vec<Option<Vec<u8>>>, E> + 'f;

/// A commit that touched the file, and where it was before it.
struct Touch {
    entry: usize,
    path: String,
    before: String,
    /// Whether it may have changed the declaration, by what git names in the hunks' heads.
    is_likely: bool,
}

/// Follows `subject`, whose file is as in `now`, through a log that goes back from `head`. `fetch` gives the contents of
/// `commit:path` names. At most `limit` changes; 0 for all.
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
    // A log that grew at its head may hold an older branch before newer commits.
    order.sort_by_key(|&entry| std::cmp::Reverse(log.entries()[entry].time));
    let at_head = fetch(&[format!("{head}:{}", subject.path)])?.pop().flatten();
    let at_head = at_head.and_then(|file| subject.cut(&file));
    let in_tree = subject.cut(now);
    let uncommitted = match (&at_head, &in_tree) {
        (old, Some(new)) => lines(old.as_deref().unwrap_or_default(), new),
        _ => Vec::new(),
    };
    let mut tracer = Tracer { log, order, limit, changes: Vec::new(), looked_at: 0, fetch };
    let end = match at_head {
        Some(text) => tracer.run(subject, text)?,
        // It is in no commit yet.
        None => End::Introduced,
    };
    Ok(Why { changes: tracer.changes, end, uncommitted })
}

struct Tracer<'t, 'f, E> {
    log: &'t Log,
    /// The log's commits, newest first.
    order: Vec<usize>,
    limit: usize,
    changes: Vec<Change>,
    looked_at: usize,
    fetch: &'t mut Fetch<'f, E>,
}

/// The declaration right after and right before a commit.
struct Sides {
    after: Option<String>,
    before: Option<String>,
}

impl<E> Tracer<'_, '_, E> {
    /// Goes back from a text of the declaration until it was introduced.
    fn run(&mut self, mut subject: Subject, mut text: String) -> Result<End, E> {
        let mut from = 0;
        loop {
            match self.follow(&subject, &mut text, from)? {
                Step::Ended(end) => return Ok(end),
                Step::Appeared { place, touch } => {
                    let Some((origin, old)) = self.origin(&subject, &text, &touch)? else {
                        self.push(&touch, How::Introduced, "", &text);
                        return Ok(End::Introduced);
                    };
                    self.push(&touch, How::Moved { from: origin.clone() }, &old, &text);
                    if self.is_full() {
                        return Ok(End::Limit);
                    }
                    (subject, text, from) = (origin, old, place + 1);
                }
            }
        }
    }

    /// Goes back under one name; `text` becomes that of the oldest version.
    fn follow(&mut self, subject: &Subject, text: &mut String, from: usize) -> Result<Step, E> {
        let touches = self.touches(subject, from);
        let likely: Vec<usize> = (0..touches.len()).filter(|&ix| touches[ix].1.is_likely).collect();
        let mut last = None;
        for batch in likely.chunks(BATCH) {
            let sides = self.sides(subject, &touches, batch)?;
            for (&ix, sides) in batch.iter().zip(sides) {
                if sides.after.as_ref().is_some_and(|after| after != text) {
                    // Something between changed it, though the hunks' heads do not say so.
                    let missed: Vec<usize> = (last.map_or(0, |last: usize| last + 1)..ix).collect();
                    for batch in missed.chunks(BATCH) {
                        let sides = self.sides(subject, &touches, batch)?;
                        for (&ix, sides) in batch.iter().zip(sides) {
                            if let Some(step) = self.take(&touches[ix], sides, text) {
                                return Ok(step);
                            }
                        }
                    }
                }
                last = Some(ix);
                if let Some(step) = self.take(&touches[ix], sides, text) {
                    return Ok(step);
                }
            }
            if self.looked_at > MOST_LOOKED_AT {
                return Ok(Step::Ended(End::History));
            }
        }
        // It was introduced under another head, or by a merge.
        let rest: Vec<usize> = (last.map_or(0, |last| last + 1)..touches.len()).collect();
        for batch in rest.chunks(BATCH) {
            let sides = self.sides(subject, &touches, batch)?;
            for (&ix, sides) in batch.iter().zip(sides) {
                if let Some(step) = self.take(&touches[ix], sides, text) {
                    return Ok(step);
                }
            }
            if self.looked_at > MOST_LOOKED_AT {
                break;
            }
        }
        Ok(Step::Ended(End::History))
    }

    /// Notes what a commit did; a step ends the search under this name.
    fn take(&mut self, (place, touch): &(usize, Touch), sides: Sides, text: &mut String) -> Option<Step> {
        let after = sides.after?;
        match sides.before {
            Some(before) if before == after => return None,
            Some(before) => {
                self.push(touch, How::Changed, &before, &after);
                *text = before;
            }
            None => {
                *text = after;
                let touch = Touch { path: touch.path.clone(), before: touch.before.clone(), ..*touch };
                return Some(Step::Appeared { place: *place, touch });
            }
        }
        self.is_full().then_some(Step::Ended(End::Limit))
    }

    fn is_full(&self) -> bool {
        self.limit > 0 && self.changes.len() >= self.limit
    }

    /// The commits that touched the file, newest first, with their places in the order; renames are followed.
    fn touches(&self, subject: &Subject, from: usize) -> Vec<(usize, Touch)> {
        let Some(mut path) = self.log.number(&subject.path) else { return Vec::new() };
        let name = self.log.number(&subject.name);
        let owner = subject.name.split_once('.').and_then(|(owner, _)| self.log.number(owner));
        // Git names no group of constants or variables.
        let is_named =
            matches!(subject.kind, SymbolKind::Func | SymbolKind::Method) || subject.kind.is_type();
        let mut found = Vec::new();
        for (place, &entry) in self.order.iter().enumerate().skip(from) {
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
            found.push((place, Touch { entry, path: text(path), before: text(before), is_likely }));
            path = before;
        }
        found
    }

    /// The declaration on both sides of some commits.
    fn sides(
        &mut self,
        subject: &Subject,
        touches: &[(usize, Touch)],
        batch: &[usize],
    ) -> Result<Vec<Sides>, E> {
        self.looked_at += batch.len();
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
            .map(|pair| Sides { after: cut(pair.first()), before: cut(pair.get(1)) })
            .collect())
    }

    /// Where a declaration comes from that appeared in a commit.
    fn origin(
        &mut self,
        subject: &Subject,
        text: &str,
        touch: &Touch,
    ) -> Result<Option<(Subject, String)>, E> {
        let entry = &self.log.entries()[touch.entry];
        let mut paths: Vec<(String, String)> = vec![(touch.before.clone(), touch.path.clone())];
        if entry.files.len() <= MOST_FILES {
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
        let versions = paths.iter().zip(files.chunks(2)).map(|((path, _), pair)| Versions {
            path,
            before: pair.first().and_then(|file| file.as_deref()),
            after: pair.get(1).and_then(|file| file.as_deref()),
        });
        Ok(origin::find(subject, text, &versions.collect::<Vec<_>>()))
    }

    fn push(&mut self, touch: &Touch, how: How, before: &str, after: &str) {
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

enum Step {
    Ended(End),
    /// The declaration is not there before a commit.
    Appeared {
        place: usize,
        touch: Touch,
    },
}
