//! Searching the text of all files of the tree.

use super::super::tree_file::read;
use crate::app::pattern::TextPattern;
use crate::app::tree_text_hits::{TextHit, TextHits};
use crate::model::clean;
use crate::platform::with_slashes;
use ignore::WalkBuilder;
use rayon::prelude::*;
use std::path::Path;

/// Most lines that are found.
const MAX_HITS: usize = 1_000;
/// Files between two checks for cancellation.
const BATCH: usize = 256;
/// A file with a zero byte among this many first bytes is binary.
const PROBED: usize = 8_000;
/// Longest part of a line that is shown, in characters.
const LONGEST: usize = 300;
/// Lines that are shown above and below a match.
const AROUND: usize = 4;

/// The lines that match the typed pattern: Go code before tests, both before other files, each by path; `None` if
/// cancelled. Files ignored by git or beginning with a dot are skipped, and links are not followed.
pub(super) fn search(root: &Path, typed: &str, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<TextHits> {
    let pattern = match TextPattern::parse(typed) {
        Ok(pattern) => pattern,
        Err(problem) => {
            return Some(TextHits { typed: typed.to_owned(), problem: Some(problem), ..TextHits::default() });
        }
    };
    let paths = paths(root, cancelled)?;
    let mut found = TextHits { typed: typed.to_owned(), ..TextHits::default() };
    for batch in paths.chunks(BATCH) {
        if cancelled() {
            return None;
        }
        let hits: Vec<Vec<TextHit>> = batch.par_iter().map(|path| in_file(root, path, &pattern)).collect();
        for hits in hits.into_iter().filter(|hits| !hits.is_empty()) {
            found.files += 1;
            found.hits.extend(hits);
        }
        if found.hits.len() >= MAX_HITS {
            found.is_cut = true;
            found.hits.truncate(MAX_HITS);
            break;
        }
    }
    // Only lines that are listed are shown with those around them.
    let of_files: Vec<&mut [TextHit]> = found.hits.chunk_by_mut(|one, next| one.path == next.path).collect();
    of_files.into_par_iter().for_each(|hits| put_around(root, hits));
    Some(found)
}

/// Adds to the hits of one file the lines around them.
fn put_around(root: &Path, hits: &mut [TextHit]) {
    let Some(bytes) = hits.first().and_then(|hit| read(root, &hit.path).ok()) else { return };
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    for hit in hits {
        let ix = (hit.line as usize).saturating_sub(1);
        let from = ix.saturating_sub(AROUND).min(lines.len());
        let around = lines[from..lines.len().min(ix + AROUND + 1)].iter().map(|line| {
            let line: String = line.chars().take(LONGEST).collect();
            clean(&line.replace('\t', "    ")).into_owned()
        });
        (hit.around, hit.around_from) = (around.collect(), from as u32 + 1);
    }
}

fn paths(root: &Path, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Vec<String>> {
    let mut paths = Vec::new();
    for (ix, entry) in WalkBuilder::new(root).build().flatten().enumerate() {
        if ix % BATCH == 0 && cancelled() {
            return None;
        }
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        if let Some(path) = entry.path().strip_prefix(root).ok().and_then(Path::to_str) {
            paths.push(with_slashes(path).into_owned());
        }
    }
    let group = |path: &str| match path.rsplit_once('.') {
        Some((name, "go")) => u8::from(name.ends_with("_test")),
        _ => 2,
    };
    paths.sort_by_cached_key(|path| (group(path), path.clone()));
    Some(paths)
}

fn in_file(root: &Path, path: &str, pattern: &TextPattern) -> Vec<TextHit> {
    let Ok(bytes) = read(root, path) else { return Vec::new() };
    if bytes[..bytes.len().min(PROBED)].contains(&0) {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut hits = Vec::new();
    for (line_number, line) in (1..).zip(text.lines()) {
        let Some(range) = pattern.in_line(line).next() else { continue };
        let column = line[..range.start].chars().count();
        let from = column.saturating_sub(LONGEST / 3);
        let indent = line.chars().take_while(|c| c.is_whitespace()).count().min(column);
        let shown: String = line.chars().skip(from.max(indent)).take(LONGEST).collect();
        let shown = clean(&shown.replace('\t', " ")).into_owned();
        hits.push(TextHit {
            path: path.to_owned(),
            line: line_number,
            text: shown,
            around: Vec::new(),
            around_from: line_number,
        });
        if hits.len() == MAX_HITS {
            break;
        }
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn code_comes_before_tests_and_other_files_and_what_is_no_text_is_left_out() {
        let dir = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("b.go", "package b\n\n\tvar Wanted = 1\n"),
            ("a_test.go", "package b\n// wanted\n"),
            ("notes.md", "it is wanted, wanted"),
            ("image.bin", "wanted\0"),
            (".hidden", "wanted"),
        ] {
            fs::write(dir.path().join(path), text).unwrap();
        }
        let found = search(dir.path(), "wanted", &|| false).unwrap();
        let hits: Vec<_> = found.hits.iter().map(|h| (h.path.as_str(), h.line, h.text.as_str())).collect();
        assert_eq!(
            hits,
            [
                ("b.go", 3, "var Wanted = 1"),
                ("a_test.go", 2, "// wanted"),
                ("notes.md", 1, "it is wanted, wanted")
            ]
        );
        assert_eq!((found.files, found.is_cut), (3, false));
        assert_eq!(
            (found.hits[0].around_from, found.hits[0].around.join("|")),
            (1, "package b||    var Wanted = 1".to_owned())
        );
        assert_eq!(search(dir.path(), "/Wa.ted/", &|| false).unwrap().hits.len(), 1);
        assert!(search(dir.path(), "/(/", &|| false).unwrap().problem.is_some());
        assert!(search(dir.path(), "wanted", &|| true).is_none());
    }
}
