//! A person's interactions with symbols, and their weight today.
//!
//! A [`InteractionLog`] holds for each symbol id how often the symbol was shown, opened, pinned, copied and banned, and when
//! last. From that come its *score* (for the start of a walk, see [`Tally::score`]) and its *trace* (a part of
//! relevance, see [`Tally::trace`]). The text form is that of the sidecar file: versioned, with one symbol a line.
//!
//! Invariants: only ids, counts and timestamps are kept. Words of a query and lines of source cannot enter, because
//! no function here takes any. The order in which events are recorded does not matter. Decay is applied when a value
//! is read, with the time that the caller gives. Being shown never counts more than being opened once.

mod decay;
mod file_format;

use std::collections::BTreeMap;

pub use decay::{Act, HALF_LIFE_DAYS, Tally};
pub use file_format::{FORMAT, Unreadable, VERSION};

use crate::model::{Followed, Follower, Graph, SymbolId};

/// The largest number of symbols that a memory keeps. The weakest are dropped first.
pub const MAX_SYMBOLS: usize = 50_000;
/// The number of days for which a symbol that the graph no longer has is kept, because a change of branch may bring
/// it back.
pub const VANISHED_DAYS: i64 = 90;

const DAY: i64 = 86_400;

/// One act of a person on a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The symbol's id.
    pub symbol: String,
    pub act: Act,
    /// Seconds since the epoch.
    pub at: i64,
}

/// The counts of what was done with each symbol, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InteractionLog {
    tallies: BTreeMap<Box<str>, Tally>,
}

/// The changes that [`InteractionLog::tidy`] made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tidied {
    /// Number of entries whose id was changed to the one that their symbol has now.
    pub followed: usize,
    /// Number of entries that were dropped, because their symbol was gone for too long or there were too many.
    pub dropped: usize,
}

impl InteractionLog {
    pub fn len(&self) -> usize {
        self.tallies.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tallies.is_empty()
    }

    /// The tally of each symbol, in order of id.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Tally)> {
        self.tallies.iter().map(|(id, tally)| (&**id, tally))
    }

    pub fn get(&self, id: &str) -> Option<&Tally> {
        self.tallies.get(id)
    }

    /// Adds one event. Except for rounding, the result does not depend on the order of events.
    pub fn record(&mut self, event: &Event) {
        let mut one = Tally::default();
        one.record(event.act, event.at);
        self.add(&event.symbol, &one);
    }

    /// Adds all counts of another memory. O(symbols of `other` x log).
    pub fn merge(&mut self, other: &Self) {
        for (id, tally) in &other.tallies {
            self.add(id, tally);
        }
    }

    /// Forgets one symbol. Returns whether there was an entry.
    pub fn forget(&mut self, id: &str) -> bool {
        self.tallies.remove(id).is_some()
    }

    /// Adds a tally to that of a symbol. The id is copied only if it is new.
    fn add(&mut self, id: &str, tally: &Tally) {
        match self.tallies.get_mut(id) {
            Some(known) => known.merge(tally),
            None => {
                self.tallies.insert(id.into(), *tally);
            }
        }
    }

    /// Updates the memory for a graph: entries of moved symbols get the new id, entries of symbols that are gone for
    /// [`VANISHED_DAYS`] are dropped, and beyond [`MAX_SYMBOLS`] entries the weakest are dropped, of equals the
    /// oldest. `follow` finds the symbol that an id stands for now; a caller that can read the sources also compares
    /// contents.
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
        tidied.dropped += self.bound(MAX_SYMBOLS, now);
        tidied
    }

    /// Drops the weakest entries beyond `most`, of equally weak ones the oldest. Returns how many were dropped.
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

    /// The history part of the start of a walk: the positive scores of symbols that `graph` has, in order of id.
    /// O(entries x log files).
    pub fn history(&self, graph: &Graph<'_>, now: i64) -> Vec<(SymbolId, f64)> {
        self.read(graph, |tally| Some(tally.score(now)).filter(|&score| score > 0.0))
    }

    /// The trace of each symbol that `graph` has and that has one other than 0, in (-1, 1) and in order of id, see
    /// [`Tally::trace`]. Relevance takes its positive part, see [`Tally::relevance`].
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
        // If a symbol moved to an id that has an entry, too, the stronger value counts.
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
