//! Tours and memory, measured.
//!
//! `cargo bench --bench tours -- TREE...` makes the first tour of each tree again and again, and prints the median of its times; then
//! every tour, twice: the time of each, the share of pairs
//! of stops that the order has to put the wrong way round, and whether the bytes are the same. Then it loads and
//! merges a memory of 50,000 symbols, timed by criterion.
//!
//! `cargo bench --bench tours -- --commits N REPOSITORY...` makes the tours as of N commits ago, applies the commits
//! one by one, and after each looks for every step: by its anchor, and by the line alone, which is what a tour
//! without anchors has. A step counts while a symbol of its name, receiver and kind is declared in its folder; it is
//! found right when the line that it plays at declares that name. Where no such symbol is left (deleted, renamed, moved
//! elsewhere), the step must be gone, or play at a declaration that was not there when it was written; any other place is
//! wrong. Wrong places, renamed steps and those with less than half of their last known lines are printed, to be judged.
//! Works in a clone of its own.
//!
//! `cargo bench --bench tours -- --moves N REPOSITORY...` does the same over the last N commits that delete or rename Go files
//! other than tests: a step at every declaration of the files that such a commit changes is written before it and looked
//! for after it.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use codegraph_tui::index::tours::Opener;
use codegraph_tui::index::{BuildSettings, Repository, Sidecar, Snapshot, Store, Task, documents, refresh};
use codegraph_tui::interactions::{Act, Event, InteractionLog};
use codegraph_tui::model::{Graph, IdParts, Symbol, SymbolId, SymbolKind};
use codegraph_tui::tour::{Finder, Opened, Planner, StepDraft, Tour, TourKind, generate};
use criterion::Criterion;
use rustc_hash::FxHashSet;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match args.split_first() {
        Some((flag, rest)) if flag == "--commits" => {
            let (count, repositories) = rest.split_first().ok_or("how many commits?")?;
            repositories.iter().try_for_each(|path| replay(Path::new(path), count.parse()?))
        }
        Some((flag, rest)) if flag == "--moves" => {
            let (count, repositories) = rest.split_first().ok_or("how many commits?")?;
            repositories.iter().try_for_each(|path| moves(Path::new(path), count.parse()?))
        }
        _ => {
            args.iter().try_for_each(|path| measure(Path::new(path)))?;
            memory()
        }
    }
}

fn indexed(root: &Path, data: &Path) -> Outcome<(Repository, Snapshot)> {
    let repository = Repository { root: root.canonicalize()?, store: Store::new(data.to_owned()) };
    let threads = std::thread::available_parallelism()?.get();
    let settings = BuildSettings { threads, ..BuildSettings::default() };
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
    let snapshot = refresh(&repository, &settings, &task)?.snapshot;
    Ok((repository, snapshot))
}

fn tours(repository: &Repository, graph: &Graph<'_>, kind: TourKind) -> Vec<Tour> {
    let opener = Opener::new(&repository.root);
    let open = |path: &str| opener.open(path);
    made(&Planner::new(graph, &open, &documents(&repository.root)), graph, kind, &open)
}

fn made(
    planner: &Planner<'_>,
    graph: &Graph<'_>,
    kind: TourKind,
    open: &dyn Fn(&str) -> Opened,
) -> Vec<Tour> {
    planner.plans(kind).iter().map(|plan| generate(graph, plan, open)).collect()
}

/// The number of first tours that are timed.
const FIRST_TOURS: usize = 21;

