//! Looks at tours for the Tours view, and writes those that a person makes.

use std::sync::Arc;

use crate::app::tours::{Authored, Authoring, Meanwhile, Saved, TourEntry, TourList, TourRequest};
use crate::index::documents;
use crate::index::drafts::{TourDraft, numbered};
use crate::index::git::{self, Range};
use crate::index::tour_steps::{Located, TourVersion, locate, plan_of, review_of};
use crate::index::tours::{self, AllProgress, Opener, TourFile};
use crate::index::{Repository, Snapshot};
use crate::model::{Graph, NotFound, SymbolId, clean};
use crate::tour::{self, FileOpener, Finder, LocatedStep, Plan, Planner, StepDraft, Tour, TourKind, Verdict};

/// All tours of the repository: those in files, then those that the graph gives and no file has, then those that were
/// asked for. A draft stands in the place of the tour that it changes, one of its own before all others.
pub(super) fn look(
    repository: &Repository,
    snapshot: &Arc<Snapshot>,
    open: Option<&Tour>,
    drafts: Vec<TourDraft>,
    wanted: &[TourRequest],
) -> TourList {
    let graph = snapshot.graph();
    let opener = Opener::new(&repository.root);
    let progress = tours::progress(&repository.store);
    let mut entries = Vec::new();
    for TourFile { path, tour } in tours::discover(&repository.root) {
        let tour = tour.map_err(|error| error.to_string());
        entries.push(TourEntry {
            progress: progress.get(&path).cloned().unwrap_or_default(),
            key: path.clone(),
            path: Some(path),
            read: tour.as_ref().ok().map(Tour::digest),
            tour: tour.map(|tour| {
                let located = locate(&graph, &opener, &tour);
                (tour, located)
            }),
            draft: false,
            meanwhile: None,
        });
    }
    // The one to begin with first; those that are not for here, then those that cannot be used, last.
    entries.sort_by_cached_key(|entry| {
        let title = entry.tour.as_ref().ok().map(|(tour, _)| (!tour.is_primary(), tour.title().to_owned()));
        (title.is_none(), entry.is_for_here() == Some(false), title, entry.key.clone())
    });
    let reads = |path: &str| opener.open(path);
    let documents = documents(&repository.root);
    let planner = Planner::new(&graph, &reads, &documents);
    for plan in TourKind::ALL.into_iter().flat_map(|kind| planner.plans(kind)) {
        let file = tours::path_of(&plan.name);
        if entries.iter().all(|entry| entry.key != file) {
            let key = format!("generated:{}", plan.name);
            entries.push(made(&graph, &opener, &progress, &plan, key));
        }
    }
    let mut wanted = wanted.to_vec();
    for earlier in progress.keys().filter_map(|key| TourRequest::of_key(key)) {
        match earlier {
            // Tours from the graph are there at once.
            TourRequest::Package(_) | TourRequest::Rows { .. } if !wanted.contains(&earlier) => {
                wanted.push(earlier);
            }
            // Tours from git are made on request: nobody knows how long git takes.
            TourRequest::Range(_) | TourRequest::Review(_) if !wanted.contains(&earlier) => {
                let (key, tour) =
                    (earlier.key(), Err("enter makes it again from git's current state".to_owned()));
                let progress = progress.get(&key).cloned().unwrap_or_default();
                let meanwhile = None;
                entries.push(TourEntry {
                    key,
                    path: None,
                    read: None,
                    tour,
                    progress,
                    draft: false,
                    meanwhile,
                });
            }
            _ => {}
        }
    }
    let of = |wanted: &TourRequest| made_of(repository, snapshot, &opener, &progress, wanted).ok();
    // A saved one is there already, as its file.
    let made = wanted.iter().filter_map(of).filter(|made| !is_saved(&entries, made));
    entries.extend(made.collect::<Vec<_>>());
    // The state of files is read before drafts take their places.
    let of_file = |TourDraft { key, path, read, tour, origin: _ }: TourDraft| {
        let located = locate(&graph, &opener, &tour);
        let progress = progress.get(&key).cloned().unwrap_or_default();
        let file = path.as_ref().map(|path| entries.iter().find(|entry| entry.key == *path));
        let meanwhile = file.and_then(|file| Meanwhile::of(read.as_ref(), file));
        TourEntry { key, path, read, tour: Ok((tour, located)), progress, draft: true, meanwhile }
    };
    for draft in drafts.into_iter().map(of_file).collect::<Vec<_>>() {
        let (_, tour) = numbered(&draft.key);
        if let Some(own) = entries.iter_mut().find(|entry| entry.key == draft.key) {
            *own = draft;
        } else {
            // Drafts of new tours come first, as their writer looks for them; the second draft of a tour stands beside the
            // tour.
            let first = entries.iter().position(|entry| entry.key == tour);
            entries.insert(first.map_or(0, |first| first + 1), draft);
        }
    }
    let open = open.map(|tour| locate(&graph, &opener, tour));
    TourList { snapshot: Arc::clone(snapshot), entries, open }
}

/// Returns whether a made tour was saved where its generator would write it.
fn is_saved(entries: &[TourEntry], made: &TourEntry) -> bool {
    let name = made.tour.as_ref().ok().and_then(|(tour, _)| tour.generated_name());
    name.is_some_and(|name| entries.iter().any(|entry| entry.path.as_deref() == Some(&tours::path_of(name))))
}

