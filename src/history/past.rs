//! Answers from a log: renames followed, who changes with whom, how lively each file is.

use rustc_hash::FxHashMap;

use super::log::{Entry, Log};
use super::words::Words;
use super::{CHURN_DAYS, DAY, HALF_LIFE_DAYS, LEAST_SUPPORT, MOST_FILES};

/// A repository's past, under the names that files have today.
#[derive(Clone, Debug, Default)]
pub struct History {
    words: Words,
    commits: Vec<Commit>,
    /// How many of them say what belongs together.
    telling: usize,
    /// Commits that touched a path, newest first.
    by_path: FxHashMap<u32, Vec<u32>>,
    /// Commits that touched a declaration of a path, newest first.
    by_symbol: FxHashMap<(u32, u32), Vec<u32>>,
    /// When the newest commit was made: ages count from there.
    now: i64,
}

/// One commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The object name, in hexadecimal digits.
    pub id: Box<str>,
    /// When it was committed, in seconds since 1970 (UTC).
    pub time: i64,
    pub author: u32,
    /// At most [`super::MAX_MESSAGE`] bytes.
    pub message: Box<str>,
    /// Files of any kind that it changed; more than `files` has when not all were Go files.
    pub width: u32,
    /// The Go files, by the names they have today: numbers for [`History::text`], rising.
    pub files: Vec<u32>,
    /// Declarations changed as (file, qualified name), rising; empty where hunks were not read.
    pub symbols: Vec<(u32, u32)>,
}

/// What a file or a symbol changes together with: a path, and a declaration in it where symbols were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Partner<'h> {
    pub path: &'h str,
    /// The qualified name; `None` for the file as a whole.
    pub symbol: Option<&'h str>,
}

/// How one thing changes with another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoChange<'h> {
    pub partner: Partner<'h>,
    /// Part of the weight of the subject's commits that hold the partner too, in [0, 1]: "when this changes, so does
    /// that". Each commit weighs `1/(files - 1)`, halved every [`HALF_LIFE_DAYS`].
    pub confidence: f64,
    /// The same seen from the partner.
    pub reverse: f64,
    /// Commits that hold both, at least [`LEAST_SUPPORT`].
    pub support: u32,
    /// Commits that hold the subject, and those that hold the partner, without those of more than [`MOST_FILES`] files.
    pub commits: [u32; 2],
    /// When both changed together last, in seconds since 1970 (UTC).
    pub last: i64,
}

impl CoChange<'_> {
    /// Parts of the subject's commits, and of the partner's, that hold both: what a person counts, whatever the commits
    /// weigh.
    #[must_use]
    pub fn shares(&self) -> [f64; 2] {
        self.commits.map(|commits| part(f64::from(self.support), f64::from(commits)))
    }
}

/// How lively a file or a declaration is.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Churn {
    /// Commits in the [`CHURN_DAYS`] days before the newest commit of all.
    pub recent: u32,
    /// All commits, merges left aside.
    pub commits: u32,
    pub authors: u32,
    /// The last commit's time in seconds since 1970 (UTC), author and first line; `None` without commits.
    pub last: Option<Change>,
}

/// The last change of a file or a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub time: i64,
    pub author: String,
    pub subject: String,
}

/// The path of a file that is no more, where its name is another file's today.
const GONE: u32 = u32::MAX;

/// Weight of the commits that two things share, as a sum over them.
#[derive(Clone, Copy, Default)]
struct Shared {
    weight: f64,
    support: u32,
    last: i64,
}

impl History {
    /// Follows renames through a log and makes it ready for questions. `head_time` is the time of the commit that
    /// the log was read from, which may be a merge; ages count from there, or from the newest commit if that is later.
    /// O(size of the log).
    #[must_use]
    pub fn new(log: Log, head_time: i64) -> Self {
        let Log { words, mut entries } = log;
        // A log that grew at its head may hold an older branch before newer commits.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.time));
        let now = entries.iter().map(|entry| entry.time).fold(head_time, i64::max);
        let mut history = Self { words, now, ..Self::default() };
        // From the newest commit on, what each path of that time is called today; `GONE` for files that another one
        // took the name of since.
        let mut today: FxHashMap<u32, u32> = FxHashMap::default();
        for entry in entries {
            history.push(entry, &mut today);
        }
        history
    }

    fn push(&mut self, entry: Entry, today: &mut FxHashMap<u32, u32>) {
        let Entry { id, time, author, message, width, files } = entry;
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
        // In older commits a new name, if it was there, was another file's.
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
        self.telling += usize::from(width <= MOST_FILES);
        self.commits.push(Commit { id, time, author, message, width, files: paths, symbols });
    }

    /// All commits but merges, newest first.
    #[must_use]
    pub fn commits(&self) -> &[Commit] {
        &self.commits
    }

    /// How many commits say what belongs together: those of at most [`MOST_FILES`] files.
    #[must_use]
    pub fn n_telling(&self) -> usize {
        self.telling
    }

    /// The string of a number in a [`Commit`].
    #[must_use]
    pub fn text(&self, number: u32) -> &str {
        self.words.text(number)
    }

    /// The number that a path or a name goes by in [`Commit`]s.
    #[must_use]
    pub fn number(&self, text: &str) -> Option<u32> {
        self.words.number(text)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.commits.is_empty()
    }

