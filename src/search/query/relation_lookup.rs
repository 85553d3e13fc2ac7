//! A question for the ends of a relation as a value, and its answer from the graph alone.

use std::borrow::Cow;

use crate::impact::Surveyor;
use crate::model::{Graph, OF_UNKNOWN_TYPE, SymbolId};
use crate::relations::describe::{Counts, Gaps};
use crate::relations::{
    self, End, ImportEnd, ListState, Reach, RelationKind, Via, affected, ends_within, imports,
    imports_from_outside, outward, outward_imports, tests_of,
};
use crate::search::names::{external, packages};
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::relation::{Relation, RelationRole, RelationRow};

/// An end that has no edge, with its line, if any.
pub(crate) type UnlinkedEnd = (SymbolId, Option<u32>);

/// The target of a relation question.
#[derive(Clone, Debug, Default)]
pub(crate) struct RelationTarget {
    /// Its symbols in the tree.
    pub(crate) named: Vec<SymbolId>,
    /// Ends that have no edge; of a package from outside the files that import it.
    pub(crate) outside: Vec<UnlinkedEnd>,
    /// Its external names, if it has no symbol in the tree.
    pub(crate) foreign: Vec<String>,
    /// Ends that may come to the target by a detour, with the lines.
    pub(crate) possible: Vec<(SymbolId, u32, Via<'static>)>,
}

impl RelationTarget {
    /// Finds what the tree has of a name from outside: who calls or refers to it, imports a package, embeds a type, or
    /// satisfies an interface. `None` if nothing does.
    fn outside(graph: &Graph<'_>, kind: RelationKind, name: &str) -> Option<Self> {
        let target = match kind {
            RelationKind::Importers => {
                let sites = packages::outside(graph, name);
                let mut foreign: Vec<String> = sites.iter().map(|&(_, path, _)| path.to_owned()).collect();
                foreign.sort_unstable();
                foreign.dedup();
                let outside = sites.iter().map(|&(file, _, line)| (file, Some(line))).collect();
                Self { outside, foreign, ..Self::default() }
            }
            RelationKind::Implementers => {
                let written = name.rsplit('/').next().unwrap_or(name);
                let types = graph.satisfying_outside(written.strip_prefix("builtin.").unwrap_or(written));
                Self { outside: types.into_iter().map(|ty| (ty, None)).collect(), ..Self::default() }
            }
            RelationKind::Embedders => {
                let embedders = external::embedders(graph, name).into_iter();
                let outside = embedders.map(|(embedder, line)| (embedder, Some(line))).collect();
                Self { outside, ..Self::default() }
            }
            _ if kind.is_recorded_outside() => Self::references(graph, kind, name),
            _ => return None,
        };
        Some(target).filter(|target| !(target.outside.is_empty() && target.possible.is_empty()))
    }

    fn references(graph: &Graph<'_>, kind: RelationKind, name: &str) -> Self {
        let mut foreign: Vec<String> = external::named(graph, name).into_iter().map(str::to_owned).collect();
        if foreign.is_empty() {
            foreign = external::members(graph, name);
        }
        let sites = foreign.iter().flat_map(|name| graph.foreign(name));
        let (calls, values): (Vec<_>, Vec<_>) =
            sites.partition(|site| kind != RelationKind::Callers || site.is_call);
        let outside = calls.into_iter().map(|site| (site.from, Some(site.line))).collect();
        let values = values.into_iter().map(|site| (site.from, site.line, Via::Value));
        let mut members: Vec<&str> =
            foreign.iter().filter_map(|full| external::member(graph, full)).collect();
        members.sort_unstable();
        members.dedup();
        let unknown = members.into_iter().map(|member| format!("{OF_UNKNOWN_TYPE}{member}"));
        let unknown: Vec<_> = unknown.flat_map(|name| graph.foreign(&name).collect::<Vec<_>>()).collect();
        let unknown = unknown.iter().filter(|site| kind != RelationKind::Callers || site.is_call);
        let unknown = unknown.map(|site| (site.from, site.line, Via::UnknownType));
        let possible = values.chain(unknown).collect();
        Self { outside, foreign, possible, ..Self::default() }
    }

