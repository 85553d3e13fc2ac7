//! Runs git.
//!
//! Somebody unknown may have made a repository with its `.git/config` and `.gitattributes`. So each run
//!
//! * names the program by an absolute path, never one found through a relative entry of `PATH`, and uses no shell;
//! * starts without `GIT_*` variables and asks nothing of the terminal;
//! * overrides the settings that name programs: hooks, fsmonitor, pager, external diffs, text conversion, signatures,
//!   credential helpers, and every transport, so that missing objects of partial clones are not fetched either;
//! * reads a file of the work tree through git only to see whether it differs, with every filter driver switched off
//!   ([`Git::without_filters`]);
//! * takes no locks, and ends when its time is over or the caller cancels it.

use std::ffi::OsStr;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::output;
use crate::platform::find_program;

/// Why git has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GitError {
    #[error("git is not installed: there is no history, and nothing to compare with")]
    NotInstalled,
    #[error("{0} is not under git: there is no history, and nothing to compare with")]
    NoRepository(String),
    #[error("the folder {0} is gone: there is nothing to compare with until it is back")]
    Gone(String),
    #[error("there is no commit yet")]
    NoCommit,
    #[error("git knows no commit `{0}`")]
    UnknownRevision(String),
    /// One end of a range is none.
    #[error("git knows no commit `{0}`: a range is a commit, `A..B`, `A...B`, or `A^!` for commit A alone")]
    UnknownEnd(String),
    #[error(
        "`{0}` and `{1}` have no common ancestor here (in a shallow clone `git fetch --unshallow` may bring it)"
    )]
    NoMergeBase(String, String),
    #[error("there is no unified diff on standard input: pipe one in, such as that of `git diff`")]
    NoDiff,
    #[error("git took longer than {0} seconds and was stopped")]
    TooLong(u64),
    #[error("cancelled")]
    Cancelled,
    #[error("git {command} failed: {message}")]
    Failed { command: String, message: String },
    /// The error, and what the clone lacks of its history.
    #[error("{0}: {1}")]
    InClone(Box<GitError>, String),
}

impl GitError {
    /// The same error, with advice on ranges if a revision of a range is unknown.
    pub(super) fn of_a_range(self) -> Self {
        match self {
            Self::UnknownRevision(name) => Self::UnknownEnd(name),
            error => error,
        }
    }

    /// Returns whether git was stopped and gave no answer.
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self, Self::TooLong(_) | Self::Cancelled)
    }
}

/// Settings that override the repository's own.
const SETTINGS: &[(&str, &str)] = &[
    ("core.hooksPath", "/dev/null"),
    ("core.fsmonitor", "false"),
    ("core.pager", "cat"),
    ("core.quotePath", "false"),
    ("core.askPass", ""),
    ("core.sshCommand", "false"),
    ("credential.helper", ""),
    ("protocol.allow", "never"),
    ("diff.submodule", "short"),
    ("log.showSignature", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("submodule.recurse", "false"),
    ("safe.bareRepository", "explicit"),
];

/// The longest error message that is kept, in bytes.
const MAX_COMPLAINT: u64 = 1 << 12;

/// Returns true once the caller cancelled.
pub(super) type Cancelled<'c> = &'c (dyn Fn() -> bool + Sync);

/// Never cancelled.
const WANTED: Cancelled<'static> = &|| false;

/// Interval at which a running git is checked for cancellation and its time limit.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Why a run was stopped.
#[derive(Clone, Copy)]
enum StopReason {
    Time,
    Cancelled,
}

/// git, ready to run in one folder.
#[derive(Clone)]
pub(super) struct Git<'c> {
    program: PathBuf,
    dir: PathBuf,
    limit: Duration,
    cancelled: Cancelled<'c>,
    /// Settings besides [`SETTINGS`], as names and values.
    settings: Vec<(String, &'static str)>,
}

impl Git<'static> {
    /// # Errors
    /// git is not installed, `dir` does not exist, or it is in no work tree of git.
    pub(super) fn at(dir: &Path, limit: Duration) -> Result<Self, GitError> {
        Self::cancellable_at(dir, limit, WANTED)
    }
}

