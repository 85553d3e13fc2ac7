//! The server: reads messages on one thread, answers calls on another, and writes each reply as a whole line.

use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, bounded};
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::arguments::Arguments;
use super::protocol::{self, Call, Message};
use super::workspace::{ServerSettings, ServerWorkspace};
use crate::index::Repository;

/// The longest message that is read, in bytes. A pasted diff or log fits.
const MAX_BYTES: usize = 4 << 20;
/// The largest number of waiting calls. No more messages are read while so many wait.
const MAX_WAITING: usize = 64;

/// The calls without an answer yet, by their id, each with its flag for cancellation.
type OpenCalls = Mutex<FxHashMap<String, Arc<AtomicBool>>>;

/// Answers messages from `input` until it ends or the reader of `output` is gone.
///
/// # Errors
/// `input` cannot be read, or `output` cannot be written. If its reader is gone, that is no error.
pub fn serve(
    repository: &Repository,
    settings: &ServerSettings,
    input: impl Read,
    output: impl Write + Send,
) -> io::Result<()> {
    let open: OpenCalls = Mutex::default();
    let output = ReplyWriter { to: Mutex::new(output), failed: Mutex::new(None) };
    let (calls, waiting) = bounded::<QueuedCall>(MAX_WAITING);
    let read = std::thread::scope(|scope| {
        let worker = scope.spawn(|| work(repository, settings, &waiting, &open, &output));
        let mut input = io::BufReader::new(input);
        let mut line = Vec::new();
        let read = loop {
            let message = match next_line(&mut input, &mut line) {
                Ok(InputLine::End) => break Ok(()),
                Ok(InputLine::TooLong) => Message::Reply(protocol::too_long(MAX_BYTES)),
                Ok(InputLine::Whole) if line.trim_ascii().is_empty() => Message::NoReply,
                Ok(InputLine::Whole) => logged(protocol::read(&line), line.len()),
                Err(error) => break Err(error),
            };
            let is_output_open = match message {
                Message::Batch(messages) => {
                    let batch = Batch::of(&messages);
                    messages.into_iter().all(|message| accept(message, Some(&batch), &calls, &open, &output))
                }
                message => accept(message, None, &calls, &open, &output),
            };
            if !is_output_open {
                break Ok(());
            }
        };
        drop(calls);
        // Calls from before the end of the input are still answered.
        let _ = worker.join();
        read
    });
    match output.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => read,
    }
}

/// A call that waits for its answer, and the batch that it belongs to.
struct QueuedCall {
    call: Call,
    batch: Option<Arc<Mutex<Batch>>>,
}

/// The replies to the requests of a batch, which are sent as one array when all of them are there.
struct Batch {
    /// The number of requests without a reply so far.
    open: usize,
    replies: Vec<Value>,
}

impl Batch {
    fn of(messages: &[Message]) -> Arc<Mutex<Self>> {
        let requests =
            messages.iter().filter(|message| matches!(message, Message::Reply(_) | Message::Call(_)));
        Arc::new(Mutex::new(Self { open: requests.count(), replies: Vec::new() }))
    }
}

/// Replies to a message at once, or puts a call into the queue. Returns false if the reader of the output is gone.
fn accept<W: Write>(
    message: Message,
    batch: Option<&Arc<Mutex<Batch>>>,
    calls: &Sender<QueuedCall>,
    open: &OpenCalls,
    output: &ReplyWriter<W>,
) -> bool {
    match message {
        Message::Reply(reply) => output.answer(Some(reply), batch),
        Message::Call(call) => {
            lock(open).insert(call.id.to_string(), Arc::default());
            calls.send(QueuedCall { call, batch: batch.cloned() }).is_ok()
        }
        Message::Cancelled(id) => {
            if let Some(cancelled) = lock(open).get(&id.to_string()) {
                cancelled.store(true, Relaxed);
            }
            true
        }
        Message::NoReply | Message::Batch(_) => true,
    }
}

/// Writes to the log what kind of message came.
fn logged(message: Message, bytes: usize) -> Message {
    let kind = match &message {
        Message::Reply(_) => "answered at once",
        Message::Call(_) => "a call",
        Message::Cancelled(_) => "a cancellation",
        Message::NoReply => "without reply",
        Message::Batch(_) => "a batch",
    };
    tracing::debug!(kind, bytes, "message");
    message
}

