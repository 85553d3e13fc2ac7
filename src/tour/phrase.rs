//! Small parts of sentences: counted things and capital letters.

use crate::model::grouped;

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
