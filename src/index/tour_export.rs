//! A tour that contains the files of its steps, as CodeTour exports one: whoever has no copy of the repository can play it.

use std::borrow::Cow;

use super::fs::Opener;
use super::git::Revision;
use super::tour_steps::{TourVersion, locate};
use crate::model::Graph;
use crate::secrets::mask;
use crate::tour::{MAX_BYTES, Opened, StepPlace, Tour, renew, tree_path};

/// A tour with the texts of its files, and what it lacks.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedTour {
    pub tour: Tour,
    /// The steps whose file could not be read, from 0, and why.
    pub without: Vec<(usize, String)>,
}

/// Puts into each step of a tour the text of its file: as it is in the tree, with the step where its code is now, or as it was in
/// the commit that the tour is written for. Secrets are masked unless they are to be shown.
///
/// # Errors
/// The result is too large for a tour; the error is a sentence.
pub fn exported(
    graph: &Graph<'_>,
    opener: &Opener,
    tour: &Tour,
    shows_secrets: bool,
) -> Result<ExportedTour, String> {
    let mut tour = tour.clone();
    let located = locate(graph, opener, &tour);
    let open = |path: &str| opener.open(path);
    let commit = match &located.version {
        TourVersion::Tree => {
            renew(graph, &mut tour, &located.found, &open);
            None
        }
        TourVersion::Commit(commit) => {
            Some(Revision::of(opener.root(), commit).map_err(|error| error.to_string())?)
        }
        TourVersion::Lost(why) => {
            let name = tour.git_ref().unwrap_or_default();
            return Err(format!("the tour is written for {name}, which cannot be read: {why}"));
        }
    };
    let path_of = |step: crate::tour::TourStep<'_>| match step.place() {
        StepPlace::File { path, .. } if step.contents().is_none() => Some(tree_path(path).into_owned()),
        _ => None,
    };
    let paths: Vec<(usize, String)> =
        tour.steps().enumerate().filter_map(|(ix, step)| Some((ix, path_of(step)?))).collect();
    let of_commit = match &commit {
        Some(revision) => {
            let paths: Vec<&str> = paths.iter().map(|(_, path)| path.as_str()).collect();
            revision.files(&paths).map_err(|error| error.to_string())?
        }
        None => Vec::new(),
    };
    let mut without = Vec::new();
    for (nth, (ix, path)) in paths.iter().enumerate() {
        let text = match &commit {
            Some(_) => of_commit.get(nth).cloned().flatten().ok_or("the commit has no such file"),
            None => match open(path) {
                Opened::Text(text) => Ok(text.to_vec()),
                Opened::Refused(why) => Err(why),
                Opened::Folder => Err("it is a folder"),
                Opened::Missing => Err("there is no such file"),
            },
        };
        match text {
            Ok(text) => {
                let text = String::from_utf8_lossy(&text);
                let text = if shows_secrets { text } else { Cow::Owned(mask(&text).into_owned()) };
                tour.contain(*ix, &text);
            }
            Err(why) => without.push((*ix, format!("{path}: {why}"))),
        }
    }
    tour.set_apart();
    let bytes = tour.to_text().len();
    if bytes > MAX_BYTES {
        return Err(format!(
            "with its files the tour has {bytes} bytes: more than {MAX_BYTES} are not read back"
        ));
    }
    Ok(ExportedTour { tour, without })
}
