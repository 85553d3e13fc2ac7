//! How well a blast radius foretells what changes together, on real commits.
//!
//!     cargo bench --bench replay -- REPOS TASKS [--only PART,..]
//!
//! REPOS and TASKS are those of the bench `retrieval`: clones checked out at a base commit, and commits made after it with
//! the functions, methods and types that each changed. Of every commit that changed two or more of them, each in turn is
//! the target, and every ranking orders the others: functions, methods and types that are no tests and not generated.
//! Graph and history end at the base.
//!
//! Reported, in percent: hit@10 (whether another changed symbol is among the first ten) and MRR (the reciprocal place of
//! the first such). Means over a commit's targets, then over a repository's commits, then over the repositories. So are
//! the targets on which another changed symbol depends at all, through whatever and however weakly: no radius finds more.

mod rankings;
#[path = "../retrieval/tasks.rs"]
#[expect(dead_code, reason = "questions are not asked here")]
mod tasks;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use codegraph_tui::impact::{Limits, Start, Surveyor, Tree};
use codegraph_tui::index::{self, Repository, Settings, Task as Build, git};
use codegraph_tui::model::{Graph, SymbolId, SymbolKind, symbol_flag};

use rankings::{RANKINGS, World};
use tasks::{Kind, Task, Tasks};

/// Means over targets.
struct Figures {
    /// hit@10 and reciprocal rank of each ranking.
    rankings: [[f64; 2]; RANKINGS.len()],
    /// Whether another changed symbol depends on the target.
    depended_on: f64,
}

fn main() -> ExitCode {
    let Some((repos, tasks, only)) = options() else {
        // Without data there is nothing to measure; `cargo bench` runs every target so.
        println!("replay: no REPOS and TASKS given, nothing measured");
        return ExitCode::SUCCESS;
    };
    match run(&repos, &tasks, only.as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Option<(PathBuf, PathBuf, Option<String>)> {
    let (mut words, mut only) = (Vec::new(), None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--only" => only = args.next(),
            "--bench" => {}
            _ => words.push(PathBuf::from(arg)),
        }
    }
    let [repos, tasks] = <[PathBuf; 2]>::try_from(words).ok()?;
    Some((repos, tasks, only))
}

fn run(repos: &Path, dir: &Path, only: Option<&str>) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for file in tasks::files(dir)? {
        let tasks = tasks::read(&file)?;
        if only.is_some_and(|only| !only.split(',').any(|part| tasks.repo.contains(part))) {
            continue;
        }
        let commits = repository(repos, &tasks)?;
        report(&format!("{}, {} commits", tasks.repo, commits.len()), &mean(&commits));
        all.push(mean(&commits));
    }
    report(&format!("mean of {} repositories", all.len()), &mean(&all));
    Ok(())
}

/// The figures of each commit that can be replayed.
fn repository(repos: &Path, tasks: &Tasks) -> anyhow::Result<Vec<Figures>> {
    let tree = repos.join(tasks.repo.replace('/', "+"));
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("retrieval");
    let repository = Repository::at(&tree, Some(&data))?;
    let settings = Settings { threads: 2, vendor: false, force: false };
    let (cancel, report) = (AtomicBool::new(false), |_| {});
    let build = Build { cancel: &cancel, report: &report, glimpses: false };
    let outcome = index::refresh(&repository, &settings, &build)?;
    let graph = outcome.snapshot.graph();
    let (history, _) = git::history(&repository)?;
    let generation = outcome.snapshot.generation();
    let mut world = World { graph: &graph, generation, history: &history, surveyor: Surveyor::default() };
    let commits = tasks.tasks.iter().filter(|task| task.kind == Kind::Commit);
    Ok(commits.filter_map(|task| replayed(&mut world, task)).collect())
}

/// The means over a commit's symbols, each in turn the target; `None` for commits that changed a single one.
fn replayed(world: &mut World<'_>, task: &Task) -> Option<Figures> {
    let changed = changed(world.graph, task);
    let each: Vec<Figures> = changed
        .iter()
        .map(|&target| {
            let rankings = RANKINGS.map(|(_, ranking)| {
                let mut ranked = ranking(world, target);
                ranked.retain(|&symbol| symbol != target && can_be_asked(world.graph, symbol));
                let place = ranked.iter().position(|symbol| changed.contains(symbol));
                let hit = f64::from(u8::from(place.is_some_and(|place| place < 10)));
                [hit, place.map_or(0.0, |place| 1.0 / (place + 1) as f64)]
            });
            Figures { rankings, depended_on: f64::from(u8::from(is_depended_on(world, target, &changed))) }
        })
        .collect();
    (changed.len() >= 2).then(|| mean(&each))
}

/// Whether one of `others` depends on the target, through any number of steps of any strength.
fn is_depended_on(world: &mut World<'_>, target: SymbolId, others: &[SymbolId]) -> bool {
    let unlimited = Limits { threshold: 0.0, ..Limits::default() };
    let starts = [Start::whole(target)];
    let radius = world.surveyor.survey(
        world.graph,
        world.generation,
        &starts,
        unlimited,
        Tree { modules: &[], head: &|_| None },
    );
    radius.impact.affected.iter().any(|affected| others.contains(&affected.symbol))
}

fn changed(graph: &Graph<'_>, task: &Task) -> Vec<SymbolId> {
    let all = (0..graph.n_symbols() as u32).map(SymbolId);
    all.filter(|&id| can_be_asked(graph, id) && task.truth.iter().any(|truth| truth.is(graph, id))).collect()
}

fn can_be_asked(graph: &Graph<'_>, id: SymbolId) -> bool {
    use SymbolKind::{Alias, Func, Interface, Method, Struct, Type};
    let symbol = graph.symbol(id);
    matches!(symbol.kind(), Func | Method | Struct | Interface | Type | Alias)
        && !symbol.is_test()
        && !symbol.has(symbol_flag::GENERATED)
}

fn mean(rows: &[Figures]) -> Figures {
    let n = rows.len().max(1) as f64;
    let mean = |figure: &dyn Fn(&Figures) -> f64| rows.iter().map(figure).sum::<f64>() / n;
    Figures {
        rankings: std::array::from_fn(|ranking| {
            std::array::from_fn(|figure| mean(&|row| row.rankings[ranking][figure]))
        }),
        depended_on: mean(&|row| row.depended_on),
    }
}

fn report(what: &str, figures: &Figures) {
    println!("{what}");
    for ((name, _), [hit, mrr]) in RANKINGS.iter().zip(&figures.rankings) {
        println!("  {name:<22} hit@10 {:>5.1}  MRR {:>5.1}", hit * 100.0, mrr * 100.0);
    }
    println!("  {:<22} of all    {:>5.1}", "targets depended on", figures.depended_on * 100.0);
}
