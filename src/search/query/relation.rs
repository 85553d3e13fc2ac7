//! A relation: what a question asks of a symbol, and the ends that answer it.

use rustc_hash::FxHashMap;

use crate::model::{Graph, SymbolId};
use crate::search::query::qualifiers::Description;
use crate::search::query::relation_kind::RelationKind;

/// A relation question with its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relation {
    /// Names of one end and of several.
    pub words: [&'static str; 2],
    /// The target, as written and as resolved.
    pub name: String,
    pub meant: String,
    /// Number of other symbols with this name.
    pub namesakes: usize,
    /// Describes what narrows the question.
    pub narrowed_to: Description,
    pub ends: Ends,
    /// Possible ends, and through what: interfaces, values, addresses.
    pub possible: Ends,
    pub through: Vec<String>,
    /// The symbols of the target.
    pub named: Vec<SymbolId>,
    /// External ends, as code writes them.
    pub outward: Vec<String>,
    /// If the target has several symbols, the one that each end belongs to.
    pub of: FxHashMap<SymbolId, SymbolId>,
    /// File and line that match the question, for an end whose own declaration does not contain them.
    pub(crate) said_at: FxHashMap<SymbolId, (SymbolId, u32)>,
    /// Lines of an end's file that match the question, rising: calls, uses, accesses. For callees, lines of the
    /// caller's file.
    pub sites: FxHashMap<SymbolId, Vec<u32>>,
    /// Number of steps to an end that depends on the target by others.
    pub(crate) steps: FxHashMap<SymbolId, u32>,
    /// Number of branches of dependants that are cut, being too unlikely.
    pub(crate) cut: usize,
    pub(crate) roles: FxHashMap<SymbolId, RelationRole>,
}

/// The role of a symbol in a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelationRole {
    End,
    /// One that may be: see [`Relation::through`].
    Possible,
    Named,
    /// A seed of the request.
    Seed,
    /// One that the request adds.
    Added,
}

/// The ends of a relation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    /// In order of rank; at most as many as there can be rows.
    pub told: Vec<SymbolId>,
    /// Number of ends that the qualifiers admit, and number of all ends.
    pub fitting: usize,
    pub all: usize,
}

impl Ends {
    /// The number shown, with the total if that is larger: `10 of 25`.
    pub(crate) fn counted(&self, shown: usize) -> String {
        if self.fitting > shown { format!("{shown} of {}", self.fitting) } else { shown.to_string() }
    }

    /// The number before narrowing: `, narrowed from 40`; empty if nothing was excluded.
    pub(crate) fn narrowed(&self) -> String {
        if self.all > self.fitting { format!(", narrowed from {}", self.all) } else { String::new() }
    }
}

/// At most this many intermediaries of possible ends are listed.
pub(crate) const MAX_THROUGH: usize = 4;

/// At most this many external names are listed.
const MAX_OUTWARD: usize = 5;

/// At most this many lines of one end are listed.
const MAX_SITES: usize = 3;

impl Relation {
    #[must_use]
    pub fn has_ends(&self) -> bool {
        self.ends.all + self.possible.all > 0
    }

    /// Returns whether it asks for code that calls or uses the target.
    #[must_use]
    pub fn asks_for_uses(&self) -> bool {
        matches!(self.words[1], "callers" | "users" | "dependants")
    }

    /// All its symbols, in the order of the answer.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> {
        self.ends.told.iter().chain(&self.possible.told).chain(&self.named).copied()
    }

    /// Computes the role of each symbol.
    pub(crate) fn with_roles(mut self) -> Self {
        let roles = [
            (&self.ends.told, RelationRole::End),
            (&self.possible.told, RelationRole::Possible),
            (&self.named, RelationRole::Named),
        ];
        for (symbols, role) in roles {
            for &symbol in symbols {
                self.roles.entry(symbol).or_insert(role);
            }
        }
        self
    }

    /// Adds the seeds of the request.
    pub(crate) fn start_from(&mut self, seeds: &[SymbolId]) {
        for &seed in seeds {
            self.roles.entry(seed).or_insert(RelationRole::Seed);
        }
    }

    /// Adds symbols that the request adds.
    pub(crate) fn add(&mut self, symbols: &[SymbolId]) {
        for &symbol in symbols {
            self.roles.entry(symbol).or_insert(RelationRole::Added);
        }
    }

    /// Returns whether a symbol is part of it.
    pub(crate) fn has(&self, symbol: SymbolId) -> bool {
        self.roles.contains_key(&symbol)
    }

    /// Returns whether a symbol is at the other end, or may be.
    pub(crate) fn is_end(&self, symbol: SymbolId) -> bool {
        matches!(self.roles.get(&symbol), Some(RelationRole::End | RelationRole::Possible))
    }

    /// The role of a symbol, as a phrase.
    #[must_use]
    pub fn role(&self, symbol: SymbolId) -> Option<String> {
        Some(match self.roles.get(&symbol)? {
            RelationRole::End => match self.steps.get(&symbol) {
                Some(steps) => format!("{} by {steps} steps", self.words[0]),
                None => self.words[0].to_owned(),
            },
            RelationRole::Possible => format!("possible {}", self.words[0]),
            RelationRole::Named => "named".to_owned(),
            RelationRole::Seed => "seed".to_owned(),
            RelationRole::Added => "added".to_owned(),
        })
    }

    /// The lines of an end that match the question, as a phrase: `at 12, 40 and 3 more`; for a callee, `called at
    /// 12`.
    #[must_use]
    pub fn describe_sites(&self, symbol: SymbolId) -> Option<String> {
        let lines = self.sites.get(&symbol).filter(|lines| !lines.is_empty())?;
        let called = if self.words == RelationKind::Callees.words() { "called " } else { "" };
        Some(format!("{called}{}", at_lines(lines)))
    }

    /// The names from outside, of many the first: `fmt.Errorf, os.Open and 3 more`.
    pub(crate) fn outward(&self) -> String {
        let told = self.outward.iter().take(MAX_OUTWARD).cloned().collect::<Vec<_>>().join(", ");
        match self.outward.len().saturating_sub(MAX_OUTWARD) {
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
    let told: Vec<String> = lines.iter().take(MAX_SITES).map(u32::to_string).collect();
    let more = lines.len().saturating_sub(MAX_SITES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    told.join(", ") + &more
}

/// The way in which a test reaches its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestUse {
    pub of: SymbolId,
    /// The test helper that uses the subject, if the test reaches it only through that.
    pub(crate) by: Option<SymbolId>,
    /// Lines of the test's file where it uses that, rising; none where it only reaches it by what it calls.
    pub lines: Vec<u32>,
}

impl TestUse {
    /// Describes it: `uses store.Open at 12`.
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
