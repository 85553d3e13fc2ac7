//! Load: authority weighted by what a symbol sets in motion and by how many files use it.
//!
//! `load(s) = authority(s)^(3/4) x (1 + reach(s)) x sqrt(1 + files(s))`. A list by authority alone begins with symbols
//! that much depends on but that depend on nothing, such as a type for durations. On five repositories whose
//! maintainers say what is essential, exponents from 0.7 to 0.9 give alike orders, which are better than that of 1.
//!
//! A *unit* is a type with its members, or any other symbol. *Reach* is the number of distinct units that a unit, or
//! one member of it, depends on by links that are not dispatch, without its own unit. An interface depends on little
//! itself, so the reach of its implementers counts instead if it is larger: that of the methods of one implementer,
//! the largest of all. *Files* are the distinct other files of the program that have such a link to the symbol; those of
//! its own package count a quarter, since a package of many files is no proof that the program needs it.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::links::is_link;
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, SymbolId, SymbolKind, symbol_flag};

/// The program's files, other than its own, that have a link to a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsingFiles {
    pub own_package: usize,
    pub others: usize,
}

impl UsingFiles {
    /// Returns their weight: each file of another package 1, of its own a quarter.
    fn weight(self) -> f64 {
        self.others as f64 + self.own_package as f64 / 4.0
    }
}

/// The load of each symbol from its `authority`. The last two factors are left out for files, generated and vendored
/// code, tests and what exists for tests (`for_tests`). O(edges log degree), and for each implementer of an interface the links of its
/// methods.
pub(super) fn load(graph: &Graph<'_>, authority: &[f64], for_tests: &[bool]) -> Vec<f64> {
    let units = Units::of(graph, for_tests);
    (0..graph.n_symbols() as u32)
        .into_par_iter()
        .map(|ix| {
            let (id, root) = (SymbolId(ix), authority[ix as usize].sqrt());
            let damped = root * root.sqrt();
            let symbol = graph.symbol(id);
            let is_aside = for_tests[id.ix()]
                || symbol.has(symbol_flag::GENERATED | symbol_flag::VENDORED)
                || symbol.kind() == SymbolKind::File;
            if is_aside {
                return damped;
            }
            let (reach, files) = (units.reach(id), units.files(id));
            damped * (1.0 + reach as f64) * (1.0 + files.weight()).sqrt()
        })
        .collect()
}

/// The parts of a symbol's load besides its authority, as the module comment defines it.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadParts {
    /// The units that it sets in motion; their number is its reach.
    pub driven: Vec<SymbolId>,
    pub files: UsingFiles,
}

/// Returns the parts of a symbol's load. O(symbols) to prepare, then O(its links).
pub fn load_parts(graph: &Graph<'_>, symbol: SymbolId) -> LoadParts {
    let for_tests = super::links::for_tests(graph);
    let units = Units::of(graph, &for_tests);
    LoadParts { driven: units.driven(symbol), files: units.files(symbol) }
}

struct Units<'g> {
    graph: &'g Graph<'g>,
    for_tests: &'g [bool],
    /// Where the members of each type end in `members`, by symbol id.
    ends: Vec<u32>,
    members: Vec<u32>,
}

impl<'g> Units<'g> {
    fn of(graph: &'g Graph<'g>, for_tests: &'g [bool]) -> Self {
        let mut ends = vec![0u32; graph.n_symbols()];
        let owned = || {
            let owners = graph.symbol_owner.iter().enumerate();
            owners
                .filter_map(|(ix, &owner)| Some((ix, SymbolId::some(owner)?)))
                .filter(|(ix, o)| *ix != o.ix())
        };
        for (_, owner) in owned() {
            ends[owner.ix()] += 1;
        }
        let mut total = 0;
        let mut next = Vec::with_capacity(ends.len());
        for end in &mut ends {
            next.push(total);
            total += *end;
            *end = total;
        }
        let mut members = vec![0; total as usize];
        for (member, owner) in owned() {
            let slot = &mut next[owner.ix()];
            members[*slot as usize] = member as u32;
            *slot += 1;
        }
        Self { graph, for_tests, ends, members }
    }

    fn members(&self, ty: SymbolId) -> impl Iterator<Item = SymbolId> {
        let start = if ty.0 == 0 { 0 } else { self.ends[ty.ix() - 1] };
        self.members[start as usize..self.ends[ty.ix()] as usize].iter().map(|&ix| SymbolId(ix))
    }