fn measure(root: &Path) -> Outcome<()> {
    let data = tempfile::tempdir()?;
    let (repository, snapshot) = indexed(root, data.path())?;
    let graph = snapshot.graph();
    println!("{}: {} symbols", root.display(), graph.n_symbols());
    let opener = Opener::new(&repository.root);
    let open = |path: &str| opener.open(path);
    let documents = documents(&repository.root);
    // The first tour as somebody waits for it: nothing of an earlier one is kept.
    let mut first: Vec<f64> = (0..FIRST_TOURS)
        .map(|_| {
            let start = Instant::now();
            let planner = Planner::new(&graph, &open, &documents);
            std::hint::black_box(made(&planner, &graph, TourKind::Start, &open));
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    first.sort_by(f64::total_cmp);
    println!(
        "  first tour    p50 {:.1} ms, {:.1} at most, of {FIRST_TOURS}",
        first[FIRST_TOURS / 2],
        first[FIRST_TOURS - 1]
    );
    let planner = Planner::new(&graph, &open, &documents);
    for kind in TourKind::ALL {
        let start = Instant::now();
        let made = made(&planner, &graph, kind, &open);
        let each = start.elapsed() / made.len().max(1) as u32;
        let same = tours(&repository, &graph, kind) == made;
        let plans = planner.plans(kind);
        let (back, pairs) = plans.iter().fold((0, 0), |sum, plan| (sum.0 + plan.back, sum.1 + plan.pairs));
        println!(
            "  {:<13} {} tours, {:>6.1} ms each, {back} of {pairs} dependencies backwards, twice {}",
            kind.name(),
            made.len(),
            each.as_secs_f64() * 1e3,
            if same { "the same" } else { "DIFFERENT" },
        );
    }
    Ok(())
}

/// A memory of `n` symbols, each used a few times.
fn used(n: usize, from: usize) -> InteractionLog {
    let mut memory = InteractionLog::default();
    for ix in from..from + n {
        let symbol =
            format!("internal/package{}/file{}.go::Type{}.Method{ix}::method", ix % 300, ix % 40, ix % 90);
        for (act, at) in [(Act::Shown, 0), (Act::Shown, 9_000), (Act::Opened, 20_000)] {
            memory.record(&Event { symbol: symbol.clone(), act, at: 1_763_000_000 + at + ix as i64 });
        }
    }
    memory
}

fn memory() -> Outcome<()> {
    const SYMBOLS: usize = 50_000;
    let dir = tempfile::tempdir()?;
    let sidecar = Sidecar::of(&Store::new(dir.path().to_owned()));
    let (kept, other) = (used(SYMBOLS, 0), used(1_000, SYMBOLS / 2));
    sidecar.update(|memory| *memory = kept)?;
    println!("memory of {SYMBOLS} symbols, {} bytes", std::fs::metadata(sidecar.path())?.len());
    let mut criterion = Criterion::default().sample_size(30);
    criterion.bench_function("memory: load and merge", |b| {
        b.iter(|| {
            let mut loaded = sidecar.load().map(|loaded| loaded.memory).unwrap_or_default();
            loaded.merge(&other);
            assert_eq!(loaded.len(), SYMBOLS);
            loaded
        });
    });
    Ok(())
}

/// The most steps that are written before one commit.
const MAX_WRITTEN: usize = 3_000;

/// A step as it was written: where, and what it speaks of.
struct Written<'t> {
    tour: &'t Tour,
    step: usize,
    id: String,
    path: String,
    line: u32,
    /// Its declaration when it was last found under its own name.
    text: RefCell<String>,
}

#[derive(Default)]
struct Score {
    there: u32,
    by_anchor: u32,
    by_line: u32,
    /// Of the steps without a symbol of their name in its folder: those that are gone, those that follow to what has half
    /// of their lines or to what has less, and the places of what was there before.
    gone: u32,
    followed: u32,
    unlike: u32,
    wrong: u32,
}

impl Score {
    /// Number of steps whose symbol was not there.
    fn left(&self) -> u32 {
        self.gone + self.followed + self.unlike + self.wrong
    }
}

fn git(dir: &Path, args: &[&str]) -> Outcome<String> {
    let output = Command::new("git").arg("-C").arg(dir).args(args).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() { Ok(text) } else { Err(format!("git {args:?} failed").into()) }
}

/// A clone of a repository, without a work tree.
fn cloned(repository: &Path, work: &Path) -> Outcome<PathBuf> {
    let clone = work.join("clone");
    let target = clone.to_string_lossy().into_owned();
    git(repository, &["clone", "-q", "--shared", "--no-checkout", ".", &target])?;
    Ok(clone)
}

fn moves(repository: &Path, commits: usize) -> Outcome<()> {
    let work = tempfile::tempdir()?;
    let (clone, data) = (cloned(repository, work.path())?, work.path().join("data"));
    let log = [
        "log",
        "--no-merges",
        "-M",
        "--diff-filter=RD",
        "--format=%H",
        "--",
        "*.go",
        ":!*_test.go",
        ":!vendor",
    ];
    let list = git(&clone, &log)?;
    let (mut score, mut written_in_all) = (Score::default(), 0);
    let (mut n_commits, mut left) = (0, Vec::new());
    for commit in list.lines().take(commits) {
        let parent = format!("{commit}^");
        let changed = git(&clone, &["diff", "--name-only", "--no-renames", &parent, commit, "--", "*.go"])?;
        git(&clone, &["checkout", "-q", "--detach", &parent])?;
        let (at, snapshot) = indexed(&clone, &data)?;
        let graph = snapshot.graph();
        let known = keys(&graph);
        let opener = Opener::new(&at.root);
        let is_step = |symbol: &Symbol<'_>| {
            let is_kind = matches!(
                symbol.kind(),
                SymbolKind::Func | SymbolKind::Method | SymbolKind::Const | SymbolKind::Var
            );
            (is_kind || symbol.kind().is_type()) && !symbol.is_test() && symbol.name() != "_"
        };
        let files = changed.lines().filter_map(|path| graph.find_file(path));
        let symbols: Vec<SymbolId> = files
            .flat_map(|file| graph.symbols_of(file))
            .map(SymbolId)
            .filter(|&id| is_step(&graph.symbol(id)))
            .take(MAX_WRITTEN)
            .collect();
        let mut tour = Tour::new("T", "");
        for (at, &id) in symbols.iter().enumerate() {
            tour.insert(at, &StepDraft::at(&graph, id, "", &|path| opener.open(path)));
        }
        let written: Vec<Written<'_>> = symbols
            .iter()
            .enumerate()
            .map(|(step, &id)| {
                let symbol = graph.symbol(id);
                let text = RefCell::new(declaration(&at, &graph, id));
                let (path, line) = (symbol.path().to_owned(), symbol.line());
                Written { tour: &tour, step, id: symbol.id_text(), path, line, text }
            })
            .collect();
        git(&clone, &["checkout", "-q", "--detach", commit])?;
        let (at, snapshot) = indexed(&clone, &data)?;
        let before = score.left();
        look(&at, &snapshot, &written, &known, &mut score);
        left.push(score.left() - before);
        written_in_all += written.len();
        n_commits += 1;
    }
    println!(
        "{}: {written_in_all} steps over {n_commits} commits that delete or rename files, {} of which take symbols away",
        repository.display(),
        left.iter().filter(|&&left| left > 0).count(),
    );
    print_score(&score);
    Ok(())
}

