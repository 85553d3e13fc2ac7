//! The first tour to take: the main road of the program that people run, and the types that make it possible.

use rustc_hash::{FxHashMap, FxHashSet};

use super::MAX_STEPS;
use super::plan::{Plan, is_stop};
use super::programs::is_init;
use super::reasons::of_load;
use super::road::{Road, Sources, other_targets, siblings, worth};
use super::step::TourKind;
use super::stop::Stop;
use super::title::{deed_of, way_to};
use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind};

/// The most stations, and the most types.
pub(super) const MAX_STATIONS: usize = 9;
const MAX_TYPES: usize = MAX_STEPS - MAX_STATIONS;
/// Exponent of the load of a type, and the factor for a type that stations only use.
const OF_LOAD: f64 = 0.3;
const OF_USE: f64 = 0.1;
/// The least number of stations before the one that a road is about, if it has any such.
const MIN_DEPTH: i32 = 2;
/// The least part of the best station's value that others have which a road is about.
const OF_BEST: f64 = 0.4;
/// The least number of other alternatives of a function that only chooses.
const MIN_OTHERS: usize = 3;

/// Plans the tour from the main road of a program. Where that is short, code with the highest loads follows. None if there is
/// nothing to show.
pub(super) fn plan(
    graph: &Graph<'_>,
    sources: &Sources<'_>,
    road: &Road,
    heads: impl FnOnce() -> Vec<SymbolId>,
) -> Option<Plan> {
    let mut stops = with_types(graph, road.stops());
    let heads = if stops.len() < MAX_STEPS { heads() } else { Vec::new() };
    for id in heads {
        if stops.len() < MAX_STEPS && stops.iter().all(|stop| stop.symbol != id) {
            stops.push(Stop { why: of_load(graph, id), ..Stop::at(id) });
        }
    }
    let first = stops.first()?.symbol;
    let title = match &destinations(graph, road, None)[..] {
        [] => "Start here".to_owned(),
        about => {
            let deed = deed_of(graph, sources, first, about);
            format!("Start here: {}", deed.unwrap_or_else(|| way_to(graph, first, about, None)))
        }
    };
    Some(Plan {
        title,
        description: "The way of the program from its start to its work, with the types that matter on it."
            .to_owned(),
        preface: String::new(),
        name: "start-here".to_owned(),
        kind: TourKind::Start.name(),
        stops,
        pairs: 0,
        back: 0,
    })
}

/// The stations that a road is about, the best first: those that are worth most for the length of the way to them. Functions that
/// only choose among many commands are none, those that run before `main` neither, and on the road of a command those before it
/// are none.
pub(super) fn destinations(graph: &Graph<'_>, road: &Road, command: Option<SymbolId>) -> Vec<SymbolId> {
    let mut depths: FxHashMap<SymbolId, i32> = FxHashMap::default();
    for station in &road.stations {
        let depth = station.path.first().and_then(|before| depths.get(before)).map_or(0, |depth| depth + 1);
        depths.insert(station.symbol, depth);
    }
    let depth = |id: SymbolId| depths.get(&id).copied().unwrap_or(0);
    let deepest = depths.values().copied().max().unwrap_or(0);
    let stations = road.stations.iter().skip(1).map(|station| station.symbol);
    let value = |id: SymbolId| worth(graph, id) * f64::from(depth(id));
    let least = if command.is_some() { 1 } else { MIN_DEPTH.min(deepest) };
    // The stations behind the command.
    let mut behind: FxHashSet<SymbolId> = FxHashSet::default();
    for station in &road.stations {
        let is_first = command.is_some_and(|command| station.path.contains(&command));
        if is_first || station.path.first().is_some_and(|before| behind.contains(before)) {
            behind.insert(station.symbol);
        }
    }
    let chooses = |id: SymbolId| {
        let hops = road.hops().filter(|&(from, _)| from == id);
        let n_others =
            |from, to| siblings(graph, from, to).len().max(other_targets(graph, &[from], [from, to]).len());
        hops.into_iter().any(|(from, to)| n_others(from, to) >= MIN_OTHERS)
    };
    let prepares = |id: SymbolId| is_init(graph.symbol(id));
    let far: Vec<SymbolId> = stations
        .filter(|&id| depth(id) >= least && !prepares(id))
        .filter(|id| command.is_none() || behind.contains(id))
        .collect();
    let working: Vec<SymbolId> = far.iter().copied().filter(|&id| !chooses(id)).collect();
    let mut far = if working.is_empty() { far } else { working };
    far.sort_by(|a, b| value(*b).total_cmp(&value(*a)).then(a.cmp(b)));
    let least = far.first().map_or(0.0, |&best| value(best) * OF_BEST);
    far.retain(|&id| value(id) >= least);
    far
}

/// Adds the types that carry most of the stations, each after the first station that is a method of it, or, where none is,
/// uses it.
fn with_types(graph: &Graph<'_>, stops: Vec<Stop>) -> Vec<Stop> {
    let stations: Vec<SymbolId> = stops.iter().map(|stop| stop.symbol).collect();
    let owners: FxHashSet<SymbolId> = stations.iter().filter_map(|&id| graph.symbol(id).owner()).collect();
    let mut told = Vec::new();
    let mut left = types(graph, &stations);
    for stop in stops {
        let (owner, used) = (graph.symbol(stop.symbol).owner(), used_types(graph, stop.symbol));
        let station = stop.symbol;
        told.push(stop);
        left.retain(|&ty| {
            let is_here = owner == Some(ty) || !owners.contains(&ty) && used.contains(&ty);
            if is_here {
                told.push(Stop::with_type(ty, station));
            }
            !is_here
        });
    }
    told
}

/// The types of the stations with the highest loads.
fn types(graph: &Graph<'_>, stations: &[SymbolId]) -> Vec<SymbolId> {
    let mut worth: FxHashMap<SymbolId, f64> = FxHashMap::default();
    for &station in stations {
        let owner = graph.symbol(station).owner();
        for ty in owner.into_iter().chain(used_types(graph, station)) {
            let part = if Some(ty) == owner { 1.0 } else { OF_USE };
            *worth.entry(ty).or_default() += part * graph.load(ty).powf(OF_LOAD);
        }
    }
    let mut types: Vec<(SymbolId, f64)> = worth.into_iter().collect();
    types.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    types.truncate(MAX_TYPES);
    types.into_iter().map(|(ty, _)| ty).collect()
}

/// The types with methods that a function uses, itself or by a member, without its own.
fn used_types(graph: &Graph<'_>, station: SymbolId) -> FxHashSet<SymbolId> {
    let own = graph.symbol(station).owner();
    let is_link = |kind| matches!(kind, EdgeKind::Uses | EdgeKind::Accesses | EdgeKind::Calls);
    let links = graph.outgoing(station).filter(|edge| is_link(edge.kind) && !edge.origin.is_through());
    let types = links.filter_map(|edge| {
        let to = graph.symbol(edge.to);
        if to.kind().is_type() { Some(to.id) } else { to.owner() }
    });
    types.filter(|&ty| Some(ty) != own && is_stop(graph.symbol(ty)) && has_methods(graph, ty)).collect()
}

fn has_methods(graph: &Graph<'_>, ty: SymbolId) -> bool {
    let is_method = |kind| matches!(kind, SymbolKind::Method | SymbolKind::InterfaceMethod);
    graph.members(ty).into_iter().any(|member| is_method(graph.symbol(member).kind()))
}
