//! Cost of binding: a tree's facts become a graph, on one thread and on all. The flow of values is part of it.
//!
//!     cargo bench --bench bind
//!     TREE=/path/to/repository cargo bench --bench bind
//!
//! The files are read and lowered before the clock starts.

use std::hint::black_box;
use std::path::Path;

use codegraph_tui::golang::build_constraint::Host;
use codegraph_tui::golang::facts::FileFacts;
use codegraph_tui::golang::lower::Lowering;
use codegraph_tui::golang::module::Workspace;
use codegraph_tui::golang::{SourceFile, analyze};
use criterion::{Criterion, criterion_group, criterion_main};

/// Stacks as deep as those of the program's own threads.
const STACK: usize = 64 << 20;

/// The Go files of a tree with their facts, and its module files with their texts, by path.
type Sources = (Vec<(String, FileFacts)>, Vec<(String, String)>);

fn sources() -> Sources {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sample").to_owned();
    let root = std::env::var("TREE").unwrap_or(sample);
    let (mut files, mut modules, mut lowering) = (Vec::new(), Vec::new(), Lowering::new());
    for entry in ignore::WalkBuilder::new(&root).standard_filters(false).build().flatten() {
        let Ok(path) = entry.path().strip_prefix(&root) else { continue };
        let path = path.to_string_lossy().into_owned();
        let Ok(text) = std::fs::read(entry.path()) else { continue };
        match Path::new(&path).extension().and_then(|extension| extension.to_str()) {
            Some("go") => files.push((path, lowering.facts(&text))),
            Some("mod" | "work") => modules.push((path, String::from_utf8_lossy(&text).into_owned())),
            _ => {}
        }
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    (files, modules)
}

fn binding(c: &mut Criterion) {
    let (facts, modules) = sources();
    let workspace = Workspace::new(modules.iter().map(|(path, text)| (&**path, &**text)));
    let files: Vec<SourceFile<'_>> =
        facts.iter().map(|(path, facts)| SourceFile { path, facts, declarations_only: false }).collect();
    let mut group = c.benchmark_group("bind");
    group.sample_size(10);
    for threads in [1, std::thread::available_parallelism().map_or(1, Into::into)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        let pool = pool.expect("threads start");
        group.bench_function(format!("{threads} threads"), |b| {
            b.iter(|| pool.install(|| black_box(analyze(&files, &workspace, &Host::default()))));
        });
    }
    group.finish();
}

criterion_group!(benches, binding);
criterion_main!(benches);