impl<'c> Git<'c> {
    /// [`Git::at`] whose runs all end early once `cancelled` returns true.
    ///
    /// # Errors
    /// Those of [`Git::at`], or the caller cancelled.
    pub(super) fn cancellable_at(
        dir: &Path,
        limit: Duration,
        cancelled: Cancelled<'c>,
    ) -> Result<Self, GitError> {
        let program = find_program("git").ok_or(GitError::NotInstalled)?;
        let git = Self { program, dir: dir.to_owned(), limit, cancelled, settings: Vec::new() };
        match git.line(&["rev-parse", "--is-inside-work-tree"]) {
            Ok(answer) if answer == "true" => Ok(git),
            Err(error) if error.is_stopped() => Err(error),
            // git refuses folders of other owners, which needs a message of its own.
            Err(GitError::Failed { command, message }) if message.contains("safe.directory") => {
                Err(GitError::Failed { command, message })
            }
            _ if !dir.exists() => Err(GitError::Gone(dir.display().to_string())),
            _ => Err(GitError::NoRepository(dir.display().to_string())),
        }
    }

    /// git in another folder, with the same limits and without filter drivers.
    pub(super) fn elsewhere(&self, dir: &Path) -> Result<Self, GitError> {
        Self::cancellable_at(dir, self.limit, self.cancelled)?.without_filters()
    }

    /// The same git without any filter driver. git compares the content of recently changed files, and would first
    /// run the filters that the repository's configuration names.
    pub(super) fn without_filters(mut self) -> Result<Self, GitError> {
        let names = self.output(&["config", "--list", "--name-only", "-z"])?;
        for name in names.split(|&byte| byte == 0).filter_map(|name| std::str::from_utf8(name).ok()) {
            let Some((driver, _)) = name.strip_prefix("filter.").and_then(|name| name.rsplit_once('.'))
            else {
                continue;
            };
            for (key, value) in [("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")] {
                self.settings.push((format!("filter.{driver}.{key}"), value));
            }
        }
        Ok(self)
    }

    /// The whole output of a command whose output is short.
    pub(super) fn output(&self, args: &[&str]) -> Result<Vec<u8>, GitError> {
        self.run(args, |stdout| {
            let mut bytes = Vec::new();
            // A failed read ends like a complete one; the exit code distinguishes them.
            let _ = stdout.read_to_end(&mut bytes);
            bytes
        })
    }

    /// The output of a command that prints one line.
    pub(super) fn line(&self, args: &[&str]) -> Result<String, GitError> {
        Ok(String::from_utf8_lossy(&self.output(args)?).trim().to_owned())
    }

    /// The contents of stored objects, in the order of `objects`; `None` for those that git does not have or that are
    /// longer than `most` bytes. No filter or conversion is applied to them.
    pub(super) fn blobs(&self, objects: &[&str], most: u64) -> Result<Vec<Option<Vec<u8>>>, GitError> {
        if objects.is_empty() {
            return Ok(Vec::new());
        }
        let names = objects.join("\n") + "\n";
        self.run_with(&["cat-file", "--batch"], Some(names.into_bytes()), |stdout| {
            let mut output = BufReader::new(stdout);
            objects.iter().map(|_| output::next_blob(&mut output, most)).collect()
        })
    }

    /// Calls `take` with each piece of the output between `delimiter`s.
    pub(super) fn pieces(
        &self,
        args: &[&str],
        delimiter: u8,
        mut take: impl FnMut(&[u8]),
    ) -> Result<(), GitError> {
        self.run(args, |stdout| {
            output::each_piece(&mut BufReader::with_capacity(1 << 17, stdout), delimiter, &mut take);
        })
    }

    fn run<T>(&self, args: &[&str], read: impl FnOnce(&mut ChildStdout) -> T) -> Result<T, GitError> {
        self.run_with(args, None, read)
    }

    /// Runs git and has `read` take its output. The log says what ran for how long, without the arguments: these may be
    /// texts of the tree.
    fn run_with<T>(
        &self,
        args: &[&str],
        input: Option<Vec<u8>>,
        read: impl FnOnce(&mut ChildStdout) -> T,
    ) -> Result<T, GitError> {
        let begun = Instant::now();
        let answer = self.run_unlogged(args, input, read);
        let command = args.first().copied().unwrap_or_default();
        let ms = begun.elapsed().as_millis() as u64;
        match &answer {
            Ok(_) => tracing::debug!(command, ms, "git"),
            Err(cause) => tracing::debug!(command, ms, %cause, "git has no answer"),
        }
        answer
    }

