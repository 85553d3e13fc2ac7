//! The graph laid out for impact walks: for each symbol, the next symbols that a change of it reaches.

use std::collections::hash_map::Entry;
use std::ops::RangeInclusive;

use rustc_hash::{FxHashMap, FxHashSet};

use super::travel_rules::{TABLE, Travels};
use crate::model::{
    ANY, Conversion, EdgeId, EdgeKind, EdgeRef, Graph, Symbol, SymbolId, SymbolKind, Variants, access,
};

/// One step of a change from a symbol to a dependant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactStep {
    pub to: SymbolId,
    /// The edge that it goes against, or the conversion ([`Graph::edge`]).
    pub edge: EdgeId,
    /// Confidence x share of the edge, in (0, 1].
    pub strength: f32,
    /// Of the edge.
    pub kind: EdgeKind,
}

/// All steps of a graph under [`TABLE`]. Made once for a graph; costs 16 bytes a step and 12 a symbol.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// Where symbol `i`'s steps end in `all`.
    ends: Vec<u32>,
    all: Vec<ImpactStep>,
    /// Where symbol `i`'s members end in `members`.
    member_ends: Vec<u32>,
    members: Vec<u32>,
    /// The test program that symbol `i` belongs to, as a number of its folder from 1; 0 for code that is no test.
    tests_of: Vec<u32>,
}

impl Steps {
    /// O(symbols + edges).
    pub fn of(graph: &Graph<'_>) -> Self {
        // Without cancellation there is always a result.
        Self::unless(graph, &|| false).unwrap_or_default()
    }

    /// Does what [`Steps::of`] does; `None` once `cancelled` holds, which is asked between symbols.
    pub(super) fn unless(graph: &Graph<'_>, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        /// Number of symbols that are laid out between two checks for cancellation.
        const AT_ONCE: u32 = 1024;
        // Most steps are edges.
        let mut steps = Self { all: Vec::with_capacity(graph.n_edges()), ..Self::default() };
        let (methods, conversions) = (Methods::of(graph), conversions(graph));
        let variants = Variants::of(graph);
        for ix in 0..graph.n_symbols() as u32 {
            if ix % AT_ONCE == 0 && cancelled() {
                return None;
            }
            let symbol = graph.symbol(SymbolId(ix));
            graph.incoming(symbol.id).for_each(|edge| steps.push_depending(graph, symbol.id, &edge));
            // Edges lead to its variants, and to itself if it is built.
            variants
                .elsewhere(graph, symbol.id)
                .for_each(|edge| steps.push_depending(graph, symbol.id, &edge));
            steps.push_implementing(graph, symbol, &methods);
            steps.push_filling(graph, symbol);
            steps.push_converting(graph, symbol, &methods, &conversions);
            steps.ends.push(steps.all.len() as u32);
            steps.members.extend(graph.members(symbol.id).into_iter().map(|member| member.0));
            steps.member_ends.push(steps.members.len() as u32);
        }
        steps.tests_of = tests_of(graph);
        Some(steps)
    }

    /// Adds the step from a symbol to what depends on it by an edge.
    fn push_depending(&mut self, graph: &Graph<'_>, symbol: SymbolId, edge: &EdgeRef<'_>) {
        let step = ImpactStep { to: edge.from, edge: edge.id, strength: edge.strength(), kind: edge.kind };
        match TABLE[edge.kind as usize].travels {
            _ if edge.from == symbol => {}
            Travels::ToDependant | Travels::ToImplementer => self.all.push(step),
            Travels::ToMentioning => {
                let others = mentioning(graph, edge).into_iter().filter(|&to| to != symbol);
                self.all.extend(others.map(|to| ImpactStep { to, ..step }));
            }
            Travels::ToMembersOfTarget => {}
        }
    }

    /// The test program that contains all of these symbols; `None` unless all are tests of one folder.
    pub(super) fn program(&self, symbols: &[SymbolId]) -> Option<u32> {
        let mut folders = symbols.iter().map(|symbol| self.tests_of[symbol.ix()]);
        let first = folders.next().filter(|&folder| folder != 0)?;
        folders.all(|folder| folder == first).then_some(first)
    }

