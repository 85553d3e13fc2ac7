//! The index behind the answers. It is brought up to date before each answer, and all programs on this repository
//! share it.
//!
//! If the system reports no change of a known folder, nothing is done. Otherwise the stamps of all known files and
//! folders decide whether the index must be updated. Reading them takes some milliseconds, while a walk of the tree
//! takes a hundred. Every few seconds the tree is walked anyway, because new files in unknown folders change no known
//! stamp.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant, SystemTime};

use crossbeam_channel::{Receiver, bounded};

use super::answer_builder::{AnswerBuilder, Footer, ListPart, Row};
use crate::history::History;
use crate::impact::Surveyor;
use crate::index::git::{self, GitError, TreeState};
use crate::index::{
    self, BuildSettings, IncrementalState, IndexError, Repository, Session, Snapshot, StampDigest, Stamps,
    Task,
};
use crate::model::{FileId, Graph, NotFound, SymbolId, clean, counted, resolve, symbol_meant};
use crate::platform::below_root;
use crate::relations::is_one;
use crate::search::{Answer, Past, QueryRequest};

/// Time for which the stamps alone are trusted.
const STAMPS_TRUSTED_FOR: Duration = Duration::from_secs(10);
/// Time for which a question waits for past commits that are read for the first time.
const HISTORY_WAIT: Duration = Duration::from_secs(5);

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    pub index: BuildSettings,
    /// True if answers show keys, tokens and passwords of the code. Otherwise they are masked.
    pub show_secrets: bool,
    /// Gives what a new index left back to the system.
    pub give_memory_back: fn(),
}

/// An open generation of the index.
pub(super) struct OpenIndex {
    pub(super) snapshot: Snapshot,
    stamps: Stamps,
    /// The stamps when the tree was as indexed. None while a change may be too recent to change its stamp.
    seen: Option<StampDigest>,
    walked: Instant,
    state: Result<TreeState, GitError>,
    past: Option<Past>,
    /// Why the index is only in memory. None if it was saved.
    unsaved: Option<String>,
}

/// The past commits, of one state of git.
enum Commits {
    Unread,
    Reading(Receiver<Result<History, String>>),
    Read(Result<Arc<History>, String>),
}

/// The state that all tools work with.
pub(super) struct ServerWorkspace {
    repository: Repository,
    settings: ServerSettings,
    git_folder: Option<PathBuf>,
    open: Option<OpenIndex>,
    incremental: IncrementalState,
    commits: Commits,
    session: Session,
    pub(super) surveyor: Surveyor,
}

impl ServerWorkspace {
    pub(super) fn new(repository: Repository, settings: ServerSettings) -> Self {
        Self {
            git_folder: git::folder(&repository).ok(),
            repository,
            settings,
            open: None,
            incremental: IncrementalState::default(),
            commits: Commits::Unread,
            session: Session::default(),
            surveyor: Surveyor::default(),
        }
    }

    /// Brings the index up to date with the files.
    ///
    /// # Errors
    /// The index cannot be built. The error is a sentence. An old index is not used instead.
    pub(super) fn refresh(&mut self, cancelled: &AtomicBool) -> Result<(), String> {
        if let Some(open) = &self.open
            && open.walked.elapsed() < STAMPS_TRUSTED_FOR
            && let Some(seen) = open.seen
            && (open.stamps.is_quiet() || seen.is_same(open.stamps.look()))
        {
            return Ok(());
        }
        let began = SystemTime::now();
        tracing::debug!(known = self.open.is_some(), "the files are looked at");
        let task = Task { cancel: cancelled, report: &|_| (), glimpses: false };
        let snapshot = self.open.as_ref().map(|open| &open.snapshot);
        let outcome = index::refresh_from(
            &self.repository,
            &self.settings.index,
            snapshot,
            Some(&mut self.incremental),
            &task,
        );
        let outcome = outcome.map_err(|error| match error {
            IndexError::Cancelled => "cancelled".to_owned(),
            error => format!("the code cannot be indexed: {error}"),
        })?;
        let snapshot = outcome.snapshot;
        let stamps = Stamps::of(&snapshot, self.git_folder.as_deref());
        let seen = stamps.look();
        let former = self.open.take();
        let is_same = former.as_ref().is_some_and(|open| open.snapshot.generation() == snapshot.generation());
        if !is_same {
            (self.settings.give_memory_back)();
        }
        let is_untouched =
            former.as_ref().and_then(|open| open.seen).is_some_and(|known| known.is_same(seen));
        let known = former.as_ref().map(|open| open.state.clone());
        let state = match &known {
            Some(known) if is_untouched => known.clone(),
            _ => git::tree_state(&self.repository),
        };
        let commit =
            |state: &Result<TreeState, GitError>| state.as_ref().ok().map(|state| state.commit.clone());
        let has_moved = known.is_none_or(|known| commit(&known) != commit(&state));
        if has_moved && !matches!(self.commits, Commits::Reading(_)) {
            self.commits = Commits::Unread;
        }
        let past = former.and_then(|open| open.past).filter(|_| is_same && !has_moved);
        self.open = Some(OpenIndex {
            snapshot,
            stamps,
            seen: Some(seen).filter(|seen| seen.is_settled(began)),
            walked: Instant::now(),
            state,
            past,
            unsaved: outcome.unsaved,
        });
        Ok(())
    }

