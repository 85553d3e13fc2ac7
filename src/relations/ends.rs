//! Finds the ends of one symbol's relations.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::kind::{Direction, RelationKind};
use super::result_types::{is_value, returners};
use crate::model::{EdgeId, EdgeKind, EdgeRef, Graph, Origin, SymbolId, SymbolKind, access, spoken};

/// A symbol at the other end of a relation.
#[derive(Clone, Debug, PartialEq)]
pub struct End<'g> {
    pub symbol: SymbolId,
    /// The edge that leads there; `None` if several do, or none.
    pub edge: Option<EdgeId>,
    /// The lines that match, rising: in the end's file for incoming edges, in the target's for outgoing ones. Empty for
    /// members and implementers, whose place is their declaration.
    pub lines: Cow<'g, [u32]>,
    pub certainty: Certainty,
    /// The detour from the target to the end.
    pub via: Option<Via<'g>>,
    /// The symbol of the target that it is an end of.
    pub of: SymbolId,
    /// The number of steps to it; 1 for a neighbour.
    pub steps: u32,
}

/// Certainty of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    Sure,
    /// It refers to a variant of the target for other builds.
    OtherBuild,
    /// Its code may come to the target at run time.
    Possible,
}

/// The detour of an end that is no direct neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via<'g> {
    /// An interface, a function value, or a function from outside the tree, as code writes it.
    Through(&'g str),
    /// A closure of the function itself, which the end runs through this function value.
    Closure(&'g str),
    /// The value of a function: the end takes it.
    Value,
    /// Values from outside the tree, of types that are not known.
    UnknownType,
    /// The address of a field or variable: the end takes it.
    Address,
    /// Another symbol.
    Symbol(SymbolId),
}

impl<'g> Via<'g> {
    /// Returns its name as code or a sentence writes it.
    pub fn name(self, graph: &Graph<'g>) -> Cow<'g, str> {
        match self {
            Self::Through(name) => spoken(name),
            Self::Closure(name) => Cow::Owned(format!("a closure of it ({})", spoken(name))),
            Self::Value => Cow::Borrowed("its use as a value"),
            Self::UnknownType => Cow::Borrowed("values of unknown type"),
            Self::Address => Cow::Borrowed("its address"),
            Self::Symbol(symbol) => Cow::Owned(graph.symbol(symbol).label()),
        }
    }
}

impl<'g> End<'g> {
    /// Returns an end that the tree records without an edge, such as a call of a function from outside.
    pub fn unlinked(symbol: SymbolId, line: Option<u32>, of: SymbolId) -> Self {
        let lines = Cow::Owned(line.into_iter().collect());
        Self { symbol, edge: None, lines, certainty: Certainty::Sure, via: None, of, steps: 1 }
    }

    /// The same, as one that may be.
    pub fn possible(self, via: Via<'g>) -> Self {
        Self { certainty: Certainty::Possible, via: Some(via), ..self }
    }

    fn other_build(self) -> Self {
        Self { certainty: Certainty::OtherBuild, ..self }
    }
}

/// Returns the relation that a question for `kind` means of some symbols, and those of them that it is asked of.
pub fn meant(graph: &Graph<'_>, kind: RelationKind, of: &[SymbolId]) -> (RelationKind, Vec<SymbolId>) {
    let kind_of = |id: &SymbolId| graph.symbol(*id).kind();
    let is_made = |id: &SymbolId| graph.incoming(*id).any(|edge| RelationKind::Makers.is_along(&edge));
    match kind {
        RelationKind::Returners if of.iter().any(|id| kind_of(id).is_type()) => {
            (kind, of.iter().copied().filter(|id| kind_of(id).is_type()).collect())
        }
        // Only types have returners.
        RelationKind::Returners => (RelationKind::Users, of.to_vec()),
        // Reading a constant is using it.
        RelationKind::Readers if of.iter().all(|id| kind_of(id) == SymbolKind::Const) => {
            (RelationKind::Users, of.to_vec())
        }
        RelationKind::Makers if !of.iter().any(is_made) => (RelationKind::Users, of.to_vec()),
        // The dependants of names from outside are not known.
        RelationKind::Dependants if of.is_empty() => (RelationKind::Users, Vec::new()),
        _ => (kind, of.to_vec()),
    }
}

/// Returns the ends of a relation of one symbol, an entry for each edge, in the order of the graph. Includes the symbol
/// itself where it refers to itself. Imports, tests and dependants have functions of their own. O(edges of the symbol).
pub fn ends<'g>(graph: &Graph<'g>, kind: RelationKind, of: SymbolId) -> Vec<End<'g>> {
    let finder = EndFinder { graph: *graph, kind, of };
    match kind {
        RelationKind::Callers => finder.callers(),
        RelationKind::Readers | RelationKind::Writers => finder.accesses(),
        RelationKind::Returners => finder.returners(),
        RelationKind::Values => finder.values(),
        RelationKind::Methods | RelationKind::Fields | RelationKind::Members => finder.members(),
        RelationKind::Implementers if graph.symbol(of).kind() == SymbolKind::InterfaceMethod => {
            finder.implementing()
        }
        RelationKind::Users => finder.users(),
        _ => finder.along(),
    }
}