    /// Returns whether a symbol can be part of a test program: it is no test of another folder.
    pub(super) fn is_in(&self, symbol: SymbolId, program: u32) -> bool {
        [0, program].contains(&self.tests_of[symbol.ix()])
    }

    /// Adds steps from an interface's method to the methods of that name of implementing types, or to the type itself
    /// if it has the method by embedding.
    fn push_implementing<'g>(&mut self, graph: &'g Graph<'_>, symbol: Symbol<'g>, methods: &Methods<'g>) {
        let Some(interface) = symbol.owner().filter(|_| symbol.kind() == SymbolKind::InterfaceMethod) else {
            return;
        };
        for edge in graph.incoming(interface).filter(|edge| edge.kind == EdgeKind::Implements) {
            let step = |to| ImpactStep { to, edge: edge.id, strength: edge.strength(), kind: edge.kind };
            let before = self.all.len();
            self.all.extend(methods.named(edge.from, symbol.name()).map(step));
            if self.all.len() == before {
                self.all.push(step(edge.from));
            }
        }
    }

    /// Adds steps from a field to literals of its struct that set all fields without keys.
    fn push_filling(&mut self, graph: &Graph<'_>, symbol: Symbol<'_>) {
        let Some(holder) = symbol.owner().filter(|_| symbol.kind() == SymbolKind::Field) else { return };
        let filling = graph.incoming(holder).filter(|edge| edge.access & access::FILLS != 0);
        let step = |edge: EdgeRef<'_>| ImpactStep {
            to: edge.from,
            edge: edge.id,
            strength: edge.strength(),
            kind: edge.kind,
        };
        self.all.extend(filling.map(step));
    }

    /// Adds steps from a method that external code may call through an interface, to the places where a value of its
    /// type, or of a type that embeds it, is converted to that interface.
    fn push_converting<'g>(
        &mut self,
        graph: &'g Graph<'_>,
        symbol: Symbol<'g>,
        methods: &Methods<'g>,
        conversions: &Conversions<'_>,
    ) {
        let Some(owner) = symbol.owner().filter(|_| symbol.kind() == SymbolKind::Method) else { return };
        let interfaces: Vec<&str> = graph.outside(symbol.id).collect();
        let (mut open, mut seen) = (vec![owner], FxHashSet::default());
        while let Some(ty) = open.pop().filter(|_| !interfaces.is_empty()) {
            if !seen.insert(ty) {
                continue;
            }
            let into = interfaces.iter().filter_map(|&interface| conversions.get(&(ty, interface)));
            let others = into.flatten().filter(|conversion| conversion.from != symbol.id);
            self.all.extend(others.map(|conversion| {
                let edge = graph.edge(conversion.id);
                ImpactStep { to: conversion.from, edge: edge.id, strength: edge.strength(), kind: edge.kind }
            }));
            let embedding = graph.incoming(ty).filter(|edge| edge.kind == EdgeKind::Extends);
            let promotes = |&ty: &SymbolId| methods.named(ty, symbol.name()).next().is_none();
            open.extend(embedding.map(|edge| edge.from).filter(promotes));
        }
    }

    /// The steps of a change of `symbol`.
    pub fn from(&self, symbol: SymbolId) -> &[ImpactStep] {
        &self.all[row(&self.ends, symbol)]
    }

    /// The direct members of `symbol`: a type's fields and methods, a file's declarations, a package's files.
    pub fn members(&self, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
        self.members[row(&self.member_ends, symbol)].iter().map(|&ix| SymbolId(ix))
    }

    pub fn n_symbols(&self) -> usize {
        self.ends.len()
    }
}

