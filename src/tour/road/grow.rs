//! Grows a road.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fork::Forks;
use super::hops::Hops;
use super::search::{Ends, OF_STRENGTH, TO_NEXT, reached};
use super::source::Sources;
use super::stations::Road;
use super::telling::in_order;
use super::tree::Tree;
use super::verbs::is_report;
use super::worth::{concurrency, highest_concurrency};
use crate::model::{Graph, Symbol, SymbolId, SymbolKind};
use crate::tour::plan::is_stop;

/// Factors for each further station of the same package and of the same file.
const OF_PACKAGE: f64 = 0.8;
const OF_FILE: f64 = 0.8;

/// Grows a road of at most so many stations from an entry point: always by the station that is worth most for the way to it.
pub(in crate::tour) fn grown(
    hops: &mut Hops<'_>,
    forks: &mut Forks,
    sources: &Sources<'_>,
    entry: SymbolId,
    most: usize,
) -> Road {
    let graph = hops.graph;
    let mut tree = Tree::new(entry);
    let mut had = Had::default();
    had.add(graph, entry);
    // The worth of the symbols that were looked at, and whether their text was read for it.
    let mut worth = FxHashMap::default();
    'tree: while tree.stations().len() < most {
        let way = tree.last();
        let found = reached(hops, &mut forks.on_road(sources, way), way, Ends::OPEN, TO_NEXT);
        tree.lead(Rc::new(found), |id| is_station(graph.symbol(id)));
        loop {
            let Some(next) = best(hops, sources, &tree, &had, &mut worth) else { break 'tree };
            // The text of what was passed is read only now.
            if !tree.path_to(next).windows(2).any(|pair| sources.is_off_road(graph, pair[0], pair[1])) {
                tree.take(next);
                had.add(graph, next);
                break;
            }
            tree.leave(next);
        }
    }
    let stations: Vec<SymbolId> = tree.stations().collect();
    in_order(hops, forks, sources, &stations)
}

/// Returns whether a symbol may be a station.
fn is_station(symbol: Symbol<'_>) -> bool {
    symbol.kind().is_callable() && symbol.has_body() && is_stop(symbol) && !is_report(symbol.name())
}

/// The best candidate. The text of a function is read only if it could make it the best.
fn best(
    hops: &mut Hops<'_>,
    sources: &Sources<'_>,
    tree: &Tree,
    had: &Had,
    worth: &mut FxHashMap<SymbolId, (f64, bool)>,
) -> Option<SymbolId> {
    let graph = hops.graph;
    let mut rows: Vec<(f64, SymbolId)> = Vec::new();
    for (id, strength) in tree.candidates() {
        let &mut (worth, is_read) = worth.entry(id).or_insert_with(|| (hops.worth(id), false));
        let most = if is_read { worth } else { worth * highest_concurrency() };
        rows.push((most * strength.powf(OF_STRENGTH) * had.factor(graph, id), id));
    }
    rows.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut best: Option<(f64, SymbolId)> = None;
    for (at_most, id) in rows {
        if best.is_some_and(|(value, _)| value >= at_most) {
            break;
        }
        if had.has_method(graph.symbol(id)) {
            continue;
        }
        let Some((worth, is_read)) = worth.get_mut(&id) else { continue };
        let mut value = at_most;
        if !*is_read {
            let factor = concurrency(graph, sources, id);
            value *= factor / highest_concurrency();
            (*worth, *is_read) = (*worth * factor, true);
        }
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, id));
        }
    }
    best.map(|(_, id)| id)
}

/// The stations that the tree has already, by what counts against further ones.
#[derive(Default)]
struct Had {
    packages: FxHashMap<SymbolId, i32>,
    files: FxHashMap<SymbolId, i32>,
    /// The methods with parameters, by their heads without the receiver.
    methods: FxHashSet<String>,
}

/// The head of a method with parameters, without its receiver.
fn method_head(symbol: Symbol<'_>) -> Option<&str> {
    let head = symbol.signature();
    let at = head.find(&format!("{}(", symbol.name()))?;
    let rest = &head[at..];
    let takes_nothing = rest[symbol.name().len()..].starts_with("()");
    (symbol.kind() == SymbolKind::Method && !takes_nothing).then_some(rest)
}

impl Had {
    fn add(&mut self, graph: &Graph<'_>, id: SymbolId) {
        let symbol = graph.symbol(id);
        *self.packages.entry(symbol.package()).or_default() += 1;
        self.methods.extend(method_head(symbol).map(str::to_owned));
        if let Some(file) = symbol.file() {
            *self.files.entry(SymbolId(graph.file_symbol[file.ix()])).or_default() += 1;
        }
    }

    /// Returns whether a station of another type has the same method: the implementations of one method are one station.
    fn has_method(&self, symbol: Symbol<'_>) -> bool {
        method_head(symbol).is_some_and(|head| self.methods.contains(head))
    }

    fn factor(&self, graph: &Graph<'_>, id: SymbolId) -> f64 {
        let symbol = graph.symbol(id);
        let of = |counts: &FxHashMap<SymbolId, i32>, id: SymbolId| counts.get(&id).copied().unwrap_or(0);
        let file = symbol.file().map_or(0, |file| of(&self.files, SymbolId(graph.file_symbol[file.ix()])));
        OF_PACKAGE.powi(of(&self.packages, symbol.package())) * OF_FILE.powi(file)
    }
}
