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
use crate::tour::{self, FileOpener, Finder, LocatedStep, Plan, Planner, StepDraft, Tour, Verdict};

/// All tours of the repository: those in files, then those that the graph gives and no file has, then those that were
/// asked for. A draft stands in the place of the tour that it changes, one of its own before all others.
pub(super) fn look(
    repository: &Repository,
    snapshot: &Arc<Snapshot>,
    open: Option<&Tour>,
    drafts: Vec<TourDraft>,
    wanted: &[TourRequest],
) -> TourList {
    let desk = Desk::new(repository, snapshot);
    let mut entries = desk.of_files();
    desk.add_generated(&mut entries);
    desk.add_wanted(&mut entries, wanted);
    desk.place_drafts(&mut entries, drafts);
    let open = open.map(|tour| locate(&desk.graph, &desk.opener, tour));
    TourList { snapshot: Arc::clone(snapshot), entries, open }
}

/// The tree and the progress that entries are made from.
struct Desk<'d> {
    repository: &'d Repository,
    snapshot: &'d Snapshot,
    graph: Graph<'d>,
    opener: Opener,
    progress: AllProgress,
}

impl<'d> Desk<'d> {
    fn new(repository: &'d Repository, snapshot: &'d Snapshot) -> Self {
        let (opener, progress) = (Opener::new(&repository.root), tours::progress(&repository.store));
        Self { repository, snapshot, graph: snapshot.graph(), opener, progress }
    }

    /// A tour in memory.
    fn entry(&self, key: String, tour: Result<Tour, String>) -> TourEntry {
        let tour = tour.map(|tour| {
            let located = locate(&self.graph, &self.opener, &tour);
            (tour, located)
        });
        let progress = self.progress.get(&key).cloned().unwrap_or_default();
        TourEntry { key, path: None, read: None, tour, progress, draft: false, meanwhile: None }
    }

    /// The one to begin with first; those that are not for here, then those that cannot be used, last.
    fn of_files(&self) -> Vec<TourEntry> {
        let of_file = |TourFile { path, tour }: TourFile| TourEntry {
            read: tour.as_ref().ok().map(Tour::digest),
            path: Some(path.clone()),
            ..self.entry(path, tour.map_err(|error| error.to_string()))
        };
        let mut entries: Vec<TourEntry> =
            tours::discover(&self.repository.root).into_iter().map(of_file).collect();
        entries.sort_by_cached_key(|entry| {
            let title = entry.tour.as_ref().ok();
            let title = title.map(|(tour, _)| (!tour.is_primary(), tour.title().to_owned()));
            (title.is_none(), entry.is_for_here() == Some(false), title, entry.key.clone())
        });
        entries
    }

    fn add_generated(&self, entries: &mut Vec<TourEntry>) {
        let open = |path: &str| self.opener.open(path);
        let documents = documents(&self.repository.root);
        let planner = Planner::new(&self.graph, &open, &documents);
        for plan in planner.all() {
            let file = tours::path_of(&plan.name);
            if entries.iter().all(|entry| entry.key != file) {
                entries.push(self.made(&plan, format!("generated:{}", plan.name)));
            }
        }
    }

    /// Adds tours that are asked for, and those of earlier.
    fn add_wanted(&self, entries: &mut Vec<TourEntry>, wanted: &[TourRequest]) {
        let mut wanted = wanted.to_vec();
        for earlier in self.progress.keys().filter_map(|key| TourRequest::of_key(key)) {
            if wanted.contains(&earlier) {
                continue;
            }
            match earlier {
                // Tours from the graph are there at once.
                TourRequest::Package(_) | TourRequest::Rows { .. } => wanted.push(earlier),
                // Tours from git are made on request: nobody knows how long git takes.
                TourRequest::Range(_) | TourRequest::Review(_) => {
                    let why = "enter makes it again from git's current state".to_owned();
                    entries.push(self.entry(earlier.key(), Err(why)));
                }
            }
        }
        let made = wanted.iter().filter_map(|wanted| self.made_of(wanted).ok());
        // A saved one is there already, as its file.
        let made: Vec<TourEntry> = made.filter(|made| !is_saved(entries, made)).collect();
        entries.extend(made);
    }

    /// Puts drafts into the places of their tours.
    fn place_drafts(&self, entries: &mut Vec<TourEntry>, drafts: Vec<TourDraft>) {
        // The state of files is read before drafts take their places.
        let of_file = |TourDraft { key, path, read, tour, origin: _ }: TourDraft| {
            let file = path.as_ref().map(|path| entries.iter().find(|entry| entry.key == *path));
            let meanwhile = file.and_then(|file| Meanwhile::of(read.as_ref(), file));
            TourEntry { path, read, draft: true, meanwhile, ..self.entry(key, Ok(tour)) }
        };
        for draft in drafts.into_iter().map(of_file).collect::<Vec<_>>() {
            let (_, tour) = numbered(&draft.key);
            if let Some(own) = entries.iter_mut().find(|entry| entry.key == draft.key) {
                *own = draft;
            } else {
                // Drafts of new tours come first, as their writer looks for them; the second draft of a tour stands beside
                // the tour.
                let first = entries.iter().position(|entry| entry.key == tour);
                entries.insert(first.map_or(0, |first| first + 1), draft);
            }
        }
    }

    /// A tour made of a plan.
    fn made(&self, plan: &Plan, key: String) -> TourEntry {
        self.entry(key, Ok(tour::generate(&self.graph, plan, &|path| self.opener.open(path))))
    }

    /// Generates a requested tour.
    fn made_of(&self, wanted: &TourRequest) -> Result<TourEntry, String> {
        let (plan, key) = match wanted {
            TourRequest::Range(range) => {
                let diff =
                    git::diff(&self.repository.root, &self.graph, &Range::parse(range), self.snapshot.meta())
                        .map_err(|error| error.to_string())?;
                (plan_of(&self.graph, range, &diff)?, wanted.key())
            }
            TourRequest::Review(range) => (review_of(self.snapshot, range, &|| false)?, wanted.key()),
            TourRequest::Package(text) => {
                let package = tour::package_named(&self.graph, text)
                    .map_err(|error| no_package(&self.graph, text, error))?;
                let plan = tour::of_package(&self.graph, package, &|path| self.opener.open(path))
                    .ok_or_else(|| format!("{text} declares no function or type worth a step"))?;
                // Different names of a package give the same tour.
                (plan, TourRequest::Package(self.graph.symbol(package).path().to_owned()).key())
            }
            TourRequest::Rows { title, ids } => {
                // Rows of an older state may be gone.
                let rows: Vec<SymbolId> = ids.iter().filter_map(|id| self.graph.find_id(id)).collect();
                let plan = tour::of_rows(&self.graph, title, &rows)
                    .ok_or_else(|| format!("none of the rows of {title} is in the code any more"))?;
                (plan, wanted.key())
            }
        };
        Ok(self.made(&plan, key))
    }
}

/// Returns whether a made tour was saved where its generator would write it.
fn is_saved(entries: &[TourEntry], made: &TourEntry) -> bool {
    let name = made.tour.as_ref().ok().and_then(|(tour, _)| tour.generated_name());
    name.is_some_and(|name| entries.iter().any(|entry| entry.path.as_deref() == Some(&tours::path_of(name))))
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
    Desk::new(repository, snapshot).made_of(wanted)
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
