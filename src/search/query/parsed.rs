//! The parsed question: its words, its identifiers and the places that it names.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::model::SymbolId;
use crate::search::analysis::sentence_type::{
    asks_how, asks_to_extend, is_plain_question, report_title, sentences,
};
use crate::search::messages::log_prefix::strip_log_prefix;
use crate::search::query::compounds::{Compound, compounds};
use crate::search::query::corrected_word::Correction;
use crate::search::query::identifiers::identifiers;
use crate::search::query::readers::diff;
use crate::search::query::readers::stack_trace::begins_trace;
use crate::search::query::reading::{Input, Reading, ReadingKind};
use crate::search::query::terms::{MAX_WORDS, QueryTerm, QueryWords, Term, TermReader};
use crate::search::scoring::bm25::MAX_TERMS;

/// A word, or words that make up a name: the stem of each, and how it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AlsoPhrase {
    pub(crate) parts: Vec<(Box<str>, String)>,
}

/// Longest part of a question that is read, in bytes.
pub const MAX_QUESTION: usize = 16_384;
/// Weight of a named folder for what lies in folders below it, in [0, 1].
const FOLDER_ABOVE: f32 = 0.6;
/// Weight of words below the first line, in [0, 1].
const BELOW: f32 = 0.7;

/// A question, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ParsedQuestion {
    pub(crate) terms: Vec<Term>,
    /// The word of each term, as written or as corrected.
    pub(crate) words: Vec<String>,
    /// Words before stemming, corrected, without repetitions, in order: names are compared with them.
    pub(crate) spoken: Vec<QueryTerm>,
    /// Words and names beside the question, from who asks.
    pub(crate) also: Vec<AlsoPhrase>,
    /// Pairs of words that the tree joins.
    pub(crate) compounds: Vec<Compound>,
    pub(crate) corrections: Vec<Correction>,
    /// Words that the tree does not know and that resemble none it knows.
    pub(crate) unknown: Vec<String>,
    /// Words that only import paths have, each with such a path.
    pub(crate) imported: Vec<(String, String)>,
    /// Symbols that the question names in the form of code: `addRoute`, `Engine.Run`, `run()`.
    pub(crate) named: Vec<SymbolId>,
    /// Symbols that are the answer, in this order, whatever else matches: exactly named, the source
    /// of a message, or places of a trace.
    pub(crate) exact: Vec<SymbolId>,
    /// For these, the lines that a pasted trace leads to.
    pub(crate) lines: FxHashMap<SymbolId, Vec<u32>>,
    pub(crate) quotation: Quotation,
    /// Why a relation question is answered by words instead.
    pub(crate) as_words: Option<String>,
    /// Symbols whose users are asked for, but not known.
    pub(crate) unused: Vec<SymbolId>,
    /// Folders and files that are named as such: `plugin/forward`, `cmd:`.
    pub(crate) places: Vec<Vec<String>>,
    pub(crate) speaks_of_tests: bool,
    /// The prefix of the tests that it asks for; empty for any test.
    pub(crate) asks_for_tests: Option<&'static str>,
    pub(crate) cut: QuestionCut,
    /// True if it is a question in prose, where common verbs name nothing: "how does it handle …".
    pub(crate) is_plain: bool,
    /// Probability that it asks where the program can be extended, in [0, 1].
    pub(crate) extends: f32,
    /// True if it asks how something comes about, which is a way through the code.
    pub(crate) asks_how: bool,
}

/// A quotation of a program's output in a question: messages that some of its exact symbols print, or a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Quotation {
    #[default]
    None,
    /// The output is all or most of it.
    Alone,
    /// A person's report is around it, whose own words say as much about the fault.
    InReport,
}

/// Where a question was not read to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuestionCut {
    /// It goes on beyond [`MAX_QUESTION`].
    pub is_long: bool,
    /// It has more than [`MAX_WORDS`] different words.
    pub is_wordy: bool,
}

/// The part of a question's text that is read.
pub(crate) struct QuestionText<'q> {
    /// Without the headers of commits.
    pub(crate) text: Cow<'q, str>,
    /// True if it goes on beyond [`MAX_QUESTION`].
    pub(crate) is_cut: bool,
}

impl<'q> QuestionText<'q> {
    pub(crate) fn of(question: &'q str) -> Self {
        let is_cut = question.len() > MAX_QUESTION;
        let question = if is_cut { beginning(question) } else { question };
        Self { text: diff::without_headers(question), is_cut }
    }
}

impl ParsedQuestion {
    /// Takes the words of a question, and what a reader made of it.
    pub(crate) fn of(input: &Input<'_>, reading: Reading, is_cut: bool) -> Self {
        let (graph, text) = (input.graph(), input.text());
        let Reading { exact, lines, kind, corrections, rest, unused, why } = reading;
        let question = rest.as_deref().unwrap_or(input.question);
        // The prefix of a log line is not searched for.
        let question = if question.contains('\n') { question } else { strip_log_prefix(question) };
        let is_plain = is_plain_question(question);
        let mut reader = TermReader::new(graph, text, input.options.fuzzy, is_plain);
        for (ix, line) in question.lines().filter(|line| !line.trim().is_empty()).enumerate() {
            let weight = if ix == 0 { 1.0 } else { BELOW };
            for token in line.split_whitespace() {
                reader.token(token, weight);
            }
        }
        let mut read = reader.finish();
        read.corrections.splice(..0, corrections);
        let is_printed = |line: &str| begins_trace(line) || strip_log_prefix(line) != line;
        let in_report = report_title(question).is_some_and(|title| !is_printed(title));
        let quotation = match kind {
            ReadingKind::Message if in_report => Quotation::InReport,
            ReadingKind::Message => Quotation::Alone,
            _ => Quotation::None,
        };
        let compounds = compounds(text, &read);
        let QueryWords { terms, words, spoken, corrections, unknown, imported, speaks_of_tests, is_wordy } =
            read;
        let mut parsed = Self {
            terms,
            words,
            spoken,
            also: Vec::new(),
            compounds,
            corrections,
            unknown,
            imported,
            named: identifiers(graph, text, question),
            exact,
            lines,
            quotation,
            as_words: why,
            unused,
            places: places(question),
            speaks_of_tests,
            asks_for_tests: input.asks_for_tests(),
            cut: QuestionCut { is_long: is_cut, is_wordy },
            is_plain,
            extends: if is_plain { asks_to_extend(question) } else { 0.0 },
            asks_how: is_plain && sentences(question).any(asks_how),
        };
        parsed.join();
        parsed
    }

