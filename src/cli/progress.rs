//! One line of progress on standard error, when that is a terminal.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::index::{BuildEvent, Phase, TimeLeft};
use crate::model::counted;

/// Shows the progress of a build or another wait; can be called from any thread.
pub(super) struct ProgressDisplay {
    /// The line; `None` if standard error is not a terminal.
    line: Option<Mutex<ProgressLine>>,
}

#[derive(Default)]
struct ProgressLine {
    drawn: Option<Instant>,
    shown: bool,
    began: Option<Instant>,
    left: TimeLeft,
}

impl ProgressLine {
    fn draw(&mut self, text: &str) {
        self.drawn = Some(Instant::now());
        self.shown = true;
        let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
    }
}

impl ProgressDisplay {
    /// Shows nothing unless standard error is a terminal.
    pub(super) fn new() -> Self {
        Self { line: std::io::stderr().is_terminal().then(Mutex::default) }
    }

    pub(super) fn show(&self, event: &BuildEvent) {
        // Ten times a second is as fast as a number can be read.
        const PERIOD: Duration = Duration::from_millis(100);
        let Some(line) = &self.line else { return };
        // Another thread is drawing, and its number is as good.
        let Ok(mut line) = line.try_lock() else { return };
        let began = *line.began.get_or_insert_with(Instant::now);
        line.left.take(began.elapsed(), event);
        let left = line.left.in_words(began.elapsed()).map(|left| format!(", {left}")).unwrap_or_default();
        let often = line.drawn.is_some_and(|at| at.elapsed() < PERIOD);
        let text = match event {
            BuildEvent::Files { .. } if often => return,
            BuildEvent::Files { done, total, symbols, .. } => {
                format!("parsing {done}/{total} files, {symbols} symbols{left}")
            }
            BuildEvent::Phase(Phase::Walk | Phase::Parse) | BuildEvent::Folder | BuildEvent::Glimpses(_) => {
                return;
            }
            BuildEvent::Phase(phase) => format!("{} …{left}", phase.name()),
            BuildEvent::Packages { packages, modules } => {
                format!("reading {} of {} …", counted(*packages, "package"), counted(*modules, "module"))
            }
            BuildEvent::Waiting => "another process is indexing this repository; waiting …".to_owned(),
        };
        line.draw(&text);
    }

    /// Shows a text.
    pub(super) fn say(&self, text: &str) {
        if let Some(Ok(mut line)) = self.line.as_ref().map(Mutex::lock) {
            line.draw(text);
        }
    }

    /// Clears the line.
    pub(super) fn finish(&self) {
        let Some(line) = &self.line else { return };
        if line.lock().is_ok_and(|line| line.shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
