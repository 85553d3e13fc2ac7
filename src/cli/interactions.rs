//! `interactions list|stats|clear [PATH]`: the recorded use of a repository, and the flags that record and use it.

use std::io::{self, BufWriter, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::common::{PathArg, whole};
use super::text::write_json;
use super::{Common, Failure, open_index};
use crate::index::{Loaded, Repository, Sidecar};
use crate::interactions::{Act, Event, HALF_LIFE_DAYS, InteractionLog, Tally};
use crate::model::{Graph, SymbolId, age, clean, counted};

#[derive(Debug, clap::Args)]
pub struct InteractionsArgs {
    #[command(subcommand)]
    task: InteractionsTask,
}

#[derive(Debug, clap::Subcommand)]
enum InteractionsTask {
    /// List what is remembered, the strongest first
    List {
        #[command(flatten)]
        target: PathArg,
        /// Number of symbols to list; 0 for all
        #[arg(long, value_name = "N", default_value_t = 25, allow_negative_numbers = true, value_parser = whole::<usize>(0, u32::MAX))]
        limit: usize,
        /// Answer in JSON
        #[arg(long)]
        json: bool,
    },
    /// Show how much is remembered, and in which file
    Stats {
        #[command(flatten)]
        target: PathArg,
        /// Answer in JSON
        #[arg(long)]
        json: bool,
    },
    /// Forget everything about this repository
    Clear {
        #[command(flatten)]
        target: PathArg,
    },
}

/// Flags of every command that answers with symbols.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct HistoryFlags {
    /// Remember which symbols were shown (ids, counts, times, hashes; no code; off by default)
    #[arg(long)]
    pub track_interactions: bool,

    /// Rank without past commits and without what was used before
    #[arg(long)]
    pub no_history: bool,
}

impl HistoryFlags {
    /// The history part of a walk's start, for `Personalization::new`; empty with `--no-history`. A file that cannot
    /// be read is reported on standard error and counts as empty: an answer without history is still an answer.
    pub fn history(self, repository: &Repository, graph: &Graph<'_>) -> Vec<(SymbolId, f64)> {
        self.remembered(repository).map_or_else(Vec::new, |memory| memory.history(graph, now()))
    }

    /// The task trace of each symbol that has one, in (-1, 1); empty with `--no-history`.
    pub fn traces(self, repository: &Repository, graph: &Graph<'_>) -> Vec<(SymbolId, f64)> {
        self.remembered(repository).map_or_else(Vec::new, |memory| memory.traces(graph, now()))
    }

    /// Records that `act` was done with these symbols if tracking is on, and updates the records to the graph.
    pub fn did(
        self,
        act: Act,
        repository: &Repository,
        graph: &Graph<'_>,
        symbols: impl IntoIterator<Item = SymbolId>,
    ) {
        if !self.track_interactions {
            return;
        }
        let at = now();
        let event = |id| Event { symbol: graph.symbol(id).id_text(), act, at };
        let events: Vec<Event> = symbols.into_iter().map(event).collect();
        if !events.is_empty() {
            let sidecar = Sidecar::of(&repository.store);
            if reported(&sidecar, sidecar.record(&events)).is_some() {
                reported(&sidecar, sidecar.settle(graph, &repository.root, at));
            }
        }
    }

    fn remembered(self, repository: &Repository) -> Option<InteractionLog> {
        if self.no_history {
            return None;
        }
        let sidecar = Sidecar::of(&repository.store);
        reported(&sidecar, sidecar.load())
    }
}

/// The loaded memory; problems are reported on standard error.
fn reported(sidecar: &Sidecar, loaded: io::Result<Loaded>) -> Option<InteractionLog> {
    match loaded {
        Ok(Loaded { memory, set_aside }) => {
            if let Some(set_aside) = set_aside {
                complain(&set_aside.to_string());
            }
            Some(memory)
        }
        Err(error) => {
            let path = sidecar.path().display().to_string();
            complain(&format!("cannot use {path}: {error}; answering without what is remembered"));
            None
        }
    }
}

fn complain(what: &str) {
    let _ = writeln!(io::stderr(), "codegraph-tui: {}", clean(what));
}

/// Seconds since the epoch.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

