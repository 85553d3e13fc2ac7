//! Probability that a change is noticed one step on: the one table of these figures.

use super::travel_rules::ChangeKind;
use crate::model::EdgeKind;

/// By kind of step, in the order of [`EdgeKind::ALL`], and class of change: the part of those one step on that change in the
/// same commit, in [0, 1].
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreDecay([DecayRow; EdgeKind::ALL.len()]);

/// The figures of a kind of step, each by [`NoticeClass`].
#[derive(Clone, Copy, Debug, PartialEq)]
struct DecayRow {
    /// From what changes itself.
    first: [f64; N_CLASSES],
    /// From what noticed such a change, to what depends on that.
    onward: [f64; N_CLASSES],
}

/// Changes that are noticed about as often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoticeClass {
    /// Code that named it no longer compiles: it was removed, moved or renamed.
    Gone,
    /// Its signature, type or fields are others. Also what may change in any way.
    Signature,
    /// It does something else.
    Body,
}

const N_CLASSES: usize = 3;

impl ScoreDecay {
    /// Measured by `benches/replay` in 641 commits of seven repositories (`benches/README.md`). Figures of few cases
    /// are drawn towards the mean of their column, as if it had been seen twenty times besides.
    pub const MEASURED: Self = Self([
        // gone, signature, body
        DecayRow { first: [0.93, 0.83, 0.18], onward: [0.59, 0.42, 0.22] }, // calls
        DecayRow { first: [0.66, 0.43, 0.34], onward: [0.66, 0.41, 0.22] }, // implements
        DecayRow { first: [0.89, 0.45, 0.28], onward: [0.61, 0.41, 0.22] }, // extends
        DecayRow { first: [0.91, 0.69, 0.35], onward: [0.61, 0.41, 0.22] }, // imports: never counted
        DecayRow { first: [0.90, 0.34, 0.54], onward: [0.65, 0.22, 0.29] }, // uses
        DecayRow { first: [0.97, 0.65, 0.35], onward: [0.76, 0.41, 0.40] }, // accesses
        DecayRow { first: [1.0; N_CLASSES], onward: [1.0; N_CLASSES] },     // member_of: no step
        DecayRow { first: [0.91, 0.69, 0.35], onward: [0.61, 0.41, 0.22] }, // delegates: never counted
        DecayRow { first: [0.66, 0.34, 0.18], onward: [0.59, 0.22, 0.22] }, // runs: never counted, so the least of all
    ]);

    /// Every change is noticed wherever an edge is there: scores are products of confidences alone.
    pub const NONE: Self =
        Self([DecayRow { first: [1.0; N_CLASSES], onward: [1.0; N_CLASSES] }; EdgeKind::ALL.len()]);

    /// Returns the probability that a change is noticed over a step, `steps` steps after the symbol that changed
    /// itself. What is unbound noticed a change and made none.
    pub fn of(&self, step: EdgeKind, change: ChangeKind, steps: u32) -> f64 {
        let DecayRow { first, onward } = &self.0[step as usize];
        let is_first = steps == 0 && change != ChangeKind::Unbound;
        (if is_first { first } else { onward })[NoticeClass::of(change) as usize]
    }
}

impl NoticeClass {
    fn of(change: ChangeKind) -> Self {
        match change {
            ChangeKind::Removed | ChangeKind::Moved | ChangeKind::Renamed => Self::Gone,
            ChangeKind::Signature | ChangeKind::Unbound => Self::Signature,
            ChangeKind::Added | ChangeKind::Body => Self::Body,
        }
    }
}
