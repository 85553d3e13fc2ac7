//! Asking: cutting words, reading and matching a question, fusing, and a whole answer.
//!
//!     cargo bench --bench search                              # the bundled sample
//!     GO_TREE=/usr/lib/go/src cargo bench --bench search      # any tree
//!
//! The index lies in the target folder. A whole answer is 100 rows; `percentiles` asks 300 questions made of the tree's
//! own names twice over and prints the median and the 99th of a hundred: rows, counting, packing, and all together, the
//! first time, when nothing is counted yet, and the second. Walks are remembered for fewer questions than these. `lookups`
//! asks 40 questions of each common relation in one open session, each for the first time, and prints the same.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use codegraph_tui::index::{self, BuildSettings, Repository, Session, Sources, Task};
use codegraph_tui::model::{FileId, Symbol, SymbolId, SymbolKind};
use codegraph_tui::rank::{Intent, Personalization, Walker};
use codegraph_tui::search::pack::context::PackContext;
use codegraph_tui::search::pack::tokens::{Counter, Encoding};
use codegraph_tui::search::pack::{DEFAULT_BUDGET, PackStyle};
use codegraph_tui::search::{Corpus, Engine, Fusion, QueryRequest, Weights, analysis::tokenizer};
use criterion::{Criterion, criterion_group, criterion_main};

fn bench(c: &mut Criterion) {
    let sample = || Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
    let tree = std::env::var_os("GO_TREE").map_or_else(sample, PathBuf::from);
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("search");
    let repository = Repository::at(&tree, Some(&data)).expect("a tree");
    let (cancel, report) = (AtomicBool::new(false), |_| {});
    let settings = BuildSettings { threads: 2, ..BuildSettings::default() };
    let task = Task { cancel: &cancel, report: &report, glimpses: false };
    let snapshot = index::refresh(&repository, &settings, &task).expect("an index").snapshot;
    let graph = snapshot.graph();
    let text = snapshot.text().expect("a text index");
    let corpus = Corpus { graph: &graph, generation: snapshot.generation(), text: &text, past: None };

    let names: Vec<&str> = graph.symbols().map(Symbol::name).take(10_000).collect();
    c.bench_function(&format!("cut {} names into words", names.len()), |b| {
        b.iter(|| names.iter().map(|name| tokenizer::parts(name).len()).sum::<usize>());
    });
    let source = std::fs::read_to_string(repository.root.join(graph.path(FileId(0)))).unwrap_or_default();
    Encoding::O200k.load();
    c.bench_function(&format!("count the tokens of {} bytes", source.len()), |b| {
        b.iter(|| black_box(Encoding::O200k.count(&source)));
    });
    c.bench_function("open the text index", |b| b.iter(|| black_box(snapshot.text())));

    let mut engine = Engine::default();
    let query = |text: &str| QueryRequest { text: text.to_owned(), ..QueryRequest::default() };
    let question = query("how does the server handle a request that fails with a timeout");
    c.bench_function("match the words of a question", |b| {
        b.iter(|| black_box(engine.semantic(&corpus, &question.text, true)));
    });
    c.bench_function("gather what speaks for a question", |b| {
        b.iter(|| black_box(engine.evidence(&corpus, &question, &|| false)));
    });
    let evidence = engine.evidence(&corpus, &question, &|| false).expect("evidence");
    let weights = Weights::default();
    c.bench_function(&format!("fuse {} candidates", evidence.candidates.len()), |b| {
        b.iter(|| {
            let fusion = Fusion::of(&evidence.candidates, evidence.weights(&weights));
            evidence.candidates.iter().map(|candidate| fusion.score(candidate)).sum::<f32>()
        });
    });
    c.bench_function("answer in rows", |b| {
        b.iter(|| black_box(engine.answer(&corpus, &question, &|| false)));
    });

    let (counter, mut walker) = (Counter::default(), Walker::default());
    for which in ["the first time", "the second"] {
        println!("{which}:");
        percentiles(&corpus, &snapshot, &mut engine, &counter, &mut walker);
    }
    lookups(&snapshot);
}

