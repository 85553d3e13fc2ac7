//! Any output of git: the log, the hunks of its patches, and blame are read, stored and read again.

#![no_main]

use codegraph_tui::history::{CommitReader, History, HunkReader, Log};
use codegraph_tui::why::LineAuthors;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&[u8], &[u8], &[u8])| {
    let (log, patch, blame) = input;
    let mut commits = CommitReader::new(false);
    log.split(|&byte| byte == 0).for_each(|piece| commits.piece(piece));
    let mut hunks = HunkReader::new(commits.finish());
    patch.split(|&byte| byte == b'\n').for_each(|line| hunks.line(line));
    let read = hunks.finish();
    let again = Log::decode(&read.encode()).expect("what was stored can be read");
    assert_eq!(again.entries().len(), read.entries().len());
    let _ = Log::decode(log);
    let history = History::new(again, 1_800_000_000);
    for path in ["a.go", "b.go"] {
        let _ = history.co_changes(path);
    }
    let authors = LineAuthors::read(blame);
    let lines = authors.lines.iter().flatten();
    assert!(lines.copied().all(|commit| (commit as usize) < authors.commits.len()));
    let moved = authors.moved_to(log, patch);
    assert_eq!(moved.lines.len(), patch.split_inclusive(|&byte| byte == b'\n').count());
});