    /// Adds words of the tree that join two words of the question.
    fn join(&mut self) {
        for compound in &self.compounds {
            let of = compound.of.map(|number| self.spoken[number].term);
            // The masks of a document's terms have this many bits.
            let known = &self.terms[..self.terms.len().min(MAX_TERMS)];
            let [Some(a), Some(b)] = of.map(|term| known.get(term)) else { continue };
            let weight = a.weight.min(b.weight);
            if self.terms.len() < MAX_WORDS && !self.terms.iter().any(|term| term.text == compound.stem) {
                self.terms.push(Term { text: compound.stem.clone(), weight, of: Some(of), is_beside: false });
                self.words.push(compound.word.to_string());
            }
        }
    }

    /// Returns whether it names neither what answers nor where: then any part of the tree may answer.
    pub(crate) fn is_open(&self) -> bool {
        self.exact.is_empty() && self.places.is_empty()
    }

    /// Quality of a path's match with the places that the question names, in [0, 1]; 1 for the file itself or its
    /// folder.
    pub(crate) fn nearness(&self, path: &str) -> f32 {
        let path = path.strip_suffix(".go").unwrap_or(path).to_lowercase();
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let fit = |place: &Vec<String>| {
            let run = |window: &[&str]| window.iter().zip(place).all(|(a, b)| a == b);
            match parts.windows(place.len()).rposition(run).map(|at| at + place.len()) {
                None => 0.0,
                Some(end) if end + 1 >= parts.len() => 1.0,
                Some(_) => FOLDER_ABOVE,
            }
        };
        self.places.iter().map(fit).fold(0.0, f32::max)
    }
}

/// The first [`MAX_QUESTION`] bytes, without the word that they end in the middle of.
fn beginning(question: &str) -> &str {
    let question = &question[..question.floor_char_boundary(MAX_QUESTION)];
    question.rfind(char::is_whitespace).map_or(question, |end| &question[..end])
}

/// Paths in the question, and what stands before the colon of its first line, as Go's commit messages begin.
fn places(question: &str) -> Vec<Vec<String>> {
    let mut places = Vec::new();
    let first = question.lines().next().unwrap_or("");
    if let Some((head, _)) = first.split_once(": ")
        && head.len() <= 60
        && head.split_whitespace().count() <= 4
    {
        // `fix(action): ...` speaks of `action`.
        let head = head.split_once('(').map_or(head, |(_, inner)| inner.trim_end_matches([')', '!']));
        places.extend(head.split([',', ' ', '+']).map(path_words).filter(|words| !words.is_empty()));
    }
    for token in question.split_whitespace().filter(|token| token.contains('/') && !token.contains("://")) {
        let token = token.trim_matches(|c: char| !c.is_alphanumeric());
        if token.contains('/') {
            places.push(path_words(token));
        }
    }
    places.retain(|place| !place.is_empty());
    places.dedup();
    places.truncate(8);
    places
}

/// The folders of a path in lower case, the file without its ending.
fn path_words(path: &str) -> Vec<String> {
    let path = path.trim().trim_end_matches(".go");
    path.split('/').filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_run_of_folders() {
        let fit = |at: &str, path: &str| {
            let places = vec![at.split('/').map(str::to_owned).collect()];
            ParsedQuestion { places, ..ParsedQuestion::default() }.nearness(path)
        };
        for (at, path, expect) in [
            ("plugin/forward", "plugin/forward/connect.go", 1.0),
            ("forward", "plugin/forward/connect.go", 1.0),
            ("connect", "plugin/forward/connect.go", 1.0),
            ("plugin", "plugin/forward/connect.go", FOLDER_ABOVE),
            ("forward/plugin", "plugin/forward/connect.go", 0.0),
            ("forward", "forwarder/x.go", 0.0),
        ] {
            assert!((fit(at, path) - expect).abs() < 1e-6, "{at} {path}");
        }
    }

    #[test]
    fn places_are_read_where_go_people_write_them() {
        let place =
            |question: &str| places(question).iter().map(|p| p.join("/")).collect::<Vec<_>>().join(" ");
        for (question, expect) in [
            ("plugin/forward: fix the race", "plugin/forward"),
            ("fix(action): keep it", "action"),
            ("js, metrics: count", "js metrics"),
            ("see http://a/b and cmd/run.go", "cmd/run"),
            ("how does it match", ""),
            ("a very long sentence that ends: here", ""),
        ] {
            assert_eq!(place(question), expect, "{question}");
        }
    }
}
