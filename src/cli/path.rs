//! `path FROM TO [PATH] [--limit N] [--detours] [--json]`

use std::io::{self, BufWriter, Write};

use serde_json::{Value, json};

use super::common::{PathArg, whole};
use super::text::write_json;
use super::{Common, Failure, open_index, resolve_symbol};
use crate::impact::{Chain, ChainSearch, DETOUR, Nearest, NoChain, SharedSteps, chains, extent, shared};
use crate::model::{Cause, EdgeId, Graph, SymbolId, clean, counted, symbol_meant};

#[derive(Debug, clap::Args)]
pub struct PathArgs {
    /// The dependant: an id, a qualified name or a unique suffix of one, or `FILE:LINE`
    #[arg(value_name = "FROM")]
    pub from: String,

    /// End of the path: a symbol that the first may depend on
    #[arg(value_name = "TO")]
    pub to: String,

    #[command(flatten)]
    pub target: PathArg,

    /// Largest number of paths to show
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = whole::<u16>(1, 100))]
    pub limit: u16,

    /// Also show paths over two hops longer than one at least as sure
    #[arg(long)]
    pub detours: bool,

    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(args: &PathArgs, common: &Common) -> Result<(), Failure> {
    let (_, outcome) = open_index::refreshed(&args.target.path, common, false)?;
    let graph = outcome.snapshot.graph();
    let resolved = |text: &str| resolve_symbol(&outcome.snapshot, text);
    let ends = [resolved(&args.from)?, resolved(&args.to)?];
    if ends[0] == ends[1] {
        return Err(Failure::usage(format!(
            "`{}` and `{}` are the same symbol: name two different ones",
            args.from, args.to
        )));
    }
    let detour = if args.detours { u32::MAX } else { DETOUR };
    let limit = usize::from(args.limit);
    // One more than shown, to know whether there are more.
    let mut found = chains(&graph, ends[0], ends[1], limit + 1, detour);
    let truncated = matches!(&found, ChainSearch::Chains(chains) if chains.len() > limit);
    if let ChainSearch::Chains(chains) = &mut found {
        chains.truncate(limit);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        let mut value = as_json(&graph, ends, &found);
        value["truncated"] = json!(truncated);
        write_json(&mut out, &value)?;
    } else {
        print(&mut out, &graph, ends, &found)?;
        if truncated {
            writeln!(out, "\n… and others, none surer (--limit shows more)")?;
        }
    }
    out.flush()?;
    Ok(())
}

fn as_json(graph: &Graph<'_>, [from, to]: [SymbolId; 2], found: &ChainSearch) -> Value {
    let id = |symbol: SymbolId| graph.symbol(symbol).id_text();
    let ids = |symbols: &[SymbolId]| -> Vec<String> { symbols.iter().map(|&symbol| id(symbol)).collect() };
    let near = |near: &[Nearest]| -> Vec<String> { near.iter().map(|near| id(near.symbol)).collect() };
    let hops = |chain: &Chain| -> Value { chain.edges.iter().map(|&edge| hop_json(graph, edge)).collect() };
    let (paths, gap) = match found {
        ChainSearch::Chains(chains) => (chains.as_slice(), None),
        ChainSearch::None(gap) => (&[][..], Some(gap)),
    };
    let paths: Vec<Value> =
        paths.iter().map(|chain| json!({ "confidence": chain.confidence, "hops": hops(chain) })).collect();
    let gap = gap.map(|gap| {
        let unbound = gap.unbound.iter().map(|(cause, count)| (cause.name().to_owned(), json!(count)));
        json!({
            "fromReaches": { "symbols": gap.from_reaches, "packages": gap.from_packages, "nearest": near(&gap.nearest_to) },
            "toReachedBy": { "symbols": gap.to_reached_by, "packages": gap.to_packages, "nearest": near(&gap.nearest_from) },
            "stoppedBy": gap.obstacles.iter().map(|obstacle| json!({
                "cause": obstacle.kind.name(),
                "symbols": ids(&obstacle.at),
                "moreSymbols": obstacle.more,
                "words": obstacle.sentence(&|symbol| graph.symbol(symbol).label(), &graph.symbol(to).label()),
            })).collect::<Vec<_>>(),
            "unresolved": unbound.collect::<serde_json::Map<_, _>>(),
            "bodiless": ids(&gap.bodiless),
            "builtElsewhere": ids(&gap.elsewhere),
            "reachesTypeOfTo": gap.holder.map(id),
            "otherWay": gap.other_way,
        })
    });
    json!({ "from": id(from), "to": id(to), "paths": paths, "gap": gap })
}

/// One step of a path.
pub(super) fn hop_json(graph: &Graph<'_>, edge: EdgeId) -> Value {
    let edge = graph.edge(edge);
    let id = |symbol: SymbolId| graph.symbol(symbol).id_text();
    json!({
        "from": id(edge.from),
        "to": id(edge.to),
        "kind": edge.kind.name(),
        "origin": edge.origin.name(),
        "confidence": edge.confidence,
        "share": edge.share,
        "file": graph.symbol(edge.from).path(),
        "line": edge.lines.first(),
    })
}

fn print(
    out: &mut impl Write,
    graph: &Graph<'_>,
    ends: [SymbolId; 2],
    found: &ChainSearch,
) -> io::Result<()> {
    match found {
        ChainSearch::Chains(chains) => (0..chains.len()).try_for_each(|ix| {
            if ix > 0 {
                writeln!(out)?;
            }
            print_chain(out, graph, chains, ix)
        }),
        ChainSearch::None(gap) => print_gap(out, graph, ends, gap),
    }
}

