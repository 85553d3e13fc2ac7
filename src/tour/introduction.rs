//! The introduction of a package in the tour of all packages.

use super::doc::{first_words, markdown, opening};
use super::prose::escaped;
use crate::model::Symbol;

/// The beginning of an introduction.
const PACKAGE: &str = "Package **";

/// Returns whether a text begins with an introduction of a package.
pub(super) fn introduces(words: &str) -> bool {
    words.starts_with(PACKAGE)
}

/// An introduction of a package from its doc comment, which mostly begins with its name. As markdown.
pub(super) fn introduction(package: Symbol<'_>, doc: &[u8]) -> String {
    let blocks = opening(doc);
    let words = first_words(&blocks);
    let further = if words.is_empty() { &blocks[..] } else { &blocks[1..] };
    let (name, path) = (package.name(), package.path());
    // The folder of the root is not shown.
    let place = if name == path || path == "." { String::new() } else { format!(" ({})", escaped(path)) };
    let head = format!("{PACKAGE}{}**{place}", escaped(name));
    let rest = words.strip_prefix("Package ").and_then(|rest| rest.strip_prefix(name));
    let first = match rest.filter(|rest| rest.starts_with(' ')) {
        Some(rest) => format!("{head} {}", escaped(rest.trim_start())),
        None if words.is_empty() => format!("{head} has no doc comment."),
        None => format!("{head}: {}", escaped(words)),
    };
    if further.is_empty() { first } else { format!("{first}\n\n{}", markdown(further)) }
}
