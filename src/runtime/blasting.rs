//! Working out what a change affects, and what the past says of it, for the Impact view.

use std::sync::Arc;

use crate::app::impact::{Blast, Lore, PastRequest, Request, Target};
use crate::history::History;
use crate::impact::{Changed, Start, Surveyor};
use crate::index::{Repository, git};
use crate::model::{SymbolId, clean, resolve};
use crate::search::together::together;

/// What a change affects; the error is for a person. `surveyor` keeps what the next question can use again.
pub(super) fn blast(surveyor: &mut Surveyor, request: Request) -> Result<Blast, String> {
    let Request { snapshot, target, limits } = request;
    let graph = snapshot.graph();
    let (starts, diff) = match &target {
        Target::Symbol(id) => {
            let symbol = resolve(&graph, id).map_err(|_| format!("{} is no longer there", clean(id)))?;
            (vec![Start::whole(symbol)], None)
        }
        Target::Diff(range) => {
            let diff = git::diff(snapshot.root(), &graph, range).map_err(|error| error.to_string())?;
            let start = |c: &Changed| Some(Start::of(c.symbol?, c.change));
            (diff.changed.iter().filter_map(start).collect(), Some(diff))
        }
    };
    let modules = snapshot.modules();
    let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
    let radius = surveyor.survey(&graph, snapshot.generation(), &starts, limits, &modules);
    let targets: Vec<SymbolId> = starts.iter().map(|start| start.symbol).collect();
    Ok(Blast { snapshot, target, targets, radius, diff })
}

/// The history, read once for each state of the tree: what is new since then came with a commit, and a commit mostly
/// with another tree.
#[derive(Default)]
pub(super) struct Chronicle {
    read: Option<(u64, Arc<History>)>,
}

impl Chronicle {
    /// What past commits say of some targets; the error is for a person.
    pub(super) fn lore(
        &mut self,
        repository: &Repository,
        request: PastRequest,
    ) -> Result<Arc<Lore>, String> {
        let PastRequest { snapshot, target, targets } = request;
        let generation = snapshot.generation();
        let kept = self.read.take().filter(|(known, _)| *known == generation);
        let history = match kept {
            Some((_, history)) => history,
            None => Arc::new(git::history(repository).map_err(|error| error.to_string())?.0),
        };
        self.read = Some((generation, history.clone()));
        let together = together(&snapshot.graph(), &history, &targets);
        Ok(Arc::new(Lore { snapshot, target, history, together }))
    }
}
