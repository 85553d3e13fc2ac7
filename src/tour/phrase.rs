//! Small parts of sentences: counted things, lists, verbs and capital letters.

use super::names::in_marks;
use crate::golang::Receiver;
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

/// A name in marks, with its article: `` an `echo.Echo` ``.
pub(super) fn with_article(name: &str) -> String {
    let is_open = name.trim_start_matches('`').starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    format!("{} {name}", if is_open { "an" } else { "a" })
}

/// Lists names like `` `a`, `b` and `c` ``, which have their marks already.
pub(super) fn enumerated(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The words for a function that gets another one, and for what that is registered for.
fn called_for(called: &str, route: Option<&String>) -> String {
    let route = route.map_or_else(String::new, |route| format!(" for {}", in_marks(route)));
    format!("{}{route}", in_marks(called))
}

/// The words for code in a function literal that is handed over.
pub(super) fn receiver_phrase(receiver: &Receiver) -> String {
    match receiver {
        Receiver::Goroutine => " in a goroutine".to_owned(),
        Receiver::Defer => " in a function that it defers".to_owned(),
        Receiver::Caller => " in a function that it returns".to_owned(),
        Receiver::Field(field) => format!(" in a function for {}", in_marks(field)),
        Receiver::Function(called, _) if called == "append" => {
            " in a function that it adds to a list".to_owned()
        }
        Receiver::Function(called, route) => {
            format!(" in a function that it passes to {}", called_for(called, route.as_ref()))
        }
        Receiver::Unknown => " in a function literal".to_owned(),
    }
}

/// The verb and the words for a function that is handed over.
pub(super) fn hand_over(receiver: &Receiver) -> (&'static str, String) {
    match receiver {
        Receiver::Caller => ("returns", String::new()),
        Receiver::Field(field) => ("takes", format!(" as {}", in_marks(field))),
        Receiver::Function(called, _) if called == "append" => ("adds", " to a list".to_owned()),
        Receiver::Function(called, route) => {
            ("passes", format!(" to {}", called_for(called, route.as_ref())))
        }
        Receiver::Goroutine | Receiver::Defer | Receiver::Unknown => ("takes", " as a value".to_owned()),
    }
}

/// Words that say nothing of a declaration.
const EMPTY_WORDS: [&str; 12] =
    ["a", "an", "the", "is", "for", "of", "function", "func", "method", "struct", "interface", "implements"];

/// Returns whether a first sentence says something of what it stands at beside its name: it is more than a heading, and no note for
/// its writers.
pub(super) fn says_something(sentence: &str, name: &str) -> bool {
    let mut words =
        sentence.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let note = words.clone().next().unwrap_or_default().to_lowercase();
    let is_note = ["todo", "fixme", "xxx", "hack", "bug", "note", "deprecated"].contains(&note.as_str());
    let implements = words.clone().nth(1) == Some("implements") && words.clone().count() < 5;
    let tells =
        |word: &str| !word.eq_ignore_ascii_case(name) && !EMPTY_WORDS.contains(&word.to_lowercase().as_str());
    sentence.contains(' ') && !is_note && !implements && words.any(tells)
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
