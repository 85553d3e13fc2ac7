//! What a question is answered with: rows and their reasons, and what has to be said besides.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::model::{Graph, SymbolId};
use crate::rank::{Detected, PushReport};
use crate::search::query::filters::Told;
use crate::search::query::parsed::{Correction, Cut, MAX_QUESTION, MOST_WORDS};
use crate::search::query::readers::tests_of::TestUse;
use crate::search::query::templates::Asked;
use crate::search::scoring::fusion::Part;

/// How rows were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    Bm25,
    /// No word is known; words alike by their trigrams stood in.
    Trigram,
    Substring,
    /// Only seeds and names spoke.
    Seeds,
    /// Nothing matches.
    #[default]
    None,
}

/// A symbol that answers, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub symbol: SymbolId,
    /// What rows are ordered by; comparable within one answer.
    pub score: f32,
    /// How well the words match, 1 for the best of the answer.
    pub relevance: f32,
    /// PageRank, 1 for the most important symbol of the answer.
    pub importance: f32,
    pub why: Why,
}

/// Why a symbol is among the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Why {
    /// Words of the question that it has.
    pub words: Vec<String>,
    /// The seed that it is next to, or is.
    pub seed: Option<SymbolId>,
    /// Parts of the score, largest first.
    pub parts: Vec<Part>,
}

/// What a question asks of a symbol: who is at the other ends of its edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relation {
    /// What one of them is called, and several.
    pub words: [&'static str; 2],
    /// What they are asked of, as it was written and as it was understood.
    pub name: String,
    pub meant: String,
    /// How many more have that name and were not meant.
    pub namesakes: usize,
    /// What narrows the question, in words.
    pub narrowed_to: Told,
    pub ends: Ends,
    /// Those that may be, and through what: interfaces, values, addresses.
    pub possible: Ends,
    pub through: Vec<String>,
    /// What the name means.
    pub named: Vec<SymbolId>,
    /// What is at the other ends outside of the tree, as code writes it.
    pub outward: Vec<String>,
    /// Where it means several, what each end is the end of.
    pub of: FxHashMap<SymbolId, SymbolId>,
    /// Where an end says what is asked for, if that is elsewhere than its declaration: the file and the line.
    pub(crate) said_at: FxHashMap<SymbolId, (SymbolId, u32)>,
    /// Lines of an end's file that say what is asked for: of calls, uses, accesses; rising. Of callees those of the caller's.
    pub sites: FxHashMap<SymbolId, Vec<u32>>,
    pub(crate) roles: FxHashMap<SymbolId, Role>,
}

/// What a symbol is in a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    End,
    /// One that may be: see [`Relation::through`].
    Possible,
    Named,
    /// What somebody wants to start from besides.
    Seed,
}

/// What is at the other ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    /// In the order in which they answer, no more than there can be rows.
    pub told: Vec<SymbolId>,
    /// How many the qualifiers of the question let through, and how many there are.
    pub fitting: usize,
    pub all: usize,
}

impl Ends {
    /// How many of them are shown, of how many.
    fn counted(&self, shown: usize) -> String {
        if self.fitting > shown { format!("{shown} of {}", self.fitting) } else { shown.to_string() }
    }

    /// That the question asks for some of them only.
    fn narrowed(&self) -> String {
        if self.all > self.fitting { format!(", narrowed from {}", self.all) } else { String::new() }
    }
}

/// What ends may be reached through, told in words.
const MOST_THROUGH: usize = 4;
/// Names from outside that are told in words.
const MOST_OUTWARD: usize = 5;
/// Lines of one end that are told in words.
const MOST_SITES: usize = 3;

impl Relation {
    #[must_use]
    pub fn has_ends(&self) -> bool {
        self.ends.all + self.possible.all > 0
    }

