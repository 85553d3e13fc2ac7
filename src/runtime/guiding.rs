//! Looks at tours for the Tours view, and writes those that a person makes.

use std::sync::Arc;

use crate::app::tours::{Authored, Authoring, Entry, Tourist};
use crate::index::tours::{self, Opener, TourFile};
use crate::index::{Repository, Snapshot};
use crate::model::Graph;
use crate::tour::{self, Finder, Found, Kind, Spot, StepDraft, Tour, Verdict};

/// All tours of the repository: those in files, then those that the graph gives and no file has.
pub(super) fn look(repository: &Repository, snapshot: &Arc<Snapshot>, open: Option<&Tour>) -> Tourist {
    let graph = snapshot.graph();
    let opener = Opener::new(&repository.root);
    let read = |path: &str| opener.open(path);
    let mut finder = Finder::new(&graph, &read);
    let progress = tours::progress(&repository.store);
    let mut entries = Vec::new();
    for TourFile { path, tour } in tours::discover(&repository.root) {
        let tour = tour.map_err(|error| error.to_string()).map(|tour| with_places(&mut finder, tour));
        entries.push(Entry {
            progress: progress.get(&path).cloned().unwrap_or_default(),
            key: path.clone(),
            path: Some(path),
            tour,
        });
    }
    entries.sort_by_cached_key(|entry| {
        let title = entry.tour.as_ref().ok().map(|(tour, _)| (!tour.is_primary(), tour.title().to_owned()));
        (title.is_none(), title, entry.key.clone())
    });
    for plan in Kind::ALL.into_iter().flat_map(|kind| tour::plan(&graph, kind)) {
        let file = format!(".tours/{}.tour", plan.name);
        if entries.iter().any(|entry| entry.key == file) {
            continue;
        }
        let key = format!("generated:{}", plan.name);
        let made = tour::generate(&graph, &plan, &read);
        entries.push(Entry {
            progress: progress.get(&key).cloned().unwrap_or_default(),
            key,
            path: None,
            tour: Ok(with_places(&mut finder, made)),
        });
    }
    let open = open.map(|tour| places(&mut finder, tour));
    Tourist { snapshot: Arc::clone(snapshot), entries, open }
}

fn with_places(finder: &mut Finder<'_>, tour: Tour) -> (Tour, Vec<Found>) {
    let found = places(finder, &tour);
    (tour, found)
}

fn places(finder: &mut Finder<'_>, tour: &Tour) -> Vec<Found> {
    let marker = tour.marker();
    tour.steps().enumerate().map(|(ix, step)| finder.find(step, marker.as_deref(), ix + 1)).collect()
}

/// Makes a step, or saves a tour.
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
        Authoring::Save { name, tour, replace } => tours::write(&repository.root, &name, &tour, replace)
            .map(Authored::Saved)
            .map_err(|error| error.to_string()),
    }
}