    fn run_unlogged<T>(
        &self,
        args: &[&str],
        input: Option<Vec<u8>>,
        read: impl FnOnce(&mut ChildStdout) -> T,
    ) -> Result<T, GitError> {
        let failed = |message: String| GitError::Failed {
            command: args.first().copied().unwrap_or_default().to_owned(),
            message,
        };
        self.check()?;
        let mut command = self.command(args);
        if input.is_some() {
            command.stdin(Stdio::piped());
        }
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
            // A child that ends early closes its input; its exit code reports why.
            thread::spawn(move || stdin.write_all(&input));
        }
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let (Some(mut stdout), Some(stderr)) = (stdout, stderr) else {
            return Err(failed("no output to read".to_owned()));
        };
        // The error output is read to its end in any case, since a full pipe would stop the child.
        let complaint = thread::spawn(move || {
            let (mut kept, mut stderr) = (Vec::new(), stderr);
            let _ = stderr.by_ref().take(MAX_COMPLAINT).read_to_end(&mut kept);
            let _ = std::io::copy(&mut stderr, &mut std::io::sink());
            // git wraps its messages; ours are one line.
            String::from_utf8_lossy(&kept).split_whitespace().collect::<Vec<_>>().join(" ")
        });
        let child = Mutex::new(child);
        let (answer, status, stopped) = thread::scope(|scope| {
            // Dropping the sender ends the watch.
            let (done, over) = mpsc::channel();
            let child = &child;
            let watch = scope.spawn(move || self.watch(child, &over));
            let answer = read(&mut stdout);
            drop(stdout);
            let status = ended(child);
            drop(done);
            (answer, status, watch.join().unwrap_or_default())
        });
        let complaint = complaint.join().unwrap_or_default();
        match (status, stopped) {
            (Ok(status), _) if status.success() => Ok(answer),
            (_, Some(StopReason::Time)) => Err(GitError::TooLong(self.limit.as_secs())),
            (_, Some(StopReason::Cancelled)) => Err(GitError::Cancelled),
            (Ok(status), None) if complaint.is_empty() => Err(failed(status.to_string())),
            (Ok(_), None) => Err(failed(complaint)),
            (Err(error), None) => Err(failed(error.to_string())),
        }
    }

    /// The function that returns true once the caller cancelled.
    pub(super) fn cancelled(&self) -> Cancelled<'c> {
        self.cancelled
    }

    /// # Errors
    /// The caller cancelled.
    pub(super) fn check(&self) -> Result<(), GitError> {
        if (self.cancelled)() { Err(GitError::Cancelled) } else { Ok(()) }
    }

    /// Stops the child when its time is over or the answer is no longer wanted. Returns the reason if it did.
    fn watch(&self, child: &Mutex<Child>, over: &mpsc::Receiver<()>) -> Option<StopReason> {
        let began = Instant::now();
        while over.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            let stop = if (self.cancelled)() {
                StopReason::Cancelled
            } else if began.elapsed() >= self.limit {
                StopReason::Time
            } else {
                continue;
            };
            // An error means that the child just ended by itself.
            return lock(child).kill().is_ok().then_some(stop);
        }
        None
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars_os().filter(|(name, _)| is_gits(name)) {
            command.env_remove(name);
        }
        // Settings are passed in the environment and not by `-c`, because names of drivers may contain anything.
        let own = self.settings.iter().map(|(name, value)| (name.as_str(), *value));
        let settings = SETTINGS.iter().copied().chain(own);
        for (n, (name, value)) in settings.clone().enumerate() {
            command.env(format!("GIT_CONFIG_KEY_{n}"), name).env(format!("GIT_CONFIG_VALUE_{n}"), value);
        }
        command
            .env("GIT_CONFIG_COUNT", settings.count().to_string())
            .current_dir(&self.dir)
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_PAGER", "cat")
            .env("LC_ALL", "C")
            .arg("--no-pager")
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

/// Waits for a child that has closed its output. It can still be stopped meanwhile.
fn ended(child: &Mutex<Child>) -> std::io::Result<ExitStatus> {
    loop {
        if let Some(status) = lock(child).try_wait()? {
            return Ok(status);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_gits(variable: &OsStr) -> bool {
    variable.as_encoded_bytes().starts_with(b"GIT_")
}
