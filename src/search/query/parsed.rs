//! What a question says: its words, the identifiers in it, and the part of the tree that it speaks of.

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::model::{Graph, SymbolId};
use crate::search::analysis::tokenizer::{
    MAX_WORD, is_doing, is_habit, is_question, is_stop_word, parts, stem,
};
use crate::search::answer::Relation;
use crate::search::messages::log_prefix;
use crate::search::query::compounds::{Compound, compounds};
use crate::search::query::filters::Qualifiers;
use crate::search::query::readers::call_path;
use crate::search::query::readers::config_key::keyed;
use crate::search::query::readers::definition::Defined;
use crate::search::query::readers::diff;
use crate::search::query::readers::directly::directly;
use crate::search::query::readers::imports;
use crate::search::query::readers::message::quoted;
use crate::search::query::readers::relations;
use crate::search::query::readers::stack_trace::Trace;
use crate::search::query::readers::tests_of;
use crate::search::query::readers::tests_of::TestUse;
use crate::search::query::spelling;
use crate::search::scoring::bm25::{MOST_TOLD, Term};
use crate::search::text::TextIndex;

/// Longest part of a question that is read, in bytes.
pub const MAX_QUESTION: usize = 16_384;
/// Most distinct words that are searched for, in order of appearance.
pub(crate) const MOST_WORDS: usize = 96;
/// Most symbols of one name that a question may mean by it.
const MOST_NAMESAKES: usize = 12;
/// What a corrected word counts for, second and third guesses less.
const CORRECTED: f32 = 0.9;
const MOST_CORRECTIONS: usize = 3;
/// A folder that is named says this much of what lies below its own folders.
const FOLDER_ABOVE: f32 = 0.6;
/// Words of habit count this much: in commit messages and requests, and in questions those that only say that something is done.
const HABIT: f32 = 0.5;
/// Words below the first line count this much.
const BELOW: f32 = 0.7;

/// A word that the tree does not know, and what it was taken for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Correction {
    pub from: String,
    pub to: String,
    /// The tree has the word, too, but hardly: both are looked for.
    #[serde(skip)]
    pub is_doubt: bool,
}

/// A question, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Question {
    pub(crate) terms: Vec<Term>,
    /// The word behind each term, as it was written or as it was corrected to.
    pub(crate) words: Vec<String>,
    /// Words unstemmed, corrected, once each, in order: what a name is compared with.
    pub(crate) spoken: Vec<Spoken>,
    /// Words that the tree writes in one.
    pub(crate) compounds: Vec<Compound>,
    pub(crate) corrections: Vec<Correction>,
    /// Words that the tree does not know and that resemble none it knows.
    pub(crate) unknown: Vec<String>,
    /// Words that only import paths have, each with such a path.
    pub(crate) imported: Vec<(String, String)>,
    /// Symbols that are named as code is: `addRoute`, `Engine.Run`, `run()`.
    pub(crate) named: Vec<SymbolId>,
    /// Symbols that it names letter by letter, with their package or type or when it consists of nothing else, whose other
    /// ends it asks for, that say it word for word, or that a trace in it leads to. These are the answer, in this order,
    /// whatever else is like it.
    pub(crate) exact: Vec<SymbolId>,
    /// On which lines of these a pasted trace leads to them; and whether some say a message of it.
    pub(crate) lines: FxHashMap<SymbolId, Vec<u32>>,
    pub(crate) quotes: bool,
    /// What it asks of a symbol, where that is known.
    pub(crate) relation: Option<Relation>,
    /// Why it is read as words although it asks something of a symbol.
    pub(crate) as_words: Option<String>,
    /// Folders and files that are named as such: `plugin/forward`, `cmd:`.
    pub(crate) places: Vec<Vec<String>>,
    pub(crate) speaks_of_tests: bool,
    /// What the names of the tests begin with that it asks for; empty for all sorts.
    pub(crate) asks_for_tests: Option<&'static str>,
    /// What these do with what it names.
    pub(crate) tests: FxHashMap<SymbolId, TestUse>,
    pub(crate) cut: Cut,
    /// It begins as questions do. In them habitual verbs name nothing: "how does it handle …".
    pub(crate) asks: bool,
}

