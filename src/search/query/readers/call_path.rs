//! Questions for the path from one symbol to another. No row answers them; a search that walks the graph does, and the answer
//! names it.

use crate::search::names::qualified_name;
use crate::search::query::readers::unanswered::BY_WORDS;
use crate::search::query::reading::{Input, Reader, ReaderOutcome};
use crate::search::query::templates::{is_same_word, match_template, words_of};

pub(crate) const CALL_PATH: Reader = Reader {
    name: "paths",
    about: "The answer names the command and the keys that walk the graph from one symbol to the other.",
    examples: &["how does Engine.Run reach queue.Open"],
    read,
};

/// Templates, which may stand anywhere in the question.
const TEMPLATES: [&str; 11] = [
    "path from @ to @",
    "paths from @ to @",
    "way from @ to @",
    "ways from @ to @",
    "route from @ to @",
    "chain from @ to @",
    "does @ come to @",
    "does @ get to @",
    "does @ lead to @",
    "does @ reach @",
    "does @ end up in @",
];

fn read(input: &Input<'_>) -> ReaderOutcome {
    if input.asks_for_tests().is_some() {
        return ReaderOutcome::Pass;
    }
    let words = words_of(input.question);
    let is_named = |name: &&str| !qualified_name::named(input.graph(), input.text(), name).is_empty();
    let ends = |at: usize, template: &'static str| {
        let length = template.split_whitespace().count();
        let found = match_template(template, words.get(at..at + length)?, &is_same_word)?;
        Some(found.singles).filter(|ends| ends.iter().all(is_named))
    };
    let found = (0..words.len()).find_map(|at| TEMPLATES.iter().find_map(|template| ends(at, template)));
    let Some([from, to]) = found.as_deref() else { return ReaderOutcome::Pass };
    let why =
        format!("`codegraph-tui path {from} {to}` shows the path, as do m and W in the explorer; {BY_WORDS}");
    ReaderOutcome::Declined { why, rest: None }
}
