//! Limits of a walk: the least score, the most steps, and whether doubtful steps are taken.

/// Returns whether a score reaches a threshold, but for rounding.
pub(super) fn is_within(score: f64, threshold: f64) -> bool {
    score + ROUNDING >= threshold && score > 0.0
}

/// Default threshold: paths with a lower score are cut.
pub const THRESHOLD: f64 = 0.10;

/// Thresholds to step through, equally many on both sides of the default.
pub const THRESHOLDS: [f64; 15] =
    [0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 0.9, 0.99];

/// Strength from which on a step is no longer doubtful.
pub const SURE: f32 = 0.9;

/// Tolerance for the rounding of single-precision strengths.
const ROUNDING: f64 = 1e-6;

/// Limits of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Least score that is kept, in [0, 1].
    pub threshold: f64,
    /// Most steps from a target; `None` for any number.
    pub depth: Option<u32>,
    /// True if to take steps weaker than [`SURE`]: guesses, and calls that may go to several implementers.
    pub doubtful: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { threshold: THRESHOLD, depth: None, doubtful: true }
    }
}
