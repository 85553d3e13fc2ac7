//! Answers from a log whose renames were followed: which files and symbols change together, and how often each
//! changes.

use rustc_hash::FxHashMap;

use super::log::{Log, LoggedCommit};
use super::words::StringTable;
use super::{CHURN_DAYS, DAY, HALF_LIFE_DAYS, MAX_FILES, MIN_SUPPORT};

/// The history of a repository, with the paths that files have today.
#[derive(Clone, Debug, Default)]
pub struct History {
    words: StringTable,
    commits: Vec<Commit>,
    /// The number of commits that count for co-change.
    n_narrow: usize,
    /// Commits that changed a path, newest first, as indices of `commits`.
    by_path: FxHashMap<u32, Vec<u32>>,
    /// Commits that changed a declaration (path, qualified name), newest first, as indices of `commits`.
    by_symbol: FxHashMap<(u32, u32), Vec<u32>>,
    /// The time from which ages count, see [`History::now`].
    now: i64,
}

/// One commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The object name, in hexadecimal digits.
    pub id: Box<str>,
    /// The commit time, in seconds since 1970 (UTC).
    pub time: i64,
    pub author: u32,
    /// At most [`super::MAX_MESSAGE`] bytes.
    pub message: Box<str>,
    /// The number of files of any kind that it changed. `files` has only the Go files.
    pub width: u32,
    /// The changed Go files with their paths of today, as numbers for [`History::text`], rising.
    pub files: Vec<u32>,
    /// The changed declarations as (file, qualified name), rising. Empty if hunks were not read.
    pub symbols: Vec<(u32, u32)>,
}

/// A file or a declaration that changes together with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Partner<'h> {
    pub path: &'h str,
    /// The qualified name of the declaration; None for the whole file.
    pub symbol: Option<&'h str>,
}

/// Frequency with which a file or declaration (the subject) changes together with another (the partner).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoChange<'h> {
    pub partner: Partner<'h>,
    /// Probability in [0, 1] that a commit of the subject also changes the partner. The commits are weighted: each
    /// weighs `1/(files - 1)`, halved every [`HALF_LIFE_DAYS`].
    pub confidence: f64,
    /// The same with subject and partner exchanged.
    pub reverse: f64,
    /// Number of commits that change both, at least [`MIN_SUPPORT`].
    pub support: u32,
    /// Numbers of commits that change the subject and that change the partner, without commits of more than
    /// [`MAX_FILES`] files.
    pub commits: [u32; 2],
    /// The time of the last common commit, in seconds since 1970 (UTC).
    pub last: i64,
}

impl CoChange<'_> {
    /// The parts of the commits of the subject, and of those of the partner, that change both. They are not weighted,
    /// so a person can count them.
    pub fn shares(&self) -> [f64; 2] {
        self.commits.map(|commits| ratio(f64::from(self.support), f64::from(commits)))
    }
}

/// Frequency and times of the changes of a file or a declaration.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Churn {
    /// Number of commits in the [`CHURN_DAYS`] days before the newest commit of the history.
    pub recent: u32,
    /// Number of all commits, without merges.
    pub commits: u32,
    pub authors: u32,
    /// The last commit. None without commits.
    pub last: Option<LastChange>,
}

/// The last commit of a file or a declaration: its time in seconds since 1970 (UTC), its author and the first line of
/// its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastChange {
    pub time: i64,
    pub author: String,
    pub subject: String,
}

/// Stands for the path of a file that no longer exists and whose name another file has today.
const GONE: u32 = u32::MAX;

/// The common commits of two files or declarations: the sum of their weights, their number, and the time of the last.
#[derive(Clone, Copy, Default)]
struct CommonCommits {
    weight: f64,
    support: u32,
    last: i64,
}

impl History {
    /// Follows renames through a log and indexes it. `head_time` is the time of the commit that the log was read
    /// from, which may be a merge. Ages count from there, or from the newest commit if that is later. O(size of the
    /// log).
    pub fn new(log: Log, head_time: i64) -> Self {
        let Log { words, mut entries } = log;
        // A log that was extended may have an older branch before newer commits.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.time));
        let now = entries.iter().map(|entry| entry.time).fold(head_time, i64::max);
        let mut history = Self { words, now, ..Self::default() };
        // Maps a path at the time of the current commit to its path today. `GONE` is for files whose name another
        // file has taken since. Commits are visited from the newest on.
        let mut today: FxHashMap<u32, u32> = FxHashMap::default();
        for entry in entries {
            history.push(entry, &mut today);
        }
        history
    }

