//! Which lines of a text a diff changed.

use super::source::{Differs, SourceText};
use crate::index::git::{Diff, FileLines};

/// How the lines of a text differ from the other state, if it is one of the two that the diff compared.
#[must_use]
pub fn differing_lines(diff: &Diff, text: &SourceText) -> Vec<(u32, Differs)> {
    let is_old = text.version.is_some() && text.version == diff.ends[0];
    let Some(file) = file_at(&diff.lines, &text.path, usize::from(!is_old)) else { return Vec::new() };
    if is_old {
        let removed = file.changes.iter().flat_map(|change| change.old.clone());
        return removed.map(|line| (line, Differs::Removed)).collect();
    }
    let is_new = match &text.version {
        None => text.print == Some(file.hashes[1]),
        version => *version == diff.ends[1],
    };
    // The tree may have moved on since the range ended: then what is left of it is shown.
    let is_today = text.print.is_some() && text.print == file.since.as_ref().map(|since| since.hash);
    let place = |line: u32| if is_new { Some(line) } else { file.line_today(line).filter(|_| is_today) };
    let last = text.lines.len() as u32;
    let mut differing: Vec<(u32, Differs)> = Vec::new();
    for change in &file.changes {
        differing.extend(change.new.clone().filter_map(place).map(|line| (line, Differs::Added)));
        if change.new.is_empty()
            && last > 0
            && let Some(line) = place(change.new.start).map(|line| line.min(last))
            && differing.last().is_none_or(|&(known, _)| known < line)
        {
            differing.push((line, Differs::Above));
        }
    }
    differing
}

/// The lines of a file by its path in the old state, 0, or the new one, 1.
pub(super) fn file_at<'f>(files: &'f [FileLines], path: &str, state: usize) -> Option<&'f FileLines> {
    files.iter().find(|file| file.paths[state].as_deref() == Some(path))
}
