//! The query parser: words, names, scope and kind of a question.

pub(crate) mod also;
pub(crate) mod asking;
pub(crate) mod compounds;
pub(crate) mod corrected_word;
pub(crate) mod identifiers;
pub(crate) mod listing;
pub(crate) mod lookups;
pub(crate) mod narrowing;
pub(crate) mod parse;
pub(crate) mod parsed;
pub(crate) mod path_answer;
pub(crate) mod qualifiers;
pub(crate) mod question;
pub(crate) mod readers;
pub(crate) mod reading;
pub(crate) mod refusals;
pub(crate) mod relation;
pub(crate) mod relation_lookup;
pub(crate) mod relation_target;
pub(crate) mod relation_templates;
pub(crate) mod scope;
pub(crate) mod spelling;
pub(crate) mod templates;
pub(crate) mod terms;
