//! Reads what the line history of a symbol needs from git: the log, and versions of files (see [`crate::why`]).

use std::time::Duration;

use super::child::{Cancelled, Git, GitError};
use super::history::stored_log;
use crate::index::parse;
use crate::index::walk::MAX_FILE_SIZE;
use crate::index::{Repository, Snapshot};
use crate::model::SymbolId;
use crate::why::{Subject, Why, trace};

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
    let git = Git::at_unless(&repository.root, LIMIT, cancelled)?;
    let (log, head) = stored_log(repository)?;
    let prefix = git.line(&["rev-parse", "--show-prefix"])?;
    let graph = snapshot.graph();
    let symbol = graph.symbol(symbol);
    let subject =
        Subject { path: symbol.path().to_owned(), name: symbol.qualified().to_owned(), kind: symbol.kind() };
    let mut now = Vec::new();
    // If the file is gone, its present text is empty.
    let _ = parse::read(&repository.root, &subject.path, &mut now);
    let mut fetch = |names: &[String]| {
        let objects: Vec<String> = names.iter().map(|name| object(name, &prefix)).collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        git.blobs(&objects, MAX_FILE_SIZE)
    };
    trace(&log, &head, subject, &now, limit, &mut fetch)
}

/// `commit:path` with the path from the repository's top folder. A line feed would separate two requests.
fn object(name: &str, prefix: &str) -> String {
    match name.split_once(':') {
        Some((commit, path)) if !path.contains('\n') => format!("{commit}:{prefix}{path}"),
        _ => ":".to_owned(),
    }
}
