//! Any log and any versions of a file: the line history of a symbol ends, each of its changes has a commit, and what differs
//! between two versions leads from one to the other.
//!
//! The input is cut at the byte 255: a kind with a name, the log, and two versions.

#![no_main]

use std::convert::Infallible;

use codegraph_tui::history::{CommitReader, line_changes};
use codegraph_tui::model::SymbolKind;
use codegraph_tui::why::{Subject, trace};
use codegraph_tui_fuzz::parts;
use libfuzzer_sys::fuzz_target;

const KINDS: [SymbolKind; 4] = [SymbolKind::Func, SymbolKind::Method, SymbolKind::Struct, SymbolKind::Const];

fuzz_target!(|input: &[u8]| {
    let [name, log, old, new] = parts(input);
    let Some((&choice, name)) = name.split_first() else { return };
    let name = String::from_utf8_lossy(name).into_owned();
    let mut commits = CommitReader::new(choice & 4 != 0);
    log.split(|&byte| byte == 0).for_each(|piece| commits.piece(piece));
    let log = commits.finish();
    let kind = KINDS[usize::from(choice & 3)];
    let subject = Subject { path: "b.go".to_owned(), name, kind };
    let mut n_fetched = 0_usize;
    let mut fetch = |names: &[String]| {
        let versions = names.iter().map(|_| {
            n_fetched += 1;
            [Some(old.to_vec()), Some(new.to_vec()), None][n_fetched % 3].clone()
        });
        Ok::<_, Infallible>(versions.collect())
    };
    let Ok(why) = trace(&log, "HEAD", subject, new, 0, &mut fetch);
    assert!(why.changes.len() <= log.entries().len() + 1);
    assert_eq!(patched(old, new), lines(new));
});

/// The lines of `new`, made of those of `old` and the changes.
fn patched<'l>(old: &'l [u8], new: &'l [u8]) -> Vec<&'l [u8]> {
    let [old_lines, new_lines] = [old, new].map(lines);
    let (mut result, mut at) = (Vec::new(), 0);
    for change in line_changes(old, new) {
        let [from, to] =
            [&change.old, &change.new].map(|range| range.start as usize - 1..range.end as usize - 1);
        result.extend(&old_lines[at..from.start]);
        result.extend(&new_lines[to]);
        at = from.end;
    }
    result.extend(&old_lines[at..]);
    result
}

/// The lines of a text. The last one is the same with a line break and without.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line)).collect()
}
