//! Packages whose code was copied into the repository from elsewhere.

use super::{FileOpener, Opened};
use crate::model::{FileId, Graph, SymbolId, symbol_flag};

/// Folders that by convention hold copies of foreign code.
const FOLDERS: [&str; 8] =
    ["third_party", "thirdparty", "3rdparty", "forked", "forks", "external", "vendored", "_vendor"];

/// Phrases by which the head of a copied file, or its package's comment, says that it is a copy.
const MARKS: [&str; 16] = [
    "copied from",
    "copied verbatim",
    "copied over from",
    "was copied",
    "were copied",
    "is a copy of",
    "is copied",
    "copy of the standard",
    "forked from",
    "is a fork of",
    "fork of the",
    "taken from",
    "borrowed from",
    "lifted from",
    "vendored from",
    "vendored copy",
];

/// The usual names of a licence's file.
const LICENCES: [&str; 5] = ["LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING"];

/// The largest number of files of a package that are read, and of bytes at their start.
const MAX_FILES: usize = 8;
const MAX_BYTES: usize = 4_096;

/// Returns whether a package was copied from elsewhere, as its folder, a licence of its own, or the heads of at least
/// half of its files say. Reads a few files of the package.
pub(super) fn is_copied(graph: &Graph<'_>, package: SymbolId, open: &FileOpener<'_>) -> bool {
    let folder = graph.symbol(package).path();
    let parts = || folder.split('/');
    if parts().any(|part| FOLDERS.contains(&part)) || has_licence(folder, open) {
        return true;
    }
    let written = |file: &FileId| {
        !graph.symbol(SymbolId(graph.file_symbol[file.ix()])).has(symbol_flag::GENERATED | symbol_flag::TEST)
    };
    let files: Vec<_> = graph.files_of(package).filter(written).take(MAX_FILES).collect();
    let says_so = |file: &&FileId| match open(graph.path(**file)) {
        Opened::Text(text) => is_marked(&text),
        _ => false,
    };
    let marked = files.iter().filter(says_so).count();
    marked > 0 && 2 * marked >= files.len()
}

/// Returns whether a folder, or one above it within its module, has a licence other than that of the root.
fn has_licence(folder: &str, open: &FileOpener<'_>) -> bool {
    let text = |path: &str| match open(path) {
        Opened::Text(text) => Some(text),
        _ => None,
    };
    let mut folder = folder;
    while !matches!(folder, "" | ".") {
        if text(&format!("{folder}/go.mod")).is_some() {
            return false;
        }
        let mut licences =
            LICENCES.iter().filter_map(|name| Some((text(&format!("{folder}/{name}"))?, *name)));
        if licences.any(|(licence, name)| text(name).as_ref() != Some(&licence)) {
            return true;
        }
        folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
    }
    false
}

/// Returns whether the comments before the package clause say that a file was copied.
fn is_marked(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&text[..text.len().min(MAX_BYTES)]);
    let head: Vec<&str> = text.lines().take_while(|line| !line.starts_with("package ")).collect();
    let words = head.iter().flat_map(|line| line.split_whitespace()).filter(|word| *word != "//");
    let head = words.collect::<Vec<_>>().join(" ").to_lowercase();
    MARKS.iter().any(|mark| head.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_copied_file_says_so() {
        for (text, expected) in [
            ("// Package diff is copied from the standard\n// library.\npackage diff\n", true),
            ("// This package is a\n// fork of the x/y library.\n\npackage y\n", true),
            ("/* Forked from example.com/x at v1. */\npackage x\n", true),
            ("// Package x copies values from one map to another.\npackage x\n", false),
            ("package x\n\n// copied from y\nfunc f() {}\n", false),
            ("", false),
        ] {
            assert_eq!(is_marked(text.as_bytes()), expected, "{text}");
        }
    }
}