fn tests_of(graph: &Graph<'_>) -> Vec<u32> {
    let mut folders: FxHashMap<&str, u32> = FxHashMap::default();
    let mut tests_of = vec![0; graph.n_symbols()];
    for symbol in graph.symbols().filter(|symbol| symbol.is_test()) {
        let folder = match symbol.file() {
            Some(_) => symbol.path().rsplit_once('/').map_or("", |(folder, _)| folder),
            None if symbol.path() == "." => "",
            None => symbol.path(),
        };
        let next = folders.len() as u32 + 1;
        tests_of[symbol.id.ix()] = *folders.entry(folder).or_insert(next);
    }
    tests_of
}

fn row(ends: &[u32], symbol: SymbolId) -> std::ops::Range<usize> {
    let start = if symbol.ix() == 0 { 0 } else { ends[symbol.ix() - 1] as usize };
    start..ends[symbol.ix()] as usize
}

/// The symbols that mention the target of an edge: the edge's source or, for a struct or interface, the fields or
/// methods with the sites, so that a type used by one method of an interface does not affect everybody with an
/// implementer. Sites on the type's first line belong to the type itself. Constants that repeat a spec's expression
/// mention the same.
fn mentioning(graph: &Graph<'_>, edge: &EdgeRef<'_>) -> Vec<SymbolId> {
    let holder = graph.symbol(edge.from);
    if holder.kind() == SymbolKind::Const {
        return std::iter::once(holder.id).chain(graph.repeating(holder.id)).collect();
    }
    if !matches!(holder.kind(), SymbolKind::Struct | SymbolKind::Interface) || edge.lines.is_empty() {
        return vec![holder.id];
    }
    // In the graph's order members follow their type.
    let following = (holder.id.0 + 1..graph.n_symbols() as u32).map(|ix| graph.symbol(SymbolId(ix)));
    let members: Vec<(SymbolId, RangeInclusive<u32>)> = following
        .take_while(|symbol| symbol.file() == holder.file() && symbol.line() <= holder.end_line())
        .filter(|symbol| symbol.owner() == Some(holder.id) && symbol.line() > holder.line())
        .map(|member| (member.id, member.line()..=member.end_line()))
        .collect();
    let is_on = |lines: &RangeInclusive<u32>| edge.lines.iter().any(|line| lines.contains(line));
    let of_none = edge.lines.iter().any(|line| !members.iter().any(|(_, lines)| lines.contains(line)));
    let own = of_none.then_some(holder.id);
    own.into_iter().chain(members.iter().filter(|(_, lines)| is_on(lines)).map(|member| member.0)).collect()
}

/// Satisfied conversions by type and interface.
type Conversions<'g> = FxHashMap<(SymbolId, &'g str), Vec<Conversion<'g>>>;

fn conversions<'g>(graph: &Graph<'g>) -> Conversions<'g> {
    let mut by_type = Conversions::default();
    for conversion in graph.conversions().filter(|c| c.is_satisfied && c.interface != ANY) {
        by_type.entry((conversion.ty, conversion.interface)).or_default().push(conversion);
    }
    by_type
}

/// The methods of types by their names.
#[derive(Default)]
struct Methods<'g> {
    first: FxHashMap<(SymbolId, &'g str), SymbolId>,
    /// Variants of one under build constraints; there are few.
    others: FxHashMap<(SymbolId, &'g str), Vec<SymbolId>>,
}

impl<'g> Methods<'g> {
    fn of(graph: &'g Graph<'_>) -> Self {
        let mut methods = Self::default();
        for symbol in graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Method) {
            let Some(owner) = symbol.owner() else { continue };
            let key = (owner, symbol.name());
            match methods.first.entry(key) {
                Entry::Vacant(first) => {
                    first.insert(symbol.id);
                }
                Entry::Occupied(_) => methods.others.entry(key).or_default().push(symbol.id),
            }
        }
        methods
    }

    fn named(&self, ty: SymbolId, name: &'g str) -> impl Iterator<Item = SymbolId> {
        let others = self.others.get(&(ty, name)).into_iter().flatten();
        self.first.get(&(ty, name)).into_iter().chain(others).copied()
    }
}
