//! Pasted messages: text of the question that stands in a string literal.

use crate::search::messages::hits::{MOST_LINES, between_quotes, is_long};
use crate::search::messages::log_prefix::strip_log_prefix;
use crate::search::messages::phrase_match::{QuestionPart, phrase_matches};
use crate::search::query::readers::name::mentioned;
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading};

pub(crate) const WHOLE_MESSAGE: Reader = Reader {
    name: "whole messages",
    about: "The declaration that prints it comes first, opened at its line; symbols that the message names follow.",
    examples: &["cannot open the queue while the engine is draining"],
    read: read_whole,
};

pub(crate) const MESSAGE: Reader = Reader {
    name: "messages with values",
    about: "The declaration with the format that the message fills comes first; each link of a chain of errors has its own.",
    examples: &["Error: queue \"mail\" has 12 of 10 jobs"],
    read,
};

/// The declarations that print all of a question or of what it quotes, a message of a few words at least, followed by the
/// symbols that it names: the name at the head of a message says less.
fn read_whole(input: &Input<'_>) -> ReaderOutcome {
    let question = input.question;
    let headless = Some(strip_log_prefix(question)).filter(|message| message.len() < question.trim().len());
    let quotes = between_quotes(question).into_iter().take(MOST_LINES);
    let parts = [Some(question), headless].into_iter().flatten().chain(quotes).filter(|part| is_long(part));
    let mut found = parts
        .map(|part| phrase_matches(input.graph(), input.text(), part, QuestionPart::All))
        .find(|found| !found.is_empty())
        .unwrap_or_default();
    if !found.is_empty() {
        let named = mentioned(input.graph(), input.text(), question);
        found.extend(named.into_iter().filter(|id| !found.contains(id)).collect::<Vec<_>>());
    }
    Reading::of_message(found)
}

fn read(input: &Input<'_>) -> ReaderOutcome {
    Reading::of_message(input.lookups.message_hits(input.question).to_vec())
}
