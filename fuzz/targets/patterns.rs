//! Any pattern of a tour's step over any text, and any filter and search that is typed or pasted.
//!
//! The input is cut at the byte 255: the pattern, and the text.

#![no_main]

use std::sync::LazyLock;

use codegraph_tui::app::filter::{Filter, letters};
use codegraph_tui::app::pattern::TextPattern;
use codegraph_tui::golang::{self, build_constraint::Host, module::Workspace};
use codegraph_tui::model::{GraphData, plain_name, unlinked, without_arguments};
use codegraph_tui::tour::{Finder, Opened, Tour};
use codegraph_tui_fuzz::parts;
use libfuzzer_sys::fuzz_target;

static NOTHING: LazyLock<GraphData> =
    LazyLock::new(|| golang::analyze(&[], &Workspace::new([]), &Host::default()));

fuzz_target!(|input: &[u8]| {
    let [pattern, text] = parts(input);
    let pattern = &*String::from_utf8_lossy(pattern);
    let step = serde_json::json!({ "file": "a.txt", "description": "d", "pattern": pattern });
    let tour = serde_json::json!({ "title": "t", "steps": [step] }).to_string();
    let tour = Tour::parse(tour.as_bytes()).expect("a tour");
    let graph = NOTHING.graph();
    let open = |path: &str| if path == "a.txt" { Opened::Text(text.into()) } else { Opened::Missing };
    let mut finder = Finder::new(&graph, &open);
    let n_lines = text.split(|&byte| byte == b'\n').count();
    for step in tour.steps() {
        let found = finder.find(step, None, 1);
        assert!(found.spot.is_none_or(|spot| (1..=n_lines).contains(&(spot.line as usize))));
    }
    let line = String::from_utf8_lossy(text);
    if let Ok(search) = TextPattern::parse(pattern) {
        assert!(search.in_line(&line).all(|range| line.get(range).is_some_and(|found| !found.is_empty())));
    }
    let filter = Filter::parse(pattern);
    let n_letters = line.chars().count() as u32;
    assert!(filter.lit(&line).iter().all(|&at| at < n_letters));
    let _ = (filter.letters(), letters(&line), filter.narrows(&Filter::parse(&line)));
    let _ = (plain_name(pattern), unlinked(pattern), without_arguments(pattern));
});