pub(super) fn run(args: &InteractionsArgs, common: &Common) -> Result<(), Failure> {
    let (InteractionsTask::List { target, .. }
    | InteractionsTask::Stats { target, .. }
    | InteractionsTask::Clear { target }) = &args.task;
    let repository = open_index::repository(&target.path, common)?;
    let sidecar = Sidecar::of(&repository.store);
    let mut out = BufWriter::new(io::stdout().lock());
    match args.task {
        InteractionsTask::List { limit, json, .. } => list(&mut out, &opened(&sidecar)?, limit, json)?,
        InteractionsTask::Stats { json, .. } => stats(&mut out, &sidecar, &opened(&sidecar)?, json)?,
        InteractionsTask::Clear { .. } => {
            let forgotten = sidecar.clear().map_err(|error| unusable(&sidecar, &error))?;
            writeln!(out, "forgotten: {}", counted(forgotten, "symbol"))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn opened(sidecar: &Sidecar) -> Result<InteractionLog, Failure> {
    let Loaded { memory, set_aside } = sidecar.load().map_err(|error| unusable(sidecar, &error))?;
    if let Some(set_aside) = set_aside {
        complain(&set_aside.to_string());
    }
    Ok(memory)
}

fn unusable(sidecar: &Sidecar, error: &io::Error) -> Failure {
    Failure::failed(format!("cannot use {}: {error}", sidecar.path().display()))
}

fn list(out: &mut impl Write, memory: &InteractionLog, limit: usize, json: bool) -> Result<(), Failure> {
    let now = now();
    let mut rows: Vec<(&str, &Tally)> = memory.iter().collect();
    rows.sort_by(|a, b| b.1.score(now).total_cmp(&a.1.score(now)).then(a.0.cmp(b.0)));
    let total = rows.len();
    rows.truncate(if limit == 0 { total } else { limit });
    if json {
        let shown: Vec<Value> = rows.iter().map(|(id, tally)| as_json(id, tally, now)).collect();
        let meta =
            json!({ "totalItems": total, "returnedItems": shown.len(), "truncated": shown.len() < total });
        write_json(out, &json!({ "interactions": shown, "_meta": meta }))?;
        return Ok(());
    }
    if total == 0 {
        writeln!(
            out,
            "nothing is remembered; to start, ask with --track-interactions or press `, t` in the explorer's panel Interactions"
        )?;
        return Ok(());
    }
    write!(out, "{:>8}  {:>7}", "score", "trace")?;
    for act in Act::ALL {
        write!(out, "  {:>8}", act.word())?;
    }
    writeln!(out, "  {:>8}  symbol", "last")?;
    for (id, tally) in rows {
        write!(out, "{:>8.3}  {:>7.3}", tally.score(now), tally.trace(now))?;
        for act in Act::ALL {
            write!(out, "  {:>8}", tally.count(act))?;
        }
        writeln!(out, "  {:>8}  {}", age(now - tally.last()), clean(id))?;
    }
    Ok(())
}

fn as_json(id: &str, tally: &Tally, now: i64) -> Value {
    let mut row = json!({
        "symbolId": id,
        "score": tally.score(now),
        "taskTrace": tally.trace(now),
        "last": tally.last(),
    });
    for act in Act::ALL {
        row[act.name()] = tally.count(act).into();
    }
    row
}

fn stats(
    out: &mut impl Write,
    sidecar: &Sidecar,
    memory: &InteractionLog,
    json: bool,
) -> Result<(), Failure> {
    let path = sidecar.path();
    let count = |act: Act| memory.iter().map(|(_, tally)| u64::from(tally.count(act))).sum::<u64>();
    let bytes = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
    if json {
        let events: serde_json::Map<String, Value> =
            Act::ALL.iter().map(|&act| (act.name().to_owned(), count(act).into())).collect();
        let answer = json!({
            "file": path.to_string_lossy(),
            "bytes": bytes,
            "symbols": memory.len(),
            "events": events,
            "oldest": memory.iter().map(|(_, tally)| tally.last()).min(),
            "newest": memory.iter().map(|(_, tally)| tally.last()).max(),
            "halfLifeDays": HALF_LIFE_DAYS,
        });
        write_json(out, &answer)?;
        return Ok(());
    }
    writeln!(out, "  file     {} ({bytes} bytes)", clean(&path.display().to_string()))?;
    writeln!(out, "  symbols  {}", memory.len())?;
    let counts: Vec<String> = Act::ALL.iter().map(|&act| format!("{} {}", act.word(), count(act))).collect();
    writeln!(out, "  events   {}", counts.join(", "))?;
    writeln!(out, "  decay    an event counts half as much after {HALF_LIFE_DAYS} days")?;
    Ok(())
}