    fn unit(&self, id: SymbolId) -> SymbolId {
        SymbolId::some(self.graph.symbol_owner[id.ix()]).unwrap_or(id)
    }

    /// Returns whether an edge is a link that code states, so not by dispatch, and not one between tests.
    fn is_stated(&self, edge: &EdgeRef<'_>) -> bool {
        is_link(edge)
            && edge.origin != Origin::Dispatch
            && !(self.for_tests[edge.from.ix()] && self.for_tests[edge.to.ix()])
    }

    /// The units that these symbols depend on, with repetitions.
    fn leans_on(&self, parts: impl Iterator<Item = SymbolId>) -> Vec<SymbolId> {
        let links = parts.flat_map(|part| self.graph.outgoing(part)).filter(|edge| self.is_stated(edge));
        links.map(|edge| self.unit(edge.to)).collect()
    }

    fn reach(&self, id: SymbolId) -> usize {
        self.driven(id).len()
    }

    /// The distinct units that a symbol sets in motion.
    fn driven(&self, id: SymbolId) -> Vec<SymbolId> {
        let own = self.unit(id);
        let units = self.leans_on(std::iter::once(id).chain(self.members(id)));
        let units = distinct(units, &[own]);
        match self.graph.symbol(id).kind() {
            SymbolKind::Interface => {
                let by_implementer = self.driven_by_implementer(id);
                if by_implementer.len() > units.len() { by_implementer } else { units }
            }
            _ => units,
        }
    }

    /// The units that the implementing methods of one type depend on, of the type with the most.
    fn driven_by_implementer(&self, interface: SymbolId) -> Vec<SymbolId> {
        let mut names = FxHashSet::default();
        self.methods_of(interface, &mut names, &mut FxHashSet::default());
        let implementers = self.graph.incoming(interface).filter(|edge| {
            edge.kind == EdgeKind::Implements
                && edge.strength() > super::MIN_STRENGTH
                && !self.for_tests[edge.from.ix()]
        });
        let units = implementers.map(|edge| {
            let is_implementing = |method: &SymbolId| {
                self.graph.symbol(*method).kind() == SymbolKind::Method
                    && names.contains(&self.graph.symbol_name[method.ix()])
            };
            let units = self.leans_on(self.members(edge.from).filter(is_implementing));
            distinct(units, &[edge.from, interface])
        });
        units.max_by_key(Vec::len).unwrap_or_default()
    }

    /// Adds the names of the methods of an interface, including those of embedded interfaces.
    fn methods_of(&self, interface: SymbolId, names: &mut FxHashSet<u32>, seen: &mut FxHashSet<SymbolId>) {
        let mut next = vec![interface];
        while let Some(interface) = next.pop() {
            if seen.insert(interface) {
                let is_method = |id: &SymbolId| self.graph.symbol(*id).kind() == SymbolKind::InterfaceMethod;
                let methods = self.members(interface).filter(is_method);
                names.extend(methods.map(|id| self.graph.symbol_name[id.ix()]));
                let embedded = self.graph.outgoing(interface).filter(|edge| edge.kind == EdgeKind::Extends);
                next.extend(embedded.map(|edge| edge.to));
            }
        }
    }

    fn files(&self, id: SymbolId) -> UsingFiles {
        let file = |id: SymbolId| self.graph.symbol_file[id.ix()];
        let own = file(id);
        let users =
            self.graph.incoming(id).filter(|edge| self.is_stated(edge) && !self.for_tests[edge.from.ix()]);
        let users = users.map(|edge| edge.from).filter(|&user| file(user) != own);
        let package = |id: SymbolId| self.graph.symbol(id).package();
        let mut files: Vec<(u32, bool)> =
            users.map(|user| (file(user), package(user) == package(id))).collect();
        files.sort_unstable();
        files.dedup();
        let own_package = files.iter().filter(|(_, is_own)| *is_own).count();
        UsingFiles { own_package, others: files.len() - own_package }
    }
}

/// The distinct units without those of `but`, rising.
fn distinct(mut units: Vec<SymbolId>, but: &[SymbolId]) -> Vec<SymbolId> {
    units.retain(|unit| !but.contains(unit));
    units.sort_unstable();
    units.dedup();
    units
}
