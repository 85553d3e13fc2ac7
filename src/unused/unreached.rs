//! The declarations that were not reached, each with its reason and its certainty.

use rustc_hash::FxHashSet;

use super::input::Options;
use super::reach::{GraphTables, Reach};
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, first_of, symbol_flag};

/// The users of a declaration that no program reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Users {
    Nobody,
    Tests,
}

/// Why a declaration counts as unused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing refers to it.
    NoReference,
    /// Only the declaration itself refers to it.
    OnlyItself,
    /// Only declarations that are unused themselves refer to it: the first of them, and their number.
    OnlyUnused { first: SymbolId, count: usize },
    /// Only tests, and declarations that only tests use, refer to it: the first of them, and their number.
    OnlyTests { first: SymbolId, count: usize },
    /// No program, and no package that other modules can import, imports the package.
    NotImported,
    /// Only tests import the package.
    ImportedByTests,
}

/// The certainty of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// The rules of Go leave no way to use it.
    Sure,
    /// It could be used in a way that no source shows: by reflection, by an interface of another module, or in other
    /// builds.
    Likely,
}

/// A declaration, or a whole package, that is unused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub symbol: SymbolId,
    pub users: Users,
    pub reason: Reason,
    pub certainty: Certainty,
    /// Number of declarations in it that are unused with it: members of a type, declarations of a package.
    pub within: usize,
}

/// Numbers of declarations that are not reached, but that are not reported either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotJudged {
    /// In files that are not built on this host, or in no build.
    pub other_builds: usize,
    pub generated: usize,
    /// In the runtime, whose functions the compiler calls.
    pub runtime: usize,
}

/// The unused declarations of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unused {
    /// Packages, then functions and methods, types, constants, variables and fields, each in order of symbol.
    pub findings: Vec<Finding>,
    /// Numbers of programs, and of packages that other modules can import, at which the walk started.
    pub programs: usize,
    pub importable: usize,
    pub not_judged: NotJudged,
}

impl Certainty {
    pub fn name(self) -> &'static str {
        match self {
            Self::Sure => "sure",
            Self::Likely => "likely",
        }
    }
}

impl Users {
    pub fn name(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::Tests => "tests",
        }
    }
}

impl Reason {
    /// The reason as words that follow the name of the declaration.
    pub fn describe(&self, graph: &Graph<'_>) -> String {
        let users = |first: SymbolId, count: usize| first_of(&graph.symbol(first).label(), count);
        match self {
            Self::NoReference => "nothing refers to it".to_owned(),
            Self::OnlyItself => "only it refers to itself".to_owned(),
            Self::OnlyUnused { first, count } => {
                format!("only unused code refers to it: {}", users(*first, *count))
            }
            Self::OnlyTests { first, count } => format!("only tests use it: {}", users(*first, *count)),
            Self::NotImported => "no program imports it".to_owned(),
            Self::ImportedByTests => "only tests import it".to_owned(),
        }
    }
}

/// The findings of two walks: without the tests, and with them.
pub(super) fn of(
    graph: &Graph<'_>,
    structure: &GraphTables<'_>,
    options: Options,
    program: &Reach<'_>,
    with_tests: &Reach<'_>,
) -> Unused {
    let judge = Judge { graph, structure, options, program, with_tests };
    let packages = graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Package);
    let (mains, others): (Vec<_>, Vec<_>) =
        packages.filter(|package| !package.is_testdata()).partition(|package| package.name() == "main");
    let importable = others
        .iter()
        .filter(|package| !options.programs_only && super::roots::is_importable(graph, **package))
        .count();
    let mut unused = Unused { programs: mains.len(), importable, ..Unused::default() };
    let mut found: Vec<(u8, Finding)> = Vec::new();
    for symbol in graph.symbols() {
        let Some((order, users)) = order_of(symbol.kind()).zip(judge.users(symbol)) else { continue };
        if let Some(reason) = judge.in_unused_package(symbol, users) {
            judge.count_in(&mut found, symbol.package(), users, reason);
            continue;
        }
        if judge.falls_with_owner(symbol, users) || !unused.not_judged.can_judge(symbol) {
            continue;
        }
        let (reason, certainty) = (judge.reason(symbol, users), judge.certainty(symbol));
        let within = structure.members(symbol.id).len();
        found.push((order, Finding { symbol: symbol.id, users, reason, certainty, within }));
    }
    found.sort_by_key(|(order, finding)| (*order, finding.symbol));
    unused.findings = found.into_iter().map(|(_, finding)| finding).collect();
    unused
}

/// The position of a kind in the answer. None for kinds that are not judged.
fn order_of(kind: SymbolKind) -> Option<u8> {
    Some(match kind {
        SymbolKind::Func | SymbolKind::Method => 1,
        SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Type | SymbolKind::Alias => 2,
        SymbolKind::Const => 3,
        SymbolKind::Var => 4,
        SymbolKind::Field => 5,
        SymbolKind::Package | SymbolKind::File | SymbolKind::InterfaceMethod => return None,
    })
}

