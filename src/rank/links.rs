//! Which edges count for importance, as plain adjacency.
//!
//! A *link* A -> B means "A leans on B, so A lends B importance". Between one pair there is one link, whatever the
//! number of edges, kinds and sites (the seed's set of contributors). What is a link:
//!
//! | edge | link | because |
//! | --- | --- | --- |
//! | `calls` `uses` `accesses` `extends` | yes | somebody wrote the dependency down |
//! | `imports` | yes | a file leans on a package; neither end has other links, so containers trade rank among themselves. What a package's files import is counted as its own |
//! | `implements` | no | nobody wrote it down: `String() string` would collect every type that happens to print itself. An interface earns its rank where its name is written and where its methods are called |
//! | `member_of` a type | yes, counted in no degree | a method, a field or an interface's method cannot be without its type: what is spent on `Context.JSON` is owed to `Context` |
//! | `member_of` a file or package | no | every symbol has one: containers would lead each list and say nothing |
//! | any whose confidence x share is at most [`LEAST_STRENGTH`] | no | as likely wrong, or not taken, as right: a call that an interface sends to one of twenty methods is no vote for each, nor for the one stub here of an interface that is declared outside |
//! | `calls` by dispatch, above that | yes, counted in no degree | nobody wrote down whom they reach |
//! | from a symbol to itself | no | recursion says nothing about importance |
//! | among tests, [`kits`](super::kits()) and files that are there for tests | no, counted in degrees | a suite with a thousand methods, the helper of all tests: they carry no load of the program. What tests say of the program counts like any other code's |
//!
//! Links weigh the same, as in the seed: a symbol's rank is split evenly among what it leans on.

use super::test_support::{kit_files, kits};
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId};

/// Edges at even odds or below are no links.
pub const LEAST_STRENGTH: f32 = 0.5;

/// Adjacency in compressed rows: the neighbours of `i` are `to[ends[i - 1]..ends[i]]`, rising and unique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Csr {
    ends: Vec<u32>,
    to: Vec<u32>,
}

/// A graph's links in both directions, and the degrees that lists show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// From each symbol to what it leans on.
    pub forward: Csr,
    /// The same links from the other end.
    pub backward: Csr,
    /// Unique neighbours by what is written down: a struct's own fields are not its users, and of whom an interface call
    /// reaches nothing is written.
    pub in_degree: Vec<u32>,
    pub out_degree: Vec<u32>,
    /// Which symbols are tests or there for tests; none in a tree of nothing else.
    pub aside: Vec<bool>,
}

impl Csr {
    /// From rows in order.
    #[must_use]
    pub fn from_rows<R: AsRef<[u32]>>(rows: impl IntoIterator<Item = R>) -> Self {
        let mut csr = Self::default();
        rows.into_iter().for_each(|row| csr.push_row(row.as_ref()));
        csr
    }

    fn push_row(&mut self, row: &[u32]) {
        self.to.extend_from_slice(row);
        self.ends.push(self.to.len() as u32);
    }

    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.ends.len()
    }

    #[must_use]
    pub fn n_links(&self) -> usize {
        self.to.len()
    }

    /// Neighbours of `node`, rising.
    #[must_use]
    pub fn row(&self, node: usize) -> &[u32] {
        let start = if node == 0 { 0 } else { self.ends[node - 1] as usize };
        &self.to[start..self.ends[node] as usize]
    }

    #[must_use]
    pub fn degree(&self, node: usize) -> u32 {
        self.row(node).len() as u32
    }

    /// The same links reversed. O(nodes + links), a counting sort: rows come out rising.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut ends = vec![0u32; self.n_nodes()];
        for &to in &self.to {
            ends[to as usize] += 1;
        }
        let mut next = ends.clone();
        let mut total = 0;
        for (end, first) in ends.iter_mut().zip(&mut next) {
            *first = total;
            total += *end;
            *end = total;
        }
        let mut reversed = vec![0u32; self.to.len()];
        for from in 0..self.n_nodes() {
            for &to in self.row(from) {
                let place = &mut next[to as usize];
                reversed[*place as usize] = from as u32;
                *place += 1;
            }
        }
        Self { ends, to: reversed }
    }
}

