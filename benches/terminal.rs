//! What a person waits for: opening an index that is there, and a key until its frame.
//!
//!     cargo bench --bench terminal -- TREE [RUNS]
//!
//! The release program runs in a real terminal of 120 x 40. Opening is from the start of the process to the first frame
//! with a list; a key is from its byte written to the end of the first frame after it (the letter typed) and to the last
//! frame before quiet (the list that follows). Without TREE it runs once on the bundled sample.

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sample").to_owned();
    let tree = args.first().cloned().unwrap_or(sample);
    let runs = if args.is_empty() { 1 } else { args.get(1).and_then(|n| n.parse().ok()).unwrap_or(10) };
    terminal::compare(&tree, runs);
}

#[cfg(unix)]
mod terminal {
    use std::io::{Read, Write};
    use std::path::Path;
    use std::process::Command;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::{Duration, Instant};

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    const PROGRAM: &str = env!("CARGO_BIN_EXE_codegraph-tui");
    const FRAME_END: &[u8] = b"\x1b[?2026l";
    /// No frame for this long means that the screen is what it will be.
    const QUIET: Duration = Duration::from_millis(120);
    const WORDS: [&str; 4] = ["handler", "read file", "conn !test", "kind:method serve"];

    pub(super) fn compare(tree: &str, runs: usize) {
        let data = tempfile::tempdir().expect("a folder");
        let built = Command::new(PROGRAM).args(["index", tree, "--data-dir"]).arg(data.path()).output();
        assert!(built.is_ok_and(|output| output.status.success()), "the index of {tree} could not be built");
        let (mut opened, mut typed, mut followed) = (Vec::new(), Vec::new(), Vec::new());
        // The first run warms the page cache.
        for run in 0..=runs {
            let word = WORDS[run % WORDS.len()];
            let (open, keys) = session(tree, data.path(), word);
            if run > 0 {
                opened.push(open);
                for (first, last) in keys {
                    typed.push(first);
                    followed.push(last);
                }
            }
        }
        println!("{tree}, {runs} runs\n\n| from | to | median ms | p99 ms |\n| --- | --- | ---: | ---: |");
        row("start of the process", "first list", &mut opened);
        row("key", "frame with the letter", &mut typed);
        row("key", "frame with the list", &mut followed);
    }

    fn row(from: &str, to: &str, times: &mut [Duration]) {
        times.sort_unstable();
        let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize].as_secs_f64() * 1e3;
        println!("| {from} | {to} | {:.1} | {:.1} |", at(0.5), at(0.99));
    }

    /// Opens the program and types a filter: the time to the first list, and for each key to its first and last frame.
    fn session(tree: &str, data: &Path, word: &str) -> (Duration, Vec<(Duration, Duration)>) {
        let size = PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(PROGRAM);
        command.args([tree, "--data-dir"]);
        command.arg(data);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let mut keys = pair.master.take_writer().expect("a writer");
        let (tell, frames) = channel();
        let start = Instant::now();
        let mut child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        std::thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            let (mut held, mut seen) = (Vec::new(), Instant::now());
            while let Ok(n) = reader.read(&mut buffer) {
                if n == 0 {
                    return;
                }
                held.extend_from_slice(&buffer[..n]);
                while let Some(at) = held.windows(FRAME_END.len()).position(|w| w == FRAME_END) {
                    seen = Instant::now().max(seen);
                    let frame: Vec<u8> = held.drain(..at + FRAME_END.len()).collect();
                    if tell.send((seen, frame)).is_err() {
                        return;
                    }
                }
            }
        });
        let open = loop {
            let (at, frame) = frames.recv_timeout(Duration::from_mins(1)).expect("a frame");
            let text = String::from_utf8_lossy(&frame);
            if text.contains("rank") && text.contains("score") {
                break at - start;
            }
        };
        last(&frames);
        let mut times = Vec::new();
        for key in std::iter::once('/').chain(word.chars()) {
            let start = Instant::now();
            keys.write_all(key.to_string().as_bytes()).expect("typed");
            keys.flush().expect("typed");
            let (first, _) = frames.recv_timeout(Duration::from_mins(1)).expect("a frame");
            let end = last(&frames).unwrap_or(first);
            times.push((first - start, end - start));
        }
        let _ = child.kill();
        let _ = child.wait();
        (open, times)
    }

    /// The last frame before quiet.
    fn last(frames: &Receiver<(Instant, Vec<u8>)>) -> Option<Instant> {
        let mut last = None;
        while let Ok((at, _)) = frames.recv_timeout(QUIET) {
            last = Some(at);
        }
        last
    }
}