impl NotJudged {
    /// Returns whether a declaration can be judged. If not, counts it.
    fn can_judge(&mut self, symbol: Symbol<'_>) -> bool {
        let count = if symbol.has(symbol_flag::CONSTRAINED | symbol_flag::NO_BUILDS) {
            &mut self.other_builds
        } else if symbol.has(symbol_flag::GENERATED) {
            &mut self.generated
        } else if super::roots::is_runtime(symbol) {
            &mut self.runtime
        } else {
            return true;
        };
        *count += 1;
        false
    }
}

struct Judge<'j, 'g> {
    graph: &'j Graph<'g>,
    structure: &'j GraphTables<'j>,
    options: Options,
    program: &'j Reach<'j>,
    with_tests: &'j Reach<'j>,
}

impl Judge<'_, '_> {
    /// Returns the users of a declaration that no program reaches. None if a program reaches it, if it has no name that
    /// code can use, and for test, `testdata` and vendored code that is not to be reported.
    fn users(&self, symbol: Symbol<'_>) -> Option<Users> {
        if self.program.has(symbol.id)
            || matches!(symbol.name(), "_" | "init")
            || symbol.is_testdata()
            || symbol.has(symbol_flag::VENDORED)
        {
            return None;
        }
        if self.with_tests.has(symbol.id) {
            (!symbol.is_test()).then_some(Users::Tests)
        } else {
            Some(Users::Nobody)
        }
    }

    /// The reason if the whole package of a declaration is unused; None otherwise.
    fn in_unused_package(&self, symbol: Symbol<'_>, users: Users) -> Option<Reason> {
        let package = symbol.package();
        match users {
            _ if symbol.is_test() => None,
            Users::Nobody if !self.with_tests.is_linked(package) => Some(Reason::NotImported),
            Users::Tests if !self.program.is_linked(package) => Some(Reason::ImportedByTests),
            _ => None,
        }
    }

    /// Counts a declaration in the finding of its package, which is added first if it does not exist.
    fn count_in(&self, found: &mut Vec<(u8, Finding)>, package: SymbolId, users: Users, reason: Reason) {
        // The symbols of a package are adjacent, so its finding is among the last ones.
        let known =
            found.iter_mut().rev().find(|(_, finding)| finding.symbol == package && finding.users == users);
        if let Some((_, finding)) = known {
            finding.within += 1;
            return;
        }
        let certainty = if self.options.programs_only { Certainty::Likely } else { Certainty::Sure };
        found.push((0, Finding { symbol: package, users, reason, certainty, within: 1 }));
    }

    /// Returns whether a member is unused because its type is.
    fn falls_with_owner(&self, symbol: Symbol<'_>, users: Users) -> bool {
        let owner = symbol.owner().map(|owner| self.graph.symbol(owner));
        owner.is_some_and(|owner| self.users(owner) == Some(users))
    }

    fn reason(&self, symbol: Symbol<'_>, users: Users) -> Reason {
        let own: FxHashSet<SymbolId> = self.structure.members(symbol.id).iter().copied().collect();
        let is_another = |user: &SymbolId| *user != symbol.id && !own.contains(user);
        let all: Vec<SymbolId> =
            self.graph.incoming(symbol.id).filter(is_named).map(|edge| edge.from).collect();
        // `var _ I = T{}` only checks that a type implements an interface.
        let mut others: Vec<SymbolId> = all.iter().copied().filter(is_another).collect();
        others.retain(|&user| self.graph.symbol(user).name() != "_");
        others.dedup();
        match users {
            Users::Tests => {
                others.retain(|&user| self.with_tests.has(user));
                others.sort_by_key(|&user| (!self.graph.symbol(user).is_test(), user));
                let count = others.len();
                match others.first() {
                    Some(&first) => Reason::OnlyTests { first, count },
                    None => Reason::NoReference,
                }
            }
            Users::Nobody => match others.first() {
                Some(&first) => Reason::OnlyUnused { first, count: others.len() },
                None if all.contains(&symbol.id) => Reason::OnlyItself,
                None => Reason::NoReference,
            },
        }
    }

    fn certainty(&self, symbol: Symbol<'_>) -> Certainty {
        let is_exported = symbol.has(symbol_flag::EXPORTED);
        let by_kind = match symbol.kind() {
            SymbolKind::Field => true,
            // Only exported methods can be found by reflection, or be required by interfaces of other modules.
            SymbolKind::Method => is_exported,
            _ => {
                is_exported
                    && self.options.programs_only
                    && super::roots::is_importable(self.graph, self.graph.symbol(symbol.package()))
            }
        };
        if by_kind || symbol.has(symbol_flag::SOME_BUILDS) { Certainty::Likely } else { Certainty::Sure }
    }
}

/// Returns whether code names the target of an edge.
fn is_named(edge: &EdgeRef<'_>) -> bool {
    let is_use = matches!(
        edge.kind,
        EdgeKind::Calls | EdgeKind::Uses | EdgeKind::Accesses | EdgeKind::Extends | EdgeKind::Delegates
    );
    is_use && edge.origin != Origin::Dispatch
}