    /// The packages that a name means, of the tree or from outside. `None` if the tree neither has nor imports one.
    pub(crate) fn packages(graph: &Graph<'_>, kind: RelationKind, name: &str) -> Option<Self> {
        let named = packages::named(graph, name);
        if named.is_empty() {
            // The imports of external packages are unknown.
            return Self::outside(graph, kind, name).filter(|_| kind == RelationKind::Importers);
        }
        Some(Self { named, ..Self::default() })
    }

    /// Adds the places of the tree that refer to a name from outside.
    pub(crate) fn with_outside(self, graph: &Graph<'_>, kind: RelationKind, name: &str) -> Option<Self> {
        match Self::outside(graph, kind, name) {
            Some(outside) => Some(Self { named: self.named, ..outside }),
            None => Some(self).filter(|target| !target.named.is_empty()),
        }
    }

    /// The ends that have no edge.
    fn unlinked(&self) -> impl Iterator<Item = End<'_>> {
        let end = |symbol: SymbolId, line| End::unlinked(symbol, line, symbol);
        let outside = self.outside.iter().map(move |&(symbol, line)| end(symbol, line));
        let possible = self.possible.iter();
        outside.chain(possible.map(move |&(symbol, line, via)| end(symbol, Some(line)).possible(via)))
    }
}

/// The part of a relation that is listed.
#[derive(Clone, Copy)]
pub struct RelationScope<'q> {
    pub reach: Reach,
    pub qualifiers: &'q Qualifiers,
    /// The largest number of ends of each certainty.
    pub limit: usize,
}

/// A question for the ends of a relation.
#[derive(Clone, Debug)]
pub struct RelationLookup {
    pub(crate) kind: RelationKind,
    /// The target as written, as a sentence names it, and as it is resolved.
    pub(crate) name: String,
    pub(crate) meant: String,
    pub(crate) target: RelationTarget,
    /// Number of other symbols with this name.
    pub(crate) namesakes: usize,
}

impl RelationLookup {
    /// Asks for a relation of one symbol.
    pub fn of_symbol(graph: &Graph<'_>, kind: RelationKind, symbol: SymbolId) -> Self {
        Self::of_symbols(graph, kind, vec![symbol])
    }

    /// Asks for a relation of declarations with one name.
    pub fn of_symbols(graph: &Graph<'_>, kind: RelationKind, named: Vec<SymbolId>) -> Self {
        let name = named.first().map(|&first| graph.symbol(first).label()).unwrap_or_default();
        let target = RelationTarget { named, ..RelationTarget::default() };
        Self { kind, meant: name.clone(), name, target, namesakes: 0 }
    }

    /// Asks for a relation of a name from outside the tree; `None` if nothing here refers to it.
    pub fn of_outside(graph: &Graph<'_>, kind: RelationKind, name: &str) -> Option<Self> {
        let target = RelationTarget::outside(graph, kind, name)?;
        let meant = match &target.foreign[..] {
            [] => format!("{name}, declared outside of this tree"),
            foreign => format!("{}, declared outside of this tree", foreign.join(" and ")),
        };
        Some(Self { kind, name: name.to_owned(), meant, target, namesakes: 0 })
    }

    /// Answers from the graph: O(edges of the target); for tests and dependants that nothing refers to directly
    /// O(symbols + edges).
    pub fn answer(
        &self,
        graph: &Graph<'_>,
        surveyor: (&mut Surveyor, u64),
        scope: RelationScope<'_>,
    ) -> Relation {
        let RelationScope { qualifiers, limit, .. } = scope;
        let mut relation = if self.kind.is_of_packages() {
            self.imports(graph, qualifiers, limit)
        } else {
            self.neighbours(graph, surveyor, scope)
        };
        relation.name.clone_from(&self.name);
        relation.namesakes = self.namesakes;
        relation.state.of.clone_from(&self.meant);
        relation.state.narrowed_to = qualifiers.describe();
        relation.with_named()
    }

