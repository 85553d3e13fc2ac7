//! Searches for what a symbol leads to.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::hops::Hops;
use crate::model::{SymbolId, SymbolKind};

/// Exponent of the strength of the way to a station, in its value.
pub(super) const OF_STRENGTH: f64 = 0.6;
/// Weaker ways are not followed.
const MIN_STRENGTH: f64 = 1e-4;

/// The limits of a search.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The most hops to what is found, without those over variables.
    pub hops: u32,
    /// The most symbols that are passed.
    pub symbols: usize,
}

/// The limits of the way from one station to the next.
pub(super) const TO_NEXT: Limits = Limits { hops: 5, symbols: 4_000 };

/// The best way to a symbol.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    /// The product of the strengths on the best way.
    pub strength: f64,
    /// The symbol before it on that way.
    pub before: Option<SymbolId>,
    hops: u32,
}

struct Open {
    reached: Reached,
    id: SymbolId,
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
pub(super) type Factor<'f> = dyn FnMut(&mut Hops<'_>, SymbolId, SymbolId) -> f64 + 'f;

/// Finds the symbols that the first one of a way leads to, by the strongest ways, which go through none of `stop`. The others of the
/// way are before it, the nearest first. `factor` weakens hops.
pub(super) fn reached(
    hops: &mut Hops<'_>,
    factor: &mut Factor<'_>,
    way: &[SymbolId],
    strength: f64,
    stop: &FxHashSet<SymbolId>,
    limits: Limits,
) -> FxHashMap<SymbolId, Reached> {
    let graph = hops.graph;
    let mut found: FxHashMap<SymbolId, Reached> = FxHashMap::default();
    let Some((&from, earlier)) = way.split_first() else { return found };
    let start = Open { reached: Reached { strength, before: None, hops: 0 }, id: from };
    let mut open = BinaryHeap::from([start]);
    while let Some(Open { reached, id }) = open.pop() {
        if found.len() >= limits.symbols {
            break;
        }
        if found.contains_key(&id) {
            continue;
        }
        found.insert(id, reached);
        if reached.hops >= limits.hops || (id != from && stop.contains(&id)) {
            continue;
        }
        let before = || {
            let before = |id: &SymbolId| found.get(id).and_then(|reached| reached.before);
            std::iter::successors(before(&id), before).chain(earlier.iter().copied())
        };
        for hop in hops.after(id, before).iter().filter(|hop| !found.contains_key(&hop.to)) {
            let mut strength = reached.strength * hop.strength;
            if strength < MIN_STRENGTH {
                continue;
            }
            strength *= factor(hops, id, hop.to);
            if strength >= MIN_STRENGTH {
                let is_var = graph.symbol(hop.to).kind() == SymbolKind::Var;
                let hops = reached.hops + u32::from(!is_var);
                open.push(Open { reached: Reached { strength, before: Some(id), hops }, id: hop.to });
            }
        }
    }
    found
}

/// The way to a symbol that was found, with all before it, the nearest first.
pub(super) fn way_to(found: &FxHashMap<SymbolId, Reached>, to: SymbolId) -> Vec<SymbolId> {
    let before = |id: &SymbolId| found.get(id).and_then(|reached| reached.before);
    std::iter::successors(Some(to), before).collect()
}
