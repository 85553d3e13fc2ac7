//! Any `go.mod`, `go.work` and `go.sum`: they are read, imports lead somewhere or nowhere, and no module that they name lies outside of
//! the module cache.
//!
//! The input is cut at NUL into the files of one tree; all of them are read as a `go.sum` as well.

#![no_main]

use codegraph_tui::golang::module::{ModuleVersion, Required, Workspace, candidates, checksums, is_module_path};
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
    let required = workspace.required_modules();
    for module in required.values() {
        if let Required::Version(module) = module {
            stays_inside(module);
        }
    }
    for word in words.iter().filter(|word| is_module_path(word)) {
        for (rest, _) in candidates(&required, word) {
            assert!(word.ends_with(rest) && !rest.starts_with('/'));
        }
    }
    for (module, hash) in texts.iter().flat_map(|text| checksums(text)) {
        stays_inside(&module);
        assert!(hash.starts_with("h1:"));
    }
    workspace.infer_root(words.iter().copied(), |dir| FOLDERS.contains(&dir));
    assert!(workspace.problems().is_sorted_by_key(|problem| (&problem.file, problem.line)));
});

/// Checks that a module's folder and the file of its hash are below the cache.
fn stays_inside(module: &ModuleVersion) {
    for path in [module.folder(), module.hash_file()].into_iter().flatten() {
        let is_part = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0']);
        assert!(path.split('/').all(is_part), "{path}");
    }
}
