//! An estimate of the rest of a build's time.

use std::time::Duration;

use super::task::{BuildEvent, Phase};

/// Durations of the phases after parsing, as parts of the time that parsing took. Measured from nothing on four trees
/// between 24,000 and 2.5 million lines (`codegraph-tui index --force --json`): binding took 0.18 to 0.44, the others
/// 0.09 to 0.14 together. The largest trees, whose time matters, are at the upper ends.
const AFTER_PARSING: [(Phase, f32); 4] =
    [(Phase::Bind, 0.42), (Phase::Rank, 0.05), (Phase::Text, 0.04), (Phase::Store, 0.04)];

/// Below this, parsing has not shown how fast it is: the largest files come first, and not every byte costs the same.
const MIN_ELAPSED: Duration = Duration::from_secs(2);
const MIN_PART: f32 = 0.1;

/// Follows a build and estimates its rest. What it says never grows: while the estimate does, it stands still.
/// Times are those of the caller's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeLeft {
    phase: Option<Phase>,
    /// When the phase began.
    since: Duration,
    /// When the first file was done.
    parsing_since: Option<Duration>,
    /// The part of the files' bytes that is parsed, in [0, 1], and how long that took.
    part: f32,
    parsing: Duration,
    /// The least estimate until now.
    least: Option<Duration>,
}

impl TimeLeft {
    /// Takes in what a build reports.
    pub fn take(&mut self, now: Duration, event: &BuildEvent) {
        match event {
            BuildEvent::Phase(phase) => (self.phase, self.since) = (Some(*phase), now),
            BuildEvent::Files { part, .. } => {
                // Counts of several threads arrive in any order.
                self.part = self.part.max(*part);
                self.parsing = now.saturating_sub(*self.parsing_since.get_or_insert(now));
            }
            BuildEvent::Folder
            | BuildEvent::Waiting
            | BuildEvent::Packages { .. }
            | BuildEvent::Glimpses(_) => return,
        }
        self.least = self.shown(now);
    }

    /// The rest in words: `about 12 s left`. `None` until an estimate is worth something, and in the last second.
    pub fn in_words(&self, now: Duration) -> Option<String> {
        match self.shown(now)?.as_secs_f32().round() as u64 {
            0 => None,
            seconds @ ..90 => Some(format!("about {seconds} s left")),
            seconds => Some(format!("about {} min left", (seconds + 30) / 60)),
        }
    }

    fn shown(&self, now: Duration) -> Option<Duration> {
        let estimate = self.estimate(now);
        match (self.least, estimate) {
            (Some(least), Some(estimate)) => Some(least.min(estimate)),
            (least, estimate) => estimate.or(least),
        }
    }

    fn estimate(&self, now: Duration) -> Option<Duration> {
        if self.parsing < MIN_ELAPSED || self.part < MIN_PART {
            return None;
        }
        let whole = self.parsing.as_secs_f32() / self.part;
        let later = |phase: Phase| AFTER_PARSING.iter().filter(move |(other, _)| *other > phase);
        let rest: f32 = later(self.phase?).map(|(_, share)| share).sum();
        let of_phase = match self.phase? {
            Phase::Walk | Phase::Parse => 1.0 - self.part,
            phase => {
                let share =
                    AFTER_PARSING.iter().find(|(other, _)| *other == phase).map_or(0.0, |(_, share)| *share);
                (share - now.saturating_sub(self.since).as_secs_f32() / whole).max(0.0)
            }
        };
        Some(Duration::from_secs_f32((whole * (of_phase + rest)).max(0.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(part: f32) -> BuildEvent {
        BuildEvent::Files { done: 1, total: 2, symbols: 3, part }
    }

    #[test]
    fn the_rest_follows_from_what_is_parsed_and_never_grows() {
        let mut left = TimeLeft::default();
        let mut said = Vec::new();
        for (seconds, event) in [
            (0, BuildEvent::Phase(Phase::Walk)),
            (1, BuildEvent::Phase(Phase::Parse)),
            (1, files(0.001)),
            (2, files(0.2)),
            (11, files(0.25)),
            // Slower for a while: the estimate would be 61 s.
            (30, files(0.5)),
            (31, files(0.4)),
            (39, files(0.95)),
            (41, files(1.0)),
            (41, BuildEvent::Phase(Phase::Bind)),
            (57, BuildEvent::Phase(Phase::Rank)),
            (70, BuildEvent::Phase(Phase::Text)),
            (70, BuildEvent::Phase(Phase::Store)),
        ] {
            left.take(Duration::from_secs(seconds), &event);
            said.push(left.in_words(Duration::from_secs(seconds)).unwrap_or_default());
        }
        let seconds = [52, 52, 52, 24, 22, 22, 5, 3, 2].map(|seconds| format!("about {seconds} s left"));
        assert_eq!((&said[..4], &said[4..]), (&[const { String::new() }; 4][..], &seconds[..]));
        assert_eq!(left.in_words(Duration::from_secs(99)), None);
    }

    #[test]
    fn minutes_are_said_as_such_and_a_short_build_says_nothing() {
        let mut left = TimeLeft::default();
        for (seconds, event) in [(0, BuildEvent::Phase(Phase::Parse)), (0, files(0.0)), (60, files(0.1))] {
            left.take(Duration::from_secs(seconds), &event);
        }
        assert_eq!(left.in_words(Duration::from_mins(1)).as_deref(), Some("about 15 min left"));
        let mut short = TimeLeft::default();
        short.take(Duration::ZERO, &BuildEvent::Phase(Phase::Parse));
        short.take(Duration::from_secs(1), &files(0.5));
        assert_eq!(short.in_words(Duration::from_secs(1)), None);
    }
}
