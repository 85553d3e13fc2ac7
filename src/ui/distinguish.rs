//! The part of a path that distinguishes rows with the same name, and how it shares a row with the name.

use unicode_width::UnicodeWidthStr;

use super::text::cut_left;
use crate::model::clean;

/// For each row the part of its place that distinguishes it from another row with the same label: the end of its
/// folder, in one folder its file, in one file its line. Input are labels with paths and lines. Variants for several
/// systems have the same label, and so have declarations of packages with one name. Empty if no other row has the
/// label.
pub(super) fn disambiguate(all: &[(String, String, u32)]) -> Vec<String> {
    let part = |(label, path, line): &(String, String, u32)| {
        let twins = || all.iter().filter(|other| other.0 == *label && (&other.1, other.2) != (path, *line));
        let folder =
            |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
        match () {
            () if twins().next().is_none() => String::new(),
            () if twins().any(|twin| twin.1 == *path) => format!(":{line}"),
            () if twins().any(|twin| folder(&twin.1) == folder(path)) || folder(path).is_empty() => {
                let file = path.rsplit_once('/').map_or(path.as_str(), |(_, file)| file);
                clean(file).into_owned()
            }
            () => clean(&folder(path)).into_owned(),
        }
    };
    all.iter().map(part).collect()
}

/// As much of the distinguishing part as fits into `room` columns beside a name of `name` columns. If both do not
/// fit, each gets half and what the other does not need.
pub(super) fn beside(apart: &str, name: usize, room: usize) -> String {
    let room = room.saturating_sub(name + 1).max(room.saturating_sub(1) / 2);
    let short = apart.strip_suffix(".go").filter(|_| apart.width() > room);
    cut_left(short.unwrap_or(apart), room)
}
