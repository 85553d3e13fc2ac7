//! Grows the tree of a road.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fork::Forks;
use super::hops::Hops;
use super::search::{OF_STRENGTH, Reached, TO_NEXT, reached, way_to};
use super::source::Sources;
use super::stations::Road;
use super::telling::in_order;
use super::worth::{concurrency, highest_concurrency};
use crate::model::{Graph, Symbol, SymbolId, SymbolKind};
use crate::tour::plan::is_stop;

/// The part, as an exponent, of that weakness that goes over to the ways that go on from a station.
const OF_WAY: f64 = 0.3;
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
    let mut tree = Tree::new(hops.graph, entry);
    while tree.symbols.len() < most && tree.grow(hops, forks, sources) {}
    in_order(hops, forks, sources, &tree.symbols)
}

/// A tree that grows.
struct Tree {
    symbols: Vec<SymbolId>,
    /// The strength of the way to each symbol that is no station yet, and the number of the station that it begins at.
    reached: FxHashMap<SymbolId, (f64, usize)>,
    /// The way to each station, from its end to the entry point, and what the station leads to.
    ways: Vec<Vec<SymbolId>>,
    found: Vec<FxHashMap<SymbolId, Reached>>,
    /// The worth of the symbols that were looked at, and whether their text was read for it.
    worth: FxHashMap<SymbolId, (f64, bool)>,
    strengths: Vec<f64>,
    had: Had,
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

impl Tree {
    fn new(graph: &Graph<'_>, entry: SymbolId) -> Self {
        let mut had = Had::default();
        had.add(graph, entry);
        Self {
            symbols: vec![entry],
            reached: FxHashMap::default(),
            ways: vec![vec![entry]],
            found: Vec::new(),
            worth: FxHashMap::default(),
            strengths: vec![1.0],
            had,
        }
    }

    /// Adds the best next station. False if there is none.
    fn grow(&mut self, hops: &mut Hops<'_>, forks: &mut Forks, sources: &Sources<'_>) -> bool {
        let graph = hops.graph;
        let (Some(way), Some(&strength)) = (self.ways.last(), self.strengths.last()) else {
            return false;
        };
        let found =
            reached(hops, &mut forks.on_road(sources, way), way, strength, &FxHashSet::default(), TO_NEXT);
        for (&id, found) in &found {
            let symbol = graph.symbol(id);
            if symbol.kind().is_type()
                || !symbol.kind().is_callable()
                || !symbol.has_body()
                || !is_stop(symbol)
            {
                continue;
            }
            let known = self.reached.entry(id).or_default();
            if found.strength > known.0 {
                *known = (found.strength, self.found.len());
            }
        }
        self.found.push(found);
        let (next, strength, way) = loop {
            let Some(next) = self.best(hops, sources) else { return false };
            let (strength, station) = self.reached.remove(&next).unwrap_or_default();
            let mut way = way_to(&self.found[station], next);
            // The text of what was passed is read only now.
            if !way.windows(2).any(|pair| sources.is_at_end(graph, pair[1], pair[0])) {
                way.extend(self.ways[station].iter().skip(1));
                break (next, strength, way);
            }
        };
        self.strengths.push(strength.powf(OF_WAY));
        self.ways.push(way);
        self.symbols.push(next);
        self.had.add(graph, next);
        true
    }

    /// The best candidate. The text of a function is read only if it could make it the best.
    fn best(&mut self, hops: &mut Hops<'_>, sources: &Sources<'_>) -> Option<SymbolId> {
        let graph = hops.graph;
        let mut rows: Vec<(f64, SymbolId)> = Vec::new();
        for (&id, &(strength, _)) in self.reached.iter().filter(|(id, _)| !self.symbols.contains(id)) {
            let &mut (worth, is_read) = self.worth.entry(id).or_insert_with(|| (hops.worth(id), false));
            let most = if is_read { worth } else { worth * highest_concurrency() };
            rows.push((most * strength.powf(OF_STRENGTH) * self.had.factor(graph, id), id));
        }
        rows.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut best: Option<(f64, SymbolId)> = None;
        for (at_most, id) in rows {
            if best.is_some_and(|(value, _)| value >= at_most) {
                break;
            }
            if self.had.has_method(graph.symbol(id)) {
                continue;
            }
            let Some((worth, is_read)) = self.worth.get_mut(&id) else { continue };
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
}
