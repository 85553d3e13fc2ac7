//! Properties that a memory keeps for many sequences of events.

use proptest::prelude::*;

use super::*;
use crate::model::{GraphBuilder, GraphData, SymbolDraft, SymbolKind, fixture};

const NOW: i64 = 1_763_710_000;

fn event(symbol: &str, act: Act, at: i64) -> Event {
    Event { symbol: symbol.to_owned(), act, at }
}

fn memory(events: &[Event]) -> InteractionLog {
    let mut memory = InteractionLog::default();
    for event in events {
        memory.record(event);
    }
    memory
}

fn tally(acts: &[(Act, u32)], at: i64) -> Tally {
    let mut tally = Tally::default();
    for &(act, times) in acts {
        (0..times).for_each(|_| tally.record(act, at));
    }
    tally
}

/// A graph of functions by file. Each file belongs to the package of its folder.
fn graph(files: &[(&str, &[&str])]) -> GraphData {
    let draft = |kind, name: &str, qualified: &str, file, start: usize| SymbolDraft {
        qualified: qualified.to_owned().into(),
        ..fixture::symbol(kind, name.to_owned(), file, start as u32)
    };
    let mut symbols = Vec::new();
    let mut drafts = Vec::new();
    for (ix, (path, names)) in files.iter().enumerate() {
        let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
        let package =
            symbols.iter().position(|s: &SymbolDraft<'_>| s.file.is_none() && s.qualified == folder);
        let package = package.unwrap_or_else(|| {
            symbols.push(draft(SymbolKind::Package, "p", folder, None, 0));
            symbols.len() - 1
        });
        let file = Some(ix as u32);
        symbols.push(draft(SymbolKind::File, "p", "p", file, 0));
        symbols
            .extend(names.iter().enumerate().map(|(at, name)| draft(SymbolKind::Func, name, name, file, at)));
        drafts.push(fixture::file((*path).to_owned(), package as u32));
    }
    GraphBuilder::new(drafts, symbols).finish()
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let act = prop::sample::select(Act::ALL.to_vec());
    let symbol =
        prop_oneof![Just("a.go::F::func"), Just("b \"\\\n.go::G::func"), Just("é/c.go::H.m::method")];
    prop::collection::vec((symbol, act, 0i64..400), 0..40).prop_map(|events| {
        events.into_iter().map(|(symbol, act, day)| event(symbol, act, NOW - day * DAY)).collect()
    })
}

fn alike(a: &InteractionLog, b: &InteractionLog) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < 1e-4;
    a.len() == b.len()
        && a.iter().zip(b.iter()).all(|((a_id, a), (b_id, b))| {
            a_id == b_id
                && a.last() == b.last()
                && Act::ALL.iter().all(|&act| a.count(act) == b.count(act))
                && near(a.score(NOW), b.score(NOW))
                && near(a.trace(NOW), b.trace(NOW))
        })
}

proptest! {
    #[test]
    fn the_order_of_events_and_the_way_they_are_merged_do_not_matter(events in events(), cut in 0usize..40) {
        let (whole, cut) = (memory(&events), cut.min(events.len()));
        let reversed: Vec<Event> = events.iter().rev().cloned().collect();
        prop_assert!(alike(&memory(&reversed), &whole));
        let mut merged = memory(&events[cut..]);
        merged.merge(&memory(&events[..cut]));
        prop_assert!(alike(&merged, &whole));
    }

    #[test]
    fn what_is_written_is_read_back_and_writes_the_same_bytes(events in events()) {
        let memory = memory(&events);
        let text = memory.to_text();
        let read = InteractionLog::parse(&text).unwrap();
        prop_assert!(alike(&read, &memory));
        prop_assert_eq!(read.to_text(), text);
    }

    #[test]
    fn traces_stay_in_range_and_fade(events in events()) {
        for (_, tally) in memory(&events).iter() {
            prop_assert!(tally.trace(NOW).abs() < 1.0);
            prop_assert!((0.0..=1.0).contains(&tally.relevance(NOW)));
            prop_assert!(tally.trace(NOW + 30 * DAY).abs() <= tally.trace(NOW).abs());
            prop_assert!(tally.score(i64::MAX).abs() < 1e-9);
        }
    }

    #[test]
    fn no_text_makes_reading_panic(text in "\\PC{0,200}", cut in 0usize..200) {
        let _ = InteractionLog::parse(&text);
        let good = memory(&[event("a.go::F::func", Act::Opened, NOW)]).to_text();
        let part: String = good.chars().take(cut).collect();
        prop_assert!(part.len() >= good.trim_end().len() || InteractionLog::parse(&part).is_err());
    }
}

#[test]
fn shown_counts_least_then_opened_then_pinned_and_copied_and_banned_is_negative() {
    let score = |acts: &[(Act, u32)]| tally(acts, NOW).score(NOW);
    let shown = score(&[(Act::Shown, 1)]);
    assert!(shown > 0.0 && score(&[(Act::Shown, 2)]) > shown, "each time it is shown its score grows");
    assert!(score(&[(Act::Shown, 100_000)]) < score(&[(Act::Opened, 1)]));
    assert!(score(&[(Act::Opened, 1)]) < score(&[(Act::Pinned, 1)]));
    assert!(score(&[(Act::Opened, 1)]) < score(&[(Act::Copied, 1)]));
    assert!(score(&[(Act::Banned, 1), (Act::Shown, 50), (Act::Opened, 1)]) < 0.0);
}

