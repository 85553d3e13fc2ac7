//! Any sidecar: it is refused, or read and written back as it was, and its scores are numbers.

#![no_main]

use codegraph_tui::interactions::{Act, Event, InteractionLog};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(mut log) = InteractionLog::parse(text) else { return };
    let written = log.to_text();
    assert_eq!(InteractionLog::parse(&written).map(|again| again.to_text()), Ok(written));
    for now in [i64::MIN, 0, 1_800_000_000, i64::MAX] {
        for (_, tally) in log.iter() {
            assert!(tally.score(now).is_finite() && tally.trace(now).is_finite());
            assert!((0.0..=1.0).contains(&tally.relevance(now)));
        }
    }
    let other = log.clone();
    log.merge(&other);
    for at in [i64::MAX, 0, i64::MIN] {
        log.record(&Event { symbol: "a.go::F::func".to_owned(), act: Act::Opened, at });
    }
    log.bound(3, 0);
    assert!(log.len() <= 3);
    assert!(InteractionLog::parse(&log.to_text()).is_ok());
});