impl Links {
    /// The links of a graph by the table above. O(symbols + edges).
    #[must_use]
    pub fn of(graph: &Graph<'_>) -> Self {
        let n = graph.n_symbols();
        let is_aside = aside(graph);
        let mut in_degree = vec![0u32; n];
        let mut out_degree = vec![0u32; n];
        let mut forward = Csr::default();
        let (mut row, mut imports) = (Vec::new(), Vec::new());
        for (from, out_degree) in out_degree.iter_mut().enumerate() {
            let package = graph.symbol_package[from];
            row.clear();
            let mut counted = None;
            for edge in graph.outgoing(SymbolId(from as u32)).filter(is_link) {
                if !(is_aside[from] && is_aside[edge.to.ix()]) {
                    row.push(edge.to.0);
                }
                if edge.kind == EdgeKind::Imports && edge.to.0 != package {
                    imports.push((package, edge.to.0));
                }
                if edge.origin != Origin::Dispatch && counted.replace(edge.to) != Some(edge.to) {
                    *out_degree += 1;
                    in_degree[edge.to.ix()] += 1;
                }
            }
            row.dedup();
            if let Some(owner) = SymbolId::some(graph.symbol_owner[from])
                && owner.ix() != from
                && !is_aside[from]
                && let Err(place) = row.binary_search(&owner.0)
            {
                row.insert(place, owner.0);
            }
            forward.push_row(&row);
        }
        // A package depends on what its files import; these links are theirs.
        imports.sort_unstable();
        imports.dedup();
        for (package, _) in imports {
            out_degree[package as usize] += 1;
        }
        let backward = forward.reversed();
        Self { forward, backward, in_degree, out_degree, aside: is_aside }
    }
}

/// Which symbols are of tests and of what is there for them; none where the tree has no other functions and types.
pub(super) fn aside(graph: &Graph<'_>) -> Vec<bool> {
    let kits = kits(graph);
    let files = kit_files(graph, &kits);
    let is_aside = |symbol: Symbol<'_>| {
        symbol.is_test()
            || kits.contains(&symbol.package())
            || symbol.file().is_some_and(|file| files.contains(&file))
    };
    let aside: Vec<bool> = graph.symbols().map(is_aside).collect();
    let is_code = |symbol: &Symbol<'_>| symbol.kind().is_callable() || symbol.kind().is_type();
    let has_program = graph.symbols().filter(is_code).any(|symbol| !aside[symbol.id.ix()]);
    if has_program { aside } else { vec![false; aside.len()] }
}

/// What a symbol of the program leans on, rising and unique: its row of [`Links::forward`]. O(its edges).
#[must_use]
pub fn leans_on(graph: &Graph<'_>, from: SymbolId) -> Vec<SymbolId> {
    let mut row: Vec<SymbolId> = graph.outgoing(from).filter(is_link).map(|edge| edge.to).collect();
    row.extend(graph.symbol(from).owner().filter(|&owner| owner != from));
    row.sort_unstable();
    row.dedup();
    row
}

/// Whether an edge is a dependency that somebody wrote down, and that is more likely there than not: what the degrees of
/// a symbol count.
#[must_use]
pub fn is_dependency(edge: &EdgeRef<'_>) -> bool {
    use EdgeKind::{Accesses, Calls, Extends, Uses};
    matches!(edge.kind, Calls | Uses | Accesses | Extends)
        && edge.from != edge.to
        && edge.strength() > LEAST_STRENGTH
}

/// Whether an edge is a link: a dependency that somebody wrote down, or an import. Edges of one symbol come in order of
/// their target, so that repeated targets stand together.
pub(super) fn is_link(edge: &EdgeRef<'_>) -> bool {
    is_dependency(edge) || edge.kind == EdgeKind::Imports && edge.strength() > LEAST_STRENGTH
}
