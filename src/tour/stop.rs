//! The stops of a planned tour.

use crate::model::SymbolId;

/// A stop of a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    pub symbol: SymbolId,
    /// Why it is part of the tour, in one sentence. Empty if its links say that.
    pub why: String,
    pub links: StopLinks,
}

/// The links between a stop and others of its tour: paths of symbols, of which each refers to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopLinks {
    /// From an earlier stop to this one.
    pub from: Vec<SymbolId>,
    /// From this stop to the first of those that it leads to.
    pub next: Vec<SymbolId>,
    /// From this stop to the others.
    pub aside: Vec<Vec<SymbolId>>,
}

impl StopLinks {
    /// The paths that lead on.
    pub(super) fn on(&self) -> impl Iterator<Item = &Vec<SymbolId>> {
        std::iter::once(&self.next).chain(&self.aside)
    }
}

impl Stop {
    pub fn at(symbol: SymbolId) -> Self {
        Self { symbol, why: String::new(), links: StopLinks::default() }
    }

    /// The stop at a type that a stop before it belongs to or uses.
    pub(super) fn with_type(ty: SymbolId, station: SymbolId) -> Self {
        Self { links: StopLinks { from: vec![station, ty], ..StopLinks::default() }, ..Self::at(ty) }
    }
}
