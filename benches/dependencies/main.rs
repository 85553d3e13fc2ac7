//! Holds what crosses the border of a tree against a truth of Go's type checker: the names of calls of other modules, methods that
//! these call through an interface of theirs, and functions that are handed to them. Measures what reading their declarations costs.
//!
//!     cargo bench --bench dependencies -- TREE TRUTH [CACHE]
//!
//! `benches/dependencies/lay.py` lays out a module cache, and `benches/oracle` makes the truth (`-module`). Without CACHE the tree's
//! vendor folders are read. With VERBOSE set, what is wrong is listed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use codegraph_tui::index::{self, BuildSettings, DependencySource, Outcome, Repository, Task};
use codegraph_tui::model::{EdgeKind, Graph, SymbolId, SymbolKind};
use serde::Deserialize;

/// A row of the truth.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum Row {
    File {
        file: String,
    },
    Outside(Call),
    Untyped {
        file: String,
        line: u32,
    },
    Given(Given),
    #[serde(rename = "given std")]
    GivenStd(Given),
    Handed(Given),
    #[serde(other)]
    Other,
}

/// A call of another module.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Call {
    file: String,
    line: u32,
    col: u32,
    labels: Vec<String>,
    kind: String,
}

/// A function or method of the tree that other code gets to call, by its place. Ordered, so that each is counted once.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Given {
    file: String,
    line: u32,
    name: String,
}

#[derive(Default)]
struct Truth {
    files: HashSet<String>,
    calls: BTreeSet<Call>,
    untyped: HashSet<(String, u32)>,
    /// By what they are.
    given: BTreeMap<&'static str, BTreeSet<Given>>,
}

impl Truth {
    fn read(path: &str) -> Result<Self, Box<dyn Error>> {
        let mut truth = Self::default();
        for line in std::fs::read_to_string(path)?.lines() {
            let (what, given) = match serde_json::from_str(line)? {
                Row::Given(given) => ("methods behind interfaces of other modules", given),
                Row::GivenStd(given) => ("methods behind interfaces of the standard library", given),
                Row::Handed(given) => ("functions handed to other modules", given),
                Row::File { file } => {
                    truth.files.insert(file);
                    continue;
                }
                Row::Outside(call) => {
                    truth.calls.insert(call);
                    continue;
                }
                Row::Untyped { file, line } => {
                    truth.untyped.insert((file, line));
                    continue;
                }
                Row::Other => continue,
            };
            truth.given.entry(what).or_default().insert(given);
        }
        Ok(truth)
    }
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
    let truth = Truth::read(truth)?;
    for (what, outcome) in [("without", &none), ("with", &outcome)] {
        println!("{what}: {}", named_right(outcome, &truth));
        for (given, callables) in &truth.given {
            println!("  {given}: {}", called_back(&outcome.snapshot.graph(), callables));
        }
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

fn is_verbose() -> bool {
    std::env::var_os("VERBOSE").is_some()
}

/// The calls with one of their right names, by kind, and how many of our names are right: `func 10 of 10, method 7 of 9`.
fn named_right(outcome: &Outcome, truth: &Truth) -> String {
    let graph = outcome.snapshot.graph();
    let packages = outcome.snapshot.meta().dependencies.packages.iter();
    let packages: HashSet<&str> = packages.map(|package| package.path.as_str()).collect();
    let mut ours: HashMap<(&str, u32), HashSet<&str>> = HashMap::new();
    for site in graph.foreign_names().flat_map(|name| graph.foreign(name)).filter(|site| site.is_call) {
        ours.entry((graph.symbol(site.from).path(), site.line)).or_default().insert(site.name);
    }
    let mut right_here: HashMap<(&str, u32), HashSet<&str>> = HashMap::new();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for call in &truth.calls {
        let place = (call.file.as_str(), call.line);
        right_here.entry(place).or_default().extend(call.labels.iter().map(String::as_str));
        let here = ours.get(&place);
        let is_right =
            here.is_some_and(|names| call.labels.iter().any(|label| names.contains(label.as_str())));
        let (right, all) = counts.entry(&call.kind).or_default();
        *right += usize::from(is_right);
        *all += 1;
        if !is_right && is_verbose() {
            println!("  missing {}:{} {:?}, ours {here:?}", call.file, call.line, call.labels);
        }
    }
    let typed = |place: &(&str, u32)| {
        truth.files.contains(place.0) && !truth.untyped.contains(&(place.0.to_owned(), place.1))
    };
    for (place, names) in ours.iter().filter(|(place, _)| typed(place)) {
        for name in names.iter().filter(|name| is_member_of(&packages, name)) {
            let is_right = right_here.get(place).is_some_and(|names| names.contains(name));
            let (right, all) = counts.entry("our names of members").or_default();
            *right += usize::from(is_right);
            *all += 1;
            if !is_right && is_verbose() {
                println!("  wrong {}:{} {name}", place.0, place.1);
            }
        }
    }
    let words = counts.iter().map(|(kind, (right, all))| {
        format!("{kind} {right} of {all} ({:.2} %)", 100.0 * *right as f64 / *all as f64)
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Tells a name that is a member of a type of one of the packages.
fn is_member_of(packages: &HashSet<&str>, name: &str) -> bool {
    let mut parts = name.rsplitn(3, '.').skip(2);
    parts.next().is_some_and(|package| packages.contains(package))
}

/// The numbers of callables that show that other code calls them: by an edge of the declaration that hands them over, or by a note.
fn called_back(graph: &Graph<'_>, callables: &BTreeSet<Given>) -> String {
    let mut symbols: HashMap<(&str, u32, &str), SymbolId> = HashMap::new();
    for id in (0..graph.n_symbols() as u32).map(SymbolId) {
        let symbol = graph.symbol(id);
        if matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Method) {
            symbols.insert((symbol.path(), symbol.line(), symbol.name()), id);
        }
    }
    let (mut by_edge, mut by_note) = (0, 0);
    for given in callables {
        let symbol = symbols.get(&(given.file.as_str(), given.line, given.name.as_str()));
        let is_run = |&id: &SymbolId| graph.incoming(id).any(|edge| edge.kind == EdgeKind::Runs);
        let is_noted = |&id: &SymbolId| graph.outside(id).next().is_some();
        if symbol.is_some_and(is_run) {
            by_edge += 1;
        } else if symbol.is_some_and(is_noted) {
            by_note += 1;
        } else if is_verbose() {
            println!("  neither edge nor note: {}:{} {}", given.file, given.line, given.name);
        }
    }
    let all = callables.len();
    format!(
        "{all}, {by_edge} with an edge, {by_note} with a note alone, {} with neither",
        all - by_edge - by_note
    )
}
