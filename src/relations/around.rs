//! Groups the ends of all relations of one symbol.

use std::borrow::Cow;

use super::describe::{Gaps, ListState};
use super::ends::{Certainty, End, ends};
use super::imports::imports;
use super::kind::RelationKind;
use super::order::by_symbol;
use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind, grouped};

/// The ends of one relation of a symbol.
#[derive(Clone, Debug)]
pub struct RelationGroup<'g> {
    pub kind: RelationKind,
    pub state: ListState,
    /// An entry for each edge.
    pub ends: Vec<End<'g>>,
}

/// Ends of a group that come about in the same way.
#[derive(Clone, Debug)]
pub struct RelationPart<'e, 'g> {
    /// The way, with the number of ends: `through io.Writer 4`; `None` for sure ends.
    pub heading: Option<String>,
    pub ends: Vec<&'e End<'g>>,
}

/// Returns the relations of a symbol: who depends on it, then what it depends on and consists of. Each end is in one group.
/// A group of callables has no callees among what it uses otherwise. Groups without ends are left out, but for callers.
/// O(edges of the symbol).
pub fn around<'g>(graph: &Graph<'g>, symbol: SymbolId) -> Vec<RelationGroup<'g>> {
    use RelationKind::{
        Callees, Callers, Embedded, Implemented, Implementers, Importers, Imports, Members, Used, Users,
    };
    let kind = graph.symbol(symbol).kind();
    let kinds: &[RelationKind] = match kind {
        SymbolKind::Package => &[Importers, Imports, Members],
        SymbolKind::File => &[Imports, Members],
        _ if kind.is_callable() => &[Callers, Implementers, Callees, Used],
        _ if kind.is_type() => &[Users, Implementers, Implemented, Embedded, Used, Members],
        _ => &[Users, Used],
    };
    let mut groups: Vec<RelationGroup<'g>> = Vec::new();
    for &kind in kinds {
        let is_asked = kind == Members || kind.is_asked_of(graph.symbol(symbol).kind());
        if !is_asked {
            continue;
        }
        let mut found = match kind {
            Importers | Imports if graph.symbol(symbol).kind() == SymbolKind::Package => {
                import_ends(graph, kind, symbol)
            }
            _ => ends(graph, kind, symbol),
        };
        let state = ListState::of(graph, kind, &[symbol], &by_symbol(&found));
        if kind == Used {
            let is_listed = |end: &End<'_>| {
                groups.iter().any(|group| group.ends.iter().any(|known| known.edge == end.edge))
            };
            found.retain(|end| !is_listed(end));
        }
        if !found.is_empty() || kind == Callers || is_predeclared(&state.gaps) && kind == Users {
            groups.push(RelationGroup { kind, state, ends: found });
        }
    }
    groups
}

fn is_predeclared(gaps: &Gaps) -> bool {
    !gaps.inside.is_empty()
}

/// The packages at the other ends of a package's imports, as ends with the edge of the first import.
fn import_ends<'g>(graph: &Graph<'g>, kind: RelationKind, package: SymbolId) -> Vec<End<'g>> {
    let end = |symbol, edge, line| End {
        edge,
        lines: Cow::Owned(vec![line]),
        ..End::unlinked(symbol, None, package)
    };
    let ends = imports(graph, kind, &[package]).into_iter();
    ends.filter_map(|import| Some(end(import.package, import.edge, import.sites.first()?.1))).collect()
}

impl<'g> RelationGroup<'g> {
    /// Parts the ends: sure ones first, then those of each way, in the order in which the state names the ways.
    pub fn parts(&self, graph: &Graph<'g>) -> Vec<RelationPart<'_, 'g>> {
        let mut parts: Vec<RelationPart<'_, 'g>> = vec![RelationPart { heading: None, ends: Vec::new() }];
        let mut named: Vec<String> = Vec::new();
        for end in &self.ends {
            let Some(way) = self.way(graph, end) else {
                parts[0].ends.push(end);
                continue;
            };
            if let Some(at) = named.iter().position(|known| *known == way) {
                parts[at + 1].ends.push(end);
            } else {
                named.push(way);
                parts.push(RelationPart { heading: Some(String::new()), ends: vec![end] });
            }
        }
        for (part, way) in parts[1..].iter_mut().zip(named) {
            part.heading = Some(format!("{way} {}", grouped(part.ends.len() as u64)));
        }
        parts[1..].sort_by_key(|part| std::cmp::Reverse(part.ends.len()));
        parts.retain(|part| !part.ends.is_empty());
        parts
    }

    /// The way in which an end comes about, if it is not the plain one.
    fn way(&self, graph: &Graph<'g>, end: &End<'g>) -> Option<String> {
        let edge = end.edge.map(|edge| graph.edge(edge));
        match (end.certainty, end.via) {
            (Certainty::Possible, Some(via)) => return Some(format!("through {}", via.name(graph))),
            (Certainty::OtherBuild, _) => return Some("in other builds".to_owned()),
            _ => {}
        }
        match edge {
            Some(edge) if self.kind == RelationKind::Users && edge.from != end.symbol => {
                Some("repeating it".to_owned())
            }
            Some(edge) if self.kind == RelationKind::Users && edge.kind == EdgeKind::Extends => {
                Some("embedding it".to_owned())
            }
            _ => None,
        }
    }

    /// Describes the list in one line; of what a symbol uses, only what no other group has.
    pub fn heading(&self) -> String {
        let others = by_symbol(&self.ends).len() as u64;
        match self.kind {
            RelationKind::Used if others < self.state.sure.all as u64 => {
                let noun = RelationKind::Used.nouns()[usize::from(others != 1)];
                format!("{} other {noun}", grouped(others))
            }
            _ => self.state.line(),
        }
    }
}
