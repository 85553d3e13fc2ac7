//! Holds the names of calls that a tree makes of other modules against a truth of Go's type checker, and measures what reading their
//! declarations costs.
//!
//!     cargo bench --bench dependencies -- TREE TRUTH [CACHE]
//!
//! `benches/dependencies/lay.py` lays out a module cache, and `benches/dependencies/main.go` makes the truth. Without CACHE the tree's
//! vendor folders are read.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use codegraph_tui::index::{self, BuildSettings, DependencySource, Outcome, Repository, Task};
use serde::Deserialize;

/// A call of another module, as the type checker has it.
#[derive(Deserialize)]
struct Call {
    file: String,
    line: u32,
    labels: Vec<String>,
    kind: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [tree, truth, rest @ ..] = &args[..] else { return Err("usage: TREE TRUTH [CACHE]".into()) };
    let dependencies = match rest {
        [] => DependencySource::Vendor,
        [cache, ..] => DependencySource::Folder(PathBuf::from(cache)),
    };
    let data = tempfile::tempdir()?;
    let built = |dependencies: &DependencySource| built(Path::new(tree), data.path(), dependencies);
    let (without, none) = built(&DependencySource::None)?;
    let (cold, _) = built(&dependencies)?;
    let (warm, outcome) = built(&dependencies)?;
    let report = &outcome.snapshot.meta().dependencies;
    println!("{}", report.summary().unwrap_or_default());
    println!("from nothing without {without:.2?}, facts cold {cold:.2?}, warm {warm:.2?}");
    let packages = report.packages.len().max(1) as u32;
    println!("reading, cold: {:.1} ms a package", (cold.saturating_sub(warm) / packages).as_secs_f64() * 1e3);
    let text = std::fs::read_to_string(truth)?;
    let calls: Vec<Call> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    for (what, outcome) in [("without", &none), ("with", &outcome)] {
        println!("{what}: {}", named_right(outcome, &calls));
    }
    Ok(())
}

/// Builds an index anew and returns how long that took.
fn built(
    tree: &Path,
    data: &Path,
    dependencies: &DependencySource,
) -> Result<(Duration, Outcome), Box<dyn Error>> {
    let repository = Repository::at(tree, Some(data))?;
    let settings = BuildSettings {
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        force: true,
        dependencies: dependencies.clone(),
        dependency_time: Duration::MAX,
        ..BuildSettings::default()
    };
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| (), glimpses: false };
    let start = Instant::now();
    let outcome = index::refresh(&repository, &settings, &task)?;
    Ok((start.elapsed(), outcome))
}

/// The calls with one of their right names, by kind: `func 10 of 10, method 7 of 9`.
fn named_right(outcome: &Outcome, calls: &[Call]) -> String {
    let graph = outcome.snapshot.graph();
    let mut ours: HashMap<(&str, u32), HashSet<&str>> = HashMap::new();
    for site in graph.foreign_names().flat_map(|name| graph.foreign(name)).filter(|site| site.is_call) {
        ours.entry((graph.symbol(site.from).path(), site.line)).or_default().insert(site.name);
    }
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for call in calls {
        let here = ours.get(&(call.file.as_str(), call.line));
        let is_right =
            here.is_some_and(|names| call.labels.iter().any(|label| names.contains(label.as_str())));
        let (right, all) = counts.entry(&call.kind).or_default();
        *right += usize::from(is_right);
        *all += 1;
        if !is_right && std::env::var_os("VERBOSE").is_some() {
            println!("  {}:{} {:?}, ours {here:?}", call.file, call.line, call.labels);
        }
    }
    let words = counts.iter().map(|(kind, (right, all))| {
        format!("{kind} {right} of {all} ({:.2} %)", 100.0 * *right as f64 / *all as f64)
    });
    words.collect::<Vec<_>>().join(", ")
}
