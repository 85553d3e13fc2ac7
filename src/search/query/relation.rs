//! The answer to a question for the ends of a relation.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::model::{Graph, SymbolId};
use crate::relations::describe::{self, Counts};
use crate::relations::{Certainty, End, ListState, RelationKind, Via, by_symbol, in_order, is_one};

/// A relation question with its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relation {
    /// `None` for the declarations of a package.
    pub kind: Option<RelationKind>,
    /// The target as written.
    pub name: String,
    pub state: ListState,
    /// The symbols of the target.
    pub named: Vec<SymbolId>,
    /// Number of other symbols with this name.
    pub namesakes: usize,
    /// The ends in order, possible ones last; at most as many as there can be rows.
    pub(crate) ends: Vec<SymbolId>,
    /// All symbols that can be a row.
    pub(crate) rows: FxHashMap<SymbolId, RelationRow>,
}

/// A row of the answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RelationRow {
    pub(crate) role: RelationRole,
    /// If the target has several symbols, the one that it belongs to.
    pub(crate) of: Option<SymbolId>,
    /// Lines that match the question, rising: in the end's file, for callees in the caller's.
    pub(crate) lines: Vec<u32>,
    /// The number of steps to an end that depends on the target by others.
    pub(crate) steps: u32,
    /// The helper by which a test uses the target.
    pub(crate) by: Option<SymbolId>,
    /// The interface or value that a possible end goes through.
    pub(crate) through: Option<String>,
    /// File and line that match the question, for an end whose own declaration does not contain them.
    pub(crate) said_at: Option<(SymbolId, u32)>,
}

/// The role of a symbol in a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelationRole {
    End,
    /// One that may be: see [`ListState::through`].
    Possible,
    Named,
    /// A seed of the request.
    Seed,
    /// One that the request adds.
    Added,
}

impl RelationRow {
    pub(crate) fn of_role(role: RelationRole) -> Self {
        Self { role, of: None, lines: Vec::new(), steps: 0, by: None, through: None, said_at: None }
    }
}

impl Relation {
    /// Makes an answer of ends: joins those of one symbol, puts them in order unless they are in one of their own, and keeps
    /// what is admitted, at most as many of each certainty as the limit says.
    pub(crate) fn of_ends(
        graph: &Graph<'_>,
        kind: RelationKind,
        named: Vec<SymbolId>,
        ends: &[End<'_>],
        kept: (&dyn Fn(SymbolId) -> bool, usize),
        is_direct: bool,
    ) -> Self {
        let mut ends = by_symbol(ends);
        // If the name and every hit are predeclared, there is nothing of this tree to show.
        if ends.iter().map(|end| end.symbol).chain(named.iter().copied()).all(|id| graph.is_predeclared(id)) {
            ends.clear();
        }
        ends.retain(|end| kind.is_answered_by(graph.symbol(end.symbol).kind()));
        let state = ListState::of(graph, kind, &named, &ends);
        ends.retain(|end| !named.contains(&end.symbol));
        if kind.test_prefix().is_none() && kind != RelationKind::Dependants {
            in_order(graph, kind, &mut ends);
        }
        let mut relation = Self { kind: Some(kind), state, named, ..Self::default() };
        let (possible, sure): (Vec<_>, Vec<_>) =
            ends.into_iter().partition(|end| end.certainty == Certainty::Possible);
        let are_several = !is_one(graph, &relation.named);
        if relation.state.levels.len() > 1 {
            let admitted = sure.iter().filter(|end| kept.0(end.symbol));
            relation.state.levels = describe::levels(admitted);
        }
        relation.state.sure = relation.list(graph, sure, are_several, kept);
        let listed = if is_direct { 0 } else { kept.1 };
        relation.state.possible = relation.list(graph, possible, are_several, (kept.0, listed));
        relation.state.is_direct = is_direct;
        relation
    }

    fn list(
        &mut self,
        graph: &Graph<'_>,
        mut ends: Vec<End<'_>>,
        are_several: bool,
        (admits, limit): (&dyn Fn(SymbolId) -> bool, usize),
    ) -> Counts {
        let all = ends.len();
        ends.retain(|end| admits(end.symbol));
        let fitting = ends.len();
        ends.truncate(limit);
        for end in ends {
            let is_sure = end.certainty != Certainty::Possible;
            let row = RelationRow {
                role: if is_sure { RelationRole::End } else { RelationRole::Possible },
                of: (are_several || self.is_of_tests())
                    .then_some(end.of)
                    .filter(|of| self.named.contains(of)),
                lines: end.lines.into_owned(),
                steps: end.steps,
                by: match end.via {
                    Some(Via::Symbol(by)) => Some(by),
                    _ => None,
                },
                through: end.via.filter(|_| !is_sure).map(|via| via.name(graph).into_owned()),
                said_at: None,
            };
            self.ends.push(end.symbol);
            self.rows.insert(end.symbol, row);
        }
        Counts { listed: fitting.min(limit), fitting, all }
    }

    /// Adds the symbols of the target as rows.
    pub(crate) fn with_named(mut self) -> Self {
        for &symbol in &self.named {
            self.rows.entry(symbol).or_insert_with(|| RelationRow::of_role(RelationRole::Named));
        }
        self
    }

    pub fn has_ends(&self) -> bool {
        self.state.sure.all + self.state.possible.all > 0
    }

    /// All its symbols, in the order of the answer.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> {
        self.ends.iter().chain(&self.named).copied()
    }

    /// The ends in order, possible ones last.
    pub fn ends(&self) -> &[SymbolId] {
        &self.ends
    }

