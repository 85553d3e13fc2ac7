//! `relevance SYMBOL TEXT [PATH] [--visited SYMBOL]... [--weights k=v,..] [--json]`

use std::io::{self, BufWriter, Write};

use rustc_hash::FxHashMap;
use serde_json::json;

use super::common::{PathArg, question};
use super::interactions::HistoryFlags;
use super::text::write_json;
use super::{Common, Failure, open_index, resolve_symbol};
use crate::history::History;
use crate::model::{Graph, SymbolId, clean};
use crate::search::scoring::relevance::{self, Scorer, Signals, Visit};
use crate::search::{Corpus, Engine};

#[derive(Debug, clap::Args)]
pub struct RelevanceArgs {
    /// The symbol to score: an id, a qualified name or a unique suffix of one, or `FILE:LINE`
    #[arg(value_name = "SYMBOL")]
    pub symbol: String,

    /// The task in words; if empty, the semantic signal is off
    #[arg(value_name = "TEXT", value_parser = question)]
    pub text: String,

    #[command(flatten)]
    pub target: PathArg,

    /// A symbol visited before, for the co-change signal; can be given several times
    #[arg(long = "visited", value_name = "SYMBOL")]
    pub visited: Vec<String>,

    /// Weights by name, as in `semantic=0.6,cochange=0`; the others keep theirs; `help` lists them
    #[arg(long, value_name = "K=V,..")]
    pub weights: Option<String>,

    #[command(flatten)]
    pub history: HistoryFlags,

    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(args: &RelevanceArgs, common: &Common) -> Result<(), Failure> {
    let settings = super::settings::heeded(common);
    if args.weights.as_deref() == Some("help") {
        return Err(Failure::weights(settings.relevance.rows()));
    }
    let weights = settings
        .relevance
        .overridden(args.weights.as_deref().unwrap_or_default())
        .map_err(|error| Failure::usage(error.to_string()))?;
    let (repository, outcome) = open_index::refreshed(&args.target.path, common, false)?;
    let graph = outcome.snapshot.graph();
    let resolved = |text: &String| resolve_symbol(&outcome.snapshot, text);
    let symbol = resolved(&args.symbol)?;
    let visited = args.visited.iter().map(resolved).collect::<Result<Vec<_>, _>>()?;

    let text = outcome.snapshot.text().map_err(|error| Failure::failed(error.to_string()))?;
    let corpus = Corpus { graph: &graph, generation: outcome.snapshot.generation(), text: &text, past: None };
    let cosines = Engine::default().semantic(&corpus, &args.text, true);
    let asks = !args.text.trim().is_empty();
    let semantic = asks.then_some(|symbol: SymbolId| cosines.of(symbol));
    let traces: FxHashMap<SymbolId, f64> = args.history.traces(&repository, &graph).into_iter().collect();
    let task_trace = |symbol: SymbolId| traces.get(&symbol).copied().unwrap_or(0.0);
    let past = if args.history.no_history {
        Err("switched off".to_owned())
    } else {
        open_index::history(&repository)
    };
    let co_change = past.as_ref().ok().map(|history| co_change(&graph, history));
    let signals = Signals {
        semantic: semantic.as_ref().map(|semantic| semantic as &dyn Fn(SymbolId) -> f64),
        task_trace: &task_trace,
        co_change: co_change.as_ref().map(|co_change| co_change as &dyn Fn(SymbolId, SymbolId) -> f64),
    };
    let visit = Scorer::new(graph, signals, weights).score(symbol, &visited);
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        write_json(
            &mut out,
            &json!({
                "symbolId": graph.symbol(symbol).id_text(),
                "relevance": visit.relevance,
                "parts": visit.parts,
                "weights": weights,
                "visited": visited.iter().map(|&id| graph.symbol(id).id_text()).collect::<Vec<_>>(),
                "depthPenalty": past.is_err(),
                "history": past.as_ref().err(),
            }),
        )?;
    } else {
        print(&mut out, &graph, &visit, &weights, past.as_ref().err())?;
    }
    out.flush()?;
    Ok(())
}

/// Returns a function that estimates how probably a change of the first symbol comes with one of the second: from
/// common changes of both declarations if there are enough, else from those of their files.
pub(super) fn co_change(graph: &Graph<'_>, history: &History) -> impl Fn(SymbolId, SymbolId) -> f64 {
    move |from, to| {
        let (from, to) = (graph.symbol(from), graph.symbol(to));
        let declared =
            history.symbol_confidence((from.path(), from.qualified()), (to.path(), to.qualified()));
        if declared > 0.0 || from.path() == to.path() {
            return declared;
        }
        history.file_confidence(from.path(), to.path())
    }
}

fn print(
    out: &mut impl Write,
    graph: &Graph<'_>,
    visit: &Visit,
    weights: &relevance::RelevanceWeights,
    no_history: Option<&String>,
) -> io::Result<()> {
    writeln!(out, "{:.4}  {}", visit.relevance, clean(&graph.symbol(visit.symbol).id_text()))?;
    let last = if no_history.is_some() { "depth" } else { "cochange" };
    for (name, weight, part) in [
        ("semantic", weights.semantic, visit.parts.semantic),
        ("pagerank", weights.pagerank, visit.parts.pagerank),
        ("task_trace", weights.task_trace, visit.parts.task_trace),
        (last, weights.cochange, visit.parts.cochange),
    ] {
        writeln!(out, "  {name:<10}  {weight:.2} x {part:.4} = {:.4}", weight * part)?;
    }
    match no_history {
        Some(why) => {
            writeln!(out, "  the last term is 1/(1 + 0.5 depth), as co-change is missing: {}", clean(why))
        }
        None => Ok(()),
    }
}
