//! Reads the history of a repository once and then extends it.
//!
//! The log as of one HEAD is stored in the repository's data folder. A new HEAD costs only the commits that it adds;
//! commits that it no longer reaches (a rebase, another branch) are dropped. If anything is wrong with the stored
//! log, it is read again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::child::{Git, GitError};
use crate::history::{CommitReader, History, HunkReader, Log};
use crate::index::Repository;
use crate::platform::{private_dir_builder, replace};

/// The time limit of one run of git.
const LIMIT: Duration = Duration::from_mins(1);
/// The most commits that are kept, the newest ones, to bound the memory.
const MAX_COMMITS: usize = 50_000;
/// If more commits than this have to be dropped, reading everything again is as cheap.
const MAX_GONE: usize = 2_000;

const FILE: &str = "history";
const WRITING: &str = ".history-writing";
/// The first word of the stored file's first line.
const MAGIC: &str = "codegraph-tui-history-1";

/// The source of a history.
#[derive(Clone, Debug)]
pub struct HistoryReport {
    /// The commit that it was read from.
    pub head: String,
    pub commits: usize,
    /// Commits read in this run; the others were stored.
    pub read: usize,
    /// True if the clone lacks the first commits.
    pub shallow: bool,
    /// Why the symbols that commits changed are not known for all commits. Their files are known.
    pub hunks: Result<(), GitError>,
    /// Why the log could not be stored.
    pub unsaved: Option<String>,
}

/// The state of the repository from which a log was read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LogState {
    head: String,
    /// A hash of the commits at which a shallow clone ends; 0 for a complete clone.
    ends: u32,
}

/// The repository's history, from the data folder as far as it is stored there. The first reading costs about as much
/// as `git log -p`; without new commits nothing is read from git's log.
///
/// # Errors
/// There is no git, the tree is not under it, there is no commit, or git failed.
pub fn history(repository: &Repository) -> Result<(History, HistoryReport), GitError> {
    let (log, time, report) = current_log(repository)?;
    Ok((History::new(log, time.parse().unwrap_or(0)), report))
}

/// The log of [`history`], and the commit at which it starts.
///
/// # Errors
/// Those of [`history`].
pub(super) fn stored_log(repository: &Repository) -> Result<(Log, String), GitError> {
    current_log(repository).map(|(log, _, report)| (log, report.head))
}

/// The log as of HEAD, and the time of HEAD.
fn current_log(repository: &Repository) -> Result<(Log, String, HistoryReport), GitError> {
    let git = Git::at(&repository.root, LIMIT)?;
    let (head, time) = newest(&git)?;
    let head = head.as_str();
    let ends = shallow_commits(&git, &repository.root)?;
    let ends = if ends.is_empty() { 0 } else { crc32fast::hash(ends.as_bytes()).max(1) };
    let state = LogState { head: head.to_owned(), ends };
    let shallow = state.ends != 0;

    let file = repository.store.dir().join(FILE);
    let stored = load(&file).filter(|(known, _)| known.ends == state.ends);
    let read_all = || read_log(&git, head, shallow).map_err(|error| error.in_clone(&repository.root));
    let (log, read, hunks) = match stored {
        Some((known, log)) if known == state => (log, 0, Ok(())),
        Some((known, log)) => match extend(&git, &known, &state, log) {
            Some(extended) => extended,
            None => read_all()?,
        },
        None => read_all()?,
    };
    let mut unsaved = None;
    // If the log is incomplete, it is not stored, so the next run tries again.
    if hunks.is_ok() && (read > 0 || !file.exists()) {
        unsaved = save(repository.store.dir(), &state, &log).err().map(|error| error.to_string());
    }
    let report =
        HistoryReport { head: head.to_owned(), commits: log.entries().len(), read, shallow, hunks, unsaved };
    Ok((log, time, report))
}

/// The folder in which git keeps HEAD and the index of the tree.
///
/// # Errors
/// There is no git, or the tree is not under it.
pub fn folder(repository: &Repository) -> Result<PathBuf, GitError> {
    Git::at(&repository.root, LIMIT)?.line(&["rev-parse", "--absolute-git-dir"]).map(PathBuf::from)
}

/// The commit at HEAD: a [`history`] whose report names another commit is outdated.
///
/// # Errors
/// There is no git, the tree is not under it, there is no commit, or git failed.
pub fn head(repository: &Repository) -> Result<String, GitError> {
    newest(&Git::at(&repository.root, LIMIT)?).map(|(head, _)| head)
}