/// Returns the sure ends of a relation of incoming edges, without looking for detours. O(edges to the symbol).
pub fn direct_ends<'g>(graph: &Graph<'g>, kind: RelationKind, of: SymbolId) -> Vec<End<'g>> {
    let mut found = EndFinder { graph: *graph, kind, of }.incoming_ends(kind);
    found.retain(|end| end.certainty == Certainty::Sure);
    found
}

/// Finds the ends of one relation of one symbol.
struct EndFinder<'g> {
    graph: Graph<'g>,
    kind: RelationKind,
    of: SymbolId,
}

impl<'g> EndFinder<'g> {
    fn end(&self, symbol: SymbolId, edge: &EdgeRef<'g>, lines: u8) -> End<'g> {
        let lines = match edge.kind {
            EdgeKind::MemberOf | EdgeKind::Implements => Cow::Borrowed(&[][..]),
            _ if lines == 0 => Cow::Borrowed(edge.lines),
            _ => Cow::Owned(self.graph.lines_of_access(edge, lines)),
        };
        let end = End {
            symbol,
            edge: Some(edge.id),
            lines,
            certainty: Certainty::Sure,
            via: None,
            of: self.of,
            steps: 1,
        };
        if edge.origin.is_through() {
            let through = self.graph.via(edge.id).unwrap_or("an interface");
            let is_closure = edge.origin == Origin::Closure;
            return end.possible(if is_closure { Via::Closure(through) } else { Via::Through(through) });
        }
        end
    }

    fn from(&self, edge: &EdgeRef<'g>) -> End<'g> {
        self.end(edge.from, edge, self.kind.lines())
    }

    /// The edges to the symbol, and those to its variants in other builds.
    fn incoming(&self) -> impl Iterator<Item = (EdgeRef<'g>, bool)> {
        let own = self.graph.incoming(self.of).map(|edge| (edge, false));
        own.chain(self.graph.elsewhere(self.of).into_iter().map(|edge| (edge, true)))
    }

    fn incoming_ends(&self, kind: RelationKind) -> Vec<End<'g>> {
        let edges = self.incoming().filter(|(edge, _)| kind.is_along(edge));
        edges
            .map(|(edge, is_elsewhere)| {
                let end = self.from(&edge);
                if is_elsewhere && end.certainty == Certainty::Sure { end.other_build() } else { end }
            })
            .collect()
    }

    fn along(&self) -> Vec<End<'g>> {
        if self.kind.direction() == Direction::Incoming {
            return self.incoming_ends(self.kind);
        }
        let edges = self.graph.outgoing(self.of).filter(|edge| self.kind.is_along(edge));
        edges.map(|edge| self.end(edge.to, &edge, 0)).collect()
    }