/// A word of the question to be found in a name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spoken {
    pub(crate) stem: Box<str>,
    /// What it may be besides, when it was corrected.
    pub(crate) also: Vec<Box<str>>,
    pub(crate) is_stop: bool,
    /// The term that is its first; for its rarity.
    pub(crate) term: usize,
}

/// What is told of a pasted diff of which nothing is looked up.
const TOUCHES_NOTHING: &str = "the diff touches no declaration of this tree; searched by words instead; `impact --diff` shows what it affects";

/// How a question is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'q> {
    pub(crate) fuzzy: bool,
    /// Most rows wanted, and what narrows them.
    pub(crate) limit: usize,
    pub(crate) qualifiers: &'q Qualifiers,
}

/// Where a question was not read to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// It goes on beyond [`MAX_QUESTION`].
    pub is_long: bool,
    /// It has more than [`MOST_WORDS`] different words.
    pub is_wordy: bool,
}

impl Question {
    /// Reads a question against a tree's words and names.
    pub(crate) fn read(graph: &Graph<'_>, text: &TextIndex, question: &str, reading: Reading<'_>) -> Self {
        let is_cut = question.len() > MAX_QUESTION;
        let question = if is_cut { beginning(question) } else { question };
        let headless = diff::without_headers(question);
        let question = &*headless;
        let patch = diff::read(graph, question);
        let is_diff = patch.is_some();
        let touches_nothing = patch.as_ref().is_some_and(|patch| patch.symbols.is_empty());
        let trace = patch.or_else(|| Trace::read(graph, text, question));
        let mut tests = tests_of::tests(graph, text, question);
        let uses = tests.as_mut().map(|tests| std::mem::take(&mut tests.uses)).unwrap_or_default();
        let asks_for_tests = tests.as_ref().map(|tests| tests.sort);
        let (related, as_words) = if trace.is_some() {
            (None, touches_nothing.then(|| TOUCHES_NOTHING.to_owned()))
        } else {
            let related = relations::related(graph, text, question, &reading);
            let as_words = relations::as_words(graph, text, question, related.as_ref());
            let is_relation = related.is_some() || asks_for_tests.is_some();
            let unread = || {
                call_path::asked(graph, text, question).or_else(|| relations::unread(graph, text, question))
            };
            (related, as_words.or_else(|| unread().filter(|_| !is_relation)))
        };
        let is_plain = trace.is_none() && related.is_none();
        let defined = if is_plain { Defined::read(graph, text, question) } else { None };
        let mut quotes = trace.is_some() && !is_diff;
        let mut said = || match (&trace, &related) {
            (Some(trace), _) => {
                let said = quoted(graph, text, &trace.words);
                let symbols = trace.symbols.clone();
                let (first, then) = if trace.is_vague { (said, symbols) } else { (symbols, said) };
                let more = then.into_iter().filter(|id| !first.contains(id)).collect::<Vec<_>>();
                [first, more].concat()
            }
            (None, Some(related)) => related.relation.symbols().collect(),
            (None, None) if let Some(defined) = &defined => defined.symbols.clone(),
            (None, None) => {
                let (exact, says) = directly(graph, text, question);
                quotes = says;
                exact
            }
        };
        let exact: Vec<SymbolId> = match tests {
            None => said(),
            // What they are tests of is no answer.
            Some(tests) if tests.symbols.is_empty() => {
                said().into_iter().filter(|&id| graph.symbol(id).is_test()).collect()
            }
            Some(tests) => tests.symbols,
        };
        let absent = is_plain.then(|| relations::absent_name(graph, text, question)).flatten();
        let as_words = match &absent {
            Some(name) if !exact.is_empty() && exact == keyed(graph, text, question) => {
                Some(format!("nothing in this tree is named {name}; what has it as a string comes first"))
            }
            _ => as_words,
        };
        let words = trace
            .as_ref()
            .map(|trace| &trace.words)
            .or(related.as_ref().map(|related| &related.relation.name))
            .or(absent.as_ref())
            .or(defined.as_ref().map(|defined| &defined.name));
        let question = words.map_or(question, String::as_str);
        // When something was logged is nothing to look for.
        let question = if question.contains('\n') { question } else { log_prefix::message(question) };
        let corrections = related.as_ref().map_or_else(Vec::new, |related| related.corrections.clone());
        let asks = is_question(question);
        let relation = related.as_ref().map(|related| related.relation.clone()).filter(Relation::has_ends);
        let out = Self {
            corrections,
            exact,
            relation,
            as_words,
            asks_for_tests,
            tests: uses,
            quotes,
            lines: trace.as_ref().map(|trace| trace.lines.clone()).unwrap_or_default(),
            cut: Cut { is_long: is_cut, is_wordy: false },
            asks,
            ..Self::default()
        };
        let mut reader = Reader { graph, text, reading, out, weights: FxHashMap::default() };
        for (ix, line) in question.lines().filter(|line| !line.trim().is_empty()).enumerate() {
            let weight = if ix == 0 { 1.0 } else { BELOW };
            for token in line.split_whitespace() {
                reader.token(token, weight);
            }
        }
        let mut read = reader.finish();
        if let Some(related) = related.as_ref().filter(|_| read.relation.is_some()) {
            // It is answered: of the name nothing is looked for.
            read.unknown.clear();
            read.imported.clear();
            read.corrections.clone_from(&related.corrections);
        }
        read.named = named(graph, text, question);
        read.places = places(question);
        read.join(text);
        read
    }

