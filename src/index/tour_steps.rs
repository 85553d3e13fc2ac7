//! Finds the steps of a tour in the tree as it is, or in the commit that the tour was written for.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::fs::Opener;
use super::git::{Diff, GitError, Range, Revision, diff_with_unbound, renamed};
use super::snapshot::Snapshot;
use crate::impact::{ChangeKind, Changed, FilePart, Limits, Outside, Surveyor, TreeFacts};
use crate::model::{Graph, SymbolId, grouped};
use crate::tour::{
    self, Consequence, Difference, DifferenceKind, Finder, LocatedStep, Opened, Plan, StepPlace, Tour,
};

/// The steps of a tour with the places where they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Located {
    pub found: Vec<LocatedStep>,
    pub version: TourVersion,
}

/// The version in which a tour's files are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TourVersion {
    /// As they are in the tree.
    #[default]
    Tree,
    /// As they were at this commit, which is not the one checked out.
    Commit(String),
    /// The commit that the tour names cannot be read, and why. The tree is shown instead.
    Lost(String),
}

impl TourVersion {
    /// The commit from which files are read; `None` for the tree.
    pub fn commit(&self) -> Option<&str> {
        match self {
            Self::Commit(commit) => Some(commit),
            Self::Tree | Self::Lost(_) => None,
        }
    }
}

/// Plans a tour through the changes of a diff; `range` names the diff.
///
/// # Errors
/// No difference is worth a step. The error is a sentence that explains it.
pub fn plan_of(graph: &Graph<'_>, range: &str, diff: &Diff) -> Result<Plan, String> {
    let differences = diff.changed.iter().filter_map(|changed| {
        let &Changed { change, kind, ref qualified, ref path, symbol, lines, .. } = changed;
        let how = match change {
            ChangeKind::Added => DifferenceKind::Added,
            ChangeKind::Removed => DifferenceKind::Removed,
            ChangeKind::Moved => DifferenceKind::Moved,
            ChangeKind::Renamed => DifferenceKind::Renamed,
            ChangeKind::Signature => DifferenceKind::Signature,
            ChangeKind::Body => DifferenceKind::Body,
            // The symbol itself does not differ.
            ChangeKind::Unbound => return None,
        };
        let was = changed.former.as_ref().map(|former| former.qualified.as_str());
        Some(Difference { how, kind, qualified, was, path, symbol, lines })
    });
    let differences: Vec<Difference<'_>> = differences.collect();
    // If only the imports of a file differ, changes of its declarations show why.
    let is_content = |outside: &&Outside| outside.parts.iter().any(|part| *part != FilePart::Imports);
    let outside = diff.outside.iter().filter(is_content).map(|one| format!("{} ({})", one.path, one.words()));
    let outside: Vec<String> = outside.collect();
    tour::changes(graph, range, &commits(diff), &differences, &outside).ok_or_else(|| {
        let removed = differences.iter().filter(|one| one.how == DifferenceKind::Removed).count();
        let removes = match removed {
            0 => String::new(),
            n => format!("; it removes {}, which Impact lists", grouped(n as u64)),
        };
        format!("{range} changes no function, type, constant or variable that still exists{removes}")
    })
}

/// Plans a tour for the reviewer of a diff: its changes, what they most likely affect, and tests.
///
/// # Errors
/// As [`plan_of`]; git failed, or nobody waits any more.
pub fn review_of(
    snapshot: &Snapshot,
    range: &str,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Plan, String> {
    let graph = snapshot.graph();
    let diff = diff_with_unbound(snapshot, &Range::parse(range), cancelled);
    let diff = diff.map_err(|error| error.to_string())?;
    let changes = plan_of(&graph, range, &diff)?;
    let limits = Limits::default();
    let starts = diff.starts(limits);
    let modules = snapshot.modules();
    let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
    let tree = TreeFacts { modules: &modules, head: &|path| snapshot.head(path) };
    let generation = snapshot.generation();
    let radius = Surveyor::default().survey_unless(&graph, generation, &starts, limits, tree, cancelled);
    let radius = radius.ok_or_else(|| GitError::Cancelled.to_string())?;
    let affected = radius.rows.iter().filter_map(|&row| radius.impact.row(row));
    let affected: Vec<Consequence> = affected
        .map(|affected| Consequence {
            symbol: affected.symbol,
            on: affected.parent,
            by: graph.edge(affected.edge).kind,
            is_next: affected.via.is_none(),
        })
        .collect();
    let tests: Vec<SymbolId> = radius.tests.iter().map(|test| test.symbol).collect();
    Ok(tour::review(&graph, changes, range, &affected, &tests))
}

/// The two ends of a diff, as text.
fn commits(diff: &Diff) -> String {
    let short = |commit: &Option<String>| commit.as_deref().map(|commit| commit.chars().take(12).collect());
    let [from, to]: [Option<String>; 2] = [short(&diff.ends[0]), short(&diff.ends[1])];
    match (from.unwrap_or_default(), to) {
        (from, Some(to)) => format!("{from} to {to}"),
        (from, None) => format!("{from} to uncommitted changes"),
    }
}

/// Finds the steps of a tour. If the tour names a commit other than the one that is checked out, they are looked up
/// there, by the plain places of the steps.
pub fn locate(graph: &Graph<'_>, opener: &Opener, tour: &Tour) -> Located {
    let version = match tour.git_ref().map(|name| Revision::elsewhere(opener.root(), name)) {
        None | Some(Ok(None)) => TourVersion::Tree,
        Some(Err(error)) => TourVersion::Lost(error.to_string()),
        Some(Ok(Some(revision))) => match texts(&revision, tour) {
            Err(error) => TourVersion::Lost(error.to_string()),
            Ok(texts) => {
                let open = |path: &str| match texts.get(path) {
                    Some(opened) => opened.clone(),
                    None => opener.open(path),
                };
                let found = found(&mut Finder::elsewhere(graph, &open), tour);
                return Located { found, version: TourVersion::Commit(revision.commit().to_owned()) };
            }
        },
    };
    let open = |path: &str| opener.open(path);
    // Without git nothing is known of renames.
    let known: RefCell<FxHashMap<String, Option<String>>> = RefCell::default();
    let renamed = |path: &str| {
        let follow = || renamed(opener.root(), path).ok().flatten();
        known.borrow_mut().entry(path.to_owned()).or_insert_with(follow).clone()
    };
    Located { found: found(&mut Finder::new(graph, &open).following(&renamed), tour), version }
}

fn texts(revision: &Revision, tour: &Tour) -> Result<FxHashMap<String, Opened>, super::git::GitError> {
    let file = |step: crate::tour::TourStep<'_>| match step.place() {
        StepPlace::File { path, .. } => Some(tour::tree_path(path).into_owned()),
        _ => None,
    };
    let paths: Vec<String> = tour.steps().filter_map(file).collect();
    let texts = revision.files(&paths.iter().map(String::as_str).collect::<Vec<_>>())?;
    let opened = |text: Option<Vec<u8>>| text.map_or(Opened::Missing, |text| Opened::Text(text.into()));
    Ok(paths.into_iter().zip(texts.into_iter().map(opened)).collect())
}

fn found(finder: &mut Finder<'_>, tour: &Tour) -> Vec<LocatedStep> {
    let marker = tour.marker();
    tour.steps().enumerate().map(|(ix, step)| finder.find(step, marker.as_deref(), ix + 1)).collect()
}