#[test]
fn an_event_counts_half_after_thirty_days() {
    let opened = tally(&[(Act::Opened, 1)], NOW);
    for (days, expected) in [(0, 1.0), (30, 0.5), (60, 0.25)] {
        assert!((opened.score(NOW + days * DAY) - expected).abs() < 1e-12, "{days} days");
    }
    assert!((opened.score(NOW - DAY) - 1.0).abs() < 1e-12, "a clock that was set back adds nothing");
    for (acts, trace) in
        [(&[(Act::Opened, 1)][..], 1.0 / 3.0), (&[(Act::Copied, 1)], 0.5), (&[(Act::Shown, 9)], 0.0)]
    {
        assert!((tally(acts, NOW).trace(NOW) - trace).abs() < 1e-12, "{acts:?}");
    }
    assert!(tally(&[(Act::Banned, 1)], NOW).relevance(NOW).abs() < f64::EPSILON);
}

/// A thousand sessions over symbols of falling merit, with the ten best shown each time. Nothing is opened at first; then
/// one symbol that was never shown is opened once.
#[test]
fn being_shown_does_not_change_the_order() {
    const SESSIONS: i64 = 1_000;
    let ids: Vec<String> = (0..40).map(|n| format!("a.go::F{n:02}::func")).collect();
    let merit = |n: usize| 1.0 / (n + 1) as f64;
    let mut memory = InteractionLog::default();
    let shown_at = |memory: &InteractionLog, now: i64| -> Vec<usize> {
        let score = |n: usize| memory.get(&ids[n]).map_or(0.0, |t| t.score(now).max(0.0));
        let (merits, scores): (f64, f64) = ((0..40).map(merit).sum(), (0..40).map(score).sum());
        let mass = |n: usize| 0.95 * merit(n) / merits + 0.05 * score(n) / scores.max(1e-12);
        let mut order: Vec<usize> = (0..40).collect();
        order.sort_by(|&a, &b| mass(b).total_cmp(&mass(a)));
        order.truncate(10);
        order
    };
    let fresh = shown_at(&memory, NOW);
    let mut now = NOW;
    let mut highest = 0.0f64;
    for _ in 0..SESSIONS {
        now += DAY / 8;
        for n in shown_at(&memory, now) {
            memory.record(&event(&ids[n], Act::Shown, now));
            highest = highest.max(memory.get(&ids[n]).unwrap().score(now));
        }
    }
    assert_eq!(shown_at(&memory, now), fresh, "the same symbols in the same order as without any history");
    assert!(highest < 0.5, "{highest}");
    let outsider = event(&ids[30], Act::Opened, now);
    memory.record(&outsider);
    let opened = memory.get(&ids[30]).unwrap().score(now);
    assert!(memory.iter().all(|(id, t)| *id == ids[30] || t.score(now) < opened));
}

#[test]
fn damaged_and_newer_files_are_distinguished() {
    let good = memory(&[event("a.go::F::func", Act::Opened, NOW)]).to_text();
    assert!(InteractionLog::parse(&good).is_ok());
    let newer = good.replace("\"version\":1", "\"version\":2");
    assert_eq!(InteractionLog::parse(&newer), Err(Unreadable::Newer(2)));
    let alien = "{\"version\": 7, \"symbols\": [\"of another shape\"]}";
    assert_eq!(InteractionLog::parse(alien), Err(Unreadable::Newer(7)));
    for damaged in [
        "",
        "null",
        "{}",
        &good[..good.len() / 2],
        &good.replace("[1,1]", "[-1,1]"),
        &good.replace("[1,1]", "[0,1]"),
        &good.replace(FORMAT, "something else"),
    ] {
        assert!(matches!(InteractionLog::parse(damaged), Err(Unreadable::Damaged(_))), "{damaged}");
    }
}

#[test]
fn moved_symbols_are_followed_vanished_ones_stay_a_while() {
    let data = graph(&[
        ("a/x.go", &["Stays"]),
        ("a/new.go", &["Moves"]),
        ("b/y.go", &["Twin"]),
        ("c/z.go", &["Twin"]),
    ]);
    let graph = data.graph();
    let mut kept = memory(&[
        event("a/x.go::Stays::func", Act::Opened, NOW),
        event("a/old.go::Moves::func", Act::Opened, NOW),
        event("gone.go::Twin::func", Act::Opened, NOW - 10 * DAY),
        event("a/x.go::Vanished::func", Act::Copied, NOW - 91 * DAY),
    ]);
    let before = kept.history(&graph, NOW);
    let mut follower = Follower::new(&graph);
    let tidied = kept.tidy(&graph, NOW, &mut |id| follower.follow(id));
    assert_eq!(tidied, Tidied { followed: 1, dropped: 1 });
    let ids: Vec<&str> = kept.iter().map(|row| row.0).collect();
    assert_eq!(ids, ["a/new.go::Moves::func", "a/x.go::Stays::func", "gone.go::Twin::func"]);
    assert_eq!(kept.history(&graph, NOW), before, "reading follows too");
    assert_eq!(before.len(), 2);
}

#[test]
fn the_weakest_and_oldest_go_when_there_are_too_many() {
    let mut memory = memory(&[
        event("shown", Act::Shown, NOW),
        event("old", Act::Opened, NOW - 300 * DAY),
        event("opened", Act::Opened, NOW),
        event("banned", Act::Banned, NOW),
    ]);
    assert_eq!(memory.bound(3, NOW), 1);
    assert_eq!(memory.bound(2, NOW), 1);
    let ids: Vec<&str> = memory.iter().map(|row| row.0).collect();
    assert_eq!(ids, ["banned", "opened"], "a ban is worth keeping");
}
