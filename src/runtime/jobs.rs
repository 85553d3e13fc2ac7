//! Carries out jobs. A [`WorkerState`] belongs to one thread and keeps what the next job of its kind can reuse.

mod impact;
mod query;
mod text;
mod tour;

use std::io;
use std::path::Path;
use std::sync::Arc;

use self::impact::blast;
use self::query::{ask, past, recount, without_memory};
use super::history_cache::HistoryCache;
use super::tree_file::read;
use crate::app::commit_list::CommitList;
use crate::app::impact::FilteredImpact;
use crate::app::job::{Job, JobAnswer};
use crate::app::listing::{Haystacks, ListRequest, list};
use crate::app::query::ShownPack;
use crate::app::query::requests::QueryAsked;
use crate::app::source::{SourceText, absent};
use crate::app::source_authors::SourceAuthors;
use crate::app::symbol_rows::SymbolSource;
use crate::app::symbols::call_path::CallPath;
use crate::impact::Surveyor;
use crate::index::git::{self, GitError, Revision};
use crate::index::{Repository, Session, Snapshot, content_hash, find_unused, outside_declaration};
use crate::model::clean;
use crate::platform::canonical;
use crate::unused::Options;
use crate::words::{self, NoWords};

/// Most names of a folder that are shown.
const MAX_NAMES: usize = 2_000;

/// The state that a worker thread keeps between jobs.
pub struct WorkerState {
    repository: Repository,
    haystacks: Option<Haystacks>,
    session: Session,
    surveyor: Surveyor,
    /// Shared by all workers.
    history_cache: Arc<HistoryCache>,
}

impl WorkerState {
    pub fn new(repository: &Repository) -> Self {
        Self::with(repository, Arc::new(HistoryCache::new(repository)))
    }

    fn with(repository: &Repository, history_cache: Arc<HistoryCache>) -> Self {
        Self {
            repository: repository.clone(),
            haystacks: None,
            session: Session::default(),
            surveyor: Surveyor::default(),
            history_cache,
        }
    }

    /// An empty state, for another thread or after a panic.
    pub fn renewed(&self) -> Self {
        Self::with(&self.repository, Arc::clone(&self.history_cache))
    }

    /// Prepares the next job while nothing waits.
    pub(super) fn prepare(&mut self) {
        self.haystacks.iter_mut().for_each(Haystacks::prepare);
    }

