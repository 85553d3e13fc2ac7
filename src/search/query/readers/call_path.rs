//! Questions for the way from one symbol to another. No row answers them: a search that walks the graph does, and that is said.

use crate::model::Graph;
use crate::search::names::qualified_name;
use crate::search::text::TextIndex;

/// What stands before the first name and between the two.
const FORMS: [(&[&str], &[&str]); 11] = [
    (&["path", "from"], &["to"]),
    (&["paths", "from"], &["to"]),
    (&["way", "from"], &["to"]),
    (&["ways", "from"], &["to"]),
    (&["route", "from"], &["to"]),
    (&["chain", "from"], &["to"]),
    (&["does"], &["come", "to"]),
    (&["does"], &["get", "to"]),
    (&["does"], &["lead", "to"]),
    (&["does"], &["reach"]),
    (&["does"], &["end", "up", "in"]),
];

/// Who answers a question for the way between two symbols that it names.
pub(crate) fn asked(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Option<String> {
    let words: Vec<&str> = question.trim().trim_end_matches(['?', '.']).split_whitespace().collect();
    let is_said = |at: usize, form: &[&str]| {
        let said = words.get(at..at + form.len());
        said.is_some_and(|said| said.iter().zip(form).all(|(word, form)| word.eq_ignore_ascii_case(form)))
    };
    let is_named = |name: &str| !qualified_name::named(graph, text, name).is_empty();
    let ends = |at: usize, (before, between): &(&[&str], &[&str])| {
        let from = at + before.len();
        let to = from + 1 + between.len();
        let is_put = is_said(at, before) && is_said(from + 1, between);
        let ends = [*words.get(from)?, *words.get(to)?];
        (is_put && ends.iter().all(|name| is_named(name))).then_some(ends)
    };
    let [from, to] = (0..words.len()).find_map(|at| FORMS.iter().find_map(|form| ends(at, form)))?;
    Some(format!(
        "`codegraph-tui path {from} {to}` shows the path, as do m and W in the explorer; searched by words instead"
    ))
}