/// Questions that the graph answers, about symbols all over the tree.
fn lookups(snapshot: &index::Snapshot) {
    const OF_EACH: usize = 40;
    type IsAskedOf = fn(&Symbol<'_>) -> bool;
    let is_callable: IsAskedOf = |symbol| symbol.kind().is_callable();
    let is_interface: IsAskedOf = |symbol| symbol.kind() == SymbolKind::Interface;
    let is_struct: IsAskedOf = |symbol| symbol.kind() == SymbolKind::Struct;
    let is_package: IsAskedOf = |symbol| symbol.kind() == SymbolKind::Package;
    let graph = snapshot.graph();
    let mut session = Session::default();
    session.text(snapshot).expect("a text index");
    println!("lookups, each the first time:");
    let mut all = Vec::new();
    for (form, is_asked_of) in [
        ("who calls _", is_callable),
        ("what does _ call", is_callable),
        ("tests for _", is_callable),
        ("who implements _", is_interface),
        ("methods of _", is_struct),
        ("who uses _", is_struct),
        ("what breaks if I change _", is_struct),
        ("who imports _", is_package),
    ] {
        let symbols: Vec<Symbol<'_>> = graph.symbols().filter(is_asked_of).collect();
        let step = (symbols.len() / OF_EACH).max(1);
        let mut times = Vec::new();
        for symbol in symbols.iter().step_by(step).take(OF_EACH) {
            let query = QueryRequest { text: form.replace('_', &symbol.label()), ..QueryRequest::default() };
            let start = Instant::now();
            let answer = session.ask(snapshot, None, &query, &|| false).expect("an answer");
            let took = start.elapsed();
            // A name that several symbols have may be answered by words.
            if answer.ranked().is_none() {
                times.push(took);
            }
        }
        all.extend_from_slice(&times);
        print_times(&format!("{} of {form}", times.len()), times);
    }
    print_times("all", all);
}

fn print_times(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len() * percent / 100).map_or(0.0, Duration::as_secs_f64);
    println!("  {what}: {:.2} ms at the median, {:.2} ms for one in a hundred", at(50) * 1e3, at(99) * 1e3);
}

/// Questions of three to eight words out of the names of a tree, each asked once, then their walks alone.
fn percentiles(
    corpus: &Corpus<'_>,
    snapshot: &index::Snapshot,
    engine: &mut Engine,
    counter: &Counter,
    walker: &mut Walker,
) {
    const QUESTIONS: usize = 300;
    let graph = corpus.graph;
    let n = graph.n_symbols();
    let name = |ix: usize| graph.symbol(SymbolId((ix.wrapping_mul(2_654_435_761) % n) as u32)).name();
    let mut sources = Sources::default();
    let mut times = ["rows", "counting", "packing", "all", "re-packing"].map(|what| (what, Vec::new()));
    let mut starts = Vec::new();
    for question in 0..QUESTIONS {
        let text: Vec<String> = (0..2 + question % 3)
            .flat_map(|word| tokenizer::parts(name(question * 7 + word)))
            .take(8)
            .collect();
        let query = QueryRequest { text: text.join(" "), ..QueryRequest::default() };
        if query.text.is_empty() {
            continue;
        }
        let start = Instant::now();
        let answer = engine.answer(corpus, &query, &|| false).expect("an answer");
        let rows = start.elapsed();
        let mut read = |file| sources.bytes(snapshot, graph, file);
        let style = PackStyle::default();
        let context = PackContext::new(graph, &answer, &style, DEFAULT_BUDGET, counter, &mut read);
        let counted = start.elapsed();
        black_box(context.pack(DEFAULT_BUDGET, &rustc_hash::FxHashMap::default())).expect("a pack");
        let all = start.elapsed();
        black_box(context.pack(DEFAULT_BUDGET / 2, &rustc_hash::FxHashMap::default())).expect("a pack");
        let again = start.elapsed();
        let span = Duration::saturating_sub;
        let spans = [rows, span(counted, rows), span(all, counted), all, span(again, all)];
        for ((_, times), span) in times.iter_mut().zip(spans) {
            times.push(span);
        }
        starts.push(Personalization::uniform(&answer.ranked().expect("words were searched for").seeds));
    }
    let walks = starts.iter().map(|seeds| {
        let start = Instant::now();
        black_box(walker.walk(graph, corpus.generation, Intent::Balanced, seeds));
        start.elapsed()
    });
    let walks = ("a walk alone", walks.collect());
    for (what, mut times) in times.into_iter().chain([walks]) {
        // The first builds what all others use.
        times.drain(..times.len().min(5));
        print_times(what, times);
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
