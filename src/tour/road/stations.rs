//! A road: its stations, and the links between them.

use super::Path;
use crate::model::SymbolId;
use crate::tour::stop::{Stop, StopLinks};

/// A station of a road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tour) struct Station {
    pub symbol: SymbolId,
    /// The path from the station that it is reached from. Empty for the first one.
    pub path: Path,
}

/// A road in the order of telling: each station after the one that it is reached from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::tour) struct Road {
    pub stations: Vec<Station>,
}

impl Road {
    /// The stations as stops, each with the links that lead to it and on from it.
    pub(in crate::tour) fn stops(&self) -> Vec<Stop> {
        let stop = |station: &Station| {
            let is_on = |next: &&Station| next.path.first() == Some(&station.symbol);
            let mut on = self.stations.iter().filter(is_on).map(|next| next.path.clone());
            let next = on.next().unwrap_or_default();
            let links = StopLinks { from: station.path.clone(), next, aside: on.collect() };
            Stop { links, ..Stop::at(station.symbol) }
        };
        self.stations.iter().map(stop).collect()
    }

    /// The hops of all paths.
    pub(in crate::tour) fn hops(&self) -> impl Iterator<Item = (SymbolId, SymbolId)> {
        self.stations.iter().flat_map(|station| station.path.windows(2).map(|pair| (pair[0], pair[1])))
    }
}
