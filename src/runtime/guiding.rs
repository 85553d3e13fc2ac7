//! Looks at tours for the Tours view, and writes those that a person makes.

use std::sync::Arc;

use crate::app::tours::{Authored, Authoring, Entry, RANGE, Tourist};
use crate::index::drafts::Draft;
use crate::index::git::{self, Range};
use crate::index::guide::locate;
use crate::index::tours::{self, AllProgress, Opener, TourFile};
use crate::index::{Repository, Snapshot};
use crate::model::Graph;
use crate::tour::{self, Found, Kind, Plan, Spot, StepDraft, Tour, Verdict};

/// All tours of the repository: those in files, then those that the graph gives and no file has, then those of the
/// ranges asked for. A draft stands in the place of the tour that it changes, one of its own before all others.
pub(super) fn look(
    repository: &Repository,
    snapshot: &Arc<Snapshot>,
    open: Option<&Tour>,
    drafts: Vec<Draft>,
    ranges: &[String],
) -> Tourist {
    let graph = snapshot.graph();
    let opener = Opener::new(&repository.root);
    let progress = tours::progress(&repository.store);
    let mut entries = Vec::new();
    for TourFile { path, tour } in tours::discover(&repository.root) {
        let tour = tour.map_err(|error| error.to_string());
        entries.push(Entry {
            progress: progress.get(&path).cloned().unwrap_or_default(),
            key: path.clone(),
            path: Some(path),
            tour: tour.map(|tour| {
                let located = locate(&graph, &opener, &tour);
                (tour, located)
            }),
            draft: false,
        });
    }
    // The one to begin with first; those that are not for here, then those that cannot be used, last.
    entries.sort_by_cached_key(|entry| {
        let title = entry.tour.as_ref().ok().map(|(tour, _)| (!tour.is_primary(), tour.title().to_owned()));
        (title.is_none(), entry.is_for_here() == Some(false), title, entry.key.clone())
    });
    for plan in Kind::ALL.into_iter().flat_map(|kind| tour::plan(&graph, kind)) {
        let file = tours::path_of(&plan.name);
        if entries.iter().all(|entry| entry.key != file) {
            let key = format!("generated:{}", plan.name);
            entries.push(made(&graph, &opener, &progress, &plan, key));
        }
    }
    let of_range = |range: &String| ranged(repository, snapshot, &opener, &progress, range).ok();
    entries.extend(ranges.iter().filter_map(of_range));
    // What git says is asked for when it is wanted: there is no knowing how long it takes.
    for (key, progress) in progress.iter().filter(|(key, _)| key.starts_with(RANGE)) {
        if entries.iter().all(|entry| entry.key != *key) {
            let tour = Err("enter makes it anew, of what git says now".to_owned());
            let (key, progress) = (key.clone(), progress.clone());
            entries.push(Entry { key, path: None, tour, progress, draft: false });
        }
    }
    for Draft { key, path, tour } in drafts {
        let located = locate(&graph, &opener, &tour);
        let progress = progress.get(&key).cloned().unwrap_or_default();
        let draft = Entry { key, path, tour: Ok((tour, located)), progress, draft: true };
        match entries.iter_mut().find(|entry| entry.key == draft.key) {
            Some(entry) => *entry = draft,
            // What nobody else has is what its writer looks for.
            None => entries.insert(0, draft),
        }
    }
    let open = open.map(|tour| locate(&graph, &opener, tour));
    Tourist { snapshot: Arc::clone(snapshot), entries, open }
}

/// A tour made of a plan.
fn made(graph: &Graph<'_>, opener: &Opener, progress: &AllProgress, plan: &Plan, key: String) -> Entry {
    let tour = tour::generate(graph, plan, &|path| opener.open(path));
    let located = locate(graph, opener, &tour);
    Entry {
        progress: progress.get(&key).cloned().unwrap_or_default(),
        key,
        path: None,
        tour: Ok((tour, located)),
        draft: false,
    }
}

/// A tour of what a git range changes.
fn ranged(
    repository: &Repository,
    snapshot: &Snapshot,
    opener: &Opener,
    progress: &AllProgress,
    range: &str,
) -> Result<Entry, String> {
    let graph = snapshot.graph();
    let diff =
        git::diff(&repository.root, &graph, &Range::parse(range)).map_err(|error| error.to_string())?;
    let changed: Vec<_> = diff.changed.iter().filter_map(|changed| changed.symbol).collect();
    let plan = tour::changes(&graph, range, &changed)
        .ok_or_else(|| format!("{range} changes no function or type that is there now"))?;
    Ok(made(&graph, opener, progress, &plan, format!("{RANGE}{range}")))
}

/// Makes a step or a tour, or saves one.
pub(super) fn author(repository: &Repository, authoring: Authoring) -> Result<Authored, String> {
    match authoring {
        Authoring::Step { snapshot, symbol } => {
            let graph: Graph<'_> = snapshot.graph();
            let opener = Opener::new(&repository.root);
            let draft = StepDraft::at(&graph, symbol, "", &|path| opener.open(path));
            let spot = Spot { path: draft.file.clone(), line: draft.line, symbol: Some(symbol) };
            let found = Found { verdict: Verdict::Kept, spot: Some(spot) };
            Ok(Authored::Step(Box::new(draft), found))
        }
        Authoring::Range { snapshot, range } => {
            let opener = Opener::new(&repository.root);
            let progress = tours::progress(&repository.store);
            ranged(repository, &snapshot, &opener, &progress, &range)
                .map(|entry| Authored::Range(Box::new(entry)))
        }
        Authoring::Save { path, tour, replace } => tours::write(&repository.root, &path, &tour, replace)
            .map(|()| Authored::Saved(path, tour))
            .map_err(|error| error.to_string()),
    }
}
