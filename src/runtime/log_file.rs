//! The log that `--log FILE` asks for: one line for each event of `tracing`, appended as it happens.
//!
//! ```text
//! 2026-11-26T08:01:02.345678Z  INFO job-impact job done kind=Impact id=4 ms=12
//! ```
//!
//! Events have phases, jobs, timings and causes, never source. Control characters are spelled out.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

use crate::model::clean;

/// From now on all events of this program go to the end of a file. Those of dependencies do not: they may quote data.
///
/// # Errors
/// The file cannot be opened, or there is a log already.
pub fn start_log(path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    let lines = fmt::layer()
        .with_writer(Mutex::new(CleanLines(file)))
        .with_ansi(false)
        .with_target(false)
        .with_thread_names(true)
        .with_filter(Targets::new().with_target("codegraph_tui", Level::TRACE));
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(lines))
        .map_err(io::Error::other)
}

/// Spells out the control characters of what it writes, except for the line end of an event.
struct CleanLines(File);

impl Write for CleanLines {
    /// Writes one event, which the subscriber hands over as a whole.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let line = text.strip_suffix('\n').unwrap_or(&text);
        self.0.write_all(format!("{}\n", clean(line)).as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