    /// Adds the words that two of its words make in the tree.
    fn join(&mut self, text: &TextIndex) {
        self.compounds = compounds(text, self);
        for compound in &self.compounds {
            let of = compound.of.map(|number| self.spoken[number].term);
            // What a document has is known of so many.
            let told = &self.terms[..self.terms.len().min(MOST_TOLD)];
            let [Some(a), Some(b)] = of.map(|term| told.get(term)) else { continue };
            let weight = a.weight.min(b.weight);
            if self.terms.len() < MOST_WORDS && !self.terms.iter().any(|term| term.text == compound.stem) {
                self.terms.push(Term { text: compound.stem.clone(), weight, of: Some(of) });
                self.words.push(compound.word.to_string());
            }
        }
    }

    /// How well a path fits the places that the question names, in [0, 1]: best the file itself, or the folder that it
    /// lies in.
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

struct Reader<'t> {
    graph: &'t Graph<'t>,
    text: &'t TextIndex,
    reading: Reading<'t>,
    out: Question,
    /// How often each stem was said, and with which weight.
    weights: FxHashMap<Box<str>, (usize, f32, u32)>,
}

impl<'t> Reader<'t> {
    fn token(&mut self, token: &str, weight: f32) {
        let words = parts(token);
        // `addRoute` also stands in the index as a whole, as an identifier of several words does.
        let inner = token.trim_matches(|c: char| !c.is_alphanumeric());
        let is_one = inner.chars().all(|c| c.is_alphanumeric() || c == '_');
        let meant = if is_one { self.whole_meant(&words) } else { None };
        let meant_for = |at: usize| meant.filter(|meant| meant.0 == at).map(|meant| meant.1);
        for (at, word) in words.iter().enumerate() {
            if word.len() <= MAX_WORD {
                self.word(word, weight, words.len() == 1, meant_for(at));
            }
        }
        if words.len() > 1 && is_one {
            let whole = whole(&words, meant);
            if whole.len() <= MAX_WORD {
                self.term(&whole, &whole, weight);
            }
        }
    }

    /// Of an identifier of several words, one of them unknown, which word makes it one of the tree in the place of that.
    fn whole_meant(&self, words: &[String]) -> Option<(usize, &'t str)> {
        /// Words tried: all that a finger may have slipped from.
        const MOST_TRIED: usize = 64;
        let is_unknown = |word: &str| !self.is_known(word, &stem(word));
        let mut unknown = (0..words.len()).filter(|&at| is_unknown(&words[at]));
        let (Some(at), None) = (unknown.next(), unknown.next()) else { return None };
        if words.len() < 2 || !self.reading.fuzzy || words[at].len() > MAX_WORD {
            return None;
        }
        let near = spelling::candidates(self.text.vocabulary(), &words[at], MOST_TRIED);
        let meant = near.into_iter().map(|(word, _)| (at, word));
        meant.into_iter().find(|&meant| self.text.knows(&whole(words, Some(meant))))
    }

