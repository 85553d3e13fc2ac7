//! Pasted messages: text of the question that stands in a string literal.

use crate::model::{EdgeKind, SymbolId};
use crate::search::analysis::sentence_type::is_plain_question;
use crate::search::messages::hits::{MAX_LINES, between_quotes, is_error, is_long};
use crate::search::messages::log_prefix::strip_log_prefix;
use crate::search::messages::phrase_match::{QuestionPart, phrase_matches};
use crate::search::query::readers::name::mentioned;
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading};

/// Most functions that report an error come before its declaration.
const MAX_REPORTERS: usize = 5;

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
    let quotes = between_quotes(question).into_iter().take(MAX_LINES);
    let parts = [Some(question), headless].into_iter().flatten().chain(quotes).filter(|part| is_long(part));
    let mut found = parts
        .map(|part| phrase_matches(input.graph(), input.text(), part, QuestionPart::All))
        .find(|found| !found.is_empty())
        .unwrap_or_default();
    if !found.is_empty() {
        let named = mentioned(input.graph(), input.text(), question);
        found.extend(named.into_iter().filter(|id| !found.contains(id)).collect::<Vec<_>>());
    }
    Reading::of_message(with_reporters(input, found))
}

fn read(input: &Input<'_>) -> ReaderOutcome {
    Reading::of_message(with_reporters(input, input.lookups.message_hits(input.question).to_vec()))
}

/// For a plain question, which code comes to print a message: in place of an error that is declared apart, the functions
/// that report it, then its declaration.
fn with_reporters(input: &Input<'_>, found: Vec<SymbolId>) -> Vec<SymbolId> {
    if !is_plain_question(input.question) {
        return found;
    }
    let graph = input.graph();
    let mut all: Vec<SymbolId> = Vec::new();
    for id in found {
        let symbol = graph.symbol(id);
        if is_error(symbol) {
            // A method `Error` belongs to a type that the functions make a value of.
            let declared = symbol.owner().unwrap_or(id);
            let users =
                graph.incoming(declared).filter(|edge| edge.kind == EdgeKind::Uses).map(|edge| edge.from);
            let is_reporter = |&user: &SymbolId| {
                let user = graph.symbol(user);
                let results = user.signature().trim_end_matches(')');
                user.kind().is_callable()
                    && results.ends_with("error")
                    && !user.is_test()
                    && user.owner() != Some(declared)
            };
            let mut reporters: Vec<SymbolId> =
                users.filter(is_reporter).filter(|id| !all.contains(id)).collect();
            reporters.sort_by(|a, b| graph.authority(*b).total_cmp(&graph.authority(*a)).then(a.cmp(b)));
            reporters.dedup();
            reporters.truncate(MAX_REPORTERS);
            all.extend(reporters);
        }
        if !all.contains(&id) {
            all.push(id);
        }
    }
    all
}
