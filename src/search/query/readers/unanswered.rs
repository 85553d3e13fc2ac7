//! Questions for the other ends of edges that the tree cannot answer, and why.

use crate::search::names::qualified_name;
use crate::search::query::reading::{Input, Reader, ReaderOutcome};
use crate::search::query::refusals::{BY_WORDS, is_of_functions, no_target};
use crate::search::query::relation_templates::{RelationQuestion, edge_word_beside};

pub(crate) const UNANSWERED: Reader = Reader {
    name: "unknown relations",
    about: "The words find what they can, and the answer gives the reason.",
    examples: &[],
    read,
};

fn read(input: &Input<'_>) -> ReaderOutcome {
    let declined = |why| ReaderOutcome::Declined { why, rest: input.asking.absent_name().map(str::to_owned) };
    if let Some(why) = input.relation().and_then(|asked| no_target(input.graph(), input.text(), asked)) {
        return declined(why);
    }
    if input.asks_for_tests().is_some() {
        return ReaderOutcome::Pass;
    }
    unread(input).map_or(ReaderOutcome::Pass, declined)
}

/// The remark for a question that has a word for an edge beside a name, but matches no template.
fn unread(input: &Input<'_>) -> Option<String> {
    let (graph, text) = (input.graph(), input.text());
    let is_of_functions = |asked: &RelationQuestion| is_of_functions(graph, text, asked.kind, &asked.name);
    if input.relation().is_some_and(is_of_functions) {
        return None;
    }
    let said = edge_word_beside(input.question, |word| qualified_name::is_qualified(graph, text, word))?;
    Some(format!("“{said}” is not read as a relation; {BY_WORDS}"))
}
