//! One question as every reader sees it, and what a reader makes of it.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::model::{Graph, SymbolId};
use crate::relations::Reach;
use crate::search::query::asking::Asking;
use crate::search::query::corrected_word::Correction;
use crate::search::query::lookups::Lookups;
use crate::search::query::path_answer::PathAnswer;
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::relation::Relation;
use crate::search::query::relation_templates::RelationQuestion;
use crate::search::text::TextIndex;

/// Options for reading a question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadOptions<'q> {
    /// True if words that the tree does not know are corrected.
    pub(crate) fuzzy: bool,
    /// Most rows wanted, and what narrows them.
    pub(crate) limit: usize,
    pub(crate) qualifiers: &'q Qualifiers,
    /// The extent of a relation that is asked for.
    pub(crate) reach: Reach,
}

/// A question, prepared once for all readers.
pub(crate) struct Input<'q> {
    pub(crate) lookups: &'q Lookups<'q>,
    /// Its text, without the headers of commits.
    pub(crate) question: &'q str,
    pub(crate) asking: &'q Asking<'q>,
    pub(crate) options: ReadOptions<'q>,
}

impl<'q> Input<'q> {
    /// The relation question that a template matched.
    pub(crate) fn relation(&self) -> Option<&'q RelationQuestion> {
        self.asking.relation()
    }

    pub(crate) fn graph(&self) -> &'q Graph<'q> {
        self.lookups.graph
    }

    pub(crate) fn text(&self) -> &'q TextIndex {
        self.lookups.text
    }

    /// The prefix of the tests that it asks for; empty for any test, `None` for other questions.
    pub(crate) fn asks_for_tests(&self) -> Option<&'static str> {
        self.relation().and_then(|asked| asked.kind.test_prefix())
    }
}

/// The result of a reader.
pub(crate) enum ReaderOutcome {
    /// The question is of another kind.
    Pass,
    /// The question is of this kind, but the tree has no answer; later readers may have one.
    Declined {
        /// The reason, as a sentence.
        why: String,
        /// The words to look for instead of the question's.
        rest: Option<String>,
    },
    Read(Reading),
}

/// An answer that needs no search by words.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The answer, in this order, whatever else is like it.
    pub(crate) exact: Vec<SymbolId>,
    /// On which lines of these a pasted trace or diff leads to them.
    pub(crate) lines: FxHashMap<SymbolId, Vec<u32>>,
    pub(crate) kind: ReadingKind,
    /// Misspelt words of the way the question is put.
    pub(crate) corrections: Vec<Correction>,
    /// The words to look for instead of the question's.
    pub(crate) rest: Option<String>,
    /// Symbols whose users are asked for, but not known.
    pub(crate) unused: Vec<SymbolId>,
    /// A remark about how the question was read.
    pub(crate) why: Option<String>,
}

/// The kind of a reading's symbols.
#[derive(Debug, Default)]
pub(crate) enum ReadingKind {
    /// Symbols that the question names or touches.
    #[default]
    Symbols,
    /// The same, and some of them may print a message of the question.
    Message,
    /// The other ends of edges, and what they are ends of.
    Relation(Box<Relation>),
    /// The steps from one symbol to another.
    Path(Box<PathAnswer>),
}

impl Reading {
    /// Symbols that a question names, if any; they may print a message of it as well.
    pub(crate) fn of_names(input: &Input<'_>, exact: Vec<SymbolId>) -> ReaderOutcome {
        if exact.is_empty() {
            return ReaderOutcome::Pass;
        }
        let prints = input.lookups.message_hits(input.question).iter().any(|id| exact.contains(id));
        let kind = if prints { ReadingKind::Message } else { ReadingKind::Symbols };
        ReaderOutcome::Read(Self { exact, kind, ..Self::default() })
    }

    /// Symbols that print a message of a question, if any.
    pub(crate) fn of_message(exact: Vec<SymbolId>) -> ReaderOutcome {
        if exact.is_empty() {
            return ReaderOutcome::Pass;
        }
        ReaderOutcome::Read(Self { exact, kind: ReadingKind::Message, ..Self::default() })
    }

    /// The ends of a relation, with the name that it is asked of for the words to look for.
    pub(crate) fn of_relation(
        relation: Relation,
        corrections: Vec<Correction>,
        why: Option<String>,
    ) -> ReaderOutcome {
        ReaderOutcome::Read(Self {
            exact: relation.symbols().collect(),
            rest: Some(relation.name.clone()),
            unused: match relation.kind {
                Some(kind) if kind.is_of_uses() && !relation.has_ends() => relation.named.clone(),
                _ => Vec::new(),
            },
            kind: if relation.has_ends() {
                ReadingKind::Relation(Box::new(relation))
            } else {
                ReadingKind::Symbols
            },
            corrections,
            why,
            ..Self::default()
        })
    }
}

/// A kind of question that is answered by itself.
#[derive(Debug)]
pub struct Reader {
    /// The name of such questions.
    pub name: &'static str,
    /// A sentence about their answers.
    pub about: &'static str,
    /// Such questions.
    pub examples: &'static [&'static str],
    pub(crate) read: fn(&Input<'_>) -> ReaderOutcome,
}

impl Reader {
    /// One line that shows such a question: the first example, or what to paste.
    pub fn example(&self) -> Option<Cow<'static, str>> {
        let first = *self.examples.first()?;
        Some(if first.contains('\n') { format!("{}, pasted", self.name).into() } else { first.into() })
    }
}
