//! Any output of git's commands for machines: raw changes, submodules, renames, stored contents, pieces; and any range.
//!
//! The input is cut at the byte 255: a name, and what git printed.

#![no_main]

use codegraph_tui::index::git::{Range, output};
use codegraph_tui_fuzz::parts;
use libfuzzer_sys::fuzz_target;

/// Longest content that is kept.
const MAX_SIZE: u64 = 64;

fuzz_target!(|input: &[u8]| {
    let [name, printed] = parts(input);
    let name = String::from_utf8_lossy(name);
    let _ = Range::parse(&name);
    let n_pieces = printed.iter().filter(|&&byte| byte == 0).count() + 1;
    let changes = output::raw_changes(printed);
    assert!(changes.len() <= n_pieces && changes.iter().all(|change| change.objects().count() <= 2));
    assert!(output::submodules(printed).count() <= n_pieces);
    let _ = output::new_name(printed, &name);
    let mut whole = Vec::new();
    output::each_piece(&mut &*printed, 0, &mut |piece| whole.extend(piece.iter().copied()));
    // Longer pieces are cut off.
    if printed.len() < 1 << 16 {
        assert!(whole.iter().eq(printed.iter().filter(|&&byte| byte != 0)));
    }
    let mut rest = printed;
    for _ in 0..4 {
        let blob = output::next_blob(&mut rest, MAX_SIZE);
        assert!(blob.is_none_or(|bytes| bytes.len() as u64 <= MAX_SIZE));
    }
});
