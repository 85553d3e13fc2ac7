//! The server: reads messages from one thread, answers calls on another, writes whole lines.

use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_channel::{Receiver, bounded};
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::arguments::Arguments;
use super::protocol::{self, Call, Message};
use super::workspace::{ServerSettings, Workspace};
use crate::index::Repository;

/// Longest message that is read, in bytes; a pasted diff or log fits.
const MOST_BYTES: usize = 4 << 20;
/// Calls that wait. A client that sends more has to wait itself.
const MOST_WAITING: usize = 64;

/// Calls that nobody has answered yet, by their id, with what calls them off.
type Open = Mutex<FxHashMap<String, Arc<AtomicBool>>>;

/// Answers messages from `input` until it ends or nobody reads `output` any more.
///
/// # Errors
/// `input` cannot be read, or `output` cannot be written for another reason than that its reader is gone.
pub fn serve(
    repository: &Repository,
    settings: ServerSettings,
    input: impl Read,
    output: impl Write + Send,
) -> io::Result<()> {
    let open: Open = Mutex::default();
    let output = Output { to: Mutex::new(output), failed: Mutex::new(None) };
    let (calls, waiting) = bounded::<Call>(MOST_WAITING);
    let read = std::thread::scope(|scope| {
        let worker = scope.spawn(|| work(repository, settings, &waiting, &open, &output));
        let mut input = io::BufReader::new(input);
        let mut line = Vec::new();
        let read = loop {
            let message = match next_line(&mut input, &mut line) {
                Ok(Line::End) => break Ok(()),
                Ok(Line::TooLong) => Message::Reply(protocol::too_long(MOST_BYTES)),
                Ok(Line::Whole) if line.trim_ascii().is_empty() => Message::Silence,
                Ok(Line::Whole) => protocol::read(&line),
                Err(error) => break Err(error),
            };
            let is_heard = match message {
                Message::Reply(reply) => output.send(&reply),
                Message::Call(call) => {
                    held(&open).insert(call.id.to_string(), Arc::default());
                    calls.send(call).is_ok()
                }
                Message::Cancelled(id) => {
                    if let Some(cancelled) = held(&open).get(&id.to_string()) {
                        cancelled.store(true, Relaxed);
                    }
                    true
                }
                Message::Silence => true,
            };
            if !is_heard {
                break Ok(());
            }
        };
        drop(calls);
        // What was asked before the end is still answered.
        let _ = worker.join();
        read
    });
    match output.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => read,
    }
}

/// Where replies go, each as one line.
struct Output<W> {
    to: Mutex<W>,
    failed: Mutex<Option<io::Error>>,
}

impl<W: Write> Output<W> {
    /// Sends a reply; false once nobody reads them.
    fn send(&self, reply: &Value) -> bool {
        let mut line = reply.to_string().into_bytes();
        line.push(b'\n');
        let mut to = held(&self.to);
        match to.write_all(&line).and_then(|()| to.flush()) {
            Ok(()) => true,
            Err(error) => {
                held(&self.failed).get_or_insert(error);
                false
            }
        }
    }
}

fn work<W: Write>(
    repository: &Repository,
    settings: ServerSettings,
    calls: &Receiver<Call>,
    open: &Open,
    output: &Output<W>,
) {
    let mut workspace = Workspace::new(repository.clone(), settings);
    // The first question need not wait for the whole of it; what is wrong is reported to whoever asks.
    let _ = catch_unwind(AssertUnwindSafe(|| workspace.refresh(&AtomicBool::new(false)).is_ok()));
    for call in calls {
        let cancelled = held(open).get(&call.id.to_string()).cloned().unwrap_or_default();
        if !cancelled.load(Relaxed) {
            let arguments = Arguments::new(call.tool.name, call.tool.arguments, &call.arguments);
            let answer = catch_unwind(AssertUnwindSafe(|| {
                arguments.check()?;
                (call.tool.answer)(&mut workspace, &arguments, &cancelled)
            }));
            let answer = answer.unwrap_or_else(|_| {
                workspace = Workspace::new(repository.clone(), settings);
                Err("the answer failed: a bug in codegraph-tui; other calls are not affected".to_owned())
            });
            // A client that called it off does not expect a word more of it.
            if !cancelled.load(Relaxed) && !output.send(&call.reply(answer)) {
                return;
            }
        }
        held(open).remove(&call.id.to_string());
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads the next line, without its end. One that is too long is passed over.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let most = MOST_BYTES as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Line::Whole);
    }
    if line.len() <= MOST_BYTES {
        return Ok(Line::Whole);
    }
    loop {
        line.clear();
        let read = input.by_ref().take(most).read_until(b'\n', line)?;
        if read == 0 || line.last() == Some(&b'\n') {
            line.clear();
            return Ok(Line::TooLong);
        }
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