fn print_score(score: &Score) {
    println!(
        "  symbol there {} times, found by anchor {:.4}, by line alone {:.4}; else gone {} times, followed {}, and {} \
         with less than half of its lines, at a wrong place {}",
        score.there,
        f64::from(score.by_anchor) / f64::from(score.there.max(1)),
        f64::from(score.by_line) / f64::from(score.there.max(1)),
        score.gone,
        score.followed,
        score.unlike,
        score.wrong,
    );
}

fn replay(repository: &Path, commits: usize) -> Outcome<()> {
    let work = tempfile::tempdir()?;
    let clone = cloned(repository, work.path())?;
    let list = git(&clone, &["rev-list", "--first-parent", &format!("-n{}", commits + 1), "HEAD"])?;
    let mut list: Vec<&str> = list.lines().collect();
    list.reverse();

    let data = work.path().join("data");
    git(&clone, &["checkout", "-q", "--detach", list[0]])?;
    let (at, snapshot) = indexed(&clone, &data)?;
    let all: Vec<Tour> = TourKind::ALL.iter().flat_map(|&kind| tours(&at, &snapshot.graph(), kind)).collect();
    let written: Vec<Written<'_>> = all
        .iter()
        .flat_map(|tour| tour.steps().enumerate().map(move |(step, raw)| (tour, step, raw)))
        .filter_map(|(tour, step, raw)| {
            let anchor = raw.anchor()?;
            let path = IdParts::of(&anchor.symbol)?.path.to_owned();
            let id = snapshot.graph().find_id(&anchor.symbol);
            let text =
                RefCell::new(id.map_or_else(String::new, |id| declaration(&at, &snapshot.graph(), id)));
            Some(Written { tour, step, id: anchor.symbol, path, line: anchor.line, text })
        })
        .collect();
    let known = keys(&snapshot.graph());
    let mut score = Score::default();
    for commit in &list[1..] {
        git(&clone, &["checkout", "-q", "--detach", commit])?;
        let (at, snapshot) = indexed(&clone, &data)?;
        look(&at, &snapshot, &written, &known, &mut score);
    }
    println!("{}: {} steps over {} commits", repository.display(), written.len(), list.len() - 1);
    print_score(&score);
    Ok(())
}

/// The text of a declaration, or of a whole file.
fn declaration(repository: &Repository, graph: &Graph<'_>, id: SymbolId) -> String {
    let Opened::Text(text) = Opener::new(&repository.root).open(graph.symbol(id).path()) else {
        return String::new();
    };
    let (start, end) = (graph.symbol_start[id.ix()] as usize, graph.symbol_end[id.ix()] as usize);
    let part = if start < end { text.get(start..end).unwrap_or_default() } else { &text[..] };
    String::from_utf8_lossy(part).into_owned()
}

