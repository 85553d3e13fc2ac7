//! The tour of all packages, with a stop for each: the symbol that other packages use most.

use rustc_hash::{FxHashMap, FxHashSet};

use super::MAX_STEPS;
use super::names::named;
use super::order::in_order;
use super::plan::{Plan, nearness, stops};
use super::reasons::{enumerated, users};
use super::step::TourKind;
use super::stop::Stop;
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, SymbolId, symbol_flag};
use crate::rank::is_dependency;

/// Plans the tour. What exists for tests comes last, even if much of the program depends on it.
pub(super) fn packages(graph: &Graph<'_>, test_packages: &FxHashSet<SymbolId>) -> Option<Plan> {
    // The load of a package is the sum over its symbols.
    let mut weight: FxHashMap<SymbolId, f64> = FxHashMap::default();
    for symbol in stops(graph) {
        *weight.entry(symbol.package()).or_default() += graph.load(symbol.id);
    }
    let mut all: Vec<(SymbolId, f64)> = weight.into_iter().collect();
    // Code that only tests use carries no load of the program.
    let is_test_support = |package: SymbolId| test_packages.contains(&package);
    all.sort_by(|a, b| {
        is_test_support(a.0).cmp(&is_test_support(b.0)).then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0))
    });
    let total = all.len();
    all.truncate(MAX_STEPS);
    if all.is_empty() {
        return None;
    }
    let place: FxHashMap<SymbolId, usize> = all.iter().enumerate().map(|(ix, row)| (row.0, ix)).collect();
    let chosen = most_used_symbols(graph, &place, test_packages);
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut importers = vec![(0usize, 0usize); all.len()];
    for edge in graph.edges_of(EdgeKind::Imports) {
        let from = graph.symbol(edge.from);
        let Some(&to) = place.get(&edge.to) else { continue };
        if from.is_test() {
            importers[to].1 += 1;
        } else {
            importers[to].0 += 1;
            pairs.extend(place.get(&from.package()).map(|&from| (to, from)));
        }
    }
    pairs.retain(|&(first, then)| is_test_support(all[then].0) >= is_test_support(all[first].0));
    pairs.sort_unstable();
    pairs.dedup();
    pairs.retain(|(a, b)| a != b);
    let mut order = in_order(all.len(), &pairs, |a, b| {
        nearness(graph.symbol(chosen[a].0), graph.symbol(chosen[b].0)) + u32::from(pairs.contains(&(a, b)))
    });
    order.order.sort_by_key(|&ix| is_test_support(all[ix].0));
    let stop = |&ix: &usize| {
        let ((symbol, used), (files, tests)) = (chosen[ix], importers[ix]);
        let (package, called) = (all[ix].0, named(graph.symbol(all[ix].0)));
        let reason = if used == 0 {
            format!("Of package {called} it controls most")
        } else {
            let built = if is_built_in_part(graph, package) { " as built here" } else { "" };
            let most = format!("Of package {called}{built}, it is the type or function others use most");
            match &users(graph, symbol)[..] {
                [] => most,
                users => format!("{most}: code of {} does", enumerated(users)),
            }
        };
        let imported = match (files, tests) {
            (0, 0) => "; no file in this repository imports the package",
            (0, _) => "; only tests import the package",
            _ => "",
        };
        Stop { why: format!("{reason}{imported}."), ..Stop::at(symbol) }
    };
    Some(Plan {
        title: "Package by package".to_owned(),
        description: if total == all.len() {
            "All packages, each after those that it imports.".to_owned()
        } else {
            "The packages that carry most, each after those that it imports; the others are left out."
                .to_owned()
        },
        preface: String::new(),
        name: "packages".to_owned(),
        kind: TourKind::Packages.name(),
        stops: order.order.iter().map(stop).collect(),
        pairs: pairs.len(),
        back: order.back,
    })
}

/// The stop of each package of `place`: the type or function that most symbols of other packages use, with their
/// number. Users in tests count only for packages that exist for tests, and dispatch edges do not count. Of equals,
/// and if none is used, it is the one with the highest hub score.
fn most_used_symbols(
    graph: &Graph<'_>,
    place: &FxHashMap<SymbolId, usize>,
    test_packages: &FxHashSet<SymbolId>,
) -> Vec<(SymbolId, usize)> {
    let mut best: Vec<Option<(SymbolId, usize)>> = vec![None; place.len()];
    for symbol in stops(graph) {
        let Some(&ix) = place.get(&symbol.package()) else { continue };
        let outside = |edge: &EdgeRef<'_>| {
            let from = graph.symbol(edge.from);
            let counts = !from.is_test() || test_packages.contains(&symbol.package());
            let is_sure = edge.origin != Origin::Dispatch && is_dependency(edge);
            is_sure && from.package() != symbol.package() && counts
        };
        // Edges to a symbol come in order of their start, so edges of different kinds from one symbol are adjacent.
        let mut users: Vec<SymbolId> =
            graph.incoming(symbol.id).filter(outside).map(|edge| edge.from).collect();
        users.dedup();
        let better = |known: (SymbolId, usize)| {
            let (ours, theirs) = (graph.symbol_hub[symbol.id.ix()], graph.symbol_hub[known.0.ix()]);
            users.len().cmp(&known.1).then(ours.total_cmp(&theirs)).then(known.0.cmp(&symbol.id)).is_gt()
        };
        if best[ix].is_none_or(better) {
            best[ix] = Some((symbol.id, users.len()));
        }
    }
    best.into_iter().flatten().collect()
}

/// Returns whether build constraints exclude some files of a package. Its types and functions are no starts of a tour.
fn is_built_in_part(graph: &Graph<'_>, package: SymbolId) -> bool {
    let mut files = graph.files_of(package).map(|file| SymbolId(graph.file_symbol[file.0 as usize]));
    files.any(|file| graph.symbol(file).has(symbol_flag::CONSTRAINED))
}
