//! Typing has priority: work that nobody waits for pauses until the keys pause.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// When a key was last pressed.
pub(super) struct Typing(Mutex<Instant>);

/// Length of the pause after which others may go on, and the time until which they wait for one.
#[derive(Clone, Copy)]
pub(super) struct Backoff {
    pub pause: Duration,
    pub until: Instant,
}

impl Typing {
    /// Starts as if a key was pressed just now.
    pub(super) fn new() -> Self {
        Self(Mutex::new(Instant::now()))
    }

    pub(super) fn pressed(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Time since the last key.
    pub(super) fn since(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Waits for a pause, on any thread; not once `cancel` is set.
    pub(super) fn wait_for_idle(&self, Backoff { pause, until }: Backoff, cancel: &AtomicBool) {
        while let Some(rest) = pause.checked_sub(self.since()).filter(|rest| !rest.is_zero())
            && !cancel.load(Relaxed)
            && Instant::now() < until
        {
            std::thread::park_timeout(rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    fn waited(pause: Duration, patience: Duration, cancelled: bool) -> Duration {
        let (start, typing) = (Instant::now(), Typing::new());
        let backoff = Backoff { pause, until: start + patience };
        typing.wait_for_idle(backoff, &AtomicBool::new(cancelled));
        start.elapsed()
    }

    #[test]
    fn a_key_is_waited_for_until_it_is_long_past() {
        let pause = Duration::from_millis(20);
        assert!(waited(pause, LONG, false) >= pause);
        assert!(waited(LONG, Duration::ZERO, false) < LONG, "nobody waits for ever");
        assert!(waited(LONG, LONG, true) < LONG, "nor once it is over");
    }

    #[test]
    fn a_key_in_between_makes_it_longer() {
        let (typing, cancel) = (Typing::new(), AtomicBool::new(false));
        let pause = Duration::from_millis(40);
        let backoff = Backoff { pause, until: Instant::now() + LONG };
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                typing.wait_for_idle(backoff, &cancel);
                typing.since()
            });
            typing.pressed();
            assert!(waiting.join().expect("it ends") >= pause, "so long after the last key");
        });
    }
}
