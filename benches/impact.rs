//! Blast radii of the 100 symbols that most others depend on.
//!
//!     cargo bench --bench impact                              # the bundled sample
//!     TREE=/usr/local/go/src cargo bench --bench impact       # any tree
//!
//! The index lies in the target folder. Criterion times a round over all 100 symbols; before that the times of single
//! radii are printed as percentiles: of the walk alone, each symbol five times, and of the whole answer (order, nearness
//! and the test lines of a tall screen too), each symbol once and then again, when what its tests reach is laid out and
//! its nearness remembered.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use codegraph_tui::impact::{Limits, Spreader, Start, Steps, Surveyor, THRESHOLD, TreeFacts};
use codegraph_tui::index::{self, BuildSettings, Repository, Snapshot, Task};
use codegraph_tui::model::{Graph, SymbolId};
use criterion::{Criterion, criterion_group, criterion_main};

const TARGETS: usize = 100;
/// Test lines that are written for an answer: as many as a tall screen shows.
const LINES: usize = 40;

fn bench(c: &mut Criterion) {
    let sample = || Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
    let tree = std::env::var_os("TREE").map_or_else(sample, PathBuf::from);
    let snapshot = indexed(&tree);
    let graph = snapshot.graph();
    let targets = most_depended_on(&graph);
    println!("{} symbols, {} edges", graph.n_symbols(), graph.n_edges());

    let mut spreader = Spreader::new(Steps::of(&graph));
    let cases = [
        ("threshold 0.10", Limits { threshold: THRESHOLD, ..Limits::default() }),
        ("no threshold, depth 15", Limits { threshold: 0.0, depth: Some(15), ..Limits::default() }),
    ];
    for (what, limits) in cases {
        percentiles(what, 5, &targets, |target| {
            spreader.impact(&[Start::whole(target)], limits).affected.len()
        });
    }
    let mut surveyor = Surveyor::default();
    let modules = snapshot.modules();
    let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
    let (_, limits) = cases[0];
    let mut answer = |target: SymbolId| {
        let starts = [Start::whole(target)];
        let tree = TreeFacts { modules: &modules, head: &|path| snapshot.head(path) };
        let radius = surveyor.survey(&graph, snapshot.generation(), &starts, limits, tree);
        for run in radius.runs.iter().take(LINES) {
            black_box(run.line(&graph));
        }
        radius.impact.affected.len()
    };
    let start = Instant::now();
    answer(SymbolId(0));
    println!("first answer about a graph: {:.1} ms", milliseconds(start));
    percentiles("threshold 0.10, whole answer", 1, &targets, &mut answer);
    percentiles("threshold 0.10, whole answer again", 3, &targets, answer);

    let mut group = c.benchmark_group("impact of 100 symbols");
    group.sample_size(10);
    group.bench_function("lay out", |b| b.iter(|| black_box(Steps::of(&graph))));
    for (what, limits) in cases {
        group.bench_function(what, |b| {
            b.iter(|| {
                for &target in &targets {
                    black_box(spreader.impact(&[Start::whole(target)], limits));
                }
            });
        });
    }
    group.finish();
}

fn indexed(tree: &Path) -> Snapshot {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("impact");
    let repository = Repository::at(tree, Some(&data)).expect("a tree of Go files");
    let settings = BuildSettings { threads: 2, ..BuildSettings::default() };
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
    index::refresh(&repository, &settings, &task).expect("an index").snapshot
}

/// The symbols with the most dependants, ties in order of the graph.
fn most_depended_on(graph: &Graph<'_>) -> Vec<SymbolId> {
    let mut targets: Vec<SymbolId> = (0..graph.n_symbols() as u32).map(SymbolId).collect();
    targets.sort_by_key(|id| std::cmp::Reverse(graph.symbol_in_degree[id.ix()]));
    targets.truncate(TARGETS);
    targets
}

/// Prints what single radii cost. `walk` answers with the size of the radius.
fn percentiles(what: &str, rounds: usize, targets: &[SymbolId], mut walk: impl FnMut(SymbolId) -> usize) {
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        for &target in targets {
            let start = Instant::now();
            let size = black_box(walk(target));
            times.push(milliseconds(start));
            if round == 0 {
                sizes.push(size);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    sizes.sort_unstable();
    println!(
        "{what}: p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms; affected: median {}, max {}",
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        times[times.len() - 1],
        sizes[sizes.len() / 2],
        sizes[sizes.len() - 1],
    );
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

criterion_group!(benches, bench);
criterion_main!(benches);
