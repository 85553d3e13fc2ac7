//! Remarks about an answer: how its question was understood, and why there are no rows.

use crate::relations::ListState;
use crate::search::answer::{Answer, AnswerRow, Found, LookupFound, RankedAnswer, SearchedWords, Tier};
use crate::search::query::corrected_word::Correction;
use crate::search::query::parsed::MAX_QUESTION;
use crate::search::query::relation::{Relation, RelationRole};
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
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let mut say = |is_bad, text: String| remarks.push(Remark { text, is_bad });
        self.problems.iter().for_each(|problem| say(false, problem.clone()));
        let is_empty = self.is_empty();
        if is_empty {
            say(true, format!("nothing matches: {}", self.why_nothing()));
        }
        match &self.found {
            Found::Lookup(lookup) if !is_empty => {
                match &lookup.found {
                    LookupFound::Relation(relation) => say(false, relation.counted(&self.rows)),
                    LookupFound::Path(path) => say(false, path.describe()),
                }
                lookup.in_assembly.iter().for_each(|place| say(false, place.clone()));
            }
            Found::Lookup(_) => {}
            Found::Ranked(ranked) => ranked.remarks(is_empty).into_iter().for_each(|text| say(false, text)),
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
        match &self.found {
            Found::Lookup(lookup) => match &lookup.found {
                LookupFound::Relation(relation) => relation.state.why_nothing(&relation.name),
                LookupFound::Path(path) => path.describe(),
            },
            Found::Ranked(ranked) => ranked.words.why_nothing(),
        }
    }
}

impl RankedAnswer {
    /// The words that are not known here, and those that stand for them.
    fn remarks(&self, is_empty: bool) -> Vec<String> {
        let SearchedWords { unknown, suggestions, .. } = &self.words;
        let mut remarks = Vec::new();
        if is_empty && !suggestions.is_empty() {
            remarks.push(format!("the nearest words here: {}", suggestions.join(", ")));
        }
        if !is_empty && !unknown.is_empty() {
            let stood_in = if self.tier == Tier::Trigram { "; similar words were used instead" } else { "" };
            remarks.push(format!("not found here: {}{stood_in}", listed(unknown)));
        }
        if !is_empty {
            remarks.extend(self.words.imported_only());
        }
        remarks
    }
}

impl SearchedWords {
    /// Why the words found nothing.
    fn why_nothing(&self) -> String {
        if let Some(imported) = self.imported_only().filter(|_| self.n_searched == 0) {
            return imported;
        }
        match (self.unknown.is_empty(), self.n_searched) {
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
    /// Describes the list, counting the rows by their roles.
    fn counted(&self, rows: &[AnswerRow]) -> String {
        let seeds = self.rows_of(rows, RelationRole::Seed);
        self.describe(&self.state_among(rows), seeds)
    }

    /// Returns the state of the list, with the ends that are among some rows.
    pub(crate) fn state_among(&self, rows: &[AnswerRow]) -> ListState {
        self.state_of([RelationRole::End, RelationRole::Possible].map(|role| self.rows_of(rows, role)))
    }

    fn rows_of(&self, rows: &[AnswerRow], role: RelationRole) -> usize {
        rows.iter().filter(|row| self.role_of(row.symbol) == Some(role)).count()
    }
}

fn listed(words: &[String]) -> String {
    let said: Vec<String> = words.iter().take(MAX_SAID).map(|word| format!("“{word}”")).collect();
    let more = words.len().saturating_sub(MAX_SAID);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    said.join(", ") + &more
}
