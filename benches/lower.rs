//! Cost of lowering beside parsing: every Go file of a tree, once parsed alone and once lowered, on one thread.
//!
//!     cargo bench --bench lower
//!     TREE=/path/to/repository cargo bench --bench lower
//!
//! Prints both times, their ratio, and the size of the facts. The files are read before the clock starts.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use codegraph_tui::golang::lower::Lowering;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn sources() -> Vec<Vec<u8>> {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sample").to_owned();
    let tree = std::env::var("TREE").unwrap_or(sample);
    let walk = ignore::WalkBuilder::new(tree).standard_filters(false).build();
    let is_go = |path: &Path| path.extension().is_some_and(|extension| extension == "go");
    walk.flatten()
        .filter(|entry| is_go(entry.path()))
        .filter_map(|entry| std::fs::read(entry.path()).ok())
        .collect()
}

fn parser() -> tree_sitter::Parser {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_go::LANGUAGE.into()).expect("the grammar fits the library");
    parser
}

fn lowering(c: &mut Criterion) {
    let sources = sources();
    let bytes: usize = sources.iter().map(Vec::len).sum();
    let mut group = c.benchmark_group("lower");
    group.throughput(Throughput::Bytes(bytes as u64)).sample_size(10);
    let mut parser = parser();
    group.bench_function("parse", |b| {
        b.iter(|| sources.iter().for_each(|source| drop(black_box(parser.parse(source, None)))));
    });
    let mut lowering = Lowering::new();
    group.bench_function("parse and lower", |b| {
        b.iter(|| sources.iter().for_each(|source| drop(black_box(lowering.facts(source)))));
    });
    group.finish();
    ratio(&sources);
}

/// The median of paired ratios: what each file took both ways, one right after the other, summed over the tree.
fn ratio(sources: &[Vec<u8>]) {
    let (mut parser, mut lowering) = (parser(), Lowering::new());
    let mut ratios: Vec<f64> = (0..5)
        .map(|_| {
            let (mut parsing, mut both) = (Duration::ZERO, Duration::ZERO);
            for source in sources {
                let start = Instant::now();
                black_box(parser.parse(source, None));
                parsing += start.elapsed();
                let start = Instant::now();
                black_box(lowering.facts(source));
                both += start.elapsed();
            }
            both.as_secs_f64() / parsing.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let nodes: usize = sources.iter().map(|source| lowering.facts(source).nodes.len()).sum();
    println!("lowering and parsing take {:.2} times parsing alone; {nodes} nodes", ratios[2]);
}

criterion_group!(benches, lowering);
criterion_main!(benches);