    /// All that it is about, in the order in which it answers.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> {
        self.ends.told.iter().chain(&self.possible.told).chain(&self.named).copied()
    }

    /// Notes what each of its symbols is.
    pub(crate) fn with_roles(mut self) -> Self {
        let roles =
            [(&self.ends.told, Role::End), (&self.possible.told, Role::Possible), (&self.named, Role::Named)];
        for (symbols, role) in roles {
            for &symbol in symbols {
                self.roles.entry(symbol).or_insert(role);
            }
        }
        self
    }

    /// Takes in what somebody wants to start from.
    pub(crate) fn start_from(&mut self, seeds: &[SymbolId]) {
        for &seed in seeds {
            self.roles.entry(seed).or_insert(Role::Seed);
        }
    }

    /// Whether a symbol is part of it.
    pub(crate) fn has(&self, symbol: SymbolId) -> bool {
        self.roles.contains_key(&symbol)
    }

    /// Whether a symbol is at the other end, or may be.
    pub(crate) fn is_end(&self, symbol: SymbolId) -> bool {
        matches!(self.roles.get(&symbol), Some(Role::End | Role::Possible))
    }

    /// What a symbol is in it.
    #[must_use]
    pub fn role(&self, symbol: SymbolId) -> Option<String> {
        Some(match self.roles.get(&symbol)? {
            Role::End => self.words[0].to_owned(),
            Role::Possible => format!("possible {}", self.words[0]),
            Role::Named => "named".to_owned(),
            Role::Seed => "seed".to_owned(),
        })
    }

    /// On which lines an end says what is asked for, in words: `at 12, 40 and 3 more`; or is said, `called at 12`.
    #[must_use]
    pub fn said_on(&self, symbol: SymbolId) -> Option<String> {
        let lines = self.sites.get(&symbol).filter(|lines| !lines.is_empty())?;
        let called = if self.words == Asked::Callees.words() { "called " } else { "" };
        Some(format!("{called}{}", at_lines(lines)))
    }

    /// The names from outside, of many the first: `fmt.Errorf, os.Open and 3 more`.
    pub(crate) fn outward(&self) -> String {
        let told = self.outward.iter().take(MOST_OUTWARD).cloned().collect::<Vec<_>>().join(", ");
        match self.outward.len().saturating_sub(MOST_OUTWARD) {
            0 => told,
            more => format!("{told} and {more} more"),
        }
    }

    /// How many of the rows are what, in words.
    pub(crate) fn counted(&self, rows: &[Row]) -> String {
        let Self { words, name, meant, narrowed_to, ends, possible, through, namesakes, .. } = self;
        let shown = |role| rows.iter().filter(|row| self.roles.get(&row.symbol) == Some(&role)).count();
        let word = words[usize::from(ends.fitting != 1)];
        let mut text = format!("{} {word} of {meant}{}", ends.counted(shown(Role::End)), ends.narrowed());
        if ends.all > ends.fitting {
            let _ = write!(text, " to what is {}", narrowed_to.is);
        }
        if possible.fitting > 0 {
            let named = through.iter().take(MOST_THROUGH).map(String::as_str).collect::<Vec<_>>().join(", ");
            let through = match through.len().saturating_sub(MOST_THROUGH) {
                0 => named,
                more => format!("{named} and {more} more"),
            };
            let more = possible.counted(shown(Role::Possible));
            let _ = write!(text, ", then {more} more possible through {through}{}", possible.narrowed());
        }
        if !self.outward.is_empty() {
            let _ = write!(text, "; outside of this tree {}", self.outward());
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
        match shown(Role::Seed) {
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
        let Told { is, but, are_several } = narrowed_to;
        match (ends.all + possible.all, but) {
            (1, Some(but)) => format!("the only {} of {name} is {but}", words[0]),
            (1, None) if *are_several => format!("the only {} of {name} is none that is {is}", words[0]),
            (1, None) => format!("the only {} of {name} is not {is}", words[0]),
            (all, Some(but)) => format!("each of the {all} {} of {name} is {but}", words[1]),
            (all, None) => format!("none of the {all} {} of {name} is {is}", words[1]),
        }
    }
}

/// Lines of one file in words: `at 12, 40 and 3 more`.
pub(crate) fn at_lines(lines: &[u32]) -> String {
    format!("at {}", told_lines(lines))
}

fn told_lines(lines: &[u32]) -> String {
    let told: Vec<String> = lines.iter().take(MOST_SITES).map(u32::to_string).collect();
    let more = lines.len().saturating_sub(MOST_SITES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    told.join(", ") + &more
}

/// An answer. A function of corpus and query alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    pub rows: Vec<Row>,
    /// What the question asks of a symbol; the rows are its answer then, and what was to be started from.
    pub relation: Option<Relation>,
    /// What tests it was asked for do with what they are asked of.
    pub tests: FxHashMap<SymbolId, TestUse>,
    /// On which lines of its file a row is what was pasted: where a trace leads, what says a message. Rising.
    pub lines: FxHashMap<SymbolId, Vec<u32>>,
    /// Whether rows may say a message of the question, and those that do on these lines.
    pub(crate) quotes: bool,
    pub(crate) saying: FxHashSet<SymbolId>,
    pub tier: Tier,
    pub corrections: Vec<Correction>,
    /// Words that the tree does not know; and, where nothing matches, words of the tree like them.
    pub unknown: Vec<String>,
    pub suggestions: Vec<String>,
    /// Words that are only part of import paths, each with such a path.
    pub imported: Vec<(String, String)>,
    /// What is wrong with qualifiers of the question.
    pub problems: Vec<String>,
    /// The place that was asked for and is not there, in words; told only where nothing matches.
    pub nowhere: Option<String>,
    /// Words that were looked for.
    pub words: usize,
    /// Whether the question was too long to be read to its end.
    pub cut: Cut,
    pub intent: Option<Detected>,
    /// What the walk started from, heaviest first.
    pub seeds: Vec<SymbolId>,
    pub walk: PushReport,
    /// Symbols that were weighed.
    pub candidates: usize,
}

/// Unknown words that are said one by one; of more, only how many.
const MOST_SAID: usize = 3;

/// Something to be said about an answer, a sentence without its dot. Holds words of the question as they were written:
/// clean it before it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub text: String,
    /// Whether it says why there are no rows.
    pub is_bad: bool,
}

