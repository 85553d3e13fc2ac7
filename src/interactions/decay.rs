//! The events of one symbol, and their weight at a given time.

/// The age in days at which an event counts half.
pub const HALF_LIFE_DAYS: f64 = 30.0;

const DAY_SECONDS: f64 = 86_400.0;

/// The limit of what all events of being shown count together. It is below the weight of [`Act::Opened`], so that a
/// symbol that was only shown ranks below one that was opened once at the same time.
const MAX_SHOWN: f64 = 0.5;
/// The number of times shown that gives half of [`MAX_SHOWN`].
const SHOWN_HALF: f64 = 10.0;
/// The decayed use at which the trace is one half.
const TRACE_HALF: f64 = 2.0;

/// An act of a person with a symbol, or one of the program for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Act {
    /// It was part of an answer. So the program found it relevant, but maybe not the person.
    Shown,
    /// Its source was opened.
    Opened,
    /// It was added to a pack by hand.
    Pinned,
    /// It was copied, alone or as a chosen part of a pack.
    Copied,
    /// It was removed from a pack by hand.
    Banned,
}

impl Act {
    /// All acts, in order of their numbers.
    pub const ALL: [Self; 5] = [Self::Shown, Self::Opened, Self::Pinned, Self::Copied, Self::Banned];

    /// The word for the act in the sidecar file and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Opened => "opened",
            Self::Pinned => "pinned",
            Self::Copied => "copied",
            Self::Banned => "banned",
        }
    }

    /// The word for the act that people read.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pinned => "kept",
            Self::Banned => "left out",
            act => act.name(),
        }
    }

    /// The weight of one event that just happened. Being shown is counted separately, see [`Tally::score`].
    fn weight(self) -> f64 {
        match self {
            Self::Shown => 0.0,
            Self::Opened => 1.0,
            Self::Pinned | Self::Copied => 2.0,
            Self::Banned => -4.0,
        }
    }
}

/// Counts of the events of one symbol, whole and decayed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// The count of each act, in the order of [`Act::ALL`].
    counts: [u32; Act::ALL.len()],
    /// The same counts, with each event halved for every [`HALF_LIFE_DAYS`] between it and `last`.
    recent: [f64; Act::ALL.len()],
    /// The time of the newest event in seconds since the epoch; 0 before the first.
    last: i64,
}

/// The factor of the weight of an event after so many seconds, in (0, 1]. If a clock was set back, it is 1.
fn decay(seconds: i64) -> f64 {
    (-(seconds.max(0) as f64) / (HALF_LIFE_DAYS * DAY_SECONDS)).exp2()
}

impl Tally {
    /// Makes a tally from its stored parts. None if no events can give these values.
    pub(super) fn from_parts(parts: &[(Act, u32, f64)], last: i64) -> Option<Self> {
        let mut tally = Self { last, ..Self::default() };
        for &(act, count, recent) in parts {
            if count == 0 || !recent.is_finite() || recent < 0.0 {
                return None;
            }
            tally.counts[act as usize] = count;
            tally.recent[act as usize] = recent.min(f64::from(count));
        }
        (last >= 0).then_some(tally)
    }

    /// The acts that happened, each with its count and its decayed count as of [`Tally::last`].
    pub(super) fn parts(&self) -> impl Iterator<Item = (Act, u32, f64)> {
        Act::ALL
            .into_iter()
            .map(|act| (act, self.counts[act as usize], self.recent[act as usize]))
            .filter(|part| part.1 > 0)
    }

    /// Adds one event. If it is older than the newest, its decay is applied.
    pub fn record(&mut self, act: Act, at: i64) {
        let mut one = Self { last: at.max(0), ..Self::default() };
        one.counts[act as usize] = 1;
        one.recent[act as usize] = 1.0;
        self.merge(&one);
    }

    /// Adds all events of another tally.
    pub fn merge(&mut self, other: &Self) {
        let last = self.last.max(other.last);
        let (ours, theirs) = (decay(last - self.last), decay(last - other.last));
        for ix in 0..Act::ALL.len() {
            self.counts[ix] = self.counts[ix].saturating_add(other.counts[ix]);
            self.recent[ix] = self.recent[ix] * ours + other.recent[ix] * theirs;
        }
        self.last = last;
    }

    /// The count of an act.
    pub fn count(&self, act: Act) -> u32 {
        self.counts[act as usize]
    }

    /// The time of the newest event in seconds since the epoch.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// The sum of the weighted counts, decayed to `now`. Opened, pinned and copied add, banned subtracts.
    fn decayed_use(&self, now: i64) -> f64 {
        let sum: f64 = Act::ALL.into_iter().map(|act| act.weight() * self.recent[act as usize]).sum();
        sum * decay(now.saturating_sub(self.last))
    }

    /// The value of being shown. It grows with each time, but stays below [`MAX_SHOWN`].
    fn shown(&self, now: i64) -> f64 {
        let shown = self.recent[Act::Shown as usize] * decay(now.saturating_sub(self.last));
        MAX_SHOWN * shown / (shown + SHOWN_HALF)
    }

    /// The weight of the symbol in the history part of the start of a walk, at `now`. Events that just happened count
    /// 1 for `opened`, 2 for `pinned` and `copied`, -4 for `banned`. Being shown adds less than 0.5 in all. Callers
    /// leave out negative scores.
    ///
    /// Without the limit, symbols that are shown because they were shown would rise for ever. With it, the scores of
    /// all symbols that are only shown approach the same value.
    pub fn score(&self, now: i64) -> f64 {
        self.decayed_use(now) + self.shown(now)
    }

    /// The signed trace at `now`, in (-1, 1): `u / (|u| + 2)` for the decayed use `u`, which does not count being
    /// shown. One fresh opening gives 1/3, one copy 1/2. It depends on no other symbol, so the first click does not
    /// give the maximum.
    pub fn trace(&self, now: i64) -> f64 {
        let used = self.decayed_use(now);
        used / (used.abs() + TRACE_HALF)
    }

    /// The positive part of the trace, in [0, 1], as relevance counts it. A banned symbol has 0.
    pub fn relevance(&self, now: i64) -> f64 {
        self.trace(now).max(0.0)
    }

    /// The sum of the absolute weights of all events, decayed to `now`. The entries with the least are forgotten
    /// first, and a ban counts by its weight like other acts.
    pub(super) fn strength(&self, now: i64) -> f64 {
        let strength: f64 =
            Act::ALL.into_iter().map(|act| act.weight().abs() * self.recent[act as usize]).sum();
        strength * decay(now.saturating_sub(self.last)) + self.shown(now)
    }
}
