//! Puts the stations of a road in the order in which they run.
//!
//! A station comes before all that is reached from it, and those that one station leads to in the order of their lines, those of
//! options after the others. What a goroutine does comes later: where the code that started it waits, or else after all that runs meanwhile.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Path;
use super::code::is_code;
use super::fork::Forks;
use super::gap::gap;
use super::hops::Hops;
use super::search::{Ends, Found, TO_NEXT, reached, way_to};
use super::source::Sources;
use super::stations::{Road, Station};
use crate::model::{Graph, SymbolId};

/// The stations in the order of telling. Each is reached from the station with the strongest way to it that passes no other
/// one.
pub(super) fn in_order(
    hops: &mut Hops<'_>,
    forks: &mut Forks,
    sources: &Sources<'_>,
    symbols: &[SymbolId],
) -> Road {
    let stop: FxHashSet<SymbolId> = symbols.iter().copied().collect();
    let ends = Ends { stops: &|id| stop.contains(&id), is_before: None };
    let mut teller =
        Teller { children: vec![Vec::new(); symbols.len()], symbols, graph: hops.graph, sources };
    // The stations of the tree with the way to each, and what is reached from there.
    let mut attached: Vec<(usize, Vec<SymbolId>, Found)> = Vec::new();
    let mut next = symbols.first().map(|&entry| (0, vec![entry]));
    while let Some((station, way)) = next {
        let found = reached(hops, &mut forks.on_road(sources, &way), &way, ends, TO_NEXT);
        attached.push((station, way, found));
        let mut best: Option<(f64, usize, usize)> = None;
        for (nth, (_, _, found)) in attached.iter().enumerate() {
            for (child, id) in symbols.iter().enumerate() {
                let is_new = attached.iter().all(|(station, ..)| *station != child);
                let found = found.get(id).filter(|_| is_new);
                if let Some(found) = found.filter(|found| best.is_none_or(|best| found.strength > best.0)) {
                    best = Some((found.strength, nth, child));
                }
            }
        }
        next = best.map(|(_, nth, child)| {
            let (parent, earlier, found) = &attached[nth];
            let mut way = way_to(found, symbols[child]);
            let path: Path = way.iter().rev().copied().collect();
            let branch = teller.branch(child, &path);
            teller.children[*parent].push(branch);
            way.extend(earlier.iter().skip(1));
            (child, way)
        });
    }
    let (mut told, later) = teller.told(0);
    told.extend(teller.all(later));
    let mut paths: FxHashMap<usize, Path> =
        teller.children.into_iter().flatten().map(|branch| (branch.station, branch.path())).collect();
    let station = |at| Station { symbol: symbols[at], path: paths.remove(&at).unwrap_or_default() };
    Road { stations: told.into_iter().map(station).collect() }
}

/// A station that another one leads to.
#[derive(Clone)]
struct Branch {
    station: usize,
    /// The hops to it: the symbol, and the line in it that leads on.
    hops: Vec<(SymbolId, u32)>,
    to: SymbolId,
    /// It runs in place of what follows.
    is_option: bool,
}

impl Branch {
    fn path(&self) -> Path {
        self.hops.iter().map(|hop| hop.0).chain([self.to]).collect()
    }

    fn line(&self) -> u32 {
        self.hops.first().map_or(0, |hop| hop.1)
    }
}

/// A station that runs in goroutines whose end nothing has waited for yet.
#[derive(Clone, Copy)]
struct Later {
    station: usize,
    /// The number of goroutines that start one another on the way to it.
    depth: usize,
    /// The line that leads to it in the function that is told.
    line: u32,
}

struct Teller<'t, 'g, 'o> {
    /// The branches of each station.
    children: Vec<Vec<Branch>>,
    symbols: &'t [SymbolId],
    graph: &'g Graph<'g>,
    sources: &'t Sources<'o>,
}

impl Teller<'_, '_, '_> {
    fn branch(&self, station: usize, path: &Path) -> Branch {
        let to = self.symbols[station];
        let line = |at: usize| {
            let (pair, next) = ([path[at], path[at + 1]], path.get(at + 2).copied());
            match self.sources.line_to(self.graph, pair, next) {
                0 => gap(self.graph, self.sources, pair[0], pair[1]).map_or(0, |gap| gap.line()),
                line => line,
            }
        };
        let hops = (0..path.len().saturating_sub(1)).map(|at| (path[at], line(at))).collect();
        let is_option = path.len() > 1 && self.sources.is_option(self.graph, path[0], path[1]);
        Branch { station, hops, to, is_option }
    }

    /// A station with all that runs before it ends, and what runs later.
    fn told(&self, at: usize) -> (Vec<usize>, Vec<Later>) {
        let mut branches: Vec<&Branch> = self.children[at].iter().collect();
        branches.sort_by_key(|branch| (branch.is_option, branch.line(), branch.station));
        let (mut told, mut later): (Vec<usize>, Vec<Later>) = (vec![at], Vec::new());
        let symbol = self.symbols[at];
        for branch in branches {
            told.extend(self.joined(symbol, branch.line(), &mut later));
            let depth = self.depth(branch);
            if depth > 0 {
                later.push(Later { station: branch.station, depth, line: branch.line() });
                continue;
            }
            let (now, mut left) = self.told(branch.station);
            told.extend(now);
            let passed = &branch.hops[1..];
            if passed.iter().any(|&(from, line)| self.wait_after(from, line).is_some()) {
                told.extend(self.all(std::mem::take(&mut left)));
            }
            later.extend(left.into_iter().map(|one| Later { line: branch.line(), ..one }));
        }
        told.extend(self.joined(symbol, u32::MAX, &mut later));
        (told, later)
    }

    /// Takes what a function waits for before one of its lines.
    fn joined(&self, function: SymbolId, before: u32, later: &mut Vec<Later>) -> Vec<usize> {
        let is_joined = |one: &Later| self.wait_after(function, one.line).is_some_and(|wait| wait < before);
        let (joined, left) = later.iter().partition(|one| is_joined(one));
        *later = left;
        self.all(joined)
    }

    /// All that was put off, with what it leads to.
    fn all(&self, mut later: Vec<Later>) -> Vec<usize> {
        let mut told = Vec::new();
        later.sort_by_key(|one| (one.depth, std::cmp::Reverse(one.line)));
        let mut next = std::collections::VecDeque::from(later);
        while let Some(one) = next.pop_front() {
            let (now, left) = self.told(one.station);
            told.extend(now);
            next.extend(left);
        }
        told
    }

    /// The number of goroutines on the way to a station, without those that a function on this way waits for.
    fn depth(&self, branch: &Branch) -> usize {
        let mut depth = 0;
        for (nth, &(from, line)) in branch.hops.iter().enumerate().rev() {
            depth += usize::from(self.is_started(from, line));
            if nth > 0 && depth > 0 && self.wait_after(from, line).is_some() {
                depth = 0;
            }
        }
        depth
    }

    fn is_started(&self, from: SymbolId, line: u32) -> bool {
        is_code(self.graph.symbol(from)) && self.sources.is_started(self.graph, from, line)
    }

    fn wait_after(&self, from: SymbolId, line: u32) -> Option<u32> {
        let is_code = is_code(self.graph.symbol(from));
        is_code.then(|| self.sources.wait_after(self.graph, from, line)).flatten()
    }
}
