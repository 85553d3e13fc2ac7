//! A terminal with the program in it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::copy::copy;

/// Longest that anything may take before the test gives up.
const PATIENCE: Duration = Duration::from_mins(2);

/// The options with which a terminal is opened.
#[derive(Clone)]
pub(crate) struct Setup {
    /// Shared by setups that were cloned: terminals on one repository.
    dir: Arc<tempfile::TempDir>,
    pub(crate) size: (u16, u16),
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) args: Vec<String>,
    /// The command that starts the program, if it is not started directly.
    within: Vec<String>,
}

impl Setup {
    /// The bundled sample, copied to a place of its own.
    pub(crate) fn sample() -> Self {
        let dir = tempfile::tempdir().unwrap();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample"), &dir.path().join("repo"));
        Self::over(dir)
    }

    fn over(dir: tempfile::TempDir) -> Self {
        let home = dir.path().join("home");
        fs::create_dir(&home).unwrap();
        let mut env: BTreeMap<String, String> = [
            ("TERM", "xterm-256color"),
            ("COLORTERM", "truecolor"),
            ("PATH", &std::env::var("PATH").unwrap()),
            ("LANG", "C.UTF-8"),
            // A terminal that says that it is remote copies through itself: no tool of this machine takes part.
            ("SSH_TTY", "/dev/pts/0"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
        env.insert("HOME".to_owned(), home.display().to_string());
        env.insert("XDG_CONFIG_HOME".to_owned(), dir.path().join("config").display().to_string());
        env.insert("CODEGRAPH_TUI_DATA".to_owned(), dir.path().join("data").display().to_string());
        Self { dir: Arc::new(dir), size: (100, 30), env, args: Vec::new(), within: Vec::new() }
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("repo")
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    pub(crate) fn config(self, text: &str) -> Self {
        let dir = self.path("config/codegraph-tui");
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("config.toml"), text).unwrap();
        self
    }

    pub(crate) fn sized(mut self, width: u16, height: u16) -> Self {
        self.size = (width, height);
        self
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Started by other words: a shell with limits.
    #[cfg(target_os = "linux")]
    pub(crate) fn within(mut self, words: &[&str]) -> Self {
        self.within = words.iter().map(|&word| word.to_owned()).collect();
        self
    }

    /// An executable script in the search path, before all others.
    pub(crate) fn script(mut self, name: &str, text: &str) -> Self {
        use std::os::unix::fs::PermissionsExt;
        let bin = self.path("bin");
        fs::create_dir_all(&bin).unwrap();
        fs::write(bin.join(name), format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:{}", bin.display(), self.env["PATH"]);
        self.env.insert("PATH".to_owned(), path);
        self
    }

    /// The program, not yet started.
    pub(crate) fn command(&self) -> CommandBuilder {
        let program = env!("CARGO_BIN_EXE_codegraph-tui");
        let words = self.within.iter().map(String::as_str).chain([program]);
        let mut words = words.chain(self.args.iter().map(String::as_str));
        let mut command = CommandBuilder::new(words.next().unwrap_or(program));
        command.args(words);
        command.env_clear();
        for (name, value) in &self.env {
            command.env(name, value);
        }
        command.cwd(self.root());
        command
    }

    /// Starts the program.
    pub(crate) fn open(self) -> Terminal {
        Terminal::open(self)
    }

    /// Starts the program and waits until its list is there.
    pub(crate) fn ready(self) -> Terminal {
        let mut terminal = self.open();
        terminal.wait("an index", |screen| screen.contains("✓") && screen.contains("symbols"));
        terminal
    }
}

/// A terminal, its screen as of now, and every byte that it was ever sent.
pub(crate) struct Terminal {
    pub(crate) setup: Setup,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    /// To the thread that types: a program that doesn't read must not keep the test from noticing.
    keys: mpsc::Sender<Vec<u8>>,
    /// Bytes that are not typed yet.
    untyped: Arc<AtomicUsize>,
    sent: Arc<(Mutex<Sent>, Condvar)>,
}

struct Sent {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    closed: bool,
}

fn cells(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).unwrap()
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    fn open(setup: Setup) -> Self {
        let pair = native_pty_system().openpty(pty_size(setup.size)).unwrap();
        let child = pair.slave.spawn_command(setup.command()).unwrap();
        drop(pair.slave);
        let (width, height) = setup.size;
        let parser = vt100::Parser::new(cells(height), cells(width), 0);
        let sent = Arc::new((Mutex::new(Sent { parser, bytes: Vec::new(), closed: false }), Condvar::new()));
        let (mut reader, shared) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&sent));
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 13];
            loop {
                let n = reader.read(&mut buffer).unwrap_or(0);
                let (sent, came) = &*shared;
                let mut sent = sent.lock().unwrap();
                sent.bytes.extend_from_slice(&buffer[..n]);
                sent.parser.process(&buffer[..n]);
                sent.closed |= n == 0;
                came.notify_all();
                if n == 0 {
                    return;
                }
            }
        });
        let (keys, untyped) = type_into(pair.master.take_writer().unwrap());
        Self { setup, child, master: pair.master, keys, untyped, sent }
    }

    /// Types text as it is; `\r` is Enter, `\x1b` Esc.
    pub(crate) fn keys(&mut self, text: &str) {
        self.untyped.fetch_add(text.len(), SeqCst);
        self.keys.send(text.as_bytes().to_vec()).unwrap();
    }

    /// Waits until all is typed, gives the window about that size but another one than now, and waits for something to be
    /// drawn: proof that the program still listens. One that was sent to the background is called back. The exit code when it has ended.
    #[cfg(target_os = "linux")]
    pub(crate) fn proves_alive(&mut self, width: u16, height: u16) -> Option<u32> {
        let deadline = Instant::now() + PATIENCE;
        let mut before: Option<usize> = None;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status.exit_code());
            }
            let (so_far, drawn) = {
                let sent = self.sent.0.lock().unwrap();
                // Every frame begins so, and nothing else does: not what a terminal echoes while nobody is there.
                let frame = |bytes: &[u8]| bytes.windows(8).any(|window| window == b"\x1b[?2026h");
                (sent.bytes.len(), before.is_some_and(|before| frame(&sent.bytes[before..])))
            };
            match before {
                Some(_) if drawn => return None,
                None if self.untyped.load(SeqCst) == 0 => {
                    before = Some(so_far);
                    // To be as large as before is no news to anyone.
                    let same =
                        self.master.get_size().is_ok_and(|now| (now.cols, now.rows) == (width, height));
                    self.resize(width + u16::from(same), height);
                }
                _ => {}
            }
            if is_stopped(self.pid()) {
                self.signal("CONT");
            }
            assert!(Instant::now() < deadline, "it hangs; the screen:\n{}", self.screen());
            let (sent, came) = &*self.sent;
            drop(came.wait_timeout(sent.lock().unwrap(), Duration::from_millis(5)).unwrap());
        }
    }

    /// Waits until `met` holds for the screen's text, which it returns.
    pub(crate) fn wait(&mut self, what: &str, met: impl Fn(&str) -> bool) -> String {
        self.wait_for(what, |screen, _| met(&screen.contents()))
    }

    /// Waits until `met` holds for the screen and all bytes so far; the screen's text then.
    pub(crate) fn wait_for(&mut self, what: &str, met: impl Fn(&vt100::Screen, &[u8]) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        let (sent, came) = &*self.sent;
        let mut sent = sent.lock().unwrap();
        loop {
            if met(sent.parser.screen(), &sent.bytes) {
                return sent.parser.screen().contents();
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero() && !sent.closed,
                "{what} did not come; the screen:\n{}\n{:?}",
                sent.parser.screen().contents().trim_end(),
                String::from_utf8_lossy(&sent.bytes[sent.bytes.len().saturating_sub(3000)..]),
            );
            sent = came.wait_timeout(sent, left).unwrap().0;
        }
    }

    /// The screen's text as of now.
    pub(crate) fn screen(&self) -> String {
        self.sent.0.lock().unwrap().parser.screen().contents()
    }

    /// Every byte so far.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.sent.0.lock().unwrap().bytes.clone()
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.sent.0.lock().unwrap().parser.screen_mut().set_size(cells(height), cells(width));
        self.master.resize(pty_size((width, height))).unwrap();
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Sends a signal, by its number's name as `kill` takes it. Every shell has that, but not every system a program of
    /// its name.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.pid().to_string();
        let sent =
            std::process::Command::new("sh").args(["-c", "kill -s $0 $1", name, &pid]).status().unwrap();
        assert!(sent.success());
    }

    /// Writes on the screen and has lines edited by the terminal, as a shell in the foreground does.
    #[cfg(target_os = "linux")]
    pub(crate) fn used_by_a_shell(&mut self) {
        let tty = self.master.tty_name().unwrap();
        let sane = std::process::Command::new("stty").arg("-F").arg(tty).arg("sane").status().unwrap();
        assert!(sane.success());
        self.sent.0.lock().unwrap().parser.process(b"\x1b[2J\x1b[H$ echo hello\r\nhello\r\n");
    }

    /// Waits for the program's end: its exit code.
    pub(crate) fn end(&mut self) -> u32 {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // The last output may still be on its way.
                let (sent, came) = &*self.sent;
                let mut sent = sent.lock().unwrap();
                while !sent.closed && Instant::now() < deadline {
                    sent = came.wait_timeout(sent, Duration::from_secs(1)).unwrap().0;
                }
                return status.exit_code();
            }
            assert!(Instant::now() < deadline, "it does not end; the screen:\n{}", self.screen());
            std::thread::yield_now();
        }
    }

    /// Asserts that the terminal was given back as it was.
    pub(crate) fn assert_restored(&self) {
        let sent = self.sent.0.lock().unwrap();
        let screen = sent.parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen is left");
        assert!(!screen.hide_cursor(), "the cursor shows");
        assert!(!screen.bracketed_paste(), "pastes are plain again");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A thread that types what it is sent; how much of it is still to be typed.
fn type_into(mut writer: Box<dyn Write + Send>) -> (mpsc::Sender<Vec<u8>>, Arc<AtomicUsize>) {
    let (keys, to_type) = mpsc::channel::<Vec<u8>>();
    let untyped = Arc::new(AtomicUsize::new(0));
    let left = Arc::clone(&untyped);
    std::thread::spawn(move || {
        for text in to_type {
            // Nobody reads what is typed to a program that has ended.
            let _ = writer.write_all(&text).and_then(|()| writer.flush());
            left.fetch_sub(text.len(), SeqCst);
        }
    });
    (keys, untyped)
}

/// Returns whether a process is stopped: continuing it any earlier would come to nothing.
#[cfg(target_os = "linux")]
pub(crate) fn is_stopped(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
}
