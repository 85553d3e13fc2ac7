//! Orders of importance and generated tours, held against symbols that maintainers show a newcomer.
//!
//! `cargo bench --bench load -- TREE=TRUTH.jsonl...`: each line of a truth file names a symbol (`file`, `name`, `recv`) and its
//! `grade`, 3 for the spine down to 1. Prints for authority, load and hub: nDCG@25, recall of grade 3 among 25 and 50,
//! precision of the first ten; for the tours: how many stops are such symbols, or members of such types. Tests, what is there for them,
//! generated code and files are left out of the lists.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use codegraph_tui::index::tours::Opener;
use codegraph_tui::index::{BuildSettings, Repository, Store, Task, documents, refresh};
use codegraph_tui::model::{Graph, Symbol, SymbolId, SymbolKind, symbol_flag};
use codegraph_tui::rank::test_support_packages;
use codegraph_tui::tour::{Planner, TourKind};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Grades by file and qualified name.
type Truth = HashMap<(String, String), u32>;

const MEASURES: [&str; 3] = ["authority", "load", "hub"];

fn main() -> Outcome<()> {
    let mut sums = [[0.0; 4]; MEASURES.len()];
    let mut trees = 0.0;
    let mut stops: HashMap<&str, (usize, usize)> = HashMap::new();
    println!("{:<12} {:<10} {:>8} {:>6} {:>6} {:>6}", "tree", "order", "nDCG@25", "R3@25", "R3@50", "P@10");
    for arg in std::env::args().skip(1).filter(|arg| arg != "--bench") {
        let (tree, truth) = arg.split_once('=').ok_or("TREE=TRUTH.jsonl")?;
        let truth = read(Path::new(truth))?;
        let data = tempfile::tempdir()?;
        let repository =
            Repository { root: Path::new(tree).canonicalize()?, store: Store::new(data.path().to_owned()) };
        let threads = std::thread::available_parallelism()?.get();
        let settings = BuildSettings { threads, ..BuildSettings::default() };
        let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
        let snapshot = refresh(&repository, &settings, &task)?.snapshot;
        let graph = snapshot.graph();
        let name = repository.root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        trees += 1.0;
        for (measure, sum) in MEASURES.iter().zip(&mut sums) {
            let figures = figures(&listed(&graph, measure), &truth);
            print(&name, measure, figures);
            sum.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
        }
        let opener = Opener::new(&repository.root);
        let open = |path: &str| opener.open(path);
        let documents = documents(&repository.root);
        let planner = Planner::new(&graph, &open, &documents);
        for kind in [TourKind::LoadBearing, TourKind::EntryPoints] {
            for plan in planner.plans(kind) {
                let (shown, are_key) = (
                    plan.stops.len(),
                    plan.stops.iter().filter(|stop| is_key(&graph, stop.symbol, &truth)).count(),
                );
                println!("  {:<12} {:<50} {are_key} of {shown} stops are key", kind.name(), plan.title);
                let sum = stops.entry(kind.name()).or_default();
                *sum = (sum.0 + are_key, sum.1 + shown);
            }
        }
    }
    for (measure, sum) in MEASURES.iter().zip(sums) {
        print("mean", measure, sum.map(|sum| sum / trees));
    }
    for (kind, (are_key, shown)) in stops {
        println!(
            "{kind}: {are_key} of {shown} stops are key, {:.0} %",
            100.0 * are_key as f64 / shown.max(1) as f64
        );
    }
    Ok(())
}

fn read(path: &Path) -> Outcome<Truth> {
    let text = std::fs::read_to_string(path)?;
    let mut truth = Truth::new();
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line)?;
        let word = |key: &str| value[key].as_str().unwrap_or_default();
        let name = match word("recv") {
            "" => word("name").to_owned(),
            recv => format!("{recv}.{}", word("name")),
        };
        truth.insert((word("file").to_owned(), name), value["grade"].as_u64().unwrap_or(0) as u32);
    }
    Ok(truth)
}

fn key(symbol: Symbol<'_>) -> (String, String) {
    (symbol.path().to_owned(), symbol.qualified().to_owned())
}

/// Returns whether a stop is a key symbol, or a member of one.
fn is_key(graph: &Graph<'_>, stop: SymbolId, truth: &Truth) -> bool {
    let symbol = graph.symbol(stop);
    let owner = symbol.owner().map(|owner| graph.symbol(owner));
    truth.contains_key(&key(symbol)) || owner.is_some_and(|owner| truth.contains_key(&key(owner)))
}

/// The first sixty symbols by a measure.
fn listed(graph: &Graph<'_>, measure: &str) -> Vec<(String, String)> {
    let scores = match measure {
        "load" => graph.symbol_load,
        "hub" => graph.symbol_hub,
        _ => graph.symbol_authority,
    };
    let test_packages = test_support_packages(graph);
    let left_out = symbol_flag::TEST | symbol_flag::GENERATED | symbol_flag::VENDORED;
    let mut all: Vec<Symbol<'_>> = graph
        .symbols()
        .filter(|symbol| {
            symbol.kind() != SymbolKind::File
                && !symbol.has(left_out)
                && !test_packages.contains(&symbol.package())
        })
        .collect();
    all.sort_by(|a, b| scores[b.id.ix()].total_cmp(&scores[a.id.ix()]).then(a.id.cmp(&b.id)));
    all.into_iter().take(60).map(key).collect()
}

/// nDCG@25, recall of grade 3 at 25 and 50, precision at 10, in per cent.
fn figures(listed: &[(String, String)], truth: &Truth) -> [f64; 4] {
    let gain = |grade: u32| f64::from(2u32.pow(grade) - 1);
    let dcg = |grades: &mut dyn Iterator<Item = u32>| -> f64 {
        grades.take(25).enumerate().map(|(ix, grade)| gain(grade) / (ix as f64 + 2.0).log2()).sum()
    };
    let mut ideal: Vec<u32> = truth.values().copied().collect();
    ideal.sort_unstable_by(|a, b| b.cmp(a));
    let found = dcg(&mut listed.iter().map(|key| truth.get(key).copied().unwrap_or(0)));
    let spine = truth.values().filter(|grade| **grade == 3).count().max(1) as f64;
    let recall =
        |n: usize| listed.iter().take(n).filter(|key| truth.get(*key) == Some(&3)).count() as f64 / spine;
    let precise = listed.iter().take(10).filter(|key| truth.contains_key(*key)).count() as f64 / 10.0;
    [found / dcg(&mut ideal.into_iter()), recall(25), recall(50), precise].map(|figure| figure * 100.0)
}

fn print(tree: &str, measure: &str, [ndcg, r25, r50, p10]: [f64; 4]) {
    println!("{tree:<12} {measure:<10} {ndcg:>8.1} {r25:>6.0} {r50:>6.0} {p10:>6.0}");
}
