//! Any tour file: it is refused, or read, looked up and written back as it was.

#![no_main]

use std::sync::LazyLock;

use codegraph_tui::golang::build_constraint::Host;
use codegraph_tui::golang::lower::Lowering;
use codegraph_tui::golang::module::Workspace;
use codegraph_tui::golang::{self, SourceFile};
use codegraph_tui::model::GraphData;
use codegraph_tui::tour::{Finder, Opened, Tour, plain, slug};
use libfuzzer_sys::fuzz_target;

const SOURCE: &str = "// Package p is here to be found.\npackage p\n\n// F calls itself.\nfunc F() { F() }\n\ntype T struct{ x int }\n\nfunc (T) M() {}\n";

static TREE: LazyLock<GraphData> = LazyLock::new(|| {
    let facts = Lowering::new().facts(SOURCE.as_bytes());
    let file = SourceFile { path: "a.go", facts: &facts, declarations_only: false };
    golang::analyze(&[file], &Workspace::new([]), &Host::default())
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut tour) = Tour::parse(bytes) else { return };
    let text = tour.to_text();
    assert_eq!(Tour::parse(text.as_bytes()).map(|again| again.to_text()), Ok(text));
    let graph = TREE.graph();
    let open = |path: &str| match path {
        "a.go" => Opened::Text(SOURCE.as_bytes().into()),
        "" | "." | "sub" => Opened::Folder,
        _ => Opened::Missing,
    };
    let mut finder = Finder::new(&graph, &open);
    let marker = tour.marker();
    for (ix, step) in tour.steps().enumerate().take(32) {
        let found = finder.find(step, marker.as_deref(), ix + 1);
        assert!(found.spot.is_none_or(|spot| spot.line >= 1));
        let _ = (step.title(), step.contents(), step.commands(), step.why(), plain(step.description()));
    }
    let _ = (slug(tour.title()), tour.git_ref(), tour.next_tour(), tour.is_primary(), tour.generated());
    tour.set_own();
    tour.swap(0, 1);
    tour.describe(0, "words");
    tour.remove(1);
    let text = tour.to_text();
    assert!(Tour::parse(text.as_bytes()).is_ok());
});
