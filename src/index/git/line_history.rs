//! Reads what the line history of a symbol needs from git: the log, and versions of files (see [`crate::why`]).

use std::time::Duration;

use super::child::{Cancelled, Git, GitError};
use super::clone_gaps::{CloneGap, CloneGaps, clone_gaps};
use super::history::stored_log;
use super::output;
use crate::index::fs::real_path;
use crate::index::parse;
use crate::index::walk::MAX_FILE_SIZE;
use crate::index::{Repository, Snapshot};
use crate::model::SymbolId;
use crate::why::{CommitEffect, End, Subject, Why, trace};

/// The time limit of one run of git.
const LIMIT: Duration = Duration::from_secs(20);

/// The commits that changed a symbol of a snapshot, newest first, at most `limit` of them; 0 for all. The first call
/// for a repository reads its whole log.
///
/// # Errors
/// There is no git, the tree is not under it, there is no commit, git failed, or the caller cancelled.
pub fn why(
    repository: &Repository,
    snapshot: &Snapshot,
    symbol: SymbolId,
    limit: usize,
    cancelled: Cancelled<'_>,
) -> Result<Why, GitError> {
    let git = Git::cancellable_at(&repository.root, LIMIT, cancelled)?;
    let (log, head) = stored_log(repository)?;
    let prefix = git.line(&["rev-parse", "--show-prefix"])?;
    let graph = snapshot.graph();
    let symbol = graph.symbol(symbol);
    // git has the history of a file at its real place alone.
    let path = real_path(&repository.root, symbol.path());
    let subject = Subject { path, name: symbol.qualified().to_owned(), kind: symbol.kind() };
    let mut now = Vec::new();
    // If the file is gone, its present text is empty.
    let _ = parse::read(&repository.root, &subject.path, &mut now);
    let mut fetch = |names: &[String]| {
        let objects: Vec<String> = names.iter().map(|name| object(name, &prefix)).collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        git.blobs(&objects, MAX_FILE_SIZE)
    };
    let mut why = trace(&log, &head, subject, &now, limit, &mut fetch)?;
    let gaps = clone_gaps(&repository.root);
    if gaps.partial && !introduction_is_certain(&git, &why)? {
        why.changes.pop();
        why.end = End::History;
    }
    if why.end == End::History || gaps.partial {
        why.gaps = CloneGaps::of_history(&gaps).iter().map(CloneGap::with_remedy).collect();
    }
    Ok(why)
}

/// Returns whether the commit that seems to have introduced the declaration did so. In a partial clone a file whose
/// content before the commit is missing looks like a file that did not exist.
fn introduction_is_certain(git: &Git<'_>, why: &Why) -> Result<bool, GitError> {
    let Some(first) = why.changes.last().filter(|first| first.how == CommitEffect::Introduced) else {
        return Ok(true);
    };
    let parent = format!("{}^", first.id);
    if git.line(&["rev-parse", "--verify", "--quiet", &parent]).is_err() {
        return git.check().map(|()| true);
    }
    let args = ["diff-tree", "-r", "--raw", "--no-abbrev", "-z", "--no-renames", &parent, &first.id];
    let changes = match git.output(&args) {
        Ok(listed) => output::raw_changes(&listed),
        Err(error) if error.is_stopped() => return Err(error),
        Err(_) => return Ok(false),
    };
    let is_go =
        |change: &&output::RawChange| change.path.rsplit_once('.').is_some_and(|(_, ending)| ending == "go");
    let old: Vec<&str> = changes.iter().filter(is_go).filter_map(|change| change.old.as_deref()).collect();
    Ok(git.blobs(&old, MAX_FILE_SIZE)?.iter().all(Option::is_some))
}

/// `commit:path` with the path from the repository's top folder. A line feed would separate two requests.
fn object(name: &str, prefix: &str) -> String {
    match name.split_once(':') {
        Some((commit, path)) if !path.contains('\n') => format!("{commit}:{prefix}{path}"),
        _ => ":".to_owned(),
    }
}
