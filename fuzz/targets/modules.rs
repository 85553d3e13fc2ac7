//! Any `go.mod` and `go.work`: they are read, and imports lead somewhere or nowhere.
//!
//! The input is cut at NUL into the files of one tree.

#![no_main]

use codegraph_tui::golang::module::Workspace;
use libfuzzer_sys::fuzz_target;

const PATHS: [&str; 4] = ["go.mod", "go.work", "sub/go.mod", "a/b/go.mod"];
const FOLDERS: [&str; 5] = ["", "sub", "a/b", "sub/vendor/x", "elsewhere"];

fuzz_target!(|input: &[u8]| {
    let texts: Vec<_> =
        input.split(|&byte| byte == 0).take(PATHS.len()).map(String::from_utf8_lossy).collect();
    let files = PATHS.iter().copied().zip(texts.iter().map(AsRef::as_ref));
    let mut workspace = Workspace::new(files);
    let words: Vec<&str> = texts.iter().flat_map(|text| text.split_whitespace()).take(64).collect();
    for from in FOLDERS {
        for &word in &words {
            let _ = workspace.resolve(from, word, |dir| FOLDERS.contains(&dir));
            let _ = workspace.vendor_dirs(from, word);
        }
        let _ = workspace.import_path(from);
    }
    workspace.infer_root(words.iter().copied(), |dir| FOLDERS.contains(&dir));
    assert!(workspace.problems().is_sorted_by_key(|problem| (&problem.file, problem.line)));
});