    /// Does once what the first answers would wait for: opens the text index, and looks a name up.
    pub(super) fn prepare(&mut self) {
        if let Some(open) = &self.open {
            let _ = self.session.text(&open.snapshot);
            let _ = symbol_meant(&open.snapshot.graph(), "main");
        }
    }

    /// The index, brought up to date.
    ///
    /// # Errors
    /// Those of [`ServerWorkspace::refresh`].
    pub(super) fn fresh(&mut self, cancelled: &AtomicBool) -> Result<&OpenIndex, String> {
        self.refresh(cancelled)?;
        self.open.as_ref().ok_or_else(no_index)
    }

    /// The parts of the index that was opened last, which an answer needs.
    ///
    /// # Errors
    /// No index is open.
    pub(super) fn parts(&mut self) -> Result<Parts<'_>, String> {
        let Self { open, session, surveyor, .. } = self;
        let snapshot = &open.as_ref().ok_or_else(no_index)?.snapshot;
        Ok(Parts { snapshot, session, surveyor })
    }

    /// Answers a question. Uses past commits if `asks_past` and if they are read by now.
    ///
    /// # Errors
    /// There is no index, or the question is invalid. The error is a sentence.
    pub(super) fn answer(
        &mut self,
        query: &QueryRequest,
        asks_past: bool,
        cancelled: &AtomicBool,
    ) -> Result<Answer, String> {
        self.refresh(cancelled)?;
        if asks_past {
            self.read_commits();
        }
        let Self { open, session, commits, .. } = self;
        let OpenIndex { snapshot, past, .. } = open.as_mut().ok_or_else(no_index)?;
        if let (true, None, Commits::Read(Ok(history))) = (asks_past, &past, &*commits) {
            *past = Some(session.past(snapshot, history).map_err(|error| error.to_string())?);
        }
        let past = past.as_ref().filter(|_| asks_past);
        let answer = session.ask(snapshot, past, query, &|| cancelled.load(Relaxed));
        answer.map_err(|error| error.to_string())
    }

    /// Starts to read past commits on another thread if they are not read yet, and waits for them for [`HISTORY_WAIT`].
    fn read_commits(&mut self) {
        if matches!(self.commits, Commits::Unread) {
            let (done, read) = bounded(1);
            let repository = self.repository.clone();
            let reader = std::thread::Builder::new().name("history".to_owned()).spawn(move || {
                let history = git::history(&repository).map(|(history, _)| history);
                let _ = done.send(history.map_err(|error| error.to_string()));
            });
            self.commits = match reader {
                Ok(_) => Commits::Reading(read),
                Err(error) => Commits::Read(Err(error.to_string())),
            };
        }
        if let Commits::Reading(read) = &self.commits
            && let Ok(history) = read.recv_timeout(HISTORY_WAIT)
        {
            self.commits = Commits::Read(history.map(Arc::new));
        }
    }

    /// The end of an answer: the commit of the index, and the number of edited files. `asks` is whether past commits
    /// had a part in the answer.
    pub(super) fn footer(&self, asks: bool) -> Footer {
        let show_secrets = self.settings.show_secrets;
        let Some(open) = &self.open else { return Footer { text: String::new(), show_secrets } };
        let mut text = match &open.state {
            Ok(TreeState { commit, edited: 0 }) => format!("index: commit {commit}, no edited files"),
            Ok(TreeState { commit, edited }) => {
                format!("index: commit {commit} with {}", counted(*edited, "edited file"))
            }
            Err(_) => "index: of the files as they are, not under git".to_owned(),
        };
        let host = &open.snapshot.meta().host;
        if !host.is_default() {
            let _ = write!(text, "; read as built for {host}");
        }
        if open.unsaved.is_some() {
            text.push_str("; in memory only");
        }
        if asks && matches!(self.commits, Commits::Reading(_)) {
            text.push_str("; past commits are still being read");
        }
        Footer { text: text + "\n", show_secrets }
    }

    /// The symbol that a name means.
    ///
    /// # Errors
    /// As [`Self::symbols`].
    pub(super) fn symbol(&self, name: &str, budget: u32) -> Result<SymbolId, String> {
        self.symbols(name, budget, 1).map(|symbols| symbols[0])
    }

    /// The symbols that a name means: all declarations of one name in one package, such as several `init`, or up to `most` that
    /// differ. Declarations of tests are meant if there are no others.
    ///
    /// # Errors
    /// The name means no symbol, or more. The error lists the candidates within a budget.
    pub(super) fn symbols(&self, name: &str, budget: u32, most: usize) -> Result<Vec<SymbolId>, String> {
        let snapshot = &self.open.as_ref().ok_or_else(no_index)?.snapshot;
        let graph = snapshot.graph();
        match resolve(&graph, &self.below_root(name)) {
            Ok(symbol) => Ok(vec![symbol]),
            Err(NotFound::Ambiguous { candidates }) if is_one(&graph, &candidates) => Ok(candidates),
            Err(NotFound::Ambiguous { candidates }) => {
                let mut meant = candidates.clone();
                meant.retain(|&id| !graph.symbol(id).is_of_tests());
                match meant.len() {
                    n if n > 0 && n <= most => Ok(meant),
                    _ => Err(unresolved(&graph, name, NotFound::Ambiguous { candidates }, budget)),
                }
            }
            Err(error) => Err(unresolved(&graph, name, error, budget)),
        }
    }

    /// A name or place without the root of the tree at its beginning.
    pub(super) fn below_root(&self, name: &str) -> String {
        self.open.as_ref().map_or_else(|| name.to_owned(), |open| below_root(name, open.snapshot.root()))
    }
}

