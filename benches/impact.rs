//! Blast radii of the 100 symbols that most others depend on, in the standard library or any other Go tree.
//!
//! `TREE=/usr/local/go/src cargo bench --bench impact` indexes the tree in memory-mapped form under the system's
//! folder for temporary files, and prints the median and the worst times of three kinds of walks.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use codegraph_tui::impact::{Limits, Spreader, Start, Steps};
use codegraph_tui::index::{self, Repository, Settings, Task};
use codegraph_tui::model::SymbolId;

fn main() {
    let tree = std::env::var_os("TREE").map_or_else(|| PathBuf::from("assets/sample"), PathBuf::from);
    let data = std::env::temp_dir().join("codegraph-tui-bench");
    let repository = Repository::at(&tree, Some(&data)).expect("a tree of Go files");
    let settings = Settings { threads: 2, vendor: false, force: false };
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
    let outcome = index::refresh(&repository, &settings, &task).expect("an index");
    let graph = outcome.snapshot.graph();

    let start = Instant::now();
    let mut spreader = Spreader::new(Steps::of(&graph));
    println!("{} symbols, {} edges; laid out in {:.1} ms", graph.n_symbols(), graph.n_edges(), ms(start));
    let mut targets: Vec<SymbolId> = (0..graph.n_symbols() as u32).map(SymbolId).collect();
    targets.sort_by_key(|id| std::cmp::Reverse(graph.symbol_in_degree[id.ix()]));
    targets.truncate(100);

    for depth in [Some(1), Some(2), Some(3), Some(4), Some(6), Some(15), None] {
        for threshold in [0.1, 0.0] {
            let limits = Limits { threshold, depth, ..Limits::default() };
            let mut times = Vec::new();
            let mut reached = Vec::new();
            for &symbol in &targets {
                let start = Instant::now();
                let impact = spreader.impact(&[Start::whole(symbol)], limits);
                times.push(ms(start));
                reached.push(impact.affected.len());
            }
            times.sort_by(f64::total_cmp);
            reached.sort_unstable();
            println!(
                "threshold {threshold:.2} depth {depth:?}: p50 {:.2} ms, p99 {:.2} ms, max {:.2}; reached p50 {} max {}",
                times[times.len() / 2],
                times[times.len() * 99 / 100],
                times[times.len() - 1],
                reached[reached.len() / 2],
                reached[reached.len() - 1],
            );
        }
    }
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