fn print_chain(out: &mut impl Write, graph: &Graph<'_>, chains: &[Chain], ix: usize) -> io::Result<()> {
    let chain = &chains[ix];
    let hops = chain.edges.len();
    // Rounded to 0% it would look like no confidence at all.
    let confidence = match chain.confidence {
        little if little < 0.0005 => "below 0.001".to_owned(),
        confidence => format!("{confidence:.3}"),
    };
    let place =
        if chains.len() > 1 { format!("path {} of {}: ", ix + 1, chains.len()) } else { String::new() };
    writeln!(out, "{place}confidence {confidence}, {hops} {}", if hops == 1 { "hop" } else { "hops" })?;
    if let Some(&first) = chain.edges.first() {
        writeln!(out, "  {}", clean(&graph.symbol(graph.edge(first).from).id_text()))?;
    }
    let SharedSteps { head, tail } = shared(chains, ix);
    if let Some(&last) = chain.edges[..head].last() {
        let place = graph.symbol(graph.edge(last).to).id_text();
        writeln!(out, "  … the first {head} hops as in path 1, to {}", clean(&place))?;
    }
    for edge in chain.edges[head..hops - tail].iter().map(|&edge| graph.edge(edge)) {
        let line = edge.lines.first().copied().unwrap_or(1);
        writeln!(
            out,
            "  {:<10}  {}  at {}:{line}",
            edge.kind,
            clean(&graph.symbol(edge.to).id_text()),
            clean(graph.symbol(edge.from).path()),
        )?;
    }
    if tail > 0 {
        writeln!(out, "  … the last {tail} hops as in path 1")?;
    }
    Ok(())
}

fn print_gap(out: &mut impl Write, graph: &Graph<'_>, ends: [SymbolId; 2], gap: &NoChain) -> io::Result<()> {
    let name = |symbol: SymbolId| clean(graph.symbol(symbol).qualified()).into_owned();
    let [from, to] = ends.map(name);
    let known = if gap.holder.is_some() { " as far as is known here" } else { "" };
    writeln!(out, "no path: {from} does not depend on {to}{known}")?;
    let label = |symbol: SymbolId| clean(&graph.symbol(symbol).label()).into_owned();
    let near = |near: &[Nearest], end: &str| match near {
        [] => String::new(),
        near => {
            format!(
                ", nearest to {end}: {}",
                near.iter().map(|near| label(near.symbol)).collect::<Vec<_>>().join(", ")
            )
        }
    };
    if gap.from_reaches == 0 {
        writeln!(out, "  {from} depends on nothing in this tree")?;
    } else {
        let extent = extent(gap.from_reaches, gap.from_packages);
        writeln!(out, "  {from} reaches {extent}{}", near(&gap.nearest_to, &to))?;
    }
    if gap.to_reached_by > 0 {
        let extent = extent(gap.to_reached_by, gap.to_packages);
        writeln!(out, "  {to} is reached by {extent}{}", near(&gap.nearest_from, &from))?;
    }
    for obstacle in &gap.obstacles {
        writeln!(out, "  {}", clean(&obstacle.sentence(&label, &to)))?;
    }
    // Names are given in a form that selects the same symbol again: some names are shared.
    let name_of = |symbol: SymbolId| match graph.symbol(symbol).qualified() {
        name if symbol_meant(graph, name) == Some(symbol) => clean(name).into_owned(),
        _ => clean(&graph.symbol(symbol).id_text()).into_owned(),
    };
    if let Some(holder) = gap.holder {
        let way = format!("path {} {}", name_of(ends[0]), name_of(holder));
        let holder = name(holder);
        writeln!(out, "  {from} reaches {holder}: code that gets such a value may call {to} unseen")?;
        writeln!(out, "  `codegraph-tui {way}` shows that path")?;
    }
    for &end in &gap.elsewhere {
        writeln!(out, "  {} is built only on other systems", name(end))?;
    }
    if !gap.bodiless.is_empty() {
        const MAX_NAMED: usize = 5;
        // If only one is left, naming it is as short as counting it.
        let most = if gap.bodiless.len() == MAX_NAMED + 1 { MAX_NAMED + 1 } else { MAX_NAMED };
        let like = gap.bodiless_like(graph, ends[1]);
        let names: Vec<_> = like.iter().take(most).map(|&symbol| name(symbol)).collect();
        let more = match like.len().saturating_sub(most) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let functions = counted(gap.bodiless.len(), "function");
        writeln!(out, "  not followed past {functions} without a Go body: {}{more}", names.join(", "))?;
    }
    if gap.unbound.is_empty() && gap.bodiless.is_empty() {
        if gap.from_reaches > 0 {
            writeln!(out, "  all that {from} reaches was followed, so nothing more is hidden there")?;
        }
    } else if !gap.unbound.is_empty() {
        writeln!(out, "  not followed: {}", Cause::describe_all(gap.unbound.iter().copied()))?;
    }
    if gap.other_way {
        writeln!(
            out,
            "  there is one in the other direction: `codegraph-tui path {} {}`",
            name_of(ends[1]),
            name_of(ends[0])
        )?;
    }
    Ok(())
}
