//! The table of readers: kinds of questions with an answer of their own, one file each. The first reader that reads a
//! question answers it; the reason of one that declines is kept.

pub(crate) mod call_path;
pub(crate) mod config_key;
pub(crate) mod declaration_head;
pub(crate) mod definition;
pub(crate) mod diff;
pub(crate) mod imports;
pub(crate) mod message;
pub(crate) mod name;
pub(crate) mod package;
pub(crate) mod package_members;
pub(crate) mod relations;
pub(crate) mod stack_trace;
pub(crate) mod tests_of;
pub(crate) mod unanswered;

#[cfg(test)]
mod tests;

use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading, ReadingKind};

/// All readers, the surest first.
pub const READERS: &[&Reader] = &[
    &diff::DIFF,
    &stack_trace::STACK_TRACE,
    &tests_of::TESTS_OF,
    &imports::IMPORTS,
    &relations::RELATIONS,
    &package_members::PACKAGE_MEMBERS,
    &call_path::CALL_PATH,
    &unanswered::UNANSWERED,
    &definition::DEFINITION,
    &package::PACKAGE,
    &declaration_head::DECLARATION_HEAD,
    &name::NAMES,
    &message::WHOLE_MESSAGE,
    &name::MENTIONED,
    &config_key::CONFIG_KEY,
    &message::MESSAGE,
];

/// The first reader that reads a question, with its reading; and the reason of the first reader that declined, if
/// any.
pub(crate) fn read(input: &Input<'_>) -> (Option<&'static Reader>, Reading) {
    let (mut why, mut rest) = (None, None);
    for reader in READERS {
        match (reader.read)(input) {
            ReaderOutcome::Pass => {}
            ReaderOutcome::Declined { why: reason, rest: words } => {
                why = why.or(Some(reason));
                rest = rest.or(words);
            }
            ReaderOutcome::Read(mut reading) => {
                reading.why = reading.why.or(why);
                reading.rest = rest.or(reading.rest);
                if input.asks_for_tests().is_some() && !matches!(reading.kind, ReadingKind::Relation(_)) {
                    // The named symbols themselves are no answer to a question for tests.
                    reading.exact.retain(|&id| input.graph().symbol(id).is_test());
                }
                return (Some(reader), reading);
            }
        }
    }
    (None, Reading { rest, why, ..Reading::default() })
}