/// Returns whether at least half of the lines of `old`, blanks, brackets and the names aside, are lines of `new`.
fn is_like(old: &str, new: &str, old_name: &str, new_name: &str) -> bool {
    let new_name = new_name.rsplit('.').next().unwrap_or(new_name);
    let lines = |text: &str, name: &str| -> Vec<String> {
        let words = |line: &str| line.replace(name, "").split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().map(words).filter(|line| line.chars().any(char::is_alphanumeric)).collect()
    };
    let (old, mut new) = (lines(old, old_name), lines(new, new_name));
    let common = old
        .iter()
        .filter(|line| new.iter().position(|other| other == *line).map(|at| new.swap_remove(at)).is_some());
    2 * common.count() >= old.len()
}

/// The folder, the qualified name and the kind of a declaration.
type Key = (String, String, &'static str);

fn key(graph: &Graph<'_>, id: SymbolId) -> Key {
    let symbol = graph.symbol(id);
    let folder = symbol.path().rsplit_once('/').map_or(".", |(folder, _)| folder);
    (folder.to_owned(), symbol.qualified().to_owned(), symbol.kind().name())
}

fn keys(graph: &Graph<'_>) -> FxHashSet<Key> {
    graph.symbols().map(|symbol| key(graph, symbol.id)).collect()
}

fn name_of(id: &str) -> &str {
    let name = IdParts::of(id).map_or(id, |parts| parts.name);
    name.rsplit('.').next().unwrap_or(name)
}

/// Looks for each step; `known` is what was declared when the steps were written.
fn look(
    repository: &Repository,
    snapshot: &Snapshot,
    written: &[Written<'_>],
    known: &FxHashSet<Key>,
    score: &mut Score,
) {
    let graph = snapshot.graph();
    let opener = Opener::new(&repository.root);
    let open = |path: &str| opener.open(path);
    let mut finder = Finder::new(&graph, &open);
    for Written { tour, step, id, path, line, text } in written {
        let Some(parts) = IdParts::of(id) else { continue };
        let there = graph.symbols().any(|symbol| {
            let folder = symbol.path().rsplit_once('/').map_or(".", |(folder, _)| folder);
            symbol.kind() == parts.kind && symbol.qualified() == parts.name && folder == parts.folder()
        });
        let found = tour.step(*step).map(|raw| finder.find(raw, None, step + 1));
        let spot = found.and_then(|found| found.spot);
        let now = spot.as_ref().and_then(|spot| spot.symbol).map(|id| declaration(repository, &graph, id));
        if !there {
            match (spot, now) {
                (None, _) => score.gone += 1,
                (Some(spot), now) => {
                    let key = spot.symbol.map(|id| key(&graph, id)).unwrap_or_default();
                    let is_like =
                        now.is_some_and(|now| is_like(&text.borrow(), &now, name_of(id), key.1.as_str()));
                    let word = match () {
                        () if known.contains(&key) => {
                            score.wrong += 1;
                            "wrong"
                        }
                        () if is_like => {
                            score.followed += 1;
                            "followed"
                        }
                        () => {
                            score.unlike += 1;
                            "unlike"
                        }
                    };
                    let (folder, name, _) = key;
                    if word != "followed" || name != parts.name {
                        println!("  {word}: {id} plays at {}:{}, {folder} {name}", spot.path, spot.line);
                    }
                }
            }
            continue;
        }
        score.there += 1;
        if let Some(now) = now {
            *text.borrow_mut() = now;
        }
        let name = parts.name.rsplit('.').next().unwrap_or(parts.name);
        let declares = |path: &str, line: u32| match open(path) {
            Opened::Text(text) => {
                let text = String::from_utf8_lossy(&text);
                let shown = text.lines().nth((line as usize).saturating_sub(1)).unwrap_or("");
                let head = shown.trim_start();
                let head = head.split("//").next().unwrap_or_default();
                head.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
            }
            _ => false,
        };
        match spot {
            Some(spot) if declares(&spot.path, spot.line) => score.by_anchor += 1,
            spot => {
                let place = spot.map(|spot| format!("plays at {}:{}", spot.path, spot.line));
                println!("  missed: {id} {}", place.as_deref().unwrap_or("is gone"));
            }
        }
        score.by_line += u32::from(declares(path, *line));
    }
}