    /// Takes in a word; `meant` is what stands in its place where it is unknown and part of an identifier.
    fn word(&mut self, word: &str, weight: f32, alone: bool, meant: Option<&str>) {
        let is_of_tests = matches!(word, "test" | "tests" | "testing" | "benchmark" | "benchmarks");
        self.out.speaks_of_tests |= is_of_tests;
        let stemmed = stem(word);
        // That tests are asked for is understood where no text says the word.
        let is_stop = alone && (is_stop_word(word) || is_of_tests && !self.is_known(word, &stemmed));
        if is_stop || word.len() < 2 && !word.bytes().all(|b| b.is_ascii_digit()) {
            self.speak(&stemmed, Vec::new(), is_stop, usize::MAX);
            return;
        }
        let is_weak = if self.out.asks { is_doing(word) } else { is_habit(word) };
        let weight = if is_weak { weight * HABIT } else { weight };
        if self.is_known(word, &stemmed) {
            let term = self.term(&stemmed, word, weight);
            let mut also = Vec::new();
            if let Some(meant) = alone.then(|| self.exchanged(word)).flatten() {
                let stemmed = stem(&meant);
                self.term(&stemmed, &meant, weight * CORRECTED);
                self.correct(word, &meant, true);
                also.push(stemmed.into());
            }
            self.speak(&stemmed, also, false, term);
            return;
        }
        if let Some(path) = imports::path_with(self.graph, word) {
            if !self.out.imported.iter().any(|(known, _)| known == word) {
                self.out.imported.push((word.to_owned(), path.to_owned()));
            }
            self.speak(&stemmed, Vec::new(), false, usize::MAX);
            return;
        }
        let found = match meant {
            Some(meant) => vec![(meant, 1)],
            None if self.reading.fuzzy => {
                spelling::candidates(self.text.vocabulary(), word, MOST_CORRECTIONS)
            }
            None => Vec::new(),
        };
        if alone && self.reading.fuzzy && is_slip(word, found.first().map(|(like, _)| *like)) {
            self.speak(&stemmed, Vec::new(), true, usize::MAX);
            return;
        }
        let Some(&(best, _)) = found.first() else {
            if !self.out.unknown.iter().any(|known| known == word) {
                self.out.unknown.push(word.to_owned());
            }
            self.speak(&stemmed, Vec::new(), false, usize::MAX);
            return;
        };
        self.correct(word, best, false);
        let stems: Vec<String> = found.iter().map(|(word, _)| stem(word)).collect();
        let mut first = usize::MAX;
        for (rank, ((word, _), stemmed)) in found.iter().zip(&stems).enumerate() {
            let term = self.term(stemmed, word, weight * CORRECTED / ((rank + 1) as f32).sqrt());
            first = first.min(term);
        }
        let also = stems[1..].iter().map(|stem| stem.as_str().into()).collect();
        self.speak(&stems[0], also, false, first);
    }

    fn correct(&mut self, from: &str, to: &str, is_doubt: bool) {
        if !self.out.corrections.iter().any(|known| known.from == from) {
            self.out.corrections.push(Correction { from: from.to_owned(), to: to.to_owned(), is_doubt });
        }
    }

    /// What a word that the tree hardly has says with two neighbours exchanged, if that is what the tree says all over: a
    /// misspelling that some comment has as well.
    fn exchanged(&self, word: &str) -> Option<String> {
        const HARDLY: u32 = 2;
        const TIMES: u32 = 100;
        if !self.reading.fuzzy {
            return None;
        }
        let count = |word: &str| self.text.vocabulary().get(word).unwrap_or((0, 0));
        let (names, uses) = count(word);
        let likely = |other: &String| count(other).1 >= TIMES * uses.max(1);
        (names == 0 && uses <= HARDLY).then(|| exchanges(word).find(likely)).flatten()
    }

    fn is_known(&self, word: &str, stemmed: &str) -> bool {
        self.text.vocabulary().get(word).is_some() || self.text.knows(stemmed)
    }

    /// Notes a term once more, and answers its number.
    fn term(&mut self, stemmed: &str, word: &str, weight: f32) -> usize {
        if let Some((number, best, count)) = self.weights.get_mut(stemmed) {
            *best = best.max(weight);
            *count += 1;
            return *number;
        }
        let number = self.out.terms.len();
        if number < MOST_WORDS {
            self.weights.insert(stemmed.into(), (number, weight, 1));
            self.out.terms.push(Term { text: stemmed.into(), weight: 0.0, of: None });
            self.out.words.push(word.to_owned());
        } else {
            self.out.cut.is_wordy = true;
        }
        number
    }

