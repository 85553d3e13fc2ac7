//! `path`: the chains by which one symbol depends on another.

use std::sync::atomic::AtomicBool;

use super::place;
use crate::impact::{Chain, ChainSearch, DETOUR, Nearest, NoChain, chains_between, extent};
use crate::mcp::answer_builder::{AnswerBuilder, ListPart, Row};
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{Cause, Graph, SymbolId, counted};

/// The largest number of paths that are shown.
const MAX_PATHS: usize = 3;

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (from, to) = (arguments.needed("from")?, arguments.needed("to")?);
    let (budget, after) = (arguments.budget()?, arguments.text("after")?);
    workspace.fresh(cancelled)?;
    let (starts, goals) = (workspace.symbols(from, budget, 1)?, workspace.symbols(to, budget, 1)?);
    let ends = [starts[0], goals[0]];
    if ends[0] == ends[1] {
        return Err(format!("`{from}` and `{to}` are the same symbol: name two different ones"));
    }
    let footer = workspace.footer(false);
    let Parts { snapshot, .. } = workspace.parts()?;
    let graph = snapshot.graph();
    let mut builder = AnswerBuilder::new(budget, footer).going_on(after);
    match chains_between(&graph, &starts, &goals, MAX_PATHS, DETOUR) {
        ChainSearch::Chains(chains) => {
            chains.iter().enumerate().for_each(|chain| write(&mut builder, &graph, chain));
        }
        ChainSearch::None(gap) => explain(&mut builder, &graph, ends, &gap),
    }
    Ok(builder.finish())
}

/// Adds a path and its number among several.
fn write(builder: &mut AnswerBuilder, graph: &Graph<'_>, (nth, chain): (usize, &Chain)) {
    let heading = format!("confidence {:.3}, {}:", chain.confidence, counted(chain.edges.len(), "hop"));
    // A path passes a symbol once.
    let key = |symbol: SymbolId| format!("{} {}", nth + 1, graph.symbol(symbol).id_text());
    let first = chain.edges.first().map(|&edge| graph.edge(edge).from);
    let first = first.map(|from| (key(from), format!("  {}", place(graph, from))));
    let hops = chain.edges.iter().map(|&edge| {
        let edge = graph.edge(edge);
        let from = graph.symbol(edge.from);
        let line = edge.lines.first().copied().unwrap_or_else(|| from.line());
        let through = graph.through(edge.id).map_or(String::new(), |through| format!("  ({through})"));
        let hop =
            format!("  {} {}  at {}:{line}{through}", edge.kind, graph.symbol(edge.to).label(), from.path());
        (key(edge.to), hop)
    });
    let rows = first.into_iter().chain(hops).map(|row| Row::one(|| row));
    builder.list(&ListPart::of("hops", &heading, 0), rows);
}

/// Explains why there is no path, and which edges were not followed.
fn explain(builder: &mut AnswerBuilder, graph: &Graph<'_>, [from, to]: [SymbolId; 2], gap: &NoChain) {
    let name = |symbol: SymbolId| graph.symbol(symbol).label();
    let known = if gap.holder.is_some() { ", as far as is known" } else { "" };
    builder.line(&format!("no path: {} does not depend on {}{known}", name(from), name(to)));
    let near = |near: &[Nearest], end: SymbolId| match near {
        [] => String::new(),
        near => {
            let near: Vec<String> = near.iter().map(|near| place(graph, near.symbol)).collect();
            format!(", nearest to {}: {}", name(end), near.join("; "))
        }
    };
    let extents = [extent(gap.from_reaches, gap.from_packages), extent(gap.to_reached_by, gap.to_packages)];
    builder.line(&format!("{} reaches {}{}", name(from), extents[0], near(&gap.nearest_to, to)));
    builder.line(&format!("{} is reached by {}{}", name(to), extents[1], near(&gap.nearest_from, from)));
    for obstacle in &gap.obstacles {
        builder.line(&obstacle.sentence(&name, &name(to)));
    }
    if let Some(holder) = gap.holder {
        builder.line(&format!(
            "{} is reached: code that gets such a value may call {} unseen; ask for the path to the type",
            place(graph, holder),
            name(to)
        ));
    }
    for &end in &gap.elsewhere {
        builder.line(&format!("{} is built only on other systems", name(end)));
    }
    if !gap.bodiless.is_empty() {
        builder.line(&format!("not followed: {} without a Go body", counted(gap.bodiless.len(), "function")));
    }
    if !gap.unbound.is_empty() {
        builder.line(&format!("not followed: {}", Cause::describe_all(gap.unbound.iter().copied())));
    }
    if gap.other_way {
        builder.line("there is one in the other direction: swap `from` and `to`");
    }
}