impl Answer {
    /// File and line to be shown for one of its rows, in the graph that it was found in: where the row says what was asked
    /// for, else where it is declared.
    #[must_use]
    pub fn place<'g>(&self, graph: &Graph<'g>, symbol: SymbolId) -> (&'g str, u32) {
        let said = self.relation.as_ref().and_then(|relation| relation.said_at.get(&symbol));
        said.map_or_else(|| graph.place(symbol), |&(file, line)| (graph.place(file).0, line))
    }

    /// The lines of a row that the question is about, rising: where it says what is asked for, is what was pasted, or says a
    /// message. They lie in its declaration.
    #[must_use]
    pub fn lines_of(&self, graph: &Graph<'_>, symbol: SymbolId) -> Vec<u32> {
        let said = self.relation.as_ref().and_then(|relation| relation.sites.get(&symbol));
        let lines = said.or_else(|| self.lines.get(&symbol)).map_or(&[][..], Vec::as_slice);
        let symbol = graph.symbol(symbol);
        let within = symbol.line()..=symbol.end_line();
        lines.iter().copied().filter(|line| within.contains(line)).collect()
    }

    /// Where what was pasted leads in a row, in words: `says it on line 12`.
    #[must_use]
    pub fn leads_to(&self, symbol: SymbolId) -> Option<String> {
        let lines = self.lines.get(&symbol).filter(|lines| !lines.is_empty())?;
        let leads = if self.saying.contains(&symbol) { "says it on" } else { "what was pasted leads to" };
        Some(format!("{leads} line {}", told_lines(lines)))
    }

    /// How many of what is asked for have no row, because there are more than rows.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        let Some(relation) = &self.relation else { return 0 };
        let listed = self.rows.iter().filter(|row| relation.is_end(row.symbol)).count();
        (relation.ends.fitting + relation.possible.fitting).saturating_sub(listed)
    }

    /// What was not understood as it was written, and why there are no rows if there are none.
    #[must_use]
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let mut say = |is_bad, text: String| remarks.push(Remark { text, is_bad });
        self.problems.iter().for_each(|problem| say(false, problem.clone()));
        if let Some(relation) = self.relation.as_ref().filter(|_| !self.rows.is_empty()) {
            say(false, relation.counted(&self.rows));
        }
        if self.rows.is_empty() {
            say(true, format!("nothing matches: {}", self.why_nothing()));
            if !self.suggestions.is_empty() {
                say(false, format!("the nearest words here: {}", self.suggestions.join(", ")));
            }
        } else if !self.unknown.is_empty() {
            let stood_in = if self.tier == Tier::Trigram { "; similar words were used instead" } else { "" };
            say(false, format!("not found here: {}{stood_in}", listed(&self.unknown)));
        }
        if let Some(imported) = self.imported_only().filter(|_| !self.rows.is_empty()) {
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
            (false, true) => Some(format!("its first {MOST_WORDS} different words")),
            (true, true) => {
                Some(format!("its first {kilobytes} kB, and of these {MOST_WORDS} different words"))
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

    /// What is said of words that only import paths have.
    fn imported_only(&self) -> Option<String> {
        let (_, path) = self.imported.first()?;
        let words: Vec<String> = self.imported.iter().map(|(word, _)| word.clone()).collect();
        let are = if words.len() == 1 { "is" } else { "are" };
        let words = listed(&words);
        Some(format!("{words} {are} found here only in import paths; “who imports {path}” lists importers"))
    }
}

fn listed(words: &[String]) -> String {
    let said: Vec<String> = words.iter().take(MOST_SAID).map(|word| format!("“{word}”")).collect();
    let more = words.len().saturating_sub(MOST_SAID);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    said.join(", ") + &more
}
