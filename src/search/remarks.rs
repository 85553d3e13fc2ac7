//! Remarks about an answer: how its question was understood, and why there are no rows.

use std::fmt::Write as _;

use crate::model::counted;
use crate::search::answer::{Answer, AnswerRow, Tier};
use crate::search::query::corrected_word::Correction;
use crate::search::query::parsed::MAX_QUESTION;
use crate::search::query::qualifiers::Description;
use crate::search::query::relation::{MAX_THROUGH, Relation, RelationRole};
use crate::search::query::terms::MAX_WORDS;

/// At most this many unknown words are listed; of more, only the number.
const MAX_SAID: usize = 3;

/// A remark about an answer: a sentence without its full stop. It contains words of the question as written, so clean
/// it before showing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub text: String,
    /// True if it explains why there are no rows.
    pub is_bad: bool,
}

impl Answer {
    /// Returns notes about what was corrected or not understood, and why there are no rows if there are none.
    #[must_use]
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let mut say = |is_bad, text: String| remarks.push(Remark { text, is_bad });
        self.problems.iter().for_each(|problem| say(false, problem.clone()));
        if let Some(relation) = self.relation.as_ref().filter(|_| !self.is_empty()) {
            say(false, relation.counted(&self.rows));
        }
        self.in_assembly.iter().for_each(|place| say(false, place.clone()));
        if let Some(path) = self.path.as_ref().filter(|_| !self.is_empty()) {
            say(false, path.describe());
        }
        if self.is_empty() {
            say(true, format!("nothing matches: {}", self.why_nothing()));
            if !self.suggestions.is_empty() {
                say(false, format!("the nearest words here: {}", self.suggestions.join(", ")));
            }
        } else if !self.unknown.is_empty() {
            let stood_in = if self.tier == Tier::Trigram { "; similar words were used instead" } else { "" };
            say(false, format!("not found here: {}{stood_in}", listed(&self.unknown)));
        }
        if let Some(imported) = self.imported_only().filter(|_| !self.is_empty()) {
            say(false, imported);
        }
        for Correction { from, to, is_doubt } in &self.corrections {
            say(
                false,
                if *is_doubt {
                    format!("“{from}” is rare here; also searched for “{to}”")
                } else {
                    format!("“{from}” is not found here; read as “{to}”")
                },
            );
        }
        let kilobytes = MAX_QUESTION / 1024;
        let read = match (self.cut.is_long, self.cut.is_wordy) {
            (false, false) => None,
            (true, false) => Some(format!("its first {kilobytes} kB")),
            (false, true) => Some(format!("its first {MAX_WORDS} different words")),
            (true, true) => {
                Some(format!("its first {kilobytes} kB, and of these {MAX_WORDS} different words"))
            }
        };
        if let Some(read) = read {
            say(false, format!("the question is long: only {read} were read"));
        }
        remarks
    }

    fn why_nothing(&self) -> String {
        if let Some(nowhere) = &self.nowhere {
            return nowhere.clone();
        }
        if let Some(relation) = &self.relation {
            return relation.why_nothing();
        }
        if let Some(imported) = self.imported_only().filter(|_| self.words == 0) {
            return imported;
        }
        match (self.unknown.is_empty(), self.words) {
            (false, _) => {
                let are = if self.unknown.len() == 1 { "is" } else { "are" };
                format!("{} {are} not found here", listed(&self.unknown))
            }
            (true, 0) => {
                "the question has no word to look for (signs, single letters and words such as “the” do not count)".to_owned()
            }
            (true, _) => "no symbol has the question's words".to_owned(),
        }
    }

    /// The remark for words that only import paths have.
    fn imported_only(&self) -> Option<String> {
        let (_, path) = self.imported.first()?;
        let words: Vec<String> = self.imported.iter().map(|(word, _)| word.clone()).collect();
        let are = if words.len() == 1 { "is" } else { "are" };
        let words = listed(&words);
        Some(format!("{words} {are} found here only in import paths; “who imports {path}” lists importers"))
    }
}

impl Relation {
    /// Counts the rows by their roles, as a phrase.
    pub(crate) fn counted(&self, rows: &[AnswerRow]) -> String {
        let Self { words, name, meant, narrowed_to, ends, possible, through, namesakes, .. } = self;
        let shown = |role| rows.iter().filter(|row| self.roles.get(&row.symbol) == Some(&role)).count();
        let word = words[usize::from(ends.fitting != 1)];
        let mut text =
            format!("{} {word} of {meant}{}", ends.counted(shown(RelationRole::End)), ends.narrowed());
        if ends.all > ends.fitting {
            let _ = write!(text, " to what is {}", narrowed_to.is);
        }
        if possible.fitting > 0 {
            let named = through.iter().take(MAX_THROUGH).map(String::as_str).collect::<Vec<_>>().join(", ");
            let through = match through.len().saturating_sub(MAX_THROUGH) {
                0 => named,
                more => format!("{named} and {more} more"),
            };
            let more = possible.counted(shown(RelationRole::Possible));
            let _ = write!(text, ", then {more} more possible through {through}{}", possible.narrowed());
        }
        if !self.outward.is_empty() {
            let _ = write!(text, "; outside of this tree {}", self.outward());
        }
        if self.cut > 0 {
            let branches = counted(self.cut, "unlikely branch");
            let _ = write!(text, "; {branches} cut (Impact has them, and all tests)");
        }
        match namesakes {
            0 => {}
            1 => {
                let _ = write!(text, "; 1 more is named {name}");
            }
            more => {
                let _ = write!(text, "; {more} more are named {name}");
            }
        }
        match shown(RelationRole::Seed) {
            0 => {}
            1 => text.push_str("; and 1 seed"),
            seeds => {
                let _ = write!(text, "; and {seeds} seeds");
            }
        }
        text
    }

    /// Why there are no rows although there are ends.
    fn why_nothing(&self) -> String {
        let Self { words, name, narrowed_to, ends, possible, .. } = self;
        let Description { is, but, are_several } = narrowed_to;
        match (ends.all + possible.all, but) {
            (1, Some(but)) => format!("the only {} of {name} is {but}", words[0]),
            (1, None) if *are_several => format!("the only {} of {name} is none that is {is}", words[0]),
            (1, None) => format!("the only {} of {name} is not {is}", words[0]),
            (all, Some(but)) => format!("each of the {all} {} of {name} is {but}", words[1]),
            (all, None) => format!("none of the {all} {} of {name} is {is}", words[1]),
        }
    }
}

fn listed(words: &[String]) -> String {
    let said: Vec<String> = words.iter().take(MAX_SAID).map(|word| format!("“{word}”")).collect();
    let more = words.len().saturating_sub(MAX_SAID);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    said.join(", ") + &more
}
