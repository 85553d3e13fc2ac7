//! Tours from an entry point in: each stop is reached from one before it.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::{Direction, Kind, Plan, Spread, assembled, circles, is_stop};
use super::words::named;
use super::{MOST_STEPS, slug};
use crate::model::{EdgeKind, Graph, Origin, Symbol, SymbolId, SymbolKind, symbol_flag};

/// Most entry points that get a tour of their own.
const MOST_ENTRIES: usize = 8;
/// The same where there is no program, and what controls most of the public functions stands in for one.
const MOST_STAND_INS: usize = 3;
/// What is left of a stop's reach for what it leads to.
const PER_HOP: f64 = 0.85;

/// One tour for each entry point: programs before the helpers of those who write them, the one of most code first.
pub(super) fn plans(graph: &Graph<'_>) -> Vec<Plan> {
    let stops = || graph.symbols().filter(|s| is_stop(*s));
    let programs: Vec<Symbol<'_>> = stops().filter(|s| is_main(*s)).collect();
    if programs.is_empty() {
        let mut entries: Vec<SymbolId> = stops().filter(|s| is_public(*s)).map(|s| s.id).collect();
        let hub = |id: &SymbolId| graph.symbol_hub[id.ix()];
        entries.sort_by(|a, b| hub(b).total_cmp(&hub(a)).then(a.cmp(b)));
        entries.truncate(MOST_STAND_INS);
        return entries.into_iter().filter_map(|entry| from(graph, entry)).collect();
    }
    let packages = Packages::of(graph);
    let rank = |s: &Symbol<'_>| (is_helper(*s), Reverse(packages.reach(s.package())), s.id);
    let mut programs: Vec<_> = programs.iter().map(rank).collect();
    programs.sort_unstable();
    let plans = programs.into_iter().filter_map(|(.., entry)| from(graph, entry));
    plans.filter(|plan| plan.stops.len() > 1).take(MOST_ENTRIES).collect()
}

/// What packages import, tests aside, and how much each holds.
#[derive(Default)]
struct Packages {
    imports: FxHashMap<SymbolId, FxHashSet<SymbolId>>,
    stops: FxHashMap<SymbolId, usize>,
}

impl Packages {
    fn of(graph: &Graph<'_>) -> Self {
        let mut packages = Self::default();
        for stop in graph.symbols().filter(|s| is_stop(*s)) {
            *packages.stops.entry(stop.package()).or_default() += 1;
        }
        for edge in graph.edges().filter(|edge| edge.kind == EdgeKind::Imports) {
            let from = graph.symbol(edge.from);
            if !from.is_test() {
                packages.imports.entry(from.package()).or_default().insert(edge.to);
            }
        }
        packages
    }

    /// Symbols that a tour may stop at in a package and all that it imports, directly or not: the code of a program.
    fn reach(&self, package: SymbolId) -> usize {
        let mut seen = FxHashSet::from_iter([package]);
        let mut next = vec![package];
        let mut reach = 0;
        while let Some(package) = next.pop() {
            reach += self.stops.get(&package).copied().unwrap_or(0);
            let imports = self.imports.get(&package).into_iter().flatten();
            next.extend(imports.copied().filter(|&import| seen.insert(import)));
        }
        reach
    }
}

fn is_main(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func && symbol.name() == "main" && symbol.package_name() == "main"
}

/// Folders that by custom hold programs for those who work on the repository, not for those who use it.
const HELPERS: [&str; 14] = [
    "contrib",
    "example",
    "examples",
    "gen",
    "hack",
    "integration",
    "internal",
    "script",
    "scripts",
    "test",
    "testing",
    "tests",
    "tool",
    "tools",
];

fn is_helper(symbol: Symbol<'_>) -> bool {
    symbol.path().split('/').any(|part| HELPERS.contains(&part))
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
    verb: &'static str,
}

fn from(graph: &Graph<'_>, entry: SymbolId) -> Option<Plan> {
    let (chosen, why) = walked(graph, entry);
    let symbol = graph.symbol(entry);
    let folder = symbol.path().rsplit_once('/').map_or("", |(folder, _)| folder);
    let name = match (is_main(symbol), folder) {
        (true, "") => "main".to_owned(),
        (true, folder) => folder.to_owned(),
        (false, _) => named(symbol),
    };
    assembled(graph, &chosen, why, Direction::TopDown, |stops, order, pairs| Plan {
        title: format!("From {name} in"),
        description: format!(
            "Where {name} leads, spread over packages: each stop is reached from one of the others, and stands before what it calls{}.",
            circles(graph, &chosen, order)
        ),
        name: format!("from-{}", slug(&name)),
        kind: Kind::EntryPoints.word(),
        stops,
        pairs,
        back: order.back,
    })
}

/// Takes, time and again, the best of what the stops so far lead to: the product of the strengths on the way, times
/// what the symbol itself controls and what the stops so far leave of it. The entry point comes first in the list.
fn walked(graph: &Graph<'_>, entry: SymbolId) -> (Vec<SymbolId>, Vec<String>) {
    let mut chosen = vec![entry];
    let mut why = vec!["Execution, or a user of the code, enters here.".to_owned()];
    let mut frontier: FxHashMap<SymbolId, Reached> = FxHashMap::default();
    let (mut last, mut reach, mut spread) = (entry, 1.0, Spread::default());
    spread.took(graph.symbol(entry));
    while chosen.len() < MOST_STEPS {
        for edge in graph.outgoing(last) {
            let (weight, verb) = match (edge.kind, edge.origin) {
                (EdgeKind::Calls, Origin::Dispatch) => (1.0, "may call, through an interface,"),
                (EdgeKind::Calls, _) => (1.0, "calls"),
                (EdgeKind::Uses, _) => (0.5, "uses"),
                (EdgeKind::Extends, _) => (0.5, "embeds"),
                _ => continue,
            };
            let reach = reach * PER_HOP * weight * f64::from(edge.strength());
            let value = reach * graph.symbol_hub[edge.to.ix()].sqrt();
            let known = frontier.get(&edge.to).is_some_and(|known| known.value >= value);
            if known || chosen.contains(&edge.to) || !is_stop(graph.symbol(edge.to)) {
                continue;
            }
            let line = edge.lines.first().copied().unwrap_or(0);
            frontier.insert(edge.to, Reached { value, reach, by: last, line, verb });
        }
        let worth = |id: SymbolId, reached: &Reached| reached.value * spread.left(graph.symbol(id));
        let best = frontier.iter().map(|(&id, reached)| (worth(id, reached), id));
        let best = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        let Some((_, next)) = best else { break };
        let Some(reached) = frontier.remove(&next) else { break };
        let by = graph.symbol(reached.by);
        let verb = reached.verb;
        why.push(format!("`{}` {verb} it ({}:{}).", named(by), crate::model::clean(by.path()), reached.line));
        chosen.push(next);
        spread.took(graph.symbol(next));
        (last, reach) = (next, reached.reach);
    }
    (chosen, why)
}
