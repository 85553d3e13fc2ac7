//! Searches for what a symbol leads to.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Path;
use super::hops::Hops;
use crate::model::{Graph, SymbolId, SymbolKind};

/// Exponent of the strength of the way to a station, in its value.
pub(super) const OF_STRENGTH: f64 = 0.6;
/// The limits of a search.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The most hops to what is found, without those over variables.
    pub hops: u32,
    /// The most symbols that are passed.
    pub symbols: usize,
    /// Weaker ways are not followed.
    pub strength: f64,
}

/// The symbols that ways end at.
#[derive(Clone, Copy)]
pub(crate) struct Ends<'e> {
    /// Returns whether ways go no further than a symbol.
    pub stops: &'e dyn Fn(SymbolId) -> bool,
    /// Where only those are looked for: returns whether one hop from a symbol, or more over variables, may lead to one.
    pub is_before: Option<&'e dyn Fn(SymbolId) -> bool>,
}

impl Ends<'_> {
    /// Ways end nowhere but at their limits.
    pub(super) const OPEN: Self = Ends { stops: &|_| false, is_before: None };

    /// Returns whether a way over a symbol with so many hops left may lead to an end.
    fn may_follow(&self, id: SymbolId, left: u32) -> bool {
        match (self.is_before, left) {
            (None, _) | (_, 2..) => true,
            (Some(_), 0) => (self.stops)(id),
            (Some(is_before), _) => (self.stops)(id) || is_before(id),
        }
    }
}

/// The limits of the way from one station to the next.
pub(super) const TO_NEXT: Limits = Limits { hops: 5, symbols: 250, strength: 1e-4 };

/// The best way to a symbol.
#[derive(Clone, Copy)]
pub(crate) struct Reached {
    /// The product of the strengths on the best way.
    pub strength: f64,
    /// The symbol before it on that way.
    pub before: Option<SymbolId>,
    hops: u32,
}

/// The symbols that one leads to.
pub(crate) type Found = FxHashMap<SymbolId, Reached>;

struct Open {
    reached: Reached,
    id: SymbolId,
    /// The strength has the factor of the last hop.
    is_weighed: bool,
}

impl Ord for Open {
    /// The strongest first, then the shortest, then the smaller id.
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (&self.reached, &other.reached);
        a.strength.total_cmp(&b.strength).then(b.hops.cmp(&a.hops)).then(other.id.cmp(&self.id))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Open {}

/// The factor for a hop between two symbols.
pub(crate) type Factor<'f> = dyn FnMut(&mut Hops<'_>, SymbolId, SymbolId) -> f64 + 'f;

/// Finds the symbols that the first one of a way leads to, by the strongest ways, which go through none of the ends. The others of
/// the way are before it, the nearest first. `factor`, at most 1, weakens hops.
pub(crate) fn reached(
    hops: &mut Hops<'_>,
    factor: &mut Factor<'_>,
    way: &[SymbolId],
    ends: Ends<'_>,
    limits: Limits,
) -> Found {
    let graph = hops.graph;
    let mut found = Found::default();
    let Some((&from, earlier)) = way.split_first() else { return found };
    let start =
        Open { reached: Reached { strength: 1.0, before: None, hops: 0 }, id: from, is_weighed: true };
    let mut open = BinaryHeap::from([start]);
    let mut passed = 0;
    while let Some(Open { mut reached, id, is_weighed }) = open.pop() {
        if passed >= limits.symbols {
            break;
        }
        if found.contains_key(&id) {
            continue;
        }
        // The factor takes long, and most hops are to what was found already.
        if let Some(before) = reached.before.filter(|_| !is_weighed) {
            let factor = factor(hops, before, id);
            reached.strength *= factor;
            if factor < 1.0 {
                if reached.strength >= limits.strength {
                    open.push(Open { reached, id, is_weighed: true });
                }
                continue;
            }
        }
        found.insert(id, reached);
        passed += usize::from(hops.counts(id));
        if reached.hops >= limits.hops || (id != from && (ends.stops)(id)) {
            continue;
        }
        let before = || {
            let before = |id: &SymbolId| found.get(id).and_then(|reached| reached.before);
            std::iter::successors(before(&id), before).chain(earlier.iter().copied())
        };
        for hop in hops.after(id, before).iter().filter(|hop| !found.contains_key(&hop.to)) {
            let strength = reached.strength * hop.strength;
            let is_var = graph.symbol(hop.to).kind() == SymbolKind::Var;
            let hops = reached.hops + u32::from(!is_var);
            if strength >= limits.strength && (is_var || ends.may_follow(hop.to, limits.hops - hops)) {
                let reached = Reached { strength, before: Some(id), hops };
                open.push(Open { reached, id: hop.to, is_weighed: false });
            }
        }
    }
    found
}

/// For each of several symbols the strongest paths to those of the others that it leads to without passing another.
pub(in crate::tour) fn paths(graph: &Graph<'_>, symbols: &[SymbolId]) -> Vec<FxHashMap<SymbolId, Path>> {
    let mut hops = Hops::new(graph, None);
    let stop: FxHashSet<SymbolId> = symbols.iter().copied().collect();
    let ends = Ends { stops: &|id| stop.contains(&id), is_before: None };
    let from = |&from: &SymbolId| {
        let found = reached(&mut hops, &mut |_, _, _| 1.0, &[from], ends, TO_NEXT);
        let others = symbols.iter().filter(|&&to| to != from && found.contains_key(&to));
        others.map(|&to| (to, way_to(&found, to).into_iter().rev().collect())).collect()
    };
    symbols.iter().map(from).collect()
}

/// The way to a symbol that was found, with all before it, the nearest first.
pub(super) fn way_to(found: &Found, to: SymbolId) -> Vec<SymbolId> {
    let before = |id: &SymbolId| found.get(id).and_then(|reached| reached.before);
    std::iter::successors(Some(to), before).collect()
}