    /// The time that ages count from, in seconds since 1970 (UTC).
    #[must_use]
    pub fn now(&self) -> i64 {
        self.now
    }

    /// Commits that touched a file, newest first, as places in [`History::commits`].
    #[must_use]
    pub fn touching(&self, path: &str) -> &[u32] {
        self.words.number(path).and_then(|path| self.by_path.get(&path)).map_or(&[], Vec::as_slice)
    }

    /// Commits that touched a declaration, newest first, as places in [`History::commits`].
    #[must_use]
    pub fn touching_symbol(&self, path: &str, symbol: &str) -> &[u32] {
        self.symbol_key(path, symbol).and_then(|key| self.by_symbol.get(&key)).map_or(&[], Vec::as_slice)
    }

    fn symbol_key(&self, path: &str, symbol: &str) -> Option<(u32, u32)> {
        Some((self.words.number(path)?, self.words.number(symbol)?))
    }

    /// The files that change with a file, the surest first, ties by path. O(files of its commits).
    #[must_use]
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

    /// The declarations that change with a declaration, the surest first, ties by place. Works where hunks were read.
    #[must_use]
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
        let mut shared: FxHashMap<K, Shared> = FxHashMap::default();
        for commit in mine.iter().map(|&commit| &self.commits[commit as usize]) {
            let Some(weight) = self.weight_of(commit) else { continue };
            others(commit, &mut |other| {
                let shared = shared.entry(other).or_default();
                shared.weight += weight;
                shared.support += 1;
                shared.last = shared.last.max(commit.time);
            });
        }
        let (whole, commits) = (self.weight(mine), self.counted(mine));
        let supported = shared.into_iter().filter(|(_, shared)| shared.support >= LEAST_SUPPORT);
        let mut found: Vec<CoChange<'_>> = supported
            .map(|(other, Shared { weight, support, last })| CoChange {
                partner: partner(other),
                confidence: part(weight, whole),
                reverse: part(weight, self.weight(theirs(other))),
                support,
                commits: [commits, self.counted(theirs(other))],
                last,
            })
            .collect();
        found.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then(a.partner.cmp(&b.partner)));
        found
    }

    /// How surely a change of `from` comes with one of `to`, in [0, 1]; 0 below [`LEAST_SUPPORT`] common commits.
    /// O(commits of both).
    #[must_use]
    pub fn file_confidence(&self, from: &str, to: &str) -> f64 {
        self.confidence(self.touching(from), self.touching(to))
    }

    /// The same for two declarations, each as (path, qualified name).
    #[must_use]
    pub fn symbol_confidence(&self, from: (&str, &str), to: (&str, &str)) -> f64 {
        self.confidence(self.touching_symbol(from.0, from.1), self.touching_symbol(to.0, to.1))
    }

    fn confidence(&self, from: &[u32], to: &[u32]) -> f64 {
        let both: Vec<u32> = from.iter().copied().filter(|commit| to.binary_search(commit).is_ok()).collect();
        if self.counted(&both) < LEAST_SUPPORT {
            return 0.0;
        }
        part(self.weight(&both), self.weight(from))
    }

    /// How many of some commits say what belongs together.
    fn counted(&self, commits: &[u32]) -> u32 {
        commits.iter().filter(|&&commit| self.weight_of(&self.commits[commit as usize]).is_some()).count()
            as u32
    }

    fn weight(&self, commits: &[u32]) -> f64 {
        commits.iter().filter_map(|&commit| self.weight_of(&self.commits[commit as usize])).sum()
    }

    /// `1/(files - 1)`, halved every [`HALF_LIFE_DAYS`]; a commit of one file weighs as much as one of two, since it
    /// speaks as clearly. `None` for commits of more than [`MOST_FILES`] files.
    fn weight_of(&self, commit: &Commit) -> Option<f64> {
        if commit.width > MOST_FILES {
            return None;
        }
        let days = (self.now - commit.time).max(0) as f64 / DAY as f64;
        let width = f64::from(commit.width.max(2) - 1);
        Some((-days / HALF_LIFE_DAYS).exp2() / width)
    }

    /// How lively a file is. O(its commits).
    #[must_use]
    pub fn churn(&self, path: &str) -> Churn {
        self.churn_of(self.touching(path))
    }

    /// How lively a declaration is; where hunks were not read, nothing is known. O(its commits).
    #[must_use]
    pub fn churn_of_symbol(&self, path: &str, symbol: &str) -> Churn {
        self.churn_of(self.touching_symbol(path, symbol))
    }

    fn churn_of(&self, touching: &[u32]) -> Churn {
        let commits = || touching.iter().map(|&commit| &self.commits[commit as usize]);
        let mut authors: Vec<u32> = commits().map(|commit| commit.author).collect();
        authors.sort_unstable();
        authors.dedup();
        let since = self.now - CHURN_DAYS * DAY;
        let last = commits().max_by_key(|commit| commit.time).map(|commit| Change {
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

/// `weight / whole`, in [0, 1] whatever rounding did to their sums.
fn part(weight: f64, whole: f64) -> f64 {
    if whole > 0.0 { (weight / whole).clamp(0.0, 1.0) } else { 0.0 }
}
