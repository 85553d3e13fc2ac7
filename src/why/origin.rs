//! Where a declaration comes from that a commit seems to introduce: another name, or another file.

use super::cut::{Subject, all};
use super::diff::likeness;

/// Least likeness of a declaration that went and one that came.
const LEAST: f64 = 0.6;

/// A file in a commit: its path before and its contents on both sides.
pub(super) struct Versions<'v> {
    pub(super) path: &'v str,
    pub(super) before: Option<&'v [u8]>,
    pub(super) after: Option<&'v [u8]>,
}

/// The declaration among those that a commit removed that is most like the new one, with its text.
pub(super) fn find(subject: &Subject, text: &str, files: &[Versions<'_>]) -> Option<(Subject, String)> {
    let mut best: Option<(f64, Subject, String)> = None;
    for Versions { path, before, after } in files {
        let Some(before) = before else { continue };
        let stayed = after.map_or_else(Vec::new, |after| all(after, subject.kind));
        for (name, old) in all(before, subject.kind) {
            if stayed.iter().any(|(other, _)| *other == name) {
                continue;
            }
            let mut score = likeness(&old, text);
            // A name says as much as a few lines.
            if name == subject.name {
                score += 0.2;
            }
            if score >= LEAST && best.as_ref().is_none_or(|(known, ..)| score > *known) {
                let found = Subject { path: (*path).to_owned(), name, kind: subject.kind };
                best = Some((score, found, old));
            }
        }
    }
    best.map(|(_, subject, text)| (subject, text))
}