    /// Does a job; `None` if it was cancelled.
    pub fn run(&mut self, job: Job, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<JobAnswer> {
        match job {
            Job::Filter(request) => self.filter(&request, cancelled),
            Job::Source { path, commit } => Some(self.source(&path, commit)),
            Job::Hover(hover) => {
                let bytes = read(&self.repository.root, &hover.path).unwrap_or_default();
                let text = SourceText::new(&hover.path, &bytes);
                Some(JobAnswer::Hover(hover.with_doc(&text)))
            }
            Job::Outside { snapshot, name, opens } => {
                let found = outside_declaration(&snapshot, &name).map(Box::new);
                Some(JobAnswer::Outside(found, opens))
            }
            Job::Why { snapshot, symbol } => {
                let why = git::why(&self.repository, &snapshot, symbol, 0, cancelled);
                answered(why.map(|why| {
                    let label = snapshot.graph().symbol(symbol).label();
                    JobAnswer::Why(CommitList::of(&label, &why))
                }))
            }
            Job::Authors { path } => {
                let bytes = read(&self.repository.root, &path).unwrap_or_default();
                let authors = git::line_authors(&self.repository, &path, &bytes, cancelled);
                answered(authors.map(|authors| {
                    let authors = SourceAuthors::of(path, Some(content_hash(&bytes)), &authors);
                    JobAnswer::Authors(Box::new(authors))
                }))
            }
            Job::Uncommitted(snapshot) => uncommitted(&snapshot, cancelled),
            Job::Words { command, question } => match words::run(&command, &question, cancelled) {
                Err(NoWords::Cancelled) => None,
                words => Some(JobAnswer::Words { question, words: words.map_err(|why| why.to_string()) }),
            },
            Job::Text(typed) => text::search(&self.repository.root, &typed, cancelled).map(JobAnswer::Text),
            Job::Ask { snapshot, past, query, style, ceiling } => {
                let asked = QueryAsked { query, past };
                ask(&mut self.session, &snapshot, asked, &style, ceiling, cancelled).map(JobAnswer::Asked)
            }
            Job::WithoutMemory(answered) => without_memory(&answered, cancelled),
            Job::Recount { answered, style, ceiling } => {
                Some(JobAnswer::Asked(Ok(recount(&mut self.session, &answered, &style, ceiling))))
            }
            Job::Past(snapshot) => {
                let past = past(&mut self.session, &self.history_cache, &snapshot);
                Some(JobAnswer::Past(snapshot, past))
            }
            Job::Pack { answered, budget, overrides } => {
                let pack = answered.context.pack(budget, &overrides);
                Some(JobAnswer::Packed(pack.map(ShownPack::new).map_err(|error| error.to_string())))
            }
            Job::Partners { of } => Some(JobAnswer::Partners(self.history_cache.partners(of))),
            Job::CallPath { snapshot, from, to } => {
                Some(JobAnswer::CallPath(CallPath::found(snapshot, from, to)))
            }
            Job::Tours { snapshot, open, drafts, wanted } => {
                let list = tour::look(&self.repository, &snapshot, open.as_deref(), drafts, &wanted);
                Some(JobAnswer::Tours(Box::new(list)))
            }
            Job::Make { snapshot, wanted } => {
                Some(JobAnswer::Made(tour::make(&self.repository, &snapshot, &wanted).map(Box::new)))
            }
            Job::Author(authoring) => Some(JobAnswer::Author(tour::author(&self.repository, *authoring))),
            Job::Impact(request) => {
                let filter = request.filter.clone();
                let answer = match blast(&mut self.surveyor, *request, cancelled)? {
                    Ok(blast) => Ok(Box::new(FilteredImpact::of(Arc::new(blast), filter, cancelled)?)),
                    Err(why) => Err(why),
                };
                Some(JobAnswer::Impact(answer))
            }
            Job::FilterImpact { blast, text } => {
                FilteredImpact::of(blast, text, cancelled).map(Box::new).map(JobAnswer::ImpactFiltered)
            }
            Job::HistoryDetails(request) => {
                Some(JobAnswer::HistoryDetails(self.history_cache.details(*request)))
            }
        }
    }

    fn filter(&mut self, request: &ListRequest, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<JobAnswer> {
        let kept = self.haystacks.take().filter(|haystacks| haystacks.serve(&request.corpus));
        let mut haystacks = kept.unwrap_or_else(|| Haystacks::new(&request.corpus));
        let mut is_wanted = true;
        if let (true, SymbolSource::Graph(snapshot)) =
            (haystacks.want_users(&request.text, request.sort), &request.corpus)
        {
            let unused = find_unused(snapshot, Options::default(), cancelled);
            is_wanted = unused.is_some();
            if let Some(unused) = &unused {
                haystacks.take_unused(unused);
            }
        }
        let listing = if is_wanted { list(&mut haystacks, request, cancelled) } else { None };
        self.haystacks = Some(haystacks);
        listing.map(Box::new).map(JobAnswer::Filter)
    }

    /// Reads the source of a file, of the tree or of a commit.
    fn source(&self, path: &str, commit: Option<String>) -> JobAnswer {
        match text(&self.repository.root, path, commit.as_deref()) {
            Ok(bytes) => {
                let print = commit.is_none().then(|| content_hash(&bytes));
                let text = SourceText { print, ..SourceText::new(path, &bytes).of_version(commit) };
                JobAnswer::Source(Arc::new(text))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => JobAnswer::Failed(absent(path)),
            Err(error) => JobAnswer::Failed(format!("cannot read {}: {error}", clean(path))),
        }
    }
}

/// The answer to a question that git was asked; `None` if it was cancelled.
fn answered(answer: Result<JobAnswer, GitError>) -> Option<JobAnswer> {
    match answer {
        Ok(answer) => Some(answer),
        Err(GitError::Cancelled) => None,
        Err(error) => Some(JobAnswer::Failed(clean(&error.to_string()).into_owned())),
    }
}

/// The text of a file of the tree, of a commit, or of a folder outside of the tree; for a folder of the tree, the names in it.
fn text(root: &Path, path: &str, commit: Option<&str>) -> io::Result<Vec<u8>> {
    let Some(commit) = commit else {
        return read(root, path).or_else(|why| names(root, path).map_err(|_| why));
    };
    if Path::new(commit).is_absolute() {
        return read(Path::new(commit), path);
    }
    let revision = Revision::of(root, commit).map_err(io::Error::other)?;
    let text = revision.files(&[path]).map_err(io::Error::other)?.pop().flatten();
    text.ok_or_else(|| io::Error::other("it does not exist in that commit"))
}

/// Finds the difference to the last commit. Without git or without a commit there is nothing to compare with, and
/// nobody asked.
fn uncommitted(snapshot: &Snapshot, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<JobAnswer> {
    let diff = git::diff_since_commit(snapshot, cancelled).ok().map(Arc::new);
    (!cancelled()).then_some(JobAnswer::Uncommitted(diff))
}

/// The names in a folder of the repository, a line each, folders first.
fn names(root: &Path, path: &str) -> io::Result<Vec<u8>> {
    let whole = canonical(&root.join(path))?;
    if !whole.starts_with(root) {
        return Err(io::Error::other("it is outside the repository"));
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(whole)?.take(MAX_NAMES) {
        let entry = entry?;
        let (name, folder) = (entry.file_name().to_string_lossy().into_owned(), entry.file_type()?.is_dir());
        if name != ".git" {
            names.push((!folder, if folder { name + "/" } else { name }));
        }
    }
    names.sort();
    Ok(names.into_iter().flat_map(|(_, name)| (name + "\n").into_bytes()).collect())
}
