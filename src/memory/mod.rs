//! What a person did with symbols, and what that is worth today.
//!
//! A [`Memory`] holds, per symbol id, how often it was shown, opened, pinned, copied and banned, and when last. From
//! that come its *score* (a little of where a walk starts, see [`Tally::score`]) and its *trace* (a part of relevance,
//! see [`Tally::trace`]). The text form is the sidecar's: versioned, one symbol a line.
//!
//! Invariants: nothing but ids, counts and timestamps is kept; no words of a query and no line of source can enter,
//! because no function here takes any; the order in which events are recorded does not matter; decay is applied when
//! a value is read, with the time given by the caller. Being shown alone can never outweigh being opened once.

mod sidecar;
mod tally;

use std::collections::BTreeMap;

pub use sidecar::{FORMAT, Unreadable, VERSION};
pub use tally::{Act, HALF_LIFE_DAYS, Tally};

use crate::model::{Followed, Follower, Graph, SymbolId};

/// Most symbols that a memory keeps; the weakest go first.
pub const MOST_SYMBOLS: usize = 50_000;
/// Days for which a symbol that the graph no longer has is kept: a branch switched away from comes back.
pub const VANISHED_DAYS: i64 = 90;

const DAY: i64 = 86_400;

/// Something was done with a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The symbol's id.
    pub symbol: String,
    pub act: Act,
    /// Seconds since the epoch.
    pub at: i64,
}

/// What was done with each symbol, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    tallies: BTreeMap<Box<str>, Tally>,
}

/// What [`Memory::tidy`] changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tidied {
    /// Entries that now go by the id to which their symbol moved.
    pub followed: usize,
    /// Entries dropped, since their symbol was gone for too long or there were too many.
    pub dropped: usize,
}

impl Memory {
    #[must_use]
    pub fn len(&self) -> usize {
        self.tallies.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tallies.is_empty()
    }

    /// Every symbol's tally, in order of id.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Tally)> {
        self.tallies.iter().map(|(id, tally)| (&**id, tally))
    }

    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Tally> {
        self.tallies.get(id)
    }

    /// Adds one event. The result does not depend on the order of events, but for rounding.
    pub fn record(&mut self, event: &Event) {
        let mut one = Tally::default();
        one.record(event.act, event.at);
        self.add(&event.symbol, &one);
    }

    /// Adds all of another memory's counts. O(other x log).
    pub fn merge(&mut self, other: &Self) {
        for (id, tally) in &other.tallies {
            self.add(id, tally);
        }
    }

    /// Forgets one symbol; whether there was something to forget.
    pub fn forget(&mut self, id: &str) -> bool {
        self.tallies.remove(id).is_some()
    }

    /// Adds a tally to a symbol's. The id is copied only when it is new.
    fn add(&mut self, id: &str, tally: &Tally) {
        match self.tallies.get_mut(id) {
            Some(known) => known.merge(tally),
            None => {
                self.tallies.insert(id.into(), *tally);
            }
        }
    }

    /// Brings the memory in line with a graph: entries of moved symbols go by their new id, those of symbols gone for
    /// [`VANISHED_DAYS`] are dropped, and beyond [`MOST_SYMBOLS`] the weakest are, of equals the oldest. `follow`
    /// says where the symbol of an id is now: whoever can read the sources asks their content, too.
    pub fn tidy(&mut self, graph: &Graph<'_>, now: i64, follow: &mut dyn FnMut(&str) -> Followed) -> Tidied {
        let mut tidied = Tidied::default();
        let mut moved = Vec::new();
        let count = self.tallies.len();
        self.tallies.retain(|id, tally| match follow(id) {
            Followed::Same(_) => true,
            Followed::Moved(to) => {
                moved.push((graph.symbol(to).id_text(), *tally));
                false
            }
            Followed::Gone => now.saturating_sub(tally.last()) < VANISHED_DAYS * DAY,
        });
        tidied.followed = moved.len();
        tidied.dropped = count - self.tallies.len() - moved.len();
        for (id, tally) in moved {
            self.add(&id, &tally);
        }
        tidied.dropped += self.bound(MOST_SYMBOLS, now);
        tidied
    }

    /// Drops the weakest entries beyond `most`: least strength first, of equals the oldest. Returns how many went.
    pub fn bound(&mut self, most: usize, now: i64) -> usize {
        let excess = self.tallies.len().saturating_sub(most);
        if excess == 0 {
            return 0;
        }
        let mut weakest: Vec<(f64, i64, Box<str>)> =
            self.tallies.iter().map(|(id, t)| (t.strength(now), t.last(), id.clone())).collect();
        weakest.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then_with(|| a.2.cmp(&b.2)));
        for (_, _, id) in weakest.into_iter().take(excess) {
            self.tallies.remove(&id);
        }
        excess
    }

    /// The history part of a walk's start: the positive scores of symbols that `graph` has, in order of id. Banned
    /// ones take no part. O(entries x log files).
    #[must_use]
    pub fn history(&self, graph: &Graph<'_>, now: i64) -> Vec<(SymbolId, f64)> {
        self.read(graph, |tally| Some(tally.score(now)).filter(|&score| score > 0.0))
    }

    /// The task trace of each symbol that `graph` has and that something was done with, in (-1, 1); see
    /// [`Tally::trace`]. In order of id. Relevance takes the positive part of it, see [`Tally::relevance`].
    #[must_use]
    pub fn traces(&self, graph: &Graph<'_>, now: i64) -> Vec<(SymbolId, f64)> {
        self.read(graph, |tally| Some(tally.trace(now)).filter(|&trace| trace != 0.0))
    }

    fn read(&self, graph: &Graph<'_>, value: impl Fn(&Tally) -> Option<f64>) -> Vec<(SymbolId, f64)> {
        let mut follower = Follower::new(graph);
        let mut values: Vec<(SymbolId, f64)> = self
            .tallies
            .iter()
            .filter_map(|(id, tally)| {
                let value = value(tally)?;
                match follower.follow(id) {
                    Followed::Same(symbol) | Followed::Moved(symbol) => Some((symbol, value)),
                    Followed::Gone => None,
                }
            })
            .collect();
        values.sort_by_key(|v| v.0);
        // A symbol that moved onto an id with an entry of its own: the stronger one speaks.
        values.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same && next.1.abs() > kept.1.abs() {
                kept.1 = next.1;
            }
            same
        });
        values
    }
}

#[cfg(test)]
mod tests;
