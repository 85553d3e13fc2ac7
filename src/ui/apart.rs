//! What tells rows apart that read the same, and how it shares a row with a name.

use unicode_width::UnicodeWidthStr;

use super::text::cut_left;
use crate::model::clean;

/// What tells each of some rows apart from another of them that reads the same, given their labels with paths and lines:
/// the end of its folder, in one folder its file, or in one file its line. Variants for several systems read the same, and
/// what packages of one name declare. Empty where nothing does.
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

/// As much of what tells a row apart as fits beside a name of `name` columns into `room`: where both do not fit, each has
/// half, and what the other does not need.
pub(super) fn beside(apart: &str, name: usize, room: usize) -> String {
    let room = room.saturating_sub(name + 1).max(room.saturating_sub(1) / 2);
    let short = apart.strip_suffix(".go").filter(|_| apart.width() > room);
    cut_left(short.unwrap_or(apart), room)
}