    fn callers(&self) -> Vec<End<'g>> {
        let callers = self.graph.callers(self.of);
        let known = callers.known.iter().map(|edge| self.from(edge));
        let elsewhere = callers.elsewhere.iter().map(|edge| self.from(edge).other_build());
        let through = callers.possible.iter().flat_map(|group| {
            group.callers.iter().map(|edge| self.from(edge).possible(Via::Through(group.interface)))
        });
        let found: Vec<End<'g>> = known.chain(elsewhere).chain(through).collect();
        let values = self.incoming().filter(|(edge, _)| RelationKind::ValueUsers.is_along(edge));
        let values: Vec<End<'g>> = values
            .map(|(edge, _)| self.from(&edge).possible(Via::Value))
            .filter(|end| found.iter().all(|known| known.symbol != end.symbol))
            .collect();
        found.into_iter().chain(values).collect()
    }

    fn users(&self) -> Vec<End<'g>> {
        let mut found = self.incoming_ends(self.kind);
        found.extend(self.repeating(&found));
        found
    }

    /// The constants that repeat an expression of an `iota` group, and so use what the expression mentions.
    fn repeating(&self, users: &[End<'g>]) -> Vec<End<'g>> {
        let constants = users.iter().flat_map(|user| {
            let constants = self.graph.repeating(user.symbol).into_iter();
            constants.map(|symbol| End { symbol, lines: Cow::Borrowed(&[]), ..user.clone() })
        });
        constants.collect()
    }

    fn values(&self) -> Vec<End<'g>> {
        let mut found = self.incoming_ends(self.kind);
        found.retain(|end| is_value(&self.graph, end.symbol, self.of));
        for end in &mut found {
            end.lines = Cow::Borrowed(&[]);
        }
        found.extend(self.repeating(&found));
        found
    }

    fn returners(&self) -> Vec<End<'g>> {
        let using = self.incoming().filter(|(edge, _)| self.kind.is_along(edge));
        let returners = using.flat_map(|(edge, _)| {
            let end = self.from(&edge);
            let found = returners(&self.graph, &edge, self.of).into_iter();
            found.map(move |symbol| End { symbol, lines: Cow::Borrowed(&[]), ..end.clone() })
        });
        returners.collect()
    }

    /// Reads or writes of a field or variable. Code that takes the address may do either, and a literal without keys
    /// writes all fields of its struct.
    fn accesses(&self) -> Vec<End<'g>> {
        let mut found = self.incoming_ends(self.kind);
        if self.kind == RelationKind::Writers
            && let Some(owner) = self.graph.symbol(self.of).owner()
        {
            let filling = self.graph.incoming(owner).filter(|edge| edge.access & access::FILLS != 0);
            found.extend(filling.map(|edge| self.from(&edge)));
        }
        let pointing = self.incoming().filter(|(edge, _)| edge.access & access::POINTS != 0);
        let pointing: Vec<End<'g>> = pointing
            .map(|(edge, _)| self.end(edge.from, &edge, access::POINTS).possible(Via::Address))
            .filter(|end| found.iter().all(|known| known.symbol != end.symbol))
            .collect();
        found.extend(pointing);
        found
    }

    /// Members with the edge to their holder; of a method that stands in a file the one to its type.
    fn members(&self) -> Vec<End<'g>> {
        let membership = |member| self.graph.outgoing(member).find(|edge| edge.kind == EdgeKind::MemberOf);
        let members = self.graph.members(self.of).into_iter();
        // The members of a package are its files.
        let is_container = self.graph.symbol(self.of).kind().is_container();
        members
            .filter_map(|member| Some(self.end(member, &membership(member)?, 0)))
            .filter(|end| is_container || self.kind.is_answered_by(self.graph.symbol(end.symbol).kind()))
            .collect()
    }

    /// The methods that implement an interface's method, each with the edge of its type.
    fn implementing(&self) -> Vec<End<'g>> {
        let found = self.graph.implementing(self.of).into_iter();
        found.map(|(method, edge)| self.end(method, &edge, 0)).collect()
    }
}

/// Returns whether a relation of a symbol follows any of its edges. O(its edges).
pub fn has_ends(graph: &Graph<'_>, kind: RelationKind, of: SymbolId) -> bool {
    match kind.direction() {
        Direction::Incoming => graph.incoming(of).any(|edge| kind.is_along(&edge)),
        Direction::Outgoing => graph.outgoing(of).any(|edge| kind.is_along(&edge)),
    }
}

/// Returns the number of symbols that depend on one by an edge of any kind but membership. O(edges to it).
pub fn n_dependants(graph: &Graph<'_>, symbol: SymbolId) -> usize {
    let edges = graph.incoming(symbol).filter(|edge| edge.kind != EdgeKind::MemberOf);
    edges.map(|edge| edge.from).collect::<BTreeSet<SymbolId>>().len()
}

/// Returns the external names that a declaration refers to, as code writes them, without predeclared ones, by one
/// name for each reference; only calls for callees. O(references to names from outside).
pub fn outward<'g>(graph: &Graph<'g>, kind: RelationKind, symbol: SymbolId) -> Vec<Cow<'g, str>> {
    let sites = graph
        .foreign_of(symbol)
        .filter(|site| !site.is_other && (kind == RelationKind::Used || site.is_call));
    let mut names: Vec<&str> = sites.map(|site| site.name).filter(|name| name.contains('.')).collect();
    names.dedup();
    names.into_iter().map(|name| spoken(name.rsplit('/').next().unwrap_or(name))).collect()
}
