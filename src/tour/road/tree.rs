//! A tree of stations that grows along the strongest ways.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Path;
use super::search::{Found, way_to};
use crate::model::SymbolId;

/// The part, as an exponent, of the weakness of the way to a station that goes over to the ways that go on from there.
const OF_WAY: f64 = 0.3;

/// A tree that grows from a first station, for roads and for the ways of questions.
pub(crate) struct Tree {
    stations: Vec<TreeStation>,
    /// The strength of the way to each symbol that may be the next station, and the number of the station that it begins at.
    candidates: FxHashMap<SymbolId, (f64, usize)>,
}

struct TreeStation {
    /// The way to it, from its end to the first station.
    way: Vec<SymbolId>,
    /// The part of the way's strength that counts for those that go on from here.
    strength: f64,
    /// The symbols that it leads to.
    found: Rc<Found>,
}

impl Tree {
    pub(crate) fn new(first: SymbolId) -> Self {
        let station = TreeStation { way: vec![first], strength: 1.0, found: Rc::default() };
        Self { stations: vec![station], candidates: FxHashMap::default() }
    }

    /// The stations in the order of growth.
    pub(crate) fn stations(&self) -> impl ExactSizeIterator<Item = SymbolId> {
        self.stations.iter().map(|station| station.way[0])
    }

    /// The way to the newest station, from its end to the first station.
    pub(crate) fn last(&self) -> &[SymbolId] {
        self.stations.last().map_or(&[], |station| &station.way)
    }

    /// Makes those symbols that the newest station leads to candidates which may be stations.
    pub(crate) fn lead(&mut self, found: Rc<Found>, may_follow: impl Fn(SymbolId) -> bool) {
        let number = self.stations.len() - 1;
        let Some((newest, others)) = self.stations.split_last_mut() else { return };
        for (&id, reached) in found.iter().filter(|(id, _)| may_follow(**id)) {
            if newest.way[0] == id || others.iter().any(|station| station.way[0] == id) {
                continue;
            }
            let strength = newest.strength * reached.strength;
            let known = self.candidates.entry(id).or_default();
            if strength > known.0 {
                *known = (strength, number);
            }
        }
        newest.found = found;
    }

    /// The symbols that may be the next station, each with the strength of the way to it.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = (SymbolId, f64)> {
        self.candidates.iter().map(|(&id, &(strength, _))| (id, strength))
    }

    /// The path to a candidate from the station that leads to it.
    pub(crate) fn path_to(&self, id: SymbolId) -> Path {
        let found = self.candidates.get(&id).map(|&(_, number)| &self.stations[number].found);
        let mut path = found.map_or_else(Vec::new, |found| way_to(found, id));
        path.reverse();
        path
    }

    /// Makes a candidate a station.
    pub(crate) fn take(&mut self, id: SymbolId) {
        if let Some((strength, number)) = self.candidates.remove(&id) {
            let before = &self.stations[number];
            let mut way = way_to(&before.found, id);
            way.extend(before.way.iter().skip(1));
            self.stations.push(TreeStation { way, strength: strength.powf(OF_WAY), found: Rc::default() });
        }
    }

    /// Makes a candidate none.
    pub(crate) fn leave(&mut self, id: SymbolId) {
        self.candidates.remove(&id);
    }
}
