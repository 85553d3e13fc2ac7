//! The places that were ticked off, by diff: they outlive a look at something else, and the program.

use super::ImpactView;
use super::requests::{ImpactTarget, Ticked};
use crate::impact::Ticks;

/// Diffs whose ticks are kept, those looked at last.
const MAX_DIFFS: usize = 20;

impl ImpactView {
    /// The places that are ticked off, those of the diff in sight included.
    pub(in crate::app) fn ticked(&self) -> Ticked {
        let mut ticked = self.ticked.clone();
        if let Some(ImpactTarget::Diff(range)) = &self.target {
            let range = range.to_string();
            ticked.retain(|(known, _)| *known != range);
            ticked.push((range, self.ticks.by_hand()));
        }
        ticked.retain(|(_, keys)| !keys.is_empty());
        ticked.drain(..ticked.len().saturating_sub(MAX_DIFFS));
        ticked
    }

    /// Begins with what was ticked off in an earlier start.
    pub(in crate::app) fn remember_ticked(&mut self, ticked: Ticked) {
        self.ticked = ticked;
    }

    /// The ticks of a target as they were kept.
    pub(super) fn ticks_of(&self, target: &ImpactTarget) -> Ticks {
        let ImpactTarget::Diff(range) = target else { return Ticks::default() };
        let range = range.to_string();
        let kept = self.ticked.iter().find(|(known, _)| *known == range);
        kept.map_or_else(Ticks::default, |(_, keys)| Ticks::of(keys.clone()))
    }
}
