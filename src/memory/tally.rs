//! What was done with one symbol, and what it is worth at a given time.

/// Days after which an event counts half.
pub const HALF_LIFE_DAYS: f64 = 30.0;

const DAY_SECONDS: f64 = 86_400.0;

/// What being shown is worth at most, however often. Below [`Act::Opened`]'s one: a symbol that is only ever shown
/// stays behind one that was opened once and is as fresh.
const SHOWN_MOST: f64 = 0.5;
/// Times shown after which half of [`SHOWN_MOST`] is reached.
const SHOWN_HALF: f64 = 10.0;
/// Strength of use at which the trace is one half.
const TRACE_HALF: f64 = 2.0;

/// What a person does with a symbol, or lets the program do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Act {
    /// It was part of an answer. Says that the program found it fit, not that the person did.
    Shown,
    /// Its source was looked at.
    Opened,
    /// It was made part of a pack by hand.
    Pinned,
    /// It was copied, alone or in a pack of which it was a chosen part.
    Copied,
    /// It was taken out by hand.
    Banned,
}

impl Act {
    /// Every act, in order of its number.
    pub const ALL: [Self; 5] = [Self::Shown, Self::Opened, Self::Pinned, Self::Copied, Self::Banned];

    /// The word in the sidecar and on the screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Opened => "opened",
            Self::Pinned => "pinned",
            Self::Copied => "copied",
            Self::Banned => "banned",
        }
    }

    /// What one fresh event is worth. Being shown is worth something apart, see [`Tally::score`].
    fn weight(self) -> f64 {
        match self {
            Self::Shown => 0.0,
            Self::Opened => 1.0,
            Self::Pinned | Self::Copied => 2.0,
            Self::Banned => -4.0,
        }
    }
}

/// Counts of one symbol's events, whole and decayed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How often each act happened, in the order of [`Act::ALL`].
    counts: [u32; Act::ALL.len()],
    /// The same, each event halved for every [`HALF_LIFE_DAYS`] between it and `last`.
    recent: [f64; Act::ALL.len()],
    /// Seconds since the epoch of the newest event; 0 before the first.
    last: i64,
}

/// The part of an event's weight that is left after so many seconds. None is gained by a clock that was set back.
fn decay(seconds: i64) -> f64 {
    (-(seconds.max(0) as f64) / (HALF_LIFE_DAYS * DAY_SECONDS)).exp2()
}

impl Tally {
    /// A tally from its stored parts; `None` when they cannot have come from events.
    #[must_use]
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

    /// Acts that happened: count, and decayed count as of [`Tally::last`].
    pub(super) fn parts(&self) -> impl Iterator<Item = (Act, u32, f64)> {
        Act::ALL
            .into_iter()
            .map(|act| (act, self.counts[act as usize], self.recent[act as usize]))
            .filter(|part| part.1 > 0)
    }

    /// Adds one event. One that is older than the newest counts with its age.
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

    /// How often an act happened in all.
    #[must_use]
    pub fn count(&self, act: Act) -> u32 {
        self.counts[act as usize]
    }

    /// Seconds since the epoch of the newest event.
    #[must_use]
    pub fn last(&self) -> i64 {
        self.last
    }

    /// Opened, pinned and copied for it, banned against it, each decayed to `now`.
    fn use_of(&self, now: i64) -> f64 {
        let sum: f64 = Act::ALL.into_iter().map(|act| act.weight() * self.recent[act as usize]).sum();
        sum * decay(now.saturating_sub(self.last))
    }

    /// What being shown adds: grows with each time, towards [`SHOWN_MOST`] and no further.
    fn shown(&self, now: i64) -> f64 {
        let shown = self.recent[Act::Shown as usize] * decay(now.saturating_sub(self.last));
        SHOWN_MOST * shown / (shown + SHOWN_HALF)
    }

    /// What the symbol's history is worth at `now`, for the start of a walk: fresh events count `opened` 1, `pinned`
    /// and `copied` 2, `banned` -4; being shown adds at most 0.5, however often. Negative: leave it out.
    ///
    /// What is shown because it was shown would climb for ever if each time counted the same; with the bound, the
    /// scores of all that is only shown draw level instead.
    #[must_use]
    pub fn score(&self, now: i64) -> f64 {
        self.use_of(now) + self.shown(now)
    }

    /// The signed task trace at `now`, in (-1, 1): `u / (|u| + 2)` of the decayed use `u`, being shown apart. One
    /// fresh opening gives 1/3, one copy 1/2; it depends on no other symbol, so that a first click is no certainty.
    #[must_use]
    pub fn trace(&self, now: i64) -> f64 {
        let used = self.use_of(now);
        used / (used.abs() + TRACE_HALF)
    }

    /// The trace as a part of relevance, in [0, 1]: a banned symbol has none.
    #[must_use]
    pub fn relevance(&self, now: i64) -> f64 {
        self.trace(now).max(0.0)
    }

    /// How much it says at all, for choosing what to forget: a ban says as much as its weight.
    pub(super) fn strength(&self, now: i64) -> f64 {
        let strength: f64 =
            Act::ALL.into_iter().map(|act| act.weight().abs() * self.recent[act as usize]).sum();
        strength * decay(now.saturating_sub(self.last)) + self.shown(now)
    }
}
