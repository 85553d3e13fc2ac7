//! Small parts of sentences: counted things, verbs and capital letters.

use crate::model::{EdgeKind, EdgeRef, Origin, grouped};

/// A number of things: `1 thing`, `2 things`, `1,234 things`. If `one` has an article, the article replaces the
/// number 1.
pub(super) fn counted(n: usize, one: &str, many: &str) -> String {
    match n {
        1 if one.starts_with("the ") => one.to_owned(),
        1 => format!("1 {one}"),
        n => format!("{} {many}", grouped(n as u64)),
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the verb of an edge: `calls`; `may, through an interface, call` if it may be another's.
pub fn verb(edge: &EdgeRef<'_>) -> &'static str {
    match edge.kind {
        EdgeKind::Calls if edge.origin == Origin::Dispatch => "may, through an interface, call",
        EdgeKind::Calls => "calls",
        EdgeKind::Implements => "satisfies",
        EdgeKind::Extends => "embeds",
        EdgeKind::Imports => "imports",
        EdgeKind::Uses if edge.origin == Origin::Dispatch => "may, through an interface, use",
        EdgeKind::Uses => "uses",
        EdgeKind::Accesses => "reads or writes",
        EdgeKind::MemberOf => "belongs to",
        EdgeKind::Runs => "may run",
        EdgeKind::Delegates => "is handed on to",
    }
}
