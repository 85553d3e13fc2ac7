//! The ways to rank what else changes when one symbol does.

use std::collections::VecDeque;

use codegraph_tui::history::History;
use codegraph_tui::impact::cochange::co_changes;
use codegraph_tui::impact::{CoChangeIndex, Likely, Limits, Radius, Start, Surveyor, TreeFacts};
use codegraph_tui::index::Meta;
use codegraph_tui::model::{EdgeKind, Graph, SymbolId, SymbolKind};
use rustc_hash::FxHashMap;

/// A repository as it was before the commits that are replayed.
pub(crate) struct World<'w> {
    pub(crate) graph: &'w Graph<'w>,
    pub(crate) meta: &'w Meta,
    pub(crate) generation: u64,
    pub(crate) history: &'w History,
    pub(crate) surveyor: Surveyor,
}

/// A name, and symbols in order of how likely they change too.
pub(crate) type Ranking = (&'static str, fn(&mut World<'_>, SymbolId) -> Vec<SymbolId>);

pub(crate) const RANKINGS: [Ranking; 8] = [
    ("impact by score", impact),
    ("impact by likelihood", likely),
    ("impact with co-change", likely_by_the_past),
    ("1/depth^0.7", by_depth),
    ("0.6 per hop", by_hops),
    ("reverse breadth-first", breadth_first),
    ("co-change", co_change),
    ("co-change, own file", own_file),
];

/// The blast radius in the order in which it is shown.
fn impact(world: &mut World<'_>, target: SymbolId) -> Vec<SymbolId> {
    let radius = radius(world, target);
    radius.rows.iter().map(|&row| named_by(world.graph, radius.impact.affected[row].symbol)).collect()
}

/// The declaration that a row names: the type, for a field or an interface's method.
fn named_by(graph: &Graph<'_>, symbol: SymbolId) -> SymbolId {
    let symbol = graph.symbol(symbol);
    let is_part = matches!(symbol.kind(), SymbolKind::Field | SymbolKind::InterfaceMethod);
    symbol.owner().filter(|_| is_part).unwrap_or(symbol.id)
}

/// The radius and what stands beside the target, by how likely each changes.
fn likely(world: &mut World<'_>, target: SymbolId) -> Vec<SymbolId> {
    by_likelihood(world, target, None)
}

fn likely_by_the_past(world: &mut World<'_>, target: SymbolId) -> Vec<SymbolId> {
    let company = co_changes(world.graph, world.history, &[target]).index;
    by_likelihood(world, target, Some(&company))
}

fn by_likelihood(world: &mut World<'_>, target: SymbolId, company: Option<&CoChangeIndex>) -> Vec<SymbolId> {
    let radius = radius(world, target);
    let mut reach: FxHashMap<SymbolId, f64> = FxHashMap::default();
    for a in &radius.impact.affected {
        reach.entry(named_by(world.graph, a.symbol)).or_insert(a.score);
    }
    let likely = Likely::new(world.graph, &[target], company);
    let rows = all(world.graph).map(|symbol| (symbol, likely.of(symbol, reach.get(&symbol).copied())));
    ranked(rows.filter(|row| row.1 > 0.0))
}

fn radius(world: &mut World<'_>, target: SymbolId) -> Radius {
    let starts = [Start::whole(target)];
    world.surveyor.survey(
        world.graph,
        world.generation,
        &starts,
        Limits::default(),
        TreeFacts { modules: &[], head: &|_| None },
    )
}

/// Dependants of dependants, in the order in which a breadth-first walk finds them, with their depths.
fn walk(graph: &Graph<'_>, target: SymbolId) -> Vec<(SymbolId, u32)> {
    let mut depths: FxHashMap<SymbolId, u32> = FxHashMap::from_iter([(target, 0)]);
    let (mut open, mut found) = (VecDeque::from([(target, 0)]), Vec::new());
    while let Some((at, depth)) = open.pop_front() {
        for edge in graph.incoming(at).filter(|edge| edge.kind != EdgeKind::MemberOf) {
            if let std::collections::hash_map::Entry::Vacant(entry) = depths.entry(edge.from) {
                entry.insert(depth + 1);
                open.push_back((edge.from, depth + 1));
                found.push((edge.from, depth + 1));
            }
        }
    }
    found
}

fn breadth_first(world: &mut World<'_>, target: SymbolId) -> Vec<SymbolId> {
    walk(world.graph, target).into_iter().map(|(symbol, _)| symbol).collect()
}

/// The score knows depths alone; ties stand in the order of the graph.
fn by_depth(world: &mut World<'_>, target: SymbolId) -> Vec<SymbolId> {
    let score = |depth: u32| f64::from(depth).powf(-0.7);
    ranked(walk(world.graph, target).into_iter().map(|(symbol, depth)| (symbol, score(depth))))
}

/// The product of strengths along the best path, times 0.6 for each step.
fn by_hops(world: &mut World<'_>, target: SymbolId) -> Vec<SymbolId> {
    let graph = world.graph;
    let mut best: FxHashMap<SymbolId, f64> = FxHashMap::default();
    let mut open = VecDeque::from([(target, 1.0)]);
    while let Some((at, score)) = open.pop_front() {
        for edge in graph.incoming(at).filter(|edge| edge.kind != EdgeKind::MemberOf && edge.from != target) {
            let score = score * 0.6 * f64::from(edge.strength());
            if score > 1e-4 && best.get(&edge.from).is_none_or(|&known| score > known) {
                best.insert(edge.from, score);
                open.push_back((edge.from, score));
            }
        }
    }
    ranked(best.into_iter())
}

/// Orders symbols by the probability that a change of the target comes with one of theirs, as declarations; then those
/// in files that change with the target's.
fn co_change(world: &mut World<'_>, target: SymbolId) -> Vec<SymbolId> {
    remembered(world, target, 0.0)
}

/// The same with the target's own file before other files, as if it changed with itself.
fn own_file(world: &mut World<'_>, target: SymbolId) -> Vec<SymbolId> {
    remembered(world, target, 1.0)
}

fn remembered(world: &World<'_>, target: SymbolId, own: f64) -> Vec<SymbolId> {
    let graph = world.graph;
    let company = co_changes(graph, world.history, &[target]).index;
    let home = graph.symbol(target).file();
    let score = |symbol: SymbolId| {
        let declared = company.symbols.get(&symbol).copied().unwrap_or(0.0);
        let file = graph.symbol(symbol).file();
        let of_file = |file| company.files.get(&file).copied().unwrap_or(0.0);
        1e3 * declared + if file == home { own } else { file.map_or(0.0, of_file) }
    };
    ranked(all(graph).map(|symbol| (symbol, score(symbol))).filter(|row| row.1 > 0.0))
}

fn all(graph: &Graph<'_>) -> impl Iterator<Item = SymbolId> {
    (0..graph.n_symbols() as u32).map(SymbolId)
}

/// Best first, ties in the order of the graph.
fn ranked(rows: impl Iterator<Item = (SymbolId, f64)>) -> Vec<SymbolId> {
    let mut rows: Vec<(SymbolId, f64)> = rows.collect();
    rows.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    rows.into_iter().map(|row| row.0).collect()
}
