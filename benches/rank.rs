//! `PageRank` on generated graphs (5.7 links a node, 30 % of the nodes dangling, power-law in-degrees), against the
//! textbook way: a map of scores and a set of contributors for each node.
//!
//! Then walks from five random symbols on a graph of that shape with kinds on its edges, 300 different ones each.
//!
//! `cargo bench --bench rank` prints the times and the ratios.

use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::time::{Duration, Instant};

use codegraph_tui::model::{
    EdgeDraft, EdgeKind, FileDraft, GraphBuilder, GraphData, Origin, SymbolDraft, SymbolId, SymbolKind,
};
use codegraph_tui::rank::{Csr, DAMPING, Intent, Personalization, Walker, pagerank};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// Splitmix64: the same graphs on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn generated(n: usize) -> Csr {
    let mut random = Random(n as u64);
    Csr::from_rows((0..n).map(|_| {
        let degree = if random.unit() < 0.3 { 0 } else { (random.unit() * 16.3) as usize };
        let mut row: Vec<u32> = (0..degree)
            // The fourth power gives the head of the ids most of the links.
            .map(|_| ((random.unit().powi(4) * n as f64) as u32).wrapping_mul(2_654_435_761) % n as u32)
            .collect();
        row.sort_unstable();
        row.dedup();
        row
    }))
}

/// The same walk to the same stop, as the seed's description reads.
fn by_maps(forward: &Csr, rounds: u32) -> HashMap<u32, f64> {
    let n = forward.n_nodes();
    let mut contributors: HashMap<u32, HashSet<u32>> = HashMap::new();
    let mut degree: HashMap<u32, usize> = HashMap::new();
    for from in 0..n {
        degree.insert(from as u32, forward.row(from).len());
        for &to in forward.row(from) {
            contributors.entry(to).or_default().insert(from as u32);
        }
    }
    let mut scores: HashMap<u32, f64> = (0..n as u32).map(|node| (node, 1.0 / n as f64)).collect();
    for _ in 0..rounds {
        let dangling: f64 = scores.iter().filter(|(node, _)| degree[node] == 0).map(|(_, s)| s).sum();
        let base = (1.0 - DAMPING + DAMPING * dangling) / n as f64;
        scores = (0..n as u32)
            .map(|node| {
                let from = contributors.get(&node);
                let lent: f64 = from.into_iter().flatten().map(|u| scores[u] / degree[u] as f64).sum();
                (node, base + DAMPING * lent)
            })
            .collect();
    }
    scores
}

fn fastest(runs: usize, mut work: impl FnMut()) -> Duration {
    let once = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..runs).map(|_| once(&mut work)).min().unwrap_or_default()
}

/// The generated links as a graph of functions; the kinds in about the shares that Go code has.
fn graph_of(links: &Csr) -> GraphData {
    let kinds = [EdgeKind::Calls, EdgeKind::Uses, EdgeKind::Accesses, EdgeKind::Calls, EdgeKind::MemberOf];
    let function = |ix: usize| SymbolDraft {
        kind: SymbolKind::Func,
        flags: 0,
        name: "f".into(),
        qualified: "f".into(),
        signature: "".into(),
        file: Some(0),
        owner: None,
        line: ix as u32,
        col: 1,
        end_line: ix as u32,
        start: ix as u32,
        body: ix as u32,
        end: ix as u32,
        doc: [0, 0],
    };
    let file = FileDraft { path: "f.go".into(), flags: 0, lines: 0, package: 0 };
    let mut builder = GraphBuilder::new(vec![file], (0..links.n_nodes()).map(function).collect());
    builder.edges((0..links.n_nodes()).flat_map(|from| {
        links.row(from).iter().map(move |&to| EdgeDraft {
            from: SymbolId(from as u32),
            to: SymbolId(to),
            kind: kinds[(from + to as usize) % kinds.len()],
            origin: Origin::Scope,
            confidence: 0.95,
            share: 1.0,
            access: 0,
            line: 1,
        })
    }));
    builder.finish()
}

fn bench_push(c: &mut Criterion) {
    for n in [100_000, 1_000_000] {
        let data = graph_of(&generated(n));
        let graph = data.graph();
        for intent in [Intent::Balanced, Intent::Impact] {
            let mut random = Random(7);
            let mut seeds = || {
                let seeds: Vec<SymbolId> =
                    (0..5).map(|_| SymbolId((random.next() % n as u64) as u32)).collect();
                Personalization::uniform(&seeds)
            };
            let mut walker = Walker::default();
            let start = Instant::now();
            walker.walk(&graph, 1, intent, &seeds());
            println!("{n} nodes, {}: first walk with its steps {:?}", intent.name(), start.elapsed());
            let mut times: Vec<(Duration, u32, u32)> = (0..300)
                .map(|_| {
                    let seeds = seeds();
                    let start = Instant::now();
                    let near = walker.walk(&graph, 1, intent, &seeds);
                    (start.elapsed(), near.report.pushes, near.report.touched)
                })
                .collect();
            times.sort_unstable();
            println!(
                "{n} nodes, {}: p50 {:?}, p99 {:?} (time, pushes, touched)",
                intent.name(),
                times[150],
                times[297]
            );
            // More seeds than the walker remembers: every walk is a new one.
            c.bench_function(&format!("push/{n}/{}", intent.name()), |b| {
                b.iter_batched(
                    &mut seeds,
                    |seeds| black_box(walker.walk(&graph, 1, intent, &seeds)),
                    BatchSize::SmallInput,
                );
            });
        }
    }
}

fn bench_pagerank(c: &mut Criterion) {
    let mut group = c.benchmark_group("pagerank");
    group.sample_size(10);
    for n in [10_000, 100_000, 1_000_000] {
        let forward = generated(n);
        let backward = forward.reversed();
        group.bench_function(format!("{n}"), |b| b.iter(|| black_box(pagerank(&forward, &backward))));

        let convergence = pagerank(&forward, &backward).convergence;
        let ours = fastest(3, || drop(black_box(pagerank(&forward, &backward))));
        if n <= 100_000 {
            let maps = fastest(1, || drop(black_box(by_maps(&forward, convergence.iterations))));
            println!(
                "{n} nodes, {} links, {} rounds: {ours:?}; with maps {maps:?}, {:.0} x slower",
                forward.n_links(),
                convergence.iterations,
                maps.as_secs_f64() / ours.as_secs_f64()
            );
        } else {
            println!("{n} nodes, {} links: {ours:?}; {convergence:?}", forward.n_links());
        }
    }
    group.finish();
}

criterion_group!(benches, bench_pagerank, bench_push);
criterion_main!(benches);
