//! What a question asks of a symbol, and what is at the other ends of its edges.

use rustc_hash::FxHashMap;

use crate::model::{Graph, SymbolId};
use crate::search::query::filters::Description;
use crate::search::query::relation_kind::RelationKind;

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
    pub narrowed_to: Description,
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
    pub(crate) fn counted(&self, shown: usize) -> String {
        if self.fitting > shown { format!("{shown} of {}", self.fitting) } else { shown.to_string() }
    }

    /// That the question asks for some of them only.
    pub(crate) fn narrowed(&self) -> String {
        if self.all > self.fitting { format!(", narrowed from {}", self.all) } else { String::new() }
    }
}

/// What ends may be reached through, told in words.
pub(crate) const MOST_THROUGH: usize = 4;

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
    pub fn describe_sites(&self, symbol: SymbolId) -> Option<String> {
        let lines = self.sites.get(&symbol).filter(|lines| !lines.is_empty())?;
        let called = if self.words == RelationKind::Callees.words() { "called " } else { "" };
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
}

/// Lines of one file in words: `at 12, 40 and 3 more`.
pub(crate) fn at_lines(lines: &[u32]) -> String {
    format!("at {}", describe_lines(lines))
}

pub(crate) fn describe_lines(lines: &[u32]) -> String {
    let told: Vec<String> = lines.iter().take(MOST_SITES).map(u32::to_string).collect();
    let more = lines.len().saturating_sub(MOST_SITES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    told.join(", ") + &more
}

/// How a test comes to what it is a test of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestUse {
    pub of: SymbolId,
    /// The helper of tests that uses it, where the test does so by that alone.
    pub(crate) by: Option<SymbolId>,
    /// Lines of the test's file where it uses that, rising; none where it only reaches it by what it calls.
    pub lines: Vec<u32>,
}

impl TestUse {
    /// In words: `uses store.Open at 12`.
    #[must_use]
    pub fn describe(&self, graph: &Graph<'_>) -> String {
        let of = graph.symbol(self.of).label();
        match (self.by.map(|by| graph.symbol(by).label()), self.lines.is_empty()) {
            (_, true) => format!("reaches {of} by what it calls"),
            (None, false) => format!("uses {of} {}", at_lines(&self.lines)),
            (Some(by), false) => format!("uses {by} {}, which uses {of}", at_lines(&self.lines)),
        }
    }
}
