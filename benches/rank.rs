//! `PageRank` on generated graphs (5.7 links a node, 30 % of the nodes dangling, power-law in-degrees), against the
//! textbook way: a map of scores and a set of contributors for each node.
//!
//! `cargo bench --bench rank` prints the times, then how many times faster than the maps.

use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::time::{Duration, Instant};

use codegraph_tui::rank::{Csr, DAMPING, pagerank};
use criterion::{Criterion, criterion_group, criterion_main};

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

fn bench(c: &mut Criterion) {
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

criterion_group!(benches, bench);
criterion_main!(benches);