/// The newest commit and its time, in seconds since the epoch.
fn newest(git: &Git<'_>) -> Result<(String, String), GitError> {
    let head = git.line(&["log", "-1", "--no-show-signature", "--format=%H %ct", "HEAD", "--"]);
    let head = head.map_err(|error| if error.is_stopped() { error } else { GitError::NoCommit })?;
    let (head, time) = head.split_once(' ').unwrap_or((&head, "0"));
    Ok((head.to_owned(), time.to_owned()))
}

type LogReading = (Log, usize, Result<(), GitError>);

/// Reads the log of a commit or a range.
fn read_log(git: &Git<'_>, range: &str, shallow: bool) -> Result<LogReading, GitError> {
    let most = format!("--max-count={MAX_COMMITS}");
    let format = format!("--format={}", CommitReader::FORMAT);
    let common =
        ["--no-merges", "--no-show-signature", "--no-notes", "--no-color", "--no-ext-diff", "--no-textconv"];
    let common = [&common[..], &["--ignore-submodules=all", "--relative", "--encoding=UTF-8"]].concat();

    let mut commits = CommitReader::new(shallow);
    let args =
        [&["log", "-z", "--raw", "--no-abbrev", "-M100%", &most, &format], &common[..], &[range, "--"]];
    git.pieces(&args.concat(), 0, |piece| commits.piece(piece))?;

    let mut hunks = HunkReader::new(commits.finish());
    let format = format!("--format={}", HunkReader::FORMAT);
    let patch =
        ["log", "-p", "-U0", "-M", "-l200", "--src-prefix=a/", "--dst-prefix=b/", "--inter-hunk-context=0"];
    // Without `--full-history` git omits branches whose changes did not last.
    let args = [&patch[..], &["--full-history", &most, &format], &common[..], &[range, "--", "*.go"]];
    let vendored = [":(exclude,glob)vendor/**", ":(exclude,glob)**/vendor/**"];
    let read = git.pieces(&[&args.concat()[..], &vendored].concat(), b'\n', |line| hunks.line(line));
    let log = hunks.finish();
    let count = log.entries().len();
    Ok((log, count, read))
}

/// The stored log, updated to another HEAD; `None` if that is impossible or not worth it.
fn extend(git: &Git<'_>, known: &LogState, state: &LogState, log: Log) -> Option<LogReading> {
    let range = format!("{}...{}", known.head, state.head);
    let sides = git.line(&["rev-list", "--left-right", "--no-merges", &range, "--"]).ok()?;
    let gone: FxHashSet<Box<str>> =
        sides.lines().filter_map(|line| line.strip_prefix('<')).map(Box::from).collect();
    if gone.len() > MAX_GONE {
        return None;
    }
    let range = format!("{}..{}", known.head, state.head);
    let (newer, read, hunks) = read_log(git, &range, state.ends != 0).ok()?;
    // If HEAD moved, the log is written even if there are only new merges.
    let mut log = log.extended(newer, &gone);
    log.truncate(MAX_COMMITS);
    Some((log, read.max(1), hunks))
}

/// The commits at which a shallow clone ends, one a line; empty for a complete clone.
pub(super) fn shallow_commits(git: &Git<'_>, root: &Path) -> Result<String, GitError> {
    let file = git.line(&["rev-parse", "--git-path", "shallow"])?;
    // The path is absolute, or relative to the folder that git ran in.
    Ok(fs::read(root.join(file)).map_or(String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

fn load(file: &Path) -> Option<(LogState, Log)> {
    let bytes = fs::read(file).ok()?;
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    let [MAGIC, head, ends] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
    let state = LogState { head: head.to_owned(), ends: ends.parse().ok()? };
    Some((state, Log::decode(&bytes[end + 1..])?))
}

/// Writes another file and renames it, so that no reader sees half a log. Two writers at once can only spoil the
/// file's checksum, and then the log is read again.
fn save(dir: &Path, state: &LogState, log: &Log) -> io::Result<()> {
    let mut bytes = format!("{MAGIC} {} {}\n", state.head, state.ends).into_bytes();
    bytes.extend(log.encode());
    private_dir_builder().create(dir)?;
    let aside: PathBuf = dir.join(WRITING);
    fs::write(&aside, bytes)?;
    replace(&aside, &dir.join(FILE))
}