    fn push(&mut self, entry: LoggedCommit, today: &mut FxHashMap<u32, u32>) {
        let LoggedCommit { id, time, author, message, width, files } = entry;
        let number = self.commits.len() as u32;
        let mut paths = Vec::with_capacity(files.len());
        let (mut symbols, mut renames) = (Vec::new(), Vec::new());
        for file in &files {
            let path = today.get(&file.path).copied().unwrap_or(file.path);
            renames.extend(file.from.map(|from| (from, path, file.path)));
            if path != GONE {
                paths.push(path);
                symbols.extend(file.symbols.iter().map(|&symbol| (path, symbol)));
            }
        }
        // In older commits the new path belonged to another file, if it existed.
        today.extend(renames.iter().map(|&(_, _, new)| (new, GONE)));
        today.extend(renames.iter().map(|&(from, path, _)| (from, path)));
        paths.sort_unstable();
        paths.dedup();
        symbols.sort_unstable();
        symbols.dedup();
        for &path in &paths {
            self.by_path.entry(path).or_default().push(number);
        }
        for &symbol in &symbols {
            self.by_symbol.entry(symbol).or_default().push(number);
        }
        self.n_narrow += usize::from(width <= MAX_FILES);
        self.commits.push(Commit { id, time, author, message, width, files: paths, symbols });
    }

    /// All commits without merges, newest first.
    pub fn commits(&self) -> &[Commit] {
        &self.commits
    }

    /// The number of commits that count for co-change: those of at most [`MAX_FILES`] files.
    pub fn n_narrow_commits(&self) -> usize {
        self.n_narrow
    }

    /// The string with this number, as [`Commit`] has it.
    pub fn text(&self, number: u32) -> &str {
        self.words.text(number)
    }

    /// The number of a path or a name, as [`Commit`] has it. None if no commit has it.
    pub fn number(&self, text: &str) -> Option<u32> {
        self.words.number(text)
    }

    pub fn is_empty(&self) -> bool {
        self.commits.is_empty()
    }

    /// The time from which ages count, in seconds since 1970 (UTC).
    pub fn now(&self) -> i64 {
        self.now
    }

    /// Commits that changed a file, newest first, as indices of [`History::commits`].
    pub fn touching(&self, path: &str) -> &[u32] {
        self.words.number(path).and_then(|path| self.by_path.get(&path)).map_or(&[], Vec::as_slice)
    }

    /// Commits that changed a declaration, newest first, as indices of [`History::commits`].
    pub fn touching_symbol(&self, path: &str, symbol: &str) -> &[u32] {
        self.symbol_key(path, symbol).and_then(|key| self.by_symbol.get(&key)).map_or(&[], Vec::as_slice)
    }

    fn symbol_key(&self, path: &str, symbol: &str) -> Option<(u32, u32)> {
        Some((self.words.number(path)?, self.words.number(symbol)?))
    }

