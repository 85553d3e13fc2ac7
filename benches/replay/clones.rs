//! The last commits of a clone, replayed on the tree that they were made to.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use codegraph_tui::impact::{ChangeKind, Changed};
use codegraph_tui::index::Meta;
use codegraph_tui::index::git::{self, Range};
use codegraph_tui::model::{Graph, SymbolId};

/// Commits that are replayed on one state of the tree: soon names are others.
const AT_ONCE: usize = 25;
/// Files that a commit changes; one alone has little to say, and a sweep over hundreds says nothing.
const FILES: std::ops::RangeInclusive<usize> = 2..=30;

/// Commits that are looked at for each that is taken.
const PASSED_OVER: usize = 8;

/// A copy of a clone that can be checked out at any commit, which leaves the clone as it is.
pub(crate) struct Copy {
    pub(crate) root: PathBuf,
}

/// Commits in order, and the one before the first of them.
pub(crate) struct Stretch {
    pub(crate) base: String,
    pub(crate) commits: Vec<String>,
}

impl Copy {
    pub(crate) fn of(clone: &Path, scratch: &Path) -> anyhow::Result<Self> {
        let clone = clone.canonicalize().with_context(|| format!("{}", clone.display()))?;
        let root = scratch.join(clone.file_name().unwrap_or_default());
        if !root.join(".git").exists() {
            std::fs::create_dir_all(scratch)?;
            let clone = clone.to_string_lossy();
            let words = ["clone", "--quiet", "--shared", "--no-checkout", &*clone];
            run(Command::new("git").args(words).arg(&root))?;
        }
        let copy = Self { root };
        // Nothing else is read, and a clone may lack its large files.
        copy.git(&["sparse-checkout", "set", "--no-cone", "*.go", "go.mod", "go.work", "!vendor/"])?;
        copy.git(&["fetch", "--quiet", "origin", "HEAD"])?;
        Ok(copy)
    }

    /// The newest `most` commits that change a telling number of files, oldest first, in stretches.
    pub(crate) fn stretches(&self, most: usize) -> anyhow::Result<Vec<Stretch>> {
        let newest = format!("--max-count={}", most * PASSED_OVER);
        let words =
            ["--no-merges", "--no-renames", "--name-only", "--format=%x01%H %P", "FETCH_HEAD", "--", "*.go"];
        let log = self.git(&[&["log", newest.as_str()], &words[..]].concat())?;
        let mut commits: Vec<(&str, &str)> = Vec::new();
        for commit in log.split('\u{1}') {
            let mut lines = commit.lines();
            let Some((commit, parent)) = lines.next().and_then(|line| line.split_once(' ')) else { continue };
            if commits.len() < most && FILES.contains(&lines.filter(|line| !line.is_empty()).count()) {
                commits.push((commit, parent));
            }
        }
        commits.reverse();
        let stretch = |commits: &[(&str, &str)]| Stretch {
            base: commits[0].1.to_owned(),
            commits: commits.iter().map(|&(commit, _)| commit.to_owned()).collect(),
        };
        Ok(commits.chunks(AT_ONCE).map(stretch).collect())
    }

    pub(crate) fn check_out(&self, commit: &str) -> anyhow::Result<()> {
        self.git(&["checkout", "--quiet", "--force", "--detach", commit]).map(drop)
    }

    /// The symbols of a graph, of an index with `meta`, that a commit changes, each with how.
    pub(crate) fn changed(
        &self,
        graph: &Graph<'_>,
        meta: &Meta,
        commit: &str,
    ) -> anyhow::Result<Vec<(SymbolId, ChangeKind)>> {
        let range = Range::Commits { from: format!("{commit}^"), to: commit.to_owned() };
        let diff = git::diff(&self.root, graph, &range, meta)?;
        let found = |changed: &Changed| Some((find(graph, changed)?, changed.change));
        let mut all: Vec<(SymbolId, ChangeKind)> = diff.changed.iter().filter_map(found).collect();
        all.sort_unstable();
        all.dedup_by_key(|changed| changed.0);
        Ok(all)
    }

    fn git(&self, words: &[&str]) -> anyhow::Result<String> {
        run(Command::new("git").arg("-C").arg(&self.root).args(words))
    }
}

fn run(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output()?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Finds a changed symbol in the graph of before the change.
fn find(graph: &Graph<'_>, changed: &Changed) -> Option<SymbolId> {
    if changed.change == ChangeKind::Added {
        return None;
    }
    let (path, name) = match &changed.former {
        Some(former) => (&former.path, &former.qualified),
        None => (changed.from.as_ref().unwrap_or(&changed.path), &changed.qualified),
    };
    let symbols = graph.symbols_of(graph.find_file(path)?).map(SymbolId);
    symbols.into_iter().find(|&id| {
        let symbol = graph.symbol(id);
        symbol.kind() == changed.kind && symbol.qualified() == name
    })
}
