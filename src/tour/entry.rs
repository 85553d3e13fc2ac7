//! Tours from an entry point in: each stop is reached from one before it.

use rustc_hash::FxHashMap;

use super::plan::{Direction, Kind, Plan, assembled, is_stop};
use super::{MOST_STEPS, slug};
use crate::model::{EdgeKind, Graph, Symbol, SymbolId, SymbolKind, symbol_flag};

/// Most entry points that get a tour of their own, those that control most.
const MOST_ENTRIES: usize = 8;
/// The same where there is no program, and what controls most of the public functions stands in for one.
const MOST_STAND_INS: usize = 3;
/// What is left of a stop's reach for what it leads to.
const PER_HOP: f64 = 0.85;

/// One tour for each entry point.
pub(super) fn plans(graph: &Graph<'_>) -> Vec<Plan> {
    let by_hub = |ids: &mut Vec<SymbolId>| {
        ids.sort_by(|a, b| graph.symbol_hub[b.ix()].total_cmp(&graph.symbol_hub[a.ix()]).then(a.cmp(b)));
    };
    let stops = || graph.symbols().filter(|s| is_stop(*s));
    let mut entries: Vec<SymbolId> = stops().filter(|s| is_main(*s)).map(|s| s.id).collect();
    by_hub(&mut entries);
    entries.truncate(MOST_ENTRIES);
    if entries.is_empty() {
        entries = stops().filter(|s| is_public(*s)).map(|s| s.id).collect();
        by_hub(&mut entries);
        entries.truncate(MOST_STAND_INS);
    }
    entries.into_iter().filter_map(|entry| from(graph, entry)).collect()
}

fn is_main(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func && symbol.name() == "main" && symbol.package_name() == "main"
}

fn is_public(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func
        && symbol.has(symbol_flag::EXPORTED)
        && !symbol.path().split('/').any(|part| part == "internal")
}

/// What a stop was reached by.
struct Reached {
    value: f64,
    reach: f64,
    by: SymbolId,
    line: u32,
    kind: EdgeKind,
}

fn from(graph: &Graph<'_>, entry: SymbolId) -> Option<Plan> {
    let (chosen, why) = walked(graph, entry);
    let symbol = graph.symbol(entry);
    let folder = symbol.path().rsplit_once('/').map_or("", |(folder, _)| folder);
    let name = match (is_main(symbol), folder) {
        (true, "") => "main".to_owned(),
        (true, folder) => folder.to_owned(),
        (false, _) => format!("{}.{}", symbol.package_name(), symbol.qualified()),
    };
    assembled(graph, &chosen, why, Direction::TopDown, |stops, order, pairs| Plan {
        title: format!("From {name} in"),
        description: format!("Where {name} leads, what it brings to work first."),
        name: format!("from-{}", slug(&name)),
        kind: Kind::EntryPoints.word(),
        stops,
        pairs,
        back: order.back,
    })
}

/// Takes, time and again, the best of what the stops so far lead to: the product of the strengths on the way, times
/// what the symbol itself controls. The entry point comes first in the list.
fn walked(graph: &Graph<'_>, entry: SymbolId) -> (Vec<SymbolId>, Vec<String>) {
    let mut chosen = vec![entry];
    let mut why = vec!["Execution, or a user of the code, enters here.".to_owned()];
    let mut frontier: FxHashMap<SymbolId, Reached> = FxHashMap::default();
    let (mut last, mut reach) = (entry, 1.0);
    while chosen.len() < MOST_STEPS {
        for edge in graph.outgoing(last) {
            let weight = match edge.kind {
                EdgeKind::Calls => 1.0,
                EdgeKind::Uses | EdgeKind::Extends => 0.5,
                _ => continue,
            };
            let reach = reach * PER_HOP * weight * f64::from(edge.strength());
            let value = reach * graph.symbol_hub[edge.to.ix()].sqrt();
            let known = frontier.get(&edge.to).is_some_and(|known| known.value >= value);
            if known || chosen.contains(&edge.to) || !is_stop(graph.symbol(edge.to)) {
                continue;
            }
            let line = edge.lines.first().copied().unwrap_or(0);
            frontier.insert(edge.to, Reached { value, reach, by: last, line, kind: edge.kind });
        }
        let best = frontier.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value).then(b.0.cmp(a.0)));
        let Some((&next, _)) = best else { break };
        let Some(reached) = frontier.remove(&next) else { break };
        let by = graph.symbol(reached.by);
        let verb = if reached.kind == EdgeKind::Calls { "calls" } else { "uses" };
        why.push(format!(
            "`{}` {verb} it ({}:{}).",
            by.qualified(),
            crate::model::clean(by.path()),
            reached.line
        ));
        chosen.push(next);
        (last, reach) = (next, reached.reach);
    }
    (chosen, why)
}
