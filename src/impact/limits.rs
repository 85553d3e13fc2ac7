//! How far a walk goes: the least score, the most steps, and whether doubtful steps are taken.

/// Whether a score is kept by a threshold.
pub(super) fn is_within(score: f64, threshold: f64) -> bool {
    score + ROUNDING >= threshold && score > 0.0
}

/// Score below which a branch is cut, unless told otherwise.
pub const THRESHOLD: f64 = 0.10;

/// Thresholds to go through step by step, as many below the first one as above it.
pub const THRESHOLDS: [f64; 15] =
    [0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 0.9, 0.99];

/// Strength from which on a step is no longer doubtful.
pub const SURE: f32 = 0.9;

/// What single precision may have taken from a product that meets the threshold exactly.
const ROUNDING: f64 = 1e-6;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Least score that is kept, in [0, 1].
    pub threshold: f64,
    /// Most steps from a target; `None` for any number.
    pub depth: Option<u32>,
    /// Whether to take steps weaker than [`SURE`]: guesses, and calls that may go to several implementers.
    pub doubtful: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { threshold: THRESHOLD, depth: None, doubtful: true }
    }
}