fn no_index() -> String {
    "there is no index".to_owned()
}

/// The parts of an open index for one answer.
pub(super) struct Parts<'w> {
    pub(super) snapshot: &'w Snapshot,
    pub(super) session: &'w mut Session,
    pub(super) surveyor: &'w mut Surveyor,
}

impl Parts<'_> {
    /// The content of a file as it was indexed. None if it cannot be read.
    pub(super) fn bytes(&mut self, graph: &Graph<'_>, file: FileId) -> Option<Arc<[u8]>> {
        self.session.bytes(self.snapshot, graph, file)
    }
}

/// Describes why a name means no symbol, with as many candidates as a budget has room for.
fn unresolved(graph: &Graph<'_>, name: &str, error: NotFound, budget: u32) -> String {
    let name = clean(name);
    let (head, symbols) = match error {
        NotFound::Unknown { near } if near.is_empty() => {
            return format!("no symbol is named `{name}` or anything like it: search_code finds it by words");
        }
        NotFound::Unknown { near } => (
            format!("no symbol is named `{name}`; ask for one of these, or call search_code with words:"),
            near,
        ),
        NotFound::Between { nearest } => {
            (format!("there is no declaration at `{name}`; the nearest:"), nearest)
        }
        NotFound::Ambiguous { candidates } => {
            (format!("`{name}` means {} symbols; ask with one of these ids:", candidates.len()), candidates)
        }
    };
    let mut builder = AnswerBuilder::new(budget, Footer { text: String::new(), show_secrets: true });
    let id_text = |id: SymbolId| graph.symbol(id).id_text();
    let ids = symbols.into_iter().map(|id| Row::one(move || (id_text(id), format!("  {}", id_text(id)))));
    let rest = "with a longer name, such as pkg.Type.Name";
    builder.list(&ListPart { what: "symbols of that name", heading: &head, floor: 0, rest }, ids);
    builder.finish().trim_end().to_owned()
}
