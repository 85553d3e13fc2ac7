//! `rank [PATH] [--limit N] [--kind K]... [--by authority|load|hub|fan-in|fan-out] [--json]`

use std::io::{self, BufWriter, Write};

use serde_json::{Value, json};

use super::common::{PathArg, whole};
use super::symbol::symbol_json;
use super::text::write_json;
use super::{Common, Failure, open_index};
use crate::index::Snapshot;
use crate::model::{Graph, SymbolId, SymbolKind, clean};

#[derive(Debug, clap::Args)]
pub struct RankArgs {
    #[command(flatten)]
    pub target: PathArg,

    /// Number of symbols to list; 0 for all
    #[arg(long, value_name = "N", default_value_t = 25, allow_negative_numbers = true, value_parser = whole::<usize>(0, u32::MAX))]
    pub limit: usize,

    /// Only symbols of this kind; can be given several times
    #[arg(long = "kind", value_name = "K", value_parser = kind_parser())]
    pub kinds: Vec<String>,

    /// Order of the list
    #[arg(long, value_enum, default_value_t = Measure::Authority)]
    pub by: Measure,

    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// A measure of importance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Measure {
    /// Much depends on it, directly and indirectly
    Authority,
    /// Authority times what it leans on and how many files use it: what carries the load
    Load,
    /// It depends on much, directly and indirectly: it controls the rest
    Hub,
    /// Number of symbols that depend on it directly
    FanIn,
    /// Number of symbols that it depends on directly
    FanOut,
}

fn kind_parser() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(SymbolKind::ALL.iter().map(|kind| kind.name()))
}

impl Measure {
    fn of(self, graph: &Graph<'_>, symbol: SymbolId) -> f64 {
        let ix = symbol.ix();
        match self {
            Self::Authority => graph.symbol_authority[ix],
            Self::Load => graph.symbol_load[ix],
            Self::Hub => graph.symbol_hub[ix],
            Self::FanIn => f64::from(graph.symbol_in_degree[ix]),
            Self::FanOut => f64::from(graph.symbol_out_degree[ix]),
        }
    }

    /// The walk whose convergence is reported.
    fn walk(self) -> &'static str {
        if self == Self::Hub { "hub" } else { "authority" }
    }
}

pub(super) fn run(args: &RankArgs, common: &Common) -> Result<(), Failure> {
    let (_, outcome) = open_index::refreshed(&args.target.path, common, false)?;
    let graph = outcome.snapshot.graph();
    let ranked = ranked(&graph, args);
    let limit = if args.limit == 0 { ranked.len() } else { args.limit };
    let shown = &ranked[..limit.min(ranked.len())];
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        write_json(&mut out, &as_json(&outcome.snapshot, args, shown, ranked.len()))?;
    } else {
        table(&mut out, &graph, shown)?;
    }
    out.flush()?;
    Ok(())
}

/// Symbols of the wanted kinds by falling measure; ties in order of authority, then of the graph.
fn ranked(graph: &Graph<'_>, args: &RankArgs) -> Vec<SymbolId> {
    let kinds: Vec<SymbolKind> = args.kinds.iter().filter_map(|word| SymbolKind::from_name(word)).collect();
    let by_authority = graph.by_authority.iter().map(|&ix| SymbolId(ix));
    let mut symbols: Vec<SymbolId> = by_authority
        .filter(|&id| match kinds[..] {
            // Files repeat their contents, so they are listed only on request.
            [] => graph.symbol(id).kind() != SymbolKind::File,
            _ => kinds.contains(&graph.symbol(id).kind()),
        })
        .collect();
    if args.by != Measure::Authority {
        symbols.sort_by(|&a, &b| args.by.of(graph, b).total_cmp(&args.by.of(graph, a)));
    }
    symbols
}

fn as_json(snapshot: &Snapshot, args: &RankArgs, shown: &[SymbolId], total: usize) -> Value {
    let graph = snapshot.graph();
    let rankings: Vec<Value> = shown
        .iter()
        .map(|&id| {
            let symbol = graph.symbol(id);
            let mut answer = symbol_json(symbol);
            answer["score"] = json!(args.by.of(&graph, id));
            answer["inDegree"] = json!(graph.symbol_in_degree[id.ix()]);
            answer["outDegree"] = json!(graph.symbol_out_degree[id.ix()]);
            answer["authority"] = json!(graph.symbol_authority[id.ix()]);
            answer["hub"] = json!(graph.symbol_hub[id.ix()]);
            answer["load"] = json!(graph.symbol_load[id.ix()]);
            answer
        })
        .collect();
    let report = &snapshot.meta().rank[args.by.walk()];
    json!({
        "rankings": rankings,
        "totalSymbols": graph.n_symbols(),
        "iterations": report["iterations"],
        "converged": report["converged"],
        "convergence": report,
        "_meta": { "totalItems": total, "returnedItems": shown.len(), "truncated": shown.len() < total },
    })
}

fn table(out: &mut impl Write, graph: &Graph<'_>, shown: &[SymbolId]) -> io::Result<()> {
    writeln!(
        out,
        "{:>5}  {:>9}  {:>9}  {:>9}  {:>6}  {:>6}  {:<9}  symbol",
        "place", "rank", "load", "starts", "in", "out", "kind"
    )?;
    for (place, &id) in shown.iter().enumerate() {
        let symbol = graph.symbol(id);
        let place_of = if symbol.kind() == SymbolKind::Package {
            String::new()
        } else {
            format!("  {}:{}", clean(symbol.path()), symbol.line())
        };
        writeln!(
            out,
            "{:>5}  {:>9.6}  {:>9.6}  {:>9.6}  {:>6}  {:>6}  {:<9}  {}{place_of}",
            place + 1,
            graph.symbol_authority[id.ix()],
            graph.symbol_load[id.ix()],
            graph.symbol_hub[id.ix()],
            graph.symbol_in_degree[id.ix()],
            graph.symbol_out_degree[id.ix()],
            symbol.kind(),
            clean(&symbol.label()),
        )?;
    }
    Ok(())
}
