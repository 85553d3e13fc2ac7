//! The log that `--log FILE` asks for: one line for each event of `tracing`, appended as it happens.
//!
//! ```text
//! 2026-11-26 08:01:02.345 INFO  job-impact  job done kind=Impact id=4 ms=12
//! ```
//!
//! Events have phases, jobs, timings and causes, never source. Control characters are spelled out.

use std::fmt::{self, Write as _};
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::history::date;
use crate::model::clean;

/// From now on all events of this program go to the end of a file.
///
/// # Errors
/// The file cannot be opened, or there is a log already.
pub fn start_log(path: &Path) -> io::Result<()> {
    let file = Mutex::new(OpenOptions::new().create(true).append(true).open(path)?);
    tracing::subscriber::set_global_default(LogFile { file }).map_err(io::Error::other)
}

struct LogFile {
    file: Mutex<File>,
}

impl Subscriber for LogFile {
    /// Only this program's own events: dependencies may quote data.
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && metadata.target().starts_with("codegraph_tui")
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (day, in_day) = (date(i64::try_from(now.as_secs()).unwrap_or(0)), now.as_secs() % 86_400);
        let clock = format!("{:02}:{:02}:{:02}", in_day / 3_600, in_day / 60 % 60, in_day % 60);
        let thread = std::thread::current();
        let thread = thread.name().unwrap_or("-");
        let mut fields = Fields::default();
        event.record(&mut fields);
        let line = format!(
            "{day} {clock}.{:03} {:5} {thread}  {}{}",
            now.subsec_millis(),
            event.metadata().level(),
            fields.message,
            fields.rest
        );
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk is no reason to stop what the log is about.
        let _ = writeln!(file, "{}", clean(&line));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[derive(Default)]
struct Fields {
    message: String,
    rest: String,
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.rest, " {name}={value:?}"),
        };
    }
}
