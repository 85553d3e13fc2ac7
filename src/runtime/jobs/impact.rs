//! Computes what a change affects, for the Impact view.

use crate::app::impact::{ImpactRequest, ImpactResult, ImpactTarget};
use crate::impact::{Start, Surveyor, TestTiers, TreeFacts, WorkList};
use crate::index;
use crate::index::git::{self, GitError};
use crate::model::{SymbolId, clean, resolve};

/// Finds the effects of a change; `None` if it was cancelled. The error is a sentence for a person. `surveyor` keeps
/// what the next computation can use again.
pub(super) fn blast(
    surveyor: &mut Surveyor,
    request: ImpactRequest,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Result<ImpactResult, String>> {
    match found(surveyor, request, cancelled) {
        _ if cancelled() => None,
        found => Some(found),
    }
}

fn found(
    surveyor: &mut Surveyor,
    request: ImpactRequest,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<ImpactResult, String> {
    let ImpactRequest { snapshot, target, limits, .. } = request;
    let graph = snapshot.graph();
    let (starts, diff) = match &target {
        ImpactTarget::Symbol(id) => {
            let symbol = resolve(&graph, id).map_err(|_| format!("{} is no longer there", clean(id)))?;
            (vec![Start::whole(symbol)], None)
        }
        ImpactTarget::Diff(range) => {
            let diff = git::diff_with_unbound(&snapshot, range, cancelled);
            let diff = diff.map_err(|error| error.to_string())?;
            if cancelled() {
                return Err(GitError::Cancelled.to_string());
            }
            (diff.starts(limits), Some(diff))
        }
    };
    let modules = snapshot.modules();
    let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
    let head = |path: &str| snapshot.head(path);
    let tree = TreeFacts { modules: &modules, head: &head };
    let radius = surveyor.survey_unless(&graph, snapshot.generation(), &starts, limits, tree, cancelled);
    let radius = radius.ok_or_else(|| GitError::Cancelled.to_string())?;
    let targets: Vec<SymbolId> = starts.iter().map(|start| start.symbol).collect();
    let unseen_uses = match targets[..] {
        [symbol] if diff.is_none() && radius.impact.affected.is_empty() => {
            index::unseen_uses(&snapshot, symbol, cancelled)
        }
        _ => Vec::new(),
    };
    let unseen_tests = index::unseen_tests(&snapshot, &radius, diff.as_ref());
    let (changed, broken) =
        diff.as_ref().map_or((&[][..], None), |diff| (&diff.changed[..], diff.broken.as_deref()));
    let work = WorkList::of(&graph, changed, broken, &radius);
    let tiers = TestTiers::of_work(&graph, &work, &radius);
    Ok(ImpactResult { snapshot, target, targets, radius, diff, work, tiers, unseen_uses, unseen_tests })
}
