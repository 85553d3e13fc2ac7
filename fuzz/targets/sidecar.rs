//! Any sidecar: it is refused, or read and written back as it was, and its scores are numbers.

#![no_main]

use codegraph_tui::interactions::{Act, Event, Memory};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(mut memory) = Memory::parse(text) else { return };
    let written = memory.to_text();
    assert_eq!(Memory::parse(&written).map(|again| again.to_text()), Ok(written));
    for now in [i64::MIN, 0, 1_800_000_000, i64::MAX] {
        for (_, tally) in memory.iter() {
            assert!(tally.score(now).is_finite() && tally.trace(now).is_finite());
            assert!((0.0..=1.0).contains(&tally.relevance(now)));
        }
    }
    let other = memory.clone();
    memory.merge(&other);
    for at in [i64::MAX, 0, i64::MIN] {
        memory.record(&Event { symbol: "a.go::F::func".to_owned(), act: Act::Opened, at });
    }
    memory.bound(3, 0);
    assert!(memory.len() <= 3);
    assert!(Memory::parse(&memory.to_text()).is_ok());
});
