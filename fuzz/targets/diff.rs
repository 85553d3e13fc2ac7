//! Any text as a diff on standard input: it is refused, or compared with the tree, which stays as it is.

#![no_main]

use std::sync::LazyLock;

use codegraph_tui::index::{Snapshot, git};
use codegraph_tui_fuzz::sample;
use libfuzzer_sys::fuzz_target;

static TREE: LazyLock<(tempfile::TempDir, Snapshot)> = LazyLock::new(|| {
    let data = tempfile::tempdir().expect("a folder");
    let snapshot = sample(data.path());
    (data, snapshot)
});

fuzz_target!(|text: &[u8]| {
    let snapshot = &TREE.1;
    let n_symbols = snapshot.graph().n_symbols();
    match git::patched(snapshot, text, "", &|| false) {
        Ok(diff) => {
            let symbols = diff.changed.iter().filter_map(|changed| changed.symbol);
            assert!(symbols.into_iter().all(|symbol| symbol.ix() < n_symbols));
            assert!(diff.files.len() >= diff.lines.len());
        }
        Err(reason) => assert!(!reason.to_string().is_empty()),
    }
});