/// A tour made of a plan.
fn made(graph: &Graph<'_>, opener: &Opener, progress: &AllProgress, plan: &Plan, key: String) -> TourEntry {
    let tour = tour::generate(graph, plan, &|path| opener.open(path));
    let located = locate(graph, opener, &tour);
    TourEntry {
        progress: progress.get(&key).cloned().unwrap_or_default(),
        key,
        path: None,
        read: None,
        tour: Ok((tour, located)),
        draft: false,
        meanwhile: None,
    }
}

/// Generates a requested tour.
fn made_of(
    repository: &Repository,
    snapshot: &Snapshot,
    opener: &Opener,
    progress: &AllProgress,
    wanted: &TourRequest,
) -> Result<TourEntry, String> {
    let graph = snapshot.graph();
    let (plan, key) = match wanted {
        TourRequest::Range(range) => {
            let diff = git::diff(&repository.root, &graph, &Range::parse(range))
                .map_err(|error| error.to_string())?;
            (plan_of(&graph, range, &diff)?, wanted.key())
        }
        TourRequest::Review(range) => (review_of(snapshot, range, &|| false)?, wanted.key()),
        TourRequest::Package(text) => {
            let package =
                tour::package_named(&graph, text).map_err(|error| no_package(&graph, text, error))?;
            let plan = tour::of_package(&graph, package, &|path| opener.open(path))
                .ok_or_else(|| format!("{text} declares no function or type worth a step"))?;
            // Different names of a package give the same tour.
            (plan, TourRequest::Package(graph.symbol(package).path().to_owned()).key())
        }
        TourRequest::Rows { title, ids } => {
            // Rows of an older state may be gone.
            let rows: Vec<SymbolId> = ids.iter().filter_map(|id| graph.find_id(id)).collect();
            let plan = tour::of_rows(&graph, title, &rows)
                .ok_or_else(|| format!("none of the rows of {title} is in the code any more"))?;
            (plan, wanted.key())
        }
    };
    Ok(made(&graph, opener, progress, &plan, key))
}

fn no_package(graph: &Graph<'_>, text: &str, error: NotFound) -> String {
    let (ids, what) = match error {
        NotFound::Unknown { near: ids } | NotFound::Between { nearest: ids } => (ids, "there is no package"),
        NotFound::Ambiguous { candidates } => (candidates, "several packages are named"),
    };
    let mut folders: Vec<&str> =
        ids.iter().map(|&id| graph.symbol(graph.symbol(id).package()).path()).collect();
    folders.sort_unstable();
    folders.dedup();
    folders.truncate(4);
    let hint = if folders.is_empty() { String::new() } else { format!("; try {}", folders.join(", ")) };
    clean(&format!("{what} {text}{hint}")).into_owned()
}

/// Brings the steps of a tour up to date and returns those that changed. Steps written for another commit stay as they are.
fn renewed(repository: &Repository, snapshot: &Snapshot, tour: &mut Tour) -> Vec<usize> {
    let (graph, opener) = (snapshot.graph(), Opener::new(&repository.root));
    let Located { found, version } = locate(&graph, &opener, tour);
    match version {
        TourVersion::Tree => tour::renew(&graph, tour, &found, &|path| opener.open(path)),
        TourVersion::Commit(_) | TourVersion::Lost(_) => Vec::new(),
    }
}

/// Generates a requested tour.
pub(super) fn make(
    repository: &Repository,
    snapshot: &Snapshot,
    wanted: &TourRequest,
) -> Result<TourEntry, String> {
    let opener = Opener::new(&repository.root);
    let progress = tours::progress(&repository.store);
    made_of(repository, snapshot, &opener, &progress, wanted)
}

/// Makes a step, and finds it.
fn made_step(
    repository: &Repository,
    snapshot: &Snapshot,
    make: impl FnOnce(&Graph<'_>, &FileOpener<'_>) -> Result<StepDraft, String>,
) -> Result<Authored, String> {
    let (graph, opener) = (snapshot.graph(), Opener::new(&repository.root));
    let open = |path: &str| opener.open(path);
    let draft = make(&graph, &open)?;
    let mut tour = Tour::new("", "");
    tour.insert(0, &draft);
    let found = tour.steps().map(|step| Finder::new(&graph, &open).find(step, None, 1)).next();
    Ok(Authored::Step(Box::new(draft), found.unwrap_or_else(|| LocatedStep::new(Verdict::Unchecked, None))))
}

/// Makes a step, saves a tour, or deletes its file.
pub(super) fn author(repository: &Repository, authoring: Authoring) -> Result<Authored, String> {
    match authoring {
        Authoring::Step { snapshot, symbol } => {
            made_step(repository, &snapshot, |graph, open| Ok(StepDraft::empty_at(graph, symbol, open)))
        }
        Authoring::Lines { snapshot, path, lines } => made_step(repository, &snapshot, |graph, open| {
            let made = StepDraft::of_lines(graph, &path, lines, open);
            made.ok_or_else(|| format!("{} has no such lines any more", clean(&path)))
        }),
        Authoring::Place { snapshot, place } => made_step(repository, &snapshot, |graph, open| {
            StepDraft::of_place(graph, &place, open).map_err(|why| clean(&why).into_owned())
        }),
        Authoring::Save { snapshot, key, sent, path, mut tour, over } => {
            let renewed =
                snapshot.map_or_else(Vec::new, |snapshot| renewed(repository, &snapshot, &mut tour));
            tours::write(&repository.root, &path, &tour, &over)
                .map(|()| Authored::Saved(Box::new(Saved { key, sent, path, tour, renewed })))
                .map_err(|error| error.to_string())
        }
        Authoring::Delete { path, read } => tours::delete(&repository.root, &path, &read)
            .map(|()| Authored::Deleted(path))
            .map_err(|error| error.to_string()),
    }
}
