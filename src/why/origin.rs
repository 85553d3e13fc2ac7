//! Finds the origin of a declaration that a commit seems to introduce: it may have had another name or another file.

use super::cut::{Subject, all_of_kind};
use super::diff::similarity;

/// The least similarity of an origin to the new declaration.
const MIN_SIMILARITY: f64 = 0.6;

/// A file in a commit: its path before the commit, and its contents before and after it.
pub(super) struct FileVersions<'v> {
    pub(super) path: &'v str,
    pub(super) before: Option<&'v [u8]>,
    pub(super) after: Option<&'v [u8]>,
}

/// Of the declarations that a commit removed, the one that is most similar to the new one, with its text. None if
/// none is similar enough.
pub(super) fn find(subject: &Subject, text: &str, files: &[FileVersions<'_>]) -> Option<(Subject, String)> {
    let mut best: Option<(f64, Subject, String)> = None;
    for FileVersions { path, before, after } in files {
        let Some(before) = before else { continue };
        let stayed = after.map_or_else(Vec::new, |after| all_of_kind(after, subject.kind));
        for (name, old) in all_of_kind(before, subject.kind) {
            if stayed.iter().any(|(other, _)| *other == name) {
                continue;
            }
            let mut score = similarity(&old, text);
            // An equal name counts like some equal lines.
            if name == subject.name {
                score += 0.2;
            }
            if score >= MIN_SIMILARITY && best.as_ref().is_none_or(|(known, ..)| score > *known) {
                let found = Subject { path: (*path).to_owned(), name, kind: subject.kind };
                best = Some((score, found, old));
            }
        }
    }
    best.map(|(_, subject, text)| (subject, text))
}