/// The output for replies, of which each is one line.
struct ReplyWriter<W> {
    to: Mutex<W>,
    failed: Mutex<Option<io::Error>>,
}

impl<W: Write> ReplyWriter<W> {
    /// Sends the reply to a request, or adds it to its batch and sends that when it is complete. A cancelled request
    /// has no reply. Returns false if the reader is gone.
    fn answer(&self, reply: Option<Value>, batch: Option<&Arc<Mutex<Batch>>>) -> bool {
        let Some(batch) = batch else { return reply.is_none_or(|reply| self.send(&reply)) };
        let mut batch = lock(batch);
        batch.open -= 1;
        batch.replies.extend(reply);
        if batch.open > 0 || batch.replies.is_empty() {
            return true;
        }
        self.send(&Value::Array(std::mem::take(&mut batch.replies)))
    }

    /// Sends a reply. Returns false if the reader is gone.
    fn send(&self, reply: &Value) -> bool {
        let mut line = reply.to_string().into_bytes();
        line.push(b'\n');
        let mut to = lock(&self.to);
        match to.write_all(&line).and_then(|()| to.flush()) {
            Ok(()) => true,
            Err(error) => {
                lock(&self.failed).get_or_insert(error);
                false
            }
        }
    }
}

fn work<W: Write>(
    repository: &Repository,
    settings: &ServerSettings,
    calls: &Receiver<QueuedCall>,
    open: &OpenCalls,
    output: &ReplyWriter<W>,
) {
    let mut workspace = ServerWorkspace::new(repository.clone(), settings.clone());
    // The index is prepared before the first call. Errors are reported to the calls.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        if workspace.refresh(&AtomicBool::new(false)).is_ok() && calls.is_empty() {
            workspace.prepare();
        }
    }));
    for QueuedCall { call, batch } in calls {
        let cancelled = lock(open).get(&call.id.to_string()).cloned().unwrap_or_default();
        let mut reply = None;
        if !cancelled.load(Relaxed) {
            let begun = Instant::now();
            let arguments = Arguments::new(call.tool.name, call.tool.arguments, &call.arguments);
            let answer = catch_unwind(AssertUnwindSafe(|| {
                arguments.check()?;
                (call.tool.answer)(&mut workspace, &arguments, &cancelled)
            }));
            log_call(&call, begun, &answer, &cancelled);
            let answer = answer.unwrap_or_else(|_| {
                workspace = ServerWorkspace::new(repository.clone(), settings.clone());
                Err("the answer failed: a bug in codegraph-tui; other calls are not affected".to_owned())
            });
            reply = Some(call.reply(answer));
        }
        // A client that cancelled a call expects no reply.
        if !output.answer(reply.filter(|_| !cancelled.load(Relaxed)), batch.as_ref()) {
            return;
        }
        lock(open).remove(&call.id.to_string());
    }
}

/// Writes to the log which tool was called and how that ended. What the client asked may quote code.
fn log_call(
    call: &Call,
    begun: Instant,
    answer: &std::thread::Result<Result<String, String>>,
    cancelled: &AtomicBool,
) {
    let tool = call.tool.name;
    let ms = begun.elapsed().as_millis() as u64;
    let (end, bytes) = match answer {
        _ if cancelled.load(Relaxed) => ("cancelled", 0),
        Ok(Ok(text)) => ("answered", text.len()),
        Ok(Err(reason)) => ("refused", reason.len()),
        Err(_) => ("panicked", 0),
    };
    tracing::info!(tool, ms, bytes, "call {end}");
}

enum InputLine {
    Whole,
    TooLong,
    End,
}

/// Reads the next line, without its line feed. A line that is too long is skipped.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<InputLine> {
    line.clear();
    let most = MAX_BYTES as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(InputLine::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(InputLine::Whole);
    }
    if line.len() <= MAX_BYTES {
        return Ok(InputLine::Whole);
    }
    loop {
        line.clear();
        let read = input.by_ref().take(most).read_until(b'\n', line)?;
        if read == 0 || line.last() == Some(&b'\n') {
            line.clear();
            return Ok(InputLine::TooLong);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
