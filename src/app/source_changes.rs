//! The lines of a text that a diff changed, and those that it removed.

use super::source::{Differs, SourceLine, SourceText};
use crate::index::git::{Diff, FileLines};

/// The differences between a text and another state of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceChanges {
    /// Differences of its lines, in order.
    pub lines: Vec<(u32, Differs)>,
    /// Lines that only the state before has, in the order of where they stood.
    pub removed: Vec<RemovedLines>,
}

/// Lines that are not in a text any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemovedLines {
    /// The row, from 0, that they stood right above.
    pub row: usize,
    /// The first of them.
    pub lines: Vec<SourceLine>,
    /// Number of further lines.
    pub more: usize,
}

impl SourceChanges {
    /// Finds the differences between a text and the other state, if the text is one of the two that the diff compared.
    pub fn of(diff: &Diff, text: &SourceText) -> Self {
        let mut found = Self::default();
        let is_old = text.version.is_some() && text.version == diff.ends[0];
        let Some(file) = file_at(&diff.lines, &text.path, usize::from(!is_old)) else { return found };
        if is_old {
            let removed = file.changes.iter().flat_map(|change| change.old.clone());
            found.lines = removed.map(|line| (line, Differs::Removed)).collect();
            return found;
        }
        let is_new = match &text.version {
            None => text.print == Some(file.hashes[1]),
            version => *version == diff.ends[1],
        };
        // The tree may have moved on since the range ended: then what is left of it is shown.
        let is_today = text.print.is_some() && text.print == file.since.as_ref().map(|since| since.hash);
        let place = |line: u32| if is_new { Some(line) } else { file.line_today(line).filter(|_| is_today) };
        let last = text.lines.len() as u32;
        for (change, removed) in file.changes.iter().zip(&file.removed) {
            let first = place(change.new.start);
            if let (Some(line), false) = (first, removed.is_empty()) {
                found.removed.push(RemovedLines {
                    row: (line.min(last + 1) as usize).saturating_sub(1),
                    lines: SourceText::new("", removed.join("\n").as_bytes()).lines,
                    more: change.old.len() - removed.len(),
                });
            }
            found.lines.extend(change.new.clone().filter_map(place).map(|line| (line, Differs::Added)));
            if change.new.is_empty()
                && last > 0
                && let Some(line) = first.map(|line| line.min(last))
                && found.lines.last().is_none_or(|&(known, _)| known < line)
            {
                found.lines.push((line, Differs::Above));
            }
        }
        found
    }

    /// Returns the difference of a line, from 1.
    pub fn at(&self, line: u32) -> Option<Differs> {
        let at = self.lines.binary_search_by_key(&line, |&(line, _)| line).ok()?;
        Some(self.lines[at].1)
    }
}

/// The lines of a file by its path in the old state, 0, or the new one, 1.
pub(super) fn file_at<'f>(files: &'f [FileLines], path: &str, state: usize) -> Option<&'f FileLines> {
    files.iter().find(|file| file.paths[state].as_deref() == Some(path))
}
