//! Any question, with whatever is pasted into it: reports, logs, traces, diffs. It has an answer or a reason why not, the
//! rows are symbols of the tree with finite scores, and a pack keeps to its budget.

#![no_main]

use std::cell::RefCell;
use std::sync::LazyLock;

use codegraph_tui::index::{Snapshot, Sources};
use codegraph_tui::search::pack::PackStyle;
use codegraph_tui::search::pack::context::PackContext;
use codegraph_tui::search::pack::tokens::Counter;
use codegraph_tui::search::text::TextIndex;
use codegraph_tui::search::{Corpus, Engine, QueryRequest};
use codegraph_tui_fuzz::sample;
use libfuzzer_sys::fuzz_target;

const BUDGET: u32 = 1_000;

struct Tree {
    _data: tempfile::TempDir,
    snapshot: Snapshot,
    text: TextIndex,
    counter: Counter,
}

static TREE: LazyLock<Tree> = LazyLock::new(|| {
    let data = tempfile::tempdir().expect("a folder");
    let snapshot = sample(data.path());
    let text = snapshot.text().expect("a text index");
    Tree { _data: data, snapshot, text, counter: Counter::default() }
});

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

fuzz_target!(|text: &str| {
    let graph = TREE.snapshot.graph();
    let corpus =
        Corpus { graph: &graph, generation: TREE.snapshot.generation(), text: &TREE.text, past: None };
    let query = QueryRequest { text: text.to_owned(), ..QueryRequest::default() };
    let answer = match ENGINE.with_borrow_mut(|engine| engine.answer(&corpus, &query, &|| false)) {
        Ok(answer) => answer,
        Err(reason) => return assert!(!reason.to_string().is_empty()),
    };
    assert!(answer.rows.iter().all(|row| row.symbol.ix() < graph.n_symbols() && row.score.is_finite()));
    let mut sources = Sources::default();
    let mut read = |file| sources.bytes(&TREE.snapshot, &graph, file);
    let style = PackStyle::default();
    let context = PackContext::new(&graph, &answer, &style, BUDGET, &TREE.counter, &mut read);
    if let Ok(pack) = context.pack(BUDGET, &Default::default()) {
        assert!(pack.tokens <= BUDGET);
    }
});