    fn speak(&mut self, stem: &str, also: Vec<Box<str>>, is_stop: bool, term: usize) {
        if self.out.spoken.len() < MOST_WORDS && !self.out.spoken.iter().any(|known| &*known.stem == stem) {
            self.out.spoken.push(Spoken { stem: stem.into(), also, is_stop, term });
        }
    }

    fn finish(mut self) -> Question {
        for (number, weight, count) in self.weights.into_values() {
            // Said thrice is meant more than once, but not thrice as much.
            self.out.terms[number].weight = weight * (count.min(3) as f32).powf(0.7);
        }
        self.out
    }
}

/// The words of an identifier as one, as the index has it; of one its number and what stands in its place.
fn whole(words: &[String], instead: Option<(usize, &str)>) -> String {
    let said = |(at, word): (usize, &String)| match instead {
        Some((place, other)) if place == at => other.to_owned(),
        _ => word.clone(),
    };
    words.iter().enumerate().map(said).collect()
}

/// Symbols that the question names as one writes code: with capitals or `_` inside, a dot, brackets, back quotes.
fn named(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    let mut found: Vec<SymbolId> = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut before = "";
    for token in question.split_inclusive(|c: char| !is_part(c)) {
        let written = token.trim_end_matches(|c: char| !is_part(c)).trim_matches('.');
        let quoted = before.ends_with('`') || token.ends_with('`') || token.ends_with('(');
        before = token;
        if !quoted && !looks_like_code(written) {
            continue;
        }
        let (owner, name) = written.rsplit_once('.').map_or((None, written), |(o, name)| (Some(o), name));
        let owner = owner.map(|owner| owner.rsplit('.').next().unwrap_or(owner));
        let fits = |id: &SymbolId| {
            let symbol = graph.symbol(*id);
            owner.is_none_or(|owner| {
                symbol.package_name() == owner
                    || symbol.owner().is_some_and(|o| graph.symbol(o).name() == owner)
            })
        };
        let namesakes: Vec<SymbolId> =
            text.named(name).into_iter().map(|doc| text.symbol(doc)).filter(fits).collect();
        let sources: Vec<SymbolId> =
            namesakes.iter().copied().filter(|&id| !graph.symbol(id).is_test()).collect();
        let meant = if sources.is_empty() { namesakes } else { sources };
        if meant.len() <= MOST_NAMESAKES {
            found.extend(meant);
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    found.retain(|id| seen.insert(*id));
    found
}

/// Whether an unknown word is one that says nothing by itself, misspelt: with two neighbours exchanged (`teh`), or short
/// and likest to such a word. Longer ones are parts of names, too: `shouldBind`.
fn is_slip(word: &str, likest: Option<&str>) -> bool {
    const MOST_LETTERS: usize = 4;
    exchanges(word).any(|other| is_stop_word(&other))
        || word.chars().count() <= MOST_LETTERS && likest.is_some_and(is_stop_word)
}

/// A word with two neighbours exchanged, for all of them.
fn exchanges(word: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = word.chars().collect();
    (1..letters.len()).map(move |at| {
        let mut letters = letters.clone();
        letters.swap(at, at - 1);
        letters.into_iter().collect()
    })
}

fn looks_like_code(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next();
    let inside = chars.as_str();
    word.len() > 2 && (inside.contains(char::is_uppercase) || inside.contains(['_', '.']))
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
    fn a_misspelt_small_word_is_one() {
        for (word, like, expect) in [
            ("teh", Some("tee"), true),
            ("wher", Some("where"), true),
            ("wich", Some("with"), true),
            ("becuase", Some("because"), true),
            ("wether", Some("when"), false),
            ("notx", Some("noctx"), false),
            ("kqzx", None, false),
        ] {
            assert_eq!(is_slip(word, like), expect, "{word}");
        }
    }

    #[test]
    fn code_is_told_from_prose() {
        for (word, expect) in [
            ("addRoute", true),
            ("Engine.Run", true),
            ("snake_case", true),
            ("Router", false),
            ("router", false),
            ("is", false),
        ] {
            assert_eq!(looks_like_code(word), expect, "{word}");
        }
    }

    #[test]
    fn a_place_is_a_run_of_folders() {
        let fit = |at: &str, path: &str| {
            let places = vec![at.split('/').map(str::to_owned).collect()];
            Question { places, ..Question::default() }.nearness(path)
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
