//! The release program in a real terminal of 120 x 40: how long it takes to open, to answer keys, and what it holds.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_codegraph-tui");
const FRAME_END: &[u8] = b"\x1b[?2026l";
/// No frame for this long means that the screen is what it will be.
const QUIET: Duration = Duration::from_millis(500);
/// No processor time for this long means that nothing is being done.
const AT_REST: Duration = Duration::from_secs(3);
const ROWS: NonZero<u16> = NonZero::new(40).unwrap();
const COLUMNS: NonZero<u16> = NonZero::new(120).unwrap();
const LONG: Duration = Duration::from_mins(1);
const WORDS: [&str; 4] = ["handler", "read file", "conn !test", "kind:method serve"];

/// The program at work; ends with the value.
pub(crate) struct Session {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    frames: Receiver<(Instant, Vec<u8>)>,
    screen: vt100::Parser,
    /// The terminal is there for as long as its master is.
    _master: Box<dyn MasterPty + Send>,
}

impl Session {
    pub(crate) fn start(tree: &Path, data: &Path) -> Self {
        let size = PtySize { rows: ROWS.get(), cols: COLUMNS.get(), pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(PROGRAM);
        command.args([tree.as_os_str(), "--data-dir".as_ref(), data.as_os_str()]);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        let frames = frames(pair.master.try_clone_reader().expect("a reader"));
        let keys = pair.master.take_writer().expect("a writer");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let screen = vt100::Parser::new(ROWS, COLUMNS, 0);
        Self { child, keys, frames, screen, _master: pair.master }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("typed");
        self.keys.flush().expect("typed");
    }

    /// The end of the next frame; `None` when none comes for so long.
    pub(crate) fn frame(&mut self, longest: Duration) -> Option<Instant> {
        let (at, frame) = self.frames.recv_timeout(longest).ok()?;
        self.screen.process(&frame);
        Some(at)
    }

    /// The end of the first frame from now on after which the screen is as wished.
    pub(crate) fn until(&mut self, wish: impl Fn(&str) -> bool) -> Instant {
        loop {
            let at = self.frame(LONG).expect("a frame");
            if wish(&self.screen.screen().contents()) {
                return at;
            }
        }
    }

    /// Waits for the list of symbols.
    pub(crate) fn listed(&mut self) -> Instant {
        self.until(|screen| screen.contains("rank") && screen.contains("score"))
    }

    /// The last frame before `quiet`; `None` when there was none.
    pub(crate) fn settled(&mut self, quiet: Duration) -> Option<Instant> {
        std::iter::from_fn(|| self.frame(quiet)).last()
    }

    /// Waits until the program has used no processor for so long: it is done with what it does when it is left alone. Gives
    /// up after [`LONG`].
    pub(crate) fn rest(&mut self, alone: Duration) {
        let start = Instant::now();
        let (mut used, mut since) = (self.processor_time(), start);
        while since.elapsed() < alone && start.elapsed() < LONG {
            self.settled(QUIET);
            let now = self.processor_time();
            if now != used {
                (used, since) = (now, Instant::now());
            }
        }
    }

    /// Bytes that the process has to itself: its anonymous memory, and what it changed of the files that it maps.
    pub(crate) fn private(&self) -> u64 {
        self.child.process_id().map_or(0, private)
    }

    pub(crate) fn processor_time(&self) -> Duration {
        self.child.process_id().map_or(Duration::ZERO, processor_time)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Measurements from several sessions.
#[derive(Default)]
pub(crate) struct Waits {
    /// From the start of the process to the first frame with a list.
    pub(crate) opened: Vec<Duration>,
    /// From a key to the end of the first frame after it.
    pub(crate) typed: Vec<Duration>,
    /// From a letter of the filter to the last frame before quiet: that of its list.
    pub(crate) followed: Vec<Duration>,
    /// The most that a process had to itself after all keys, without the pages of mapped files, in bytes.
    pub(crate) private: u64,
    /// Processor time while nothing happened, of `rest`.
    pub(crate) idle: Duration,
}

impl Waits {
    /// Sessions with one word each, in turn; another one before them warms the page cache. After the last one the
    /// program is watched for `rest`.
    pub(crate) fn of(tree: &Path, data: &Path, runs: usize, rest: Duration) -> Self {
        let mut waits = Self::default();
        Self::default().session(tree, data, WORDS[0], Duration::ZERO);
        for run in 1..=runs {
            let rest = if run == runs { rest } else { Duration::ZERO };
            waits.session(tree, data, WORDS[run % WORDS.len()], rest);
        }
        for times in [&mut waits.opened, &mut waits.typed, &mut waits.followed] {
            times.sort_unstable();
        }
        waits
    }

    /// Opens the program and types a filter.
    fn session(&mut self, tree: &Path, data: &Path, word: &str, rest: Duration) {
        let start = Instant::now();
        let mut session = Session::start(tree, data);
        self.opened.push(session.listed() - start);
        session.settled(QUIET);
        for key in std::iter::once('/').chain(word.chars()) {
            let start = Instant::now();
            session.press(&key.to_string());
            let first = session.frame(LONG).expect("a frame");
            let last = session.settled(QUIET).unwrap_or(first);
            self.typed.push(first - start);
            // The key that opens the filter asks for no list: what follows is what opening the program had to do.
            if key != '/' {
                self.followed.push(last - start);
            }
        }
        self.private = self.private.max(session.private());
        if !rest.is_zero() {
            session.rest(AT_REST);
            let before = session.processor_time();
            std::thread::sleep(rest);
            self.idle = session.processor_time().saturating_sub(before);
        }
    }
}

/// The value below which `part` of the sorted `times` lie, in milliseconds.
pub(crate) fn at(times: &[Duration], part: f64) -> f64 {
    times[((times.len() - 1) as f64 * part).round() as usize].as_secs_f64() * 1e3
}

/// Each frame with the time of its end.
fn frames(mut reader: Box<dyn Read + Send>) -> Receiver<(Instant, Vec<u8>)> {
    let (tell, frames) = channel();
    std::thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        let mut held = Vec::new();
        while let Ok(n @ 1..) = reader.read(&mut buffer) {
            let now = Instant::now();
            held.extend_from_slice(&buffer[..n]);
            while let Some(at) = held.windows(FRAME_END.len()).position(|w| w == FRAME_END) {
                let frame: Vec<u8> = held.drain(..at + FRAME_END.len()).collect();
                if tell.send((now, frame)).is_err() {
                    return;
                }
            }
        }
    });
    frames
}

/// Memory that no file is behind, in bytes. Pages of a mapped file that was written just now would count as private and
/// dirty, though the system can take them back.
fn private(pid: u32) -> u64 {
    let sums = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let anonymous = sums.lines().find_map(|line| line.strip_prefix("Anonymous:")?.trim().strip_suffix(" kB"));
    anonymous.and_then(|kib| kib.trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// Returns the processor time that a process has used, to a hundredth of a second.
fn processor_time(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 =
        after_name.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}