    /// The files that change together with a file, by falling confidence, then by path. O(files of its commits).
    pub fn co_changes(&self, path: &str) -> Vec<CoChange<'_>> {
        let Some(subject) = self.words.number(path) else { return Vec::new() };
        let mine = self.by_path.get(&subject).map_or(&[][..], Vec::as_slice);
        let others = |commit: &Commit, visit: &mut dyn FnMut(u32)| {
            commit.files.iter().filter(|&&file| file != subject).for_each(|&file| visit(file));
        };
        let theirs = |path: u32| self.by_path.get(&path).map_or(&[][..], Vec::as_slice);
        let partner = |path: u32| Partner { path: self.text(path), symbol: None };
        self.partners(mine, others, theirs, partner)
    }

    /// The declarations that change together with a declaration, by falling confidence, then by path and name. Empty
    /// if hunks were not read.
    pub fn co_changes_of_symbol(&self, path: &str, symbol: &str) -> Vec<CoChange<'_>> {
        let Some(subject) = self.symbol_key(path, symbol) else { return Vec::new() };
        let mine = self.by_symbol.get(&subject).map_or(&[][..], Vec::as_slice);
        let others = |commit: &Commit, visit: &mut dyn FnMut((u32, u32))| {
            commit.symbols.iter().filter(|&&symbol| symbol != subject).for_each(|&symbol| visit(symbol));
        };
        let theirs = |key: (u32, u32)| self.by_symbol.get(&key).map_or(&[][..], Vec::as_slice);
        let partner =
            |(path, symbol): (u32, u32)| Partner { path: self.text(path), symbol: Some(self.text(symbol)) };
        self.partners(mine, others, theirs, partner)
    }

    fn partners<'h, K: Copy + Eq + std::hash::Hash>(
        &'h self,
        mine: &[u32],
        others: impl Fn(&Commit, &mut dyn FnMut(K)),
        theirs: impl Fn(K) -> &'h [u32],
        partner: impl Fn(K) -> Partner<'h>,
    ) -> Vec<CoChange<'h>> {
        let mut shared: FxHashMap<K, CommonCommits> = FxHashMap::default();
        for commit in mine.iter().map(|&commit| &self.commits[commit as usize]) {
            let Some(weight) = self.weight_of(commit) else { continue };
            others(commit, &mut |other| {
                let shared = shared.entry(other).or_default();
                shared.weight += weight;
                shared.support += 1;
                shared.last = shared.last.max(commit.time);
            });
        }
        let (whole, commits) = (self.total_weight(mine), self.counted(mine));
        let supported = shared.into_iter().filter(|(_, shared)| shared.support >= MIN_SUPPORT);
        let mut found: Vec<CoChange<'_>> = supported
            .map(|(other, CommonCommits { weight, support, last })| CoChange {
                partner: partner(other),
                confidence: ratio(weight, whole),
                reverse: ratio(weight, self.total_weight(theirs(other))),
                support,
                commits: [commits, self.counted(theirs(other))],
                last,
            })
            .collect();
        found.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then(a.partner.cmp(&b.partner)));
        found
    }

    /// Probability in [0, 1] that a commit of `from` also changes `to`; 0 below [`MIN_SUPPORT`] common commits.
    /// O(commits of both).
    pub fn file_confidence(&self, from: &str, to: &str) -> f64 {
        self.confidence(self.touching(from), self.touching(to))
    }

    /// [`History::file_confidence`] for two declarations, each as (path, qualified name).
    pub fn symbol_confidence(&self, from: (&str, &str), to: (&str, &str)) -> f64 {
        self.confidence(self.touching_symbol(from.0, from.1), self.touching_symbol(to.0, to.1))
    }

    fn confidence(&self, from: &[u32], to: &[u32]) -> f64 {
        let both: Vec<u32> = from.iter().copied().filter(|commit| to.binary_search(commit).is_ok()).collect();
        if self.counted(&both) < MIN_SUPPORT {
            return 0.0;
        }
        ratio(self.total_weight(&both), self.total_weight(from))
    }

    /// The number of those of `commits` that count for co-change.
    fn counted(&self, commits: &[u32]) -> u32 {
        commits.iter().filter(|&&commit| self.weight_of(&self.commits[commit as usize]).is_some()).count()
            as u32
    }

    fn total_weight(&self, commits: &[u32]) -> f64 {
        commits.iter().filter_map(|&commit| self.weight_of(&self.commits[commit as usize])).sum()
    }

    /// The weight of a commit: `1/(files - 1)`, halved every [`HALF_LIFE_DAYS`]. A commit of one file weighs as much
    /// as one of two, since it is as specific. None for commits of more than [`MAX_FILES`] files.
    fn weight_of(&self, commit: &Commit) -> Option<f64> {
        if commit.width > MAX_FILES {
            return None;
        }
        let days = (self.now - commit.time).max(0) as f64 / DAY as f64;
        let width = f64::from(commit.width.max(2) - 1);
        Some((-days / HALF_LIFE_DAYS).exp2() / width)
    }

    /// Counts the changes of a file. O(its commits).
    pub fn churn(&self, path: &str) -> Churn {
        self.churn_of(self.touching(path))
    }

    /// Counts the changes of a declaration. All 0 if hunks were not read. O(its commits).
    pub fn churn_of_symbol(&self, path: &str, symbol: &str) -> Churn {
        self.churn_of(self.touching_symbol(path, symbol))
    }

    fn churn_of(&self, touching: &[u32]) -> Churn {
        let commits = || touching.iter().map(|&commit| &self.commits[commit as usize]);
        let mut authors: Vec<u32> = commits().map(|commit| commit.author).collect();
        authors.sort_unstable();
        authors.dedup();
        let since = self.now - CHURN_DAYS * DAY;
        let last = commits().max_by_key(|commit| commit.time).map(|commit| LastChange {
            time: commit.time,
            author: self.text(commit.author).to_owned(),
            subject: commit.message.lines().next().unwrap_or("").to_owned(),
        });
        Churn {
            recent: commits().filter(|commit| commit.time >= since).count() as u32,
            commits: touching.len() as u32,
            authors: authors.len() as u32,
            last,
        }
    }
}

/// `weight / whole`, clamped to [0, 1] against rounding errors; 0 if `whole` is 0.
fn ratio(weight: f64, whole: f64) -> f64 {
    if whole > 0.0 { (weight / whole).clamp(0.0, 1.0) } else { 0.0 }
}