    fn neighbours(
        &self,
        graph: &Graph<'_>,
        (surveyor, generation): (&mut Surveyor, u64),
        RelationScope { reach, qualifiers, limit }: RelationScope<'_>,
    ) -> Relation {
        let (mut kind, named) = relations::meant(graph, self.kind, &self.target.named);
        // For external names only calls and references are recorded.
        if kind == RelationKind::Readers && !self.target.foreign.is_empty() {
            kind = RelationKind::Users;
        }
        let mut n_cut = 0;
        let mut followed = named.clone();
        let found = match kind {
            RelationKind::Dependants => {
                let found;
                (found, n_cut) = affected(graph, surveyor, generation, &named);
                found
            }
            _ if kind.test_prefix().is_some() => tests_of(graph, (surveyor, generation), kind, &named),
            _ => {
                let mut linked;
                (linked, followed) = ends_within(graph, kind, &named, reach.depth);
                linked.extend(self.target.unlinked());
                linked
            }
        };
        let outward = match (kind, &named[..]) {
            (RelationKind::Callees | RelationKind::Used, &[one]) => outward(graph, kind, one),
            _ => Vec::new(),
        };
        let admits = |id: SymbolId| qualifiers.admit(graph.symbol(id));
        let mut relation = Relation::of_ends(graph, kind, named, &found, (&admits, limit), reach.direct);
        if relation.state.levels.len() > 1 {
            relation.state.gaps = Gaps::of(graph, kind, &followed);
        }
        relation.state.outward = outward.into_iter().map(Cow::into_owned).collect();
        let foreign = &self.target.foreign;
        let members = foreign.iter().filter_map(|full| external::member(graph, full));
        if members.into_iter().any(|name| external::is_called_through_interfaces(graph, name, foreign)) {
            let reason = "calls through interfaces are not followed to methods from outside";
            relation.state.gaps.inside.push(reason.to_owned());
        }
        relation.state.n_cut = n_cut;
        relation
    }

    fn imports(&self, graph: &Graph<'_>, qualifiers: &Qualifiers, limit: usize) -> Relation {
        let RelationTarget { named, outside, .. } = &self.target;
        let ends = if named.is_empty() {
            imports_from_outside(graph, outside.iter().filter_map(|&(file, line)| Some((file, line?))))
        } else {
            imports(graph, self.kind, named)
        };
        let is_of_importers = self.kind == RelationKind::Importers;
        // A scope applies to the importing file, or to the imported package.
        let is_admitted = |end: &ImportEnd| {
            end.sites.iter().any(|&(file, _)| {
                let (package, file) = (graph.symbol(end.package), graph.symbol(file));
                let home = if is_of_importers { file } else { package };
                qualifiers.admit_as(home, package.kind(), file.flags())
            })
        };
        let all = ends.len();
        let n_tests = ends.iter().filter(|end| !end.is_built(graph)).count();
        let mut listed: Vec<ImportEnd> = ends.into_iter().filter(is_admitted).collect();
        let fitting = listed.len();
        listed.truncate(limit);
        let outward = if is_of_importers { Vec::new() } else { outward_imports(graph, named) };
        let row = |end: &ImportEnd| RelationRow {
            of: end.of.filter(|_| named.len() > 1),
            said_at: end.sites.first().copied().filter(|_| is_of_importers),
            ..RelationRow::of_role(RelationRole::End)
        };
        Relation {
            kind: Some(self.kind),
            rows: listed.iter().map(|end| (end.package, row(end))).collect(),
            ends: listed.iter().map(|end| end.package).collect(),
            state: ListState {
                sure: Counts { listed: listed.len(), fitting, all },
                n_tests,
                outward: outward.into_iter().map(str::to_owned).collect(),
                ..ListState::of(graph, self.kind, &[], &[])
            },
            named: named.clone(),
            ..Relation::default()
        }
    }
}
