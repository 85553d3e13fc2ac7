//! Any file of the data folder besides generations: facts of files and of packages of other modules are refused or well-formed, and
//! drafts and the progress of tours are read or named as unreadable.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use codegraph_tui::golang::stdlib::{changed_declarations, decode_package, encode_package};
use codegraph_tui::index::drafts::DraftStore;
use codegraph_tui::index::record::{decode, encode};
use codegraph_tui::index::{Store, tours};
use libfuzzer_sys::fuzz_target;

static FOLDER: LazyLock<(tempfile::TempDir, Store)> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    let store = Store::new(PathBuf::from(dir.path()));
    (dir, store)
});

fuzz_target!(|bytes: &[u8]| {
    if let Some(facts) = decode(bytes) {
        assert!(facts.is_well_formed());
        let mut record = Vec::new();
        encode(&facts, &mut record);
        let mut again = Vec::new();
        encode(&decode(&record).expect("what was written can be read"), &mut again);
        assert!(record == again);
    }
    if let Some(facts) = decode_package(bytes) {
        assert!(facts.is_well_formed());
        let again = decode_package(&encode_package(&facts)).expect("what was written can be read");
        assert!(encode_package(&again) == encode_package(&facts));
        let _ = changed_declarations(&facts, &again);
    }
    let (dir, store) = &*FOLDER;
    for name in ["draft-a-b.json", "tours.json"] {
        fs::write(dir.path().join(name), bytes).expect("room");
    }
    let stored = DraftStore::new(store).all();
    assert_eq!(stored.drafts.len() + stored.unreadable.len(), 1);
    assert!(tours::progress(store).len() <= bytes.len());
});
