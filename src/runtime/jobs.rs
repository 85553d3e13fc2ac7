//! What jobs do. A bench belongs to one thread and keeps what the next job of its class can use again.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};
use std::sync::Arc;

use super::asking::Asking;
use super::blasting::{Chronicle, blast};
use super::guiding;
use super::memories::Past;
use crate::app::job::{Answer, Job};
use crate::app::listing::{Haystacks, list};
use crate::app::query::Packed;
use crate::app::source::SourceText;
use crate::impact::Surveyor;
use crate::index::{MAX_FILE_SIZE, Repository};

/// A workplace for jobs.
pub struct Bench {
    repository: Repository,
    haystacks: Option<Haystacks>,
    asking: Asking,
    surveyor: Surveyor,
    past: Past,
    chronicle: Chronicle,
}

impl Bench {
    #[must_use]
    pub fn new(repository: &Repository) -> Self {
        Self {
            repository: repository.clone(),
            haystacks: None,
            asking: Asking::default(),
            surveyor: Surveyor::default(),
            past: Past::default(),
            chronicle: Chronicle::default(),
        }
    }

    /// A bench with nothing kept.
    #[must_use]
    pub fn renewed(&self) -> Self {
        Self::new(&self.repository)
    }

    /// Does a job; `None` when `cancelled` said that nobody waits for it any more.
    pub fn run(&mut self, job: Job, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Answer> {
        match job {
            Job::Filter(request) => {
                let kept = self.haystacks.take().filter(|haystacks| haystacks.serve(&request.corpus));
                let mut haystacks = kept.unwrap_or_else(|| Haystacks::new(&request.corpus));
                let listing = list(&mut haystacks, &request, cancelled);
                self.haystacks = Some(haystacks);
                listing.map(Answer::Filter)
            }
            Job::Source { path } => Some(match read(&self.repository.root, &path) {
                Ok(bytes) => Answer::Source(Arc::new(SourceText::new(&path, &bytes))),
                Err(error) => Answer::Failed(format!("cannot read {path}: {error}")),
            }),
            Job::Ask { snapshot, past, query, style, ceiling } => self
                .asking
                .ask(&snapshot, past.as_deref(), &query, &style, ceiling, cancelled)
                .map(Answer::Asked),
            Job::Past(snapshot) => {
                let past = self.asking.past(&self.repository, &snapshot);
                Some(Answer::Past(snapshot, past))
            }
            Job::Pack { answered, budget, wishes } => {
                let pack = answered.context.pack(budget, &wishes);
                Some(Answer::Packed(pack.map(Packed::new).map_err(|error| error.to_string())))
            }
            Job::Partners { of } => Some(Answer::Partners(self.past.partners(&self.repository, of))),
            Job::Tours { snapshot, open } => {
                let tourist = guiding::look(&self.repository, &snapshot, open.as_deref());
                Some(Answer::Tours(Box::new(tourist)))
            }
            Job::Author(authoring) => Some(Answer::Author(guiding::author(&self.repository, *authoring))),
            Job::Impact(request) => {
                let blast = blast(&mut self.surveyor, *request);
                Some(Answer::Impact(blast.map(Arc::new)))
            }
            Job::Lore(request) => Some(Answer::Lore(self.chronicle.lore(&self.repository, *request))),
        }
    }
}

/// A file of the repository, by its path relative to the root. What leads out of the root is refused, and so is what
/// is no plain file or larger than what is indexed.
pub(super) fn read(root: &Path, path: &str) -> io::Result<Vec<u8>> {
    let relative = Path::new(path);
    if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(io::Error::other("it lies outside of the repository"));
    }
    let whole = root.join(relative);
    if !std::fs::symlink_metadata(&whole)?.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    let mut bytes = Vec::new();
    File::open(whole)?.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(io::Error::other("it is too large"));
    }
    Ok(bytes)
}
