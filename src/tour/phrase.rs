//! Small parts of sentences: counted things, capital letters.

use crate::model::grouped;

/// `1 thing`, `2 things`, `1,234 things`; with an article in `one`, that stands for the number.
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