    /// Returns whether a symbol is only a possible end.
    pub fn is_possible(&self, symbol: SymbolId) -> bool {
        self.role_of(symbol) == Some(RelationRole::Possible)
    }

    /// The number of ends that the qualifiers admit beyond those listed.
    pub fn n_unlisted(&self) -> usize {
        let possible = if self.state.is_direct { 0 } else { self.state.possible.fitting };
        (self.state.sure.fitting + possible).saturating_sub(self.ends.len())
    }

    /// The file and line to show for an end: of an importer its import, else its declaration.
    pub fn place<'g>(&self, graph: &Graph<'g>, symbol: SymbolId) -> (&'g str, u32) {
        let said = self.rows.get(&symbol).and_then(|row| row.said_at);
        said.map_or_else(|| graph.place(symbol), |(file, line)| (graph.place(file).0, line))
    }

    /// Adds the seeds of the request.
    pub(crate) fn start_from(&mut self, seeds: &[SymbolId]) {
        for &seed in seeds {
            self.rows.entry(seed).or_insert_with(|| RelationRow::of_role(RelationRole::Seed));
        }
    }

    /// Adds symbols that the request adds.
    pub(crate) fn add(&mut self, symbols: &[SymbolId]) {
        for &symbol in symbols {
            self.rows.entry(symbol).or_insert_with(|| RelationRow::of_role(RelationRole::Added));
        }
    }

    /// Returns whether a symbol is at the other end, or may be.
    pub fn is_end(&self, symbol: SymbolId) -> bool {
        matches!(self.role_of(symbol), Some(RelationRole::End | RelationRole::Possible))
    }

    pub(crate) fn role_of(&self, symbol: SymbolId) -> Option<RelationRole> {
        self.rows.get(&symbol).map(|row| row.role)
    }

    /// Describes the role of a symbol: `caller`, `possible caller`, `named`.
    pub fn role(&self, symbol: SymbolId) -> Option<String> {
        let row = self.rows.get(&symbol)?;
        let noun = self.state.nouns[0];
        Some(match row.role {
            // The steps of a test are of no interest: its role says by which helper it comes.
            RelationRole::End if self.is_of_tests() => noun.to_owned(),
            RelationRole::End => describe::role(noun, Certainty::Sure, row.steps),
            RelationRole::Possible => describe::role(noun, Certainty::Possible, row.steps),
            RelationRole::Named => "named".to_owned(),
            RelationRole::Seed => "seed".to_owned(),
            RelationRole::Added => "added".to_owned(),
        })
    }

    /// Returns the symbol of the target that an end belongs to, if there are several.
    pub fn target_of(&self, symbol: SymbolId) -> Option<SymbolId> {
        self.rows.get(&symbol)?.of
    }

    /// Returns the lines of an end that match the question, rising.
    pub fn lines_of(&self, symbol: SymbolId) -> &[u32] {
        self.rows.get(&symbol).map_or(&[], |row| &row.lines)
    }

    /// Returns the number of steps to an end.
    pub fn steps_to(&self, symbol: SymbolId) -> u32 {
        self.rows.get(&symbol).map_or(1, |row| row.steps)
    }

    /// Returns the interface or value that a possible end goes through.
    pub fn through(&self, symbol: SymbolId) -> Option<&str> {
        self.rows.get(&symbol)?.through.as_deref()
    }

    /// Returns whether it asks for tests.
    pub fn is_of_tests(&self) -> bool {
        self.kind.is_some_and(|kind| kind.test_prefix().is_some())
    }

    /// Describes how an end stands to the target, with the lines that show it: `caller at 12, 40 and 3 more, of a.F`, `callee
    /// called at 12`, `uses store.Open at 12`. `of` names the target where it is one; empty where that is clear.
    pub fn describe_end(&self, graph: &Graph<'_>, symbol: SymbolId, of: &str) -> Option<String> {
        let row = self.rows.get(&symbol)?;
        if let Some(of) = row.of.or_else(|| self.named.first().copied())
            && self.is_of_tests()
            && self.is_end(symbol)
        {
            return Some(describe::test_use(graph, of, row.by, &row.lines));
        }
        let of = row.of.map_or_else(|| of.to_owned(), |of| graph.symbol(of).label());
        let called = if self.kind == Some(RelationKind::Callees) { " called" } else { "" };
        let (at, of) = match (&row.lines[..], &of[..]) {
            ([], "") => (String::new(), String::new()),
            ([], of) => (String::new(), format!(" of {of}")),
            (lines, of) => {
                let of = if of.is_empty() { String::new() } else { format!(", of {of}") };
                (format!("{called} at {}", describe::lines(lines)), of)
            }
        };
        let through = row.through.as_ref().map_or(String::new(), |through| format!(", through {through}"));
        Some(format!("{}{at}{of}{through}", self.role(symbol)?))
    }

    /// Returns the state of the list, of which some sure and some possible ends are rows.
    pub(crate) fn state_of(&self, [sure, possible]: [usize; 2]) -> ListState {
        let mut state = self.state.clone();
        (state.sure.listed, state.possible.listed) = (sure, possible);
        state
    }

    /// Describes the list, and how many others have the name.
    pub(crate) fn describe(&self, state: &ListState, seeds: usize) -> String {
        let mut text = state.line();
        match self.namesakes {
            0 => {}
            1 => text.extend(["; 1 more is named ", &self.name]),
            more => drop(write!(text, "; {more} more are named {}", self.name)),
        }
        match seeds {
            0 => {}
            1 => text += "; and 1 seed",
            seeds => drop(write!(text, "; and {seeds} seeds")),
        }
        text
    }
}
