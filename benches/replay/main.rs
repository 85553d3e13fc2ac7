//! Quality of Impact's result as a forecast of what changes together, on real commits.
//!
//!     cargo bench --bench replay -- CLONE.. [--commits N]
//!     cargo bench --bench replay -- REPOS --tasks TASKS [--only PART,..]
//!
//! Of clones the newest N commits (200) that change 2 to 30 Go files are replayed, on copies in the target folder that are
//! checked out at most 25 commits earlier. Besides, this counts how often a change is noticed one step on: the figures of
//! `impact/score_decay.rs`.
//!
//! REPOS and TASKS are those of the bench `retrieval`: clones checked out at a base commit, and commits made after it with
//! the functions, methods and types that each changed.
//!
//! Of every commit that changed two or more symbols, each in turn is the target, and every ranking orders the others:
//! functions, methods and types that are no tests and not generated. Graph and history end at the base.
//!
//! Reported, in percent: hit@10 (whether another changed symbol is among the first ten) and MRR (the reciprocal place of
//! the first such). Means over a commit's targets, then over a repository's commits, then over the repositories. So are
//! the targets on which another changed symbol depends at all, through whatever and however weakly: no radius finds more.

mod clones;
mod rankings;
#[path = "../retrieval/tasks.rs"]
#[expect(dead_code, reason = "questions are not asked here")]
mod tasks;
mod transmission;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use codegraph_tui::impact::{Limits, Start, Steps, Surveyor, TreeFacts};
use codegraph_tui::index::{self, BuildSettings, Repository, Task as Build, git};
use codegraph_tui::model::{Graph, SymbolId, SymbolKind, symbol_flag};

use clones::{Copy, Stretch};
use rankings::{RANKINGS, World};
use tasks::{Kind, Task};
use transmission::Transmission;

/// Symbols that a commit of a clone may have changed to be replayed.
const MAX_CHANGED: usize = 30;

/// Means over targets.
struct Figures {
    /// hit@10 and reciprocal rank of each ranking.
    rankings: [[f64; 2]; RANKINGS.len()],
    /// Share of changes whose target another changed symbol depends on.
    depended_on: f64,
}

fn main() -> ExitCode {
    let options = Options::read();
    let done = if let Some(tasks) = &options.tasks {
        on_tasks(&options, tasks)
    } else {
        on_clones(&options);
        Ok(())
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The options of the command line.
struct Options {
    repos: Vec<PathBuf>,
    tasks: Option<PathBuf>,
    only: Option<String>,
    /// Commits of each clone.
    commits: usize,
}

impl Options {
    fn read() -> Self {
        let mut options = Self { repos: Vec::new(), tasks: None, only: None, commits: 200 };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--only" => options.only = args.next(),
                "--tasks" => options.tasks = args.next().map(PathBuf::from),
                "--commits" => {
                    options.commits = args.next().and_then(|n| n.parse().ok()).unwrap_or(options.commits);
                }
                "--bench" => {}
                _ => options.repos.push(PathBuf::from(arg)),
            }
        }
        options
    }
}

/// Commits that a file of tasks names, on clones that are checked out before all of them.
fn on_tasks(options: &Options, dir: &Path) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for file in tasks::files(dir)? {
        let tasks = tasks::read(&file)?;
        if options.only.as_ref().is_some_and(|only| !only.split(',').any(|part| tasks.repo.contains(part))) {
            continue;
        }
        let mut commits = Vec::new();
        for repos in &options.repos {
            let tree = repos.join(tasks.repo.replace('/', "+"));
            commits.extend(in_world(&tree, |world| {
                let commits = tasks.tasks.iter().filter(|task| task.kind == Kind::Commit);
                let changed = commits.map(|task| changed(world.graph, task));
                Ok(changed.filter_map(|changed| replayed(world, &changed)).collect::<Vec<_>>())
            })?);
        }
        report(&format!("{}, {} commits", tasks.repo, commits.len()), &mean(&commits));
        all.push(mean(&commits));
    }
    report(&format!("mean of {} repositories", all.len()), &mean(&all));
    Ok(())
}

/// The last commits of clones, each on a tree that is at most a few commits older.
fn on_clones(options: &Options) {
    if options.repos.is_empty() {
        // `cargo bench` runs every target without arguments.
        println!("replay: no clones given, nothing measured");
        return;
    }
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replay");
    let (mut all, mut transmission) = (Vec::new(), Transmission::default());
    for clone in &options.repos {
        match on_clone(clone, &scratch, options.commits, &mut transmission) {
            Ok(commits) => {
                report(&format!("{}, {} commits", clone.display(), commits.len()), &mean(&commits));
                all.push(mean(&commits));
            }
            Err(error) => eprintln!("{}: {error:#}", clone.display()),
        }
    }
    report(&format!("mean of {} repositories", all.len()), &mean(&all));
    transmission.report();
}

fn on_clone(
    clone: &Path,
    scratch: &Path,
    most: usize,
    transmission: &mut Transmission,
) -> anyhow::Result<Vec<Figures>> {
    let copy = Copy::of(clone, scratch)?;
    let mut figures = Vec::new();
    for Stretch { base, commits } in copy.stretches(most)? {
        copy.check_out(&base)?;
        figures.extend(in_world(&copy.root, |world| {
            let steps = Steps::of(world.graph);
            let mut figures = Vec::new();
            for commit in &commits {
                let changed = copy.changed(world.graph, world.meta, commit)?;
                transmission.count(world.graph, &steps, &changed);
                let changed = changed.into_iter().map(|(symbol, _)| symbol);
                let asked: Vec<SymbolId> =
                    changed.filter(|&symbol| can_be_asked(world.graph, symbol)).collect();
                if asked.len() <= MAX_CHANGED {
                    figures.extend(replayed(world, &asked));
                }
            }
            Ok(figures)
        })?);
    }
    Ok(figures)
}

/// Reads a tree and its history as they are checked out.
fn in_world<T>(tree: &Path, work: impl FnOnce(&mut World<'_>) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("retrieval");
    let repository = Repository::at(tree, Some(&data))?;
    let settings = BuildSettings { threads: 2, ..BuildSettings::default() };
    let (cancel, report) = (AtomicBool::new(false), |_| {});
    let build = Build { cancel: &cancel, report: &report, glimpses: false };
    let outcome = index::refresh(&repository, &settings, &build)?;
    let graph = outcome.snapshot.graph();
    let (history, _) = git::history(&repository)?;
    let (meta, generation) = (outcome.snapshot.meta(), outcome.snapshot.generation());
    work(&mut World { graph: &graph, meta, generation, history: &history, surveyor: Surveyor::default() })
}

/// The means over a commit's symbols, each in turn the target; `None` for commits that changed a single one.
fn replayed(world: &mut World<'_>, changed: &[SymbolId]) -> Option<Figures> {
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
            Figures { rankings, depended_on: f64::from(u8::from(is_depended_on(world, target, changed))) }
        })
        .collect();
    (changed.len() >= 2).then(|| mean(&each))
}

/// Returns whether one of `others` depends on the target, through any number of steps of any strength.
fn is_depended_on(world: &mut World<'_>, target: SymbolId, others: &[SymbolId]) -> bool {
    let unlimited = Limits { threshold: 0.0, ..Limits::default() };
    let starts = [Start::whole(target)];
    let radius = world.surveyor.survey(
        world.graph,
        world.generation,
        &starts,
        unlimited,
        TreeFacts { modules: &[], head: &|_| None },
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
