//! Worth of the parts of a pack: of a row by its rank, of a level by what a reader can read from it.
//!
//! The code of a declaration is worth as much as the part of its deciding lines that it shows
//! ([`super::excerpts`]); the whole is worth 1. Only what shows no code has a worth of its own.

/// The worth of the levels below the whole declaration, as a share of its worth, in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    pub name: f64,
    pub signature: f64,
    /// The power of the share that an excerpt shows: the lower, the more declarations are shown, and the less of each.
    pub power: f64,
}

impl Default for Worth {
    fn default() -> Self {
        Self { name: 0.0, signature: 0.04, power: 1.0 }
    }
}

impl Worth {
    /// In a list of a relation's ends, where a line already says who it is.
    pub(crate) const IN_LISTS: Self = Self { name: 0.25, signature: 0.28, power: 1.0 };
    /// For who can read on: where the code is matters more than all of it.
    pub(crate) const TO_READ_ON: Self = Self { name: 0.0, signature: 0.04, power: 0.6 };
}

/// At this rank a row is worth about a third of the first.
const RANK_OF_A_THIRD: f64 = 3.0;

/// The worth of a row, from its rank, from 0, in (0, 1]. It falls as the measured probability that readers need the
/// row, a little faster: what is spent on a lower row is more often lost.
pub(crate) fn worth_of_rank(rank: usize) -> f64 {
    (1.0 + rank as f64 / RANK_OF_A_THIRD).powf(-1.5)
}

/// The worth of a row whose score is this share of the first row's, in [0, 1], in an answer so `sure`: the score of its
/// first row, in units of one that makes an answer likely. It falls faster than the share of essential rows among those of
/// a score, because what is spent on a lower row is more often lost; and the faster the less sure the answer is.
pub(crate) fn worth_of_score(share: f64, sure: f64) -> f64 {
    /// The power of the share in an answer that is just likely, and the least and the greatest one.
    const LIKELY: f64 = 9.0;
    const BOUNDS: [f64; 2] = [4.0, 6.0];
    share.clamp(0.0, 1.0).powf((LIKELY / sure).clamp(BOUNDS[0], BOUNDS[1]))
}

/// A number that the settings may say, as a weight: not negative, and 0 for what is no number.
pub(crate) fn usable(number: f64) -> f64 {
    if number.is_finite() { number.max(0.0) } else { 0.0 }
}
