//! The place that the explorer is opened on: a path with or without a line, a question, or a range.

use std::path::Path;

use super::Args;
use super::path_and_line::PathAndLine;
use crate::app::StartPlace;
use crate::platform::{canonical, with_slashes};

/// The first thing to show; `None` for the list.
pub(super) fn of(args: &Args, place: Option<&PathAndLine>, root: &Path) -> Option<StartPlace> {
    if let Some(text) = &args.ask {
        return Some(StartPlace::Ask(text.clone()));
    }
    if let Some(range) = &args.impact {
        return Some(StartPlace::Impact(range.clone()));
    }
    let place = place?;
    let whole = canonical(&place.path).ok()?;
    let relative = with_slashes(whole.strip_prefix(root).ok()?.to_str()?).into_owned();
    match (relative.is_empty(), whole.is_file()) {
        (true, _) => None,
        (false, true) => Some(StartPlace::File(relative, place.line.map(|line| line.max(1)))),
        (false, false) => Some(StartPlace::Folder(relative)),
    }
}
