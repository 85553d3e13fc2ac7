//! Packing: counting 500 candidates once, then re-packing them at every key press.
//!
//! `cargo bench --bench pack` prints the times for four budgets and three distributions of scores; `equal` and `step`
//! are the hard ones, where many choices are worth nearly the same.

use std::fmt::Write as _;
use std::hint::black_box;

use codegraph_tui::model::{SymbolId, SymbolKind};
use codegraph_tui::search::pack::render::{DetailLevel, SymbolText};
use codegraph_tui::search::pack::tokens::{Counter, Encoding};
use codegraph_tui::search::pack::{PackCandidate, PackStyle, Packer};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

const CANDIDATES: usize = 500;
const CEILING: u32 = 32_000;

/// Bodies of 3 to 120 lines, most of them short, as Go's are.
fn sources() -> Vec<String> {
    (0..CANDIDATES)
        .map(|ix| {
            let lines = 3 + (ix * 7919 % 120) * (ix * 104_729 % 120) / 120;
            let mut body = String::new();
            for line in 0..lines {
                let _ = writeln!(
                    body,
                    "\tvalue{line}, err := s.step{}(ctx, \"{ix}\", value{})",
                    line % 7,
                    line / 2
                );
            }
            format!("func (s *Server) handle{ix}(ctx context.Context) error {{\n{body}\treturn err\n}}")
        })
        .collect()
}

fn candidates<'t>(sources: &'t [String], score: impl Fn(usize) -> f64) -> Vec<PackCandidate<'t>> {
    let candidate = |(ix, source): (usize, &'t String)| {
        let text = SymbolText {
            symbol: SymbolId(ix as u32),
            kind: SymbolKind::Method,
            name: "Server.handle",
            path: "internal/server/handlers.go",
            line: ix as u32,
            signature: source.split(" {").next().unwrap_or(""),
            doc: "// handle answers one request and says what went wrong.",
            source,
            excerpt: "",
            role: "",
            alike: 0,
        };
        PackCandidate {
            text,
            lines: Vec::new(),
            excerpts: &[],
            score: score(ix),
            most: Some(DetailLevel::Full),
            comes_with: Vec::new(),
            imports: Vec::new(),
        }
    };
    sources.iter().enumerate().map(candidate).collect()
}

fn bench(c: &mut Criterion) {
    Encoding::O200k.load();
    let sources = sources();
    let style = PackStyle::default();
    let decaying = candidates(&sources, |ix| 1.0 / (1.0 + ix as f64));
    c.bench_function("count 500 candidates", |b| {
        b.iter_batched(
            Counter::default,
            |counter| black_box(Packer::new(&decaying, &style, CEILING, &counter)),
            BatchSize::LargeInput,
        );
    });
    let counter = Counter::default();
    for (name, candidates) in [
        ("decaying", decaying),
        ("equal", candidates(&sources, |_| 1.0)),
        ("step", candidates(&sources, |ix| if ix < 50 { 1.0 } else { 0.5 })),
    ] {
        let packer = Packer::new(&candidates, &style, CEILING, &counter);
        for budget in [100, 1000, 4000, 32_000] {
            c.bench_function(&format!("re-pack/{name}/{budget}"), |b| {
                b.iter(|| black_box(packer.pack(budget, &[])));
            });
        }
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
